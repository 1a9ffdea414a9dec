/** VS Code around a board: its cursor, its editors, its files and its clipboard. */
import * as vscode from 'vscode';
import type { WorkspaceEdit } from 'vscode-languageclient';

import type { Anchor, Host } from '../../board/src/host.ts';
import type { Region, Spot } from '../../board/src/protocol.ts';
import type { Session } from '../../board/src/session.ts';
import { LineAnchor } from './anchor.ts';
import { type Cursor, type Place, positionOf } from './cursor.ts';
import type { Engine } from './engine.ts';
import { exportBoard, savePicture } from './export.ts';
import type { Server } from './server.ts';

/** The container of a board: an editor tab or a view of the side bar. */
export interface Frame {
  webview: vscode.Webview;
  isVisible(): boolean;
  /** Whether it is a tab, and the active one. */
  isActive(): boolean;
  show(preserveFocus: boolean): void;
  /** Shows whether the board is locked. */
  showLock(isLocked: boolean): void;
}

/** The services and settings that all boards share. */
export interface Shared {
  context: vscode.ExtensionContext;
  session: Session;
  cursor: Cursor;
  engine: Engine;
  server: Server;
  /** Opens another board, locked in a place. */
  openAnother(place: Place | undefined): void;
  /** Lists the games with the position of a place, or with a part of it. */
  find(place: Place, region: Region | null): Promise<void>;
}

/** How often Undo is tried: where there is nothing to undo, it changes nothing either. */
const ATTEMPTS = 3;

export class BoardHost implements Host<Place> {
  readonly remedy = 'Update it, or remove the setting ishi.server.path.';
  readonly #frame: Frame;
  readonly #shared: Shared;

  constructor(frame: Frame, shared: Shared) {
    this.#frame = frame;
    this.#shared = shared;
  }

  get place(): Place | undefined {
    return this.#shared.cursor.place;
  }

  get isVisible(): boolean {
    return this.#frame.isVisible();
  }

  get problem(): string | null {
    const { server } = this.#shared;
    return server.problem ?? (server.isRunning ? null : 'The language server is starting.');
  }

  request<T>(method: string, params: object, signal: AbortSignal): Promise<T | undefined> {
    return this.#shared.server.request<T>(method, params, signal);
  }

  execute<T>(command: string, argument: object): Promise<T> {
    return this.#shared.server.execute<T>(command, argument);
  }

  at({ document }: Place, spot: Spot): Place {
    return { document, position: positionOf(spot) };
  }

  anchor(place: Place, moved: () => void): Anchor<Place> {
    return new LineAnchor(place, moved);
  }

  goTo(spot: Spot): Promise<void> {
    return this.#shared.cursor.goTo(spot);
  }

  turnTo({ document, position }: Place): Promise<void> {
    return this.#shared.cursor.turnTo(document.uri, position);
  }

  async apply(edit: object, { document }: Place, version: number, expect: () => void): Promise<boolean> {
    const { cursor, server } = this.#shared;
    const converted = await server.convertEdit(edit as WorkspaceEdit);
    if (document.version !== version || converted === undefined) {
      return false;
    }
    // First of all: who sees the board change may type at once.
    cursor.moveCursorsOut(document, converted.get(document.uri).map(({ range }) => range));
    // The editor takes longer to make the change than the server to work it out.
    expect();
    return vscode.workspace.applyEdit(converted);
  }

  /** The command works on the editor that has the focus. */
  async history(command: 'undo' | 'redo', { document }: Place): Promise<void> {
    const shown = this.#shared.cursor.editorOf(document.uri);
    const { version } = document;
    // A board that got the focus back just before may still take it away from the editor.
    for (let attempt = 0; attempt < ATTEMPTS && document.version === version; attempt += 1) {
      await vscode.window.showTextDocument(document, shown?.viewColumn ?? vscode.ViewColumn.One);
      await vscode.commands.executeCommand(command);
    }
  }

  returnFocus(): void {
    this.#frame.show(false);
  }

  async save({ document, position }: Place): Promise<Place | null> {
    const saved = await vscode.workspace.save(document.uri);
    return saved === undefined ? null : { document: await vscode.workspace.openTextDocument(saved), position };
  }

  async create(): Promise<void> {
    const { uri } = await vscode.workspace.openTextDocument({ language: 'ishi', content: 'EVENT\n' });
    const { cursor } = this.#shared;
    await vscode.window.showTextDocument(uri, { viewColumn: cursor.editor?.viewColumn ?? vscode.ViewColumn.One });
    await cursor.turnTo(uri, { line: 0 });
  }

  async export(place: Place | undefined): Promise<void> {
    await exportBoard(place, this.#shared.engine, this.#shared.server.problem);
  }

  async find(place: Place, region: Region | null): Promise<void> {
    await this.#shared.find(place, region);
  }

  async savePicture(bytes: Uint8Array): Promise<void> {
    await savePicture(bytes);
  }

  async copy(text: string): Promise<void> {
    await vscode.env.clipboard.writeText(text);
  }

  async open(address: string): Promise<void> {
    await vscode.env.openExternal(vscode.Uri.parse(address));
  }

  async focusText(): Promise<void> {
    await this.#shared.cursor.focus();
  }

  openAnother(place: Place | undefined): void {
    this.#shared.openAnother(place);
  }

  onLock(isLocked: boolean): void {
    this.#frame.showLock(isLocked);
  }

  onField(isFocused: boolean): void {
    void vscode.commands.executeCommand('setContext', 'ishi.boardField', isFocused);
  }
}
