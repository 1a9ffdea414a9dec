/** Addresses of moves in a text, for links. */
import type { DocumentSymbol } from 'vscode-languageserver-protocol';

import type { Host, Place } from '../../../board/src/host.ts';
import { type Board, type Node, type Spot, spotOf, type ToView } from '../../../board/src/protocol.ts';
import { paramsOf, requestTree } from '../../../board/src/source.ts';
import { type MoveAddress, nodeAt, pathOf } from '../movePath.ts';

/** The addresses of the moves around the board that is shown, which its controller sends. */
export class MoveAddresses {
  #board: Board | null = null;
  /** The name of the tree of that board. */
  #name: string | null = null;
  #tree: { name: string; nodes: readonly Node[] } | null = null;

  /** Takes in a message to the view. */
  take(message: ToView): void {
    if (message.type === 'show') {
      this.#board = message.board;
      this.#name = message.tree;
    } else if (message.type === 'tree') {
      this.#tree = message;
    } else if (message.type === 'empty') {
      this.#board = null;
    }
  }

  /** The name of the move that is shown, for a sentence. */
  get name(): string {
    const { move } = this.#board ?? { move: null };
    return move === null ? 'this position' : move.number === null ? 'this move' : `move ${move.number}`;
  }

  /** Returns the address of the move at a spot, or of the one that is shown; null while its tree is not known. */
  at(spot?: Spot): MoveAddress | null {
    if (this.#board === null || this.#tree === null || this.#tree.name !== this.#name) {
      return null;
    }
    const { nodes } = this.#tree;
    const isThere = ({ line, character = 0 }: Spot) => line === spot?.line && character === (spot.character ?? 0);
    const node = nodes.find(isThere);
    const path = pathOf(nodes, node?.id ?? this.#board.node);
    return { game: this.#board.event.index + 1, path };
  }
}

/** Returns where a move is in the text of a place; null if the text has no such game. */
export async function findMove(host: Host<Place>, place: Place, { game, path }: MoveAddress): Promise<Spot | null> {
  const { signal } = new AbortController();
  const { textDocument } = paramsOf(place);
  const games = await host.request<DocumentSymbol[] | null>('textDocument/documentSymbol', { textDocument }, signal);
  const start = games?.[game - 1]?.selectionRange.start;
  const tree = start && (await requestTree(host, host.at(place, start)));
  const node = tree && nodeAt(tree.nodes, path);
  return node ? spotOf(node) : null;
}
