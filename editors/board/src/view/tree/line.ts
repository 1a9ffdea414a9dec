/** The line of play that the board is on: the moves to the current one, and those with which its line continues. */
import { type Cell, next } from './layout.ts';

export class CurrentLine {
  #cells: ReadonlySet<Cell> | null = null;
  /** The cells of the line that begin a variation, or hang beside the line as a diagram does, the deepest first. */
  #branches: readonly Cell[] = [];

  /** Whether a cell belongs to the line. All do while nothing is current. */
  has(cell: Cell): boolean {
    return this.#cells?.has(cell) ?? true;
  }

  get branches(): readonly Cell[] {
    return this.#branches;
  }

  clear(): void {
    this.#cells = null;
    this.#branches = [];
  }

  /** Takes in that a cell is the current one. Returns whether the line is another one than before; a step along it is cheap. */
  moveTo(current: Cell): boolean {
    const depth = this.#branches[0]?.depth ?? 0;
    if (this.#cells?.has(current) === true && current.depth >= depth) {
      return false;
    }
    const cells = new Set<Cell>();
    const branches = [];
    for (let at: Cell | null = current; at !== null; at = at.parent) {
      cells.add(at);
      if (at.parent !== null && next(at.parent) !== at) {
        branches.push(at);
      }
    }
    for (let at = next(current); at !== undefined; at = next(at)) {
      cells.add(at);
    }
    this.#cells = cells;
    this.#branches = branches;
    return true;
  }
}
