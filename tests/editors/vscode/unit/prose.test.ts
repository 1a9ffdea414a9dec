import assert from 'node:assert/strict';
import { test } from 'node:test';

import { prose } from '../../../../editors/board/src/view/prose.ts';

test('lines that are broken because they are long become a paragraph', () => {
  const broken = 'The joseki ends here. Black has the corner and the bottom, White\nhas a wall that faces left.';
  assert.equal(prose(broken), broken.replace('\n', ' '));
  assert.equal(prose('黒は隅と下辺を占め、白は左を向いた厚い壁を築いて満足であり、\n黒は手を抜く。'), '黒は隅と下辺を占め、白は左を向いた厚い壁を築いて満足であり、黒は手を抜く。');
});

test('the indentation of a variation is not a part of its comment', () => {
  const long = 'White takes the vital point. Black comes too late: White has';
  assert.equal(prose(`  ${long}\n  two eyes.`), `${long} two eyes.`);
  assert.equal(prose(`The quiet way\n    ${long}\n    two eyes.`), `The quiet way\n${long} two eyes.`);
  assert.equal(prose('  Two ways:\n    one\n    two'), 'Two ways:\n  one\n  two');
});

test('titles, short lines, lists, tables and empty lines stay as they are', () => {
  const long = 'A line that is about as long as a line of a comment is made.';
  for (const kept of ['The upper left\nBlack slides.', 'White is\nsmall.', `${long}\n\n${long}`, `${long}\n- one\n- two`, `${long}\n  indented`, `${long}\n1. first`, `Black     12 points, and of these five in the corner\n${long}`]) {
    assert.equal(prose(kept), kept);
  }
});
