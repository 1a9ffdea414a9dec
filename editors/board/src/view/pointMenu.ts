/** The context menu of a point: what can be done there, and with the move that has put its stone. */
import { connectContextMenu } from './menu.ts';
import type { Parts } from './parts.ts';

/** The entries, by their `data-at`; the other ones are marks. */
export type PointAction = 'play' | 'go' | 'link' | 'erase' | 'black' | 'white' | 'delete' | 'promote';

export class PointMenu {
  readonly #parts: Parts;
  readonly #open: (x: number, y: number) => void;
  #point = '';

  /** `choose` is called with the entry that is chosen and the point, `closed` with whether the menu leaves the focus to nobody. */
  constructor(parts: Parts, choose: (action: string, point: string) => void, closed: (hasFocus: boolean) => void) {
    this.#parts = parts;
    const menu = parts.get('point-menu');
    this.#open = connectContextMenu(menu);
    for (const entry of menu.querySelectorAll<HTMLElement>('[data-at]')) {
      entry.addEventListener('click', () => choose(entry.dataset['at'] ?? '', this.#point));
    }
    const label = parts.get<HTMLInputElement>('point-label');
    label.addEventListener('keydown', (event) => {
      if (event.key === 'Enter') {
        menu.hidePopover();
        choose('label', this.#point);
      }
    });
    menu.addEventListener('toggle', () => {
      if (!menu.matches(':popover-open')) {
        // What is hidden keeps the focus for a moment.
        const active = parts.root.activeElement ?? document.activeElement;
        closed(active === document.body || active === parts.root.host || active === parts.get('board') || menu.contains(active));
      }
    });
  }

  /** The text of a label that is put here. */
  get label(): string {
    return this.#parts.get<HTMLInputElement>('point-label').value;
  }

  /**
   * Opens the menu of a point at a place on the screen; `name` says what is there. What can't be done is faint, and removing a mark is
   * offered only where there is one.
   */
  open(point: string, name: string, can: Record<PointAction, boolean>, x: number, y: number): void {
    this.#point = point;
    this.#parts.get('point').textContent = name;
    const menu = this.#parts.get('point-menu');
    for (const [action, isPossible] of Object.entries(can)) {
      const entry = menu.querySelector<HTMLElement>(`[data-at="${action}"]`);
      entry?.setAttribute('aria-disabled', String(!isPossible));
      entry?.toggleAttribute('hidden', action === 'erase' && !isPossible);
    }
    this.#open(x, y);
  }
}
