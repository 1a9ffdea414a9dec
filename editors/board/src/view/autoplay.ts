/** How long each position is shown at least, in milliseconds. */
const PAUSE = 1000;

/**
 * Has a button play the moves one after the other, until there are no more or the user does something. `step` goes to
 * the next move once the last one is shown, and returns whether there is one.
 */
export function autoplay(button: HTMLElement, step: () => boolean): void {
  let playing: AbortController | undefined;
  const stop = () => {
    playing?.abort();
    playing = undefined;
    button.setAttribute('aria-pressed', 'false');
  };
  // Whatever the user does besides: a key, a click, a turn of the wheel.
  const stopElsewhere = (event: Event) => {
    const isOnButton = event.composedPath().includes(button);
    if (!isOnButton || (event instanceof KeyboardEvent && event.key !== 'Enter' && event.key !== ' ')) {
      stop();
    }
  };
  const goOn = () => {
    if (!step()) {
      stop();
    }
  };
  const start = () => {
    button.setAttribute('aria-pressed', 'true');
    playing = new AbortController();
    const { signal } = playing;
    const timer = setInterval(goOn, PAUSE);
    signal.addEventListener('abort', () => clearInterval(timer));
    for (const type of ['keydown', 'pointerdown', 'wheel']) {
      window.addEventListener(type, stopElsewhere, { capture: true, passive: true, signal });
    }
    goOn();
  };
  button.addEventListener('click', () => (playing === undefined ? start() : stop()));
}
