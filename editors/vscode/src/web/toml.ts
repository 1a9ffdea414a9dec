/** Reads TOML, and finds where in its text a mistake is. */
import { parse, TomlError } from 'smol-toml';

/** A mistake in a text, from one offset to another. */
export interface Mistake {
  message: string;
  start: number;
  end: number;
}

/** How often a name or value may occur in a text in which the one at fault is looked for. */
const MAX_OCCURRENCES = 100;

/** The values in a text, or why it is not TOML. */
export function read(text: string): { values: object } | { mistake: Mistake } {
  try {
    return { values: parse(text) };
  } catch (error) {
    if (!(error instanceof TomlError)) {
      throw error;
    }
    const lines = text.split('\n').slice(0, error.line);
    const end = lines.join('\n').length;
    const start = Math.min(end - (lines.at(-1)?.length ?? 0) + error.column - 1, end);
    const [summary = ''] = error.message.split('\n');
    return { mistake: { message: summary.replace('Invalid TOML document: ', ''), start, end } };
  }
}

/** The mistake that the server has found in the values of a text. Its message begins with their path: `check.ignore[0]: …`. */
export function locate(text: string, values: object, refusal: string): Mistake {
  const path: string[] = [];
  let rest = `.${refusal}`;
  for (let value: unknown = values; ; value = at(values, path)) {
    const written = (key: string) => (Array.isArray(value) ? `[${key}]` : `.${key}`);
    const isNext = (key: string) => rest.startsWith(written(key)) && /^(?:\.|\[|: )/.test(rest.slice(written(key).length));
    const key = typeof value === 'object' && value !== null ? Object.keys(value).find(isNext) : undefined;
    if (key === undefined) {
      break;
    }
    path.push(key);
    rest = rest.slice(written(key).length);
  }
  const message = rest.replace(/^[.:] ?/, '');
  // A key that does not exist is named first.
  const isKey = message.split('`')[1] === path.at(-1);
  const place = (isKey ? undefined : placeOf(text, values, path, true)) ?? placeOf(text, values, path, false);
  return { message, ...(place ?? { start: 0, end: 0 }) };
}

function at(values: unknown, path: readonly string[]): unknown {
  return path.reduce((value, key) => (value as Record<string, unknown> | undefined)?.[key], values);
}

/**
 * Where the value or the key of a path is written. The parser keeps no places; but of all that reads the same, it is the one by
 * whose change this value or key changes.
 */
function placeOf(text: string, values: object, path: readonly string[], isValue: boolean): { start: number; end: number } | undefined {
  const value = at(values, path);
  const sought = isValue ? String(value) : (path.at(-1) ?? '');
  const other = isValue && typeof value === 'boolean' ? String(!value) : `${sought}0`;
  let start = sought === '' ? -1 : text.indexOf(sought);
  for (let count = 0; start >= 0 && count < MAX_OCCURRENCES; count += 1) {
    const end = start + sought.length;
    const changed = read(`${text.slice(0, start)}${other}${text.slice(end)}`);
    if ('values' in changed) {
      const isFound = isValue ? String(at(changed.values, path)) === other : at(changed.values, [...path.slice(0, -1), other]) !== undefined;
      if (isFound) {
        const isQuoted = /["']/.test(text[end] ?? '') && text[start - 1] === text[end];
        return isQuoted ? { start: start - 1, end: end + 1 } : { start, end };
      }
    }
    start = text.indexOf(sought, start + 1);
  }
  return undefined;
}
