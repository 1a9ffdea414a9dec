/** A separator of two parts, which is dragged, moved with keys, and set back by a double click or Enter. */

/** How far an arrow key moves a separator, in percent. */
const STEP = 2;

/** What a separator divides, and what is done when it is moved. */
export interface Division {
  /** Whether the parts are side by side, and not one above the other. */
  isBeside(): boolean;
  /** Where both parts begin and how long they are together, in CSS pixels, and where they are divided, from 0 to 1. */
  extent(): { start: number; size: number; at: number };
  /** Divides the parts elsewhere, in percent from 0 to 100, or as is usual. */
  move(share: number | undefined): void;
}

/** Lets the user move a separator. */
export function connectSeparator(separator: HTMLElement, { isBeside, extent, move }: Division): void {
  const along = (event: PointerEvent) => (isBeside() ? event.clientX : event.clientY);
  // The distance from the pointer to where the second part begins.
  let grip = 0;
  separator.addEventListener('pointerdown', (event) => {
    separator.setPointerCapture(event.pointerId);
    const { start, size, at } = extent();
    grip = start + size * at - along(event);
    event.preventDefault();
    separator.focus();
  });
  separator.addEventListener('pointermove', (event) => {
    if (separator.hasPointerCapture(event.pointerId)) {
      const { start, size } = extent();
      move(((along(event) + grip - start) / size) * 100);
    }
  });
  separator.addEventListener('dblclick', () => move(undefined));
  separator.addEventListener('keydown', (event) => {
    const now = extent().at * 100;
    const [back, on] = isBeside() ? ['ArrowLeft', 'ArrowRight'] : ['ArrowUp', 'ArrowDown'];
    const to = { [back]: now - STEP, [on]: now + STEP, Home: 0, End: 100, Enter: undefined };
    if (event.key in to) {
      move(to[event.key]);
      // These keys walk through a game, too.
      event.preventDefault();
    }
  });
}
