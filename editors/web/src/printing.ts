/** Printing: the headers of a game, its board, and its moves with their comments; or the whole text, where there was no time for that. */
import { describeState } from '../../board/src/view/around.ts';
import type { Board, HeaderName, Node } from '../../board/src/protocol.ts';
import { prose, withSigns } from '../../board/src/view/prose.ts';

/** The content of a sheet. */
export interface Sheet {
  /** The board that is shown, drawn for paper. */
  board: Board;
  nodes: readonly Node[];
  /** The comments, by the ids of their nodes; empty for a node without one. */
  comments: ReadonlyMap<number, string>;
}

/** The headers, in the order in which they are printed. */
const HEADERS: readonly (readonly [Exclude<HeaderName, 'boardsize' | 'event'>, string])[] = [
  ['black', 'Black'],
  ['white', 'White'],
  ['date', 'Date'],
  ['place', 'Place'],
  ['rules', 'Rules'],
  ['handicap', 'Handicap'],
  ['komi', 'Komi'],
  ['result', 'Result'],
];

/** How far a variation is indented, in millimetres, and how deep one is that is not indented further. */
const INDENT = 6;
const MAX_DEPTH = 8;

/** The space between two moves, at which a line may end. */
const BETWEEN = '\u2003';

function create<K extends keyof HTMLElementTagNameMap>(name: K, content: string, className = ''): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  made.textContent = content;
  made.className = className;
  return made;
}

async function picture({ board, alt }: Board): Promise<HTMLImageElement> {
  const image = create('img', '');
  image.alt = alt;
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(board)}`;
  await image.decode();
  return image;
}

function headers(board: Board): HTMLElement {
  const list = create('dl', '');
  for (const [name, label] of HEADERS) {
    const text = board.headers?.[name];
    if (text !== undefined) {
      const pair = create('div', '');
      pair.append(create('dt', label), create('dd', text));
      list.append(pair);
    }
  }
  return list;
}

/** A move as a record has it, with spaces at which no line ends. */
function wordsOf({ kind, color, number, location }: Node): string {
  if (kind === 'diagram') {
    return 'Diagram';
  }
  const parts = [color === 'black' ? 'B' : 'W', number, location ?? 'PASS'];
  return parts.filter((part) => part !== null && part !== undefined).join('\u00a0');
}

/** The moves of a tree as paragraphs. A variation comes after the move that it replaces. */
function moves(nodes: readonly Node[], comments: ReadonlyMap<number, string>): HTMLElement[] {
  const children = new Map<number | null, Node[]>();
  for (const node of nodes) {
    const siblings = children.get(node.parent);
    if (siblings === undefined) {
      children.set(node.parent, [node]);
    } else {
      siblings.push(node);
    }
  }
  const made: HTMLElement[] = [];
  let open: HTMLElement | null = null;
  const add = (element: HTMLElement, depth: number) => {
    element.style.marginInlineStart = `${Math.min(depth, MAX_DEPTH) * INDENT}mm`;
    made.push(element);
  };
  // No recursion, because a record can be as deep as it is long.
  const waiting = (children.get(null) ?? []).map((node) => ({ node, depth: 0, begins: false })).reverse();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node, depth, begins } = next;
    if (begins) {
      open = null;
    }
    if (node.kind !== 'root') {
      if (open === null) {
        open = create('p', '', depth > 0 ? 'line variation' : 'line');
        add(open, depth);
      }
      const before = begins && node.kind === 'move' ? `Variation${node.marker === undefined ? '' : `\u00a0${node.marker}`}: ` : open.childNodes.length > 0 ? BETWEEN : '';
      open.append(before, wordsOf(node));
    }
    const comment = comments.get(node.id);
    if (comment) {
      add(create('p', prose(withSigns(comment)), 'comment'), depth);
      open = null;
    }
    const siblings = children.get(node.parent)?.filter(({ kind }) => kind === 'move') ?? [];
    const own = children.get(node.id) ?? [];
    const following = own.find(({ kind }) => kind === 'move');
    if (following !== undefined) {
      waiting.push({ node: following, depth, begins: false });
    }
    const variations = node.kind === 'move' && siblings[0] === node ? siblings.slice(1) : [];
    const diagrams = own.filter(({ kind }) => kind === 'diagram');
    for (const variation of variations.reverse()) {
      waiting.push({ node: variation, depth: depth + 1, begins: true });
    }
    for (const diagram of diagrams.reverse()) {
      waiting.push({ node: diagram, depth: depth + 1, begins: true });
    }
    // The line goes on in a paragraph of its own.
    if (variations.length + diagrams.length > 0 || following === undefined) {
      open = null;
    }
  }
  return made;
}

/** Fills the part of the page that is printed with a sheet. */
async function fillPaper(paper: HTMLElement, { board, nodes, comments }: Sheet): Promise<void> {
  const figure = create('figure', '');
  figure.append(await picture(board), create('figcaption', describeState(board)));
  const title = board.event.title.trim();
  paper.replaceChildren(...(title === '' ? [] : [create('h1', title)]), headers(board), figure, ...moves(nodes, comments));
}

/** Prints a sheet, or the text if the browser begins by itself, which does not wait for a sheet. */
export class Printing {
  readonly #paper: HTMLElement;
  #isReady = false;

  constructor(paper: HTMLElement, text: () => string) {
    this.#paper = paper;
    window.addEventListener('beforeprint', () => {
      if (!this.#isReady) {
        paper.replaceChildren(create('pre', text()));
      }
    });
    window.addEventListener('afterprint', () => {
      this.#isReady = false;
    });
  }

  /** Prints a sheet; the text if there is none. */
  async print(sheet: Sheet | null): Promise<void> {
    if (sheet !== null) {
      await fillPaper(this.#paper, sheet);
      this.#isReady = true;
    }
    window.print();
  }
}
