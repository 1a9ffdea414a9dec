/** The split between the text and the board of a wide page: dragged, moved with keys, and set back by a double click. */
import { keepJson, keptJson } from './store.ts';
import { isEmbedded } from './visit.ts';

/** The name under which the share of the text is kept. */
const KEY = 'text-share';

/** The least and the largest share of the text, in percent. */
const [LEAST, MOST] = [15, 65];

/** How far an arrow key moves the split, in percent. */
const STEP = 2;

/** Sets the share of the text, in percent; for null it is the usual one, which the style sheet has. */
function setShare(share: number | null): void {
  const { style } = document.documentElement;
  if (share === null) {
    style.removeProperty('--board-share');
  } else {
    style.setProperty('--board-share', `${100 - share}%`);
  }
}

/** Applies the share of an earlier visit. */
export function applySplit(): void {
  const share = isEmbedded ? null : keptJson(KEY);
  if (typeof share === 'number' && share >= LEAST && share <= MOST) {
    setShare(share);
  }
}

/** Lets a separator move the split. `text` is the part before it. */
export function connectSplit(separator: HTMLElement, text: HTMLElement): void {
  const now = () => (text.getBoundingClientRect().width / window.innerWidth) * 100;
  const describe = () => separator.setAttribute('aria-valuenow', String(Math.round(now())));
  const move = (wanted: number | null) => {
    const share = wanted === null ? null : Math.round(Math.min(MOST, Math.max(LEAST, wanted)) * 10) / 10;
    setShare(share);
    if (!isEmbedded) {
      keepJson(KEY, share);
    }
  };
  separator.addEventListener('pointerdown', (event) => {
    separator.setPointerCapture(event.pointerId);
    event.preventDefault();
    separator.focus();
  });
  separator.addEventListener('pointermove', ({ pointerId, clientX }) => {
    if (separator.hasPointerCapture(pointerId)) {
      move((clientX / window.innerWidth) * 100);
    }
  });
  separator.addEventListener('dblclick', () => move(null));
  separator.addEventListener('keydown', ({ key }) => {
    const to = { ArrowLeft: now() - STEP, ArrowRight: now() + STEP, Home: LEAST, End: MOST, Enter: null }[key];
    if (to !== undefined) {
      move(to);
    }
  });
  new ResizeObserver(describe).observe(text);
}
