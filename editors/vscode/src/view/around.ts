/** What stands around the board: the players with their prisoners, and the game in a line. */
import type { Board, Color } from '../protocol.ts';

const NAMES = { black: 'Black', white: 'White' } as const;

function part(id: string, selector = ''): HTMLElement {
  const found = document.querySelector<HTMLElement>(`#${id} ${selector}`);
  if (found === null) {
    throw new Error(`The page has no ${id} ${selector}.`);
  }
  return found;
}

/** Shows a player: the name, as far as the record has one, the stones that were taken, and whose turn it is. */
function showPlayer(color: Color, { headers, captures, toPlay }: Board): void {
  const name = part(color, 'b');
  name.textContent = headers?.[color] ?? NAMES[color];
  name.title = name.textContent;
  part(color, 'output').textContent = String(captures[color]);
  if (toPlay === color) {
    part(color).setAttribute('aria-current', 'true');
  } else {
    part(color).removeAttribute('aria-current');
  }
}

export function showAround(board: Board): void {
  showPlayer('black', board);
  showPlayer('white', board);
  const { komi, handicap, rules, date, place, result } = board.headers ?? {};
  const title = part('title');
  title.textContent = board.title;
  title.title = board.title;
  const labelled = (label: string, text: string | undefined) => (text === undefined ? undefined : `${label} ${text}`);
  const facts = [result, labelled('komi', komi), labelled('handicap', handicap === '0' ? undefined : handicap), rules, date, place];
  const game = part('game');
  game.textContent = facts.filter((fact) => fact !== undefined).join(' · ');
  game.title = game.textContent;
}
