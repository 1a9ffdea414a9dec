/** The dialog of the examples, each with a picture of the board at a typical move. */
import { EXAMPLES } from 'ishi-examples';

export type Example = (typeof EXAMPLES)[number];

/** Lets the dialog open examples, and returns what opens it. */
export function connectGallery(dialog: HTMLDialogElement, choose: (example: Example) => void): () => void {
  dialog.querySelector('[data-do=close]')?.addEventListener('click', () => dialog.close());
  for (const example of EXAMPLES) {
    dialog.querySelector(`[data-example="${example.file}"]`)?.addEventListener('click', () => {
      dialog.close();
      choose(example);
    });
  }
  return () => dialog.showModal();
}
