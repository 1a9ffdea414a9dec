/** The references in a comment: addresses, moves, labels and points. */
export type Piece =
  | { kind: 'text'; text: string }
  | { kind: 'address'; text: string; address: string }
  | { kind: 'move'; text: string; number: number }
  | { kind: 'label'; text: string; label: string }
  | { kind: 'point'; text: string; location: string };

/** An address, `#12`, `'a'`, `Q16`; a letter or digit beside makes another word of it. */
const LINK =
  /(?<address>\bhttps?:\/\/[^\s<>"']+)|(?<![\w#])#(?<number>[1-9]\d{0,4})\b|(?<!\w)'(?<label>[A-Za-z0-9]{1,2})'(?!\w)|(?<![\w'#/.])(?<point>[A-HJ-Ta-hj-t](?:1\d|[1-9]))(?![\w'])/g;

/** The text of a comment in pieces, which are all of it. */
export function pieces(comment: string): Piece[] {
  const found: Piece[] = [];
  let end = 0;
  const upTo = (start: number) => {
    if (start > end) {
      found.push({ kind: 'text', text: comment.slice(end, start) });
    }
  };
  for (const match of comment.matchAll(LINK)) {
    const { address, number, label, point } = match.groups ?? {};
    // A full stop or a bracket at its end belongs to the sentence.
    const text = address === undefined ? match[0] : match[0].replace(/[.,;:!?)\]]+$/, '');
    upTo(match.index);
    if (address !== undefined) {
      found.push({ kind: 'address', text, address: text });
    } else if (number !== undefined) {
      found.push({ kind: 'move', text, number: Number(number) });
    } else if (label !== undefined) {
      found.push({ kind: 'label', text, label });
    } else if (point !== undefined) {
      found.push({ kind: 'point', text, location: point.toUpperCase() });
    }
    end = match.index + text.length;
  }
  upTo(comment.length);
  return found;
}
