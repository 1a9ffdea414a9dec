import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { Node } from '../../../../editors/board/src/protocol.ts';
import { Folds } from '../../../../editors/board/src/view/tree/folds.ts';
import { Grid } from '../../../../editors/board/src/view/tree/grid.ts';
import { arrange, type Cell, cellsOf, layOut, next, variations } from '../../../../editors/board/src/view/tree/layout.ts';
import { partsOf, runsOf } from '../../../../editors/board/src/view/tree/runs.ts';

/** The picture of a tree that is given by the parent of each node; some of them may be diagrams, and the variations after some be folded. */
function drawn(parents: (number | null)[], diagrams: number[] = [], folded: number[] = []): string {
  const kind = (id: number) => (diagrams.includes(id) ? 'diagram' : 'move');
  const nodes = parents.map((parent, id): Node => ({ id, parent, kind: kind(id), line: id, comment: false, main: false }));
  const picture: string[][] = [];
  const cells = cellsOf(nodes);
  arrange(cells, { forks: new Set(cells.filter(({ node }) => folded.includes(node.id))) });
  for (const { node, column, row } of cells.filter((cell) => cell.row >= 0)) {
    picture[row] ??= [];
    picture[row][column] = node.id.toString(36);
  }
  return picture.map((row) => Array.from(row, (cell) => cell ?? '.').join('')).join('\n');
}

test('a sequence is a row', () => assert.equal(drawn([null, 0, 1, 2]), '0123'));

test('a variation has a row of its own', () => assert.equal(drawn([null, 0, 1, 2, 1, 4]), '0123\n..45'));

test('two variations of one move', () => assert.equal(drawn([null, 0, 0, 0]), '01\n.2\n.3'));

test('a later variation is nearer, so that nothing crosses', () => {
  assert.equal(drawn([null, 0, 0, 1, 1, 4, 2]), '013\n..45\n.26');
});

test('rows are used again where there is room', () => {
  assert.equal(drawn([null, 0, 1, 2, 3, 4, 0, 4]), '012345\n.6...7');
  // The line that leads to a variation comes from the row above, so the place before the variation is free.
  assert.equal(drawn([null, 0, 0, 1, 1, 4]), '013\n.245');
  // A line to a row further down passes a place in each row between.
  assert.equal(drawn([null, 0, 1, 2, 2, 2, 0, 6]), '0123\n...4\n.675');
});

test('a variation of a variation', () => assert.equal(drawn([null, 0, 0, 2, 2]), '01\n.23\n..4'));

test('a diagram hangs beside the line, which continues with the next move', () => {
  assert.equal(drawn([null, 0, 1, 1, 3], [2]), '0134\n..2');
  assert.equal(drawn([null, 0, 1, 1, 1, 4, 1], [2, 3]), '0145\n..2\n..3\n..6');
  assert.equal(drawn([null, 0, 1], [2]), '01\n..2');
  const kinds = ['root', 'move', 'diagram', 'move'] as const;
  const nodes = [null, 0, 1, 1].map((parent, id): Node => ({ id, parent, kind: kinds[id] ?? 'move', line: id, comment: false, main: true }));
  assert.deepEqual(layOut(nodes).map((cell) => next(cell)?.node.id), [1, 3, 3, undefined]);
});

test('what is folded takes no room, and diagrams are not folded', () => {
  const [tree, diagrams]: [(number | null)[], number[]] = [[null, 0, 1, 2, 1, 4, 4, 1, 1], [7]];
  assert.equal(drawn(tree, diagrams), '0123\n..45\n..76\n..8');
  assert.equal(drawn(tree, diagrams, [1]), '0123\n..7');
  assert.equal(drawn(tree, diagrams, [4]), '0123\n..45\n..7\n..8');
  assert.equal(drawn(tree, diagrams, [1, 4]), '0123\n..7');
  const nodes = tree.map((parent, id): Node => ({ id, parent, kind: diagrams.includes(id) ? 'diagram' : 'move', line: id, comment: false, main: false }));
  assert.deepEqual(layOut(nodes).map((cell) => variations(cell).map(({ node }) => node.id)), [[], [4, 8], [], [], [6], [], [], [], []]);
});

/** A line of moves, of which some have a comment, and a variation of one move after each of `forks`. */
function line(length: number, comments: number[] = [], forks: number[] = []): Cell[] {
  const node = (id: number, parent: number | null): Node => ({ id, parent, kind: id === 0 ? 'root' : 'move', line: id, comment: comments.includes(id), main: id <= length });
  const moves = Array.from({ length: length + 1 }, (_, id) => node(id, id === 0 ? null : id - 1));
  return cellsOf([...moves, ...forks.map((fork, index) => node(length + 1 + index, fork))]);
}

test('long runs are moves without comments and variations, and leave the ends of lines', () => {
  const runs = (cells: Cell[]) => [...new Set(runsOf(cells).values())].map(({ first, length }) => [first.node.id, length]);
  assert.deepEqual(runs(line(30)), [[1, 29]]);
  assert.deepEqual(runs(line(30, [12])), [[1, 11], [13, 17]]);
  // What branches off a move, and the first move after it, are seen.
  assert.deepEqual(runs(line(30, [], [15])), [[1, 14], [17, 13]]);
  assert.deepEqual(runs(line(8)), []);
  assert.deepEqual(runs(line(30, [5, 10, 15, 20, 25])), []);
});

test('a run is folded around the current move', () => {
  const cells = line(30);
  const run = runsOf(cells).get(cells[1] as Cell) ?? assert.fail('no run');
  const parts = (current: number | null) => partsOf(run, current === null ? null : (cells[current] as Cell)).map(([first, count]) => [first.node.id, count]);
  assert.deepEqual(parts(null), [[1, 29]]);
  assert.deepEqual(parts(0), [[1, 29]]);
  assert.deepEqual(parts(30), [[1, 29]]);
  assert.deepEqual(parts(1), [[2, 28]]);
  assert.deepEqual(parts(10), [[1, 9], [11, 19]]);
  // A single move is drawn itself.
  assert.deepEqual(parts(2), [[3, 27]]);
  assert.deepEqual(parts(29), [[1, 28]]);
});

test('the sign of a run takes its columns, and all that follows comes after it', () => {
  const cells = line(30, [], [20]);
  const folds = new Folds();
  folds.setTree('record', cells);
  folds.foldAll(true);
  arrange(cells, folds.folding(cells[0] as Cell, 3));
  const places = cells.filter(({ row }) => row >= 0).map(({ node, column, row, folds: count }) => [node.id, column, row, count]);
  // Moves 1 to 19, the fork, the two after it, and what is left.
  assert.deepEqual(places, [[0, 0, 0, 0], [1, 1, 0, 19], [20, 4, 0, 0], [21, 5, 0, 0], [22, 6, 0, 8], [30, 9, 0, 0], [31, 5, 1, 0]]);
  assert.equal(cells[20]?.before, cells[1]);
  const grid = new Grid(cells);
  assert.deepEqual([grid.columns, grid.rows], [10, 2]);
  assert.deepEqual([...grid.cellsIn({ left: 4, right: 6, top: 0, bottom: 1 })].map(({ node }) => node.id), [20, 21, 22, 31]);
  folds.fold(cells[0] as Cell, false);
  arrange(cells, folds.folding(cells[0] as Cell, 3));
  assert.deepEqual(cells.filter(({ row }) => row >= 0).length, 20 + 2 + 1 + 1 + 1);
});

test('no two nodes share a place, however deep and wide the tree is', () => {
  const parents: (number | null)[] = [null];
  for (let id = 1; id < 20000; id += 1) {
    parents.push(id % 7 === 0 ? Math.floor(id / 2) : id - 1);
  }
  const nodes = parents.map((parent, id): Node => ({ id, parent, kind: 'move', line: id, comment: false, main: false }));
  const cells = layOut(nodes);
  assert.equal(new Set(cells.map(({ column, row }) => `${column} ${row}`)).size, nodes.length);
});

/** Places that lines pass on the way to cells, each with the cell at which its lines begin. */
function passed(cells: readonly Cell[]): Map<string, Cell> {
  const places = new Map<string, Cell>();
  for (const { column, row, before } of cells.filter((cell) => cell.row >= 0)) {
    if (before !== null) {
      const down = Array.from({ length: Math.max(0, row - before.row - 1) }, (_, index) => [before.column, before.row + 1 + index]);
      const along = Array.from({ length: column - before.column - 1 }, (_, index) => [before.column + 1 + index, row]);
      for (const place of [...down, ...along].map((at) => at.join(' '))) {
        assert.equal(places.get(place) ?? before, before, `lines cross at ${place}`);
        places.set(place, before);
      }
    }
  }
  return places;
}

test('no line leads through a node or another line, and the same tree has the same layout', () => {
  for (let seed = 1; seed <= 60; seed += 1) {
    let state = seed;
    const random = (below: number) => {
      state = (state * 48271) % 2147483647;
      return state % below;
    };
    const nodes: Node[] = [{ id: 0, parent: null, kind: 'root', line: 0, comment: false, main: true }];
    for (let id = 1; id < 300; id += 1) {
      const at = nodes[random(2 + (seed % 9)) === 0 ? random(id) : id - 1];
      const parent = at?.kind === 'diagram' ? at.parent : (at?.id ?? null);
      nodes.push({ id, parent, kind: random(12) === 0 ? 'diagram' : 'move', line: id, comment: false, main: false });
    }
    const cells = cellsOf(nodes);
    for (const isFolded of [false, true]) {
      const folds = new Folds();
      folds.setTree('record', cells);
      folds.foldAll(isFolded);
      arrange(cells, folds.folding(cells[0] as Cell, 3));
      const drawnCells = cells.filter(({ row }) => row >= 0);
      const places = drawnCells.map(({ column, row }) => `${column} ${row}`);
      assert.equal(new Set(places).size, places.length);
      const lines = passed(cells);
      assert.deepEqual(places.filter((place) => lines.has(place)), [], `seed ${seed}`);
      arrange(cells, folds.folding(cells[0] as Cell, 3));
      assert.deepEqual(drawnCells.map(({ column, row }) => `${column} ${row}`), places);
    }
  }
});

/** Trees of many moves, by their form: the parent of a move. */
const FORMS: Record<string, (id: number) => number> = {
  'one line': (id) => id - 1,
  'variations of one move': () => 0,
  'a variation on each move': (id) => (id % 2 === 0 ? Math.max(0, id - 2) : id - 1),
  'variations in variations': (id) => (id % 3 === 0 ? Math.max(0, id - 2) : id - 1),
  'long variations of one move': (id) => (id % 300 === 1 ? 0 : id - 1),
  'short and long ones': (id) => (id % 7 === 0 ? Math.floor(id / 2) : id - 1),
};

/** Lays out moves, each in a cell of its own, and returns the seconds that the processor took: others may use it meanwhile. */
function layOutMany(form: string, count: number): number {
  const parentOf = FORMS[form] ?? assert.fail(form);
  const nodes = Array.from({ length: count }, (_, id): Node => ({ id, parent: id === 0 ? null : parentOf(id), kind: 'move', line: id, comment: false, main: false }));
  const start = process.cpuUsage();
  const cells = layOut(nodes);
  const { user, system } = process.cpuUsage(start);
  assert.equal(new Set(cells.map(({ column, row }) => column * count + row)).size, count, form);
  return (user + system) / 1e6;
}

for (const form of Object.keys(FORMS)) {
  test(`sixteen times as many moves take about sixteen times as long to lay out: ${form}`, () => {
    layOutMany(form, 6_250);
    // One run may be the one in which memory is collected.
    const [few, many] = [6_250, 100_000].map((count) => Math.min(...[1, 2, 3].map(() => layOutMany(form, count)))) as [number, number];
    // What is compared with each other would take 256 times as long, and what is too short to be measured some milliseconds.
    assert.ok(many < 80 * Math.max(few, 0.004), `${few} s and ${many} s`);
  });
}
