/** What there is to see at a place of a record: asks the server for the board, and for the tree around it. */
import * as vscode from 'vscode';

import type { Place } from './cursor.ts';
import type { Board, BoardOptions, Node, Tree } from './protocol.ts';
import type { Server } from './server.ts';

export interface Seen {
  place: Place;
  /** Null where there is no event, undefined where the server does not say. */
  board: Board | null | undefined;
  /** The name of the tree in which the node of the board is. */
  tree: string;
}

/** How many nodes of a tree are asked for at most. */
const MAX_NODES = 200_000;

/** How a board is shown by default. */
export const DEFAULT_OPTIONS: BoardOptions = { numbers: 'none', coordinates: true, variations: false, sound: false };

export class Sight implements vscode.Disposable {
  readonly #seen = new vscode.EventEmitter<Seen | undefined>();
  /** Fires with what is at the place, or with nothing if there is no place. */
  readonly onDidSee = this.#seen.event;

  readonly #grown = new vscode.EventEmitter<{ name: string; nodes: Node[]; truncated: boolean }>();
  /** Fires when the tree around the place is another one. */
  readonly onDidGrow = this.#grown.event;

  readonly #server: Server;
  readonly #format: 'svg' | 'text';
  readonly #closed = new vscode.CancellationTokenSource();
  readonly #restarted: vscode.Disposable;
  #options = DEFAULT_OPTIONS;
  #wanted: Place | undefined;
  #isAsking = false;
  /** Whether a change is under way, after which something else will be seen. */
  #isHeld = false;
  /** How many changes there were. What was asked before one of them is not worth seeing after it. */
  #changes = 0;
  #last: Seen | undefined;
  /** The name of the tree that was sent or is being asked for. */
  #tree = '';

  /** A sight of `text` is for those who need no picture and no tree. */
  constructor(server: Server, format: 'svg' | 'text') {
    this.#server = server;
    this.#format = format;
    this.#restarted = server.onDidChangeState(() => this.refresh());
  }

  /** What was seen last. */
  get last(): Seen | undefined {
    return this.#last;
  }

  get options(): BoardOptions {
    return this.#options;
  }

  set options(options: BoardOptions) {
    this.#options = options;
    this.look(this.#wanted);
  }

  /** How the server is to draw. */
  get drawing(): object {
    const { numbers, coordinates } = this.#options;
    return { format: this.#format, numbers, coordinates };
  }

  /** Sees what is at a place now. While the server answers, places come and go; then the last one is asked about. */
  look(place: Place | undefined): void {
    this.#wanted = place && { ...place };
    if (!this.#isAsking) {
      void this.#ask();
    }
  }

  /** Sees all of it again, for one who has seen nothing yet. */
  refresh(): void {
    this.#tree = '';
    this.look(this.#wanted);
  }

  /** Sees nothing until `release`: a change is under way, and what it leads to is known. */
  hold(): void {
    this.#isHeld = true;
  }

  /** Follows again what is in view. */
  release(): void {
    this.#isHeld = false;
    this.#changes += 1;
  }

  dispose(): void {
    this.#closed.cancel();
    vscode.Disposable.from(this.#seen, this.#grown, this.#closed, this.#restarted).dispose();
  }

  async #ask(): Promise<void> {
    this.#isAsking = true;
    let asked: Place | undefined;
    do {
      asked = this.#wanted;
      const changes = this.#changes;
      const seen = asked && (await this.#askAbout(asked));
      if (this.#closed.token.isCancellationRequested) {
        return;
      }
      if (!this.#isHeld && changes === this.#changes) {
        this.#last = seen;
        this.#seen.fire(seen);
      }
    } while (asked !== this.#wanted);
    this.#isAsking = false;
  }

  async #askAbout(place: Place): Promise<Seen> {
    const params = { ...paramsOf(place), ...this.drawing };
    const { version } = place.document;
    const board = await this.#server.request<Board | null>('ishi/board', params, this.#closed.token);
    const tree = board ? `${place.document.uri.toString()} ${version} ${board.event.index}` : '';
    if (this.#format === 'svg' && tree !== '' && tree !== this.#tree) {
      this.#tree = tree;
      void this.#grow(place, tree, version);
    }
    return { place, board, tree };
  }

  /** Asks for a whole tree, of which the server sends a part at a time. */
  async #grow(place: Place, name: string, version: number): Promise<void> {
    const nodes: Node[] = [];
    let truncated = true;
    while (truncated && nodes.length < MAX_NODES) {
      const params = { ...paramsOf(place), from: nodes.length };
      const part = await this.#server.request<Tree | null>('ishi/tree', params, this.#closed.token);
      if (this.#tree !== name || this.#closed.token.isCancellationRequested) {
        return;
      }
      // A text that has changed meanwhile has another tree, which the next board names.
      if (!part || part.nodes.length === 0 || place.document.version !== version) {
        this.#tree = '';
        return;
      }
      nodes.push(...part.nodes);
      truncated = part.truncated;
    }
    this.#grown.fire({ name, nodes, truncated });
  }
}

function paramsOf({ document, position: { line, character } }: Place): object {
  return { textDocument: { uri: document.uri.toString() }, position: { line, character } };
}
