/** Small values that the browser keeps between visits, such as settings. */

const PREFIX = 'ishi:';

/** Keeps a value under a name. Returns false if the browser has no room for it, or keeps nothing at all. */
export function keepJson(name: string, value: unknown): boolean {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

function parse(json: string | null): unknown {
  try {
    return JSON.parse(json ?? 'null');
  } catch {
    return null;
  }
}

/** The value that was kept under a name; null if there is none. */
export function keptJson(name: string): unknown {
  try {
    return parse(localStorage.getItem(PREFIX + name));
  } catch {
    return null;
  }
}

/** Removes the value under a name. */
export function dropJson(name: string): void {
  try {
    localStorage.removeItem(PREFIX + name);
  } catch {
    // The browser keeps nothing at all.
  }
}

/** Returns the names that begin with `start` and have a value. */
export function keptNames(start: string): string[] {
  try {
    return Object.keys(localStorage).flatMap((key) => (key.startsWith(PREFIX + start) ? [key.slice(PREFIX.length)] : []));
  } catch {
    return [];
  }
}

/** Calls `work` when another tab keeps a value under this name. */
export function onOtherValue(name: string, work: (value: unknown) => void): void {
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === PREFIX + name) {
      work(parse(newValue));
    }
  });
}
