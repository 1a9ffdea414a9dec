import type { Node } from '../../protocol.ts';

/** Where a node is drawn: columns count the moves from the root, rows the lines of play from the main line; -1 is the row of what is folded. */
export interface Cell {
  node: Node;
  column: number;
  row: number;
  parent: Cell | null;
  children: Cell[];
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
 * The rows, and from which column on each is taken: what branches off last is placed first, so there is hardly ever room
 * to the right of what is in a row. Rows that are passed on the way down become one run. So all in all, no more runs
 * are passed than were made.
 */
class Rows {
  readonly #runs: Run[] = [{ row: 0, start: Infinity }];

  /** Takes the highest row below `above` that is free up to the column `end`, and all between from the column `start` on. */
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
    let from = start;
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
    replaced.push({ row, start: from });
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
  return cell.node.kind === 'diagram' ? [] : cell.children.filter((child) => child !== line && child.node.kind === 'move');
}

/** The cells of a tree, which have no rows yet. */
export function cellsOf(nodes: readonly Node[]): Cell[] {
  const cells = new Map<number, Cell>();
  for (const node of nodes) {
    const parent = node.parent === null ? null : (cells.get(node.parent) ?? null);
    const cell: Cell = { node, column: parent === null ? 0 : parent.column + 1, row: -1, parent, children: [] };
    parent?.children.push(cell);
    cells.set(node.id, cell);
  }
  return [...cells.values()];
}

/**
 * Gives cells their rows, except those of variations after a cell that is folded. Each sequence and each diagram has a row of its own, the highest below its
 * parent in which there is room for it and for the line that leads to it. No recursion, because a record can be as deep
 * as it is long.
 */
export function arrange(cells: readonly Cell[], folded: ReadonlySet<Cell>): void {
  for (const cell of cells) {
    cell.row = -1;
  }
  const rows = new Rows();
  const open = cells.filter((cell) => cell.parent === null).reverse();
  for (let first = open.pop(); first !== undefined; first = open.pop()) {
    const sequence = [first];
    if (first.node.kind !== 'diagram') {
      for (let following = next(first); following !== undefined; following = next(following)) {
        sequence.push(following);
      }
    }
    const start = first.parent === null ? first.column : first.column - 1;
    const row = rows.take(first.parent?.row ?? -1, start, first.column + sequence.length - 1);
    for (const cell of sequence) {
      cell.row = row;
      const line = next(cell);
      const isFolded = folded.has(cell);
      // The last branch comes next, so that the lines to it cross nothing.
      for (let index = cell.children.length - 1; index >= 0; index -= 1) {
        const child = cell.children[index] as Cell;
        if (child !== line && (!isFolded || child.node.kind !== 'move')) {
          open.push(child);
        }
      }
    }
  }
}

/** Lays a tree out as columns and rows, with nothing folded. */
export function layOut(nodes: readonly Node[]): Cell[] {
  const cells = cellsOf(nodes);
  arrange(cells, new Set());
  return cells;
}
