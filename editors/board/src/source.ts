/** Source of a board: requests the position at a place of a record from the server, and the tree of moves around it. */
import type { Place, Requester } from './host.ts';
import { type Board, type BoardOptions, DEFAULT_OPTIONS, isBoard, type MissingBoard, type Node, type Tree } from './protocol.ts';

export interface PlacedBoard<P extends Place> {
  place: P;
  /** Null where there is no event, undefined where the server does not say. */
  board: Board | null | undefined;
  /** The event there without a board. */
  missing?: MissingBoard | undefined;
  /** The name of the tree in which the node of the board is. */
  tree: string;
}

/** How many nodes of a tree are asked for at most. */
const MAX_NODES = 200_000;

/** The signal of requests that are not cancelled. */
const NEVER = new AbortController().signal;

/** Receivers of the answers. */
interface Receivers {
  /** Called with each board at the place, which is then the last one. */
  updated(): void;
  /** Called when the tree around the place is another one. Without this no trees are requested. */
  treeLoaded?(tree: { name: string; record: string; nodes: Node[]; truncated: boolean }): void;
}

export class Source<P extends Place> {
  readonly #server: Requester;
  readonly #format: 'svg' | 'text';
  readonly #receivers: Receivers;
  readonly #closed = new AbortController();
  #options = DEFAULT_OPTIONS;
  #wanted: P | undefined;
  #isAsking = false;
  /** Whether an edit is under way, so that answers are ignored. */
  #isHeld = false;
  /** The number of edits so far. An answer to a request from before the last one is outdated. */
  #changes = 0;
  #last: PlacedBoard<P> | undefined;
  /** The name of the tree that was sent or is being asked for. */
  #tree = '';

  constructor(server: Requester, format: 'svg' | 'text', receivers: Receivers) {
    this.#server = server;
    this.#format = format;
    this.#receivers = receivers;
  }

  /** The last answer of the server; undefined where there is no place. */
  get last(): PlacedBoard<P> | undefined {
    return this.#last;
  }

  get options(): BoardOptions {
    return this.#options;
  }

  /** How boards are to be drawn. */
  set options(options: BoardOptions) {
    this.#options = options;
  }

  /** How the server is to draw. */
  get drawing(): object {
    const { numbers, coordinates } = this.#options;
    return { format: this.#format, numbers, coordinates };
  }

  /** Requests the board at a place. Of the places that follow each other while the server answers, only the last one is requested. */
  look(place: P | undefined): void {
    this.#wanted = place && { ...place };
    if (!this.#isAsking) {
      this.#isAsking = true;
      // A text that is shown at a line is shown at its beginning before, about which nothing has to be asked.
      queueMicrotask(() => void this.#ask());
    }
  }

  /** Requests board and tree again, for a view that was loaded again or a server that was restarted. */
  refresh(place: P | undefined = this.#wanted): void {
    this.#tree = '';
    this.look(place);
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
    this.#closed.abort();
  }

  async #ask(): Promise<void> {
    let asked: P | undefined;
    do {
      asked = this.#wanted;
      const changes = this.#changes;
      const answer = asked && (await this.#askAbout(asked));
      if (this.#closed.signal.aborted) {
        return;
      }
      if (!this.#isHeld && changes === this.#changes) {
        this.#last = answer;
        this.#receivers.updated();
      }
    } while (asked !== this.#wanted);
    this.#isAsking = false;
  }

  async #askAbout(place: P): Promise<PlacedBoard<P>> {
    const { version } = place.document;
    const answer = await requestAnswer(this.#server, place, this.drawing, this.#closed.signal);
    const { board, missing } = split(answer);
    const tree = board ? `${place.document.uri.toString()} ${version} ${board.event.index}` : '';
    if (this.#receivers.treeLoaded !== undefined && tree !== '' && tree !== this.#tree) {
      this.#tree = tree;
      void this.#loadTree(place, tree, `${place.document.uri.toString()} ${board?.event.index}`);
    }
    return { place, board, missing, tree };
  }

  async #loadTree(place: P, name: string, record: string): Promise<void> {
    const { version } = place.document;
    const isWanted = () => this.#tree === name && !this.#closed.signal.aborted;
    const tree = await requestTree(this.#server, place, version, this.#closed.signal, isWanted);
    if (tree !== null) {
      this.#receivers.treeLoaded?.({ name, record, nodes: tree.nodes, truncated: tree.truncated });
    } else if (isWanted()) {
      this.#tree = '';
    }
  }
}

type Answer = Board | MissingBoard | null | undefined;

function requestAnswer(server: Requester, place: Place, drawing: object, signal: AbortSignal): Promise<Answer> {
  return server.request<Board | MissingBoard | null>('ishi/board', { ...paramsOf(place), ...drawing }, signal);
}

/** The board of an answer, or the event that has none. */
function split(answer: Answer): { board: Board | null | undefined; missing?: MissingBoard } {
  return answer && !isBoard(answer) ? { board: null, missing: answer } : { board: answer };
}

/** Requests the board at a place; null if there is none. `drawing` has the params with which the server draws it. */
export async function requestBoard(server: Requester, place: Place, drawing: object, signal = NEVER): Promise<Board | null | undefined> {
  return split(await requestAnswer(server, place, drawing, signal)).board;
}

/**
 * Requests the whole tree around a place, of which the server sends a part at a time. Returns null if the tree is not wanted any more, or
 * if the text does not have this version any more and so has another tree.
 */
export async function requestTree(server: Requester, place: Place, version = place.document.version, signal = NEVER, isWanted = () => true): Promise<Tree | null> {
  let tree: Tree | undefined;
  do {
    const params = { ...paramsOf(place), from: tree?.nodes.length ?? 0 };
    const part: Tree | null | undefined = await server.request<Tree | null>('ishi/tree', params, signal);
    if (!isWanted() || !part || part.nodes.length === 0 || place.document.version !== version) {
      return null;
    }
    tree = tree === undefined ? part : { ...tree, nodes: tree.nodes.concat(part.nodes), truncated: part.truncated };
  } while (tree.truncated && tree.nodes.length < MAX_NODES);
  return tree;
}

interface Params {
  textDocument: { uri: string };
  position: { line: number; character: number };
}

/** The params of a request about a place. */
export function paramsOf({ document, position: { line, character } }: Place): Params {
  return { textDocument: { uri: document.uri.toString() }, position: { line, character } };
}
