import { type Board, type Color, type Continuation, moveToPlay, type Region } from '../protocol.ts';
import { drawFound, foundInWords } from './found.ts';
import { patch } from './patch.ts';
import { type Point, Selection } from './selecting.ts';

/** The columns of a board, among which there is no I. */
const COLUMNS = 'ABCDEFGHJKLMNOPQRST';

const SVG = 'http://www.w3.org/2000/svg';

/** A move that follows, where its stone would stand. */
export interface Ghost {
  location: string;
  color: Color;
  /** Whether the line continues with it; the others begin variations. */
  continues: boolean;
}

interface Actions {
  /** Uses the tool that is chosen. */
  use(location: string): void;
  pass(): void;
  /** Lists the games with the position, or with a part of it. */
  find(region: Region | null): void;
  /** Moves the focus to the text of the record. */
  focusText(): void;
  announce(text: string): void;
  /** Opens the menu of a point at a place on the screen. Returns false if there is none now. */
  openMenu(location: string, x: number, y: number): boolean;
}

function parse(location: string): Point {
  return { column: COLUMNS.indexOf(location.charAt(0).toUpperCase()), row: Number(location.slice(1)) - 1 };
}

const name = ({ column, row }: Point) => `${COLUMNS.charAt(column)}${row + 1}`;

/**
 * Parses a picture of the server. It holds no script, and none would get into the page. Its title would be shown below the mouse all
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

function draw<K extends 'g' | 'path' | 'circle' | 'use'>(tag: K, kind: string): SVGElementTagNameMap[K] {
  const made = document.createElementNS(SVG, tag);
  made.classList.add(kind);
  return made;
}

/** The corners around a point, which leave free what stands on it and beside it. */
function corners(x: number, y: number, step: number): string {
  const [far, near] = [step / 2 - 1, step / 2 - 9];
  return [[-1, -1], [1, -1], [1, 1], [-1, 1]]
    .map(([dx = 0, dy = 0]) => `M${x + dx * near} ${y + dy * far}L${x + dx * far} ${y + dy * far}L${x + dx * far} ${y + dy * near}`)
    .join('');
}

/** The board: drawn by the server, colored by the theme, with a cursor that mouse and arrow keys move. */
export class BoardView {
  readonly #place: HTMLElement;
  readonly #actions: Actions;
  #board: Board | null = null;
  #svg: SVGSVGElement | null = null;
  /** The layers over the board: ghost stones, moves that were found, a stone that was just played, the points of a comment, and the cursor. */
  readonly #over = { ghosts: draw('g', 'ghosts'), found: draw('g', 'found'), played: draw('use', 'played'), pointed: draw('path', 'pointed'), selected: draw('path', 'selected'), ghost: draw('circle', 'ghost'), ring: draw('path', 'ring') };
  #ghosts: Ghost[] = [];
  /** Each with one of its locations, the most frequent first. */
  #found: { location: string; move: Continuation }[] = [];
  /** A stone that was just played, which no board of the server has yet. */
  #played: { location: string; color: Color } | null = null;
  #point: Point | null = null;
  readonly #selection = new Selection();
  /** Whether the mouse is selecting, so that the click at its end plays no move. */
  #isSelecting = false;
  /** Whether the menu of the point is open, which has the mouse and the focus meanwhile. */
  #isMenuOpen = false;

  constructor(place: HTMLElement, actions: Actions) {
    this.#place = place;
    this.#actions = actions;
    place.addEventListener('mousedown', (event) => {
      const point = event.shiftKey && event.button === 0 ? this.#pointAt(event) : null;
      this.#isSelecting = point !== null;
      if (point !== null) {
        // By itself Shift would extend the selection of the text beside the board to here.
        event.preventDefault();
        this.#place.focus();
        this.#selection.clear();
        this.#select(point, point);
      }
    });
    place.addEventListener('click', (event) => {
      const point = this.#pointAt(event);
      if (this.#isSelecting) {
        this.#isSelecting = false;
        this.#announceSelection();
      } else if (point !== null) {
        this.#actions.use(name(point));
      } else if (this.#board !== null && event.target !== place) {
        const { from, to } = this.#board.region;
        this.#actions.announce(`The board that is shown goes from ${from} to ${to}.`);
      }
    });
    place.addEventListener('mousemove', (event) => {
      const point = this.#pointAt(event);
      this.#setCursor(point);
      if (this.#isSelecting && point !== null && event.buttons === 1) {
        this.#select(point, point);
      }
    });
    place.addEventListener('mouseleave', () => this.#leave());
    place.addEventListener('blur', () => this.#leave());
    place.addEventListener('contextmenu', (event) => {
      const point = this.#pointAt(event);
      event.preventDefault();
      // One without a pointer is of a key, which was handled already.
      if (point !== null && (event as PointerEvent).pointerType !== '') {
        this.#setCursor(point);
        this.#openMenu(event.clientX, event.clientY);
      }
    });
    place.addEventListener('keydown', (event) => this.#onKey(event));
  }

  get board(): Board | null {
    return this.#board;
  }

  show(board: Board): void {
    const isSame = this.#board?.board === board.board;
    this.#board = board;
    this.#place.setAttribute('aria-label', board.alt);
    if (this.#played !== null && this.stoneAt(this.#played.location) !== null) {
      this.#played = null;
    }
    if (isSame) {
      return;
    }
    this.#selection.clear();
    this.#drawSelection();
    const svg = picture(board.board);
    // Screen readers get the label of the whole instead of the picture.
    svg?.setAttribute('aria-hidden', 'true');
    // The parts around the board are laid out by it, too.
    const { style } = this.#place.parentElement ?? this.#place;
    style.setProperty('--ratio', String(board.grid.width / board.grid.height));
    style.setProperty('--steps', String(board.grid.width / board.grid.step));
    for (const layer of Object.values(this.#over)) {
      layer.remove();
    }
    if (this.#svg !== null && svg !== null) {
      patch(this.#svg, svg);
    } else {
      this.#svg = svg;
      this.#place.replaceChildren(...(svg === null ? [] : [svg]));
    }
    this.#svg?.append(...Object.values(this.#over));
    this.#over.pointed.removeAttribute('d');
    this.#drawGhosts();
    this.#drawFound();
    this.#drawPlayed();
    this.#setCursor(this.#point);
  }

  /** Shows the stone of a move at once, before the server has made the move. Its captures and its ring come with the board of the server. */
  play(location: string): void {
    // Who plays after a stone that the server does not know yet, only the server says.
    const color = this.#board === null || this.#played !== null ? undefined : moveToPlay(this.#board)?.color;
    if (color !== undefined && this.stoneAt(location) === null) {
      this.#played = { location, color };
      this.#drawPlayed();
    }
  }

  /** Takes in that the last move was made or refused. */
  settle(): void {
    this.#played = null;
    this.#drawPlayed();
  }

  /** The color of the stone on a point, if there is one. */
  stoneAt(location: string): Color | null {
    const { black = [], white = [] } = this.#board?.stones ?? {};
    return black.includes(location) ? 'black' : white.includes(location) ? 'white' : null;
  }

  /** Takes mouse and focus back from the menu of a point; only the mouse where the user has gone elsewhere. */
  closeMenu(takesFocus: boolean): void {
    this.#isMenuOpen = false;
    if (takesFocus) {
      this.#place.focus();
    } else {
      this.#setCursor(null);
    }
  }

  /** Shows ghost stones, on the points that are free. */
  showGhosts(ghosts: Ghost[]): void {
    this.#ghosts = ghosts;
    this.#drawGhosts();
  }

  /** Shows the moves that followed in other games, on the points that are free. */
  showFound(moves: Continuation[]): void {
    const all = moves.flatMap((move) => move.locations.map((location) => ({ location: location ?? '', move })));
    this.#found = all.filter(({ location }) => /^[A-T]\d/.test(location) && this.stoneAt(location) === null);
    this.#drawFound();
  }

  /** Lists the games with the position, or with the part that is selected. */
  find(): void {
    this.#actions.find(this.#selection.region(name));
  }

  /** Points at some places, of which a comment speaks. */
  pointAt(locations: string[]): void {
    const step = this.#board?.grid.step ?? 0;
    const places = locations.map((location) => this.#placeOf(parse(location))).filter((place) => place !== null);
    this.#over.pointed.setAttribute('d', places.map(([x, y]) => corners(x, y, step)).join(''));
  }

  #drawGhosts(): void {
    const marked = new Set([...(this.#board?.scene?.marked ?? []), ...(this.#board?.labels ?? []).map(({ location }) => location)]);
    const stones = this.#ghosts.filter(({ location }) => this.stoneAt(location) === null);
    const drawn = stones.flatMap(({ location, color, continues }) => {
      const place = this.#placeOf(parse(location));
      const circle = draw('circle', continues ? 'main' : 'variation');
      circle.toggleAttribute('data-marked', marked.has(location));
      return place === null ? [] : [this.#stone(circle, place, color)];
    });
    this.#over.ghosts.replaceChildren(...drawn);
  }

  #drawFound(): void {
    const step = this.#board?.grid.step ?? 0;
    const most = this.#found[0]?.move;
    const drawn = this.#found.flatMap(({ location, move }) => {
      const place = this.#placeOf(parse(location));
      const group = place && drawFound(move, location, place, step);
      group?.toggleAttribute('data-most', move === most);
      return group ?? [];
    });
    this.#over.found.replaceChildren(...drawn);
  }

  #select(start: Point, to: Point): void {
    this.#selection.extend(start, to);
    this.#drawSelection();
  }

  #drawSelection(): void {
    const half = (this.#board?.grid.step ?? 0) / 2;
    const [low, high] = (this.#selection.corners ?? []).map((corner) => this.#placeOf(corner));
    const drawn = low && high ? `M${low[0] - half} ${high[1] - half}H${high[0] + half}V${low[1] + half}H${low[0] - half}Z` : '';
    this.#over.selected.setAttribute('d', drawn);
  }

  #announceSelection(): void {
    const region = this.#selection.region(name);
    if (region === null) {
      this.#selection.clear();
      this.#drawSelection();
    } else {
      this.#actions.announce(`${region.from} to ${region.to} is selected. F finds it in other games.`);
    }
  }

  #drawPlayed(): void {
    const { played } = this.#over;
    const place = this.#played === null ? null : this.#placeOf(parse(this.#played.location));
    const shown = this.#played === null || place === null ? {} : { href: `#ishi-${this.#played.color}`, x: place[0], y: place[1] };
    for (const key of ['href', 'x', 'y']) {
      played.removeAttribute(key);
    }
    for (const [key, value] of Object.entries(shown)) {
      played.setAttribute(key, String(value));
    }
  }

  #stone(circle: SVGCircleElement, [x, y]: [number, number], color: string): SVGCircleElement {
    for (const [key, value] of Object.entries({ cx: x, cy: y, r: (this.#board?.grid.step ?? 0) * 0.44 })) {
      circle.setAttribute(key, String(value));
    }
    circle.setAttribute('data-color', color);
    return circle;
  }

  /** Where a point is in the picture, unless it is not shown. */
  #placeOf({ column, row }: Point): [number, number] | null {
    const region = this.#region();
    if (this.#board === null || region === null) {
      return null;
    }
    const { from, to } = region;
    const { left, top, step } = this.#board.grid;
    const isShown = column >= from.column && column <= to.column && row >= from.row && row <= to.row;
    return isShown ? [left + (column - from.column) * step, top + (to.row - row) * step] : null;
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
  #setCursor(point: Point | null): void {
    this.#point = point;
    const place = point === null ? null : this.#placeOf(point);
    const { ring, ghost } = this.#over;
    ring.setAttribute('d', place === null ? '' : corners(...place, this.#board?.grid.step ?? 0));
    // Where a stone stands already, none can be put.
    const color = this.#board !== null && point !== null && this.stoneAt(name(point)) === null ? moveToPlay(this.#board)?.color : undefined;
    this.#stone(ghost, place ?? [0, 0], place === null ? '' : (color ?? ''));
  }

  /** Takes the cursor away, unless its menu is open. */
  #leave(): void {
    if (!this.#isMenuOpen) {
      this.#setCursor(null);
    }
  }

  /** Opens the menu of the point with the cursor. */
  #openMenu(x: number, y: number): void {
    // The menu takes the focus at once.
    this.#isMenuOpen = true;
    this.#isMenuOpen = this.#point !== null && this.#actions.openMenu(name(this.#point), x, y);
  }

  /** Opens that menu for a key, beside the point. */
  #openMenuByKey(): void {
    const place = this.#point && this.#placeOf(this.#point);
    const matrix = this.#svg?.getScreenCTM();
    if (place && matrix) {
      const { x, y } = new DOMPoint(...place).matrixTransform(matrix);
      this.#openMenu(x, y);
    }
  }

  /** Where the first key puts the cursor: on the last move, or in the middle. */
  #start({ from, to }: { from: Point; to: Point }): Point {
    const last = this.#board?.move?.location;
    return last && last !== '?' ? parse(last) : { column: Math.round((from.column + to.column) / 2), row: Math.round((from.row + to.row) / 2) };
  }

  #describe(point: Point): string {
    const found = this.#found.find(({ location }) => location === name(point));
    return `${name(point)} ${this.stoneAt(name(point)) ?? 'empty'}${found === undefined ? '' : `, ${foundInWords(found.move)}`}`;
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
      const at = this.#point;
      // The first key only shows the cursor.
      const point =
        at === null
          ? this.#start(region)
          : {
              column: Math.min(to.column, Math.max(from.column, at.column + step[0])),
              row: Math.min(to.row, Math.max(from.row, at.row + step[1])),
            };
      this.#setCursor(point);
      if (event.shiftKey) {
        this.#select(at ?? point, point);
        this.#announceSelection();
      } else {
        this.#actions.announce(this.#describe(point));
      }
    } else if ((event.key === 'Enter' || event.key === ' ') && this.#point !== null) {
      this.#actions.use(name(this.#point));
    } else if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) {
      this.#setCursor(this.#point ?? this.#start(region));
      this.#openMenuByKey();
    } else if (event.key === 'p' || event.key === 'P') {
      this.#actions.pass();
    } else if (event.key === 'f' || event.key === 'F') {
      this.find();
    } else if (event.key === 'Escape' && this.#selection.isSet) {
      this.#selection.clear();
      this.#drawSelection();
    } else if (event.key === 'Escape') {
      this.#actions.focusText();
    } else {
      return;
    }
    event.preventDefault();
  }
}
