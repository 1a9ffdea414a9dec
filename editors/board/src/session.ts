/** State that all boards of an editor share: how they are shown, and the order of their changes. */
import type { TextDocument } from './host.ts';
import { Journal } from './journal.ts';
import { DEFAULT_OPTIONS } from './protocol.ts';

export class Session {
  /** How boards that are opened from now on are shown. */
  options = DEFAULT_OPTIONS;
  /** One change after the other: the next one begins where the last one has led. */
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;
  /** The changes that the boards have made. */
  readonly journal = new Journal();
  /** Leads back to where a board was at the moment to which Undo or Redo has led a text, at the end of the turn. */
  #restore: (() => Promise<void>) | undefined;

  /** Does something after all that was begun before it, and before all that comes later. */
  async inTurn<T>(work: () => Promise<T>): Promise<T> {
    this.#waiting += 1;
    const done = this.#last.then(work).finally(() => this.#goBack());
    this.#last = done.catch(() => undefined);
    try {
      return await done;
    } finally {
      this.#waiting -= 1;
    }
  }

  /**
   * Takes in that the last change of a text was undone or made again, from a board or in the text. A board that made the change is led back
   * to where it was at that moment.
   */
  onHistory(document: TextDocument, command: 'undo' | 'redo'): void {
    this.#restore = this.journal.step(document, command);
    if (this.isIdle) {
      void this.inTurn(async () => undefined);
    }
  }

  async #goBack(): Promise<void> {
    const restore = this.#restore;
    this.#restore = undefined;
    await restore?.();
  }

  /** Whether all that was begun is done. */
  get isIdle(): boolean {
    return this.#waiting === 0;
  }
}
