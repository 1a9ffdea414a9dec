/**
 * Paths of moves, as a link has them. `60` is the 60th move of the game; `16.1.3` is the third move of the first
 * variation after the 16th move. Further variations follow in the same way.
 */
import type { Node } from '../../board/src/protocol.ts';

/** A move in a text: its game, counted from 1, and its path. */
export interface MoveAddress {
  game: number;
  path: string;
}

/** The moves that follow each node. The first of them continues its line. */
function followers(nodes: readonly Node[]): Map<number, Node[]> {
  const moves = nodes.filter(({ kind, parent }) => kind === 'move' && parent !== null);
  return Map.groupBy(moves, ({ parent }) => parent as number);
}

/** Returns the path of a node. A diagram has that of its move. */
export function pathOf(nodes: readonly Node[], id: number): string {
  const following = followers(nodes);
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const line: Node[] = [];
  for (let node = byId.get(id); node !== undefined && node.parent !== null; node = byId.get(node.parent)) {
    if (node.kind === 'move') {
      line.unshift(node);
    }
  }
  const path: number[] = [];
  let count = 0;
  for (const node of line) {
    const branch = following.get(node.parent as number)?.indexOf(node) ?? 0;
    if (branch > 0) {
      path.push(count, branch);
      count = 0;
    }
    count += 1;
  }
  return [...path, count].join('.');
}

/** Returns the node at a path, or the last one on the way to it that there is; undefined if there are no nodes. */
export function nodeAt(nodes: readonly Node[], path: string): Node | undefined {
  const following = followers(nodes);
  const [first = 0, ...others] = path.split('.').map(Number);
  let at = nodes.find(({ parent }) => parent === null);
  const go = (branch: number) => {
    const next = at && following.get(at.id)?.[branch];
    at = next ?? at;
    return next !== undefined;
  };
  const walk = (moves: number) => {
    let isThere = true;
    for (let move = 0; isThere && move < moves; move += 1) {
      isThere = go(0);
    }
    return isThere;
  };
  let isThere = walk(first);
  for (let index = 0; isThere && index < others.length; index += 2) {
    isThere = go(others[index] as number) && walk((others[index + 1] ?? 1) - 1);
  }
  return at;
}
