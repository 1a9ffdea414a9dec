/** Documents: a text, and what is known of where it comes from and where it is saved. */

/** A file of the user, and when it was read or written last, in milliseconds since 1970: another program may write it, too. */
export interface LocalFile {
  handle: FileSystemFileHandle;
  modified: number;
}

/** The games in SGF of which a record was made. What the record does not change is written with these bytes. */
export interface SgfSource {
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
  /** The file that has these bytes; null for a download. */
  file: LocalFile | null;
}

/** The metadata of a document. */
export interface About {
  name: string;
  encoding: string;
  /** The bytes of a record in which some are not valid in its encoding: they are saved as they were. */
  damaged?: Uint8Array<ArrayBuffer>;
  lineEnd: string;
  /** Whether the text is in no file as it is. */
  isChanged: boolean;
  /** The file that the record is saved to; null for a download. */
  file: LocalFile | null;
  sgf: SgfSource | null;
  /** The content of the link that the text came from or was last shared by. */
  link: string | null;
}

/** A document with its text. No two documents have the same id, whatever their names are. */
export interface Document extends About {
  id: string;
  text: string;
}

export const NEW: About = { name: 'new.ishi', encoding: 'UTF-8', lineEnd: '\n', isChanged: false, file: null, sgf: null, link: null };

/** Returns an id that no other document has. */
export const newId = () => Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-');

/** The most lines of a text that is shown: the editor takes time and memory for each, also for an empty one. */
const MAX_LINES = 2_000_000;

/** Returns how many lines end with each line end. */
function countLineEnds(content: string): { crlf: number; lf: number; cr: number } {
  let [crlf, lf, cr] = [0, 0, 0];
  for (let at = 0; at < content.length; at += 1) {
    const code = content.charCodeAt(at);
    if (code === 10) {
      lf += 1;
    } else if (code === 13 && content.charCodeAt(at + 1) === 10) {
      crlf += 1;
      at += 1;
    } else if (code === 13) {
      cr += 1;
    }
  }
  return { crlf, lf, cr };
}

/** Returns the end of most lines. An editor in a browser has only one. */
export function lineEndOf(content: string): string {
  const { crlf, lf, cr } = countLineEnds(content);
  return crlf > lf && crlf >= cr ? '\r\n' : cr > lf ? '\r' : '\n';
}

/** Returns why a text is not shown; null if it is. */
export function tooLong(content: string): string | null {
  const { crlf, lf, cr } = countLineEnds(content);
  return crlf + lf + cr > MAX_LINES ? `it has ${(crlf + lf + cr).toLocaleString('en')} lines, and at most ${MAX_LINES.toLocaleString('en')} are shown` : null;
}
