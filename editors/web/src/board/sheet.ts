/** What is printed of a game: the board that is shown, and the moves with their comments. */
import type { Host, Place } from '../../../board/src/host.ts';
import { requestBoard, requestTree } from '../../../board/src/source.ts';
import type { Sheet } from '../printing.ts';

/** How many comments are printed at most. */
const MAX_COMMENTS = 2000;

/** Requests what is printed of the game at a place; null if there is none. */
export async function requestSheet(host: Host<Place>, place: Place, drawing: object): Promise<Sheet | null> {
  const tree = await requestTree(host, place);
  const shown = tree?.nodes.find(({ id }) => id === tree.current);
  if (tree === null || shown === undefined) {
    return null;
  }
  const board = await requestBoard(host, host.at(place, shown), { ...drawing, colors: 'print' });
  if (!board) {
    return null;
  }
  const commented = tree.nodes.filter(({ comment }) => comment).slice(0, MAX_COMMENTS);
  const boards = await Promise.all(commented.map((node) => requestBoard(host, host.at(place, node), { format: 'scene' })));
  const comments = commented.map(({ id }, index) => [id, boards[index]?.comment ?? ''] as const);
  return { board, nodes: tree.nodes, comments: new Map(comments) };
}
