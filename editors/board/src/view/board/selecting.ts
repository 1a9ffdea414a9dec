/** The part of the board that is selected: a rectangle between two points, which mouse and keys draw with Shift. */
import type { Region } from '../../protocol.ts';

/** A point of the grid: column and row from 0, from the lower left corner of the board. */
export interface Point {
  column: number;
  row: number;
}

export class Selection {
  #from: Point | null = null;
  #to: Point | null = null;

  /** Whether there is one. */
  get isSet(): boolean {
    return this.#from !== null;
  }

  /** Begins a selection at a point, or extends it to there. */
  extend(start: Point, to: Point): void {
    this.#from ??= start;
    this.#to = to;
  }

  clear(): void {
    this.#from = null;
    this.#to = null;
  }

  /** The lower left and the upper right corner. */
  get corners(): [Point, Point] | null {
    if (this.#from === null || this.#to === null) {
      return null;
    }
    const [from, to] = [this.#from, this.#to];
    return [
      { column: Math.min(from.column, to.column), row: Math.min(from.row, to.row) },
      { column: Math.max(from.column, to.column), row: Math.max(from.row, to.row) },
    ];
  }

  /** The corners as they are sent; null for a single point. */
  region(name: (point: Point) => string): Region | null {
    const corners = this.corners;
    if (corners === null || (corners[0].column === corners[1].column && corners[0].row === corners[1].row)) {
      return null;
    }
    return { from: name(corners[0]), to: name(corners[1]) };
  }
}
