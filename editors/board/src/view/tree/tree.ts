import type { Node, Spot } from '../../protocol.ts';
import { arrange, type Cell, cellsOf, next, variations } from './layout.ts';

const SVG = 'http://www.w3.org/2000/svg';

/** The distance of nodes, in pixels. */
const STEP = 26;

const RADIUS = 10;

/** The radius of a stone in the definitions that the board has, too. */
const RADIUS_ON_BOARD = 21;

/** How many columns and rows are drawn beyond what is in view. */
const MARGIN = 4;

/** The keys that lead from one move to another. */
const KEYS = new Set(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End']);

/** The keys that fold the variations after a move, and unfold them. */
const FOLDS = new Set(['-', '+']);

interface Actions {
  go(to: Spot): void;
  /** Moves the focus to the text of the record. */
  focusText(): void;
}

function describe(node: Node): string {
  const marker = node.marker === undefined ? '' : `, variation ${node.marker}`;
  const comment = node.comment ? ', with a comment' : '';
  switch (node.kind) {
    case 'root':
      return `Start${comment}`;
    case 'diagram':
      return `Diagram${comment}`;
    case 'move': {
      const name = node.color === 'black' ? 'Black' : 'White';
      return `${name} ${node.number ?? ''} ${node.location ?? 'passes'}${marker}${comment}`;
    }
  }
}

/** The nodes from the root, which is left out, to a cell. */
function pathTo(cell: Cell): Node[] {
  const path: Node[] = [];
  for (let at: Cell | null = cell; at?.parent; at = at.parent) {
    path.push(at.node);
  }
  return path.reverse();
}

/** Whether two nodes of two trees say the same. */
function isSame(one: Node, other: Node): boolean {
  return one.kind === other.kind && one.color === other.color && one.number === other.number && one.location === other.location;
}

function make<K extends keyof SVGElementTagNameMap>(tag: K, attributes: Record<string, string | number>): SVGElementTagNameMap[K] {
  const made = document.createElementNS(SVG, tag);
  for (const [key, value] of Object.entries(attributes)) {
    made.setAttribute(key, String(value));
  }
  return made;
}

/** How a node is drawn: a move as its stone. */
function shapes(node: Node): SVGElement[] {
  switch (node.kind) {
    case 'root':
      return [make('circle', { class: 'start', r: 5 })];
    case 'diagram':
      return [make('rect', { x: -8, y: -8, width: 16, height: 16, rx: 2 })];
    case 'move':
      return [make('use', { href: `#ishi-${node.color}`, transform: `scale(${RADIUS / RADIUS_ON_BOARD})` }), make('circle', { class: 'edge', r: RADIUS })];
  }
}

const centre = (index: number) => STEP / 2 + index * STEP;

/** The cells of one row, from left to right, and those of one column, from top to bottom. */
interface Grid {
  rows: Cell[][];
  columns: Cell[][];
}

/** The first of some cells, in their order, that is not before a place. */
function firstFrom(cells: readonly Cell[], place: (cell: Cell) => number, from: number): number {
  let low = 0;
  for (let high = cells.length; low < high; ) {
    const middle = (low + high) >> 1;
    if (place(cells[middle] as Cell) < from) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

const columnOf = (cell: Cell) => cell.column;
const rowOf = (cell: Cell) => cell.row;

/** The row of the last child, down to which a line leads from a cell. */
const deepest = (cell: Cell) => cell.children.reduce((row, child) => Math.max(row, child.row), cell.row);

/**
 * The tree of moves: the main line in the first row, variations below, the current move marked. Only what is in view is
 * drawn, and the current move, which has the focus.
 */
export class TreeView {
  readonly #place: HTMLElement;
  readonly #actions: Actions;
  readonly #svg = make('svg', { role: 'presentation' });
  readonly #edges = make('path', { class: 'edges' });
  #cells: Cell[] = [];
  /** The cells whose variations are folded. */
  #folded = new Set<Cell>();
  #grid: Grid = { rows: [], columns: [] };
  /** The cells with variations, by column, each with the row to which its lines lead. */
  #forks: { cell: Cell; to: number }[][] = [];
  /** The elements that are drawn, by the id of the node. */
  #items = new Map<number, SVGGElement>();
  #name = '';
  #current: Cell | null = null;
  /** Where it was walked to, until that is shown: a wheel turns faster than boards are drawn. */
  #goal: Cell | null = null;
  /** The cells on the way there, with the one where it began. A board elsewhere ends the walk: somebody has gone there. */
  readonly #way = new Set<Cell>();
  /** The steps that are taken once there is a current move; null while there is one. */
  #waiting: (() => void)[] | null = [];
  #isSoon = false;

  constructor(place: HTMLElement, actions: Actions) {
    this.#place = place;
    this.#actions = actions;
    this.#svg.append(this.#edges);
    place.replaceChildren(this.#svg);
    place.addEventListener('click', (event) => {
      const target = event.target instanceof Element ? event.target : null;
      const cell = this.#cells[Number(target?.closest('[data-node]')?.getAttribute('data-node') ?? NaN)];
      if (cell === undefined) {
        return;
      }
      if (target?.closest('.fold')) {
        this.#fold(cell, !this.#folded.has(cell));
      } else {
        this.visit(cell);
      }
    });
    place.addEventListener('keydown', (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) {
        return;
      }
      if (event.key === 'Escape') {
        this.#actions.focusText();
      } else if (FOLDS.has(event.key)) {
        this.#foldByKey(event.key === '-');
      } else if (!this.move(event.key)) {
        return;
      }
      event.preventDefault();
    });
    place.addEventListener('scroll', () => this.#drawSoon(), { passive: true });
    new ResizeObserver(() => {
      if (this.#current !== null) {
        this.#reveal(this.#current);
      }
      this.#drawSoon();
    }).observe(place);
  }

  /** The name of the tree, as in the message that brought it. */
  get name(): string {
    return this.#name;
  }

  get current(): Cell | null {
    return this.#current;
  }

  /** Whether the board has yet to get where it was walked to. */
  get isWalking(): boolean {
    return this.#goal !== null || this.#waiting !== null;
  }

  /** Has all steps wait for `mark`: the board shows a move that no tree has yet, and they begin there. */
  expect(): void {
    this.#waiting ??= [];
  }

  /** The cells from the root to the current one. */
  path(): Cell[] {
    const path = [];
    for (let at = this.#current; at !== null; at = at.parent) {
      path.push(at);
    }
    return path.reverse();
  }

  /** The moves that begin variations here, or instead of the current move. */
  beside(): Node[] {
    const at = this.#current?.node.kind === 'diagram' ? this.#current.parent : this.#current;
    const following = (at?.children ?? []).map(({ node }) => node).filter(({ kind }) => kind === 'move');
    return [...following, ...(this.#current?.parent?.children ?? []).map(({ node }) => node)];
  }

  /** The moves to the end of the line. */
  ahead(): Node[] {
    const moves = [];
    for (let at = this.#current && next(this.#current); at; at = next(at)) {
      moves.push(at.node);
    }
    return moves;
  }

  /** Replaces the tree. */
  setTree(name: string, nodes: readonly Node[]): void {
    this.#name = name;
    const folded = [...this.#folded].map(pathTo);
    this.#cells = cellsOf(nodes);
    this.#folded = new Set(folded.map((path) => this.#find(path)).filter((cell) => cell !== undefined));
    this.#current = null;
    this.#arrive();
    this.#arrange();
  }

  /** Gives all cells that are not folded their places. */
  #arrange(): void {
    arrange(this.#cells, this.#folded);
    const grid: Grid = { rows: [], columns: [] };
    const forks: { cell: Cell; to: number }[][] = [];
    for (const cell of this.#cells.filter(({ row }) => row >= 0)) {
      (grid.rows[cell.row] ??= []).push(cell);
      (grid.columns[cell.column] ??= []).push(cell);
      const to = cell.children.length > 0 ? deepest(cell) : cell.row;
      if (to > cell.row) {
        (forks[cell.column] ??= []).push({ cell, to });
      }
    }
    for (const row of grid.rows) {
      row?.sort((one, other) => one.column - other.column);
    }
    for (const column of grid.columns) {
      column?.sort((one, other) => one.row - other.row);
    }
    this.#grid = grid;
    this.#forks = forks;
    const width = Math.max(1, grid.columns.length) * STEP;
    const height = Math.max(1, grid.rows.length) * STEP;
    for (const [key, value] of Object.entries({ width, height, viewBox: `0 0 ${width} ${height}` })) {
      this.#svg.setAttribute(key, String(value));
    }
    // A node of the old tree may say something else than the one of its name.
    this.#svg.replaceChildren(this.#edges);
    this.#items.clear();
  }

  /** Whether the tree has the focus, also while another frame has it, which may give it back. */
  get #hasFocus(): boolean {
    return this.#place.contains((this.#place.getRootNode() as ShadowRoot).activeElement);
  }

  #showCurrent(cell: Cell, hasFocus: boolean): void {
    const item = this.#item(cell);
    item.setAttribute('aria-current', 'true');
    item.setAttribute('tabindex', '0');
    this.#reveal(cell);
    if (hasFocus) {
      item.focus({ preventScroll: true });
    }
    this.#drawSoon();
  }

  /** Marks a node as the current one, and scrolls to it. */
  mark(node: number): void {
    const hadFocus = this.#hasFocus;
    const before = this.#current;
    this.#current = this.#cells[node] ?? this.#cells[0] ?? null;
    if (before !== null && before !== this.#current) {
      this.#items.get(before.node.id)?.removeAttribute('aria-current');
      this.#items.get(before.node.id)?.setAttribute('tabindex', '-1');
    }
    if (this.#current === null) {
      return;
    }
    this.#unfold(this.#current);
    if (this.#goal === this.#current || !this.#way.has(this.#current)) {
      this.#arrive();
    }
    this.#showCurrent(this.#current, hadFocus);
    const steps = this.#waiting ?? [];
    this.#waiting = null;
    for (const step of steps) {
      step();
    }
  }

  /**
   * Goes where a key leads: along the sequence, to another variation at the same place, to the start or the end.
   * Returns whether the key means anything here.
   */
  move(key: string): boolean {
    if (!KEYS.has(key)) {
      return false;
    }
    if (this.#waiting !== null) {
      this.#waiting.push(() => this.move(key));
      return true;
    }
    const at = this.#start();
    if (at === null) {
      return false;
    }
    let to: Cell | null | undefined;
    switch (key) {
      case 'ArrowLeft':
        to = at.parent;
        break;
      case 'ArrowRight':
        to = next(at);
        break;
      case 'ArrowUp':
      case 'ArrowDown': {
        // The sequences that are drawn above and below, in the same column.
        const column = this.#grid.columns[at.column] ?? [];
        to = column[firstFrom(column, rowOf, at.row) + (key === 'ArrowUp' ? -1 : 1)];
        break;
      }
      case 'Home':
        to = this.#cells[0];
        break;
      case 'End':
        to = at;
        for (let following = next(to); following !== undefined; following = next(following)) {
          to = following;
        }
        break;
    }
    if (to) {
      this.#goTo(to);
    }
    return true;
  }

  /**
   * Goes so many moves along the sequence, back where the number is negative. Returns whether there are any, or may be:
   * that is not known as long as steps wait.
   */
  walk(moves: number): boolean {
    if (this.#waiting !== null) {
      this.#waiting.push(() => this.walk(moves));
      return true;
    }
    const from = this.#start();
    let to = from;
    for (let step = 0; step < Math.abs(moves) && to !== null; step += 1) {
      const beside: Cell | null = moves > 0 ? (next(to) ?? null) : to.parent;
      if (beside === null) {
        break;
      }
      to = beside;
    }
    if (to === null || to === from) {
      return false;
    }
    this.#goTo(to);
    return true;
  }

  /** From where one walks on. */
  #start(): Cell | null {
    return this.#goal ?? this.#current;
  }

  #goTo(cell: Cell): void {
    if (this.#goal === null && this.#current !== null) {
      this.#way.add(this.#current);
    }
    this.#way.add(cell);
    this.#goal = cell;
    this.#actions.go(cell.node);
  }

  #arrive(): void {
    this.#goal = null;
    this.#way.clear();
  }

  /** Goes to a cell, or to the one that is in its place when steps need not wait any more: its line may be another one by then. */
  visit(cell: Cell): void {
    if (this.#waiting === null) {
      this.#goTo(cell);
      return;
    }
    const path = pathTo(cell);
    this.#waiting.push(() => {
      const at = this.#find(path);
      if (at !== undefined) {
        this.#goTo(at);
      }
    });
  }

  /** The cell to which a path leads from the root. */
  #find(path: readonly Node[]): Cell | undefined {
    let at = this.#cells[0];
    for (const node of path) {
      at = at?.children.find((child) => isSame(child.node, node));
    }
    return at;
  }

  /** Folds the variations after a cell, or unfolds them. */
  #fold(cell: Cell, isFolded: boolean): void {
    const hadFocus = this.#hasFocus;
    if (isFolded) {
      this.#folded.add(cell);
    } else {
      this.#folded.delete(cell);
    }
    this.#arrange();
    const isHidden = this.#current !== null && this.#current.row < 0;
    if (isHidden) {
      this.#current = cell;
    }
    if (this.#current !== null) {
      this.#showCurrent(this.#current, hadFocus);
    }
    // What is current is always in view.
    if (isHidden) {
      this.visit(cell);
    }
  }

  /** Folds the variations after the current move, or else those among which it is; or unfolds those after it. */
  #foldByKey(isFolded: boolean): void {
    let fork = this.#current;
    if (isFolded) {
      while (fork !== null && (variations(fork).length === 0 || this.#folded.has(fork))) {
        fork = fork.parent;
      }
    }
    if (fork !== null && this.#folded.has(fork) !== isFolded) {
      this.#fold(fork, isFolded);
    }
  }

  /** Unfolds the variations that a cell is in. */
  #unfold({ row, parent }: Cell): void {
    if (row < 0) {
      for (let at = parent; at !== null; at = at.parent) {
        this.#folded.delete(at);
      }
      this.#arrange();
    }
  }

  /** Scrolls the tree, and nothing around it, until a cell is in the middle, with the rows beside it. */
  #reveal({ column, row }: Cell): void {
    const place = this.#place;
    const nearest = (scrolled: number, shown: number, index: number) =>
      Math.max(Math.min(scrolled, (index - 1) * STEP), (index + 2) * STEP - shown);
    place.scrollLeft = centre(column) - place.clientWidth / 2;
    place.scrollTop = nearest(place.scrollTop, place.clientHeight, row);
  }

  #drawSoon(): void {
    if (!this.#isSoon) {
      this.#isSoon = true;
      requestAnimationFrame(() => {
        this.#isSoon = false;
        this.#draw();
      });
    }
  }

  #draw(): void {
    const { scrollLeft, scrollTop, clientWidth, clientHeight } = this.#place;
    const range = (scrolled: number, shown: number) => [Math.max(0, Math.floor(scrolled / STEP) - MARGIN), Math.ceil((scrolled + shown) / STEP) + MARGIN] as const;
    const [left, right] = range(scrollLeft, clientWidth);
    const [top, bottom] = range(scrollTop, clientHeight);
    const wanted = new Set<number>();
    let lines = '';
    for (let row = top; row <= bottom; row += 1) {
      const cells = this.#grid.rows[row] ?? [];
      for (let index = firstFrom(cells, columnOf, left); index < cells.length; index += 1) {
        const cell = cells[index] as Cell;
        // The line that leads to it from the left comes into view before it does.
        if (cell.column > right + 1) {
          break;
        }
        lines += this.#edge(cell);
        if (cell.column <= right) {
          wanted.add(cell.node.id);
          this.#item(cell);
        }
      }
    }
    // Lines that only pass by, down to variations below.
    for (let column = left; column <= right; column += 1) {
      for (const { cell, to } of this.#forks[column] ?? []) {
        if (cell.row < bottom && to > top && to - cell.row > 1) {
          lines += `M${centre(column)} ${centre(Math.max(cell.row, top))}V${centre(Math.min(to - 1, bottom))}`;
        }
      }
    }
    this.#edges.setAttribute('d', lines);
    for (const [id, item] of this.#items) {
      if (!wanted.has(id) && id !== this.#current?.node.id) {
        item.remove();
        this.#items.delete(id);
      }
    }
  }

  #edge({ column, row, parent }: Cell): string {
    if (parent === null) {
      return '';
    }
    const from = row === parent.row ? row : row - 1;
    return `M${centre(parent.column)} ${centre(from)}L${centre(column)} ${centre(row)}`;
  }

  /** The drawn node, which is drawn now if it is not yet. */
  #item(cell: Cell): SVGGElement {
    const { node, column, row } = cell;
    const known = this.#items.get(node.id);
    if (known !== undefined) {
      return known;
    }
    const kind = node.kind === 'move' ? (node.color ?? '') : node.kind;
    const item = make('g', {
      class: `node ${kind}${node.comment ? ' comment' : ''}${node.main ? ' main' : ''}`,
      transform: `translate(${centre(column)} ${centre(row)})`,
      role: 'treeitem',
      tabindex: -1,
      'aria-level': column + 1,
      'aria-label': describe(node),
      'data-node': node.id,
    });
    const title = make('title', {});
    title.textContent = describe(node);
    item.append(title, ...shapes(node), make('circle', { class: 'current', r: RADIUS + 1.5 }));
    const text = node.kind === 'move' ? String(node.number ?? '') : '';
    if (text !== '') {
      const label = make('text', { 'font-size': text.length > 3 ? 6 : text.length > 2 ? 8 : 10 });
      label.textContent = text;
      item.append(label);
    }
    if (node.comment) {
      item.append(make('circle', { class: 'said', cx: 8, cy: -8, r: 3 }));
    }
    if (variations(cell).length > 0) {
      const isFolded = this.#folded.has(cell);
      item.setAttribute('aria-expanded', String(!isFolded));
      const fold = make('g', { class: 'fold', transform: `translate(${STEP / 2} 8)` });
      fold.append(make('circle', { r: 5 }), make('path', { d: isFolded ? 'M-3 0h6M0-3v6' : 'M-3 0h6' }));
      item.append(fold);
    }
    this.#items.set(node.id, item);
    this.#svg.append(item);
    return item;
  }
}
