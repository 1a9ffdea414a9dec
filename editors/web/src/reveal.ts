/** Moves of the cursor after which its line is in view, and the first line in view is a whole one. */
import { EditorView } from '@codemirror/view';

/** How many pixels of the text stay in view around the cursor: a comment is below its move. */
const MARGIN = 100;

/** The height of a line in pixels. Until the editor has measured its own, that is only a guess. */
export const lineHeight = ({ contentDOM }: EditorView) => Number.parseFloat(getComputedStyle(contentDOM).lineHeight);

/** Where the line of an offset has to be, in pixels from the upper edge; null if it is in view with its surroundings. */
function wantedTop(view: EditorView, offset: number): number | null {
  const { scrollTop, clientHeight } = view.scrollDOM;
  if (clientHeight === 0) {
    return MARGIN;
  }
  // A low box has less around the line.
  const margin = Math.max(0, Math.min(MARGIN, (clientHeight - lineHeight(view)) / 2));
  const { top, bottom } = view.lineBlockAt(offset);
  const start = scrollTop - view.documentPadding.top;
  if (top < start + margin) {
    return margin;
  }
  return bottom > start + clientHeight - margin ? Math.max(margin, clientHeight - margin - (bottom - top)) : null;
}

/** Scrolls back by the part of a row that is cut at the upper edge: the heights of lines far away were estimated. */
function align(view: EditorView): void {
  view.requestMeasure({
    read: () => {
      const top = view.scrollDOM.scrollTop - view.documentPadding.top;
      return top > 0 ? (top - view.lineBlockAtHeight(top).top) % lineHeight(view) : 0;
    },
    write: (cut) => {
      view.scrollDOM.scrollTop -= cut;
    },
  });
}

/** Puts the cursor at an offset, and scrolls to it. */
export function goTo(view: EditorView, offset: number, userEvent = 'select'): void {
  const top = wantedTop(view, offset);
  const line = lineHeight(view);
  const effects = top === null ? [] : EditorView.scrollIntoView(offset, { y: 'start', yMargin: Math.floor(top / line) * line });
  view.dispatch({ selection: { anchor: offset }, effects, userEvent });
  if (top !== null) {
    requestAnimationFrame(() => align(view));
  }
}
