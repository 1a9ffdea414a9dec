/** The picture of a tree in its place. Only what is in view is drawn, and the current move, which has the focus. */
import { make, setAttributes } from '../svg.ts';
import { drawCell, SIGN, STEP } from './draw.ts';
import { Grid, type Window } from './grid.ts';
import { type Cell, variations } from './layout.ts';
import { CurrentLine } from './line.ts';

/** How many columns and rows are drawn beyond what is in view. */
const MARGIN = 4;

/** By how much a tree is enlarged that then still fits into its place. */
const SCALES = [1.5, 1.25];

/** By how much a tree of any size is enlarged for a finger. */
const FINGER = 1.25;

/** How far the sign of a comment is from the middle of its cell: where no line passes, away from the handle of the cell before. */
const COMMENT = 9;

/** The room for the handles of the last row, in units of the picture. */
const PAD = 6;

/** The height of the lines between a comment and the tree, and around them, in pixels. */
const BESIDE = 40;

const centre = (index: number) => STEP / 2 + index * STEP;

export class Canvas {
  readonly #place: HTMLElement;
  readonly #svg = make('svg', { role: 'presentation' });
  readonly #edges = make('path', { class: 'edges' });
  /** The edges of the current line, over the others. */
  readonly #lineEdges = make('path', { class: 'edges line' });
  readonly #line = new CurrentLine();
  readonly #finger = window.matchMedia('(pointer: coarse)');
  readonly #isFolded: (cell: Cell) => boolean | null;
  #grid = new Grid([]);
  #isDown = false;
  /** What a long comment leaves of the room. */
  #least = 0;
  #scale = 1;
  /** The elements that are drawn, by their cells. */
  readonly #items = new Map<Cell, SVGGElement>();
  #current: Cell | null = null;
  #isSoon = false;
  /** The edges of the place beyond which there is more of the tree. */
  #more = '';
  /** Whether the size and the scroll position are for an earlier tree or cell: they are set with the next frame, which has the layout. */
  #isMoved = false;

  /**
   * `room` is the box that the tree shares with the text above it, and `isFolded` says whether what can be folded after
   * a cell is.
   */
  constructor(place: HTMLElement, room: HTMLElement, isFolded: (cell: Cell) => boolean | null) {
    this.#place = place;
    this.#isFolded = isFolded;
    this.#svg.append(this.#edges, this.#lineEdges);
    place.replaceChildren(this.#svg);
    place.addEventListener('scroll', () => this.#drawSoon(), { passive: true });
    const observer = new ResizeObserver(() => this.#fit(room));
    observer.observe(place);
    observer.observe(room);
  }

  /** Called when the tree begins to grow in the other direction. */
  onTurn: () => void = () => {};

  /** How many columns the sign of a run takes: downward it is written beside the line. */
  get signLength(): number {
    return this.#isDown ? 1 : SIGN;
  }

  /** Draws cells that are arranged anew. */
  show(grid: Grid): void {
    this.#grid = grid;
    // A node of the old tree may say something else than the one of its name.
    this.#clear();
    this.#moveSoon();
  }

  /** Marks a cell as the current one, and scrolls to it. */
  mark(cell: Cell, hasFocus: boolean): void {
    const before = this.#current && this.#items.get(this.#current);
    before?.removeAttribute('aria-current');
    before?.setAttribute('tabindex', '-1');
    this.#current = cell;
    if (this.#line.moveTo(cell)) {
      for (const [drawn, shown] of this.#items) {
        shown.classList.toggle('aside', !this.#line.has(drawn));
      }
    }
    const item = this.#item(cell);
    item.setAttribute('aria-current', 'true');
    item.setAttribute('tabindex', '0');
    this.#moveSoon();
    if (hasFocus) {
      item.focus({ preventScroll: true });
    }
  }

  /** Whether the tree has the focus, also while another frame has it, which may give it back. */
  get hasFocus(): boolean {
    return this.#place.contains((this.#place.getRootNode() as ShadowRoot).activeElement);
  }

  #clear(): void {
    this.#svg.replaceChildren(this.#edges, this.#lineEdges);
    this.#items.clear();
    this.#current = null;
    this.#line.clear();
  }

  /**
   * Lets the tree grow along the longer side of its room. A comment that comes and goes beside the tree does not turn
   * it.
   */
  #fit(room: HTMLElement): void {
    const isDown = room.clientHeight > room.clientWidth;
    this.#least = room.clientHeight / 2 - BESIDE;
    if (isDown !== this.#isDown && room.clientWidth > 0) {
      this.#isDown = isDown;
      this.#place.toggleAttribute('data-down', isDown);
      this.onTurn();
    }
    this.#resize();
    this.#reveal();
    this.#drawSoon();
  }

  /** The size of the whole tree, in units of the picture. */
  get #size(): [width: number, height: number] {
    const along = this.#grid.columns * STEP;
    const across = Math.max(this.#grid.rows, this.#isDown && this.#grid.hasSigns ? SIGN : 1) * STEP + PAD;
    return this.#isDown ? [across, along] : [along, across];
  }

  #resize(): void {
    const [width, height] = this.#size;
    const { clientWidth, clientHeight } = this.#place;
    // Moves without a comment, which leave more room, are not drawn larger than others.
    const shown = Math.min(clientHeight, this.#least);
    this.#scale = SCALES.find((scale) => width * scale <= clientWidth && height * scale <= shown) ?? (this.#finger.matches ? FINGER : 1);
    const [shownWidth, shownHeight] = [width * this.#scale, height * this.#scale];
    setAttributes(this.#svg, { width: shownWidth, height: shownHeight, viewBox: `0 0 ${width} ${height}` });
  }

  /**
   * Scrolls the tree, and nothing around it, until the current cell is in the middle of its line, with the rows beside
   * it.
   */
  #reveal(): void {
    if (this.#current === null) {
      return;
    }
    const { column, row } = this.#current;
    const place = this.#place;
    const step = STEP * this.#scale;
    const middle = (shown: number) => (column + 0.5) * step - shown / 2;
    const nearest = (scrolled: number, shown: number) => {
      // Where there is no room for the rows beside it, at least this one is whole.
      const beside = Math.min(1, Math.max(0, (shown / step - 1) / 2));
      return Math.max(Math.min(scrolled, (row - beside) * step), (row + 1 + beside) * step - shown);
    };
    if (this.#isDown) {
      place.scrollTop = middle(place.clientHeight);
      place.scrollLeft = nearest(place.scrollLeft, place.clientWidth);
    } else {
      place.scrollLeft = middle(place.clientWidth);
      place.scrollTop = nearest(place.scrollTop, place.clientHeight);
    }
  }

  #moveSoon(): void {
    this.#isMoved = true;
    this.#drawSoon();
  }

  #drawSoon(): void {
    if (!this.#isSoon) {
      this.#isSoon = true;
      requestAnimationFrame(() => {
        this.#isSoon = false;
        if (this.#isMoved) {
          this.#isMoved = false;
          this.#resize();
          this.#reveal();
        }
        this.#draw();
      });
    }
  }

  /** The columns and rows that are in view, with some beyond. */
  #window(): Window {
    const { scrollLeft, scrollTop, clientWidth, clientHeight } = this.#place;
    const step = STEP * this.#scale;
    const range = (scrolled: number, shown: number) =>
      [Math.max(0, Math.floor(scrolled / step) - MARGIN), Math.ceil((scrolled + shown) / step) + MARGIN] as const;
    const [x, y] = [range(scrollLeft, clientWidth), range(scrollTop, clientHeight)];
    const [[left, right], [top, bottom]] = this.#isDown ? [y, x] : [x, y];
    return { left, right, top, bottom };
  }

  /** Says at which edges of the place the tree goes on. */
  #showMore(): void {
    const { scrollLeft, scrollTop, scrollWidth, scrollHeight, clientWidth, clientHeight } = this.#place;
    const isMore = {
      left: scrollLeft > 1,
      right: scrollLeft + clientWidth < scrollWidth - 1,
      top: scrollTop > 1,
      bottom: scrollTop + clientHeight < scrollHeight - 1,
    };
    const more = Object.entries(isMore).flatMap(([edge, is]) => (is ? [edge] : [])).join(' ');
    if (more !== this.#more) {
      this.#more = more;
      this.#place.dataset.more = more;
    }
  }

  #draw(): void {
    this.#showMore();
    const seen = this.#window();
    const wanted = new Set<Cell>();
    let lines = '';
    let current = '';
    // The line that leads to a cell comes into view before the cell does, after a sign as far before as that is long.
    for (const cell of this.#grid.cellsIn({ ...seen, right: seen.right + SIGN })) {
      if (this.#line.has(cell)) {
        current += this.#edge(cell);
      } else {
        lines += this.#edge(cell);
      }
      if (cell.column <= seen.right) {
        wanted.add(cell);
        this.#item(cell);
      }
    }
    // Lines that only pass by, to variations further on.
    for (const [column, from, to] of this.#grid.passing(seen)) {
      lines += this.#path([column, from], [column, to]);
    }
    for (const { before, row } of this.#line.branches) {
      if (before !== null && row >= 0 && before.column >= seen.left && before.column <= seen.right) {
        const [from, to] = [Math.max(before.row, seen.top), Math.min(row - 1, seen.bottom)];
        current += from < to ? this.#path([before.column, from], [before.column, to]) : '';
      }
    }
    this.#edges.setAttribute('d', lines);
    this.#lineEdges.setAttribute('d', current);
    for (const [cell, item] of this.#items) {
      if (!wanted.has(cell) && cell !== this.#current) {
        item.remove();
        this.#items.delete(cell);
      }
    }
  }

  #placeOf(column: number, row: number): [x: number, y: number] {
    return this.#isDown ? [centre(row), centre(column)] : [centre(column), centre(row)];
  }

  #path(from: [column: number, row: number], to: [column: number, row: number]): string {
    return `M${this.#placeOf(...from).join(' ')}L${this.#placeOf(...to).join(' ')}`;
  }

  /** The line that leads to a cell from the one before it, or from the line that passes that one's row. */
  #edge({ column, row, before }: Cell): string {
    return before === null ? '' : this.#path([before.column, row === before.row ? row : row - 1], [column, row]);
  }

  /** The drawn cell, which is drawn now if it is not yet. */
  #item(cell: Cell): SVGGElement {
    let item = this.#items.get(cell);
    if (item === undefined) {
      item = drawCell(cell, {
        place: this.#placeOf(cell.column, cell.row),
        comment: this.#isDown ? [-COMMENT, COMMENT] : [COMMENT, -COMMENT],
        isFolded: this.#isFolded(cell),
        variations: variations(cell).length,
        isLong: cell.folds > 0 && (!this.#isDown || this.#grid.isFreeAfter(cell, SIGN - 1)),
      });
      item.classList.toggle('aside', !this.#line.has(cell));
      this.#items.set(cell, item);
      this.#svg.append(item);
    }
    return item;
  }
}
