/** The menus of a board, the list of its keys, and the palette of its tools. */
import type { Parts } from './parts.ts';

/** The distance of a menu from the edges of the page and from its button, in pixels. */
const GAP = 6;

/** The width of the menu in the style sheet, in pixels: with one column at least, and with two. */
const WIDTH = { column: 220, columns: 500 };

/**
 * How far a menu reaches over the point of the mouse that opens it, in pixels: a button that is released elsewhere
 * would close it.
 */
const OVERLAP = 4;

/**
 * Gives a popover the keys of a menu: its first entry gets the focus, the arrows move it, and a click on an entry
 * closes the menu.
 */
function takeMenuKeys(menu: HTMLElement): void {
  const entries = [...menu.querySelectorAll<HTMLElement>('button, select, input')];
  // The first that is in view takes the focus while the menu is opened. The event of that comes later, after keys that are for the menu.
  for (const entry of entries) {
    entry.autofocus = true;
  }
  // A click on the text is none on this page.
  const close = () => menu.hidePopover();
  menu.addEventListener('toggle', () => {
    if (menu.matches(':popover-open')) {
      window.addEventListener('blur', close);
    } else {
      window.removeEventListener('blur', close);
    }
  });
  menu.addEventListener('keydown', (event) => {
    const all = entries.filter((entry) => entry.offsetParent !== null);
    const at = all.findIndex((entry) => entry.matches(':focus'));
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key];
    // The keys of a choice and of a field are their own.
    const isOwn = event.target instanceof HTMLSelectElement || (event.target instanceof HTMLInputElement && !event.key.startsWith('Arrow'));
    if (to !== undefined && !isOwn) {
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

/** Opens a menu above or below its button, where there is more room. */
export function connectMenu(menu: HTMLElement, button: HTMLElement): void {
  takeMenuKeys(menu);
  menu.addEventListener('beforetoggle', () => {
    const { top, bottom, right } = button.getBoundingClientRect();
    const { innerWidth, innerHeight } = window;
    const isAbove = top > innerHeight - bottom;
    const width = window.matchMedia('(min-width: 480px)').matches ? WIDTH.columns : WIDTH.column;
    menu.style.right = `${Math.max(GAP, innerWidth - Math.max(right, width + GAP))}px`;
    menu.style.top = isAbove ? 'auto' : `${bottom + GAP}px`;
    menu.style.bottom = isAbove ? `${innerHeight - top + GAP}px` : 'auto';
    menu.style.maxHeight = `${(isAbove ? top : innerHeight - bottom) - 3 * GAP}px`;
  });
}

/** Makes a popover a context menu, and returns what opens it at a place on the screen. */
export function connectContextMenu(menu: HTMLElement): (x: number, y: number) => void {
  takeMenuKeys(menu);
  return (x, y) => {
    // It may be open for another place.
    menu.togglePopover(false);
    menu.showPopover();
    const { innerWidth, innerHeight } = window;
    menu.style.left = `${Math.max(GAP, Math.min(x - OVERLAP, innerWidth - menu.offsetWidth - GAP))}px`;
    menu.style.top = `${Math.max(GAP, Math.min(y - OVERLAP, innerHeight - menu.offsetHeight - GAP))}px`;
  };
}

/** Has the entries of a menu that stand for icons do the same as these. */
export function connectSpares(parts: Parts): void {
  for (const entry of parts.all('[data-for]')) {
    entry.addEventListener('click', () => parts.get(entry.dataset['for'] ?? '').click());
  }
}

/**
 * Opens a window. Once it is closed, the browser gives the focus back to where it was. An entry of a menu can't take it,
 * since its menu is closed by then, so the button of the menu has the focus first.
 */
export function openWindow(window: HTMLDialogElement): void {
  const root = window.getRootNode() as ShadowRoot;
  const menu = root.activeElement?.closest('[popover]');
  if (menu) {
    root.querySelector<HTMLElement>(`[popovertarget="${menu.id}"]`)?.focus();
  }
  window.showModal();
}

/** Opens the list of keys from its entry in the menu. Returns what opens it. */
export function connectKeys(keys: HTMLDialogElement, entry: HTMLElement, close: HTMLElement): () => void {
  const open = () => openWindow(keys);
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
