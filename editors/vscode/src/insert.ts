/**
 * Where a move that is played on the board goes in the text. Pure functions of lines, so that they can be tested without
 * an editor.
 */
import type { Board, Color, Node, Tree } from './protocol.ts';

/** What playing a move comes to. */
export type Played =
  /** The move is there already: go to its line. */
  | { kind: 'go'; line: number }
  /** New lines before the line `at`, of which the move is the one at the index `move`. */
  | { kind: 'insert'; at: number; lines: string[]; move: number }
  /** The line of a move that is being written, complete. */
  | { kind: 'complete'; line: number; text: string };

/** A move to write. */
export interface Move {
  color: Color;
  number: number;
  /** A location, or PASS. */
  location: string;
}

/** The number and the color of the move that is played next: one that is still without its point, or else the one after. */
export function moveToPlay({ move, next }: Board): { number: number; color: Color } | null {
  return move?.location === '?' && move.number !== null ? { number: move.number, color: move.color } : next;
}

const wordOf = (line: string) => /^\s*(\S+)/.exec(line)?.[1]?.toUpperCase() ?? null;

/** The keywords that the lines of a record begin with, in upper case; none in comments, user data and blank lines. */
function keywords(lines: readonly string[], from: number): (string | null)[] {
  const words = lines.slice(from).map(wordOf);
  // A block that is never closed holds nothing back.
  const lastEnd: Record<string, number> = { COM: words.lastIndexOf('ENDCOM'), USER: words.lastIndexOf('ENDUSER') };
  let closer: string | null = null;
  return words.map((word, index) => {
    if (closer !== null) {
      closer = word === closer ? null : closer;
      return null;
    }
    if (word !== null && (lastEnd[word] ?? -1) > index) {
      closer = `END${word}`;
    }
    return word;
  });
}

/**
 * The line before which something can be added to what begins in the line `from`: after its data and its variations,
 * and, with `wholeSequence`, after everything up to the end of the sequence.
 */
function endOf(lines: readonly string[], from: number, wholeSequence: boolean): number {
  let depth = 0;
  let end = from + 1;
  const words = keywords(lines, from + 1);
  for (const [index, word] of words.entries()) {
    if (word === 'EVENT' || (word === 'ENDVAR' && depth === 0)) {
      break;
    }
    if (word === 'VAR') {
      depth += 1;
    } else if (word === 'ENDVAR') {
      depth -= 1;
    }
    const isNext = word === 'B' || word === 'W' || word === 'DIAGRAM';
    if (depth === 0 && isNext && !wholeSequence) {
      break;
    }
    // A remark belongs to what follows it, and a blank line to nothing; neither ends the data before it.
    const line = lines[from + 1 + index] ?? '';
    if (word !== 'REMARK' && line.trim() !== '') {
      end = from + 2 + index;
    }
  }
  return end;
}

const indentOf = (line: string | undefined) => /^\s*/.exec(line ?? '')?.[0] ?? '';

/**
 * Plays a move at the tree's current node, as other Go editors do it: for a move that is in the record already, the cursor goes there; at
 * the end of a sequence the move is added; elsewhere it becomes a variation of the move that follows.
 *
 * @param indent what a variation is indented by
 */
export function play(lines: readonly string[], tree: Tree, move: Move, indent: string): Played {
  const at = tree.nodes.find((node) => node.id === tree.current) ?? tree.nodes[0];
  // A diagram shows the position after the move beside which it hangs.
  const current = at?.kind === 'diagram' ? tree.nodes.find((node) => node.id === at.parent) : at;
  const text = `${move.color === 'black' ? 'B' : 'W'} ${move.number} ${move.location}`;
  if (current === undefined) {
    return { kind: 'insert', at: endOf(lines, tree.line, true), lines: [text], move: 0 };
  }
  const line = lines[current.line] ?? '';
  if (current.location === '?' && current.number === move.number && /^\s*[bw]\s+\d+\s*$/i.test(line)) {
    return { kind: 'complete', line: current.line, text: `${line.trimEnd()} ${move.location}` };
  }
  const following = tree.nodes.filter((node) => node.parent === current.id && node.kind === 'move');
  const place = (node: Node) => (node.location ?? 'PASS').toUpperCase();
  const same = following.find((node) => node.color === move.color && place(node) === move.location.toUpperCase());
  if (same !== undefined) {
    return { kind: 'go', line: same.line };
  }
  const next = following[0];
  if (next === undefined) {
    // An event that begins without an EVENT line has its root in the first line, whatever stands there.
    const from = current.kind === 'root' && !/^\s*EVENT(?:\s|$)/i.test(lines[current.line] ?? '') ? current.line - 1 : current.line;
    return { kind: 'insert', at: endOf(lines, from, true), lines: [indentOf(lines[current.line]) + text], move: 0 };
  }
  const outer = indentOf(lines[next.line]);
  const variation = [`${outer}VAR`, `${outer}${indent}${text}`, `${outer}ENDVAR`];
  return { kind: 'insert', at: endOf(lines, next.line, false), lines: variation, move: 1 };
}
