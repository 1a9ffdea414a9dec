/** How long each position is shown at least, in milliseconds. */
const PAUSE = 1000;

/**
 * Has a button play the moves one after the other, until there are no more or the user does something. `step` goes to
 * the next move once the last one is shown, and returns whether there is one.
 */
export function autoplay(button: HTMLElement, step: () => boolean): void {
  let timer: ReturnType<typeof setInterval> | undefined;
  const stop = () => {
    clearInterval(timer);
    timer = undefined;
    button.setAttribute('aria-pressed', 'false');
  };
  const goOn = () => {
    if (!step()) {
      stop();
    }
  };
  button.addEventListener('click', () => {
    if (timer !== undefined) {
      return stop();
    }
    button.setAttribute('aria-pressed', 'true');
    timer = setInterval(goOn, PAUSE);
    goOn();
  });
  // Whatever the user does besides: a key, a click, a turn of the wheel.
  const stopElsewhere = (event: Event) => {
    const { target } = event;
    const isOnButton = target instanceof Node && button.contains(target);
    if (!isOnButton || (event instanceof KeyboardEvent && event.key !== 'Enter' && event.key !== ' ')) {
      stop();
    }
  };
  window.addEventListener('keydown', stopElsewhere, { capture: true });
  window.addEventListener('pointerdown', stopElsewhere, { capture: true });
  window.addEventListener('wheel', stopElsewhere, { capture: true, passive: true });
}
