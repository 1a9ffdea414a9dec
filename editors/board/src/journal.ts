/** Journal of the changes that boards have made, with the places before and after each: Undo and Redo lead back to them. */
import type { TextDocument } from './host.ts';
import type { Spot } from './protocol.ts';

/** A text at one moment, and the places in it. */
export interface Moment {
  /** The fingerprint of the text. */
  text: number;
  /** Where the text cursor was; null if it was in another text. */
  cursor: Spot | null;
  /** Where the board was locked; null if it followed the cursor. */
  locked: Spot | null;
}

/** A change of one text. */
interface Change {
  uri: string;
  before: Moment;
  after: Moment;
  /** Leads back to the places of a moment. */
  restore(moment: Moment): Promise<void>;
  isUndone: boolean;
}

/** The number of changes that are kept, of all texts together. */
const MAX_CHANGES = 1000;

export class Journal {
  /** In the order of the changes. Those of a text that are undone come after its others. */
  #changes: Change[] = [];

  /** Adds a change that a board has made. Changes that were undone before it can't be made again. */
  add({ uri }: TextDocument, before: Moment, after: Moment, restore: (moment: Moment) => Promise<void>): void {
    const kept = this.#changes.filter((change) => change.uri !== uri.toString() || !change.isUndone);
    this.#changes = [...kept.slice(1 - MAX_CHANGES), { uri: uri.toString(), before, after, restore, isUndone: false }];
  }

  /**
   * Takes in that a change of a text was undone or made again. Returns what leads back to the places of that moment; undefined if the
   * change was not made by a board, which the text shows.
   */
  step(document: TextDocument, command: 'undo' | 'redo'): (() => Promise<void>) | undefined {
    const uri = document.uri.toString();
    const isUndo = command === 'undo';
    const change = this.#changes.filter((one) => one.uri === uri && one.isUndone !== isUndo).at(isUndo ? -1 : 0);
    const moment = isUndo ? change?.before : change?.after;
    if (change === undefined || moment?.text !== fingerprint(document)) {
      return undefined;
    }
    change.isUndone = isUndo;
    return () => change.restore(moment);
  }
}

/** A number for the text of a document: FNV-1a over its UTF-16 units, in two halves of 26 bits. */
export function fingerprint(document: TextDocument): number {
  const text = document.getText();
  let [one, other] = [0x811c9dc5, 0x9747b28c];
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    one = Math.imul(one ^ unit, 0x01000193);
    other = Math.imul(other ^ unit, 0x5bd1e995);
  }
  return (one >>> 6) * 0x4000000 + (other >>> 6);
}
