/** A place that the board is locked in: a line of the text. */
import type { ChangeDesc } from '@codemirror/state';

import type { Anchor, Place } from '../../../board/src/host.ts';

export class LineAnchor implements Anchor<Place> {
  readonly #all: Set<LineAnchor>;
  readonly #placeOf: (offset: number) => Place;
  readonly #moved: () => void;
  #from: number;

  /** Keeps the line that begins at the offset `from`, and belongs to `all` until it is disposed of. */
  constructor(all: Set<LineAnchor>, from: number, placeOf: (offset: number) => Place, moved: () => void) {
    this.#all = all;
    this.#from = from;
    this.#placeOf = placeOf;
    this.#moved = moved;
    all.add(this);
  }

  get place(): Place {
    return this.#placeOf(this.#from);
  }

  /** Follows an edit of the text. */
  follow(changes: ChangeDesc): void {
    this.#from = changes.mapPos(this.#from, 1);
    this.#moved();
  }

  dispose(): void {
    this.#all.delete(this);
  }
}
