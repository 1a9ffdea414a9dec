import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { Node } from '../../../../editors/board/src/protocol.ts';
import { judge } from '../../../../editors/board/src/view/guess.ts';
import { type Cell, layOut } from '../../../../editors/board/src/view/tree/layout.ts';

/** A problem: E2, D2, E1 is right; D2 and E1 are variations on the first move, and the former has an answer. */
const PROBLEM: [number | null, string][] = [[null, ''], [0, 'E2'], [1, 'D2'], [2, 'E1'], [0, 'D2'], [4, 'E2'], [0, 'E1']];
const cells = layOut(PROBLEM.map(([parent, location], id): Node => ({ id, parent, kind: id === 0 ? 'root' : 'move', location, line: id, comment: false, main: id < 4 })));
const at = (id: number) => cells[id] as Cell;

test('the line that goes on is right, and the reply follows', () => {
  const { text, move, reply } = judge(at(0), 'E2');
  assert.deepEqual([text, move?.line, reply?.line], ['E2 is right.', 1, 2]);
  assert.deepEqual(judge(at(2), 'E1'), { text: 'E1 is right. Solved.', isRight: true, move: at(3).node, reply: null });
});

test('what only a variation has is wrong, also further on in it', () => {
  const { text, move, reply } = judge(at(0), 'D2');
  assert.deepEqual([text, move?.line, reply?.line], ['D2 is wrong. The variation shows why.', 4, 5]);
  assert.match(judge(at(4), 'E2').text, /^E2 is wrong/);
});

test('other moves are wrong, and stay where they are', () => {
  assert.deepEqual(judge(at(0), 'J9'), { text: 'J9 is wrong: the record does not have it.', isRight: false, move: null, reply: null });
  assert.deepEqual(judge(at(3), 'J9'), { text: 'The record ends here.', isRight: null, move: null, reply: null });
});
