/** Messages of a board's page besides those of the view in it. */
import type { FromView, Locked, Splits } from '../../board/src/protocol.ts';

/** The state of a page that outlives a reload of the window. */
export interface PageState {
  locked: Locked | null;
  /** Missing in a state of an earlier version. */
  splits?: Splits;
}

/** A message from the page. */
export type FromPage =
  /** The page was loaded, perhaps again, and shows nothing yet. */
  | { type: 'ready' }
  | FromView;
