/** The walk through the game: its icons and keys, the wheel and swipes over the board, and autoplay. */
import type { Board } from '../protocol.ts';
import { autoplay } from './autoplay.ts';
import type { Guessing } from './guessing.ts';
import { next } from './tree/layout.ts';
import type { Parts } from './parts.ts';
import { takeSwipes } from './swipe.ts';
import type { TreeView } from './tree/tree.ts';

/** How many moves Page Up and Page Down go. */
const PAGE = 10;

/** The icons, with the keys that do the same. */
const ICONS = [['first', 'Home'], ['previous', 'ArrowLeft'], ['next', 'ArrowRight'], ['last', 'End']] as const;

/** The buttons that do nothing before the first move, and after the last one. */
const NEEDS = { before: '#first, #previous', after: '#next, #last, #autoplay' };

export class Walking {
  readonly #parts: Parts;
  readonly #tree: TreeView;
  readonly #guessing: Guessing;

  constructor(parts: Parts, tree: TreeView, guessing: Guessing) {
    this.#parts = parts;
    this.#tree = tree;
    this.#guessing = guessing;
    for (const [id, key] of ICONS) {
      parts.onClick(id, () => this.#step(key));
    }
    autoplay(parts.get('autoplay'), () => tree.isWalking || this.#walk(1));
    takeSwipes(parts.get('board'), (key) => this.#step(key));
    parts.get('board').addEventListener(
      'wheel',
      (event) => {
        if (!event.ctrlKey && event.deltaY !== 0) {
          this.#walk(event.deltaY > 0 ? 1 : -1);
          event.preventDefault();
        }
      },
      { passive: false },
    );
  }

  /** Shows where a board is in its tree; anywhere, while the tree is not there. */
  show(board: Board | null): void {
    const at = board === null ? null : this.#tree.current;
    if (board !== null) {
      const number = board.move?.number ?? 0;
      this.#parts.get('place').textContent = `${number} / ${Math.max(number, this.#tree.ahead().at(-1)?.number ?? 0)}`;
    }
    this.#parts.enable(NEEDS.before, at === null || at.parent !== null);
    this.#parts.enable(NEEDS.after, at === null || (!this.#guessing.isOn && next(at) !== undefined));
  }

  /** Goes where a key leads. Returns whether the key means anything here. */
  onKey(key: string): boolean {
    if (key === 'PageUp' || key === 'PageDown') {
      this.#walk(key === 'PageDown' ? PAGE : -PAGE);
      return true;
    }
    return this.#step(key);
  }

  /** Does not go on to an answer that is to be guessed. */
  #step(key: string): boolean {
    if (this.#guessing.isOn && key !== 'ArrowLeft' && key !== 'Home') {
      return true;
    }
    this.#guessing.ask();
    return this.#tree.move(key);
  }

  #walk(moves: number): boolean {
    return moves > 0 && this.#guessing.isOn ? false : this.#tree.walk(moves);
  }
}
