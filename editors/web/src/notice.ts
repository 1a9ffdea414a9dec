/** The message in which the page says what has happened, with what can be done about it. */

/** How long a message stays at least, in milliseconds, while the user goes on. */
const READ = 8000;

/** When the last message was shown, in milliseconds since the page was. */
let shown = 0;

// What offers nothing goes when the user goes on. One who is away meanwhile finds it.
for (const kind of ['pointerdown', 'keydown']) {
  window.addEventListener(kind, ({ target }) => {
    const place = document.getElementById('notice') as HTMLElement;
    const offersNothing = place.querySelectorAll('button').length === 1;
    if (offersNothing && performance.now() - shown > READ && !place.contains(target as Node)) {
      notify('');
    }
  });
}

/** Shows a message until the next one, until one of its buttons is used, or until the user has read it and goes on. */
export function notify(text: string, choices: Record<string, () => void> = {}): void {
  const place = document.getElementById('notice') as HTMLElement;
  const words = document.createElement('span');
  words.textContent = text;
  const buttons = Object.entries({ ...choices, ...(text === '' ? {} : { '✕': () => {} }) }).map(([name, work]) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = name;
    if (name === '✕') {
      button.className = 'quiet';
      button.setAttribute('aria-label', 'Close');
    }
    button.addEventListener('click', () => {
      notify('');
      work();
    });
    return button;
  });
  place.replaceChildren(words, ...buttons);
  shown = performance.now();
}
