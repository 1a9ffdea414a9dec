/**
 * The entry: runs the page piece by piece, each in a task of its own. A phone takes half a second for all of them, and answers a touch
 * between two of them. A piece has what it imports and what no piece before it has; those in `pieces` are parts of the editor.
 */
import { notify } from './notice.ts';
import { firstFrame, nextTask } from './tasks.ts';

/** The pieces: the board first, which a visitor sees. */
const PIECES = [
  () => import('../../board/src/view/looks.ts'),
  () => import('../../board/src/view/element.ts'),
  () => import('./pieces/state.ts'),
  () => import('./pieces/view.ts'),
  () => import('./pieces/language.ts'),
  () => import('./pieces/completion.ts'),
  () => import('./pieces/keys.ts'),
  () => import('./pieces/markdown.ts'),
  () => import('./language/client.ts'),
  () => import('./editor.ts'),
  () => import('./page.ts'),
];

// What the page has without a script is drawn first. The server, which is four times as large as all of the page, would be in its way.
await firstFrame();
const server = document.createElement('link');
Object.assign(server, { rel: 'preload', href: 'ishi.wasm', as: 'fetch', type: 'application/wasm', crossOrigin: 'anonymous', fetchPriority: 'low' });
document.head.append(server);
try {
  for (const piece of PIECES) {
    await nextTask();
    await piece();
  }
} catch (error) {
  document.getElementById('loading')?.remove();
  notify('A part of the page could not be loaded. Check the network, and load the page again.', { 'Load it again': () => window.location.reload() });
  throw error;
}
