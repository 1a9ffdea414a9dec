import type { Node } from '../../protocol.ts';

/**
 * Where a node is drawn. Columns go along the lines of play, and rows from the main line to the variations; a picture
 * that grows downward shows a column as a row of the screen.
 */
export interface Cell {
  node: Node;
  /** The number of moves from the root. */
  depth: number;
  /** Of the cells that are drawn in a row, the place of this one. */
  column: number;
  /** The line of play, counted from the main line; -1 for a cell that is not drawn. */
  row: number;
  /** The number of moves, with this one, that are folded into one sign here; 0 for a cell that is drawn itself. */
  folds: number;
  /** The cell that is drawn before this one, from which a line leads here. */
  before: Cell | null;
  parent: Cell | null;
  children: Cell[];
}

/** What is folded in a layout. */
export interface Folding {
  /** The cells whose variations are not drawn. */
  forks: ReadonlySet<Cell>;
  /** The first cells of runs that are not drawn, each with the number of its moves. */
  runs: ReadonlyMap<Cell, number>;
  /** How many columns the sign of a run takes. */
  length: number;
}

/** The move with which the line of a cell continues, also from a diagram beside that line. */
export function next(cell: Cell): Cell | undefined {
  const place = cell.node.kind === 'diagram' ? cell.parent : cell;
  return place?.children.find(({ node }) => node.kind === 'move');
}

/** Rows of which the same columns are taken, up to the next such run: all from `start` on. */
interface Run {
  row: number;
  start: number;
}

/**
 * The rows, and from which column on each is taken: what branches off last is placed first, so there is hardly ever
 * room to the right of what is in a row. Rows that are passed on the way down become one run. So all in all, no more
 * runs are passed than were made.
 */
class Rows {
  readonly #runs: Run[] = [{ row: 0, start: Infinity }];

  /**
   * Takes the highest row below `above` that is free up to the column `end`, from the column `start` on, and all between
   * from the column before that, down which the line leads.
   */
  take(above: number, start: number, end: number): number {
    const runs = this.#runs;
    const row = above + 1;
    // The run in which that row is.
    let low = 0;
    for (let high = runs.length; high - low > 1; ) {
      const middle = (low + high) >> 1;
      if ((runs[middle] as Run).row <= row) {
        low = middle;
      } else {
        high = middle;
      }
    }
    let free = low;
    let from = start - 1;
    while ((runs[free] as Run).start <= end) {
      from = Math.min(from, (runs[free] as Run).start);
      free += 1;
    }
    const found = runs[free] as Run;
    const taken = Math.max(row, found.row);
    const after = runs[free + 1];
    const replaced: Run[] = [];
    const first = runs[low] as Run;
    if (first.row < row) {
      replaced.push(first);
    }
    if (taken > row) {
      replaced.push({ row, start: from });
    }
    replaced.push({ row: taken, start });
    if (after === undefined || after.row > taken + 1) {
      replaced.push({ row: taken + 1, start: found.start });
    }
    runs.splice(low, free - low + 1, ...replaced);
    return taken;
  }
}

/** The moves that begin variations after a cell, instead of the one with which its line continues. */
export function variations(cell: Cell): Cell[] {
  const line = next(cell);
  const moves = cell.children.filter((child) => child !== line && child.node.kind === 'move');
  return cell.node.kind === 'diagram' ? [] : moves;
}

/** The cells of a tree, which have no rows yet. */
export function cellsOf(nodes: readonly Node[]): Cell[] {
  const cells = new Map<number, Cell>();
  for (const node of nodes) {
    const parent = node.parent === null ? null : (cells.get(node.parent) ?? null);
    const depth = parent === null ? 0 : parent.depth + 1;
    const cell: Cell = { node, depth, column: depth, row: -1, folds: 0, before: null, parent, children: [] };
    parent?.children.push(cell);
    cells.set(node.id, cell);
  }
  return [...cells.values()];
}

/** The cell with which a line continues after a cell and those that are folded with it. */
function lineAfter(cell: Cell): Cell | undefined {
  let last = cell;
  for (let count = 1; count < cell.folds; count += 1) {
    last = next(last) ?? last;
  }
  return cell.node.kind === 'diagram' ? undefined : next(last);
}

/** Gives the cells of a line their columns, and returns those that are drawn, with the first column after them. */
function alongLine(first: Cell, start: number, { runs, length }: Folding): { drawn: Cell[]; end: number } {
  const drawn: Cell[] = [];
  let column = start;
  let before = first.parent;
  for (let at: Cell | undefined = first; at !== undefined; at = lineAfter(at)) {
    at.column = column;
    at.folds = runs.get(at) ?? 0;
    at.before = before;
    before = at;
    drawn.push(at);
    column += at.folds > 0 ? length : 1;
  }
  return { drawn, end: column };
}

const NOTHING: Folding = { forks: new Set(), runs: new Map(), length: 1 };

/**
 * Gives cells their columns and rows, except those that are folded. Each sequence and each diagram has a row of its
 * own, the highest below its parent in which there is room for it and for the line that leads to it. No recursion,
 * because a record can be as deep as it is long.
 */
export function arrange(cells: readonly Cell[], folding: Partial<Folding> = {}): void {
  const given = { ...NOTHING, ...folding };
  for (const cell of cells) {
    cell.row = -1;
    cell.folds = 0;
  }
  const rows = new Rows();
  const open = cells.filter((cell) => cell.parent === null).reverse();
  for (let first = open.pop(); first !== undefined; first = open.pop()) {
    const { parent } = first;
    const start = parent === null ? first.depth : parent.column + 1;
    const { drawn, end } = alongLine(first, start, given);
    const row = rows.take(parent?.row ?? -1, start, end - 1);
    for (const cell of drawn) {
      cell.row = row;
      const line = next(cell);
      const isFolded = given.forks.has(cell);
      // The last branch comes next, so that the lines to it cross nothing.
      for (let index = cell.children.length - 1; index >= 0; index -= 1) {
        const child = cell.children[index] as Cell;
        // Nothing branches off a run that is folded.
        if (cell.folds === 0 && child !== line && (!isFolded || child.node.kind !== 'move')) {
          open.push(child);
        }
      }
    }
  }
}

/** Lays a tree out as columns and rows, with nothing folded. */
export function layOut(nodes: readonly Node[]): Cell[] {
  const cells = cellsOf(nodes);
  arrange(cells);
  return cells;
}
