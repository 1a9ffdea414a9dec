/** The visit of a user: in a tab or in another page, for the first time or again. */
import { keepJson, keptJson } from './store.ts';

/** Whether this is a frame in another page, for an example. What is tried there is not kept. */
export const isEmbedded = window.parent !== window;

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
export const addressInLink = () => new URLSearchParams(window.location.search).get('url');
