/** The bar of the page and its menus: which button does what. */
import { redoDepth, undoDepth } from '@codemirror/commands';
import type { EditorState } from '@codemirror/state';

import { element } from './elements.ts';
import { connectMenu } from './menus.ts';

/** Connects buttons, by their ids, with what they do. */
export function connectButtons(buttons: Record<string, () => void>): void {
  for (const [id, work] of Object.entries(buttons)) {
    element(id).addEventListener('click', work);
  }
}

/** Lets the bar open its menus. `moveInView` returns the name of the move to which a link can lead; null if there is none. */
export function connectMenus(moveInView: () => string | null): void {
  connectMenu(element('file-button'), element('file'));
  connectMenu(element('more-button'), element('more'));
  element('send').hidden = !('share' in navigator);
  connectMenu(element('share-button'), element('share-menu'), () => {
    const move = moveInView();
    element('share-move').hidden = move === null;
    element('share-move').textContent = `Copy link to ${move}`;
  });
}

/** Lets the buttons of Undo and Redo work without taking the focus, which says where the user goes on. */
export function connectHistory(history: (command: 'undo' | 'redo') => void): void {
  for (const command of ['undo', 'redo'] as const) {
    const button = element(`${command}-edit`);
    button.addEventListener('mousedown', (event) => event.preventDefault());
    button.addEventListener('click', () => history(command));
    element(`${command}-entry`).addEventListener('click', () => history(command));
  }
}

/** Shows whether there is something to undo and to redo. */
export function showHistory(state: EditorState): void {
  (element('undo-edit') as HTMLButtonElement).disabled = undoDepth(state) === 0;
  (element('redo-edit') as HTMLButtonElement).disabled = redoDepth(state) === 0;
}
