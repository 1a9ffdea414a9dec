/** Whether the start is shown, which is known before the page is drawn, so that nothing moves later. */
import { keepJson, keptJson } from './store.ts';

/** The name under which the browser remembers that the start was closed. */
const CLOSED = 'start-closed';

export function turnStart(isShown: boolean): void {
  document.documentElement.toggleAttribute('data-start', isShown);
}

export const isStartShown = () => document.documentElement.hasAttribute('data-start');

/** Remembers that the user has closed it. */
export function markStartClosed(): void {
  keepJson(CLOSED, true);
}

export const wasStartClosed = () => keptJson(CLOSED) !== null;
