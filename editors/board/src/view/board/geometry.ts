/** The points of a board by their locations, and their places in the picture. */
import type { Board } from '../../protocol.ts';
import type { Point } from './selecting.ts';

/** The columns of a board, among which there is no I. */
const COLUMNS = 'ABCDEFGHJKLMNOPQRST';

/** A place in the picture, in its units. */
export type Place = [x: number, y: number];

export function parse(location: string): Point {
  return { column: COLUMNS.indexOf(location.charAt(0).toUpperCase()), row: Number(location.slice(1)) - 1 };
}

export const nameOf = ({ column, row }: Point) => `${COLUMNS.charAt(column)}${row + 1}`;

/** The grid of the part of a board that is shown. */
export class Geometry {
  /** The distance of lines, in units of the picture. */
  readonly step: number;
  /** The lower left point that is shown, and the upper right one. */
  readonly from: Point;
  readonly to: Point;
  readonly #left: number;
  readonly #top: number;

  constructor({ grid, region }: Board) {
    this.step = grid.step;
    this.from = parse(region.from);
    this.to = parse(region.to);
    this.#left = grid.left;
    this.#top = grid.top;
  }

  /** Where a point is in the picture, unless it is not shown. */
  placeOf(point: Point): Place | null {
    const { from, to, step } = this;
    const [right, down] = [point.column - from.column, to.row - point.row];
    return this.#isShown(point) ? [this.#left + right * step, this.#top + down * step] : null;
  }

  /** The point that is nearest to a place, unless it is not shown. */
  pointAt([x, y]: Place): Point | null {
    const { from, to, step } = this;
    const [right, down] = [Math.round((x - this.#left) / step), Math.round((y - this.#top) / step)];
    const point = { column: from.column + right, row: to.row - down };
    return this.#isShown(point) ? point : null;
  }

  /** The point beside another one, which is the same at the edge of what is shown. */
  beside({ column, row }: Point, [right, up]: readonly [number, number]): Point {
    const { from, to } = this;
    return {
      column: Math.min(to.column, Math.max(from.column, column + right)),
      row: Math.min(to.row, Math.max(from.row, row + up)),
    };
  }

  get middle(): Point {
    const { from, to } = this;
    return { column: Math.round((from.column + to.column) / 2), row: Math.round((from.row + to.row) / 2) };
  }

  #isShown({ column, row }: Point): boolean {
    const { from, to } = this;
    return column >= from.column && column <= to.column && row >= from.row && row <= to.row;
  }
}
