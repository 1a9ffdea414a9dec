/** The visit of a user: in a tab or in another page, for the first time or again. */
import { keepJson, keptJson } from './store.ts';

/** Returns the params in the address of the page. */
const params = () => new URLSearchParams(window.location.search);

/** Whether the page shows only its board, because of `?board` in its address. */
export const isBoardOnly = params().has('board');

/** Whether this is a frame in another page, for an example, or only a board. What is tried there is not kept. */
export const isEmbedded = window.parent !== window || isBoardOnly;

/** The name under which the browser remembers that a text was kept. */
const KEPT = 'visited';

/** Takes note that the next visit may show a text of the user. */
export function markVisited(): void {
  keepJson(KEPT, true);
}

/** Returns whether the page shows its example, because nothing was kept and the address names no text. */
export function isFirstVisit(): boolean {
  const { hash, search } = window.location;
  return hash === '' && search === '' && !isEmbedded && keptJson(KEPT) === null;
}

/** Returns the address of a file that the page is to open, from `?url=` in its own address; null if there is none. */
export const addressInLink = () => params().get('url');
