/** The splits between board and text, and between comment and tree. */
import type { Splits } from '../protocol.ts';
import type { Parts } from './parts.ts';
import { connectSeparator } from './separator.ts';

type SplitName = keyof Splits;

/** The least and the largest share of a part, in percent. The style sheet keeps each part legible within these. */
const [LEAST, MOST] = [10, 90];

const limited = (share: number) => Math.min(MOST, Math.max(LEAST, Math.round(share * 10) / 10));

export class SplitView {
  readonly #parts: Parts;
  readonly #changed: (splits: Splits) => void;
  #splits: Splits = {};

  /** `changed` is called with the splits after the user has moved one. */
  constructor(parts: Parts, changed: (splits: Splits) => void) {
    this.#parts = parts;
    this.#changed = changed;
    this.#connect(parts.get('board-split'), () => (this.#isBeside ? 'beside' : 'below'));
    this.#connect(parts.get('comment-split'), () => 'comment');
    const observer = new ResizeObserver(() => this.#describe());
    for (const id of ['record', 'text', 'said']) {
      observer.observe(parts.get(id));
    }
  }

  get splits(): Splits {
    return this.#splits;
  }

  set splits(splits: Splits) {
    this.#splits = {};
    const { style } = this.#parts.get('record');
    for (const name of ['beside', 'below', 'comment'] as const) {
      const share = splits[name];
      // They were kept by a host, perhaps of another version.
      if (typeof share === 'number' && Number.isFinite(share)) {
        this.#splits[name] = limited(share);
        style.setProperty(`--${name}`, String(limited(share)));
      } else {
        style.removeProperty(`--${name}`);
      }
    }
    this.#describe();
  }

  get #isBeside(): boolean {
    return getComputedStyle(this.#parts.get('record')).display === 'grid';
  }

  /** The box that a split divides, and where it is divided now, from 0 to 1. */
  #extent(name: SplitName): { start: number; size: number; at: number } {
    const whole = this.#parts.get('record').getBoundingClientRect();
    const text = this.#parts.get('text').getBoundingClientRect();
    if (name === 'beside') {
      return { start: whole.left, size: whole.width, at: (text.left - whole.left) / whole.width };
    }
    if (name === 'below') {
      return { start: whole.top, size: whole.height, at: (text.top - whole.top) / whole.height };
    }
    const said = this.#parts.get('said').getBoundingClientRect();
    const size = text.bottom - said.top;
    return { start: said.top, size, at: said.height / size };
  }

  #move(name: SplitName, share: number | undefined): void {
    this.splits = { ...this.#splits, [name]: share };
    this.#changed(this.#splits);
  }

  #connect(separator: HTMLElement, nameOf: () => SplitName): void {
    connectSeparator(separator, {
      isBeside: () => nameOf() === 'beside',
      extent: () => this.#extent(nameOf()),
      move: (share) => this.#move(nameOf(), share),
    });
  }

  /** Says where the splits are. */
  #describe(): void {
    const isBeside = this.#isBeside;
    const board = this.#parts.get('board-split');
    board.setAttribute('aria-orientation', isBeside ? 'vertical' : 'horizontal');
    const names = [[board, isBeside ? 'beside' : 'below'], [this.#parts.get('comment-split'), 'comment']] as const;
    for (const [separator, name] of names) {
      const { at, size } = this.#extent(name);
      separator.setAttribute('aria-valuenow', String(size > 0 ? Math.round(Math.min(1, Math.max(0, at)) * 100) : 50));
    }
  }
}
