/** Swipes on the board, which walk through the game: to the left as one turns a page. */

/** How far a finger moves at least, in pixels, and how much further sideways than up or down. */
const LENGTH = 40;
const SLOPE = 2;

/** Walks through the game with one finger. `walk` is called with the key that means the same. */
export function takeSwipes(place: HTMLElement, walk: (key: 'ArrowLeft' | 'ArrowRight') => void): void {
  let begin: Touch | null = null;
  place.addEventListener('touchstart', ({ touches }) => {
    begin = touches.length === 1 ? (touches[0] ?? null) : null;
  }, { passive: true });
  place.addEventListener('touchend', ({ changedTouches }) => {
    const end = changedTouches[0];
    if (begin === null || end === undefined) {
      return;
    }
    const [right, down] = [end.clientX - begin.clientX, end.clientY - begin.clientY];
    begin = null;
    if (Math.abs(right) >= LENGTH && Math.abs(right) > SLOPE * Math.abs(down)) {
      walk(right < 0 ? 'ArrowRight' : 'ArrowLeft');
    }
  }, { passive: true });
}
