/** The menu of a board, the list of its keys, and the palette of its tools. */

/** The distance of the menu from the edges of the page and from its button, in pixels. */
const GAP = 6;

/** The width of the menu at least, in pixels. */
const WIDTH = 220;

/** Opens a menu above or below its button, where there is more room. A click on an entry closes it. */
export function connectMenu(menu: HTMLElement, button: HTMLElement): void {
  const entries = () => [...menu.querySelectorAll<HTMLElement>('button, select')].filter((entry) => entry.offsetParent !== null);
  menu.addEventListener('beforetoggle', () => {
    const { top, bottom, right } = button.getBoundingClientRect();
    const { innerWidth, innerHeight } = window;
    const isAbove = top > innerHeight - bottom;
    menu.style.right = `${Math.max(GAP, innerWidth - Math.max(right, WIDTH + GAP))}px`;
    menu.style.top = isAbove ? 'auto' : `${bottom + GAP}px`;
    menu.style.bottom = isAbove ? `${innerHeight - top + GAP}px` : 'auto';
    menu.style.maxHeight = `${(isAbove ? top : innerHeight - bottom) - 3 * GAP}px`;
  });
  // A click on the text is none on this page.
  const close = () => menu.hidePopover();
  menu.addEventListener('toggle', () => {
    if (menu.matches(':popover-open')) {
      entries()[0]?.focus();
      window.addEventListener('blur', close);
    } else {
      window.removeEventListener('blur', close);
    }
  });
  menu.addEventListener('keydown', (event) => {
    const all = entries();
    const at = all.findIndex((entry) => entry.matches(':focus'));
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key];
    // The keys of a choice are its own.
    if (to !== undefined && !(event.target instanceof HTMLSelectElement)) {
      all.at(to % all.length)?.focus();
      event.preventDefault();
    }
    // None of them walks through the game, and Escape only closes the menu.
    event.stopPropagation();
  });
  menu.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('button') !== null) {
      menu.hidePopover();
    }
  });
}

/** Opens the list of keys from its entry in the menu. Returns what opens it. */
export function connectKeys(keys: HTMLDialogElement, entry: HTMLElement, close: HTMLElement): () => void {
  const open = () => keys.showModal();
  entry.addEventListener('click', open);
  close.addEventListener('click', () => keys.close());
  keys.addEventListener('keydown', (event) => event.stopPropagation());
  return open;
}

/** Opens and closes a palette. With the palette its tool is put away. */
export function connectPalette(palette: HTMLElement, button: HTMLElement, putAway: () => void): void {
  button.addEventListener('click', () => {
    palette.hidden = !palette.hidden;
    button.setAttribute('aria-expanded', String(!palette.hidden));
    if (palette.hidden) {
      putAway();
    }
  });
}
