/**
 * Distinguishes an Ishi record from a program in the Go language, both of which are called `*.go`.
 *
 * One line decides: the first that is not blank. A record begins with one of the Standard's keywords and fields that fit
 * it; a program begins with a comment or a package clause. Asking for the fields as well as the keyword keeps half-typed
 * Go such as `date := time.Now()` or `b, err := f()` what it is. The Neovim plugin goes by the same rule, and
 * tests/editors/file-types.json holds both to it.
 */

/** Keywords that free text may follow, or nothing at all. */
const FREE_TEXT = new Set(
  'analysis black com date event handicap komi place recorder remark result rules source timelimit user white'.split(' '),
);

const LOCATION = /^[a-hj-t](?:1\d|0?[1-9])$/i;
const NUMBER = /^#\d+(?:-\d+)?$/;

const isSize = (field: string) => /^\d+$/.test(field) && Number(field) >= 2 && Number(field) <= 19;

/** A stone that MARK, UNMARK, HIDE or PRISONER names: by place, or by move number. */
const isStone = (field: string) => LOCATION.test(field) || NUMBER.test(field);

function isMark(field: string): boolean {
  const stone = /^\S{1,2}@(\S+)$/.exec(field)?.[1] ?? field;
  return stone.toLowerCase() === 'all' || isStone(stone);
}

function isMove(fields: string[]): boolean {
  const [number = '', place = ''] = fields;
  return fields.length === 2 && /^\d+$/.test(number) && Number(number) > 0 && (LOCATION.test(place) || /^pass$/i.test(place));
}

function isRegion(fields: string[]): boolean {
  const [from = '', to = ''] = fields;
  const sides = /^(\d+)x(\d+)$/i.exec(from);
  switch (fields.length) {
    case 0:
      return true;
    case 1:
      return sides !== null && sides[1] === sides[2] && isSize(sides[1] ?? '');
    case 2:
      return LOCATION.test(from) && LOCATION.test(to);
    default:
      return false;
  }
}

function isSetup(fields: string[]): boolean {
  const isColor = (field: string) => /^[bw]$/i.test(field);
  const [first] = fields;
  return first === undefined || (isColor(first) && fields.every((field) => isColor(field) || LOCATION.test(field)));
}

const none = (fields: string[]) => fields.length === 0;

/**
 * Keywords whose fields have a form of their own. No record should begin with the end of a block, but what does is one
 * with a mistake in it, and no program.
 */
const FIELDS: Record<string, (fields: string[]) => boolean> = {
  b: isMove,
  w: isMove,
  endcom: none,
  enduser: none,
  endvar: none,
  boardsize: (fields) => fields.length === 1 && fields.every(isSize),
  diagram: isRegion,
  hide: (fields) => fields.every(isStone),
  mark: (fields) => fields.every(isMark),
  prisoner: (fields) => fields.every(isStone),
  setup: isSetup,
  unmark: (fields) => fields.every(isMark),
  // A label is one or two characters, and `var x int` is Go.
  var: (fields) => fields.length === 0 || (fields.length === 1 && (fields[0] ?? '').length <= 2),
};

/** Whether a record may begin with this line. */
export function lineIsRecord(line: string): boolean {
  const [, keyword, rest = ''] = /^\s*([a-z]+)(?=\s|$)(.*)$/i.exec(line) ?? [];
  if (keyword === undefined) {
    return false;
  }
  const name = keyword.toLowerCase();
  if (FREE_TEXT.has(name)) {
    // `date := …` and `result = …` are assignments.
    return !/^\s*:?=/.test(rest);
  }
  return FIELDS[name]?.(rest.split(/\s+/).filter((field) => field !== '')) ?? false;
}

/** Whether a text is a record: its first line that is not blank decides. */
export function textIsRecord(text: string): boolean {
  const line = /^[^\S\r\n]*\S.*$/m.exec(text.replace(/^\uFEFF/, ''));
  return line !== null && lineIsRecord(line[0]);
}
