/** A board: beside the text, in the side bar, or a second one. */
import * as vscode from 'vscode';

import { Anchor } from './anchor.ts';
import type { BoardEdits } from './boardEdits.ts';
import { type Cursor, type Place, positionOf } from './cursor.ts';
import type { Engine } from './engine.ts';
import { exportBoard } from './export.ts';
import type { FromPage } from './messages.ts';
import { page } from './page.ts';
import type { Board, BoardOptions, EditCommand, Spot, ToView } from '../../board/src/protocol.ts';
import type { Server } from './server.ts';
import { BoardSource } from './boardSource.ts';

/** The container of a board: an editor tab or a view of the side bar. */
export interface Frame {
  webview: vscode.Webview;
  isVisible(): boolean;
  show(preserveFocus: boolean): void;
}

/** The services and settings that all boards share. */
export interface Shared {
  context: vscode.ExtensionContext;
  cursor: Cursor;
  engine: Engine;
  server: Server;
  edits: BoardEdits;
  /** How boards that are opened from now on are shown. */
  options: BoardOptions;
  /** Opens another board, locked in a place. */
  openAnother(place: Place | undefined): void;
  /** Says that the user works with a board. */
  turnTo(panel: BoardPanel): void;
}

/** The schemes of addresses that may be opened from a comment. */
const SCHEMES = new Set(['http', 'https']);

export class BoardPanel implements vscode.Disposable {
  readonly #frame: Frame;
  readonly #shared: Shared;
  readonly #source: BoardSource;
  readonly #subscriptions: vscode.Disposable[];
  /** Where the board is locked; undefined while it follows the cursor. */
  #locked: Anchor | undefined;
  /** The messages for a page that is still loading. */
  #waiting: ToView[] | null = [];

  constructor(frame: Frame, shared: Shared, locked?: Place) {
    this.#frame = frame;
    this.#shared = shared;
    this.#lock(locked);
    this.#source = new BoardSource(shared.server, 'svg');
    this.#source.options = shared.options;
    const { webview } = frame;
    const dist = vscode.Uri.joinPath(shared.context.extensionUri, 'dist');
    webview.options = { enableScripts: true, localResourceRoots: [dist] };
    this.#subscriptions = [
      this.#source,
      this.#source.onDidUpdate(() => this.#show()),
      this.#source.onDidLoadTree((tree) => this.#send({ type: 'tree', ...tree })),
      shared.cursor.onDidMove(() => {
        if (this.#locked === undefined) {
          this.look();
        }
      }),
      vscode.workspace.onDidChangeTextDocument((change) => this.#keepLocked(change)),
      webview.onDidReceiveMessage((message: FromPage) => this.#onMessage(message)),
    ];
    webview.html = page(webview, dist);
    this.look();
  }

  /** The place that is shown. */
  get place(): Place | undefined {
    return this.#locked?.place ?? this.#shared.cursor.place;
  }

  /** The source of the board and the tree that are shown. */
  get source(): BoardSource {
    return this.#source;
  }

  show(preserveFocus: boolean): void {
    this.#frame.show(preserveFocus);
  }

  /** Asks for what is at its place, if it is visible. */
  look(): void {
    if (this.#frame.isVisible()) {
      this.#source.look(this.place);
    }
  }

  /** Copies the picture, which only the page can draw. */
  copyPicture(): void {
    this.show(false);
    this.#send({ type: 'copy-picture' });
  }

  /** Makes a change by hand where it is, or in another spot of its record. */
  async make(command: EditCommand, more: object, at?: Spot): Promise<void> {
    const placeNow = () => {
      const { place } = this;
      return place && at !== undefined ? { ...place, position: positionOf(at) } : place;
    };
    const refusal = await this.#shared.edits.make(command, more, {
      placeNow,
      drawing: this.#source.drawing,
      expect: (board) => {
        this.#source.hold();
        this.#showBoard(board, null);
      },
      arrive: async (to) => {
        this.#source.release();
        if (to === null) {
          this.look();
        } else {
          await this.#goTo(to);
        }
      },
    });
    this.#send(refusal === null ? { type: 'say', text: '' } : { type: 'say', text: refusal, failed: command });
  }

  /** Saves the board as a picture, a page or an animation. */
  async export(): Promise<void> {
    await exportBoard(this.place, this.#shared.engine, this.#shared.server.problem);
  }

  /** Undoes or redoes the last change of its record. */
  async history(command: 'undo' | 'redo'): Promise<void> {
    const { place } = this;
    if (place !== undefined) {
      await this.#shared.edits.history(command, place, () => this.show(false));
      // The board shows the undone edit at once.
      this.look();
    }
  }

  /** Saves its record, with the comment that is being written on its page. */
  requestSave(): void {
    this.#send({ type: 'save' });
  }

  dispose(): void {
    vscode.Disposable.from(...this.#subscriptions).dispose();
  }

  /** Saves its record, after the changes that are under way and before those that come later. */
  async #save(): Promise<void> {
    const refusal = await this.#shared.edits.inTurn(async () => {
      const { place } = this;
      if (place === undefined) {
        return 'No record is open.';
      }
      const { uri, isUntitled } = place.document;
      // A record that gets a name becomes another document, and for a moment there is none.
      if (isUntitled) {
        this.#source.hold();
      }
      const saved = await vscode.workspace.save(uri);
      if (saved !== undefined && saved.toString() !== uri.toString()) {
        await this.#follow(saved, place.position);
      }
      return saved === undefined ? 'The record was not saved.' : null;
    });
    this.#source.release();
    this.look();
    if (refusal !== null) {
      this.#send({ type: 'say', text: refusal });
    }
  }

  /** Goes on in another document. */
  async #follow(uri: vscode.Uri, position: vscode.Position): Promise<void> {
    if (this.#locked === undefined) {
      await this.#shared.cursor.turnTo(uri, position);
    } else {
      this.#lock({ document: await vscode.workspace.openTextDocument(uri), position });
    }
  }

  async #goTo(to: Spot): Promise<void> {
    if (this.#locked === undefined) {
      await this.#shared.cursor.goTo(to);
    } else {
      this.#lock({ document: this.#locked.document, position: positionOf(to) });
      this.look();
    }
  }

  #lock(place: Place | undefined): void {
    this.#locked = place && new Anchor(place);
  }

  /** Keeps its place while text before it comes and goes. */
  #keepLocked({ document, contentChanges }: vscode.TextDocumentChangeEvent): void {
    if (this.#locked === undefined || document !== this.#locked.document) {
      return;
    }
    this.#locked.follow(contentChanges);
    this.look();
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
    const at = this.#locked;
    const locked = at === undefined ? null : { uri: at.document.uri.toString(), line: at.place.position.line, character: at.place.position.character };
    this.#send({ type: 'show', board, tree, options: this.#source.options, locked });
  }

  /** Returns the reason why there is no board, as a sentence. */
  #reason(): string {
    const { server } = this.#shared;
    const { last } = this.#source;
    if (last === undefined) {
      return 'Open a record to see its board.';
    }
    if (server.problem !== null) {
      return server.problem;
    }
    if (!server.isRunning) {
      return 'The language server is starting.';
    }
    if (last.place.document.isClosed) {
      return 'The record is closed.';
    }
    return last.board === undefined
      ? 'The language server does not draw boards. Update it, or remove the setting ishi.server.path.'
      : 'There is no board at this place of the record.';
  }

  #send(message: ToView): void {
    if (this.#waiting === null) {
      void this.#frame.webview.postMessage(message);
    } else {
      this.#waiting.push(message);
    }
  }

  async #onMessage(message: FromPage): Promise<void> {
    if (message.type !== 'ready') {
      this.#shared.turnTo(this);
    }
    switch (message.type) {
      case 'ready': {
        const waiting = (this.#waiting ?? []).filter(({ type }) => type === 'copy-picture' || type === 'say');
        this.#waiting = null;
        for (const said of waiting) {
          this.#send(said);
        }
        // A page that is loaded again knows nothing any more.
        this.#source.refresh();
        break;
      }
      case 'go':
        await this.#goTo(message.to);
        break;
      case 'hand':
        await this.make(message.command, message.more, message.at);
        break;
      case 'history':
        await this.history(message.command);
        break;
      case 'save':
        await this.#save();
        break;
      case 'field':
        await vscode.commands.executeCommand('setContext', 'ishi.boardField', message.isFocused);
        break;
      case 'options':
        this.#shared.options = message.options;
        this.#source.options = message.options;
        break;
      case 'lock':
        this.#lock(message.isLocked ? this.place : undefined);
        this.look();
        break;
      case 'another':
        this.#shared.openAnother(this.place);
        break;
      case 'focus-text': {
        const editor = this.#shared.cursor.editor;
        if (editor !== undefined) {
          await vscode.window.showTextDocument(editor.document, editor.viewColumn);
        }
        break;
      }
      case 'open': {
        const address = vscode.Uri.parse(message.address);
        if (SCHEMES.has(address.scheme)) {
          await vscode.env.openExternal(address);
        }
        break;
      }
      case 'export':
        await this.export();
        break;
      case 'copy-text':
        await vscode.env.clipboard.writeText(message.text);
        break;
      case 'save-picture': {
        const target = await vscode.window.showSaveDialog({ filters: { PNG: ['png'] }, title: 'Save the Board' });
        if (target !== undefined) {
          await vscode.workspace.fs.writeFile(target, Uint8Array.from(atob(message.png), (character) => character.charCodeAt(0)));
        }
        break;
      }
    }
  }
}
