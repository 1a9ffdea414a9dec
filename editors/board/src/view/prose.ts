/** A comment as prose: lines that are broken because they are long belong to one paragraph. */

/** How many columns a line has at least that was broken because it was long. */
const LONG = 50;

/** An item of a list, a quotation, a table or an indented line begins a line of its own. */
const BEGINS = /^(?:\s|[-*•>|+]|\d+[.)]\s)/;

const WIDE = /[\u1100-\u11ff\u2e80-\ua4cf\uac00-\ud7af\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60]/g;

const columns = (line: string) => line.length + (line.match(WIDE)?.length ?? 0);

/** The signs that a comment names as MARK does. */
const SIGNS: Record<string, string> = { c: '✓', d: '◇', s: '□', t: '△' };

/** Returns the text of a comment with the signs themselves in place of their names. */
export function withSigns(comment: string): string {
  return comment.replace(/\\([cdst])(?![a-z])/gi, (_, sign: string) => SIGNS[sign.toLowerCase()] ?? '');
}

/** How far a line is indented; -1 if it is blank. */
const depth = (line: string) => line.search(/\S/);

/** Returns lines without the indentation that all have: that of their variation. Only a title that begins beside the keyword has none. */
function withoutIndent(lines: readonly string[]): string[] {
  const [first = '', ...others] = lines;
  const isTitle = depth(first) === 0 && columns(first) < LONG && others.length > 1;
  const depths = (isTitle ? others : lines).map(depth).filter((one) => one >= 0);
  const shared = depths.length === 0 ? 0 : Math.min(...depths);
  return lines.map((line) => line.slice(Math.min(shared, Math.max(0, depth(line)))));
}

/** Returns the text of a comment with each paragraph in a line. */
export function prose(comment: string): string {
  const paragraphs: string[] = [];
  let isOpen = false;
  for (const line of withoutIndent(comment.split('\n'))) {
    const before = paragraphs.at(-1);
    if (isOpen && before !== undefined && line !== '' && !BEGINS.test(line)) {
      // Between two characters of an Asian script there is no space.
      const isWide = columns(before.slice(-1)) > 1 && columns(line.slice(0, 1)) > 1;
      paragraphs[paragraphs.length - 1] = `${before}${isWide ? '' : ' '}${line}`;
    } else {
      paragraphs.push(line);
    }
    isOpen = columns(line) >= LONG && !/\s{3,}\S/.test(line);
  }
  return paragraphs.join('\n');
}
