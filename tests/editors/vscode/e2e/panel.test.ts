/** Tests of the board panel besides writing: walking, guessing, links, a second board, and speed. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { after, test } from 'node:test';

import pngjs from '../../../../editors/vscode/node_modules/pngjs/lib/png.js';
import type { FrameLocator, Locator } from '../../../../editors/vscode/node_modules/playwright-core/index.js';
import { wholeGame, example, ishi, quit, Workbench } from './workbench.ts';

after(quit);

/** The lines of the board, and the columns, among which there is no I. */
const COLUMNS = 'ABCDEFGHJKLMNOPQRST';

async function showBoard(workbench: Workbench): Promise<Locator> {
  await workbench.showBoard();
  return workbench.panel.locator('#state');
}

/** Clicks a point of a whole board with coordinates, once it is shown. */
async function click(workbench: Workbench, location: string, size = 19): Promise<void> {
  const board = workbench.panel.locator('#board svg');
  const whole = 53 * 2 + 44 * (size - 1);
  await workbench.waitFor('the whole board', async () => (await board.getAttribute('viewBox')) === `0 0 ${whole} ${whole}`);
  const box = (await board.boundingBox()) ?? assert.fail('no board');
  const x = (53 + COLUMNS.indexOf(location.charAt(0)) * 44) / whole;
  const y = (53 + (size - Number(location.slice(1))) * 44) / whole;
  await workbench.page.mouse.click(box.x + x * box.width, box.y + y * box.height);
}

const button = (panel: FrameLocator, name: string) => panel.getByRole('button', { name, exact: true });

/** Waits until the state begins with some words. */
const shows = (workbench: Workbench, state: Locator, start: string) => workbench.waitFor(start, async () => (await state.innerText()).startsWith(start));

/** Clicks something, or presses a key there, as soon as the state begins with some words: no hand is fast enough for that. */
const atOnce = (state: Locator, start: string, selector: string, key?: string) =>
  state.evaluate((shown, [words, at, pressed]) => {
    const observer = new MutationObserver(() => {
      if (shown.textContent?.startsWith(words)) {
        observer.disconnect();
        const event = pressed === undefined ? new MouseEvent('click', { bubbles: true, composed: true }) : new KeyboardEvent('keydown', { key: pressed, bubbles: true, composed: true });
        (shown.getRootNode() as ShadowRoot).querySelector(at)?.dispatchEvent(event);
      }
    });
    observer.observe(shown, { childList: true, characterData: true, subtree: true });
  }, [start, selector, key] as const);

/** The value below which so many parts of a hundred are. */
function percentile(values: number[], part: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * part) / 100))] ?? Number.NaN;
}

const SMALL = "EVENT x\nBOARDSIZE 9\nB 1 C7\nW 2 G3\nVAR a\n  W 2 E5\nENDVAR\nB 3 G7\nMARK a@C3\nCOM\nSee #1, G3, 'a' and https://example.org/x.\nENDCOM\n";

test('a game is written by mouse alone, and undone to its start', async (context) => {
  const start = 'EVENT Written by hand\n';
  await Workbench.use('mouse.ishi', start, async (workbench) => {
    const { panel } = workbench;
    const state = await showBoard(workbench);
    // From the click until the stone is in the page, and until the board of the server is.
    await panel.locator('#board').evaluate((board) => {
      const page = window as unknown as { times: { stone: number[]; board: number[] }; clicked: number };
      page.times = { stone: [], board: [] };
      board.addEventListener('click', () => (page.clicked = performance.now()), { capture: true });
      new MutationObserver((changes) => {
        const time = performance.now() - page.clicked;
        if (page.clicked > 0 && changes.some(({ type }) => type === 'childList')) {
          page.times.board.push(time);
          page.clicked = 0;
        } else if (page.clicked > 0) {
          page.times.stone.push(time);
        }
      }).observe(board, { childList: true, attributeFilter: ['href'], subtree: true });
    });
    let changes = 0;
    const moves = async (first: number, points: string) => {
      for (const [index, point] of points.split(' ').entries()) {
        const number = first + index;
        await click(workbench, point);
        await shows(workbench, state, `${number % 2 === 1 ? 'Black' : 'White'} ${number} ${point}`);
        changes += 1;
      }
    };
    const reads = async (text: string) => {
      changes += 1;
      await workbench.waitFor(text, async () => (await workbench.lines()).some((line) => line.text.includes(text)));
    };
    await moves(1, 'Q16 D4 Q3 D16 F3 C6 K3 O17 R10 K17 F17 D13');
    await workbench.take('Mark with a triangle');
    await click(workbench, 'F17');
    await reads('\\t@F17');
    await workbench.take('Mark with the next letter');
    await click(workbench, 'C17');
    await reads('a@C17');
    await click(workbench, 'C14');
    await reads('b@C14');
    await button(panel, 'Comment').click();
    await panel.locator('#comment-text').fill("Black can slide to 'a' or press at 'b'.\nThe slide settles the stones at once.");
    await button(panel, 'Write comment').click();
    await reads('The slide settles');
    await button(panel, 'Play').click();
    await moves(13, 'C17');
    await button(panel, 'Previous move').click();
    await shows(workbench, state, 'White 12');
    await moves(13, 'C14 C13 E14');
    await panel.locator('#tree [aria-label^="Black 13 C17"]').click();
    await shows(workbench, state, 'Black 13 C17');
    await moves(14, 'D17 C16 C15 D18 E18 C18 F18');
    await workbench.choose('Add diagram');
    await workbench.waitFor('the diagram', async () => (await panel.locator('#title').innerText()).endsWith('Diagram'));
    changes += 1;
    await workbench.take('Mark with a square');
    await click(workbench, 'F18');
    await reads('\\s@F18');
    await button(panel, 'Play').click();
    await moves(21, 'G17 G18 H17 R17 Q17 R16 R15 S15 S14 S16');
    await workbench.picture('by-mouse');
    const times = await panel.locator('#board').evaluate(() => (window as unknown as { times: { stone: number[]; board: number[] } }).times);
    for (const [what, all] of Object.entries(times)) {
      context.diagnostic(`from click to ${what}: ${all.length} clicks, median ${percentile(all, 50).toFixed(1)} ms, p95 ${percentile(all, 95).toFixed(1)} ms`);
    }
    assert.ok(times.stone.length > 25 && times.board.length > 30, JSON.stringify(times));
    assert.equal((await workbench.text()).replaceAll('\r', ''), wholeGame());
    for (let clicks = 0; clicks < changes; clicks += 1) {
      await button(panel, 'Undo').click();
    }
    await workbench.waitFor('the start', async () => (await panel.locator('#title').innerText()).endsWith('Before the first move'));
    await workbench.boardHasFocus();
    assert.equal((await workbench.text()).replaceAll('\r', ''), start);
  });
});

test('a board is locked and unlocked in the title of its tab', async () => {
  await Workbench.use('lock.ishi', SMALL, async (workbench) => {
    const { page } = workbench;
    const state = await showBoard(workbench);
    await workbench.goTo(3);
    await shows(workbench, state, 'Black 1');
    const press = async (name: string) => {
      // The buttons are those of the active tab.
      await state.click();
      await page.locator(`.editor-actions .action-label[aria-label="${name}"]`).click();
    };
    await press('Lock Board Here');
    await page.locator('.tab', { hasText: 'Go Board (locked)' }).waitFor();
    await workbench.goTo(8);
    await workbench.waitFor('the move at the cursor', async () => (await workbench.status.innerText()).includes('3 G7'));
    assert.match(await state.innerText(), /^Black 1/);
    await press('Unlock Board: Follow the Cursor');
    await shows(workbench, state, 'Black 3');
    await page.locator('.tab', { hasText: /^Go Board$/ }).waitFor();
  });
});

test('one goes on from a move that the editor is still writing', async () => {
  await Workbench.use('hurry.ishi', SMALL, async (workbench) => {
    const { panel } = workbench;
    const state = await showBoard(workbench);
    await workbench.goTo(8);
    await shows(workbench, state, 'Black 3');
    await atOnce(state, 'White 4 G5', '#previous');
    await click(workbench, 'G5', 9);
    await workbench.waitFor('the move', async () => (await workbench.lines()).some(({ text }) => text === 'W 4 G5'));
    await shows(workbench, state, 'Black 3');
    // Above it in the text, where nothing moves, and below, where the new variation pushes it down.
    await atOnce(state, 'White 4 H3', '#tree [aria-label^="Black 1"]');
    await click(workbench, 'H3', 9);
    await shows(workbench, state, 'Black 1');
    await button(panel, 'First move').click();
    await shows(workbench, state, 'Black to play 1');
    await atOnce(state, 'Black 1 E5', '#tree [aria-label^="Black 3"]');
    await click(workbench, 'E5', 9);
    await shows(workbench, state, 'Black 3');
    await workbench.isAt('3 G7');
    assert.equal(ishi(['check', '--quiet', '-'], await workbench.text()), '');
  });
});

test('what can not be done is said, and nothing is lost', async () => {
  const text = 'EVENT x\nBOARDSIZE 9\nB 1 C7\nW 2 J10\nB 3 G7\nDIAGRAM A1 E5\n';
  await Workbench.use('bad.ishi', text, async (workbench) => {
    const { panel } = workbench;
    const state = await showBoard(workbench);
    const live = panel.locator('#live');
    const says = (words: RegExp) => workbench.waitFor(String(words), async () => words.test(await live.innerText()));
    await workbench.goTo(6);
    await workbench.waitFor('the diagram', async () => (await panel.locator('#title').innerText()).includes('Diagram A1 E5'));
    await workbench.take('Mark with a triangle');
    const box = (await panel.locator('#board svg').boundingBox()) ?? assert.fail('no board');
    await workbench.page.mouse.click(box.x + 3, box.y + 3);
    await says(/^The board that is shown goes from A1 to E5\.$/);
    await workbench.reads(text);
    // An error above does not keep anybody from going on.
    await workbench.goTo(5);
    await shows(workbench, state, 'Black 3');
    await button(panel, 'Play').click();
    await click(workbench, 'G7', 9);
    await says(/^G7 is taken\.$/);
    await workbench.picture('refused');
    await workbench.reads(text);
    await click(workbench, 'C3', 9);
    await workbench.reads(`${text}W 4 C3\n`);
  });
});

test('the board is exported in the format that the name of the file says', async () => {
  await Workbench.use('export.ishi', SMALL, async (workbench) => {
    const { page } = workbench;
    const state = await showBoard(workbench);
    await workbench.goTo(4);
    await shows(workbench, state, 'White 2');
    const path = page.locator('.quick-input-widget input').first();
    const exportTo = async (target: string) => {
      await workbench.choose('Export');
      await workbench.waitFor('a name', async () => (await path.inputValue()).endsWith('export.svg'));
      await path.fill(target);
      await workbench.press('Enter');
    };
    for (const [ending, start] of [['gif', 'GIF89a'], ['pdf', '%PDF'], ['svg', '<svg xmlns']] as const) {
      const target = workbench.path.replace(/ishi$/, ending);
      await exportTo(target);
      await workbench.waitFor(target, async () => existsSync(target) && readFileSync(target, 'latin1').startsWith(start));
    }
    const svg = readFileSync(workbench.path.replace(/ishi$/, 'svg'), 'utf8');
    assert.equal(svg, ishi(['show', '-', '--line', '4', '--format', 'svg'], SMALL));
  });
});

test('numbers begin at a move, and the moves that follow are ghosts', async () => {
  await Workbench.use('from.ishi', SMALL, async (workbench) => {
    const { panel } = workbench;
    const state = await showBoard(workbench);
    await workbench.goTo(4);
    await shows(workbench, state, 'White 2');
    const digits = () => panel.locator('#board svg text').evaluateAll((all) =>
      [...all.filter((text) => text.closest('.coordinates') === null).map((text) => text.textContent ?? '').join('')].filter((sign) => /\d/.test(sign)).sort().join(''));
    await workbench.number('here');
    await workbench.waitFor('the number 2', async () => (await digits()) === '2');
    await button(panel, 'Next move').click();
    await shows(workbench, state, 'Black 3');
    await workbench.waitFor('two numbers', async () => (await digits()) === '23');
    assert.equal(await panel.locator('#numbers option:checked').textContent(), 'From 2');
    await workbench.number('none');
    await workbench.waitFor('no number', async () => (await digits()) === '');
    // Both the move that follows and the one instead of it.
    await button(panel, 'First move').click();
    await button(panel, 'Next move').click();
    await shows(workbench, state, 'Black 1');
    const ghosts = panel.locator('.ghosts circle');
    await workbench.waitFor('two ghosts', async () => (await ghosts.count()) === 2);
    await workbench.choose('Variations');
    await workbench.waitFor('no ghosts', async () => (await ghosts.count()) === 0);
    await workbench.choose('Variations');
    await workbench.waitFor('two ghosts', async () => (await ghosts.count()) === 2);
    assert.deepEqual(await ghosts.evaluateAll((all) => all.map((ghost) => `${ghost.getAttribute('class')} ${ghost.getAttribute('data-color')}`)), ['main white', 'variation white']);
    await workbench.picture('ghosts');
  });
});

test('what a comment refers to is shown and gone to', async () => {
  await Workbench.use('links.ishi', SMALL, async (workbench) => {
    const { page, panel } = workbench;
    const state = await showBoard(workbench);
    await workbench.goTo(8);
    await shows(workbench, state, 'Black 3');
    const link = (text: string) => panel.locator('#comment .link', { hasText: text });
    const pointed = async () => (await panel.locator('.pointed').getAttribute('d')) ?? '';
    for (const text of ['#1', 'G3', "'a'"]) {
      await link(text).hover();
      await workbench.waitFor(text, async () => (await pointed()).length > 0);
    }
    await workbench.picture('links');
    await panel.locator('#state').hover();
    await workbench.waitFor('nothing', async () => (await pointed()) === '');
    await link('https://example.org/x').click();
    const dialog = page.locator('.monaco-dialog-box');
    await workbench.waitFor('the question', async () => (await dialog.innerText()).includes('https://example.org/x'));
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await link('#1').click();
    await shows(workbench, state, 'Black 1');
    assert.deepEqual([...workbench.outside], []);
  });
});

test('the moves are played one after the other, until the end or a key', async () => {
  await Workbench.use('autoplay.ishi', SMALL, async (workbench) => {
    const { panel } = workbench;
    const state = await showBoard(workbench);
    await workbench.goTo(1);
    await shows(workbench, state, 'Black to play 1');
    const autoplay = panel.locator('#autoplay');
    const stops = () => workbench.waitFor('the end', async () => (await autoplay.getAttribute('aria-pressed')) === 'false');
    await autoplay.click();
    assert.equal(await autoplay.getAttribute('aria-pressed'), 'true');
    await shows(workbench, state, 'Black 3');
    await stops();
    await workbench.press('Home');
    await shows(workbench, state, 'Black to play 1');
    await atOnce(state, 'Black 1', '#state', 'Shift');
    await autoplay.click();
    await stops();
    await workbench.page.waitForTimeout(1500);
    assert.match(await state.innerText(), /^Black 1/);
  });
});

test('a stone is heard where that is wanted', async () => {
  await Workbench.use('sound.ishi', SMALL, async (workbench) => {
    const { panel } = workbench;
    const state = await showBoard(workbench);
    await workbench.goTo(3);
    await shows(workbench, state, 'Black 1');
    await state.evaluate(() => {
      const page = window as unknown as { knocks: number };
      page.knocks = 0;
      const { start } = AudioBufferSourceNode.prototype;
      AudioBufferSourceNode.prototype.start = function (...args) {
        page.knocks += 1;
        return start.apply(this, args);
      };
    });
    const knocks = () => state.evaluate(() => (window as unknown as { knocks: number }).knocks);
    await button(panel, 'Next move').click();
    await shows(workbench, state, 'White 2');
    assert.equal(await knocks(), 0);
    await workbench.choose('Sound');
    await workbench.waitFor('the sound', async () => (await panel.locator('#sound').getAttribute('aria-pressed')) === 'true');
    await button(panel, 'Next move').click();
    await workbench.waitFor('a knock', async () => (await knocks()) === 1);
    await button(panel, 'Previous move').click();
    await shows(workbench, state, 'White 2');
    assert.equal(await knocks(), 1);
    await workbench.choose('Sound');
    await workbench.waitFor('no sound', async () => (await panel.locator('#sound').getAttribute('aria-pressed')) === 'false');
  });
});

test('the answer to a problem is guessed', async () => {
  const text = example('problem.prb');
  await Workbench.use('guess.prb', text, async (workbench) => {
    const { panel } = workbench;
    const state = await showBoard(workbench);
    await workbench.goTo(2);
    await shows(workbench, state, 'Black to play 1');
    await button(panel, 'Guess').click();
    const verdict = panel.locator('#verdict');
    const judged = (words: string) => workbench.waitFor(words, async () => (await verdict.innerText()) === words);
    await judged('Play your move.');
    for (const id of ['#tree', '#tools', '#palette', '#undo', '#edit-comment']) {
      assert.ok(!(await panel.locator(id).isVisible()), id);
    }
    await workbench.press('ArrowRight');
    await click(workbench, 'A9', 9);
    await judged('A9 is wrong: the record does not have it.');
    assert.match(await state.innerText(), /^Black to play 1/);
    await click(workbench, 'D2', 9);
    await judged('D2 is wrong. The variation shows why.');
    await shows(workbench, state, 'White 2 E2');
    await workbench.picture('guess-wrong');
    await workbench.press('Home');
    await shows(workbench, state, 'Black to play 1');
    await click(workbench, 'E2', 9);
    await judged('E2 is right.');
    await shows(workbench, state, 'White 2 D2');
    await click(workbench, 'E1', 9);
    await judged('E1 is right. Solved.');
    await workbench.picture('guess-right');
    await button(panel, 'Guess').click();
    assert.ok(await panel.locator('#tree').isVisible());
    assert.equal((await workbench.text()).replaceAll('\r', ''), text);
  });
});

test('a locked board stays, and another one is opened', async () => {
  await Workbench.use('lock.ishi', SMALL, async (workbench) => {
    const { page, panel } = workbench;
    const state = await showBoard(workbench);
    await workbench.goTo(8);
    await shows(workbench, state, 'Black 3');
    await workbench.choose('Lock');
    await workbench.waitFor('the lock', async () => (await panel.locator('#lock').getAttribute('aria-pressed')) === 'true');
    await workbench.goTo(3);
    await workbench.waitFor('the status bar', async () => (await workbench.status.innerText()).includes('● 1 C7'));
    assert.match(await state.innerText(), /^Black 3/);
    // It is walked through without the text, and its place moves with the lines above.
    await button(panel, 'Previous move').click();
    await shows(workbench, state, 'White 2 G3');
    await workbench.goTo(1);
    await workbench.press('End', 'Enter');
    await workbench.page.keyboard.type('REMARK above');
    await workbench.page.waitForTimeout(500);
    assert.match(await state.innerText(), /^White 2 G3/);
    // It is still there when the window is loaded again.
    await workbench.press('Control+s');
    await workbench.waitFor('the file to be saved', async () => !(await workbench.isChanged()));
    // A window that is to open a file opens nothing else.
    await page.evaluate(() => {
      const url = new URL(location.href);
      url.searchParams.delete('payload');
      history.replaceState(null, '', url);
    });
    await workbench.command('Developer: Reload Window');
    await panel.locator('#state').waitFor({ state: 'detached' });
    await workbench.waitFor('the lock', async () => (await panel.locator('#lock').getAttribute('aria-pressed')) === 'true');
    await workbench.goTo(1);
    assert.match(await state.innerText(), /^White 2 G3/);
    await workbench.choose('Lock');
    await shows(workbench, state, 'Black to play 1');
    await workbench.choose('Another board');
    await workbench.waitFor('two boards', async () => (await page.locator('iframe.webview').count()) === 2);
    const other = page.locator('iframe.webview').last().contentFrame().locator('#active-frame').contentFrame();
    await workbench.waitFor('a locked one', async () => (await other.locator('#lock').getAttribute('aria-pressed')) === 'true');
    await workbench.waitFor('its tree', async () => (await other.locator('#tree .node').count()) === 5);
    await workbench.picture('two-boards');
  });
});

test('after Undo the board is in the variation where it was', async () => {
  await Workbench.use('undo.ishi', example('joseki.ishi'), async (workbench) => {
    const { panel } = workbench;
    const state = await showBoard(workbench);
    await workbench.goTo(26);
    await workbench.waitFor('the variation', async () => (await state.innerText()).startsWith('Black 6 F3'));
    const before = await workbench.text();
    await workbench.goTo(26);
    await click(workbench, 'Q10');
    await workbench.waitFor('the stone', async () => (await state.innerText()).startsWith('White 7 Q10'));
    await panel.locator('#board').focus();
    await workbench.press('Control+z');
    await workbench.waitFor('the place before', async () => (await state.innerText()).startsWith('Black 6 F3'));
    await workbench.boardHasFocus();
    await click(workbench, 'R10');
    await workbench.waitFor('the other stone', async () => (await state.innerText()).startsWith('White 7 R10'));
    await workbench.press('Control+z');
    await workbench.waitFor('the place before', async () => (await state.innerText()).startsWith('Black 6 F3'));
    await workbench.press('Control+y');
    await workbench.waitFor('the stone again', async () => (await state.innerText()).startsWith('White 7 R10'));
    await workbench.press('Control+z');
    await workbench.waitFor('the place before', async () => (await state.innerText()).startsWith('Black 6 F3'));
    assert.equal(await workbench.text(), before);
  });
});

test('a window that is loaded again with the focus in the board shows its record', async () => {
  await Workbench.use('focus.ishi', SMALL, async (workbench) => {
    const { page, panel } = workbench;
    const state = await showBoard(workbench);
    await workbench.goTo(8);
    await shows(workbench, state, 'Black 3');
    /** Whether the editors that the workbench has stored match. It does so every few seconds, and not when it is left. */
    const hasStored = (pattern: RegExp) =>
      page.evaluate(async (source) => {
        const done = <T>(request: IDBRequest<T>) => new Promise<T>((resolve, reject) => {
          request.addEventListener('success', () => resolve(request.result));
          request.addEventListener('error', () => reject(request.error));
        });
        const all = await indexedDB.databases();
        const stored = await Promise.all(
          all.filter(({ name }) => name?.startsWith('vscode-web-state-db-')).map(async ({ name }) => {
            const database = await done(indexedDB.open(name ?? ''));
            const editors: unknown = await done(database.transaction('ItemTable').objectStore('ItemTable').get('memento/workbench.parts.editor'));
            database.close();
            return String(editors);
          }),
        );
        return stored.some((editors) => new RegExp(source).test(editors));
      }, pattern.source);
    const reload = async (stored: RegExp, expected: string) => {
      await panel.locator('#board').focus();
      await workbench.boardHasFocus();
      await workbench.waitFor('the editors to be stored', () => hasStored(stored));
      await page.evaluate(() => {
        const url = new URL(location.href);
        url.searchParams.delete('payload');
        history.replaceState(null, '', url);
      });
      await page.reload({ waitUntil: 'domcontentloaded' });
      await shows(workbench, state, expected);
    };
    // Where the cursor is then, the editor decides.
    await reload(/focus\.ishi.*Go Board/, 'Black');
    await workbench.goTo(8);
    await shows(workbench, state, 'Black 3');
    await workbench.choose('Lock');
    await workbench.waitFor('the lock', async () => (await panel.locator('#lock').getAttribute('aria-pressed')) === 'true');
    await reload(/Go Board \(locked\)/, 'Black 3');
    assert.equal(await panel.locator('#lock').getAttribute('aria-pressed'), 'true');
    await page.locator('.tab', { hasText: 'Go Board (locked)' }).waitFor();
    await workbench.picture('reloaded');
  });
});

test('a menu that has more than is shown has a shadow at that edge', async () => {
  await Workbench.use('menu.ishi', SMALL, async (workbench) => {
    const { page, panel } = workbench;
    await page.setViewportSize({ width: 900, height: 700 });
    await showBoard(workbench);
    await panel.locator('#more').click();
    const menu = panel.locator('#menu');
    assert.ok(await menu.evaluate((element) => element.scrollHeight > element.clientHeight));
    /** How dark the picture of the menu is in its lowest and in its highest rows, on average. */
    const edges = async () => {
      const { width, height, data } = pngjs.PNG.sync.read(await menu.screenshot({ animations: 'disabled' }));
      const brightness = (row: number) => {
        // Beside the texts.
        const at = (row * width + width - 30) * 4;
        return data[at] ?? 0;
      };
      return { top: brightness(3), bottom: brightness(height - 4) };
    };
    const first = await edges();
    assert.ok(first.bottom < first.top - 8, JSON.stringify(first));
    await workbench.picture('menu-cut');
    await menu.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    const last = await edges();
    assert.ok(last.top < last.bottom - 8, JSON.stringify(last));
    await workbench.press('Escape');
  });
});

test('a board walks and writes in an SGF file, where many nodes stand in one line', async () => {
  const text = '(;FF[4]SZ[9];B[cc];W[gg](;B[gc];W[cg])(;B[ee]))';
  await Workbench.use('line.sgf', text, async (workbench) => {
    const { page, panel } = workbench;
    // A long line is wrapped.
    const reads = (wanted: string) => workbench.waitFor(wanted, async () => (await workbench.lines()).map((line) => line.text).join('') === wanted);
    await workbench.ready();
    await workbench.goTo(1, 16);
    await page.locator('.editor-actions [aria-label^="Show Board"]').click();
    const state = panel.locator('#state');
    await shows(workbench, state, 'Black 1 C7');
    await button(panel, 'Next move').click();
    await shows(workbench, state, 'White 2 G3');
    await workbench.press('ArrowRight');
    await shows(workbench, state, 'Black 3 G7');
    await workbench.press('ArrowDown');
    await shows(workbench, state, 'Black 3 E5');
    await panel.locator('#tree [aria-label^="Black 3 G7"]').click();
    await shows(workbench, state, 'Black 3 G7');
    await panel.locator('#board').hover();
    await page.mouse.wheel(0, 100);
    await shows(workbench, state, 'White 4 C3');
    await click(workbench, 'E3', 9);
    await shows(workbench, state, 'Black 5 E3');
    await reads(text.replace('W[cg]', 'W[cg];B[eg]'));
    await click(workbench, 'C5', 9);
    await shows(workbench, state, 'White 6 C5');
    await reads(text.replace('W[cg]', 'W[cg];B[eg];W[ce]'));
    await button(panel, 'Previous move').click();
    await shows(workbench, state, 'Black 5 E3');
    await button(panel, 'Comment').click();
    await panel.locator('#comment-text').fill('Close');
    await button(panel, 'Write comment').click();
    await reads(text.replace('W[cg]', 'W[cg];B[eg]C[Close];W[ce]'));
    for (let changes = 0; changes < 3; changes += 1) {
      await button(panel, 'Undo').click();
    }
    await reads(text);
    await workbench.boardHasFocus();
    // A locked board keeps its place in the line.
    await workbench.goTo(1, text.indexOf('cg') + 1);
    await shows(workbench, state, 'White 4 C3');
    await workbench.choose('Lock');
    await workbench.waitFor('the lock', async () => (await panel.locator('#lock').getAttribute('aria-pressed')) === 'true');
    await workbench.goTo(1, text.indexOf('SZ') + 1);
    await page.keyboard.type('PB[Ada]');
    await workbench.waitFor('the player in the title', async () => (await panel.locator('#title').innerText()).startsWith('Ada'));
    await workbench.waitFor('the status bar', async () => (await workbench.status.innerText()).includes('start'));
    // Before the value was closed, it held the size, and the point had another name.
    await shows(workbench, state, 'White 4 C3');
    await button(panel, 'Previous move').click();
    await shows(workbench, state, 'Black 3 G7');
    await click(workbench, 'E1', 9);
    await shows(workbench, state, 'White 4 E1');
    await workbench.picture('sgf-board');
  });
});

test('the board is in the side bar, in every kind of theme, narrow and wide', async () => {
  await Workbench.use('layout.ishi', wholeGame(), async (workbench) => {
    const { page } = workbench;
    let { panel } = workbench;
    await workbench.ready();
    await workbench.goTo(17);
    await workbench.command('View: Show Go Board');
    const state = panel.locator('#state');
    await shows(workbench, state, 'White 12 D13');
    const fits = async (name: string) => {
      await workbench.picture(name);
      assert.ok(await panel.locator('html').evaluate((html) => html.scrollWidth <= html.clientWidth), `${name} scrolls sideways`);
      const board = (await panel.locator('#board svg').boundingBox()) ?? assert.fail('no board');
      for (const id of ['#who', '#comment', '#tree', '#state', '#row', '#live']) {
        const box = await panel.locator(id).boundingBox();
        const isBeside = box === null || box.x >= board.x + board.width || box.y >= board.y + board.height || box.y + box.height <= board.y;
        assert.ok(isBeside, `${name}: ${id} covers the board`);
      }
    };
    await fits('side-bar');
    for (const theme of ['Dark Modern', 'Dark High Contrast', 'Light High Contrast']) {
      await workbench.theme(theme);
      await fits(`side-bar ${theme}`);
    }
    await workbench.theme('Light Modern');
    // As narrow as it may be, and as wide as the screen is.
    await page.setViewportSize({ width: 1280, height: 640 });
    await fits('side-bar-low');
    await page.setViewportSize({ width: 1280, height: 860 });
    await workbench.command('View: Show Explorer');
    await workbench.command('Ishi: Show Board');
    await page.setViewportSize({ width: 2200, height: 860 });
    // The one in the side bar is still there, and hidden.
    panel = page.locator('iframe.webview:visible').contentFrame().locator('#active-frame').contentFrame();
    await workbench.waitFor('a wide panel', async () => (await panel.locator('html').evaluate((html) => html.clientWidth)) > 700);
    await shows(workbench, panel.locator('#state'), 'White 12 D13');
    await fits('wide');
  }, { beside: {} });
});

test('the wheel walks through a game without losing a move', async (context) => {
  const points = [...COLUMNS].flatMap((column) => Array.from({ length: 19 }, (_, row) => `${column}${row + 1}`));
  // Every other column, so that no stone is without liberties.
  const moves = Array.from({ length: 300 }, (_, index) => `${index % 2 === 0 ? 'B' : 'W'} ${index + 1} ${index % 3 === 0 ? (points[index] ?? 'PASS') : 'PASS'}`);
  await Workbench.use('wheel.ishi', `EVENT x\n${moves.join('\n')}\n`, async (workbench) => {
    const { panel } = workbench;
    const state = await showBoard(workbench);
    await workbench.goTo(1);
    await shows(workbench, state, 'Black to play 1');
    await workbench.waitFor('the tree', async () => (await panel.locator('#tree .node').count()) > 5);
    const { frames, boards } = await panel.locator('#board').evaluate(async (board) => {
      const words = (board.getRootNode() as ShadowRoot).getElementById('state') as Element;
      const shown: string[] = [];
      const observer = new MutationObserver(() => shown.push(words.textContent ?? ''));
      observer.observe(words, { childList: true, characterData: true, subtree: true });
      const found: number[] = [];
      let before = performance.now();
      for (let count = 0; count < 300; count += 1) {
        board.dispatchEvent(new WheelEvent('wheel', { deltaY: 100, bubbles: true, cancelable: true }));
        const now = await new Promise<number>((resolve) => requestAnimationFrame(resolve));
        found.push(now - before);
        before = now;
      }
      await new Promise((resolve) => setTimeout(resolve, 1000));
      return { frames: found, boards: shown };
    });
    await shows(workbench, state, 'White 300');
    // An editor that is late says where the cursor has been, and the board does not go back there.
    const numbers = boards.map((board) => Number(/^\w+ (\d+)/.exec(board)?.[1]));
    assert.deepEqual(numbers.filter((number, index) => number < (numbers[index - 1] ?? 0)), []);
    const rate = (1000 * frames.length) / frames.reduce((sum, frame) => sum + frame, 0);
    context.diagnostic(`300 turns of the wheel: ${rate.toFixed(0)} frames a second, ${new Set(boards).size} boards shown, p95 of a frame ${percentile(frames, 95).toFixed(1)} ms`);
  });
});

test('a tree of a hundred thousand moves scrolls', async (context) => {
  const lines = ['EVENT x'];
  let [moves, last] = [0, 0];
  for (let number = 1; moves < 100_000; number += 1) {
    const color = number % 2 === 1 ? 'B' : 'W';
    lines.push(`${color} ${number} PASS`);
    moves += 1;
    if (number % 5 === 0) {
      lines.push('VAR', `${color} ${number} PASS`, 'ENDVAR');
      moves += 1;
    }
    last = number;
  }
  await Workbench.use('long.ishi', `${lines.join('\n')}\n`, async (workbench) => {
    const { panel } = workbench;
    await showBoard(workbench);
    await workbench.waitFor('the tree', async () => (await panel.locator('#tree .node').count()) > 5);
    const frames = await panel.locator('#tree').evaluate(async (tree) => {
      const found: number[] = [];
      let before = performance.now();
      for (let count = 0; count < 200; count += 1) {
        tree.scrollLeft += 150;
        const now = await new Promise<number>((resolve) => requestAnimationFrame(resolve));
        found.push(now - before);
        before = now;
      }
      tree.scrollLeft = tree.scrollWidth;
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      return found;
    });
    const rate = (1000 * frames.length) / frames.reduce((sum, frame) => sum + frame, 0);
    context.diagnostic(`a tree of ${moves} moves: ${rate.toFixed(0)} frames a second, p95 of a frame ${percentile(frames, 95).toFixed(1)} ms`);
    const drawn = await panel.locator('#tree .node').count();
    assert.ok(drawn > 5 && drawn < 1000, `${drawn} nodes are drawn`);
    await workbench.picture('long-tree');
    // By keys to its end.
    await panel.locator('#tree [aria-current]').focus();
    await workbench.press('End');
    await workbench.waitFor('the last move', async () => (await panel.locator('#tree [aria-current]').getAttribute('aria-label'))?.includes(` ${last} passes`) === true);
  });
});
