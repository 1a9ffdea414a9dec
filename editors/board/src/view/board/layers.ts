/** The layers over the picture of a board. */
import { make } from '../svg.ts';
import { drawFound } from './found.ts';
import { nameOf, parse, type Place } from './geometry.ts';
import type { Point } from './selecting.ts';
import type { BoardState } from './state.ts';

/** The radius of a stone, as a share of the distance of lines. */
const RADIUS = 0.44;

/** The corners around a point, which leave free what stands on it and beside it. */
function corners([x, y]: Place, step: number): string {
  const [far, near] = [step / 2 - 1, step / 2 - 9];
  const corner = ([right = 0, down = 0]: number[]) =>
    `M${x + right * near} ${y + down * far}H${x + right * far}V${y + down * near}`;
  return [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(corner).join('');
}

function place(circle: SVGCircleElement, [cx, cy]: Place, step: number, color: string): SVGCircleElement {
  for (const [key, value] of Object.entries({ cx, cy, r: step * RADIUS, 'data-color': color })) {
    circle.setAttribute(key, String(value));
  }
  return circle;
}

export class Layers {
  readonly #state: BoardState;
  /** From the lowest to the highest. */
  readonly #all = {
    ghosts: make('g', { class: 'ghosts' }),
    found: make('g', { class: 'found' }),
    played: make('use', { class: 'played' }),
    pointed: make('path', { class: 'pointed' }),
    selected: make('path', { class: 'selected' }),
    ghost: make('circle', { class: 'ghost' }),
    ring: make('path', { class: 'ring' }),
  };

  constructor(state: BoardState) {
    this.#state = state;
  }

  get elements(): SVGElement[] {
    return Object.values(this.#all);
  }

  /** Draws all layers for another position, in which no comment points at anything yet. */
  draw(): void {
    this.#all.pointed.removeAttribute('d');
    this.drawSelection();
    this.drawGhosts();
    this.drawFound();
    this.drawPlayed();
    this.drawCursor();
  }

  /** The moves that follow, on the points that are free. */
  drawGhosts(): void {
    const { ghosts, marked } = this.#state;
    const stones = ghosts.filter(({ location }) => this.#state.stoneAt(location) === null);
    const drawn = stones.flatMap(({ location, color, continues }) => {
      const at = this.#placeOf(parse(location));
      const circle = make('circle', { class: continues ? 'main' : 'variation' });
      circle.toggleAttribute('data-marked', marked.has(location));
      return at === null ? [] : [place(circle, at, this.#step, color)];
    });
    this.#all.ghosts.replaceChildren(...drawn);
  }

  /** The moves that followed in other games. */
  drawFound(): void {
    const { found } = this.#state;
    const most = found[0]?.move;
    const drawn = found.flatMap(({ location, move }) => {
      const at = this.#placeOf(parse(location));
      const group = at && drawFound(move, location, at, this.#step);
      group?.toggleAttribute('data-most', move === most);
      return group ?? [];
    });
    this.#all.found.replaceChildren(...drawn);
  }

  /** The stone that was just played. */
  drawPlayed(): void {
    const { played } = this.#all;
    const stone = this.#state.played;
    const at = stone && this.#placeOf(parse(stone.location));
    for (const key of ['href', 'x', 'y']) {
      played.removeAttribute(key);
    }
    if (stone !== null && at !== null) {
      for (const [key, value] of Object.entries({ href: `#ishi-${stone.color}`, x: at[0], y: at[1] })) {
        played.setAttribute(key, String(value));
      }
    }
  }

  drawSelection(): void {
    const half = this.#step / 2;
    const [low, high] = (this.#state.selection.corners ?? []).map((corner) => this.#placeOf(corner));
    let drawn = '';
    if (low && high) {
      const [left, top, right, bottom] = [low[0] - half, high[1] - half, high[0] + half, low[1] + half];
      drawn = `M${left} ${top}H${right}V${bottom}H${left}Z`;
    }
    this.#all.selected.setAttribute('d', drawn);
  }

  /** The cursor, with the stone that a click would play. */
  drawCursor(): void {
    const { cursor } = this.#state;
    const at = cursor && this.#placeOf(cursor);
    this.#all.ring.setAttribute('d', at === null ? '' : corners(at, this.#step));
    // Where a stone stands already, none can be put.
    const isFree = cursor !== null && at !== null && this.#state.stoneAt(nameOf(cursor)) === null;
    place(this.#all.ghost, at ?? [0, 0], this.#step, (isFree && this.#state.colorToPlay) || '');
  }

  /** Points at some places, of which a comment speaks. */
  pointAt(locations: string[]): void {
    const places = locations.map((location) => this.#placeOf(parse(location))).filter((at) => at !== null);
    this.#all.pointed.setAttribute('d', places.map((at) => corners(at, this.#step)).join(''));
  }

  get #step(): number {
    return this.#state.geometry?.step ?? 0;
  }

  #placeOf(point: Point): Place | null {
    return this.#state.geometry?.placeOf(point) ?? null;
  }
}
