/** The charset of games in SGF, as the blocks of their record name it. */

/** A line with another text. */
export interface ChangedLine {
  line: number;
  text: string;
}

/** Returns the changes of a record after which its games are written in UTF-8; none if they are already. */
export function linesInUtf8(lines: readonly string[]): ChangedLine[] {
  const changed: ChangedLine[] = [];
  let isInBlock = false;
  /** The line that names the charset of the file, until a game names one. */
  let unnamed: ChangedLine | undefined;
  for (const [line, text] of lines.entries()) {
    if (/^\s*USER\s+sgf\s*$/i.test(text)) {
      isInBlock = true;
    } else if (/^\s*ENDUSER\s*$/i.test(text)) {
      isInBlock = false;
    } else if (isInBlock && /^\s*charset\s+(?!utf-?8\s*$)/i.test(text)) {
      unnamed = { line, text: 'CA[UTF-8]' };
      changed.push(unnamed);
    } else if (isInBlock && /^\s*CA\[.*\]\s*$/i.test(text) && changed.length > 0) {
      changed.push({ line, text: 'CA[UTF-8]' });
      if (unnamed !== undefined) {
        // A block has a property once.
        unnamed.text = 'charset utf-8';
        unnamed = undefined;
      }
    }
  }
  return changed;
}
