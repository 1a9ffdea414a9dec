/** The position that a board shows, and what is drawn over it. */
import { type Board, type Color, type Continuation, moveToPlay } from '../../protocol.ts';
import { foundInWords } from './found.ts';
import { Geometry, nameOf, parse } from './geometry.ts';
import { type Point, Selection } from './selecting.ts';

/** A move that follows, where its stone would stand. */
export interface Ghost {
  location: string;
  color: Color;
  /** Whether the line continues with it; the others begin variations. */
  continues: boolean;
}

export class BoardState {
  #board: Board | null = null;
  #geometry: Geometry | null = null;
  ghosts: Ghost[] = [];
  /** Moves of other games, each with one of its locations, the most frequent first. */
  found: { location: string; move: Continuation }[] = [];
  /** A stone that was just played, which no board of the server has yet. */
  played: { location: string; color: Color } | null = null;
  /** The point with the cursor. */
  cursor: Point | null = null;
  readonly selection = new Selection();

  get board(): Board | null {
    return this.#board;
  }

  get geometry(): Geometry | null {
    return this.#geometry;
  }

  show(board: Board): void {
    this.#board = board;
    this.#geometry = new Geometry(board);
    if (this.played !== null && this.stoneAt(this.played.location) !== null) {
      this.played = null;
    }
  }

  /** Puts the stone of a move on the board that the server has not made yet. Returns whether its color is known. */
  play(location: string): boolean {
    // Who plays after a stone that the server does not know yet, only the server says.
    const color = this.played === null ? this.colorToPlay : null;
    if (color === null || this.stoneAt(location) !== null) {
      return false;
    }
    this.played = { location, color };
    return true;
  }

  /** Takes moves of other games, of which those are shown whose points are free. */
  setFound(moves: Continuation[]): void {
    const all = moves.flatMap((move) => move.locations.map((location) => ({ location: location ?? '', move })));
    this.found = all.filter(({ location }) => /^[A-T]\d/.test(location) && this.stoneAt(location) === null);
  }

  /** The color of the stone on a point, if there is one. */
  stoneAt(location: string): Color | null {
    const { black = [], white = [] } = this.#board?.stones ?? {};
    return black.includes(location) ? 'black' : white.includes(location) ? 'white' : null;
  }

  get colorToPlay(): Color | null {
    return (this.#board && moveToPlay(this.#board)?.color) ?? null;
  }

  /** The points on which a ghost would hide a mark or a label. */
  get marked(): Set<string> {
    const labels = (this.#board?.labels ?? []).map(({ location }) => location);
    return new Set([...(this.#board?.scene?.marked ?? []), ...labels]);
  }

  /** Where the first key puts the cursor: on the last move, or in the middle. */
  get firstPoint(): Point | null {
    const last = this.#board?.move?.location;
    return last && last !== '?' ? parse(last) : (this.#geometry?.middle ?? null);
  }

  /** A point in words. */
  describe(point: Point): string {
    const name = nameOf(point);
    const found = this.found.find(({ location }) => location === name);
    return `${name} ${this.stoneAt(name) ?? 'empty'}${found === undefined ? '' : `, ${foundInWords(found.move)}`}`;
  }
}
