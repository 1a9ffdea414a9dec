import assert from 'node:assert/strict';
import { test } from 'node:test';

import { pieces } from '../../../../editors/board/src/view/links.ts';

/** The links of a text, each with its kind; the pieces have to be all of it. */
function links(text: string): string[] {
  const found = pieces(text);
  assert.equal(found.map((piece) => piece.text).join(''), text);
  return found.filter(({ kind }) => kind !== 'text').map((piece) => `${piece.kind} ${piece.text}`);
}

test('a comment refers to moves, labels, points and addresses', () => {
  assert.deepEqual(links("After #12 Black has 'a' or q16, see https://example.org/a-b?c=D4#12."), [
    'move #12',
    'label \'a\'',
    'point q16',
    'address https://example.org/a-b?c=D4#12',
  ]);
  assert.deepEqual(links("('X1'), (see http://example.org/x)."), ["label 'X1'", 'address http://example.org/x']);
});

test('what only looks like one is text', () => {
  assert.deepEqual(links("don't 'abc' A20 I5 Q16th xQ16 ##1 #0 #123456 javascript:alert(1) ftp://example.org/Q16 file:///D4"), []);
  assert.deepEqual(links(''), []);
});
