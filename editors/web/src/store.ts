/** What the browser keeps between visits: texts by name, so that what is not saved as a file is not lost with its tab; and settings. */

export interface Draft {
  text: string;
  encoding: string;
  lineEnd: string;
}

const PREFIX = 'ishi:';
const TEXT = 'text:';
const LAST = 'last';

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

/** Calls `work` when another tab keeps a value under a name that begins so, with the rest of the name. */
function onOther(prefix: string, work: (rest: string, value: unknown) => void): void {
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key?.startsWith(PREFIX + prefix)) {
      work(key.slice(PREFIX.length + prefix.length), parse(newValue));
    }
  });
}

/** Calls `work` when another tab keeps a value under this name. */
export function onOtherValue(name: string, work: (value: unknown) => void): void {
  onOther(name, (rest, value) => {
    if (rest === '') {
      work(value);
    }
  });
}

/** Keeps a text. Returns false if the browser has no room for it. */
export function keep(name: string, draft: Draft): boolean {
  return keepJson(TEXT + name, draft) && keepJson(LAST, name);
}

/** Forgets a text that is in a file now. */
export function forget(name: string): void {
  try {
    localStorage.removeItem(PREFIX + TEXT + name);
  } catch {
    // What is not kept need not be forgotten.
  }
}

const isDraft = (value: unknown): value is Draft => typeof (value as Draft | null)?.text === 'string';

/** The text that was worked on last, if it was kept. */
export function last(): { name: string; draft: Draft } | null {
  const name = keptJson(LAST);
  const draft = typeof name === 'string' ? keptJson(TEXT + name) : null;
  return typeof name === 'string' && isDraft(draft) ? { name, draft } : null;
}

/** Calls `work` when another tab keeps a text. */
export function onOtherText(work: (name: string, draft: Draft) => void): void {
  onOther(TEXT, (name, draft) => {
    if (isDraft(draft)) {
      work(name, draft);
    }
  });
}
