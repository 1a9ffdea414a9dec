/** The elements of the page, by their ids. */

export function element(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (found === null) {
    throw new Error(`The page has no ${id}.`);
  }
  return found;
}

export const dialog = (id: string) => element(id) as HTMLDialogElement;
