import assert from 'node:assert/strict';
import { test } from 'node:test';

import { play, type Played } from '../../../../editors/vscode/src/insert.ts';
import type { Color, Node, Tree } from '../../../../editors/vscode/src/protocol.ts';

/** The tree of the first event, as the server gives it, of a record without mistakes. */
function treeOf(lines: string[], line: number): Tree {
  const nodes: Node[] = [{ id: 0, parent: null, kind: 'root', line: 0, comment: false, main: true }];
  const open: number[] = [];
  let last = 0;
  let marker: string | undefined;
  let closer: string | undefined;
  for (const [index, text] of lines.entries()) {
    const [word = '', number, location] = text.trim().split(/\s+/);
    if (closer !== undefined) {
      closer = word === closer ? undefined : closer;
      continue;
    }
    if (word === 'EVENT' && index > 0) {
      break;
    }
    closer = word === 'COM' || word === 'USER' ? `END${word}` : undefined;
    const parent = nodes[last]?.id ?? 0;
    if (word === 'B' || word === 'W') {
      const color: Color = word === 'B' ? 'black' : 'white';
      const place = location === 'PASS' ? null : (location ?? null);
      nodes.push({ id: nodes.length, parent, kind: 'move', color, number: Number(number), location: place, line: index, ...(marker === undefined ? {} : { marker }), comment: false, main: open.length === 0 });
      last = nodes.length - 1;
      marker = undefined;
    } else if (word === 'DIAGRAM') {
      nodes.push({ id: nodes.length, parent, kind: 'diagram', line: index, comment: false, main: open.length === 0 });
    } else if (word === 'VAR') {
      open.push(last);
      last = nodes[last]?.parent ?? 0;
      marker = number;
    } else if (word === 'ENDVAR') {
      last = open.pop() ?? 0;
    }
  }
  const current = nodes.findLast((node) => node.line <= line) ?? nodes[0];
  return { title: '', line: 0, current: current?.id ?? 0, nodes, truncated: false };
}

/** The record after a move was played where the cursor `|` stands at the start of a line; the cursor goes to the move. */
function after(record: string, color: Color, number: number, location: string): string {
  const text = record.split('\n');
  const line = text.findIndex((each) => each.includes('|'));
  const lines = text.map((each) => each.replace('|', ''));
  const played: Played = play(lines, treeOf(lines, line), { color, number, location }, '  ');
  const put = (all: string[], at: number) => all.map((each, index) => (index === at ? each.replace(/^\s*/, '$&|') : each)).join('\n');
  if (played.kind === 'go') {
    return put(lines, played.line);
  }
  assert.equal(played.kind, 'insert');
  return put([...lines.slice(0, played.at), ...played.lines, ...lines.slice(played.at)], played.at + played.move);
}

test('at the end of the record', () => {
  assert.equal(after('EVENT x\n|B 1 Q16', 'white', 2, 'D4'), 'EVENT x\nB 1 Q16\n|W 2 D4');
  assert.equal(after('EVENT x\n|B 1 Q16\n', 'white', 2, 'D4'), 'EVENT x\nB 1 Q16\n|W 2 D4\n');
});

test('in an event without moves', () => {
  assert.equal(after('|EVENT x\nKOMI 5\nCOM\nText\nENDCOM\n', 'black', 1, 'D4'), 'EVENT x\nKOMI 5\nCOM\nText\nENDCOM\n|B 1 D4\n');
});

test('after the data of the last move', () => {
  const record = '|B 1 Q16\nMARK #1\nCOM\nB and\nENDVAR are words.\nENDCOM\nUSER\nEVENT\nENDUSER\n';
  assert.equal(after(record, 'white', 2, 'D4'), `${record.replace('|', '')}|W 2 D4\n`);
});

test('after the variations of the last move', () => {
  const record = '|B 1 Q16\nVAR\n  B 1 D4\nENDVAR\n';
  assert.equal(after(record, 'white', 2, 'D4'), `${record.replace('|', '')}|W 2 D4\n`);
});

test('before the next event and its remarks', () => {
  const record = 'EVENT x\n|B 1 Q16\n\nREMARK of the next\nEVENT y\nB 1 D4\n';
  assert.equal(after(record, 'white', 2, 'D4'), 'EVENT x\nB 1 Q16\n|W 2 D4\n\nREMARK of the next\nEVENT y\nB 1 D4\n');
});

test('at the end of a variation', () => {
  const record = 'B 1 Q16\nVAR\n  |B 1 D4\n  COM\n  x\n  ENDCOM\nENDVAR\nW 2 C3';
  assert.equal(after(record, 'white', 2, 'D4'), 'B 1 Q16\nVAR\n  B 1 D4\n  COM\n  x\n  ENDCOM\n  |W 2 D4\nENDVAR\nW 2 C3');
});

test('a move that follows already is gone to', () => {
  assert.equal(after('|B 1 Q16\nCOM\nx\nENDCOM\nW 2 d4\nB 3 C3', 'white', 2, 'D4'), 'B 1 Q16\nCOM\nx\nENDCOM\n|W 2 d4\nB 3 C3');
  const record = '|B 1 Q16\nW 2 D4\nVAR\n  W 2 C3\nENDVAR\nB 3 E5';
  assert.equal(after(record, 'white', 2, 'C3'), 'B 1 Q16\nW 2 D4\nVAR\n  |W 2 C3\nENDVAR\nB 3 E5');
  assert.equal(after('|B 1 Q16\nW 2 PASS', 'white', 2, 'PASS'), 'B 1 Q16\n|W 2 PASS');
});

test('another move in the middle begins a variation of the next', () => {
  assert.equal(
    after('|B 1 Q16\nW 2 D4\nMARK #2\nB 3 C3', 'white', 2, 'E5'),
    'B 1 Q16\nW 2 D4\nMARK #2\nVAR\n  |W 2 E5\nENDVAR\nB 3 C3',
  );
});

test('a further variation stands after those that are there', () => {
  const record = '|B 1 Q16\nW 2 D4\nVAR\n  W 2 C3\nENDVAR\nREMARK of 3\nB 3 E5';
  assert.equal(
    after(record, 'white', 2, 'F6'),
    'B 1 Q16\nW 2 D4\nVAR\n  W 2 C3\nENDVAR\nVAR\n  |W 2 F6\nENDVAR\nREMARK of 3\nB 3 E5',
  );
});

test('a variation within a variation is indented further', () => {
  assert.equal(
    after('B 1 Q16\nVAR\n  |B 1 D4\n  W 2 Q4\nENDVAR', 'white', 2, 'E5'),
    'B 1 Q16\nVAR\n  B 1 D4\n  W 2 Q4\n  VAR\n    |W 2 E5\n  ENDVAR\nENDVAR',
  );
});

test('before the first move', () => {
  assert.equal(after('|EVENT x\nB 1 Q16\n', 'black', 1, 'D4'), 'EVENT x\nB 1 Q16\nVAR\n  |B 1 D4\nENDVAR\n');
});

test('a diagram stands between moves', () => {
  const record = '|B 1 Q16\nDIAGRAM A1 J9\nCOM\nx\nENDCOM\nW 2 D4\n';
  assert.equal(after(record, 'white', 2, 'D4'), 'B 1 Q16\nDIAGRAM A1 J9\nCOM\nx\nENDCOM\n|W 2 D4\n');
  assert.equal(after(record, 'white', 2, 'E5'), 'B 1 Q16\nDIAGRAM A1 J9\nCOM\nx\nENDCOM\nW 2 D4\nVAR\n  |W 2 E5\nENDVAR\n');
  const inside = 'B 1 Q16\n|DIAGRAM A1 J9\nCOM\nx\nENDCOM\nW 2 D4\nB 3 C3\n';
  assert.equal(after(inside, 'white', 2, 'D4'), 'B 1 Q16\nDIAGRAM A1 J9\nCOM\nx\nENDCOM\n|W 2 D4\nB 3 C3\n');
  assert.equal(after(inside, 'white', 2, 'E5'), 'B 1 Q16\nDIAGRAM A1 J9\nCOM\nx\nENDCOM\nW 2 D4\nVAR\n  |W 2 E5\nENDVAR\nB 3 C3\n');
  assert.equal(after('|B 1 Q16\nDIAGRAM A1 J9\nDIAGRAM\nW 2 D4\n', 'white', 2, 'D4'), 'B 1 Q16\nDIAGRAM A1 J9\nDIAGRAM\n|W 2 D4\n');
  const last = '|B 1 Q16\nDIAGRAM A1 J9\nMARK #1\n';
  assert.equal(after(last, 'white', 2, 'D4'), 'B 1 Q16\nDIAGRAM A1 J9\nMARK #1\n|W 2 D4\n');
});

test('a move that is being written gets its point', () => {
  const complete = (line: string, number: number) => {
    const lines = ['B 1 Q16', line, ''];
    const tree = treeOf(lines, 1);
    const nodes = tree.nodes.map((node): Node => (node.line === 1 ? { ...node, number: 2, location: '?' } : node));
    return play(lines, { ...tree, nodes }, { color: 'white', number, location: 'D4' }, '  ');
  };
  assert.deepEqual(complete('  W 2 ', 2), { kind: 'complete', line: 1, text: '  W 2 D4' });
  assert.deepEqual(complete('W 2', 2), { kind: 'complete', line: 1, text: 'W 2 D4' });
  // What can't be read is not overwritten.
  assert.equal(complete('W 2 Z99', 2).kind, 'insert');
});

test('an event without an EVENT line and without moves', () => {
  assert.equal(after('|KOMI 5\nCOM\nx\nENDCOM\n', 'black', 1, 'D4'), 'KOMI 5\nCOM\nx\nENDCOM\n|B 1 D4\n');
  assert.equal(after('|', 'black', 1, 'D4'), '|B 1 D4\n');
});

test('a block that is not closed does not hide what follows', () => {
  const lines = ['EVENT x', 'B 1 Q16', 'COM', 'EVENT y', 'B 1 D4'];
  const tree = treeOf(lines.slice(0, 2), 1);
  assert.deepEqual(play(lines, tree, { color: 'white', number: 2, location: 'D4' }, '  '), { kind: 'insert', at: 3, lines: ['W 2 D4'], move: 0 });
});
