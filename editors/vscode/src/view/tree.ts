import type { Node, Tree } from '../protocol.ts';
import { type Cell, layOut, next } from './layout.ts';

const SVG = 'http://www.w3.org/2000/svg';

/** The distance of nodes, in pixels. */
const STEP = 26;

const RADIUS = 10;

interface Hands {
  go(line: number): void;
  leave(): void;
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

function make<K extends keyof SVGElementTagNameMap>(tag: K, attributes: Record<string, string | number>): SVGElementTagNameMap[K] {
  const made = document.createElementNS(SVG, tag);
  for (const [key, value] of Object.entries(attributes)) {
    made.setAttribute(key, String(value));
  }
  return made;
}

const centre = (index: number) => STEP / 2 + index * STEP;

/** The tree of moves: the main line in the first row, variations below, the current move marked. */
export class TreeView {
  readonly #place: HTMLElement;
  readonly #hands: Hands;
  #cells: Cell[] = [];
  #items = new Map<number, SVGGElement>();
  /** The nodes that are drawn, to be compared with those that are to be shown. */
  #drawn = '';
  #current: Cell | null = null;
  /** Where it was walked to, until that is shown: a wheel turns faster than boards are drawn. */
  #goal: Cell | null = null;

  constructor(place: HTMLElement, hands: Hands) {
    this.#place = place;
    this.#hands = hands;
    place.addEventListener('click', (event) => {
      const item = event.target instanceof Element ? event.target.closest('[data-line]') : null;
      if (item !== null) {
        hands.go(Number(item.getAttribute('data-line')));
      }
    });
    place.addEventListener('keydown', (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) {
        return;
      }
      if (event.key === 'Escape') {
        this.#hands.leave();
      } else if (!this.move(event.key)) {
        return;
      }
      event.preventDefault();
    });
  }

  show(tree: Tree | null): void {
    const nodes = tree?.nodes ?? [];
    const wanted = JSON.stringify(nodes);
    const hadFocus = this.#place.contains(document.activeElement);
    if (wanted !== this.#drawn) {
      this.#drawn = wanted;
      this.#draw(nodes);
    }
    const before = this.#current === null ? undefined : this.#items.get(this.#current.node.id);
    before?.removeAttribute('aria-current');
    before?.setAttribute('tabindex', '-1');
    this.#current = this.#cells.find((cell) => cell.node.id === tree?.current) ?? this.#cells[0] ?? null;
    if (this.#goal?.node.id === this.#current?.node.id || !this.#cells.includes(this.#goal as Cell)) {
      this.#goal = null;
    }
    const item = this.#current === null ? undefined : this.#items.get(this.#current.node.id);
    item?.setAttribute('aria-current', 'true');
    item?.setAttribute('tabindex', '0');
    if (this.#current !== null) {
      this.#reveal(this.#current);
    }
    if (hadFocus) {
      item?.focus({ preventScroll: true });
    }
  }

  /**
   * Goes where a key leads: along the sequence, to another variation at the same place, to the start or the end.
   * Returns whether the key means anything here.
   */
  move(key: string): boolean {
    const at = this.#current;
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
        const column = this.#cells.filter((cell) => cell.column === at.column).sort((one, other) => one.row - other.row);
        to = column[column.indexOf(at) + (key === 'ArrowUp' ? -1 : 1)];
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
      default:
        return false;
    }
    if (to) {
      this.#hands.go(to.node.line);
    }
    return true;
  }

  /** Goes so many moves along the sequence, back where the number is negative. */
  walk(moves: number): void {
    const from = this.#goal ?? this.#current;
    let to = from;
    for (let step = 0; step < Math.abs(moves) && to !== null; step += 1) {
      const beside: Cell | null = moves > 0 ? (next(to) ?? null) : to.parent;
      if (beside === null) {
        break;
      }
      to = beside;
    }
    if (to !== null && to !== from) {
      this.#goal = to;
      this.#hands.go(to.node.line);
    }
  }

  /** Scrolls the tree, and nothing around it, until a cell and those beside it are shown. */
  #reveal({ column, row }: Cell): void {
    const place = this.#place;
    const nearest = (scrolled: number, shown: number, index: number) =>
      Math.max(Math.min(scrolled, (index - 1) * STEP), (index + 2) * STEP - shown);
    place.scrollLeft = nearest(place.scrollLeft, place.clientWidth, column);
    place.scrollTop = nearest(place.scrollTop, place.clientHeight, row);
  }

  #draw(nodes: readonly Node[]): void {
    this.#cells = layOut(nodes);
    this.#items = new Map();
    this.#current = null;
    const size = (pick: (cell: Cell) => number) => (this.#cells.reduce((most, cell) => Math.max(most, pick(cell)), 0) + 1) * STEP;
    const width = size((cell) => cell.column);
    const height = size((cell) => cell.row);
    const svg = make('svg', { width, height, viewBox: `0 0 ${width} ${height}`, role: 'presentation' });
    const edges = make('path', { class: 'edges', d: this.#cells.map((cell) => this.#edge(cell)).join('') });
    svg.append(edges, ...this.#cells.map((cell) => this.#item(cell)));
    this.#place.replaceChildren(svg);
  }

  #edge({ column, row, parent }: Cell): string {
    if (parent === null) {
      return '';
    }
    const bend = row === parent.row ? '' : `V${centre(row - 1)}`;
    return `M${centre(parent.column)} ${centre(parent.row)}${bend}L${centre(column)} ${centre(row)}`;
  }

  #item({ node, column, row }: Cell): SVGGElement {
    const kind = node.kind === 'move' ? (node.color ?? '') : node.kind;
    const item = make('g', {
      class: `node ${kind}${node.comment ? ' comment' : ''}${node.main ? ' main' : ''}`,
      transform: `translate(${centre(column)} ${centre(row)})`,
      role: 'treeitem',
      tabindex: -1,
      'aria-level': column + 1,
      'aria-label': describe(node),
      'data-line': node.line,
    });
    const title = make('title', {});
    title.textContent = describe(node);
    const shape = node.kind === 'diagram' ? make('rect', { x: -8, y: -8, width: 16, height: 16 }) : make('circle', { r: node.kind === 'root' ? 5 : RADIUS });
    item.append(title, shape);
    const text = node.kind === 'move' ? String(node.number ?? '') : '';
    if (text !== '') {
      const label = make('text', { 'font-size': text.length > 2 ? 8 : 10 });
      label.textContent = text;
      item.append(label);
    }
    this.#items.set(node.id, item);
    return item;
  }
}
