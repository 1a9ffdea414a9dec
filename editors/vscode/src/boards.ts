/** The boards that are open: one that follows the cursor beside the text, one in the side bar, and as many more as are wanted. */
import * as vscode from 'vscode';

import type { Locked } from '../../board/src/protocol.ts';
import { Session } from '../../board/src/session.ts';
import type { Frame, Shared } from './boardHost.ts';
import { type Cursor, type Place, positionOf } from './cursor.ts';
import type { Engine } from './engine.ts';
import type { PageState } from './messages.ts';
import { BoardPanel } from './panel.ts';
import type { Server } from './server.ts';

/** The editor tabs with a board, and the view of the side bar. */
const TYPE = 'ishi.board';
const VIEW = 'ishi.boardView';

/** The place in which a board was locked before the window was loaded again; nothing where its record is gone. */
async function placeOf(locked: Locked | null): Promise<Place | undefined> {
  try {
    return locked === null
      ? undefined
      : { document: await vscode.workspace.openTextDocument(vscode.Uri.parse(locked.uri)), position: positionOf(locked) };
  } catch {
    return undefined;
  }
}

export class Boards implements vscode.Disposable {
  readonly #shared: Shared;
  readonly #subscriptions: vscode.Disposable[];
  readonly #open = new Set<BoardPanel>();
  /** The board beside the text. */
  #main: BoardPanel | undefined;
  /** The board in the side bar. */
  #inSideBar: BoardPanel | undefined;
  /** The board that was used last. */
  #last: BoardPanel | undefined;

  constructor(context: vscode.ExtensionContext, cursor: Cursor, engine: Engine, server: Server, find: Shared['find']) {
    this.#shared = {
      context,
      cursor,
      engine,
      server,
      session: new Session(),
      openAnother: (place) => this.openAnother(place),
      find,
    };
    const retained = { webviewOptions: { retainContextWhenHidden: true } };
    this.#subscriptions = [
      vscode.window.registerWebviewPanelSerializer(TYPE, {
        deserializeWebviewPanel: async (panel, state: PageState | undefined) => {
          const locked = await placeOf(state?.locked ?? null);
          const adopted = this.#adopt(panel, locked);
          if (locked === undefined) {
            this.#main ??= adopted;
          }
        },
      }),
      vscode.workspace.onDidChangeTextDocument(({ document, reason, contentChanges }) => {
        if (reason !== undefined && contentChanges.length > 0) {
          this.#shared.session.onHistory(document, reason === vscode.TextDocumentChangeReason.Undo ? 'undo' : 'redo');
        }
      }),
      vscode.window.registerWebviewViewProvider(VIEW, { resolveWebviewView: (view) => this.#adoptView(view) }, retained),
    ];
  }

  /** Shows the board beside the text, or brings it to the front. */
  reveal(): BoardPanel {
    if (this.#main === undefined) {
      this.#main = this.#create();
    } else {
      this.#main.show(true);
    }
    this.#last = this.#main;
    return this.#main;
  }

  /** The board that is used, or else the one beside the text. */
  get current(): BoardPanel {
    return this.#last ?? this.reveal();
  }

  /** The board whose tab is active. */
  get active(): BoardPanel | undefined {
    return [...this.#open].find((board) => board.isActive);
  }

  /** The board in the side bar; before it was opened, the one that is used. */
  get inSideBar(): BoardPanel {
    return this.#inSideBar ?? this.current;
  }

  /** Opens one more board, which stays where it is. */
  openAnother(place: Place | undefined): void {
    this.#create(place);
  }

  /** Plays a move, given by a location or PASS, where the board is. */
  async play(location: string): Promise<void> {
    const board = this.current.controller;
    await (location === 'PASS' ? board.make('ishi.pass', {}) : board.make('ishi.play', { point: location }));
  }

  /** Undoes or redoes the last change of the record. */
  async history(command: 'undo' | 'redo'): Promise<void> {
    await this.current.controller.history(command);
  }

  /** Shows the boards again, for what the server knows now. */
  look(): void {
    for (const { controller } of this.#open) {
      controller.look();
    }
  }

  /** Saves the record. */
  save(): void {
    this.current.controller.requestSave();
  }

  dispose(): void {
    vscode.Disposable.from(...this.#open, ...this.#subscriptions).dispose();
  }

  #create(locked?: Place): BoardPanel {
    const column = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
    return this.#adopt(vscode.window.createWebviewPanel(TYPE, 'Go Board', column, { retainContextWhenHidden: true }), locked);
  }

  #adopt(panel: vscode.WebviewPanel, locked?: Place): BoardPanel {
    panel.iconPath = vscode.Uri.joinPath(this.#shared.context.extensionUri, 'media', 'icon.png');
    const showLock = (isLocked: boolean) => {
      panel.title = isLocked ? 'Go Board (locked)' : 'Go Board';
      // The buttons are shown for the active tab only.
      if (panel.active) {
        void vscode.commands.executeCommand('setContext', 'ishi.boardLocked', isLocked);
      }
    };
    const frame = { webview: panel.webview, isVisible: () => panel.visible, isActive: () => panel.active, show: (preserveFocus: boolean) => panel.reveal(undefined, preserveFocus), showLock };
    const adopted = this.#add(frame, locked);
    panel.onDidChangeViewState(() => {
      if (panel.active) {
        this.#last = adopted;
        showLock(adopted.controller.isLocked);
      }
      adopted.controller.look();
    });
    panel.onDidDispose(() => this.#remove(adopted));
    return adopted;
  }

  #adoptView(view: vscode.WebviewView): void {
    const showLock = (isLocked: boolean) => {
      view.description = isLocked ? 'locked' : '';
      void vscode.commands.executeCommand('setContext', 'ishi.boardViewLocked', isLocked);
    };
    const frame = { webview: view.webview, isVisible: () => view.visible, isActive: () => false, show: (preserveFocus: boolean) => view.show(preserveFocus), showLock };
    const adopted = this.#add(frame);
    this.#inSideBar = adopted;
    view.onDidChangeVisibility(() => adopted.controller.look());
    view.onDidDispose(() => this.#remove(adopted));
  }

  #add(frame: Frame, locked?: Place): BoardPanel {
    const use = () => {
      this.#last = panel;
    };
    const panel = new BoardPanel(frame, this.#shared, use, locked);
    this.#open.add(panel);
    return panel;
  }

  #remove(panel: BoardPanel): void {
    panel.dispose();
    this.#open.delete(panel);
    if (this.#main === panel) {
      this.#main = undefined;
    }
    if (this.#inSideBar === panel) {
      this.#inSideBar = undefined;
    }
    if (this.#last === panel) {
      this.#last = undefined;
    }
  }
}
