/** Work that follows changes: it waits until they rest, and until its element is in view, because on a phone most parts are not. */
export class Due {
  readonly #rest: number;
  readonly #work: () => void;
  readonly #observer: IntersectionObserver;
  #isInView = false;
  /** Whether the changes rest, and the work was not done since. */
  #isDue = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `rest` is the shortest pause of a user who has stopped, in milliseconds. */
  constructor(element: Element, rest: number, work: () => void) {
    this.#rest = rest;
    this.#work = work;
    this.#observer = new IntersectionObserver((entries) => {
      this.#isInView = entries.at(-1)?.isIntersecting ?? false;
      this.#workIfSeen();
    });
    this.#observer.observe(element);
  }

  /** Takes note of a change. */
  soon(): void {
    this.#isDue = false;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#isDue = true;
      this.#workIfSeen();
    }, this.#rest);
  }

  /** Ends it, also for what is due. */
  end(): void {
    clearTimeout(this.#timer);
    this.#observer.disconnect();
  }

  #workIfSeen(): void {
    if (this.#isDue && this.#isInView) {
      this.#isDue = false;
      this.#work();
    }
  }
}
