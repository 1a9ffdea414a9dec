/** The moves that followed the position in the games of the last search, at their points on the board. */
import type { Continuation } from '../../protocol.ts';
import { make } from '../svg.ts';

/** The width and height of the bar of results, and the radius of the disc, as shares of the distance of lines. */
const BAR = { width: 0.6, height: 0.13, top: 0.12 };
const RADIUS = 0.44;

/** A number in at most four characters: `87`, `1.2k`, `34k`. */
export function short(count: number): string {
  const [size, unit] = count < 1000 ? [1, ''] : count < 999_500 ? [1000, 'k'] : [1_000_000, 'M'];
  const scaled = count / size;
  return `${size > 1 && scaled < 9.95 ? scaled.toFixed(1) : Math.round(scaled)}${unit}`;
}

/** The games and results of a move in words. */
export function foundInWords({ games, black, white }: Continuation): string {
  const decided = black + white;
  const share = decided === 0 ? '' : `, Black won ${Math.round((100 * black) / decided)} %`;
  return `${games} ${games === 1 ? 'game' : 'games'}${share}`;
}

/** Draws a move at a location, which is at a place of the picture: the number of games, and below it the shares of those that Black and White have won. */
export function drawFound({ games, black, white }: Continuation, location: string, [x, y]: [number, number], step: number): SVGElement {
  const group = make('g', { transform: `translate(${x} ${y})`, 'data-at': location });
  const decided = black + white;
  const count = make('text', { y: step * (decided === 0 ? 0.12 : 0.03), 'font-size': step * (short(games).length > 3 ? 0.3 : 0.36) });
  count.textContent = short(games);
  group.append(make('circle', { r: step * RADIUS }), count);
  if (decided > 0) {
    const [width, height] = [step * BAR.width, step * BAR.height];
    const bar = { x: -width / 2, y: step * BAR.top, height };
    group.append(make('rect', { ...bar, class: 'white', width }), make('rect', { ...bar, class: 'black', width: (width * black) / decided }));
  }
  return group;
}
