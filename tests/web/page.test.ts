/** The page in Chromium. */
import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';

import { serve } from '../../editors/web/scripts/serve.mjs';
import { beginText, choose, environment, example, game, launch, quit, RECORD, Tab } from './browser.ts';

after(quit);

test('a visitor sees an example with its board, outline and colors', () =>
  Tab.use({}, async (tab) => {
    await tab.board.locator('#board svg').waitFor();
    await tab.openOutline();
    await tab.page.locator('#outline button', { hasText: 'W 4 D16' }).waitFor();
    await tab.page.locator('.token-keyword', { hasText: 'COM' }).first().waitFor();
    await tab.page.locator('h2', { hasText: 'No problems' }).waitFor();
  }));

test('its files are served compressed', async () => {
  const { url } = await launch();
  const response = await fetch(`${url}page.js`);
  assert.equal(response.headers.get('content-encoding'), 'gzip');
  assert.equal(await response.text(), readFileSync(join(environment('ISHI_SITE'), 'page.js'), 'utf8'));
});

test('what is typed is checked, completed and formatted', () =>
  Tab.use({ text: RECORD }, async (tab) => {
    await tab.line(3).click();
    await tab.page.keyboard.press('End');
    await tab.page.keyboard.press('Enter');
    await tab.page.keyboard.type('c3');
    await tab.page.keyboard.press('Enter');
    await tab.until('the location to become a move', (text) => text.includes('\nB 3 C3\n'));
    await tab.page.keyboard.type('w   4 q16');
    await tab.page.locator('#problems button.error', { hasText: 'Q16 is occupied' }).waitFor();
    for (let count = 0; count < 3; count += 1) {
      await tab.page.keyboard.press('Backspace');
    }
    await tab.page.keyboard.press('Control+Space');
    await tab.page.locator('.cm-tooltip-autocomplete li').first().waitFor();
    await tab.page.keyboard.press('Escape');
    await tab.page.keyboard.type('c4');
    await tab.page.keyboard.press('Escape');
    await tab.page.locator('h2', { hasText: 'No problems' }).waitFor();
    await tab.choose('format');
    await tab.until('the text to be formatted', (text) => text.includes('\nW 4 C4\n'));
  }));

test('Enter ends a line while proposals are shown, and Tab takes the first', () =>
  Tab.use({ text: RECORD }, async (tab) => {
    await tab.line(4).click();
    await tab.page.keyboard.type('DIAGRA');
    await tab.page.locator('.cm-tooltip-autocomplete li').first().waitFor();
    // For a moment a new list takes no keys.
    await tab.page.waitForTimeout(150);
    await tab.page.keyboard.press('Enter');
    await tab.until('a new line', (text) => text === `${RECORD}DIAGRA\n`);
    await tab.page.keyboard.type('REMAR');
    // As soon as the list takes it.
    await tab.page.waitForFunction(() => {
      document.querySelector('.cm-content')?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab', bubbles: true, cancelable: true }));
      return [...document.querySelectorAll('.cm-line')].some((line) => line.textContent?.trimEnd() === 'REMARK');
    });
  }));

test('a problem is fixed by its menu, and all that are certain at once', () =>
  Tab.use({ text: 'EVENT x\nBLCAK Ines\nB 1 Q16\n\x1a' }, async (tab) => {
    await tab.page.locator('#problems li', { hasText: 'BLCAK' }).getByRole('button', { name: 'Fix…' }).click();
    await tab.page.locator('.menu').getByRole('menuitem', { name: 'BLACK' }).first().click();
    await tab.until('the fix', (text) => text.includes('\nBLACK Ines\n'));
    await tab.choose('fix-all');
    await tab.until('the other fix', (text) => !text.includes('\x1a'));
    await tab.page.locator('h2', { hasText: 'No problems' }).waitFor();
  }));

test('the games of the text with the position at the cursor are listed, and one leads to its place', () =>
  Tab.use({ text: 'EVENT One\nBLACK Ada\nB 1 Q16\nW 2 D4\n\nEVENT Two\nBLACK Bea\nB 1 D16\nW 2 Q4\nB 3 C3\n\nEVENT Three\nB 1 K10\n' }, async (tab) => {
    await tab.page.locator('#problems h2', { hasText: 'No problems' }).waitFor();
    await tab.line(4).click();
    await tab.choose('find');
    const games = tab.page.locator('#games');
    await games.locator('h2', { hasText: 'This position in 2 of 3 games' }).waitFor();
    assert.deepEqual(await games.locator('li').allInnerTexts(), ['Ada – ? · move 2', 'Bea – ? · move 2 · then C17']);
    // The board shows what was played next, also in the other game, where the position is turned.
    const found = () => tab.page.locator('ishi-board .found g');
    await found().first().waitFor();
    const locations = () => found().evaluateAll((groups) => groups.map((group) => `${group.getAttribute('data-at')} ${group.textContent}`));
    assert.deepEqual((await locations()).sort(), ['C17 1', 'R3 1']);
    await games.locator('li button').nth(1).click();
    await games.waitFor({ state: 'hidden' });
    await tab.page.locator('ishi-board .found g[data-at=C3]').waitFor();
    assert.deepEqual((await locations()).sort(), ['C3 1', 'R17 1']);
    // A part that is selected on the board, which draws no stone: the lower right corner.
    const board = tab.page.locator('ishi-board #board svg').first();
    const box = (await board.boundingBox()) ?? assert.fail('no board');
    const at = (column: number, row: number): [number, number] => [box.x + (box.width * (53 + 44 * column)) / 898, box.y + (box.height * (53 + 44 * (18 - row))) / 898];
    await tab.page.keyboard.down('Shift');
    await tab.page.mouse.move(...at(10, 8));
    await tab.page.mouse.down();
    await tab.page.mouse.move(...at(18, 0), { steps: 4 });
    await tab.page.mouse.up();
    await tab.page.keyboard.up('Shift');
    await tab.page.locator('ishi-board #live', { hasText: 'L1 to T9 is selected' }).waitFor({ state: 'attached' });
    await tab.picture('selected');
    await tab.page.locator('ishi-board #board').press('f');
    await games.locator('h2', { hasText: 'This position in 2 of 3 games' }).waitFor();
    await tab.page.keyboard.press('Escape');
    await games.waitFor({ state: 'hidden' });
    await tab.line(9).click();
    await tab.page.keyboard.press('End');
    await tab.page.keyboard.type('x');
    await tab.until('the cursor in the other game', (text) => text.includes('W 2 Q4x\n'));
  }));

test('the outline marks the row of the cursor, and has it in view', () => {
  const moves = Array.from({ length: 90 }, (_, index) => `${index % 2 === 0 ? 'B' : 'W'} ${index + 1} ${'ABCDEFGHJK'[index % 10]}${1 + Math.floor(index / 10)}`);
  return Tab.use({ text: `EVENT Marked\n${moves.join('\n')}\n` }, async (tab) => {
    const { page } = tab;
    await tab.openOutline();
    const current = page.locator('#outline [aria-current]');
    await tab.line(20).click();
    await current.filter({ hasText: /^B 19 / }).waitFor();
    await page.keyboard.press('Control+End');
    await current.filter({ hasText: /^W 90 / }).waitFor();
    assert.equal(await current.count(), 1);
    await current.evaluate((row) => new Promise<void>((resolve) => {
      new IntersectionObserver(([entry]) => entry?.isIntersecting && resolve()).observe(row);
    }));
  });
});

test('the rows of problems that stay keep their place, and follow their lines', () =>
  Tab.use({ text: 'EVENT Rows\nB 1 A1x\nW 2 C3\nB 3 D4x\nW 4 Q16\n' }, async (tab) => {
    const rows = tab.page.locator('#problems li button:first-child');
    const places = async (...lines: number[]) => {
      await tab.page.locator('#problems h2', { hasText: `Problems (${lines.length})` }).waitFor();
      for (const [index, line] of lines.entries()) {
        await rows.nth(index).filter({ hasText: new RegExp(`^${line}: `) }).waitFor();
      }
    };
    await places(2, 4);
    await rows.evaluateAll((all) => all.forEach((row, index) => row.setAttribute('data-was', String(index))));
    const was = () => rows.evaluateAll((all) => all.map((row) => row.getAttribute('data-was')));
    // A line more, a problem between two others, and one less at the beginning.
    await tab.line(1).click();
    await tab.page.keyboard.press('End');
    await tab.page.keyboard.press('Enter');
    await places(3, 5);
    await tab.line(4).click();
    await tab.page.keyboard.press('End');
    await tab.page.keyboard.type('x');
    await places(3, 4, 5);
    assert.deepEqual(await was(), ['0', null, '1']);
    await tab.line(3).click();
    await tab.page.keyboard.press('End');
    await tab.page.keyboard.press('Backspace');
    await places(4, 5);
    assert.deepEqual(await was(), [null, '1']);
    // A row leads to where its problem is now.
    await rows.nth(1).click();
    await tab.page.keyboard.press('End');
    await tab.page.keyboard.press('Backspace');
    await places(4);
    assert.equal(await tab.text(), 'EVENT Rows\n\nB 1 A1\nW 2 C3x\nB 3 D4\nW 4 Q16\n');
  }));

test('the text begins with a whole line, at first and after the board has gone far', () =>
  Tab.use({}, async (tab) => {
    // Half a line would be the upper part of its letters, or the lower one.
    const isWhole = () => tab.page.evaluate(() => {
      const { top } = (document.querySelector('.cm-scroller') as HTMLElement).getBoundingClientRect();
      const boxes = [...document.querySelectorAll('.cm-line')].map((line) => line.getBoundingClientRect());
      const cut = boxes.find((box) => box.top < top && box.bottom > top);
      const row = Number.parseFloat(getComputedStyle(document.querySelector('.cm-content') as HTMLElement).lineHeight);
      const over = cut === undefined ? 0 : (top - cut.top) % row;
      return Math.min(over, row - over) < 3;
    });
    assert.ok(await isWhole(), 'at first');
    for (const id of ['last', 'previous', 'first', 'last']) {
      const before = await tab.board.locator('#state').textContent();
      await tab.board.locator(`#${id}`).click();
      await tab.board.locator('#state', { hasNotText: before ?? '' }).waitFor();
      await tab.page.waitForTimeout(100);
      assert.ok(await isWhole(), id);
    }
  }));

test('a hover shows the board', () =>
  Tab.use({ text: RECORD }, async (tab) => {
    await tab.page.locator('.token-variable', { hasText: 'D4' }).hover();
    const picture = tab.page.locator('.cm-lsp-hover-tooltip img');
    await picture.waitFor();
    assert.ok(await picture.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth > 100)));
  }));

test('a click on the board writes a move, and Undo takes it back', () =>
  Tab.use({ text: RECORD }, async (tab) => {
    await tab.line(3).click();
    const board = tab.board.locator('#board');
    await tab.board.locator('#state', { hasText: 'White 2 D4' }).waitFor();
    const box = (await board.locator('svg').boundingBox()) ?? assert.fail('a picture');
    // The middle of the board is one of its points.
    await board.click({ position: { x: box.width / 2, y: box.height / 2 } });
    await tab.until('the move', (text) => /\nB 3 [A-T]\d+\n/.test(text));
    await tab.page.locator('#undo-edit').click();
    await tab.until('no move', (text) => text === RECORD);
    await board.press('Control+y');
    await tab.until('the move', (text) => /\nB 3 [A-T]\d+\n/.test(text));
    await board.press('Control+z');
    await tab.until('no move', (text) => text === RECORD);
    // By keys only, from the last move that the board shows.
    await tab.board.locator('#state', { hasText: 'White 2 D4' }).waitFor();
    await tab.page.keyboard.press('F6');
    await board.press('ArrowRight');
    await board.press('ArrowRight');
    await board.press('Enter');
    await tab.until('the move', (text) => text.includes('\nB 3 E4\n'));
    await board.press('Escape');
    await tab.page.locator('.cm-content:focus').waitFor();
  }));

test('the page opens without a network', async () => {
  await Tab.use({}, async (tab) => {
    await tab.page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    const { browser } = await launch();
    await browser.setOffline(true);
    try {
      await tab.page.reload();
      await tab.board.locator('#board svg').waitFor();
      await tab.example('mistakes.ishi');
      await tab.page.locator('#problems h2', { hasText: 'Problems (' }).waitFor();
      await tab.drop('game.sgf', '(;GM[1]FF[4];B[pd])\n');
      await tab.until('the record', (text) => text.includes('B 1 Q16'));
    } finally {
      await browser.setOffline(false);
    }
  });
});

test('a file of a megabyte can be worked on', () => {
  const text = Array.from({ length: 450 }, (_, index) => game(300, `Game ${index}`)).join('\n');
  assert.ok(text.length > 1_000_000);
  return Tab.use({ text }, async (tab) => {
    await tab.page.locator('#outline button', { hasText: 'Game 0' }).waitFor({ state: 'attached' });
    await tab.line(1).click();
    await tab.page.keyboard.press('Control+End');
    const begin = Date.now();
    await tab.page.keyboard.type('B 1');
    await tab.until('what was typed', (shown) => shown.endsWith('B 1'));
    console.log(`three keys at the end of ${text.length} characters were there after ${Date.now() - begin} ms`);
    await tab.page.keyboard.press('Control+Home');
    await tab.line(2).click();
    await tab.page.keyboard.press('End');
    await tab.page.keyboard.type('x');
    await tab.page.locator('#problems button', { hasText: /^2: / }).waitFor();
  });
});

/** The 95th percentile of times in milliseconds, and it and the median in words. */
function summary(times: number[]): { p95: number; words: string } {
  const sorted = times.toSorted((one, other) => one - other);
  const [median = NaN, p95 = NaN] = [0.5, 0.95].map((part) => sorted[Math.floor(sorted.length * part)]);
  return { p95, words: `median ${median.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms` };
}

test('the worker checks a keystroke within milliseconds', async () => {
  const { browser, url } = await launch();
  const page = await browser.newPage();
  try {
    // No editor: this is the time of the server, and of the way to it and back. A picture has no policy.
    await page.goto(`${url}icon.svg`);
    const times = await page.evaluate(async (text) => {
      const worker = new Worker('worker.js', { type: 'module' });
      let hear: (time: number) => void = () => {};
      worker.addEventListener('message', ({ data, timeStamp }: MessageEvent) => {
        if (typeof data === 'string' && data.includes('"textDocument/publishDiagnostics"')) {
          hear(timeStamp);
        }
      });
      const published = () => new Promise<number>((resolve) => {
        hear = resolve;
      });
      const notify = (method: string, params: object, id?: number) => worker.postMessage(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
      const uri = 'inmemory://game.ishi';
      worker.postMessage({ server: await WebAssembly.compileStreaming(fetch('ishi.wasm')) });
      notify('initialize', { capabilities: {} }, 1);
      notify('initialized', {});
      notify('textDocument/didOpen', { textDocument: { uri, languageId: 'ishi', version: 0, text } });
      await published();
      const measured: number[] = [];
      for (let version = 1; version <= 120; version += 1) {
        // The point of the first move is misspelt and spelt well again.
        const isTyped = version % 2 === 1;
        const range = { start: { line: 1, character: 6 }, end: { line: 1, character: isTyped ? 6 : 7 } };
        const checked = published();
        const begin = performance.now();
        notify('textDocument/didChange', { textDocument: { uri, version }, contentChanges: [{ range, text: isTyped ? 'x' : '' }] });
        measured.push((await checked) - begin);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      worker.terminate();
      return measured;
    }, game(300));
    const { p95, words } = summary(times);
    console.log(`keystroke to diagnostics in the page: ${words}`);
    // Other tests may share the machine.
    assert.ok(p95 < 200, words);
  } finally {
    await page.close();
  }
});

test('what a keystroke leads to is in view within milliseconds', () =>
  Tab.use({ text: game(300) }, async (tab) => {
    await tab.page.locator('#outline button').nth(100).waitFor({ state: 'attached' });
    const times = await tab.page.evaluate(async () => {
      const content = document.querySelector('.cm-content') as HTMLElement;
      const title = document.querySelector('#problems h2') as HTMLElement;
      const line = content.querySelectorAll('.cm-line')[1] as HTMLElement;
      const measured: number[] = [];
      for (let round = 0; round < 60; round += 1) {
        const before = title.textContent;
        const range = document.createRange();
        range.selectNodeContents(line);
        range.collapse(false);
        getSelection()?.removeAllRanges();
        getSelection()?.addRange(range);
        content.focus();
        const changed = new Promise<void>((resolve) => {
          const observer = new MutationObserver(() => {
            if (title.textContent !== before) {
              observer.disconnect();
              resolve();
            }
          });
          observer.observe(title, { childList: true, characterData: true, subtree: true });
        });
        const begin = performance.now();
        // The point of a move is misspelt and spelt well again.
        document.execCommand(round % 2 === 0 ? 'insertText' : 'delete', false, 'x');
        await changed;
        measured.push(performance.now() - begin);
        await new Promise((resolve) => setTimeout(resolve, 60));
      }
      return measured;
    });
    const { p95, words } = summary(times);
    console.log(`keystroke to problems in view: ${words}`);
    assert.ok(p95 < 200, words);
  }));

test('a click on a point changes the board within milliseconds after the answer', () =>
  Tab.use({ text: game(200) }, async (tab) => {
    await tab.page.locator('.cm-content').press('Control+End');
    await tab.board.locator('#state', { hasText: 'White 200' }).waitFor();
    await tab.board.locator('#tree .node').first().waitFor();
    const { answers, clicks } = await tab.page.evaluate(async () => {
      const root = document.querySelector('ishi-board')?.shadowRoot as ShadowRoot;
      const [board, undo] = [root.getElementById('board') as HTMLElement, root.getElementById('undo') as HTMLElement];
      const svg = board.querySelector('svg') as SVGSVGElement;
      // The answer is there when the page begins to parse it.
      let answered = 0;
      const parse = JSON.parse;
      JSON.parse = (text: string, ...more) => {
        if (text.includes('"documentChanges"') || text.includes('"changes"')) {
          answered = performance.now();
        }
        return parse(text, ...more);
      };
      const state = root.getElementById('state') as HTMLElement;
      const shows = (words: string) => new Promise<number>((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error(`${state.textContent} instead of ${words}`)), 10_000);
        const observer = new MutationObserver(() => {
          if (state.textContent?.startsWith(words)) {
            observer.disconnect();
            clearTimeout(timer);
            resolve(performance.now());
          }
        });
        observer.observe(board.getRootNode(), { childList: true, attributes: true, characterData: true, subtree: true });
      });
      const { left, top, width, height } = svg.getBoundingClientRect();
      const whole = 53 * 2 + 44 * 18;
      const measured: { answers: number[]; clicks: number[] } = { answers: [], clicks: [] };
      for (let round = 0; round < 40; round += 1) {
        const [clientX, clientY] = [left + ((53 + (round % 19) * 44) / whole) * width, top + (53 / whole) * height];
        const isThere = shows('Black 201');
        const begin = performance.now();
        svg.dispatchEvent(new MouseEvent('click', { clientX, clientY, bubbles: true, composed: true }));
        const end = await isThere;
        measured.answers.push(end - answered);
        measured.clicks.push(end - begin);
        const isGone = shows('White 200');
        undo.click();
        await isGone;
      }
      JSON.parse = parse;
      return measured;
    });
    console.log(`click to board: ${summary(clicks).words}; after the answer: ${summary(answers).words}`);
    // Other tests may share the machine.
    assert.ok(summary(answers).p95 < 100, summary(answers).words);
  }));

test('a file that is too large is refused in words', () =>
  Tab.use({ text: RECORD }, async (tab) => {
    await tab.drop('huge.ishi', { size: 100_000_000 });
    await tab.notice.getByText('huge.ishi has 100 MB').waitFor();
    assert.equal(await tab.text(), RECORD);
    await tab.drop('picture.ishi', { size: 100 });
    await tab.notice.getByText('NUL').waitFor();
  }));

test('a worker that dies is started again, and the text is kept', () =>
  Tab.use({ text: RECORD }, async (tab) => {
    await tab.line(3).click();
    await tab.page.keyboard.press('End');
    await tab.page.keyboard.type(' Z99');
    await tab.page.keyboard.press('Escape');
    const worker = tab.page.workers().find((one) => one.url().endsWith('worker.js'));
    await worker?.evaluate(() => {
      setTimeout(() => {
        const end = Date.now() + 1000;
        while (Date.now() < end);
        throw new Error('the end');
      });
    });
    // The board asks for what it will not get.
    await tab.page.keyboard.press('ArrowUp');
    await tab.page.keyboard.press('ArrowDown');
    await tab.notice.getByText('was started again').waitFor();
    assert.equal(await tab.text(), RECORD.replace('W 2 D4', 'W 2 D4 Z99'));
    await tab.board.locator('#state', { hasText: 'White 2 D4' }).waitFor();
    await tab.page.keyboard.press('End');
    for (let count = 0; count < 4; count += 1) {
      await tab.page.keyboard.press('Backspace');
    }
    await tab.page.locator('h2', { hasText: 'No problems' }).waitFor();
    await tab.page.keyboard.press('ArrowUp');
    await tab.board.locator('#state', { hasText: 'Black 1 Q16' }).waitFor();
    // The error of the worker was meant.
    tab.errors.splice(0);
  }));

test('where the server does not start at all, the page says so, and a text can be written and saved', async () => {
  const { browser } = await launch();
  const site = mkdtempSync(join(tmpdir(), 'site-'));
  cpSync(environment('ISHI_SITE'), site, { recursive: true });
  writeFileSync(join(site, 'ishi.wasm'), 'not a module');
  // Another origin: the service worker of the other tests would answer with a module that is whole.
  const { server, url } = await serve(site);
  const page = await browser.newPage();
  await page.goto(url);
  await page.locator('#notice', { hasText: 'crashed repeatedly' }).waitFor();
  await beginText(page);
  await page.keyboard.type('EVENT Mine');
  await page.evaluate(() => Object.assign(window, { showSaveFilePicker: undefined }));
  const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Control+s')]);
  assert.equal(readFileSync(await download.path(), 'utf8'), 'EVENT Mine');
  await page.close();
  server.close();
});

test('a setting applies at once, is kept, and goes back', () =>
  Tab.use({ text: 'EVENT x\nB 1 Q16\nW 3 D4\n' }, async (tab) => {
    const { page } = tab;
    const problem = page.locator('#problems li button:first-child');
    await problem.waitFor();
    const code = (await problem.getAttribute('title')) ?? assert.fail('a code');
    // By keys only.
    await page.locator('.cm-content').focus();
    await page.keyboard.press('Control+,');
    await page.locator('#settings input[type=search]:focus').waitFor();
    await page.keyboard.type(`check ${code}`);
    assert.equal(await page.locator('#settings .setting:visible').count(), 1);
    for (let count = 0; count < 5; count += 1) {
      await page.keyboard.press('Tab');
    }
    await page.locator('#settings select:focus').waitFor();
    await page.keyboard.type('off');
    await page.keyboard.press('Escape');
    await page.locator('.cm-content:focus').waitFor();
    await page.locator('h2', { hasText: 'No problems' }).waitFor();
    // Other sections reach the formatter.
    await choose(page, 'configure');
    await page.locator('#settings nav').getByText('Formatting').click();
    await page.getByRole('combobox', { name: /^Case of keywords/ }).selectOption('lower');
    await tab.picture('settings');
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await choose(page, 'format');
    await tab.until('the other case', (text) => text.startsWith('event x\n'));
    await page.reload();
    await tab.board.locator('#board svg').waitFor();
    assert.equal(await page.locator('h2', { hasText: 'No problems' }).count(), 1);
    await choose(page, 'configure');
    await page.locator('#settings nav').getByText('Formatting').click();
    assert.equal(await page.getByRole('combobox', { name: /^Case of keywords/ }).inputValue(), 'lower');
    await page.getByRole('button', { name: 'Reset all' }).click();
    assert.equal(await page.getByRole('combobox', { name: /^Case of keywords/ }).inputValue(), 'upper');
    await page.keyboard.press('Escape');
    await problem.waitFor();
  }));

test('settings that are not valid any more are left out', () =>
  Tab.use({}, async (tab) => {
    await tab.page.evaluate(() => localStorage.setItem('ishi:settings', '{"format.indent":-1,"check.gone":"off","hover.board":"loud","format.keyword-case":"lower"}'));
    await tab.page.reload();
    await tab.board.locator('#board svg').waitFor();
    await tab.page.locator('.cm-content').press('Control+Home');
    await tab.choose('format');
    await tab.until('the setting that is valid', (text) => text.startsWith('remark '));
  }));

test('lenses above an event count its moves, show its board, and write its prisoners', () => {
  const moves = ['B 1 A1', 'W 2 A2', 'B 3 T1', 'W 4 B1', 'PRISONER #1', 'B 5 C3', 'W 6 T2', 'B 7 C4', 'W 8 S1', 'B 9 D4'].join('\n');
  return Tab.use({ text: `EVENT one\n${moves}\n\nEVENT two\nB 1 Q16\n` }, async (tab) => {
    const { page } = tab;
    const lenses = page.locator('.lenses');
    await lenses.first().getByText('9 moves · Black took 0, White 2').waitFor();
    await lenses.nth(1).getByText('1 move').waitFor();
    await tab.picture('lenses');
    await lenses.nth(1).getByRole('button', { name: 'Show board' }).click();
    await tab.board.locator('#title', { hasText: 'two' }).waitFor();
    await lenses.first().getByRole('button', { name: 'Insert 1 missing PRISONER line' }).click();
    await tab.until('the prisoners', (text) => text.includes('W 8 S1\nPRISONER #3\n'));
    await page.locator('.lenses', { hasText: 'Insert' }).waitFor({ state: 'detached' });
    await page.locator('.cm-content').press('Control+z');
    await lenses.first().getByText('Insert').waitFor();
    await tab.line(1).click();
    // By keys only, in the menu of the line.
    await page.keyboard.press('Control+.');
    await page.locator('.menu', { hasText: '9 moves' }).waitFor();
    await page.getByRole('menuitem', { name: 'Insert 1 missing PRISONER line' }).press('Enter');
    await tab.until('the prisoners', (text) => text.includes('W 8 S1\nPRISONER #3\n'));
  });
});

test('a phone shows one view at a time, and nothing is wider than it', () =>
  Tab.use({ text: example('mistakes.ishi') }, async (tab) => {
    await tab.page.setViewportSize({ width: 375, height: 700 });
    for (const name of ['board', 'problems', 'outline', 'text']) {
      await tab.page.click(`#views [data-view=${name}]`);
      await tab.page.locator(`main > #${name}`).waitFor({ state: 'visible' });
      assert.equal(await tab.page.locator('main > section:visible').count(), 1);
      assert.ok((await tab.page.evaluate(() => document.documentElement.scrollWidth)) <= 375);
    }
    // A problem leads to its line.
    await tab.page.click('#views [data-view=problems]');
    await tab.page.locator('#problems li button').first().click();
    await tab.page.locator('#text .cm-activeLine', { hasText: 'Zoë' }).waitFor();
  }));

test('a text that is out of view on a phone is colored as soon as it is turned to', () =>
  Tab.use({}, async (tab) => {
    const { page } = tab;
    await page.setViewportSize({ width: 375, height: 700 });
    await page.click('#views [data-view=board]');
    await tab.drop('test.ishi', 'EVENT x\nB 1 D4\nW 2 Q16\n');
    const turnTo = (name: string) => page.click(`#views [data-view=${name}]`);
    const row = (words: string) => page.locator('#outline button', { hasText: words }).waitFor({ state: 'attached' });
    const colored = (words: string) => page.locator('.cm-line', { hasText: words }).locator('[class*=token-]');
    // The outline is asked for later than the colors would be.
    await row('W 2 Q16');
    assert.equal(await colored('W 2 Q16').count(), 0);
    await turnTo('text');
    await colored('W 2 Q16').first().waitFor();
    // An edit out of view, too.
    await turnTo('board');
    await tab.board.locator('#last').click();
    await tab.board.locator('#state', { hasText: 'White 2 Q16' }).waitFor();
    await tab.board.locator('#board svg').click();
    await row('B 3 K10');
    assert.equal(await colored('B 3 K10').count(), 0);
    await turnTo('text');
    await colored('B 3 K10').first().waitFor();
  }));

test('long comments are wrapped, in a wide window and on a phone', () => {
  const comment = 'White has sente, and the corner is alive, because the ladder works and Black has no threat. '.repeat(3);
  const text = `EVENT x\nB 1 D4\nCOM\n${comment}\nENDCOM\nW 2 Q16\n`;
  return Tab.use({ text }, async (tab) => {
    const fits = () => tab.page.waitForFunction(() => {
      const scroller = document.querySelector('.cm-scroller') as HTMLElement;
      return scroller.clientWidth > 0 && scroller.scrollWidth <= scroller.clientWidth;
    });
    await fits();
    await tab.page.setViewportSize({ width: 375, height: 700 });
    await tab.page.click('#views [data-view=text]');
    await tab.page.locator('main > #text').waitFor();
    await fits();
    await tab.picture('phone-comment');
  });
});

test('the paper has the headers, figures, comments and variations of ishi html', () => {
  const text = `EVENT Final
BLACK Ada
RESULT B+R
BOARDSIZE 9
COM
The last round.
ENDCOM
B 1 C7
W 2 G3
COM
A corner.

It is small.
ENDCOM
VAR a
  W 2 E5
  B 3 E3
ENDVAR
B 3 G7
W 4 PASS
`;
  return Tab.use({ text }, async (tab) => {
    const { page } = tab;
    await tab.line(8).click();
    await tab.board.locator('#state', { hasText: 'Black 1 C7' }).waitFor();
    // The dialog of the browser, which has its own page, is as the browser is without a screen.
    await page.evaluate(() => Object.assign(window, {
      print: () => {
        window.dispatchEvent(new Event('beforeprint'));
        document.documentElement.dataset['printed'] = '';
      },
    }));
    await page.keyboard.press('Control+p');
    await page.locator('html[data-printed]').waitFor();
    await page.emulateMedia({ media: 'print' });
    const paper = page.locator('#paper');
    assert.deepEqual(await paper.locator(':is(h1, dt, dd, p, figcaption)').allInnerTexts(), [
      'Final',
      'Black',
      'Ada',
      'Result',
      'B+R',
      'The last round.',
      'Moves 1 to 2',
      'A corner.',
      'It is small.',
      'Variation for W 2 G3: Moves 2 to 3',
      'Moves 3 to 4 (W 4 pass)',
    ]);
    // Black and white, as in a book.
    const picture = atob((await paper.locator('img').first().getAttribute('src'))?.split('base64,')[1] ?? '');
    const colors = [...picture.matchAll(/(?:fill|stroke)="(#[0-9a-f]+)"/g)].map(([, color = '']) => color.slice(1));
    assert.ok(colors.length > 0 && colors.every((color) => new Set(color.match(color.length > 4 ? /../g : /./g)).size === 1), colors.join());
    assert.equal(await page.locator('main').isVisible(), false);
    assert.equal((await page.pdf({ format: 'A4' })).subarray(0, 5).toString(), '%PDF-');
    // A browser that begins by itself does not wait for the moves.
    await page.evaluate(() => {
      window.dispatchEvent(new Event('afterprint'));
      window.dispatchEvent(new Event('beforeprint'));
    });
    assert.ok((await paper.locator('pre').innerText()).includes('W 4 PASS'));
  });
});

test('a board that is locked stays at its move while lines above it come and go', () =>
  Tab.use({ text: RECORD }, async (tab) => {
    const { board, page } = tab;
    await tab.line(3).click();
    await board.locator('#state', { hasText: 'White 2 D4' }).waitFor();
    await board.locator('#more').click();
    await board.locator('#lock').click();
    await board.locator('#lock[aria-pressed=true]').waitFor({ state: 'attached' });
    await tab.typeAtEndOfLine(1, '\nPLACE Kyoto\nDATE 1991\nRULES Japanese');
    await page.keyboard.press('Escape');
    await tab.typeAtEndOfLine(5, '\nCOM\nThe first move.\nENDCOM');
    await tab.until('the lines', (text) => text.includes('ENDCOM\nW 2 D4'));
    // What is shown after the edit is at the move, too.
    await tab.line(9).click();
    await page.keyboard.press('End');
    await page.keyboard.type('x');
    await tab.page.locator('#problems button', { hasText: /^9: / }).waitFor();
    await page.keyboard.press('Backspace');
    await tab.page.locator('h2', { hasText: 'No problems' }).waitFor();
    await board.locator('#state', { hasText: 'White 2 D4' }).waitFor();
    await tab.line(2).click();
    await page.keyboard.press('Control+Shift+k');
    await page.keyboard.press('Control+Shift+k');
    await tab.until('fewer lines', (text) => !text.includes('DATE'));
    await board.locator('#state', { hasText: 'White 2 D4' }).waitFor();
    await board.locator('#more').click();
    await board.locator('#lock').click();
    await board.locator('#lock[aria-pressed=false]').waitFor({ state: 'attached' });
    await tab.page.locator('.cm-line', { hasText: 'B 1 Q16' }).click();
    await board.locator('#state', { hasText: 'Black 1 Q16' }).waitFor();
  }));

test('page and board listen to no message of another page', async () => {
  const { browser, url } = await launch();
  // Another page that has this one in a frame.
  const { server, url: other } = await serve(mkdtempSync(join(tmpdir(), 'other-')));
  const page = await browser.newPage();
  try {
    await page.route(`${other}**`, (route) => route.fulfill({ contentType: 'text/html', body: `<!DOCTYPE html><iframe width="1200" height="800" src="${url}"></iframe>` }));
    await page.goto(other);
    const inner = page.frameLocator('iframe');
    const board = inner.locator('ishi-board');
    await board.locator('#board svg').waitFor();
    await inner.locator('#outline li').first().waitFor({ state: 'attached' });
    // Without the lenses, which come when they are ready.
    const lines = () => inner.locator('.cm-line').allInnerTexts();
    const text = await lines();
    await page.evaluate(() => {
      const theirs = window.frames[0] as Window;
      theirs.postMessage({ type: 'history', command: 'undo' }, '*');
      theirs.postMessage({ type: 'hand', command: 'ishi.play', more: { point: 'K10' } }, '*');
      theirs.postMessage({ type: 'empty', reason: 'Not of the page' }, '*');
      theirs.postMessage({ type: 'say', text: 'Not of the page' }, '*');
    });
    // What the user does comes after these.
    await inner.locator('.cm-line', { hasText: 'W 36 F5' }).click();
    await board.locator('#state', { hasText: 'White 36 F5' }).waitFor();
    assert.equal(await board.getByText('Not of the page').count(), 0);
    assert.deepEqual(await lines(), text);
  } finally {
    await page.close();
    server.close();
  }
});
