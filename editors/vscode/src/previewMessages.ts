/** Messages between a preview and its page. */
import type { Content, Spot } from '../../preview/src/content.ts';

/** The state of a page that outlives a reload of the window. */
export interface PreviewState {
  uri: string;
}

/** A message to the page. */
export type ToPreview =
  | { type: 'show'; uri: string; content: Content }
  /** A sentence in place of a page. */
  | { type: 'say'; sentence: string }
  /** The place of the cursor, which is shown where it is in view. */
  | { type: 'mark'; spot: Spot }
  /** The place of the cursor, which is brought into view. */
  | { type: 'reveal'; spot: Spot }
  /** The place at the top of the editor. */
  | { type: 'scroll'; place: number };

/** A message from the page. */
export type FromPreview =
  /** The page was loaded, perhaps again, or lacks something. */
  | { type: 'ready' }
  /** The user has clicked on something that comes from this place. */
  | { type: 'go'; spot: Spot }
  /** The user has scrolled so that this place is at the top. */
  | { type: 'scroll'; place: number };
