/** Mouse and keys on a tree. */

/** What mouse and keys do with a tree. */
export interface Controls {
  /** Goes to a node. */
  visit(node: number): void;
  /** Folds what can be folded after a node, or unfolds it. */
  toggle(node: number): void;
  /** Unfolds the run whose sign is at a node. */
  unfoldRun(node: number): void;
  /** Folds what is at the current move, or unfolds it. */
  foldHere(isFolded: boolean): void;
  /** Goes where a key leads. Returns false if the key is for nothing. */
  move(key: string): boolean;
  focusText(): void;
}

/** The keys that fold what is at the current move, and unfold it. */
const FOLDS = new Set(['-', '+']);

export function connectEvents(place: HTMLElement, tree: Controls): void {
  place.addEventListener('click', ({ target }) => {
    const item = target instanceof Element ? target.closest('[data-node]') : null;
    if (!(target instanceof Element) || item === null) {
      return;
    }
    const node = Number(item.getAttribute('data-node'));
    if (target.closest('.fold') !== null) {
      tree.toggle(node);
    } else if (item.classList.contains('run')) {
      tree.unfoldRun(node);
    } else {
      tree.visit(node);
    }
  });
  place.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) {
      return;
    }
    if (event.key === 'Escape') {
      tree.focusText();
    } else if (FOLDS.has(event.key)) {
      tree.foldHere(event.key === '-');
    } else if (!tree.move(event.key)) {
      return;
    }
    event.preventDefault();
  });
}
