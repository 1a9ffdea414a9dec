/** What stands around the board: the players with their prisoners, and the game in a line. */
import type { Board, Color } from '../protocol.ts';
import type { Parts } from './parts.ts';

const NAMES = { black: 'Black', white: 'White' } as const;

/** Shows a player: the name, as far as the record has one, the stones that were taken, and whose turn it is. */
function showPlayer(player: HTMLElement, color: Color, { headers, captures, toPlay }: Board): void {
  const words = headers?.[color] ?? NAMES[color];
  for (const name of player.querySelectorAll('b')) {
    name.textContent = words;
    name.title = words;
  }
  for (const count of player.querySelectorAll('output')) {
    count.textContent = String(captures[color]);
  }
  if (toPlay === color) {
    player.setAttribute('aria-current', 'true');
  } else {
    player.removeAttribute('aria-current');
  }
}

export function showAround(parts: Parts, board: Board): void {
  for (const color of ['black', 'white'] as const) {
    showPlayer(parts.get(color), color, board);
  }
  const { komi, handicap, rules, date, place, result } = board.headers ?? {};
  const title = parts.get('title');
  title.textContent = board.title;
  title.title = board.title;
  const labelled = (label: string, text: string | undefined) => (text === undefined ? undefined : `${label} ${text}`);
  const facts = [result, labelled('komi', komi), labelled('handicap', handicap === '0' ? undefined : handicap), rules, date, place];
  const game = parts.get('game');
  game.textContent = facts.filter((fact) => fact !== undefined).join(' · ');
  game.title = game.textContent;
}

/** The last move, whose turn it is, the score where the game is counted, and the result of the last search. */
export function describeState({ toPlay, move, next, count, scene }: Board): string {
  const said = [];
  if (move !== null) {
    said.push([NAMES[move.color], move.number, move.location ?? 'passes'].filter((part) => part !== null).join(' '));
  }
  if (toPlay !== null) {
    said.push(`${NAMES[toPlay]} to play${next === null ? '' : ` ${next.number}`}`);
  }
  if (count) {
    said.push(`counted: ${count.text}`);
  }
  const found = scene?.continuations;
  if (found) {
    said.push(`found in ${found.games} ${found.games === 1 ? 'game' : 'games'}`);
  }
  return said.join(' · ');
}
