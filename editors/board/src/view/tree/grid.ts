/** The cells of a tree by their places, so that what is in view is found without the others. */
import type { Cell } from './layout.ts';

/** The first and the last column and row of a part of the grid. */
export interface Window {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** A cell with variations, and the row of the last one, down to which a line leads. */
interface Fork {
  cell: Cell;
  to: number;
}

/** The first of some cells, in their order, that is not before a place. */
function firstFrom(cells: readonly Cell[], place: (cell: Cell) => number, from: number): number {
  let low = 0;
  for (let high = cells.length; low < high; ) {
    const middle = (low + high) >> 1;
    if (place(cells[middle] as Cell) < from) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

const columnOf = (cell: Cell) => cell.column;
const rowOf = (cell: Cell) => cell.row;

/** Sorts cells, unless they are in order already, as nearly all are. */
function inOrder(cells: Cell[] | undefined, place: (cell: Cell) => number): void {
  if (cells?.some((cell, index) => index > 0 && place(cells[index - 1] as Cell) > place(cell)) === true) {
    cells.sort((one, other) => place(one) - place(other));
  }
}

export class Grid {
  /** The cells of each row by columns, and those of each column by rows. */
  readonly #rows: Cell[][] = [];
  readonly #columns: Cell[][] = [];
  /** The forks of each column. */
  readonly #forks: Fork[][] = [];
  /** Whether there are signs of runs. */
  readonly hasSigns: boolean;

  /** Takes cells that are arranged. */
  constructor(cells: readonly Cell[]) {
    this.hasSigns = cells.some(({ folds }) => folds > 0);
    for (const cell of cells) {
      if (cell.row < 0) {
        continue;
      }
      (this.#rows[cell.row] ??= []).push(cell);
      (this.#columns[cell.column] ??= []).push(cell);
      const to = cell.folds > 0 ? cell.row : cell.children.reduce((row, child) => Math.max(row, child.row), cell.row);
      if (to > cell.row) {
        (this.#forks[cell.column] ??= []).push({ cell, to });
      }
    }
    for (const row of this.#rows) {
      inOrder(row, columnOf);
    }
    for (const column of this.#columns) {
      inOrder(column, rowOf);
    }
  }

  get columns(): number {
    return Math.max(1, this.#columns.length);
  }

  get rows(): number {
    return Math.max(1, this.#rows.length);
  }

  /** The cell of the row before, or after, the one of a cell, in its column. */
  beside({ column, row }: Cell, direction: -1 | 1): Cell | undefined {
    const cells = this.#columns[column] ?? [];
    return cells[firstFrom(cells, rowOf, row) + direction];
  }

  /** The cells in a window, row by row. */
  *cellsIn({ left, right, top, bottom }: Window): Iterable<Cell> {
    for (let row = top; row <= bottom; row += 1) {
      const cells = this.#rows[row] ?? [];
      for (let index = firstFrom(cells, columnOf, left); index < cells.length; index += 1) {
        const cell = cells[index] as Cell;
        if (cell.column > right) {
          break;
        }
        yield cell;
      }
    }
  }

  /**
   * The lines through a window that lead across its rows to variations: the column, and the first and the last row of
   * each.
   */
  *passing({ left, right, top, bottom }: Window): Iterable<[column: number, from: number, to: number]> {
    for (let column = left; column <= right; column += 1) {
      for (const { cell, to } of this.#forks[column] ?? []) {
        if (cell.row < bottom && to > top && to - cell.row > 1) {
          yield [column, Math.max(cell.row, top), Math.min(to - 1, bottom)];
        }
      }
    }
  }

  /** Whether nothing is drawn in so many rows after a cell, in its column. */
  isFreeAfter(cell: Cell, rows: number): boolean {
    const { column, row } = cell;
    const after = this.beside(cell, 1);
    const crosses = (this.#forks[column] ?? []).some((fork) => fork.cell.row < row + rows && fork.to > row + 1);
    return !crosses && (after === undefined || after.row > row + rows);
  }
}
