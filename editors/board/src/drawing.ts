/**
 * Draws a board from its scene, for a host without a server. The picture is the one that the server sends for the same
 * scene: see `crates/render/src/svg.rs`, with which a test compares it.
 */
import ART from '../../../crates/render/src/art.svg';
import type { Board, Color, Mark, Region, Scene } from './protocol.ts';

/** A board that is not drawn yet. */
export type Position = Omit<Board, 'alt' | 'board' | 'grid' | 'scene'> & { scene: Scene };

type Offset = readonly [x: number, y: number];

/** The distance of two lines, and that from the outer ones to the edge of a picture without and with coordinates. */
const STEP = 44;
const RIM = 29;
const RIM_WITH_COORDINATES = 53;

/** How far lines continue where the board does. */
const OPEN = 18;

/** How much of a line is left out on each side of a mark on an empty point. */
const GAP = 19;

/** The size of a note, which is a stone and "at Q16", and the space around the notes. */
const NOTE = { width: 140, height: 48, margin: 14 };

/** The layers of a shadow: how wide each is, and how much of the board it hides. */
const SHADOW_LAYERS = [
  [46, '.09'],
  [43, '.12'],
  [39, '.15'],
] as const;

const WOOD = { line: '#5b4522', focus: '#0a5fe0', focusGround: '#a3cbf3' };

/** How points on stones of a color, and those without a stone, are written on. */
const INKS = [
  ['black', '#fff', '#ff8d72'],
  ['white', '#000', '#c02f1d'],
  ['board', '#000', '#c02f1d'],
] as const;

/** How the points of a count look: half the size of each sign, and its colors. */
const GROUND = [
  ['black', 'black-point', 'fill="#000" stroke="#fff"', 8],
  ['white', 'white-point', 'fill="#fff" stroke="#000"', 8],
  ['seki', 'seki', 'fill="none" stroke="#2f6db5" stroke-width="4"', 6],
  ['dame', 'dame', 'fill="none" stroke="#b5442f" stroke-width="4"', 6],
] as const;

const COLUMNS = 'ABCDEFGHJKLMNOPQRST';

const SIDES = { black: 'Black', white: 'White' } as const;

/** A point of the part that is shown, with all that is drawn on it. */
interface Cell {
  name: string;
  at: Offset;
  isStar: boolean;
  stone: Color | null;
  mark: Mark | undefined;
}

const escape = (text: string) => String(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const text = ([x, y]: Offset, words: string) => `<text x="${x}" y="${y}">${escape(words)}</text>`;

/** An element that is left out where it would have no content. */
const path = (attributes: string, d: string) => (d === '' ? '' : `<path ${attributes} d="${d}"/>\n`);

const rowOf = (location: string) => Number(location.slice(1)) - 1;

/** The star points are on the fourth line of large boards, and on the third of small ones. */
function isStar(size: number, column: number, row: number): boolean {
  const edge = size >= 13 ? 3 : size >= 7 ? 2 : -1;
  const isCorner = (line: number) => edge >= 0 && (line === edge || line === size - 1 - edge);
  const isMiddle = (line: number) => size % 2 === 1 && line === (size - 1) / 2;
  if (isCorner(column) || isCorner(row)) {
    return (isCorner(column) && isCorner(row)) || (size >= 17 && (isMiddle(row) || isMiddle(column)));
  }
  return size !== 7 && size >= 5 && isMiddle(column) && isMiddle(row);
}

/** A path of dots: lines without length, whose round ends show. */
function dots(places: Offset[]): string {
  return places
    .map(([x, y], index) => {
      const [left, row] = places[index - 1] ?? [];
      return left !== undefined && row === y && left < x ? `m${x - left} 0h0` : `M${x} ${y}h0`;
    })
    .join('');
}

/** The pieces of a line that remain when gaps are left around some places. */
function pieces(start: number, end: number, gaps: number[]): (readonly [number, number])[] {
  const sorted = [...gaps].sort((one, other) => one - other);
  const ends = [...sorted.map((gap) => gap - GAP), end];
  return [start, ...sorted.map((gap) => gap + GAP)]
    .map((from, index) => [from, ends[index] ?? end] as const)
    .filter(([from, to]) => from < to);
}

/** The definitions to which a drawing refers. */
function definitions(drawing: string): string {
  let needed = '';
  for (const line of ART.split('\n').reverse()) {
    const [, id] = /^<\w+ id="([^"]*)"/.exec(line) ?? [];
    if (
      id !== undefined &&
      [`#${id}"`, `#${id})`].some((reference) => drawing.includes(reference) || needed.includes(reference))
    ) {
      needed = line + needed;
    }
  }
  return needed === '' ? '' : `<defs>${needed}</defs>\n`;
}

/** The room in a label, in letters. */
const MAX_LABEL_WIDTH = 4;

/** Spaces, control characters, joiners and variation selectors, which have no picture. */
const INVISIBLE = /[\s\p{Cc}\p{Variation_Selector}\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/u;

/** A letter of a label: a space, or `?` in place of one without a glyph, or of a space that the label begins with. */
function inLine(letter: string, isFirst: boolean): string {
  if (!isFirst && /\p{White_Space}/u.test(letter)) {
    return ' ';
  }
  return INVISIBLE.test(letter) ? '?' : letter;
}

/** The words of a mark, and the size of their letters; null for a sign. */
function inscription(mark: Mark): { words: string; size: number } | null {
  if (mark.kind === 'number') {
    const words = String(mark.number);
    return { words, size: [26, 26, 23, 18][words.length] ?? Math.trunc(56 / words.length) };
  }
  if (mark.kind === 'label') {
    const words: string[] = [];
    let width = 0;
    for (const letter of [...mark.label].slice(0, 3)) {
      // The letters of East Asia are about as wide as two others.
      const next = width + (letter < '\u1100' ? 1 : 2);
      if (next > MAX_LABEL_WIDTH) {
        break;
      }
      width = next;
      words.push(inLine(letter, words.length === 0));
    }
    const size = words.length > 1 ? ([26, 26, 20, 17][width] ?? 14) : 26;
    return { words: words.join(''), size };
  }
  return null;
}

/** The picture of one scene. */
class Drawing {
  readonly #scene: Scene;
  readonly #size: number;
  readonly #low: { column: number; row: number };
  readonly #high: { column: number; row: number };
  readonly grid: Board['grid'];
  readonly #bottom: number;
  readonly #notesInRow: number;
  readonly #cells: Cell[] = [];

  constructor(scene: Scene, size: number, { from, to }: Region) {
    this.#scene = scene;
    this.#size = size;
    const [left, right] = [from, to].map((corner) => COLUMNS.indexOf(corner.charAt(0))) as [number, number];
    const [low, high] = [rowOf(from), rowOf(to)];
    const isOn = left >= 0 && left < size && low >= 0 && low < size;
    this.#low = isOn ? { column: left, row: low } : { column: 0, row: 0 };
    this.#high = isOn
      ? { column: Math.min(right, size - 1), row: Math.min(high, size - 1) }
      : { column: size - 1, row: size - 1 };
    const rim = scene.coordinates ? RIM_WITH_COORDINATES : RIM;
    const span = (lines: number) => lines * STEP + 2 * rim;
    const [across, down] = [this.#high.column - this.#low.column, this.#high.row - this.#low.row];
    const notes = scene.notes.length;
    const least = notes === 0 ? 0 : NOTE.width + 2 * NOTE.margin;
    const width = Math.max(span(across), least);
    this.#bottom = span(down);
    this.#notesInRow = Math.max(1, Math.trunc((width - 2 * NOTE.margin) / NOTE.width));
    const rows = Math.ceil(notes / this.#notesInRow);
    const height = this.#bottom + (rows === 0 ? 0 : rows * NOTE.height + NOTE.margin);
    this.grid = { left: rim + Math.trunc((width - span(across)) / 4) * 2, top: rim, step: STEP, width, height };
    const marks = new Map(scene.marks.map((mark) => [mark.location, mark]));
    const stones = new Map(
      (['black', 'white'] as const).flatMap((color) => scene.stones[color].map((location) => [location, color])),
    );
    for (let row = this.#high.row; row >= this.#low.row; row -= 1) {
      for (let column = this.#low.column; column <= this.#high.column; column += 1) {
        const name = `${COLUMNS.charAt(column)}${row + 1}`;
        const mark = marks.get(name);
        this.#cells.push({
          name,
          at: [this.#x(column), this.#y(row)],
          isStar: isStar(size, column, row),
          stone: stones.get(name) ?? null,
          mark: mark?.kind === 'label' && mark.label === '' ? undefined : mark,
        });
      }
    }
  }

  /** The picture as SVG, with this title. */
  svg(title: string): string {
    const { width, height } = this.grid;
    const content = [
      `<rect class="board" width="${width}" height="${height}" rx="10" fill="url(#ishi-wood)"/>\n`,
      `<rect width="${width}" height="${height}" fill="url(#ishi-grain)"/>\n`,
      this.#coordinates(),
      path(`class="focus-ground" fill="${WOOD.focusGround}"`, this.#focus),
      this.#lines(),
      this.#stones(),
      this.#ground(),
      this.#marks(),
      path(`class="focus" fill="none" stroke="${WOOD.focus}" stroke-width="4" stroke-linejoin="round"`, this.#focus),
      this.#notes(),
    ].join('');
    const size = `width="${width / 2}" height="${Math.trunc(height / 2)}" viewBox="0 0 ${width} ${height}"`;
    const font = 'font-family="sans-serif" font-weight="bold" text-anchor="middle"';
    return `<svg xmlns="http://www.w3.org/2000/svg" ${size} role="img" ${font}>
<title>${escape(title)}</title>
${definitions(content)}${content}</svg>
`;
  }

  /** What is shown, in words: the part of the board, and its stones. */
  describe(): string {
    const [first, last] = [
      `${COLUMNS.charAt(this.#low.column)}${this.#low.row + 1}`,
      `${COLUMNS.charAt(this.#high.column)}${this.#high.row + 1}`,
    ];
    const part = this.#cells.length < this.#size ** 2 ? `, ${first} to ${last}` : '';
    const [black, white] = (['black', 'white'] as const).map(
      (color) => this.#cells.filter(({ stone }) => stone === color).length,
    );
    const stones = black === 0 && white === 0 ? 'no stones' : `${black} black and ${white} white stones`;
    return `Go board ${this.#size}x${this.#size}${part}: ${stones}`;
  }

  #x(column: number): number {
    return this.grid.left + (column - this.#low.column) * STEP;
  }

  #y(row: number): number {
    return this.grid.top + (this.#high.row - row) * STEP;
  }

  #places(is: (cell: Cell) => boolean): Offset[] {
    return this.#cells.filter(is).map(({ at }) => at);
  }

  get #focus(): string {
    const { focus } = this.#scene;
    const half = STEP / 2;
    return this.#places(({ name }) => focus.includes(name))
      .map(([x, y]) => `M${x - half} ${y - half}h${STEP}v${STEP}h-${STEP}z`)
      .join('');
  }

  #placeOfNote(index: number): Offset {
    const [row, column] = [Math.trunc(index / this.#notesInRow), index % this.#notesInRow];
    return [NOTE.margin + STEP / 2 + column * NOTE.width, this.#bottom + STEP / 2 + 2 + row * NOTE.height];
  }

  #coordinates(): string {
    if (!this.#scene.coordinates) {
      return '';
    }
    const { left, top } = this.grid;
    const [low, high] = [this.#low, this.#high];
    const columns = Array.from({ length: high.column - low.column + 1 }, (_, index) => low.column + index);
    const rows = Array.from({ length: high.row - low.row + 1 }, (_, index) => high.row - index);
    const across = columns.map((column) => text([this.#x(column), top - 30], COLUMNS.charAt(column))).join('');
    const down = rows.map((row) => text([left - 37, this.#y(row) + 7], String(row + 1))).join('');
    const x = `<g id="ishi-x">${across}</g><use href="#ishi-x" y="${(rows.length - 1) * STEP + 74}"/>`;
    const y = `<g id="ishi-y">${down}</g><use href="#ishi-y" x="${(columns.length - 1) * STEP + 74}"/>`;
    return `<g class="coordinates" fill="${WOOD.line}" font-size="19" font-weight="normal">${x}${y}</g>\n`;
  }

  /** The lines and the star points. Lines end at the edges of the board, and continue beyond the part that is shown. */
  #lines(): string {
    const [low, high, far] = [this.#low, this.#high, this.#size - 1];
    const hasGap = ({ stone, mark }: Cell) => stone === null && mark !== undefined;
    const gaps = this.#places(hasGap);
    const paths = { lines: '', edges: '' };
    const kindOf = (line: number) => (line === 0 || line === far ? 'edges' : 'lines');
    const [left, right] = [
      this.#x(low.column) - (low.column === 0 ? 0 : OPEN),
      this.#x(high.column) + (high.column === far ? 0 : OPEN),
    ];
    const [top, bottom] = [
      this.#y(high.row) - (high.row === far ? 0 : OPEN),
      this.#y(low.row) + (low.row === 0 ? 0 : OPEN),
    ];
    for (let row = low.row; row <= high.row; row += 1) {
      const y = this.#y(row);
      for (const [from, to] of pieces(
        left,
        right,
        gaps.filter((gap) => gap[1] === y).map((gap) => gap[0]),
      )) {
        paths[kindOf(row)] += `M${from} ${y}h${to - from}`;
      }
    }
    for (let column = low.column; column <= high.column; column += 1) {
      const x = this.#x(column);
      for (const [from, to] of pieces(
        top,
        bottom,
        gaps.filter((gap) => gap[0] === x).map((gap) => gap[1]),
      )) {
        paths[kindOf(column)] += `M${x} ${from}v${to - from}`;
      }
    }
    const drawn = (width: number, d: string) =>
      path(`class="grid" fill="none" stroke="${WOOD.line}" stroke-width="${width}" stroke-linecap="square"`, d);
    const stars = dots(this.#places((cell) => cell.isStar && !hasGap(cell)));
    return (
      drawn(2, paths.lines) +
      drawn(3, paths.edges) +
      path(`class="grid" stroke="${WOOD.line}" stroke-width="10" stroke-linecap="round"`, stars)
    );
  }

  /** The stones of each color as one path of dots, on which the light is a pattern with a tile for each point. */
  #stones(): string {
    const { left, top } = this.grid;
    const [black, white] = (['black', 'white'] as const).map((color) =>
      dots(this.#places(({ stone }) => stone === color).map(([x, y]) => [x - left, y - top])),
    );
    const notes = this.#scene.notes
      .map(({ color }, index) => {
        const [x, y] = this.#placeOfNote(index);
        return `<use href="#ishi-${color === 'black' ? 'black' : 'white'}" x="${x}" y="${y}"/>\n`;
      })
      .join('');
    if (black === '' && white === '') {
      return notes;
    }
    const shadow = SHADOW_LAYERS.map(([width, opacity]) => {
      const layer = `x="2" y="4" stroke-width="${width}" stroke-opacity="${opacity}"`;
      return `<use href="#ishi-b" ${layer}/><use href="#ishi-w" ${layer}/>`;
    }).join('');
    const group = `transform="translate(${left} ${top})" stroke-width="42" stroke-linecap="round"`;
    const colored = (color: Color, light: string) =>
      `<use class="${color}" href="#ishi-${color.charAt(0)}" stroke="url(#ishi-${light})"/>`;
    return `<defs><path id="ishi-b" d="${black}"/><path id="ishi-w" d="${white}"/></defs>
<g ${group}><g class="shadow" stroke="#000">${shadow}</g>
${colored('black', 'slates')}${colored('white', 'shells')}</g>
${notes}`;
  }

  /** Squares on the points of the players, hollow ones in a seki, and crosses on neutral points. */
  #ground(): string {
    const { ground } = this.#scene;
    return GROUND.map(([kind, name, color, half]) => {
      const side = 2 * half;
      const places =
        ground[kind].length === 0
          ? []
          : this.#places((cell) => ground[kind].includes(cell.name) && cell.mark === undefined);
      const shape = kind === 'dame' ? `l${side} ${side}m0 -${side}l-${side} ${side}` : `h${side}v${side}h-${side}z`;
      return path(`class="${name}" ${color}`, places.map(([x, y]) => `M${x - half} ${y - half}${shape}`).join(''));
    }).join('');
  }

  #marks(): string {
    const { notes, last } = this.#scene;
    return INKS.map(([on, ink, ring]) => {
      const cells = this.#cells.filter(({ stone }) => (stone ?? 'board') === on);
      const texts = new Map<number, string>();
      let signs = '';
      const add = (mark: Mark, [x, y]: Offset) => {
        const written = inscription(mark);
        if (written === null) {
          signs += `<use href="#ishi-${escape(mark.kind)}" x="${x}" y="${y}"/>`;
        } else {
          const { words, size } = written;
          texts.set(size, (texts.get(size) ?? '') + text([x, y + Math.trunc((size * 36) / 100)], words));
        }
      };
      for (const { mark, at } of cells) {
        if (mark !== undefined) {
          add(mark, at);
        }
      }
      for (const [index, { color, number, location }] of notes.entries()) {
        if (color === on) {
          add({ kind: 'number', number, location }, this.#placeOfNote(index));
        }
      }
      const written = [...texts]
        .sort(([one], [other]) => one - other)
        .map(([size, content]) => `<g font-size="${size}">${content}</g>`)
        .join('');
      const drawn = signs === '' ? '' : `<g fill="none" stroke="${ink}" stroke-width="4">${signs}</g>`;
      const group = written + drawn === '' ? '' : `<g class="mark on-${on}" fill="${ink}">${written}${drawn}</g>\n`;
      const look = `r="10" fill="none" stroke="${ring}" stroke-width="4"`;
      const rings = cells
        .filter(({ name, mark }) => name === last && mark === undefined)
        .map(({ at: [x, y] }) => `<circle class="last on-${on}" cx="${x}" cy="${y}" ${look}/>\n`);
      return group + rings.join('');
    }).join('');
  }

  #notes(): string {
    const { notes } = this.#scene;
    const written = notes.map(({ location }, index) => {
      const [x, y] = this.#placeOfNote(index);
      return text([x + 29, y + 8], `at ${location}`);
    });
    return notes.length === 0
      ? ''
      : `<g class="notes" fill="#000" font-size="22" text-anchor="start">${written.join('')}</g>\n`;
  }
}

/** The state of a game in words: the count, the last move, the stones that were taken, and who plays next. */
function stateOf({ scene, captures, toPlay }: Position): string[] {
  const { ground, last, stones } = scene;
  const said = [];
  if (Object.values(ground).some((points) => points.length > 0)) {
    said.push(`points of Black ${ground.black.length}, of White ${ground.white.length}`);
  }
  if (last !== null) {
    const color = (['black', 'white'] as const).find((one) => stones[one].includes(last));
    said.push(`last move ${color === undefined ? '' : `${SIDES[color]} `}${last}`);
  }
  if (captures.black > 0 || captures.white > 0) {
    said.push(`captures Black ${captures.black}, White ${captures.white}`);
  }
  return toPlay === null ? said : [...said, `${SIDES[toPlay]} to play`];
}

/** Draws a position as the server does. */
export function draw(position: Position): Board {
  const drawing = new Drawing(position.scene, position.size, position.region);
  const alt = [drawing.describe(), ...stateOf(position)].join('; ');
  return { ...position, board: drawing.svg(alt), grid: drawing.grid, alt };
}
