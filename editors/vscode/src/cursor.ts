/** Follows the text cursor through records, and asks the server for the board where it stands. */
import * as vscode from 'vscode';

import type { Board, BoardOptions, Tree } from './protocol.ts';
import type { Server } from './server.ts';

/** What there is at the cursor. */
export interface Place {
  document: vscode.TextDocument;
  position: vscode.Position;
  /** Null where there is no event, undefined where the server does not say. */
  board: Board | null | undefined;
  tree: Tree | null | undefined;
}

/** A user who keeps typing or moving the cursor pauses for less than this, in milliseconds. */
const REST = 40;

export class Cursor implements vscode.Disposable {
  readonly #moved = new vscode.EventEmitter<Place | undefined>();
  /** Fires with the new place, or with nothing when no record is open any more. */
  readonly onDidMove = this.#moved.event;

  readonly #server: Server;
  readonly #subscriptions: vscode.Disposable[];
  #editor: vscode.TextEditor | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #question: vscode.CancellationTokenSource | undefined;
  #place: Place | undefined;
  /** Whether the picture and the tree are visible; the status bar needs neither. */
  #isWatched = false;
  #options: BoardOptions = { numbers: 'none', coordinates: true };

  constructor(server: Server) {
    this.#server = server;
    this.#subscriptions = [
      this.#moved,
      server.onDidChangeState(() => this.#soon()),
      vscode.window.onDidChangeActiveTextEditor((editor) => this.#turnTo(editor)),
      vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => {
        if (textEditor === this.#editor) {
          this.#soon();
        }
      }),
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        if (document === this.#editor?.document) {
          this.#soon();
        }
      }),
      vscode.workspace.onDidCloseTextDocument((document) => {
        if (document === this.#editor?.document) {
          this.#editor = undefined;
          this.#soon();
        }
      }),
      vscode.workspace.onDidOpenTextDocument(() => this.#turnTo(vscode.window.activeTextEditor)),
    ];
    this.#turnTo(vscode.window.activeTextEditor);
  }

  /** What is at the cursor, as far as it is known. */
  get place(): Place | undefined {
    return this.#place;
  }

  /** The editor of the record that was worked on last, also while a panel has the focus. */
  get editor(): vscode.TextEditor | undefined {
    const document = this.#editor?.document;
    // An editor that was hidden and shown again is another one.
    return vscode.window.visibleTextEditors.find((editor) => editor.document === document) ?? this.#editor;
  }

  /** Sets whether the picture and the tree are visible. */
  watch(isWatched: boolean): void {
    this.#isWatched = isWatched;
    this.#soon();
  }

  /** How the board is drawn, in this panel and in one that is opened later. */
  get options(): BoardOptions {
    return this.#options;
  }

  /** Says how the board is to be drawn. */
  draw(options: BoardOptions): void {
    this.#options = options;
    this.#soon();
  }

  /** Moves the cursor to a line, without taking the focus. */
  async goTo(line: number): Promise<void> {
    let editor = this.editor;
    if (editor === undefined) {
      return;
    }
    if (!vscode.window.visibleTextEditors.includes(editor)) {
      editor = await vscode.window.showTextDocument(editor.document, { preserveFocus: true, viewColumn: vscode.ViewColumn.One });
    }
    this.#editor = editor;
    const { range, firstNonWhitespaceCharacterIndex } = editor.document.lineAt(Math.min(line, editor.document.lineCount - 1));
    const position = range.start.translate(0, firstNonWhitespaceCharacterIndex);
    editor.selection = new vscode.Selection(position, position);
    editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
    this.#soon();
  }

  /** Moves the cursor to a line of a record, which is shown for it if it is not visible. */
  async turnTo(uri: vscode.Uri, line: number): Promise<void> {
    const isShown = (editor: vscode.TextEditor) => editor.document.uri.toString() === uri.toString();
    const shown = vscode.window.visibleTextEditors.find(isShown);
    this.#turnTo(shown ?? (await vscode.window.showTextDocument(uri)));
    await this.goTo(line);
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#question?.dispose();
    vscode.Disposable.from(...this.#subscriptions).dispose();
  }

  #turnTo(editor: vscode.TextEditor | undefined): void {
    // A panel or another kind of editor leaves the record where it was.
    if (editor !== undefined) {
      this.#editor = editor.document.languageId === 'ishi' ? editor : undefined;
      this.#soon();
    }
  }

  #soon(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#ask(), REST);
  }

  async #ask(): Promise<void> {
    this.#question?.cancel();
    this.#question?.dispose();
    const question = new vscode.CancellationTokenSource();
    this.#question = question;
    const editor = this.editor;
    if (editor === undefined || editor.document.isClosed || editor.document.languageId !== 'ishi') {
      this.#place = undefined;
      this.#moved.fire(undefined);
      return;
    }
    const { document, selection } = editor;
    const position = selection.active;
    const params = { textDocument: { uri: document.uri.toString() }, position: { line: position.line, character: position.character } };
    const [board, tree] = await Promise.all([
      this.#server.request<Board | null>('ishi/board', { ...params, ...this.#options, format: this.#isWatched ? 'svg' : 'text' }, question.token),
      this.#isWatched ? this.#server.request<Tree | null>('ishi/tree', params, question.token) : undefined,
    ]);
    if (!question.token.isCancellationRequested) {
      this.#place = { document, position, board, tree };
      this.#moved.fire(this.#place);
    }
  }
}
