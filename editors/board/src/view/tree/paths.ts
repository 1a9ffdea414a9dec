/** Ways through a tree. */
import type { Node } from '../../protocol.ts';
import { type Cell, next } from './layout.ts';

/** The nodes from the root, which is left out, to a cell. */
export function pathTo(cell: Cell): Node[] {
  const path: Node[] = [];
  for (let at: Cell | null = cell; at?.parent; at = at.parent) {
    path.push(at.node);
  }
  return path.reverse();
}

/** Whether two nodes of two trees say the same. */
function isSame(one: Node, other: Node): boolean {
  const isSamePlace = one.number === other.number && one.location === other.location;
  return one.kind === other.kind && one.color === other.color && isSamePlace;
}

/** The cell to which a path of the same or of another tree leads from a root. */
export function follow(root: Cell | undefined, path: readonly Node[]): Cell | undefined {
  let at = root;
  for (const node of path) {
    at = at?.children.find((child) => isSame(child.node, node));
  }
  return at;
}

/** The cell so many moves further along the line, or back if the number is negative; fewer at the end of the line. */
export function along(from: Cell, moves: number): Cell {
  let at = from;
  for (let step = 0; step < Math.abs(moves); step += 1) {
    const beside = moves > 0 ? next(at) : at.parent;
    if (!beside) {
      break;
    }
    at = beside;
  }
  return at;
}
