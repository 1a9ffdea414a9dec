import assert from 'node:assert/strict';
import { test } from 'node:test';

import { nameAndRank } from '../../../../editors/board/src/view/around.ts';

test('a name is divided from its rank', () => {
  for (const [words, name, rank] of [
    ['Honinbo Shusaku 4-dan', 'Honinbo Shusaku', '4-dan'],
    ['Ada 3d', 'Ada', '3d'],
    ['Ben 12 kyu', 'Ben', '12 kyu'],
    ['Lee Sedol 9p', 'Lee Sedol', '9p'],
    ['Ann 2k?', 'Ann', '2k?'],
    ['本因坊文裕 九段', '本因坊文裕', '九段'],
    ['芮廼偉 9段', '芮廼偉', '9段'],
    ['本因坊秀策九段', '本因坊秀策', '九段'],
    ['조훈현 9단', '조훈현', '9단'],
    ['Iyama Yuta (9p)', 'Iyama Yuta', '(9p)'],
  ] as const) {
    assert.deepEqual(nameAndRank(words), [name, rank], words);
  }
  for (const words of ['Black', 'Jean Dan', 'Kim 1990', '9p', '九段', 'A. B. Clark', '']) {
    assert.deepEqual(nameAndRank(words), [words, ''], words);
  }
});
