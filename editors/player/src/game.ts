/**
 * A game as `ishi player` writes it, and its positions as the server would send them. No rule of Go is here: the program
 * has replayed the game.
 */
import { draw } from '../../board/src/drawing.ts';
import type { Board, BoardOptions, Color, Mark, Node, Scene, Tree } from '../../board/src/protocol.ts';

/** The changes of a node against the position of its parent, and what is written there. What is missing is as usual. */
interface GameNode {
  /** The index of the node before; by default the one right before in the list. */
  parent?: number;
  /** The name of a diagram, which is a leaf. */
  diagram?: string;
  color?: Color;
  /** By default one more than that of its parent; 0 for a move without a number. */
  number?: number;
  /** Missing for a pass, and `?` where it is not written. */
  location?: string;
  /** The marker of the variation that begins here. */
  marker?: string;
  /** Whether it is in a variation. */
  variation?: true;
  /** The stones that are put, and those that go. */
  black?: string[];
  white?: string[];
  gone?: string[];
  /** The stones that each side has taken so far, where that differs from its parent. */
  captures?: Board['captures'];
  /** Who plays next, where no move says it. */
  toPlay?: Color;
  comment?: string;
  marks?: Mark[];
  notes?: Scene['notes'];
  /** Of a diagram. */
  region?: Board['region'];
  size?: number;
  /** At the end of a game where it is certain. */
  count?: { text: string; ground: Scene['ground'] };
}

/** The content of the file. */
interface GameData {
  version: 1;
  title: string;
  headers: NonNullable<Board['headers']>;
  size: number;
  /** The node that is shown first. */
  start: number;
  nodes: GameNode[];
}

const NO_GROUND: Scene['ground'] = { black: [], white: [], seki: [], dame: [] };

const OTHER = { black: 'white', white: 'black' } as const;

const LETTERS = { black: 'B', white: 'W' } as const;

const isIndex = (value: unknown, end: number) =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) < end;

function parse(text: string): GameData {
  let data: Partial<GameData> | null = null;
  try {
    data = JSON.parse(text);
  } catch {
    // It is not JSON.
  }
  if (data?.version !== 1 || !Array.isArray(data.nodes) || !isIndex((data.size ?? 0) - 1, 19)) {
    throw new Error('The file is not one of this version of ishi player.');
  }
  return data as GameData;
}

/** The node of a tree for a node of the file. */
function treeNode(id: number, node: GameNode, parent: Node | undefined): Node {
  const { color = 'black', number, location = null, marker, comment, variation } = node;
  const made: Node = {
    id,
    parent: parent?.id ?? null,
    line: id,
    kind: parent === undefined ? 'root' : node.diagram === undefined ? 'move' : 'diagram',
    comment: comment !== undefined,
    main: variation !== true,
  };
  if (marker !== undefined) {
    made.marker = marker;
  }
  if (made.kind === 'move') {
    Object.assign(made, { color, number: number === undefined ? (parent?.number ?? 0) + 1 : number || null, location });
  }
  return made;
}

/** The moves whose numbers are shown. Of moves with one number, only the last one is meant by it. */
function numbered(moves: Node[], numbers: BoardOptions['numbers']) {
  const first = numbers === 'all' ? 1 : typeof numbers === 'number' ? numbers : Infinity;
  const last = new Map(moves.map(({ id, number }) => [number, id]));
  const shown = numbers === 'last' ? moves.slice(-1) : moves.filter(({ number }) => number && number >= first);
  return shown.flatMap(({ id, number, color, location }) =>
    number && color && location && last.get(number) === id ? [{ id, number, color, location }] : [],
  );
}

/** A move that follows in a scene. */
function followingMove(node: Node, continues: boolean): Scene['following'][number] {
  const { number = null, color = 'black', location = null, marker, line } = node;
  return { number, color, location, continues, line, ...(marker === undefined ? {} : { marker }) };
}

export class Game {
  readonly #data: GameData;
  readonly #nodes: Node[];
  /** The moves that follow each node, in the order of the file. */
  readonly #children: Node[][];

  /** Reads the text of a game. Throws an error with the reason if it is not one. */
  constructor(text: string) {
    const data = parse(text);
    this.#data = data;
    this.#nodes = [];
    this.#children = data.nodes.map(() => []);
    for (const [id, node] of data.nodes.entries()) {
      const parent = id === 0 ? null : (node.parent ?? id - 1);
      if (parent !== null && !isIndex(parent, id)) {
        throw new Error(`Node ${id} has no parent.`);
      }
      const made = treeNode(id, node, this.#nodes[parent ?? -1]);
      this.#nodes.push(made);
      if (made.kind === 'move') {
        this.#children[parent ?? 0]?.push(made);
      }
    }
  }

  get title(): string {
    return this.#data.title;
  }

  /** The node that is shown first. */
  get start(): number {
    return isIndex(this.#data.start, this.#nodes.length) ? this.#data.start : 0;
  }

  /** The node of the move with a number in the main line. */
  find(number: number): number | undefined {
    return number === 0
      ? 0
      : this.#nodes.find((node) => node.main && node.kind === 'move' && node.number === number)?.id;
  }

  /** The move on a point, or the pass, that follows a node. */
  reply(id: number, location: string | null): number | undefined {
    return this.#following(id).find((node) => node.location === location)?.id;
  }

  tree(current: number): Tree {
    return { title: this.title, line: 0, current, nodes: this.#nodes, truncated: false };
  }

  board(id: number, { numbers, coordinates }: Pick<BoardOptions, 'numbers' | 'coordinates'>): Board {
    const { headers, size } = this.#data;
    const node = this.#data.nodes[id] ?? {};
    const path = this.#path(id);
    const stones = this.#stones(path);
    const moves = path.filter(({ kind }) => kind === 'move');
    const move = moves.at(-1);
    const following = this.#following(id);
    const next = following[0];
    const toPlay =
      next?.color ?? (move?.color === undefined ? (this.#data.nodes[0]?.toPlay ?? null) : OTHER[move.color]);
    const at = (color: Color) => [...stones].filter((stone) => stone[1].color === color).map(([location]) => location);
    const boardSize = node.size ?? size;
    const marks = [...(node.marks ?? [])];
    const notes = [...(node.notes ?? [])];
    for (const { id: by, number, color, location } of numbered(moves, numbers)) {
      const stands = stones.get(location)?.by === by;
      if (stands && marks.every((mark) => mark.location !== location)) {
        marks.push({ location, kind: 'number', number });
      } else if (!stands && numbers !== 'last') {
        notes.push({ number, color, location });
      }
    }
    const scene: Scene = {
      version: 1,
      stones: { black: at('black'), white: at('white') },
      marks,
      last: move?.location && stones.get(move.location)?.by === move.id ? move.location : null,
      focus: [],
      ground: node.count?.ground ?? NO_GROUND,
      notes: notes.slice(0, 60),
      coordinates,
      following: following.map((one) => followingMove(one, one === next)),
      marked: (node.marks ?? []).map(({ location }) => location),
      can: [],
    };
    const captured = path.findLast((step) => this.#data.nodes[step.id]?.captures !== undefined);
    return draw({
      title: [this.title, this.#name(id)].filter((part) => part !== '').join(' — '),
      line: id,
      event: { index: 0, title: this.title, line: 0 },
      node: id,
      move:
        move === undefined
          ? null
          : {
              number: move.number ?? null,
              color: move.color ?? 'black',
              location: move.location ?? null,
              line: move.line,
            },
      toPlay,
      captures: this.#data.nodes[captured?.id ?? 0]?.captures ?? { black: 0, white: 0 },
      region: node.region ?? { from: 'A1', to: `${'ABCDEFGHJKLMNOPQRST'.charAt(boardSize - 1)}${boardSize}` },
      size: boardSize,
      comment: node.comment ?? null,
      count: node.count ?? null,
      labels: marks.flatMap((mark) => (mark.kind === 'label' ? [{ location: mark.location, label: mark.label }] : [])),
      stones: scene.stones,
      next: toPlay === null ? null : { number: next?.number ?? (move?.number ?? 0) + 1, color: toPlay },
      headers,
      scene,
    });
  }

  /** The nodes from the root to a node. */
  #path(id: number): Node[] {
    const path = [];
    for (let node = this.#nodes[id]; node !== undefined; node = this.#nodes[node.parent ?? -1]) {
      path.push(node);
    }
    return path.reverse();
  }

  /** The moves that follow a node; those after a diagram follow the node beside which it hangs. */
  #following(id: number): Node[] {
    const node = this.#nodes[id];
    return this.#children[node?.kind === 'diagram' ? (node.parent ?? 0) : id] ?? [];
  }

  /** The stones at the end of a path, each with the node that has put it. */
  #stones(path: Node[]): Map<string, { color: Color; by: number }> {
    const stones = new Map<string, { color: Color; by: number }>();
    for (const { id } of path) {
      const node = this.#data.nodes[id];
      for (const location of node?.gone ?? []) {
        stones.delete(location);
      }
      for (const color of ['black', 'white'] as const) {
        for (const location of node?.[color] ?? []) {
          stones.set(location, { color, by: id });
        }
      }
    }
    return stones;
  }

  /** A node in a title. */
  #name(id: number): string {
    const node = this.#nodes[id];
    if (node?.kind === 'move') {
      return [LETTERS[node.color ?? 'black'], node.number ?? '?', node.location ?? 'pass'].join(' ');
    }
    return node?.kind === 'diagram' ? (this.#data.nodes[id]?.diagram ?? '') : 'Before the first move';
  }
}
