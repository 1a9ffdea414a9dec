/** Elements of the page: those that it has, by their ids, and made ones. */

export function element(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (found === null) {
    throw new Error(`The page has no ${id}.`);
  }
  return found;
}

/** What a text says, in which that between backticks is set as code. */
export function withCode(text: string): (string | HTMLElement)[] {
  return text.split('`').map((part, index) => {
    const code = index % 2 === 0 ? part : document.createElement('code');
    if (typeof code !== 'string') {
      code.textContent = part;
    }
    return code;
  });
}

export const dialog = (id: string) => element(id) as HTMLDialogElement;
