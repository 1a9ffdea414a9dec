/** Claims of documents: a document is in view in one tab at most, so that no tab writes over the text of another. */

const PREFIX = 'ishi:document:';

/**
 * Claims a document for this tab, and returns a function that gives it back; null if another tab has it. A tab that is being loaded again
 * gives its document back within moments, for which `patience` is the time in milliseconds. A browser without locks claims nothing.
 */
export function claim(id: string, patience = 0): Promise<(() => void) | null> {
  const locks = navigator.locks as LockManager | undefined;
  if (locks === undefined) {
    return Promise.resolve(null);
  }
  const options = patience === 0 ? { ifAvailable: true } : { signal: AbortSignal.timeout(patience) };
  return new Promise((resolve) => {
    const hold = (lock: Lock | null) => {
      if (lock === null) {
        resolve(null);
        return undefined;
      }
      return new Promise<void>((release) => resolve(release));
    };
    locks.request(PREFIX + id, options, hold).catch(() => resolve(null));
  });
}

/** Returns the ids of the documents that tabs have in view. */
export async function claimed(): Promise<Set<string>> {
  const { held = [] } = (await (navigator.locks as LockManager | undefined)?.query()) ?? {};
  return new Set(held.flatMap(({ name = '' }) => (name.startsWith(PREFIX) ? [name.slice(PREFIX.length)] : [])));
}
