/** The ways to begin: a new game, an empty text, and an example. */
import type { EditorView } from '@codemirror/view';

import type { PageBoard } from './board/board.ts';
import type { Desk } from './documents/desk.ts';
import type { Opening } from './documents/opening.ts';
import { attempt } from './documents/words.ts';
import { connectGallery, type Example } from './gallery.ts';
import { NewGameDialog } from './newGame.ts';
import { notify } from './notice.ts';
import type { Parts } from './parts.ts';

/** The parts of the page that a beginning changes. */
export interface Page {
  view: EditorView;
  focusText(): void;
  board: PageBoard;
  desk: Desk;
  opening: Opening;
  parts: Parts;
}

/** Returns what asks for a new game, with the dialog for it. */
export function newGame(dialog: HTMLDialogElement, { view, focusText, board, desk, parts }: Page): () => void {
  const asking = new NewGameDialog(dialog, (text) => {
    notify('');
    if (text === '') {
      desk.show(text);
      focusText();
    } else {
      desk.show(text, { isChanged: true });
      view.dispatch({ selection: { anchor: text.length } });
      parts.turnTo('board');
      board.focus();
    }
  });
  return () => asking.open();
}

/** Returns what lets the user choose an example, with the dialog for it. */
export function gallery(dialog: HTMLDialogElement, { view, board, opening, parts }: Page): () => void {
  const open = async ({ file, line, isProblem }: Example) => {
    notify('');
    await opening.example(file, line);
    if (isProblem) {
      // The text has the answer.
      parts.showBoardAlone();
      board.isGuessing = true;
      board.focus();
    } else {
      view.focus();
    }
  };
  return connectGallery(dialog, (example) => attempt(() => open(example))());
}
