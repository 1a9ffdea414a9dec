/** State that all boards of an editor share: how they are shown, and the order of their changes. */
import { DEFAULT_OPTIONS } from './protocol.ts';

export class Session {
  /** How boards that are opened from now on are shown. */
  options = DEFAULT_OPTIONS;
  /** One change after the other: the next one begins where the last one has led. */
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  /** Does something after all that was begun before it, and before all that comes later. */
  async inTurn<T>(work: () => Promise<T>): Promise<T> {
    this.#waiting += 1;
    const done = this.#last.then(work);
    this.#last = done.catch(() => undefined);
    try {
      return await done;
    } finally {
      this.#waiting -= 1;
    }
  }

  /** Whether all that was begun is done. */
  get isIdle(): boolean {
    return this.#waiting === 0;
  }
}
