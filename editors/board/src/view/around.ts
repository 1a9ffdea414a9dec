/** What stands around the board: the players with their prisoners, and the game in a line. */
import type { Board, Color } from '../protocol.ts';
import type { Parts } from './parts.ts';

const NAMES = { black: 'Black', white: 'White' } as const;

/** A rank at the end of a name: `4-dan`, `3d`, `12 kyu`, `(2p)`, and `九段` also without a space. */
const RANK = /(?:\s+(?:\d{1,2}[\s-]?(?:dan|kyu|pro|[dkp])|\(\d{1,2}[dkp]\))|(?<=\S)\s*[\d初一二三四五六七八九十]+[段級级단급])[.?*]?$/iu;

/** A name in two parts, the second of which is a rank or empty. */
export function nameAndRank(words: string): [name: string, rank: string] {
  const [rank = ''] = RANK.exec(words) ?? [];
  return [words.slice(0, words.length - rank.length), rank.trim()];
}

function span(words: string, kind = ''): HTMLSpanElement {
  const made = document.createElement('span');
  made.className = kind;
  made.textContent = words;
  return made;
}

/** Shows a player: the name, as far as the record has one, the stones that were taken, and whose turn it is. */
function showPlayer(player: HTMLElement, color: Color, { headers, captures, toPlay }: Board): void {
  const words = headers?.[color] ?? NAMES[color];
  const [name, rank] = nameAndRank(words);
  for (const shown of player.querySelectorAll('b')) {
    // A name that is too long for its line is cut, and its rank is not.
    shown.replaceChildren(span(name, 'name'), ...(rank === '' ? [] : [' ', span(rank, 'rank')]));
    shown.title = words;
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

/**
 * Shows words in one line, in which those at the end are left out as wholes if there is no room. All are in the
 * tooltip.
 */
function showLine(line: HTMLElement, words: string[]): void {
  line.replaceChildren(...words.map((word) => span(word)));
  line.title = words.join('');
}

export function showAround(parts: Parts, board: Board): void {
  for (const color of ['black', 'white'] as const) {
    showPlayer(parts.get(color), color, board);
  }
  const { komi, handicap, rules, date, place, result } = board.headers ?? {};
  // The place goes as a whole where both have no room.
  showLine(parts.get('title'), board.title.split(/(?= — (?!.* — ))/u));
  const labelled = (label: string, text: string | undefined) => (text === undefined ? undefined : `${label} ${text}`);
  const facts = [result, labelled('komi', komi), labelled('handicap', handicap === '0' ? undefined : handicap), rules, date, place];
  const known = facts.filter((fact) => fact !== undefined);
  showLine(parts.get('game'), known.map((fact, index) => (index === 0 ? fact : ` · ${fact}`)));
}

/**
 * The last move, the score where the game is counted, the result of the last search, and whose turn it is. What a narrow line leaves out
 * first is at the end: the player to move is marked beside the board, too.
 */
function describeState({ toPlay, move, next, count, scene }: Board): string[] {
  const said = [];
  if (move !== null) {
    said.push([NAMES[move.color], move.number, move.location ?? 'passes'].filter((part) => part !== null).join(' '));
  }
  if (count) {
    said.push(`counted: ${count.text}`);
  }
  const found = scene?.continuations;
  if (found) {
    said.push(`found in ${found.games} ${found.games === 1 ? 'game' : 'games'}`);
  }
  if (toPlay !== null) {
    said.push(`${NAMES[toPlay]} to play`);
  }
  const parts = said.map((part, index) => (index === 0 ? part : ` · ${part}`));
  return toPlay === null || next === null ? parts : [...parts, ` ${next.number}`];
}

/** Shows the state of the game in one line. */
export const showState = (parts: Parts, board: Board) => showLine(parts.get('state'), describeState(board));
