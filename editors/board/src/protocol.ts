/**
 * Boards and trees of moves as the server sends them, and the messages between the view of a board and its controller. Lines count from 0;
 * points are written as in a record.
 */

export type Color = 'black' | 'white';

/** Where something stands in the text. In SGF, where a line has many nodes, there is a character, unless it is the first one. */
export interface Spot {
  line: number;
  character?: number | undefined;
}

/** A spot alone, without what stands there. */
export const spotOf = ({ line, character }: Spot): Spot => ({ line, character });

/** Whether a spot is after another one. */
export function isAfter(one: Spot, other: Spot): boolean {
  return one.line > other.line || (one.line === other.line && (one.character ?? 0) > (other.character ?? 0));
}

/** A part of a board, by its lower left and its upper right corner. */
export interface Region {
  from: string;
  to: string;
}

/** The headers that stand around a board. */
type ShownHeader = 'black' | 'date' | 'handicap' | 'komi' | 'place' | 'result' | 'rules' | 'white';

/** The headers that a form of the game writes; `event` is the title. */
export type HeaderName = ShownHeader | 'boardsize' | 'event';

export type Headers = Partial<Record<HeaderName, string>>;

/**
 * A move that followed a position in the games of the last search, in the colors of the board. It has several locations if a symmetry of the
 * position exchanges them; one may also be `pass`.
 */
export interface Continuation {
  locations: (string | null)[];
  games: number;
  /** The games that Black has won, and that White has. */
  black: number;
  white: number;
}

/** A mark on a point. */
export type Mark = { location: string } & (
  | { kind: 'number'; number: number }
  | { kind: 'label'; label: string }
  | { kind: 'check' | 'diamond' | 'square' | 'triangle' }
);

/** The points that a count gives to the players, those in a seki, and the neutral ones. */
export type Ground = Record<Color | 'seki' | 'dame', string[]>;

/** The content of a picture as data, with what the record has after it and what can be done. */
export interface Scene {
  version: 1;
  stones: Record<Color, string[]>;
  /** In this order; of two marks on a point the last one is drawn. */
  marks: Mark[];
  /** The point of the last move, while its stone stands. */
  last: string | null;
  /** The points that are highlighted. */
  focus: string[];
  ground: Ground;
  /** The moves whose stones are gone and whose numbers are named below the board. */
  notes: { number: number; color: Color; location: string }[];
  /** Whether letters and numbers are around the board. */
  coordinates: boolean;
  /** The moves that follow: the one that continues the line, if there is one, and those that begin variations. */
  following: ({ number: number | null; color: Color; location: string | null; continues: boolean; marker?: string } & Spot)[];
  /** The number of games in which the last search has found this position, and the moves there; null if it was another position. */
  continuations?: { games: number; moves: Continuation[] } | null;
  /** The points with marks that can be removed. */
  marked: string[];
  /** The commands that this item has what they need for; `ishi.play` also stands for a pass. */
  can: EditCommand[];
}

/** The answer to `ishi/board`: the position at a place of the text, and where what is shown stands: an event, a move, a diagram or a variation. */
export interface Board extends Spot {
  /** The description of the position, for a heading. */
  title: string;
  /** Beside a picture as SVG. Servers before this version don't send it. */
  scene?: Scene;
  /** The picture as SVG or as text, whichever was asked for. */
  board: string;
  event: { index: number; title: string } & Spot;
  /** The id of the node that is shown, in the tree of the event. */
  node: number;
  /** The last move, or null before the first. Its location is null where it was a pass, and `?` where it is not written yet. */
  move: ({ number: number | null; color: Color; location: string | null } & Spot) | null;
  toPlay: Color | null;
  /** The stones that each side has taken so far. */
  captures: { black: number; white: number };
  /** The corners of what is shown: the lower left and the upper right one. */
  region: Region;
  /** The lines of the board in each direction. */
  size: number;
  /** The text of the comment at this place. */
  comment: string | null;
  /** The score, at the end of a game where it is certain. */
  count: { text: string } | null;
  /** The points with labels. */
  labels: { location: string; label: string }[];
  /** The points on which stones stand. */
  stones: { black: string[]; white: string[] };
  /** The number and color that a move written here would have. */
  next: { number: number; color: Color } | null;
  /** The texts of headers, where the record has them. Servers before this version don't send them. */
  headers?: Partial<Record<ShownHeader, string>>;
  /** In units of the SVG: its size, the upper left point that is shown, and the distance of lines. */
  grid: { left: number; top: number; step: number; width: number; height: number };
  /** The picture in words, for screen readers. */
  alt: string;
}

/** The answer to `ishi/board` for an event without a board: its game is not Go, or has a board that a record can't express. */
export interface MissingBoard {
  /** The reason, as a sentence without its full stop. */
  reason: string;
  /** The title of the event, or else its players. */
  title: string;
}

/** Whether an answer has a board. */
export const isBoard = (answer: Board | MissingBoard): answer is Board => !('reason' in answer);

/** The number and the color of the move that is played next: one that is still without its point, or else the one after. */
export function moveToPlay({ move, next }: Board): { number: number; color: Color } | null {
  return move?.location === '?' && move.number !== null ? { number: move.number, color: move.color } : next;
}

/**
 * A node of the tree. A parent comes before its children. The first move among them continues its line, the other moves
 * begin variations, and diagrams hang beside the line: no node has one as its parent.
 */
export interface Node extends Spot {
  id: number;
  parent: number | null;
  kind: 'root' | 'move' | 'diagram';
  color?: Color;
  number?: number | null;
  /** Null for a pass, and `?` where it is not written yet. */
  location?: string | null;
  /** The marker of the variation that begins here. */
  marker?: string;
  /** Whether there is a comment. */
  comment: boolean;
  /** Whether it belongs to the main line. */
  main: boolean;
}

/** The answer to `ishi/tree`: the moves of an event with their variations, or a part of them. */
export interface Tree extends Spot {
  title: string;
  /** The node at the place that was asked about. */
  current: number;
  nodes: Node[];
  /** Whether there are more nodes after these. */
  truncated: boolean;
}

/** The commands of the server that edit a record from a board. */
export type EditCommand =
  | 'ishi.play'
  | 'ishi.pass'
  | 'ishi.mark'
  | 'ishi.setup'
  | 'ishi.comment'
  | 'ishi.headers'
  | 'ishi.delete'
  | 'ishi.deleteVariation'
  | 'ishi.promote'
  | 'ishi.demote'
  | 'ishi.insertPass'
  | 'ishi.addDiagram';

/** How a board is shown. */
export interface BoardOptions {
  /** Which moves show their numbers, besides those that the record marks; a number means those from it on. */
  numbers: 'none' | 'last' | 'all' | number;
  coordinates: boolean;
  /** Whether the moves that follow, and the variations on them, are drawn as ghost stones. */
  variations: boolean;
  /** Whether the moves that followed in the games of the last search are drawn. */
  continuations: boolean;
  /** Whether a stone that is put is heard. */
  sound: boolean;
}

/** How a board is shown by default. */
export const DEFAULT_OPTIONS: BoardOptions = { numbers: 'none', coordinates: true, variations: true, continuations: true, sound: false };

/** Shares of the first part of each split, in percent. A split that was not moved has none, and follows the size of the box. */
export interface Splits {
  /** The board, with the text beside it. */
  beside?: number;
  /** The board and what is above it, with the text below. */
  below?: number;
  /** The comment, with the tree below it. */
  comment?: number;
}

/** Where a board is locked: the address of a document and a spot in it. */
export interface Locked extends Spot {
  uri: string;
}

/** A message to the view. */
export type ToView =
  /** `tree` names the tree in which the node of the board is; null for a board that is about to be there. */
  | { type: 'show'; board: Board; tree: string | null; options: BoardOptions; locked: Locked | null }
  /** `record` is the same for all versions of an event, and `name` for one version. */
  | { type: 'tree'; name: string; record: string; nodes: Node[]; truncated: boolean }
  | { type: 'empty'; reason: string }
  /** `failed` names the command that was refused, if it was one. */
  | { type: 'say'; text: string; failed?: EditCommand }
  | { type: 'copy-picture' }
  /** The record is about to be saved: what is being written belongs to it. */
  | { type: 'save' };

/** A message from the view. */
export type FromView =
  | { type: 'go'; to: Spot }
  /** `at` is where the item stands which is changed, where it is not the one that is shown. */
  | { type: 'hand'; command: EditCommand; more: object; at?: Spot }
  | { type: 'history'; command: 'undo' | 'redo' }
  /** After what was being written. */
  | { type: 'save' }
  /** Whether a field has the focus, which has its own Undo. */
  | { type: 'field'; isFocused: boolean }
  | { type: 'options'; options: BoardOptions }
  | { type: 'lock'; isLocked: boolean }
  | { type: 'another' }
  | { type: 'focus-text' }
  /** The address of a link in a comment. */
  | { type: 'open'; address: string }
  | { type: 'export' }
  /** Lists the games with the position, or with a part of it. */
  | { type: 'find'; region: Region | null }
  /** Begins another record with these headers. */
  | { type: 'new-game'; headers: Headers }
  | { type: 'copy-text'; text: string }
  /** Copies a link to a move, or to what is shown. */
  | { type: 'copy-link'; to: Spot | null }
  /** A picture, in base 64, that could not be put on the clipboard. */
  | { type: 'save-picture'; png: string };
