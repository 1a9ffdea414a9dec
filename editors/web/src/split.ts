/** The split between the text and the board of a wide page. */
import { connectSeparator } from '../../board/src/view/separator.ts';
import { keepJson, keptJson } from './store.ts';
import { isEmbedded } from './visit.ts';

/** The name under which the share of the text is kept. */
const KEY = 'text-share';

/** The least and the largest share of the text, in percent. */
const [LEAST, MOST] = [15, 65];

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
  const share = () => text.getBoundingClientRect().width / window.innerWidth;
  connectSeparator(separator, {
    isBeside: () => true,
    extent: () => ({ start: 0, size: window.innerWidth, at: share() }),
    move: (wanted) => {
      const kept = wanted === undefined ? null : Math.round(Math.min(MOST, Math.max(LEAST, wanted)) * 10) / 10;
      setShare(kept);
      if (!isEmbedded) {
        keepJson(KEY, kept);
      }
    },
  });
  new ResizeObserver(() => separator.setAttribute('aria-valuenow', String(Math.round(share() * 100)))).observe(text);
}
