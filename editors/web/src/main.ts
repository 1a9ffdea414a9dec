/**
 * The entry: runs the page piece by piece, each in a task of its own. A phone takes half a second for all of them, and answers a touch
 * between two of them. A piece has what it imports and what no piece before it has; those in `pieces` are parts of the editor.
 */
import { notify } from './notice.ts';
import { firstFrame, nextTask } from './tasks.ts';

/** The pieces that are run after the board. */
const PIECES = [
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

// What the page has without a script is drawn first.
await firstFrame();
try {
  await import('../../board/src/view/element.ts');
  for (const piece of PIECES) {
    await nextTask();
    await piece();
  }
} catch (error) {
  document.getElementById('loading')?.remove();
  notify('A part of the page could not be loaded. Check the network, and load the page again.', { 'Load it again': () => window.location.reload() });
  throw error;
}
