import type { Board, Spot } from '../protocol.ts';
import type { Piece } from './links.ts';
import type { TreeView } from './tree/tree.ts';

/** What a link of a comment refers to: its points, and the place of its move in the text. */
export interface Meaning {
  locations: string[];
  at: Spot | null;
}

const pointsOf = (location: string | null | undefined) => (location && location !== '?' ? [location] : []);

/** Resolves a link of a comment in a position. */
export function meaningOf(piece: Piece, board: Board | null, tree: TreeView): Meaning {
  const path = tree.path().map(({ node }) => node).reverse();
  switch (piece.kind) {
    case 'move': {
      // The number may also be that of a move to come.
      const found = path.find(({ number }) => number === piece.number) ?? tree.ahead().find(({ number }) => number === piece.number);
      return { locations: pointsOf(found?.location), at: found ?? null };
    }
    case 'label': {
      const marked = board?.labels.filter(({ label }) => label === piece.label) ?? [];
      const variation = tree.beside().find(({ marker }) => marker === piece.label);
      const locations = marked.length > 0 ? marked.map(({ location }) => location) : pointsOf(variation?.location);
      return { locations, at: variation ?? null };
    }
    case 'point':
      return { locations: [piece.location], at: path.find(({ location }) => location === piece.location) ?? null };
    default:
      return { locations: [], at: null };
  }
}
