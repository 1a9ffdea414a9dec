import type { Node } from '../protocol.ts';
import { type Cell, next } from './tree/layout.ts';

/** The verdict of the record on a guessed move. */
export interface Verdict {
  text: string;
  /** Null where the record does not say. */
  isRight: boolean | null;
  /** The move in the record, and the reply to it. */
  move: Node | null;
  reply: Node | null;
}

/** Whether a cell is on the line with which the record goes on from the start of the problem, and not in a variation. */
function isRight(cell: Cell): boolean {
  for (let at = cell; at.parent !== null; at = at.parent) {
    if (next(at.parent) !== at) {
      return false;
    }
  }
  return true;
}

/** Judges a move by the record: the line that goes on is right, and what only a variation has is wrong. */
export function judge(at: Cell, location: string): Verdict {
  const place = at.node.kind === 'diagram' && at.parent !== null ? at.parent : at;
  const cell = place.children.find(({ node }) => node.kind === 'move' && node.location === location);
  if (cell === undefined) {
    const isEnd = next(place) === undefined;
    const text = isEnd ? 'The record ends here.' : `${location} is wrong: the record does not have it.`;
    return { text, isRight: isEnd ? null : false, move: null, reply: null };
  }
  const reply = next(cell) ?? null;
  const isEnd = reply === null || next(reply) === undefined;
  const isGood = isRight(cell);
  const text = isGood ? `${location} is right.${isEnd ? ' Solved.' : ''}` : `${location} is wrong. The variation shows why.`;
  return { text, isRight: isGood, move: cell.node, reply: reply?.node ?? null };
}
