/**
 * Documents that a tab had not written to the database when it was closed. A browser may drop what waits for an earlier write then, but
 * not what is in the local storage, which is written at once and is small. Files and bytes can't be kept there; the database has those.
 */
import { dropJson, keepJson, keptJson, keptNames } from '../store.ts';
import { type Document, NEW } from './document.ts';

const PREFIX = 'unwritten:';

/** A document without what the database has of it already. */
export interface Unwritten {
  readonly document: Omit<Document, 'file' | 'sgf'>;
  /** When it was to be written, in milliseconds since 1970. */
  readonly time: number;
}

/** Keeps a document for the next visit. Returns false if the browser has no room for it. */
export function note({ file: _, sgf: __, ...document }: Document, time: number): boolean {
  return keepJson(PREFIX + document.id, { document, time } satisfies Unwritten);
}

/** Forgets a document, which is in the database now or is no longer wanted. */
export function forget(id: string): void {
  dropJson(PREFIX + id);
}

/** Returns the documents of tabs that were closed, and of tabs that are being closed. */
export function noted(): Unwritten[] {
  return keptNames(PREFIX).flatMap((name) => {
    const { document, time } = (keptJson(name) ?? {}) as Partial<Unwritten>;
    return typeof document?.text === 'string' && typeof time === 'number' ? [{ document, time }] : [];
  });
}

/** Returns a document with what the database has of it. */
export const completed = ({ document }: Unwritten, written: Document | undefined): Document => ({ ...NEW, ...written, ...document });
