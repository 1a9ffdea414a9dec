/** A game as a page that plays it back, as `ishi player` writes it. */
import { escapeHtml } from '../../board/src/html.ts';
import { download } from './files.ts';
import { notify } from './notice.ts';

/** The answer to `ishi/player`. */
export interface PlayedGame {
  /** The title of the game, or else its players. */
  title: string;
  /** The game as JSON, which may stand in a script of a page. */
  game: string;
}

async function read(name: string): Promise<string> {
  const response = await fetch(`player/${name}`);
  if (!response.ok) {
    throw new Error(`${name} could not be loaded (${response.status})`);
  }
  return response.text();
}

/** Downloads a game as a page. `name` is that of the document. */
export async function downloadPlayer(name: string, played: PlayedGame | null): Promise<void> {
  if (played === null) {
    notify('There is no game here to play back.');
    return;
  }
  const [page, script] = await Promise.all([read('page.txt'), read('ishi-player.js')]);
  const parts: Record<string, string> = { title: escapeHtml(played.title || 'Game'), attributes: '', game: played.game, script };
  // What is put in may look like a marker, so each is found only once.
  const html = page.replaceAll(/<!--(\w+)-->/g, (_, part: string) => parts[part] ?? '');
  download(`${name.replace(/\.[^.]*$/, '') || 'game'}.html`, new Blob([html], { type: 'text/html' }));
}
