/** Source of a board: requests the position at a place of a record from the server, and the tree of moves around it. */
import * as vscode from 'vscode';

import type { Place } from './cursor.ts';
import { type Board, type BoardOptions, DEFAULT_OPTIONS, type Node, type Tree } from '../../board/src/protocol.ts';
import type { Server } from './server.ts';

export interface PlacedBoard {
  place: Place;
  /** Null where there is no event, undefined where the server does not say. */
  board: Board | null | undefined;
  /** The name of the tree in which the node of the board is. */
  tree: string;
}

/** How many nodes of a tree are asked for at most. */
const MAX_NODES = 200_000;

export class BoardSource implements vscode.Disposable {
  readonly #updated = new vscode.EventEmitter<PlacedBoard | undefined>();
  /** Fires with the board at the place, or with undefined if there is no place. */
  readonly onDidUpdate = this.#updated.event;

  readonly #treeLoaded = new vscode.EventEmitter<{ name: string; nodes: Node[]; truncated: boolean }>();
  /** Fires when the tree around the place is another one. */
  readonly onDidLoadTree = this.#treeLoaded.event;

  readonly #server: Server;
  readonly #format: 'svg' | 'text';
  readonly #closed = new vscode.CancellationTokenSource();
  readonly #restarted: vscode.Disposable;
  #options = DEFAULT_OPTIONS;
  #wanted: Place | undefined;
  #isAsking = false;
  /** Whether an edit is under way, so that answers are ignored. */
  #isHeld = false;
  /** The number of edits so far. An answer to a request from before the last one is outdated. */
  #changes = 0;
  #last: PlacedBoard | undefined;
  /** The name of the tree that was sent or is being asked for. */
  #tree = '';

  /** Creates a source. With the format `text` it requests neither pictures nor trees. */
  constructor(server: Server, format: 'svg' | 'text') {
    this.#server = server;
    this.#format = format;
    this.#restarted = server.onDidChangeState(() => this.refresh());
  }

  /** The last answer of the server; undefined where there is no place. */
  get last(): PlacedBoard | undefined {
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

  /** Requests the board at a place. Of the places that follow each other while the server answers, only the last one is requested. */
  look(place: Place | undefined): void {
    this.#wanted = place && { ...place };
    if (!this.#isAsking) {
      void this.#ask();
    }
  }

  /** Requests board and tree again, for a page that was loaded again or a server that was restarted. */
  refresh(): void {
    this.#tree = '';
    this.look(this.#wanted);
  }

  /** Ignores answers until `release`: an edit is under way, and the board after it is known. */
  hold(): void {
    this.#isHeld = true;
  }

  /** Takes answers again, but none to a request that is older than the edit. */
  release(): void {
    this.#isHeld = false;
    this.#changes += 1;
  }

  dispose(): void {
    this.#closed.cancel();
    vscode.Disposable.from(this.#updated, this.#treeLoaded, this.#closed, this.#restarted).dispose();
  }

  async #ask(): Promise<void> {
    this.#isAsking = true;
    let asked: Place | undefined;
    do {
      asked = this.#wanted;
      const changes = this.#changes;
      const answer = asked && (await this.#askAbout(asked));
      if (this.#closed.token.isCancellationRequested) {
        return;
      }
      if (!this.#isHeld && changes === this.#changes) {
        this.#last = answer;
        this.#updated.fire(answer);
      }
    } while (asked !== this.#wanted);
    this.#isAsking = false;
  }

  async #askAbout(place: Place): Promise<PlacedBoard> {
    const params = { ...paramsOf(place), ...this.drawing };
    const { version } = place.document;
    const board = await this.#server.request<Board | null>('ishi/board', params, this.#closed.token);
    const tree = board ? `${place.document.uri.toString()} ${version} ${board.event.index}` : '';
    if (this.#format === 'svg' && tree !== '' && tree !== this.#tree) {
      this.#tree = tree;
      void this.#loadTree(place, tree, version);
    }
    return { place, board, tree };
  }

  /** Asks for a whole tree, of which the server sends a part at a time. */
  async #loadTree(place: Place, name: string, version: number): Promise<void> {
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
    this.#treeLoaded.fire({ name, nodes, truncated });
  }
}

function paramsOf({ document, position: { line, character } }: Place): object {
  return { textDocument: { uri: document.uri.toString() }, position: { line, character } };
}
