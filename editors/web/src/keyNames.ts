/** The shortcuts in the HTML of the page, which are those of Windows and Linux until a Mac has its own. */
import { namesHere } from '../../board/src/view/keyNames.ts';

/** Writes all shortcuts as this machine has them. */
export function nameKeys(): void {
  for (const key of document.querySelectorAll('kbd, dt')) {
    key.textContent = namesHere(key.textContent);
  }
  for (const button of document.querySelectorAll<HTMLElement>('#bar [title]')) {
    button.title = namesHere(button.title);
  }
}
