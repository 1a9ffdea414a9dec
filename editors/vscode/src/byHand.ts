/** Changes that are made by hand on the board: the server works out the edit, and the editor makes it, so that it can be undone. */
import * as vscode from 'vscode';
import type { WorkspaceEdit } from 'vscode-languageclient/node';

import type { Cursor } from './cursor.ts';
import type { HandCommand } from './protocol.ts';
import type { Server } from './server.ts';

/** What the server answers to a command of a board. */
interface Revision {
  /** Null where the record has what is wanted already. */
  edit: WorkspaceEdit | null;
  /** Where the cursor belongs afterwards; null where that is not certain. */
  line: number | null;
}

export class ByHand {
  readonly #cursor: Cursor;
  readonly #server: Server;
  /** One change after the other: the next one begins where the last one has led. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(cursor: Cursor, server: Server) {
    this.#cursor = cursor;
    this.#server = server;
  }

  /**
   * Makes a change at the cursor, or in another line of the record.
   *
   * @returns why it was not made, in words for the user; null where it was
   */
  make(command: HandCommand, more: object = {}, line?: number): Promise<string | null> {
    const made = this.#last.then(() => this.#make(command, more, line));
    this.#last = made.catch(() => undefined);
    return made;
  }

  /** Takes back the last change of the record, or makes it again. The command works on the editor that has the focus. */
  async history(command: 'undo' | 'redo'): Promise<void> {
    await this.#last;
    const editor = this.#cursor.editor;
    if (editor !== undefined) {
      await vscode.window.showTextDocument(editor.document, editor.viewColumn);
      await vscode.commands.executeCommand(command);
    }
  }

  async #make(command: HandCommand, more: object, line: number | undefined): Promise<string | null> {
    const editor = this.#cursor.editor;
    if (editor === undefined) {
      return 'No record is open.';
    }
    const { document, selection } = editor;
    const { version } = document;
    const position = line === undefined ? { line: selection.active.line, character: selection.active.character } : { line, character: 0 };
    const argument = { textDocument: { uri: document.uri.toString(), version }, position, ...more };
    let revision: Revision;
    try {
      revision = await this.#server.execute<Revision>(command, argument);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      return `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`;
    }
    if (revision.edit !== null) {
      const edit = await this.#server.convertEdit(revision.edit);
      if (document.version !== version || edit === undefined || !(await vscode.workspace.applyEdit(edit))) {
        return 'The record has changed meanwhile. Try again.';
      }
    }
    if (revision.line !== null) {
      await this.#cursor.goTo(revision.line);
    }
    return null;
  }
}
