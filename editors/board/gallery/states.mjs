/**
 * The states of a board that the gallery shows: the size of the element, its theme, and a place of a record. The gallery is built with the
 * answers of the server, so all that follows from them is seen as in an editor.
 */

/** A game with a variation, marks, a pass and a long comment. */
const GAME = `EVENT Final
BLACK Honinbo Shusaku 4-dan
WHITE Gennan Inseki 8-dan
DATE 1846-09-11
PLACE Osaka
KOMI 0
RESULT B+2
B 1 R16
W 2 D4
B 3 Q3
W 4 C16
B 5 E17
COM
The low approach. White answers at once, and the fight in the corner that follows is the oldest large avalanche of which there is a record.

Black 5 may also wait: after W 6 in the lower right, D17 is still there, and P17 becomes large. Compare a and b.
ENDCOM
MARK a@D17 b@P17 \\t@E17 \\s@D4
W 6 D15
VAR a
  W 6 E16
  B 7 F16
  COM
  Heavier.
  ENDCOM
ENDVAR
B 7 Q10
W 8 PASS
B 9 K10
DIAGRAM A10 K19
`;

/** Stones that are taken, with the count of the end. */
const SMALL = `EVENT Small
BOARDSIZE 5
RULES Japanese
B 1 C3
W 2 B4
B 3 B3
W 4 C4
B 5 D4
W 6 D5
B 7 A4
W 8 A5
B 9 E5
W 10 PASS
B 11 PASS
`;

const WIDE = `EVENT 第七十二期本因坊戦七番勝負第一局 ${'とても長い題名'.repeat(8)}
BLACK 本因坊文裕 九段
WHITE 本木克弥 八段
B 1 Q16
COM
黒1は星。${'この手は普通の手です。'.repeat(60)}
ENDCOM
W 2 D4
MARK あ@C3 AB@D4
`;

/** Branches in branches. */
const TREE = `EVENT Tree\nB 1 Q16\n${Array.from({ length: 9 }, (_, index) => `VAR ${'abcdefghi'.charAt(index)}\n  B 1 ${'CDEFGHJKL'.charAt(index)}3\n  W 2 ${'CDEFGHJKL'.charAt(index)}5\n  VAR a\n    W 2 ${'CDEFGHJKL'.charAt(index)}7\n  ENDVAR\nENDVAR\n`).join('')}W 2 D16\nB 3 R14\n`;

/** A game with few comments, and variations here and there. */
const LONG = `EVENT Long\nBLACK Ada 3-dan\nWHITE Ben 5-kyu\n${Array.from({ length: 120 }, (_, index) => {
  const point = `${'ABCDEFGHJKLMNOPQRST'.charAt((index * 7) % 19)}${((index * 5 + Math.floor(index / 19)) % 19) + 1}`;
  const move = `${index % 2 === 0 ? 'B' : 'W'} ${index + 1} ${point}\n`;
  const variation = `VAR\n  ${move.replace(/\S+\n$/, 'PASS\n')}  ${index % 2 === 0 ? 'W' : 'B'} ${index + 2} PASS\nENDVAR\n`;
  return `${move}${index % 31 === 30 ? 'COM\nThe middle game begins.\nENDCOM\n' : ''}${index % 23 === 3 ? variation : ''}`;
}).join('')}`;

const SGF = '(;FF[4]GM[1]SZ[13]PB[Ada]PW[Ben]BR[3d]WR[2k]KM[6.5]\n;B[dd]LB[jj:1][jd:Ab]TR[dj]SQ[dd]CR[gg]MA[jc]C[A game in SGF.]\n(;W[jj])\n(;W[jd]))\n';

/** Games that begin alike, with a move that most of them have, and results. */
const GAMES = ['Q3', 'Q3', 'Q3', 'Q3', 'C16', 'C16', 'D17', 'R10', 'pass']
  .map((move, index) => `EVENT Game ${index + 1}\nRESULT ${['Black', 'White', 'Black'][index % 3]} won by 2\nB 1 Q16\nW 2 D4\nB 3 ${move.toUpperCase()}\n`)
  .join('\n');

const [VSCODE, PAGE, SIDE, PHONE] = [[700, 800], [760, 840], [170, 700], [375, 700]];

/** `line` counts from 0, as in the protocol. */
export const STATES = [
  { name: 'comment', size: VSCODE, text: GAME, line: 11 },
  { name: 'comment beside', size: [1000, 640], text: GAME, line: 11 },
  { name: 'no comment', size: VSCODE, text: GAME, line: 8 },
  { name: 'variation', size: VSCODE, text: GAME, line: 20, theme: 'dark' },
  { name: 'high contrast', size: VSCODE, text: GAME, line: 11, theme: 'contrast' },
  { name: 'high contrast light', size: VSCODE, text: GAME, line: 11, theme: 'contrast-light' },
  { name: 'before the first move', size: PAGE, text: GAME, line: 0 },
  { name: 'pass', size: PAGE, text: GAME, line: 26 },
  { name: 'diagram', size: PAGE, text: GAME, line: 28, theme: 'dark' },
  { name: 'count', size: PAGE, text: SMALL, line: 13 },
  { name: 'all numbers', size: PAGE, text: SMALL, line: 13, options: { numbers: 'all', coordinates: false } },
  { name: 'wide characters', size: VSCODE, text: WIDE, line: 3 },
  { name: 'wide characters in a side bar', size: SIDE, text: WIDE, line: 3 },
  { name: 'tree', size: [1000, 640], text: TREE, line: 1, theme: 'dark' },
  { name: 'long game', size: [1000, 640], text: LONG, line: 6 },
  { name: 'long game in a side bar', size: [240, 800], text: LONG, line: 40, theme: 'dark' },
  { name: 'side bar', size: SIDE, text: GAME, line: 11, theme: 'dark' },
  { name: 'phone', size: PHONE, text: GAME, line: 11 },
  { name: 'small panel', size: [400, 500], text: GAME, line: 11 },
  { name: 'found', size: PAGE, text: GAMES, line: 3, finds: true },
  { name: 'found in a side bar', size: SIDE, text: GAMES, line: 3, finds: true, theme: 'dark' },
  { name: 'SGF', size: VSCODE, text: SGF, line: 1, language: 'sgf' },
];
