/** Follows the text cursor through records. */
import * as vscode from 'vscode';

import type { Spot } from '../../board/src/protocol.ts';
import { mayHaveGames } from './fenceInfo.ts';

/** A place in a record. */
export interface Place {
  document: vscode.TextDocument;
  position: vscode.Position;
}

/** The beginning of a line, or the character that is named. */
export const positionOf = ({ line, character = 0 }: Spot) => new vscode.Position(line, character);

/** Whether a document has games that the server knows: records, and SGF. */
export function hasGames({ languageId }: vscode.TextDocument): boolean {
  return languageId === 'ishi' || languageId === 'sgf';
}

/** Whether a document is in Markdown and may have a code block with a game. */
export function isNote(document: vscode.TextDocument): boolean {
  return document.languageId === 'markdown' && mayHaveGames(document.getText());
}

/** Whether an edit of a document in Markdown may have begun a code block with a game. Only its lines are read. */
export function writesGame(document: vscode.TextDocument, { range, text }: vscode.TextDocumentContentChangeEvent): boolean {
  const first = range.start.line;
  return document.languageId === 'markdown' && mayHaveGames(document.getText(new vscode.Range(first, 0, first + text.split('\n').length, 0)));
}

/** Whether a tab shows a document, alone or beside another one. */
const shows = ({ uri }: vscode.TextDocument) => ({ input }: vscode.Tab): boolean => {
  const shown = input instanceof vscode.TabInputTextDiff ? [input.original, input.modified] : input instanceof vscode.TabInputText ? [input.uri] : [];
  return shown.some((one) => one.toString() === uri.toString());
};

const isInTab = (document: vscode.TextDocument) => vscode.window.tabGroups.all.some(({ tabs }) => tabs.some(shows(document)));

/** A user who keeps typing or moving the cursor pauses for less than this, in milliseconds. */
const REST = 40;

export class Cursor implements vscode.Disposable {
  readonly #moved = new vscode.EventEmitter<Place | undefined>();
  /** Fires with the new place, or with nothing when no record is open any more. */
  readonly onDidMove = this.#moved.event;

  readonly #subscriptions: vscode.Disposable[];
  #editor: vscode.TextEditor | undefined;
  /**
   * The places that the cursor was sent to, of which the editor has not said yet that it was there. It may say so of one when the
   * cursor has been sent on to others already; until it says so of the last of them, its selection is an old one.
   */
  #sent: vscode.Position[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    this.#subscriptions = [
      this.#moved,
      vscode.window.onDidChangeActiveTextEditor((editor) => this.#turnTo(editor)),
      vscode.window.onDidChangeTextEditorSelection((change) => {
        if (change.textEditor === this.editor && this.#isThere(change)) {
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
          this.#leave();
        }
      }),
      // A document that an extension has opened, too, is closed minutes after its last tab.
      vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
        if (this.#editor !== undefined && closed.some(shows(this.#editor.document)) && !isInTab(this.#editor.document)) {
          this.#leave();
        }
      }),
      vscode.workspace.onDidOpenTextDocument(() => this.#turnTo(vscode.window.activeTextEditor)),
      vscode.window.onDidChangeVisibleTextEditors(() => this.#turnToVisible()),
    ];
    this.#turnTo(vscode.window.activeTextEditor);
    this.#turnToVisible();
  }

  /** Where the cursor is, unless no record is open. */
  get place(): Place | undefined {
    const { editor } = this;
    if (editor === undefined || editor.document.isClosed || !hasGames(editor.document)) {
      return undefined;
    }
    return { document: editor.document, position: (editor === this.#editor ? this.#sent.at(-1) : undefined) ?? editor.selection.active };
  }

  /** The editor of the record that was worked on last, also while a panel has the focus. */
  get editor(): vscode.TextEditor | undefined {
    return this.#editor && (this.editorOf(this.#editor.document.uri) ?? this.#editor);
  }

  /** The visible editor of a document; the one that was worked in last if there are several. */
  editorOf(uri: vscode.Uri): vscode.TextEditor | undefined {
    const last = this.#editor;
    const shown = vscode.window.visibleTextEditors.filter(({ document }) => document.uri.toString() === uri.toString());
    // An editor that was hidden and shown again is another one, in the same column.
    return shown.find((editor) => editor === last) ?? shown.find(({ viewColumn }) => viewColumn === last?.viewColumn) ?? shown[0];
  }

  /** Gives the editor the focus. */
  async focus(): Promise<void> {
    const { editor } = this;
    if (editor !== undefined) {
      await vscode.window.showTextDocument(editor.document, editor.viewColumn);
    }
  }

  /** Moves the cursor to a spot, without taking the focus. */
  async goTo({ line, character }: Spot): Promise<void> {
    let editor = this.editor;
    if (editor === undefined) {
      return;
    }
    if (!vscode.window.visibleTextEditors.includes(editor)) {
      editor = await vscode.window.showTextDocument(editor.document, { preserveFocus: true, viewColumn: vscode.ViewColumn.One });
    }
    this.#show(editor);
    const { range, firstNonWhitespaceCharacterIndex } = editor.document.lineAt(Math.min(line, editor.document.lineCount - 1));
    this.#put(editor, editor.document.validatePosition(range.start.with({ character: character ?? firstNonWhitespaceCharacterIndex })));
    editor.revealRange(editor.selection, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
    // Who goes somewhere is there, and does not pause on the way.
    this.report();
  }

  /** Moves the cursor to a spot of a record, which is shown for it if it is not visible. */
  async turnTo(uri: vscode.Uri, to: Spot): Promise<void> {
    this.#turnTo(this.editorOf(uri) ?? (await vscode.window.showTextDocument(uri)));
    await this.goTo(to);
  }

  /**
   * Takes the cursors of a document out of what a change would become a part of: a selection and a field of a snippet grow over
   * what is inserted at their edge, and what is typed next would replace all of it.
   */
  moveCursorsOut(document: vscode.TextDocument, changes: readonly vscode.Range[]): void {
    for (const editor of vscode.window.visibleTextEditors.filter((one) => one.document === document)) {
      const { start, end, active } = editor.selection;
      // Only records have snippets. Where their fields are in the line, VS Code does not say.
      const isRecord = document.languageId === 'ishi';
      const taken = isRecord ? new vscode.Range(start.with({ character: 0 }), document.lineAt(end).range.end) : editor.selection;
      if (changes.some((change) => change.intersection(taken) !== undefined)) {
        this.#put(editor, isRecord ? active.with({ character: 0 }) : active);
      }
    }
  }

  /** Fires for the place as it is now. */
  report(): void {
    clearTimeout(this.#timer);
    this.#moved.fire(this.place);
  }

  dispose(): void {
    clearTimeout(this.#timer);
    vscode.Disposable.from(...this.#subscriptions).dispose();
  }

  #turnTo(editor: vscode.TextEditor | undefined): void {
    // A panel or another kind of editor leaves the record where it was. The log is shown in a panel, too.
    if (editor !== undefined && editor.document.uri.scheme !== 'output') {
      this.#show(hasGames(editor.document) ? editor : undefined);
      this.#soon();
    }
  }

  /** Turns to a record that is visible, if it has turned to none: the window was loaded with the focus in a board. */
  #turnToVisible(): void {
    if (this.#editor === undefined && vscode.window.activeTextEditor === undefined) {
      this.#turnTo(vscode.window.visibleTextEditors.find(({ document }) => hasGames(document)));
    }
  }

  /** Turns to no record. */
  #leave(): void {
    this.#show(undefined);
    this.#soon();
  }

  #show(editor: vscode.TextEditor | undefined): void {
    if (editor !== this.#editor) {
      this.#sent = [];
    }
    this.#editor = editor;
  }

  /** Puts the cursor of an editor in a place. */
  #put(editor: vscode.TextEditor, position: vscode.Position): void {
    const selection = new vscode.Selection(position, position);
    // Of a selection that stays the same it says nothing.
    if (editor === this.#editor && !(this.#sent.at(-1)?.isEqual(position) ?? editor.selection.isEqual(selection))) {
      this.#sent.push(position);
    }
    editor.selection = selection;
  }

  /** Takes in where the editor says that the cursor is. Returns false for a place on the way to where it was sent since. */
  #isThere({ selections, kind }: vscode.TextEditorSelectionChangeEvent): boolean {
    const [selection] = selections;
    const isByHand = kind === vscode.TextEditorSelectionChangeKind.Keyboard || kind === vscode.TextEditorSelectionChangeKind.Mouse;
    const at = isByHand ? -1 : this.#sent.findIndex((place) => selection?.isEmpty && place.isEqual(selection.active));
    // It is somewhere else when somebody else has moved it.
    this.#sent = at === -1 ? [] : this.#sent.slice(at + 1);
    return this.#sent.length === 0;
  }

  #soon(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.report(), REST);
  }
}
