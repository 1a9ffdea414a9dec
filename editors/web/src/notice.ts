/** The line in which the page says what has happened, with what can be done about it. */

/** Shows a message until the next one, or until one of its buttons is used. */
export function notify(text: string, choices: Record<string, () => void> = {}): void {
  const place = document.getElementById('notice') as HTMLElement;
  const words = document.createElement('span');
  words.textContent = text;
  const buttons = Object.entries({ ...choices, ...(text === '' ? {} : { '✕': () => {} }) }).map(([name, work]) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = name;
    if (name === '✕') {
      button.setAttribute('aria-label', 'Close');
    }
    button.addEventListener('click', () => {
      notify('');
      work();
    });
    return button;
  });
  place.replaceChildren(words, ...buttons);
}
