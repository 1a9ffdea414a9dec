/** Edits made on a board: the server computes them, and the editor applies them, so that they can be undone. */
import * as vscode from 'vscode';
import type { WorkspaceEdit } from 'vscode-languageclient';

import type { Cursor, Place } from './cursor.ts';
import type { Board, EditCommand, Spot } from '../../board/src/protocol.ts';
import type { Server } from './server.ts';

/** The answer of the server to an edit command. */
interface Revision {
  /** Null where the record has what is wanted already. */
  edit: WorkspaceEdit | null;
  /** Where the cursor belongs afterwards; a line of null where that is not certain. */
  line: number | null;
  /** In SGF. */
  character?: number;
  /** The board there; missing where it was not asked for. */
  board?: Board;
}

/** The board from which an edit is made, and which shows its result. */
export interface EditTarget {
  /** The place of the next change. */
  placeNow(): Place | undefined;
  /** How the board is drawn to which a change leads. */
  drawing: object;
  /** Shows that board, while the editor makes the change. */
  expect(board: Board): void;
  /** Goes where the change has led, or stays if it was not made. */
  arrive(to: Spot | null): Promise<void>;
}

/** The outcome of an edit: the reason of a refusal, in words for the user, or the new place of the cursor. */
type Outcome = { refusal: string } | { to: Spot | null };

/** A reason of the server, or of what else has failed, as a sentence. */
function refusalOf(error: unknown): { refusal: string } {
  const reason = error instanceof Error ? error.message : String(error);
  return { refusal: `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.` };
}

/** Why a change is refused for which the server was asked about an older text. */
const CHANGED = 'The record has changed meanwhile. Try again.';

/** How often Undo is tried: where there is nothing to undo, it changes nothing either. */
const ATTEMPTS = 3;

export class BoardEdits {
  readonly #server: Server;
  readonly #cursor: Cursor;
  /** One change after the other: the next one begins where the last one has led. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(server: Server, cursor: Cursor) {
    this.#server = server;
    this.#cursor = cursor;
  }

  /** Does something after all that was begun before it, and before all that comes later. */
  inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => undefined);
    return done;
  }

  /** Makes a change when it is its turn, and goes where it leads before the next one. Returns why it was not made. */
  make(command: EditCommand, more: object, target: EditTarget): Promise<string | null> {
    return this.inTurn(async () => {
      const outcome = await this.#make(command, more, target).catch(refusalOf);
      await target.arrive('refusal' in outcome ? null : outcome.to);
      return 'refusal' in outcome ? outcome.refusal : null;
    });
  }

  /**
   * Takes back the last change of a record, or makes it again. The command works on the editor that has the focus, which
   * `giveBack` returns after the last one.
   */
  history(command: 'undo' | 'redo', { document }: Place, giveBack: () => void): Promise<void> {
    const done = this.inTurn(async () => {
      const shown = this.#cursor.editorOf(document.uri);
      const { version } = document;
      // A board that got the focus back just before may still take it away from the editor.
      for (let attempt = 0; attempt < ATTEMPTS && document.version === version; attempt += 1) {
        await vscode.window.showTextDocument(document, shown?.viewColumn ?? vscode.ViewColumn.One);
        await vscode.commands.executeCommand(command);
      }
    });
    const last = this.#last;
    // Between two of them the board would take the focus away from the second one.
    void last.then(() => {
      if (this.#last === last) {
        giveBack();
      }
    });
    return done;
  }

  async #make(command: EditCommand, more: object, target: EditTarget): Promise<Outcome> {
    const place = target.placeNow();
    if (place === undefined) {
      return { refusal: 'No record is open.' };
    }
    const { document, position: { line, character } } = place;
    const { version } = document;
    const argument = { textDocument: { uri: document.uri.toString(), version }, position: { line, character }, board: target.drawing, ...more };
    const revision = await this.#server.execute<Revision>(command, argument);
    if (revision.edit !== null) {
      const edit = await this.#server.convertEdit(revision.edit);
      if (document.version !== version || edit === undefined) {
        return { refusal: CHANGED };
      }
      // First of all: who sees the board change may type at once.
      this.#cursor.moveCursorsOut(document, edit.get(document.uri).map(({ range }) => range));
      // The editor takes longer to make the change than the server to work it out.
      if (revision.board) {
        target.expect(revision.board);
      }
      if (!(await vscode.workspace.applyEdit(edit))) {
        return { refusal: CHANGED };
      }
    }
    return { to: revision.line === null ? null : { line: revision.line, character: revision.character } };
  }
}
