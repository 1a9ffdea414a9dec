/** The charset of games in SGF. */
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { linesInUtf8 } from '../../../../editors/vscode/src/charset.ts';

/** The text after the changes. */
function inUtf8(text: string): string {
  const lines = text.split('\n');
  for (const { line, text: changed } of linesInUtf8(lines)) {
    lines[line] = changed;
  }
  return lines.join('\n');
}

test('games are written in UTF-8, which each of them names', () => {
  const games = (charset: string, label: string) => `EVENT\nUSER sgf\n${charset}\nFF[4]\nCA[${label}]\nENDUSER\nB 1 D4\nEVENT\nuser SGF\nCA[${label}]\nenduser\n`;
  assert.equal(inUtf8(games('charset big5', 'Big5')), games('charset utf-8', 'UTF-8'));
});

test('games without a charset get one', () => {
  assert.equal(inUtf8('EVENT\nUSER sgf\ncharset windows-1252\nFF[4]\nENDUSER\n'), 'EVENT\nUSER sgf\nCA[UTF-8]\nFF[4]\nENDUSER\n');
});

test('what is not the charset of games stays', () => {
  const text = 'EVENT\nCOM\ncharset big5\nCA[Big5]\nENDCOM\nUSER other\ncharset big5\nENDUSER\nUSER sgf\nCA[UTF-8]\nENDUSER\n';
  assert.equal(inUtf8(text), text);
});
