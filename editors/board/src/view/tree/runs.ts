/** Runs of moves about which a record says nothing, which can be folded into one sign. */
import type { Cell } from './layout.ts';

/** The least number of moves that are worth a sign. */
export const MIN_RUN = 8;

/** Moves one after the other, from the first one on. */
export interface Run {
  first: Cell;
  length: number;
}

/**
 * Whether a move has no comment, begins no variation and leads to exactly one other move, as the one before it does.
 */
function isPlain({ node, parent, children }: Cell): boolean {
  const isAlone = parent?.children.length === 1 && parent.node.kind !== 'diagram';
  const isSilent = node.kind === 'move' && !node.comment && node.marker === undefined;
  return isAlone && isSilent && children.length === 1 && children[0]?.node.kind === 'move';
}

/** The long runs of a tree, each by all of its cells. */
export function runsOf(cells: readonly Cell[]): Map<Cell, Run> {
  const found = new Map<Cell, Run>();
  for (const cell of cells) {
    if (isPlain(cell) && !found.has(cell)) {
      const run = { first: cell, length: 0 };
      for (let at: Cell | undefined = cell; at !== undefined && isPlain(at); [at] = at.children) {
        found.set(at, run);
        run.length += 1;
      }
    }
  }
  for (const [cell, { length }] of found) {
    if (length < MIN_RUN) {
      found.delete(cell);
    }
  }
  return found;
}

/**
 * The parts of a run that are folded while a move is the current one, which is drawn: what is before it, and what is
 * after it.
 */
export function partsOf({ first, length }: Run, current: Cell | null): [Cell, number][] {
  const at = current === null ? -1 : current.depth - first.depth;
  if (current === null || at < 0 || at >= length) {
    return [[first, length]];
  }
  const parts: [Cell | undefined, number][] = [[first, at], [current.children[0], length - at - 1]];
  // A sign for one move would take more room than the move.
  return parts.filter((part): part is [Cell, number] => part[0] !== undefined && part[1] > 1);
}
