/** The texts that the browser keeps between visits, by name. What is not saved as a file is not lost with its tab. */

export interface Draft {
  text: string;
  encoding: string;
  lineEnd: string;
}

const PREFIX = 'ishi:text:';
const LAST = 'ishi:last';

/** Keeps a text. Returns false if the browser has no room for it, or keeps nothing at all. */
export function keep(name: string, draft: Draft): boolean {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(draft));
    localStorage.setItem(LAST, name);
    return true;
  } catch {
    return false;
  }
}

/** Forgets a text that is in a file now. */
export function forget(name: string): void {
  try {
    localStorage.removeItem(PREFIX + name);
  } catch {
    // What is not kept need not be forgotten.
  }
}

function parse(json: string | null): Draft | null {
  try {
    const draft = JSON.parse(json ?? 'null') as Draft | null;
    return typeof draft?.text === 'string' ? draft : null;
  } catch {
    return null;
  }
}

/** The text that was worked on last, if it was kept. */
export function last(): { name: string; draft: Draft } | null {
  try {
    const name = localStorage.getItem(LAST);
    const draft = name === null ? null : parse(localStorage.getItem(PREFIX + name));
    return name === null || draft === null ? null : { name, draft };
  } catch {
    return null;
  }
}

/** Calls `work` when another tab keeps a text. */
export function onOtherTab(work: (name: string, draft: Draft) => void): void {
  window.addEventListener('storage', ({ key, newValue }) => {
    const draft = parse(newValue);
    if (key?.startsWith(PREFIX) && draft !== null) {
      work(key.slice(PREFIX.length), draft);
    }
  });
}
