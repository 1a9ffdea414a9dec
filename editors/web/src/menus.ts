/** The menus of the bar: each opens below its button, and has the keys of a menu. */

/** The distance of a menu from its button and from the edges of the page, in pixels. */
const GAP = 4;

const itemsOf = (menu: HTMLElement) =>
  [...menu.querySelectorAll<HTMLElement>('[role^=menuitem]')].filter((item) => item.offsetParent !== null);

/** Returns the item that a key leads to from the one at `at`; undefined if the key leads nowhere. */
function itemOf(items: HTMLElement[], at: number, key: string): HTMLElement | undefined {
  const to = { ArrowDown: (at + 1) % items.length, ArrowUp: at - 1, Home: 0, End: -1 }[key];
  if (to !== undefined) {
    return items.at(at < 0 && key === 'ArrowUp' ? -1 : to);
  }
  // A letter leads to the next item that begins with it.
  if (key.length !== 1 || key === ' ') {
    return undefined;
  }
  const after = [...items.slice(at + 1), ...items.slice(0, at + 1)];
  return after.find(({ textContent }) => textContent.toLowerCase().startsWith(key.toLowerCase()));
}

function place(menu: HTMLElement, button: HTMLElement): void {
  const { left, bottom } = button.getBoundingClientRect();
  menu.style.top = `${bottom + GAP}px`;
  menu.style.left = `${Math.max(GAP, Math.min(left, window.innerWidth - menu.offsetWidth - GAP))}px`;
  menu.style.maxHeight = `${window.innerHeight - bottom - 2 * GAP}px`;
}

/** Lets a button open a menu. `opening` is called before the menu is shown. */
export function connectMenu(button: HTMLElement, menu: HTMLElement, opening: () => void = () => {}): void {
  menu.addEventListener('beforetoggle', (event) => {
    const isOpening = (event as ToggleEvent).newState === 'open';
    // The event after it comes when the focus is elsewhere already.
    button.setAttribute('aria-expanded', String(isOpening));
    if (isOpening) {
      opening();
      // When its width is known, and before it is painted.
      requestAnimationFrame(() => place(menu, button));
    }
  });
  menu.addEventListener('toggle', (event) => {
    if ((event as ToggleEvent).newState === 'open') {
      itemsOf(menu)[0]?.focus();
    }
  });
  menu.addEventListener('keydown', (event) => {
    const items = itemsOf(menu);
    const at = items.indexOf(document.activeElement as HTMLElement);
    const item = event.ctrlKey || event.altKey || event.metaKey ? undefined : itemOf(items, at, event.key);
    if (item !== undefined) {
      item.focus();
      event.preventDefault();
    } else if (event.key === 'Tab') {
      menu.hidePopover();
    }
  });
  // Before the item does what it is for, which may open a dialog.
  const close = ({ target }: Event) => {
    if (target instanceof Element && target.closest('[role^=menuitem]') !== null) {
      menu.hidePopover();
    }
  };
  menu.addEventListener('click', close, { capture: true });
}
