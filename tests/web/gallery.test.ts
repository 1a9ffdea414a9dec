/** The board alone, in the states of its gallery: sizes, splits, and its pixels against the picture that Rust draws. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';

import { STATES, type State } from '../../editors/board/gallery/states.mjs';
import { buildGallery } from '../../editors/board/scripts/gallery.mjs';
import esbuild from '../../editors/web/node_modules/esbuild/lib/main.js';
import playwright, { type Browser, type Locator, type Page } from '../../editors/web/node_modules/playwright-core/index.js';
import { serve } from '../../editors/web/scripts/serve.mjs';
import { environment, example } from './browser.ts';

/** The browser, which the first test starts: where no test is wanted, nothing would end it. */
let browser: Promise<Browser> | undefined;

const launch = () => (browser ??= playwright.chromium.launch({ executablePath: environment('CHROMIUM'), chromiumSandbox: false, args: ['--disable-gpu'] }));

after(async () => (await browser)?.close());

/** Runs a test on a page with these states. */
async function withStates(states: State[], work: (page: Page, state: (name: string) => Locator) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'gallery-'));
  await buildGallery(folder, states, esbuild);
  const { server, url }: { server: Server; url: string } = await serve(folder);
  const page = await (await launch()).newPage({ viewport: { width: 1600, height: 1000 } });
  try {
    await page.goto(url);
    await page.locator('ishi-board').last().waitFor();
    await work(page, (name) => page.locator(`figure[data-state="${name}"] ishi-board`));
  } finally {
    await page.close();
    server.close();
  }
}

const stateOf = (name: string): State => STATES.find((state) => state.name === name) ?? assert.fail(name);

/** A state of the gallery, with other values of its own. */
const changed = (name: string, values: Partial<State>): State => ({ ...stateOf(name), ...values });

async function box(board: Locator, id: string) {
  return (await board.locator(`#${id}`).boundingBox()) ?? assert.fail(`no ${id}`);
}

/** The board, as a share of the shorter side of the part of its box that text and tools leave. */
async function share(board: Locator): Promise<number> {
  const [whole, row, text] = [await box(board, 'record'), await box(board, 'row'), await box(board, 'text')];
  const picture = (await board.locator('#board svg').boundingBox()) ?? assert.fail('no picture');
  const isBeside = text.y < row.y;
  const width = isBeside ? text.x - whole.x : whole.width;
  const height = whole.height - row.height - (isBeside ? 0 : text.height);
  return Math.min(picture.width, picture.height) / Math.min(width, height);
}

/** The boxes of a board in VS Code, in a side bar of the usual width, and in windows of the page of 1920×1080, 1440×900, 1024×768 and 375×812. */
const SIZES: [number, number][] = [[400, 800], [700, 800], [1000, 800], [400, 560], [700, 600], [1000, 640], [900, 960], [680, 780], [480, 650], [375, 720], [290, 700]];

test('the board takes at least 85 % of its part of the box, and the tools are one row', () =>
  withStates(SIZES.map((size) => ({ ...stateOf('comment'), name: size.join(), size })), async (_, state) => {
    for (const size of SIZES) {
      const board = state(size.join());
      const taken = await share(board);
      assert.ok(taken >= 0.85, `${size.join(' × ')}: ${taken.toFixed(3)}`);
      assert.ok((await box(board, 'row')).height < 40, size.join(' × '));
    }
  }));

test('the picture that is drawn from a scene is that of the server', () =>
  withStates(STATES, async (page) => {
    const drawn = await page.evaluate(() => {
      type Drawn = { board: string; alt: string; grid: object };
      const { states, draw } = globalThis as unknown as { states: { board: Drawn }[]; draw(board: Drawn): Drawn };
      const picture = ({ board, alt, grid }: Drawn) => ({ svg: board.split('\n'), alt, grid });
      return states.map(({ board }) => [picture(draw(board)), picture(board)]);
    });
    for (const [index, [ours, theirs]] of drawn.entries()) {
      assert.deepEqual(ours, theirs, STATES[index]?.name);
    }
  }));

test('the moves that followed in the games of a search are at their points, and can be hidden', () =>
  withStates([stateOf('found'), stateOf('found in a side bar'), { ...stateOf('found'), name: 'hidden', options: { continuations: false } }], async (page, state) => {
    const board = state('found');
    const shown = board.locator('.found g');
    const all = await shown.evaluateAll((groups) => groups.map((group) => `${group.getAttribute('data-at')} ${group.textContent}`));
    // Of two points that a symmetry exchanges, the one that was played comes first.
    assert.deepEqual(all, ['Q3 7', 'C16 7', 'R10 1', 'K17 1']);
    assert.deepEqual(await shown.first().locator('rect').count(), 2);
    assert.match(await board.locator('#state').innerText(), /found in 9 games/);
    await page.screenshot({ path: join(environment('ISHI_SCREENS'), 'found.png') });
    assert.equal(await state('hidden').locator('.found g').count(), 0);
  }));

test('a small board has stones of at most 72 pixels, and coordinates are at most as large as on a board of 19×19', () =>
  withStates(
    [{ ...stateOf('count'), size: [1400, 1000] }, { ...stateOf('count'), name: 'beside', size: [1000, 640] }, { ...stateOf('comment'), name: '19×19', size: [2800, 2000] }],
    async (_, state) => {
      const drawn = (name: string) =>
        state(name).evaluate((element) => {
          const svg = element.shadowRoot?.querySelector('#board svg') as SVGSVGElement;
          const [across, rows] = ['.coordinates text', '#ishi-y text'].map((texts) => [...svg.querySelectorAll(texts)].map((text) => text.getBoundingClientRect()));
          const step = (svg.getBoundingClientRect().width / svg.viewBox.baseVal.width) * 44;
          const [five, four] = rows?.map(({ y, height }) => y + height / 2) ?? [];
          return { step, letter: Math.max(...(across ?? []).map(({ height }) => height)), apart: (four ?? 0) - (five ?? 0), middle: five, top: svg.getBoundingClientRect().y };
        });
      for (const name of ['count', 'beside']) {
        const { step, letter, apart, middle = 0, top } = await drawn(name);
        assert.ok(step > 71 && step <= 72, `${name}: ${step}`);
        assert.ok(letter <= 26, `${name}: ${letter}`);
        // Each is beside its line.
        assert.ok(Math.abs(apart - step) < 1 && Math.abs(middle - top - (53 / 44) * step) < 3, `${name}: ${middle - top}, ${apart}`);
        // The tools are right below.
        const [row, picture] = [await box(state(name), 'row'), await box(state(name), 'board > svg')];
        assert.ok(row.y - picture.y - picture.height < 12, name);
      }
      assert.ok((await share(state('19×19'))) >= 0.85);
      assert.ok((await drawn('19×19')).letter <= 26);
    },
  ));

test('in a side bar the tools take one line, and the menu has those that are not in it', () =>
  withStates([stateOf('side bar'), stateOf('comment')], async (_, state) => {
    const side = state('side bar');
    assert.ok((await box(side, 'row')).height < 40);
    assert.ok((await box(side, 'board')).width >= 150);
    const shown = await side.locator('#row button:visible').evaluateAll((all) => all.map((one) => one.id));
    assert.deepEqual(shown, ['previous', 'next', 'palette', 'undo', 'more']);
    for (const [board, isThere] of [[side, true], [state('comment'), false]] as const) {
      await board.locator('#more').click();
      assert.equal(await board.getByRole('button', { name: 'Autoplay' }).locator('visible=true').count(), 1);
      assert.equal(await board.locator('#spare').isVisible(), isThere);
      await board.locator('#more').press('Escape');
    }
  }));

test('a comment takes what it needs up to half, and the tree the rest; the board does not move', () =>
  withStates(['comment', 'no comment', 'wide characters'].map((name) => changed(name, { size: [700, 1100], text: stateOf(name).text.replaceAll('手です。', '手です。'.repeat(5)) })), async (_, state) => {
    const tops = [];
    for (const [name, least] of [['no comment', 0], ['comment', 30], ['wide characters', 60]] as const) {
      const [whole, row, said, tree] = [await box(state(name), 'record'), await box(state(name), 'row'), await box(state(name), 'said'), await box(state(name), 'tree')];
      const text = await box(state(name), 'text');
      tops.push(Math.round(row.y - whole.y));
      assert.ok(said.height >= least && said.height <= text.height / 2, `${name}: ${said.height} of ${text.height}`);
      assert.ok(text.height - said.height - tree.height < 60, `${name}: ${text.height} for ${said.height} and ${tree.height}`);
      // A short comment is there as a whole, and a long one scrolls.
      const isCut = await state(name).locator('#comment').evaluate((element) => element.scrollHeight > element.clientHeight + 1);
      assert.equal(isCut, name === 'wide characters', name);
    }
    assert.equal(new Set(tops).size, 1, tops.join());
  }));

test('where the split was moved, nothing moves where a comment is long, short or missing', () =>
  withStates(['comment', 'no comment', 'wide characters'].map(stateOf), async (_, state) => {
    const places = async (name: string) => {
      await state(name).evaluate((element) => Object.assign(element, { splits: { comment: 42 } }));
      const all = [];
      for (const id of ['row', 'comment-split', 'tree']) {
        const { y, height } = await box(state(name), id);
        all.push([id, Math.round(y - (await box(state(name), 'record')).y), Math.round(height)]);
      }
      return all;
    };
    assert.deepEqual(await places('no comment'), await places('comment'));
    assert.deepEqual(await places('wide characters'), await places('comment'));
  }));

/** The places of some nodes of a tree on the screen, by their names. */
const nodesOf = (board: Locator) =>
  board.locator('#tree .node').evaluateAll((all) => Object.fromEntries(all.map((node) => {
    const { x, y, width, height } = (node.querySelector('.current, .start') ?? node).getBoundingClientRect();
    return [node.getAttribute('aria-label') ?? '', { x: x + width / 2, y: y + height / 2, width }];
  })));

test('the tree grows downward in a high place and sideways in a wide one, also while a comment is beside it', () =>
  withStates(['comment', 'comment beside', 'side bar', 'phone'].map(stateOf), async (_, state) => {
    for (const [name, isDown] of [['comment', false], ['phone', false], ['comment beside', true], ['side bar', true]] as const) {
      const board = state(name);
      await board.locator('#tree [aria-current]').waitFor();
      const { 'White 6 D15': main, 'Black 5 E17, with a comment': before, 'White 6 E16, variation a': variation } = await nodesOf(board);
      assert.ok(main && before && variation, name);
      const [along, across] = isDown ? ['y', 'x'] as const : ['x', 'y'] as const;
      assert.ok(main[along] > before[along] + 20 && Math.abs(main[across] - before[across]) < 1, `${name}: ${JSON.stringify([before, main])}`);
      assert.ok(variation[across] > main[across] + 20 && Math.abs(variation[along] - main[along]) < 1, name);
      // The current move is in view as a whole.
      const [tree, current] = [await box(board, 'tree'), (await board.locator('#tree [aria-current] .current').boundingBox()) ?? assert.fail(name)];
      assert.ok(current.y >= tree.y - 2 && current.y + current.height <= tree.y + tree.height + 2, `${name}: ${JSON.stringify([tree, current])}`);
      assert.ok(current.x >= tree.x - 2 && current.x + current.width <= tree.x + tree.width + 2, name);
    }
    // A small tree is enlarged.
    assert.ok(((await nodesOf(state('phone')))['White 6 D15']?.width ?? 0) > 26);
  }));

test('the line that the board is on stands out of the tree, and a folded fork says how many variations it has', () =>
  withStates([stateOf('comment')], async (_, state) => {
    const board = state('comment');
    const node = (name: string) => board.locator(`#tree [aria-label^="${name}"]`);
    await board.locator('#tree [aria-current]').waitFor();
    assert.equal(await node('White 6 D15').evaluate((one) => one.classList.contains('aside')), false);
    assert.equal(await node('White 6 E16').evaluate((one) => one.classList.contains('aside')), true);
    assert.match((await board.locator('#tree .edges.line').getAttribute('d')) ?? '', /^M.+L/);
    // The sign is larger for the mouse than it looks.
    const fold = node('Black 5 E17').locator('.fold');
    assert.match((await fold.locator('title').textContent()) ?? '', /^Hide the (?:variation|\d+ variations)$/);
    assert.ok(((await fold.locator('.around').boundingBox())?.width ?? 0) >= 20);
    await fold.click();
    await node('White 6 E16').waitFor({ state: 'detached' });
    assert.match((await fold.locator('text').textContent()) ?? '', /^\+\d$/);
    await fold.click();
    await node('White 6 E16').waitFor();
    // The menu folds all.
    const toggle = async () => {
      await board.locator('#more').click();
      await board.getByRole('button', { name: 'Fold variations' }).click();
    };
    await toggle();
    await node('White 6 E16').waitFor({ state: 'detached' });
    await fold.locator('text').waitFor();
    await toggle();
    await node('White 6 E16').waitFor();
  }));

/** Shows another move of a board, or moves of another record. */
const receive = (board: Locator, messages: object[]) =>
  board.evaluate((element, all) => {
    for (const message of all) {
      (element as unknown as { receive(message: object): void }).receive(message);
    }
  }, messages);

test('long runs of moves fold into a sign in which the current move stays, as long as the record is open', () =>
  withStates([stateOf('long game'), { ...stateOf('long game'), name: 'wide', size: [700, 800] }], async (page, state) => {
    const states = await page.evaluate(() => (globalThis as unknown as { states: { board: object; tree: { nodes: { id: number; number?: number; main: boolean }[] } }[] }).states);
    const { board: shown, tree: { nodes } } = states[0] ?? assert.fail('no state');
    const options = { numbers: 'none', coordinates: true, variations: true, continuations: true, sound: false };
    for (const name of ['long game', 'wide']) {
      const board = state(name);
      const signs = () => board.locator('#tree .run').evaluateAll((all) => all.map((sign) => sign.getAttribute('aria-label')));
      const go = (number: number) =>
        receive(board, [{ type: 'show', board: { ...shown, node: nodes.find((node) => node.main && node.number === number)?.id }, tree: name, options, locked: null }]);
      const isCurrent = (number: number) => board.locator(`#tree [aria-current][aria-label*=" ${number} "]`).waitFor();
      assert.deepEqual(await signs(), []);
      await board.locator('#more').click();
      await board.getByRole('button', { name: 'Fold long runs' }).click();
      await board.locator('#tree .run').first().waitFor();
      assert.deepEqual((await signs()).slice(0, 2), ['21 moves', '17 moves']);
      assert.equal(await board.locator('#tree .run').first().getAttribute('aria-expanded'), 'false');
      assert.equal(await board.locator('#tree .run').nth(1).locator('text').textContent(), '… 17 moves');
      // A move in a run is drawn between two signs.
      await go(15);
      await isCurrent(15);
      await board.locator('#tree .run[aria-label="10 moves"]').nth(1).waitFor();
      assert.deepEqual((await signs()).slice(0, 2).sort(), ['10 moves', '10 moves']);
      await go(16);
      await isCurrent(16);
      // The current move is marked before its run is drawn again.
      await board.locator('#tree .run[aria-label="11 moves"]').first().waitFor();
      assert.deepEqual((await signs()).slice(0, 2).sort(), ['11 moves', '9 moves']);
      await go(26);
      await isCurrent(26);
      await board.locator('#tree .run[aria-label="21 moves"]').first().waitFor();
      // One of them is unfolded by click, and another one by key.
      await board.locator('#tree .run[aria-label="17 moves"]').click();
      await board.locator('#tree [aria-label^="White 32 "]').waitFor({ state: 'attached' });
      assert.ok(!(await signs()).includes('17 moves'));
      await go(15);
      await isCurrent(15);
      await board.locator('#tree [aria-current]').focus();
      await page.keyboard.press('+');
      await board.locator('#tree [aria-label^="Black 17 "]').waitFor({ state: 'attached' });
      await page.keyboard.press('-');
      await board.locator('#tree .run[aria-label="10 moves"]').first().waitFor();
      await board.locator('#tree [aria-current]:focus').waitFor();
      // Another record has its own folds, and this one has them again.
      const current = { type: 'show', board: { ...shown, node: 0 }, tree: 'other', options, locked: null };
      await receive(board, [{ type: 'tree', name: 'other', record: 'other', nodes: nodes.slice(0, 5), truncated: false }, current]);
      await board.locator('#tree .run').first().waitFor({ state: 'detached' });
      await receive(board, [{ type: 'tree', name, record: name, nodes, truncated: false }]);
      await go(26);
      await board.locator('#tree .run[aria-label="21 moves"]').first().waitFor();
      assert.ok(!(await signs()).includes('17 moves'));
      // By its handle.
      await board.locator('#tree [aria-label^="Black 31 "] .fold').click();
      await board.locator('#tree .run[aria-label="17 moves"]').waitFor();
    }
  }));

/** Puts a tree of so many nodes into a board, which `globalThis.steps` scroll or walk through, from its middle, and `globalThis.fold` folds. */
const showTree = (board: Locator, record: string, size: number) =>
  board.evaluate((element, [name, count]) => {
    const root = element.shadowRoot as ShadowRoot;
    const shown = (globalThis as unknown as { states: { board: object }[] }).states[0]?.board;
    const options = { numbers: 'none', coordinates: true, variations: true, continuations: true, sound: false };
    const nodes: object[] = [{ id: 0, parent: null, kind: 'root', line: 0, comment: false, main: true }];
    const add = (parent: number, number: number, main: boolean) => {
      const id = nodes.length;
      nodes.push({ id, parent, kind: 'move', line: id, comment: id % 50 === 0, main, color: number % 2 === 1 ? 'black' : 'white', number, location: 'D4' });
      return id;
    };
    const line = [0];
    for (let number = 1; nodes.length < count; number += 1) {
      const at = line.at(-1) ?? 0;
      line.push(add(at, number, true));
      if (number % 17 === 0) {
        add(add(add(at, number, false), number + 1, false), number + 2, false);
      }
    }
    const view = element as unknown as { receive(message: object): void };
    const middle = Math.floor(line.length / 2);
    const go = (step: number) => view.receive({ type: 'show', board: { ...shown, node: line[middle + step] }, tree: name, options, locked: null });
    view.receive({ type: 'tree', name, record: name, nodes, truncated: false });
    go(0);
    const tree = root.getElementById('tree') as HTMLElement;
    const scroll = (step: number) => Object.assign(tree, { scrollTop: step * 400, scrollLeft: step * 400 });
    Object.assign(globalThis, { steps: { scroll, go }, fold: () => root.getElementById('fold-runs')?.click() });
  }, [record, size] as const);

test('a tree of 10,000 nodes is scrolled and walked through as one of 2,000', (context) =>
  withStates([stateOf('comment beside'), stateOf('comment')], async (page, state) => {
    const metrics = await page.context().newCDPSession(page);
    // What other programs take of the processor does not count.
    await metrics.send('Performance.enable', { timeDomain: 'threadTicks' });
    const spent = async () => {
      const all = new Map((await metrics.send('Performance.getMetrics')).metrics.map(({ name, value }) => [name, value * 1000]));
      return { script: all.get('ScriptDuration') ?? NaN, all: all.get('TaskDuration') ?? NaN };
    };
    const FRAMES = 60;
    const fold = () => page.evaluate(() => (globalThis as unknown as { fold(): void }).fold());
    /** The times of a frame in milliseconds. On a busy machine the processor itself is slower at times. */
    const frame = async (step: 'scroll' | 'go') => {
      const rounds = [];
      for (let round = 0; round < 3; round += 1) {
        const start = await spent();
        await page.evaluate(async ([kind, count]) => {
          const { steps } = globalThis as unknown as { steps: Record<string, (count: number) => void> };
          for (let at = 0; at < count; at += 1) {
            steps[kind]?.(at);
            await new Promise((resolve) => requestAnimationFrame(resolve));
          }
        }, [step, FRAMES] as const);
        const end = await spent();
        rounds.push({ script: (end.script - start.script) / FRAMES, all: (end.all - start.all) / FRAMES });
      }
      return rounds.sort((one, other) => one.all - other.all)[0] ?? assert.fail('no round');
    };
    for (const name of ['comment beside', 'comment']) {
      const times: Record<string, { script: number; all: number }>[] = [];
      for (const count of [2000, 10_000]) {
        await showTree(state(name), name, count);
        const [scrolled, walked] = [await frame('scroll'), await frame('go')];
        await fold();
        times.push({ scrolled, walked, 'walked while runs are folded': await frame('go') });
        const drawn = await state(name).locator('#tree .node').count();
        assert.ok(drawn > 5 && drawn < 400, `${drawn} nodes are drawn`);
        await fold();
      }
      const [small = {}, large = {}] = times;
      assert.equal(Object.keys(large).length, 3);
      for (const [kind, time] of Object.entries(large)) {
        const before = small[kind]?.all ?? NaN;
        const { script, all } = time;
        context.diagnostic(`${name}, ${kind}: ${script.toFixed(1)} ms of scripts in a frame, ${all.toFixed(1)} ms with style, layout and painting, ${before.toFixed(1)} ms with 2,000 nodes`);
        // If all nodes were drawn, it would be five times as long.
        assert.ok(script < 8 && all < 2 * before, `${name}, ${kind}: ${script} ms, ${all} ms, ${before} ms`);
      }
    }
  }));

test('axe finds nothing in the board, while the tree is folded, the menu is open and one guesses', () =>
  withStates([stateOf('long game'), stateOf('side bar'), { ...stateOf('comment'), theme: 'dark' }], async (page, state) => {
    await page.evaluate(readFileSync(join(environment('ISHI_ROOT'), 'editors/web/node_modules/axe-core/axe.min.js'), 'utf8'));
    const findings = () =>
      page.evaluate(async () => {
        type Found = { violations: { id: string; nodes: { target: unknown; failureSummary: string }[] }[] };
        const { axe } = globalThis as unknown as { axe: { run(parts: object): Promise<Found> } };
        const { violations } = await axe.run({ include: ['ishi-board'] });
        return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target, failureSummary }) => `${JSON.stringify(target)} ${failureSummary}`).join('; ')}`);
      });
    // Each board is a page of its own, with one heading, elsewhere.
    const ignored = /^(?:landmark|region|page-has-heading|heading-order|duplicate-id|landmark-unique)/;
    const foundNow = async () => (await findings()).filter((finding) => !ignored.test(finding));
    await state('long game').locator('#more').click();
    await state('long game').locator('#fold-runs').click();
    await state('long game').locator('#tree .run').first().waitFor();
    assert.deepEqual(await foundNow(), []);
    await state('side bar').locator('#more').click();
    assert.deepEqual(await foundNow(), []);
    // The sign of what is on, and a key, do not belong to a name.
    for (const name of ['Coordinates', 'Pass']) {
      assert.equal(await state('side bar').locator('#menu').getByRole('button', { name, exact: true }).count(), 1, name);
    }
    await page.keyboard.press('Escape');
    await state('comment').locator('#guess').click();
    assert.deepEqual(await foundNow(), []);
  }));

/** A game whose players have long names, one with a rank that no space precedes. */
const LONG_NAMES = `EVENT Names\nBLACK Honinbo Shusaku Kuwahara Torajiro 4-dan\nWHITE ${'本因坊秀策'.repeat(5)}九段\nB 1 Q16\nW 2 D4\n`;

test('in a narrow header each player has a line with a whole rank, and facts are left out as wholes', () =>
  withStates(
    ['side bar', 'phone', 'comment', 'comment beside'].map(stateOf).concat(
      [320, 280, 250].map((width) => changed('comment', { name: String(width), size: [width, 800] })),
      [390, 320, 200].map((width) => changed('comment', { name: `long ${width}`, text: LONG_NAMES, line: 4, size: [width, 800] })),
    ),
    async (_, state) => {
      for (const name of ['long 390', 'long 320', 'long 200']) {
        for (const [color, rank] of [['black', '4-dan'], ['white', '九段']] as const) {
          const shown = state(name).locator(`#${color} .rank`);
          const [player, outer] = [await box(state(name), color), (await shown.boundingBox()) ?? assert.fail('no rank')];
          assert.equal(await shown.textContent(), rank);
          assert.ok(player.height < 26 && outer.x + outer.width <= player.x + player.width + 1, `${name}: ${color}`);
          assert.ok(await state(name).locator(`#${color} .name`).evaluate((one) => one.scrollWidth > one.clientWidth), `${name}: ${color} is whole`);
          assert.match((await state(name).locator(`#${color} b`).getAttribute('title')) ?? '', new RegExp(`${rank}$`));
        }
        assert.ok((await box(state(name), 'state')).height < 22, `the state of ${name} takes two lines`);
      }
      for (const name of ['side bar', 'phone', 'comment', 'comment beside', '320', '280', '250']) {
        const cut = await state(name).evaluate((element) => {
          const root = element.shadowRoot as ShadowRoot;
          const found: string[] = [];
          for (const line of root.querySelectorAll('#who .rank, #title, #game, #state')) {
            const outer = line.getBoundingClientRect();
            const texts = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
            for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
              const range = document.createRange();
              range.selectNodeContents(node);
              const inView = [...range.getClientRects()].filter((rect) => rect.top < outer.bottom - 2);
              if (inView.some((rect) => rect.right > outer.right + 1 || rect.bottom > outer.bottom + 2)) {
                found.push(node.textContent ?? '');
              }
            }
          }
          return found;
        });
        assert.deepEqual(cut, [], name);
        for (const color of ['black', 'white']) {
          const [player, rank] = [await box(state(name), color), (await state(name).locator(`#${color} .rank`).boundingBox()) ?? assert.fail('no rank')];
          assert.ok(rank.y + rank.height <= player.y + player.height + 1 && rank.x + rank.width <= player.x + player.width, `${name}: ${color}`);
          assert.equal(await state(name).locator(`#${color} b`).getAttribute('title'), color === 'black' ? 'Honinbo Shusaku 4-dan' : 'Gennan Inseki 8-dan');
        }
      }
      assert.equal(await state('280').locator('#game').getAttribute('title'), 'B+2 · komi 0 · 1846-09-11 · Osaka');
    },
  ));

test('the menu is in view as a whole where there is room, and shows otherwise that it scrolls', () =>
  withStates(['comment', 'side bar', 'small panel'].map(stateOf), async (page, state) => {
    const menu = async (name: string) => {
      const board = state(name);
      await board.evaluate((element) => Object.assign((element.parentElement as HTMLElement).style, { position: 'fixed', inset: '0 auto auto 0', zIndex: '1' }));
      const { width, height } = (await board.boundingBox()) ?? assert.fail(name);
      await page.setViewportSize({ width, height });
      await board.locator('#more').click();
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
      const shown = (await board.locator('#menu').boundingBox()) ?? assert.fail(name);
      assert.ok(shown.x >= 0 && shown.y >= 0 && shown.x + shown.width <= width && shown.y + shown.height <= height, `${name}: ${JSON.stringify(shown)}`);
      const found = await board.locator('#menu').evaluate((element) => ({
        scrolls: element.scrollHeight > element.clientHeight + 1,
        sideways: element.scrollWidth > element.clientWidth + 1,
        shadow: getComputedStyle(element).backgroundImage.includes('gradient'),
        headings: [...element.querySelectorAll('[role=group]')].filter((group) => (group as HTMLElement).offsetParent !== null).map((group) => getComputedStyle(group, '::before').content),
      }));
      await page.keyboard.press('Escape');
      await board.evaluate((element) => element.parentElement?.remove());
      return found;
    };
    const headings = ['"Record"', '"Picture"', '"View"', '"Help"'];
    assert.deepEqual(await menu('comment'), { scrolls: false, sideways: false, shadow: true, headings });
    assert.deepEqual(await menu('side bar'), { scrolls: true, sideways: false, shadow: true, headings: ['"Moves"', ...headings] });
    assert.deepEqual(await menu('small panel'), { scrolls: true, sideways: false, shadow: true, headings });
  }));

test('after a window is closed the focus is back where it was', () =>
  withStates([stateOf('comment')], async (page, state) => {
    const board = state('comment');
    await board.evaluate((element) => (element as unknown as { takeKeys(from: EventTarget): void }).takeKeys(element));
    const hasFocus = (selector: string) => board.locator(`${selector}:focus`).waitFor();
    for (const selector of ['#board', '#next', '#tree [aria-current]']) {
      await board.locator(selector).focus();
      await page.keyboard.press('?');
      await board.locator('#close-keys:focus').waitFor();
      await page.keyboard.press('Escape');
      await hasFocus(selector);
    }
    for (const [entry, close] of [['#show-keys', '#close-keys'], ['#edit-game', '#cancel-game']] as const) {
      await board.locator('#more').click();
      await board.locator(entry).click();
      await board.locator(close).click();
      await hasFocus('#more');
    }
    // What takes the focus as soon as the window is closed keeps it: a browser says later that a window is closed.
    await board.locator('#board').focus();
    await page.keyboard.press('?');
    await board.locator('#close-keys:focus').waitFor();
    const kept = await board.evaluate(async ({ shadowRoot }) => {
      const [keys, next] = ['#keys', '#next'].map((id) => shadowRoot?.querySelector<HTMLElement>(id));
      const closed = new Promise((resolve) => keys?.addEventListener('close', resolve));
      (keys as HTMLDialogElement).close();
      next?.focus();
      await closed;
      return shadowRoot?.activeElement?.id;
    });
    assert.equal(kept, 'next');
  }));

test('the button that begins to guess has its name on it, in every box', () =>
  withStates(['comment', 'comment beside', 'side bar', 'phone', 'small panel'].map(stateOf), async (_, state) => {
    for (const name of ['comment', 'comment beside', 'side bar', 'phone', 'small panel']) {
      const guess = state(name).getByRole('button', { name: 'Guess', exact: true });
      assert.equal(await guess.innerText(), 'Guess');
      const [whole, shown] = [await box(state(name), 'record'), (await guess.boundingBox()) ?? assert.fail(name)];
      assert.ok(shown.x >= whole.x && shown.x + shown.width <= whole.x + whole.width + 1 && shown.y + shown.height <= whole.y + whole.height, name);
      await guess.click();
      assert.equal(await state(name).locator('#verdict').innerText(), 'Play your move.');
      assert.equal(await guess.getAttribute('aria-pressed'), 'true');
      await guess.click();
      assert.ok(await state(name).locator('#tree').isVisible());
    }
  }));

test('both players are in view, also beside a title of any length', () =>
  withStates(STATES.filter(({ name }) => name.startsWith('wide')), async (_, state) => {
    for (const name of ['wide characters', 'wide characters in a side bar']) {
      const whole = await box(state(name), 'record');
      for (const color of ['black', 'white']) {
        const { x, width } = await box(state(name), color);
        assert.ok(width > 60 && x + width <= whole.x + whole.width + 1, `${name}: ${color}`);
      }
    }
  }));

test('a board that has shown other positions looks like one that has not', () =>
  withStates(STATES, (page) =>
    page.evaluate((count) => {
      const { states } = globalThis as unknown as { states: { board: object }[] };
      const boards = [...document.querySelectorAll('ishi-board')];
      const svgOf = (board: Element | undefined) => board?.shadowRoot?.querySelector('#board svg') ?? null;
      const [used, ...others] = boards;
      // All of them one after the other, and back.
      for (let at = 1; at < 2 * count - 2; at += 1) {
        const index = at < count ? at : 2 * count - 2 - at;
        const options = { numbers: 'none', coordinates: true, variations: true, continuations: true, sound: false };
        (used as unknown as { receive(message: object): void }).receive({ type: 'show', board: states[index]?.board, tree: '', options, locked: null });
        if (svgOf(used)?.isEqualNode(svgOf(others[index - 1])) !== true) {
          throw new Error(`state ${index} is drawn in another way`);
        }
      }
    }, STATES.length)));

test('the stone of a move is on the board at once, until the move is made or refused', () =>
  withStates([stateOf('no comment')], async (page, state) => {
    const board = state('no comment');
    await board.evaluate((element) => {
      const found = element as unknown as { onSend(message: object): void };
      found.onSend = (message) => Object.assign(globalThis, { sent: message });
    });
    const send = (message: object) => board.evaluate((element, sent) => (element as unknown as { receive(message: object): void }).receive(sent), message);
    const stone = () => board.locator('.played').getAttribute('href');
    const { x, y, width, height } = await box(board, 'board > svg');
    const play = () => page.mouse.click(x + width / 2, y + height / 2);
    await play();
    assert.deepEqual(await page.evaluate(() => (globalThis as unknown as { sent: object }).sent), { type: 'hand', command: 'ishi.play', more: { point: 'K10' } });
    assert.equal(await stone(), '#ishi-black');
    await send({ type: 'say', text: 'K10 is not possible.', failed: 'ishi.play' });
    assert.equal(await stone(), null);
    await play();
    assert.equal(await stone(), '#ishi-black');
    const options = { numbers: 'none', coordinates: true, variations: true, continuations: true, sound: false };
    // An answer about the position before the move leaves the stone, and one with the stone has it itself.
    const shown = await page.evaluate(() => (globalThis as unknown as { states: { board: { board: string; stones: { black: string[] } } }[] }).states[0]?.board ?? null);
    assert.ok(shown !== null);
    await send({ type: 'show', board: shown, tree: '', options, locked: null });
    assert.equal(await stone(), '#ishi-black');
    const made = { ...shown, board: shown.board.replace('</svg>', '<path class="made"/></svg>'), stones: { ...shown.stones, black: [...shown.stones.black, 'K10'] } };
    await send({ type: 'show', board: made, tree: '', options, locked: null });
    assert.equal(await stone(), null);
  }));

test('the form of a game stays where its headers are refused, and is closed by no other answer', () =>
  withStates([stateOf('no comment')], async (_, state) => {
    const board = state('no comment');
    const send = (message: object) => board.evaluate((element, sent) => (element as unknown as { receive(message: object): void }).receive(sent), message);
    const form = board.locator('#game-info');
    const refusal = { type: 'say', text: 'BLACK takes one line.', failed: 'ishi.headers' };
    await board.locator('#more').click();
    await board.getByRole('button', { name: 'Game information' }).click();
    // To a move that was played just before.
    await send({ type: 'say', text: '' });
    assert.ok(await form.isVisible());
    await form.locator('[name=komi]').fill('7');
    await form.locator('[name=komi]').press('Enter');
    await send(refusal);
    assert.ok(await form.isVisible());
    assert.deepEqual([await board.locator('#game-refusal').innerText(), await board.locator('#live').innerText()], [refusal.text, '']);
    await form.locator('[name=komi]').press('Enter');
    await send({ type: 'say', text: '' });
    assert.ok(!(await form.isVisible()));
    // Those of a new game are refused when the form is closed.
    await send(refusal);
    assert.equal(await board.locator('#live').innerText(), refusal.text);
  }));

test('splits are moved by pointer and keys, kept, and set back by a double click', () =>
  withStates(['comment', 'comment beside'].map(stateOf), async (page, state) => {
    const kept = () => page.evaluate(() => (globalThis as unknown as { kept: object }).kept);
    await page.evaluate(() => {
      for (const board of document.querySelectorAll('ishi-board')) {
        (board as unknown as { onSplits(splits: object): void }).onSplits = (splits) => Object.assign(globalThis, { kept: splits });
      }
    });
    for (const [name, split, part, side] of [
      ['comment', 'board-split', 'text', 'height'],
      ['comment beside', 'board-split', 'text', 'width'],
      ['comment beside', 'comment-split', 'tree', 'height'],
    ] as const) {
      const board = state(name);
      await board.scrollIntoViewIfNeeded();
      const separator = board.locator(`#${split}`);
      const usual = (await box(board, part))[side];
      const { x, y, width, height } = await box(board, split);
      const [dx, dy] = side === 'width' ? [-60, 0] : [0, -60];
      await page.mouse.move(x + width / 2, y + height / 2);
      await page.mouse.down();
      await page.mouse.move(x + width / 2 + dx, y + height / 2 + dy, { steps: 4 });
      await page.mouse.up();
      const dragged = (await box(board, part))[side];
      assert.ok(Math.abs(dragged - usual - 60) <= 8, `${name}: ${usual} → ${dragged}`);
      const value = Number(await separator.getAttribute('aria-valuenow'));
      assert.equal(await separator.getAttribute('aria-orientation'), side === 'width' ? 'vertical' : split === 'board-split' ? 'horizontal' : null);
      await separator.press(side === 'width' ? 'ArrowLeft' : 'ArrowUp');
      await page.waitForFunction(([element, old]) => Number((element as Element).getAttribute('aria-valuenow')) < (old as number), [await separator.elementHandle(), value] as const);
      const moved = (await box(board, part))[side];
      assert.ok(moved > dragged);
      // A host gives back what it has kept.
      const splits = await kept();
      await board.evaluate((element) => Object.assign(element, { splits: {} }));
      assert.equal((await box(board, part))[side], usual);
      await board.evaluate((element, given) => Object.assign(element, { splits: given }), splits);
      assert.equal((await box(board, part))[side], moved);
      await separator.dblclick();
      assert.equal((await box(board, part))[side], usual);
      assert.equal(JSON.stringify(await kept()), '{}');
    }
  }));

/** The picture that Rust draws for a line, from 0, of a record. */
const drawn = (text: string, line: number, width: number) =>
  execFileSync(environment('ISHI'), ['show', '-', '--line', String(line + 1), '--format', 'png', '--width', String(width)], { input: text }).toString('base64');

/** Compares two pictures of one size in PNG: the mean difference of a channel, and the largest mean difference in a square of 22 pixels. */
function compare(page: Page, one: string, other: string): Promise<{ mean: number; square: number }> {
  return page.evaluate(async (pictures) => {
    const [a, b] = await Promise.all(
      pictures.map(async (picture) => {
        const image = new Image();
        image.src = `data:image/png;base64,${picture}`;
        await image.decode();
        return image;
      }),
    );
    const { naturalWidth: width, naturalHeight: height } = a as HTMLImageElement;
    const pixels = [a, b].map((image) => {
      const context = new OffscreenCanvas(width, height).getContext('2d') as OffscreenCanvasRenderingContext2D;
      context.drawImage(image as HTMLImageElement, 0, 0, width, height);
      return context.getImageData(0, 0, width, height).data;
    }) as [Uint8ClampedArray, Uint8ClampedArray];
    const SIDE = 22;
    const columns = Math.ceil(width / SIDE);
    const sums = new Float64Array(columns * Math.ceil(height / SIDE));
    let sum = 0;
    for (let at = 0; at < pixels[0].length; at += 4) {
      const [x, y] = [(at / 4) % width, Math.floor(at / 4 / width)];
      let difference = 0;
      for (let channel = at; channel < at + 3; channel += 1) {
        difference += Math.abs((pixels[0][channel] as number) - (pixels[1][channel] as number)) / 3;
      }
      sum += difference;
      const square = Math.floor(y / SIDE) * columns + Math.floor(x / SIDE);
      sums[square] = (sums[square] as number) + difference;
    }
    return { mean: sum / width / height, square: Math.max(...sums) / SIDE / SIDE };
  }, [one, other]);
}

/**
 * The largest differences that are allowed. Both draw the same scene: the browser from the SVG, and Rust with its own rasterizer and its
 * own font. They differ in the smoothing of edges, by up to 2 on the mean, and in the shapes of letters, by up to 16 in a square with a
 * label. A stone or a mark that is missing or elsewhere makes more than 40.
 */
const [MEAN, SQUARE] = [2, 20];

test('the pixels of the board are those of the picture that Rust draws', async () => {
  const game = example('game.ishi');
  const lines = game.split('\n').flatMap((line, index) => (/^\s*[BW] \d+ /.test(line) ? [index] : [])).filter((_, index) => index % 24 === 0);
  const places = [...STATES.filter(({ language, options }) => language === undefined && options === undefined), ...lines.map((line) => ({ text: game, line }))];
  // A box in which the board has the size of the picture.
  const states = places.map(({ text, line }, index) => ({ name: String(index), size: [2000, 4000] as [number, number], text, line, options: { variations: false } }));
  await withStates(states, async (page, state) => {
    for (const { name, text, line } of states) {
      const board = state(name);
      const picture = board.locator('#board svg');
      const across = await board.evaluate((element) => {
        const [svg, who] = ['#board svg', '#who'].map((part) => element.shadowRoot?.querySelector(part));
        const { width, height } = (svg as SVGSVGElement).viewBox.baseVal;
        // What stands above has a height that is not in whole pixels.
        (who as HTMLElement).hidden = true;
        Object.assign((element.parentElement as HTMLElement).style, { position: 'fixed', inset: '0', zIndex: '1', width: `${width + 16}px`, height: `${height + 1200}px` });
        return width;
      });
      const shown = (await picture.screenshot()).toString('base64');
      const { mean, square } = await compare(page, shown, drawn(text, line, across));
      const where = `line ${line + 1} of ${text.slice(0, 20)}: ${mean.toFixed(2)}, ${square.toFixed(1)}`;
      await board.evaluate((element) => element.parentElement?.remove());
      assert.ok(mean <= MEAN && square <= SQUARE, where);
      if (name === '0') {
        // One more stone is seen.
        assert.ok((await compare(page, shown, drawn(text, line + 8, across))).square > 2 * SQUARE);
      }
    }
  });
});
