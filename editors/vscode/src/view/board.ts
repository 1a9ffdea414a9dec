import { moveToPlay } from '../next.ts';
import type { Board, Color } from '../protocol.ts';

/** The columns of a board, among which there is no I. */
const COLUMNS = 'ABCDEFGHJKLMNOPQRST';

const SVG = 'http://www.w3.org/2000/svg';

interface Hands {
  /** Uses the tool that is chosen. */
  use(location: string): void;
  pass(): void;
  leave(): void;
  announce(text: string): void;
}

/** A point of the grid: column and row from 0, from the lower left corner of the board. */
interface Point {
  column: number;
  row: number;
}

function parse(location: string): Point {
  return { column: COLUMNS.indexOf(location.charAt(0).toUpperCase()), row: Number(location.slice(1)) - 1 };
}

const name = ({ column, row }: Point) => `${COLUMNS.charAt(column)}${row + 1}`;

/**
 * What the server draws holds no script, and none would get into the page. Its title would be shown below the mouse all
 * the time; the label of the board says the same.
 */
function picture(svg: string): SVGSVGElement | null {
  const root = new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement;
  if (!(root instanceof SVGSVGElement)) {
    return null;
  }
  for (const inner of [...root.querySelectorAll('*')]) {
    const foreign = inner.namespaceURI !== SVG || ['script', 'foreignObject', 'a', 'image', 'title'].includes(inner.localName);
    if (foreign) {
      inner.remove();
    }
    for (const { name: attribute } of [...inner.attributes]) {
      if (attribute.startsWith('on')) {
        inner.removeAttribute(attribute);
      }
    }
  }
  return document.importNode(root, true);
}

/** The board: drawn by the server, colored by the theme, with a cursor that mouse and arrow keys move. */
export class BoardView {
  readonly #place: HTMLElement;
  readonly #hands: Hands;
  #board: Board | null = null;
  #svg: SVGSVGElement | null = null;
  #ring: SVGCircleElement | null = null;
  #point: Point | null = null;

  constructor(place: HTMLElement, hands: Hands) {
    this.#place = place;
    this.#hands = hands;
    place.addEventListener('click', (event) => {
      const point = this.#pointAt(event);
      if (point !== null) {
        this.#hands.use(name(point));
      }
    });
    place.addEventListener('mousemove', (event) => this.#hold(this.#pointAt(event)));
    place.addEventListener('mouseleave', () => this.#hold(null));
    place.addEventListener('blur', () => this.#hold(null));
    place.addEventListener('keydown', (event) => this.#onKey(event));
  }

  get board(): Board | null {
    return this.#board;
  }

  show(board: Board): void {
    const isSame = this.#board?.board === board.board;
    this.#board = board;
    this.#place.setAttribute('aria-label', board.alt);
    if (isSame) {
      return;
    }
    this.#svg = picture(board.board);
    this.#ring = document.createElementNS(SVG, 'circle');
    this.#ring.classList.add('ring');
    this.#ring.setAttribute('r', String(board.grid.step * 0.44));
    this.#ring.setAttribute('visibility', 'hidden');
    // Screen readers get the label of the whole instead of the picture.
    this.#svg?.setAttribute('aria-hidden', 'true');
    this.#svg?.append(this.#ring);
    this.#place.replaceChildren(...(this.#svg === null ? [] : [this.#svg]));
    this.#hold(this.#point);
  }

  /** The corners of what is shown. */
  #region(): { from: Point; to: Point } | null {
    return this.#board === null ? null : { from: parse(this.#board.region.from), to: parse(this.#board.region.to) };
  }

  #pointAt(event: MouseEvent): Point | null {
    const region = this.#region();
    const matrix = this.#svg?.getScreenCTM();
    if (this.#board === null || region === null || !matrix) {
      return null;
    }
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    const { left, top, step } = this.#board.grid;
    const point = { column: region.from.column + Math.round((x - left) / step), row: region.to.row - Math.round((y - top) / step) };
    const { from, to } = region;
    const isShown = point.column >= from.column && point.column <= to.column && point.row >= from.row && point.row <= to.row;
    return isShown ? point : null;
  }

  /** Puts the cursor on a point, or nowhere. */
  #hold(point: Point | null): void {
    this.#point = point;
    const region = this.#region();
    if (this.#ring === null || this.#board === null || region === null) {
      return;
    }
    this.#ring.setAttribute('visibility', point === null ? 'hidden' : 'visible');
    if (point !== null) {
      const { left, top, step } = this.#board.grid;
      this.#ring.setAttribute('cx', String(left + (point.column - region.from.column) * step));
      this.#ring.setAttribute('cy', String(top + (region.to.row - point.row) * step));
      // Where a stone stands already, none can be put.
      this.#ring.setAttribute('data-color', this.#stoneAt(point) === null ? (moveToPlay(this.#board)?.color ?? '') : '');
    }
  }

  #stoneAt(point: Point): Color | null {
    const location = name(point);
    const { black = [], white = [] } = this.#board?.stones ?? {};
    return black.includes(location) ? 'black' : white.includes(location) ? 'white' : null;
  }

  #describe(point: Point): string {
    return `${name(point)} ${this.#stoneAt(point) ?? 'empty'}`;
  }

  #onKey(event: KeyboardEvent): void {
    const region = this.#region();
    if (region === null || event.ctrlKey || event.metaKey || event.altKey) {
      return;
    }
    const { from, to } = region;
    const steps: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
    const step = steps[event.key];
    if (step !== undefined) {
      const middle = { column: Math.round((from.column + to.column) / 2), row: Math.round((from.row + to.row) / 2) };
      const last = this.#board?.move?.location;
      const at = this.#point;
      // The first key only shows the cursor, where the last move is.
      const point =
        at === null
          ? last && last !== '?' ? parse(last) : middle
          : {
              column: Math.min(to.column, Math.max(from.column, at.column + step[0])),
              row: Math.min(to.row, Math.max(from.row, at.row + step[1])),
            };
      this.#hold(point);
      this.#hands.announce(this.#describe(point));
    } else if ((event.key === 'Enter' || event.key === ' ') && this.#point !== null) {
      this.#hands.use(name(this.#point));
    } else if (event.key === 'p' || event.key === 'P') {
      this.#hands.pass();
    } else if (event.key === 'Escape') {
      this.#hands.leave();
    } else {
      return;
    }
    event.preventDefault();
  }
}
