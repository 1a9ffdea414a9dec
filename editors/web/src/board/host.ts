/** The page around its board: the editor, the server in the worker, and the browser. */
import { redo, undo } from '@codemirror/commands';
import { type LSPClient, LSPPlugin } from '@codemirror/lsp-client';
import type { ChangeDesc } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import type { WorkspaceEdit } from 'vscode-languageserver-protocol';

import type { Anchor, Host, Place, TextDocument } from '../../../board/src/host.ts';
import type { Region, Spot } from '../../../board/src/protocol.ts';
import { download } from '../files.ts';
import type { GamesDialog } from '../games.ts';
import { apply, editsOf } from '../language/edits.ts';
import { goTo } from '../reveal.ts';
import { LineAnchor } from './anchor.ts';
import { type ExportDialog, exported } from './export.ts';

/** The parts of the page that a board needs besides its editor. */
export interface Surroundings {
  view: EditorView;
  client: LSPClient;
  focusText(): void;
  save(): Promise<void>;
  /** Opens a new document with this text. */
  create(text: string): void;
  /** Copies a link to a spot of the text. */
  copyLink(spot: Spot): Promise<void>;
  exports: ExportDialog;
  games: GamesDialog;
}

/** The text of the editor, as the server knows it. */
class PageDocument implements TextDocument {
  readonly uri: string;
  readonly #page: Surroundings;

  constructor(uri: string, page: Surroundings) {
    this.uri = uri;
    this.#page = page;
  }

  get version(): number {
    const { client } = this.#page;
    client.sync();
    return client.workspace.getFile(this.uri)?.version ?? -1;
  }

  get isClosed(): boolean {
    return LSPPlugin.get(this.#page.view)?.uri !== this.uri;
  }

  getText(): string {
    return this.#page.view.state.doc.toString();
  }
}

export class PageHost implements Host<Place> {
  readonly #page: Surroundings;
  /** The places in which a board is locked. */
  readonly #anchors = new Set<LineAnchor>();
  readonly isVisible = true;
  readonly problem = null;
  readonly remedy = 'Load the page again.';

  constructor(page: Surroundings) {
    this.#page = page;
  }

  get place(): Place | undefined {
    return LSPPlugin.get(this.#page.view) === null ? undefined : this.#placeOf(this.#page.view.state.selection.main.head);
  }

  /** The place of an offset in the text. */
  #placeOf(offset: number): Place {
    const plugin = LSPPlugin.get(this.#page.view) as LSPPlugin;
    return { document: new PageDocument(plugin.uri, this.#page), position: plugin.toPosition(offset) };
  }

  /** Follows an edit of the text: a place in which the board is locked moves with what is around it. */
  follow(changes: ChangeDesc): void {
    for (const anchor of this.#anchors) {
      anchor.follow(changes);
    }
  }

  /** A server that has crashed is started again, and asked again then. */
  request<T>(method: string, params: object): Promise<T | undefined> {
    const { client } = this.#page;
    client.sync();
    return client.request<object, T>(method, params).catch(() => null as T);
  }

  execute<T>(command: string, argument: object): Promise<T> {
    return this.#page.client.request<object, T>('workspace/executeCommand', { command, arguments: [argument] });
  }

  at({ document }: Place, { line, character = 0 }: Spot): Place {
    return { document, position: { line, character } };
  }

  anchor({ position }: Place, moved: () => void): Anchor<Place> {
    const { doc } = this.#page.view.state;
    const { from } = doc.line(Math.min(position.line + 1, doc.lines));
    return new LineAnchor(this.#anchors, from, (offset) => this.#placeOf(offset), moved);
  }

  async goTo({ line, character }: Spot): Promise<void> {
    const { view } = this.#page;
    const { doc } = view.state;
    const { from, text } = doc.line(Math.min(line + 1, doc.lines));
    const column = character === undefined ? text.search(/\S|$/) : Math.min(character, text.length);
    goTo(view, from + column, 'select.board');
  }

  turnTo({ position }: Place): Promise<void> {
    return this.goTo(position);
  }

  async apply(edit: object, { document }: Place, version: number, expect: () => void): Promise<boolean> {
    const { view } = this.#page;
    if (document.version !== version) {
      return false;
    }
    expect();
    return apply(view, view.state.doc, editsOf(edit as WorkspaceEdit, document.uri.toString()), 'board');
  }

  async history(command: 'undo' | 'redo'): Promise<void> {
    (command === 'undo' ? undo : redo)(this.#page.view);
  }

  /** Undo works without the focus. */
  returnFocus(): void {}

  async save(place: Place): Promise<Place> {
    await this.#page.save();
    return place;
  }

  async create(): Promise<void> {
    this.#page.create('EVENT\n');
  }

  async export(place: Place | undefined, drawing: object): Promise<void> {
    const boards = place && (await exported(this, place, drawing));
    if (boards) {
      this.#page.exports.open(boards);
    }
  }

  find({ position }: Place, region: Region | null): Promise<void> {
    return this.#page.games.show(region, position);
  }

  async savePicture(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    download('board.png', new Blob([bytes], { type: 'image/png' }));
  }

  async copy(text: string): Promise<void> {
    await navigator.clipboard.writeText(text);
  }

  copyLink({ position }: Place): Promise<void> {
    return this.#page.copyLink(position);
  }

  async open(address: string): Promise<void> {
    window.open(address, '_blank', 'noopener,noreferrer');
  }

  async focusText(): Promise<void> {
    this.#page.focusText();
  }
}
