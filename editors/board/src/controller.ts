/** Controller of a board: asks the server for what is shown, makes what is done on the board, and keeps its place. */
import type { Anchor, Host, Place, TextDocument } from './host.ts';
import { fingerprint, type Moment } from './journal.ts';
import { type Board, type EditCommand, type FromView, type Spot, spotOf, type ToView } from './protocol.ts';
import type { Session } from './session.ts';
import { paramsOf, Source } from './source.ts';

/** The answer of the server to an edit command. */
interface Revision {
  /** Null where the record has what is wanted already. */
  edit: object | null;
  /** Where the cursor belongs afterwards; a line of null where that is not certain. */
  line: number | null;
  /** In SGF. */
  character?: number;
  /** The board there; missing where it was not asked for. */
  board?: Board;
}

/** The outcome of a change: the reason of a refusal, in words for the user, or the new place of the cursor. */
type Outcome = { refusal: string } | { to: Spot | null };

/** A reason of the server, or of what else has failed, as a sentence. */
function refusalOf(error: unknown): { refusal: string } {
  const reason = error instanceof Error ? error.message : String((error as { message?: unknown }).message ?? error);
  return { refusal: `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.` };
}

const NO_RECORD = 'No record is open.';

export class Controller<P extends Place> {
  readonly #host: Host<P>;
  readonly #session: Session;
  readonly #send: (message: ToView) => void;
  readonly #source: Source<P>;
  /** Where the board is locked; undefined while it follows the cursor. */
  #locked: Anchor<P> | undefined;

  /** `send` passes a message to the view. */
  constructor(host: Host<P>, session: Session, send: (message: ToView) => void) {
    this.#host = host;
    this.#session = session;
    this.#send = send;
    this.#source = new Source(host, 'svg', {
      updated: () => this.#show(),
      treeLoaded: (tree) => send({ type: 'tree', ...tree }),
    });
    this.#source.options = session.options;
  }

  /** The place that is shown. */
  get place(): P | undefined {
    return this.#locked?.place ?? this.#host.place;
  }

  /** The params with which the server draws the board. */
  get drawing(): object {
    return this.#source.drawing;
  }

  /** Asks for what is at its place, if it is visible. */
  look(): void {
    if (this.#host.isVisible) {
      this.#source.look(this.place);
    }
  }

  /** Follows the cursor, unless the board is locked. */
  followCursor(): void {
    if (this.#locked === undefined) {
      this.look();
    }
  }

  /** Asks for all of it again, for a view that was loaded again or a server that was restarted. */
  refresh(): void {
    this.#source.refresh(this.#host.isVisible ? this.place : undefined);
  }

  get isLocked(): boolean {
    return this.#locked !== undefined;
  }

  /** Locks the board in a place, or has it follow the cursor again. */
  lock(place: P | undefined): void {
    this.#locked?.dispose();
    this.#locked = place && this.#host.anchor(place, () => this.look());
    this.#host.onLock?.(place !== undefined);
    this.look();
  }

  /** Copies the picture, which only the view can draw. */
  copyPicture(): void {
    this.#send({ type: 'copy-picture' });
  }

  /** Saves the record, with the comment that is being written in the view. */
  requestSave(): void {
    this.#send({ type: 'save' });
  }

  /** Saves the board as a file. */
  async export(): Promise<void> {
    await this.#host.export(this.place, this.drawing);
  }

  /** Makes a change where the board is, or in another spot of its record, when it is its turn. */
  async make(command: EditCommand, more: object, at?: Spot): Promise<void> {
    const refusal = await this.#session.inTurn(async () => {
      const document = this.place?.document;
      const before = document && this.#moment(document);
      const outcome = await this.#make(command, more, at).catch(refusalOf);
      this.#source.release();
      if ('to' in outcome && outcome.to !== null) {
        await this.#goTo(outcome.to);
      } else {
        this.look();
      }
      const after = document && this.#moment(document);
      if (before && after && before.text !== after.text) {
        this.#session.journal.add(document, before, after, (moment) => this.#restore(document, moment));
      }
      return 'refusal' in outcome ? outcome.refusal : null;
    });
    this.#send(refusal === null ? { type: 'say', text: '' } : { type: 'say', text: refusal, failed: command });
  }

  /** Undoes or redoes the last change of the record. */
  async history(command: 'undo' | 'redo'): Promise<void> {
    await this.#session.inTurn(async () => {
      const { place } = this;
      if (place !== undefined) {
        await this.#host.history(command, place);
      }
    });
    // Between two of them the board would take the focus away from the second one.
    if (this.#session.isIdle) {
      this.#host.returnFocus();
    }
    // The board shows the undone edit at once.
    this.look();
  }

  /** Does what a message of the view asks for. */
  async receive(message: FromView): Promise<void> {
    switch (message.type) {
      case 'go':
        return this.#goTo(message.to);
      case 'hand':
        return this.make(message.command, message.more, message.at);
      case 'history':
        return this.history(message.command);
      case 'save':
        return this.#save();
      case 'field':
        return this.#host.onField?.(message.isFocused);
      case 'options':
        this.#session.options = message.options;
        this.#source.options = message.options;
        return this.look();
      case 'lock':
        return this.lock(message.isLocked ? this.place : undefined);
      case 'another':
        return this.#host.openAnother?.(this.place);
      case 'focus-text':
        return this.#host.focusText();
      case 'open':
        return /^https?:/i.test(message.address) ? this.#host.open(message.address) : undefined;
      case 'export':
        return this.export();
      case 'find':
        return this.place && this.#host.find(this.place, message.region);
      case 'new-game':
        this.lock(undefined);
        await this.#host.create();
        return this.make('ishi.headers', { headers: message.headers });
      case 'copy-text':
        return this.#host.copy(message.text);
      case 'copy-link':
        return this.place && this.#host.copyLink?.(message.to === null ? this.place : this.#host.at(this.place, message.to));
      case 'save-picture':
        return this.#host.savePicture(Uint8Array.from(atob(message.png), (character) => character.charCodeAt(0)));
    }
  }

  dispose(): void {
    this.#locked?.dispose();
    this.#locked = undefined;
    this.#source.dispose();
  }

  async #make(command: EditCommand, more: object, at: Spot | undefined): Promise<Outcome> {
    const shown = this.place;
    if (shown === undefined) {
      return { refusal: NO_RECORD };
    }
    const place = at === undefined ? shown : this.#host.at(shown, at);
    const { version } = place.document;
    const { textDocument, position } = paramsOf(place);
    const argument = { textDocument: { ...textDocument, version }, position, board: this.#source.drawing, ...more };
    const revision = await this.#host.execute<Revision>(command, argument);
    const expect = () => {
      if (revision.board) {
        this.#source.hold();
        this.#showBoard(revision.board, null);
      }
    };
    if (revision.edit !== null && !(await this.#host.apply(revision.edit, place, version, expect))) {
      return { refusal: 'The record has changed meanwhile. Try again.' };
    }
    return { to: revision.line === null ? null : { line: revision.line, character: revision.character } };
  }

  /** Saves the record, after the changes that are under way and before those that come later. */
  async #save(): Promise<void> {
    const saving = this.#session.inTurn(async () => {
      const { place } = this;
      if (place === undefined) {
        return NO_RECORD;
      }
      // A record that gets a name becomes another document, and for a moment there is none.
      this.#source.hold();
      const saved = await this.#host.save(place);
      if (saved !== null && saved.document.uri.toString() !== place.document.uri.toString()) {
        await (this.#locked === undefined ? this.#host.turnTo(saved) : this.lock(saved));
      }
      return saved === null ? 'The record was not saved.' : null;
    });
    const refusal = await saving.finally(() => {
      this.#source.release();
      this.look();
    });
    if (refusal !== null) {
      this.#send({ type: 'say', text: refusal });
    }
  }

  async #goTo(to: Spot): Promise<void> {
    if (this.#locked === undefined) {
      await this.#host.goTo(to);
    } else {
      this.lock(this.#host.at(this.#locked.place, to));
    }
  }

  /** A text as it is now, with the places in it. */
  #moment(document: TextDocument): Moment {
    const spotIn = (place: P | undefined) => (place?.document.uri.toString() === document.uri.toString() ? spotOf(place.position) : null);
    return { text: fingerprint(document), cursor: spotIn(this.#host.place), locked: spotIn(this.#locked?.place) };
  }

  /** Leads the cursor and the board back to where they were in a text, as far as they are still in it. */
  async #restore(document: TextDocument, { cursor, locked }: Moment): Promise<void> {
    const now = this.#moment(document);
    if (cursor !== null && now.cursor !== null) {
      await this.#host.goTo(cursor);
    }
    if (locked !== null && now.locked !== null && this.#locked !== undefined) {
      this.lock(this.#host.at(this.#locked.place, locked));
    }
  }

  #show(): void {
    const { last } = this.#source;
    if (last?.board) {
      this.#showBoard(last.board, last.tree);
    } else {
      this.#send({ type: 'empty', reason: this.#reason() });
    }
  }

  /** Shows a board. One that is only expected is in no tree yet. */
  #showBoard(board: Board, tree: string | null): void {
    const at = this.#locked?.place;
    const locked = at === undefined ? null : { uri: at.document.uri.toString(), line: at.position.line, character: at.position.character };
    this.#send({ type: 'show', board, tree, options: this.#source.options, locked });
  }

  /** Returns the reason why there is no board, as a sentence. */
  #reason(): string {
    const { last } = this.#source;
    if (last === undefined) {
      return 'Open a record to see its board.';
    }
    if (this.#host.problem !== null) {
      return this.#host.problem;
    }
    if (last.place.document.isClosed) {
      return 'The record is closed.';
    }
    if (last.missing !== undefined) {
      const { title, reason } = last.missing;
      return title === '' ? `${reason}.` : `${title}. ${reason}.`;
    }
    return last.board === undefined ? `The language server does not draw boards. ${this.#host.remedy}` : 'There is no board at this place of the record.';
  }
}
