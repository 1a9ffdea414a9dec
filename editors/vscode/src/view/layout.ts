import type { Node } from '../protocol.ts';

/** Where a node is drawn: columns count the moves from the root, rows the lines of play from the main line. */
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

/** What is taken in the rows, as the columns from which to which. */
class Rows {
  readonly #taken: [number, number][][] = [];

  isFree(row: number, from: number, to: number): boolean {
    return (this.#taken[row] ?? []).every(([first, last]) => to < first || from > last);
  }

  take(row: number, from: number, to: number): void {
    this.#taken[row] ??= [];
    this.#taken[row].push([from, to]);
  }
}

/**
 * Lays the tree out as columns and rows. Each sequence and each diagram has a row of its own, the highest below its
 * parent in which there is room for it and for the line that leads to it. No recursion, because a record can be as deep
 * as it is long.
 */
export function layOut(nodes: readonly Node[]): Cell[] {
  const cells = new Map<number, Cell>();
  for (const node of nodes) {
    const parent = node.parent === null ? null : (cells.get(node.parent) ?? null);
    const cell: Cell = { node, column: parent === null ? 0 : parent.column + 1, row: 0, parent, children: [] };
    parent?.children.push(cell);
    cells.set(node.id, cell);
  }
  const rows = new Rows();
  const open = [...cells.values()].filter((cell) => cell.parent === null).reverse();
  for (let first = open.pop(); first !== undefined; first = open.pop()) {
    const sequence = [first];
    if (first.node.kind !== 'diagram') {
      for (let following = next(first); following !== undefined; following = next(following)) {
        sequence.push(following);
      }
    }
    const start = first.parent === null ? first.column : first.column - 1;
    const end = first.column + sequence.length - 1;
    const above = first.parent?.row ?? -1;
    let row = above + 1;
    while (!rows.isFree(row, start, end)) {
      row += 1;
    }
    rows.take(row, start, end);
    for (let between = above + 1; between < row; between += 1) {
      rows.take(between, start, start);
    }
    const branches = [];
    for (const cell of sequence) {
      cell.row = row;
      const line = next(cell);
      branches.push(...cell.children.filter((child) => child !== line).reverse());
    }
    // What branches off last comes next, so that the lines to it cross nothing.
    open.push(...branches);
  }
  return [...cells.values()];
}
