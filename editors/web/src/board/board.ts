/** The board beside the text: asks the server what is at the cursor, and makes what is done on the board. */
import { redo, undo } from '@codemirror/commands';
import { type LSPClient, LSPPlugin } from '@codemirror/lsp-client';
import type { ChangeDesc, Text } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import type { Position, WorkspaceEdit } from 'vscode-languageserver-protocol';

import { type Board, DEFAULT_OPTIONS, type EditCommand, type FromView, type Node, type ToView, type Tree } from '../../../board/src/protocol.ts';
import type { BoardElement } from '../../../board/src/view/element.ts';
import { download } from '../files.ts';
import { apply, editsOf } from '../language/edits.ts';
import type { Beside } from '../lists.ts';

/** How many nodes of a tree are asked for at most. */
const MAX_NODES = 200_000;

/** The answer of the server to an edit command. */
interface Revision {
  edit: WorkspaceEdit | null;
  /** Where the cursor belongs afterwards; null where that is not certain. */
  line: number | null;
}

export class BoardPanel {
  readonly #element: BoardElement;
  readonly #view: EditorView;
  readonly #client: LSPClient;
  readonly #focusText: () => void;
  #options = DEFAULT_OPTIONS;
  /** The place in the text at which the board is locked; null while it follows the cursor. */
  #locked: number | null = null;
  #isAsking = false;
  #isOutdated = false;
  /** The text whose tree was sent, and the event of it. */
  #tree: { doc: Text; event: number; name: string } | null = null;
  #trees = 0;
  #picture = '';
  /** One change after the other: the next one begins where the last one has led. */
  #last: Promise<void> = Promise.resolve();

  constructor(element: BoardElement, client: LSPClient, { view, focusText }: Beside) {
    this.#element = element;
    this.#view = view;
    this.#client = client;
    this.#focusText = focusText;
    element.onSend = (message) => this.#onMessage(message);
    element.takeKeys(element);
  }

  /** The board as SVG, as it was shown last. */
  get picture(): string {
    return this.#picture;
  }

  /** Shows what is at the cursor. While the server answers, the cursor may move on; then only its last place is asked about. */
  look(): void {
    this.#isOutdated = true;
    if (!this.#isAsking) {
      void this.#ask();
    }
  }

  /** Follows an edit of the text: the place at which the board is locked moves with what is around it. */
  follow(changes: ChangeDesc): void {
    if (this.#locked !== null) {
      this.#locked = changes.mapPos(this.#locked, 1);
    }
  }

  /** Shows it all again, for another text or another server. */
  refresh(): void {
    this.#tree = null;
    this.#locked = null;
    this.look();
  }

  focus(): void {
    this.#element.focusBoard();
  }

  #send(message: ToView): void {
    this.#element.receive(message);
  }

  /** The line in which the board is locked, 0-based; null while it follows the cursor. */
  get #lockedLine(): number | null {
    return this.#locked === null ? null : this.#view.state.doc.lineAt(this.#locked).number - 1;
  }

  #place(): { textDocument: { uri: string }; position: Position } | null {
    const plugin = LSPPlugin.get(this.#view);
    if (plugin === null) {
      return null;
    }
    const locked = this.#lockedLine;
    const position = locked === null ? plugin.toPosition(this.#view.state.selection.main.head) : { line: locked, character: 0 };
    return { textDocument: { uri: plugin.uri }, position };
  }

  async #ask(): Promise<void> {
    this.#isAsking = true;
    while (this.#isOutdated) {
      this.#isOutdated = false;
      const place = this.#place();
      const { doc } = this.#view.state;
      const { numbers, coordinates } = this.#options;
      this.#client.sync();
      const board = place && (await this.#client.request<object, Board | null>('ishi/board', { ...place, format: 'svg', numbers, coordinates }).catch(() => null));
      // One of an outdated text is followed by another at once.
      if (doc === this.#view.state.doc) {
        this.#show(board, doc);
      }
    }
    this.#isAsking = false;
  }

  #show(board: Board | null, doc: Text): void {
    if (board === null) {
      this.#send({ type: 'empty', reason: 'There is no board at this place of the record.' });
      return;
    }
    this.#picture = board.board;
    const isKnown = this.#tree?.doc === doc && this.#tree.event === board.event.index;
    if (!isKnown) {
      this.#trees += 1;
      this.#tree = { doc, event: board.event.index, name: String(this.#trees) };
    }
    const tree = this.#tree?.name ?? '';
    const line = this.#lockedLine;
    this.#send({ type: 'show', board, tree, options: this.#options, locked: line === null ? null : { uri: '', line } });
    if (!isKnown) {
      void this.#loadTree(tree);
    }
  }

  /** Asks for a whole tree, of which the server sends a part at a time. */
  async #loadTree(name: string): Promise<void> {
    const nodes: Node[] = [];
    const place = this.#place();
    let truncated = true;
    while (truncated && nodes.length < MAX_NODES) {
      const part = await this.#client.request<object, Tree | null>('ishi/tree', { ...place, from: nodes.length }).catch(() => null);
      // A text that has changed meanwhile has another tree.
      if (this.#tree?.name !== name || !part || part.nodes.length === 0) {
        return;
      }
      nodes.push(...part.nodes);
      truncated = part.truncated;
    }
    this.#send({ type: 'tree', name, nodes, truncated });
  }

  #goTo(line: number): void {
    const { doc } = this.#view.state;
    const { from, text } = doc.line(Math.min(line + 1, doc.lines));
    if (this.#locked !== null) {
      this.#locked = from;
      this.look();
      return;
    }
    this.#view.dispatch({ selection: { anchor: from + text.search(/\S|$/) }, scrollIntoView: true });
  }

  /** Makes a change by hand where it is, or in another line. */
  async #make(command: EditCommand, more: object, line?: number): Promise<void> {
    const place = this.#place();
    if (place === null) {
      return;
    }
    this.#client.sync();
    const { doc } = this.#view.state;
    const { uri } = place.textDocument;
    const version = this.#client.workspace.getFile(uri)?.version;
    const position = line === undefined ? place.position : { line, character: 0 };
    try {
      const argument = { textDocument: { uri, version }, position, ...more };
      const revision = await this.#client.request<object, Revision>('workspace/executeCommand', { command, arguments: [argument] });
      if (revision.edit !== null && !apply(this.#view, doc, editsOf(revision.edit, uri), 'board')) {
        throw new Error('the record has changed meanwhile; try again');
      }
      if (revision.line !== null) {
        this.#goTo(revision.line);
      }
      this.#send({ type: 'say', text: '' });
    } catch (error) {
      const { message } = error as { message: string };
      this.#send({ type: 'say', text: `${message.charAt(0).toUpperCase()}${message.slice(1)}.`, failed: command });
    }
  }

  #onMessage(message: FromView): void {
    switch (message.type) {
      case 'go':
        this.#goTo(message.to.line);
        break;
      case 'hand':
        this.#last = this.#last.then(() => this.#make(message.command, message.more, message.at?.line));
        break;
      case 'history':
        (message.command === 'undo' ? undo : redo)(this.#view);
        break;
      case 'options':
        this.#options = message.options;
        this.look();
        break;
      case 'lock':
        this.#locked = message.isLocked ? this.#view.state.doc.lineAt(this.#view.state.selection.main.head).from : null;
        this.look();
        break;
      case 'focus-text':
        this.#focusText();
        break;
      case 'open':
        if (/^https?:/i.test(message.address)) {
          window.open(message.address, '_blank', 'noopener,noreferrer');
        }
        break;
      case 'export':
        download('board.svg', new Blob([this.#picture], { type: 'image/svg+xml' }));
        break;
      case 'copy-text':
        void navigator.clipboard.writeText(message.text);
        break;
      case 'save-picture':
        download('board.png', new Blob([Uint8Array.from(atob(message.png), (character) => character.charCodeAt(0))], { type: 'image/png' }));
        break;
      case 'another':
      case 'field':
      case 'save':
        break;
    }
  }
}
