/** Work with the text and the board at once: two editors of one record, a new record, saving from the board, a locked board. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';

import type { Locator } from '../../../../editors/vscode/node_modules/playwright-core/index.js';
import { quit, Workbench } from './workbench.ts';

after(quit);

const GAME = 'EVENT x\nBOARDSIZE 9\nB 1 C7\nW 2 G3\nB 3 G7\nW 4 C3\nB 5 E5\n';

async function showBoard(workbench: Workbench): Promise<Locator> {
  await workbench.command('Ishi: Show Board');
  await workbench.panel.locator('#board svg').waitFor();
  return workbench.panel.locator('#state');
}

const shows = (workbench: Workbench, state: Locator, start: string) => workbench.waitFor(start, async () => (await state.innerText()).startsWith(start));

/** Clicks a point of a whole board with coordinates. */
async function click(workbench: Workbench, location: string, size: number): Promise<void> {
  const board = workbench.panel.locator('#board svg');
  const whole = 53 * 2 + 44 * (size - 1);
  await workbench.waitFor('the whole board', async () => (await board.getAttribute('viewBox')) === `0 0 ${whole} ${whole}`);
  const box = (await board.boundingBox()) ?? assert.fail('no board');
  const x = (53 + 'ABCDEFGHJKLMNOPQRST'.indexOf(location.charAt(0)) * 44) / whole;
  const y = (53 + (size - Number(location.slice(1))) * 44) / whole;
  await workbench.page.mouse.click(box.x + x * box.width, box.y + y * box.height);
}

test('of two editors of a record, the board is about the one that is worked in', async () => {
  await Workbench.use('split.ishi', GAME, async (workbench) => {
    const { page } = workbench;
    await page.setViewportSize({ width: 1800, height: 860 });
    await workbench.ready();
    await workbench.goTo(3);
    await workbench.command('View: Split Editor Right');
    const right = page.locator('.editor-instance .monaco-editor').nth(1);
    await right.locator('.view-line').first().waitFor();
    const state = await showBoard(workbench);
    const line = (editor: Locator, text: string) => editor.locator('.view-line', { hasText: text }).first();
    await line(right, 'B 3 G7').click();
    await shows(workbench, state, 'Black 3 G7');
    await workbench.isAt('● 3 G7');
    await line(workbench.editor, 'W 2 G3').click();
    await shows(workbench, state, 'White 2 G3');
    await line(right, 'B 5 E5').click();
    await shows(workbench, state, 'Black 5 E5');
    await click(workbench, 'E3', 9);
    await shows(workbench, state, 'White 6 E3');
    await workbench.reads(`${GAME}W 6 E3\n`);
    await click(workbench, 'E7', 9);
    await shows(workbench, state, 'Black 7 E7');
    await workbench.picture('split');
    // Undo takes the focus to an editor, which has to be the same one.
    await workbench.panel.locator('#undo').click();
    await workbench.reads(`${GAME}W 6 E3\n`);
    await workbench.boardHasFocus();
    await workbench.panel.locator('#undo').click();
    await workbench.reads(GAME);
    await workbench.boardHasFocus();
    // The cursor on the left has stayed where it was.
    await line(workbench.editor, 'B 1 C7').waitFor();
    assert.equal(await workbench.editor.locator('.line-numbers.active-line-number').innerText(), '4');
    // An editor that is closed leaves the other one.
    await line(right, 'B 3 G7').click();
    await workbench.press('Control+w');
    await shows(workbench, state, 'White 2 G3');
  });
});

/** Opens a new record, and the board beside it. */
async function newRecord(workbench: Workbench): Promise<Locator> {
  await workbench.ready();
  await workbench.command('Ishi: New Game Record');
  await workbench.page.locator('.tab.active', { hasText: 'Untitled-1' }).waitFor();
  // The record is shown before its template is in it.
  await workbench.page.locator('.view-line', { hasText: 'EVENT title' }).waitFor();
  return showBoard(workbench);
}

test('a new record has no moves, and the first clicks are its first moves', async () => {
  await Workbench.use('other.ishi', GAME, async (workbench) => {
    const state = await newRecord(workbench);
    await click(workbench, 'Q16', 19);
    await shows(workbench, state, 'Black 1 Q16');
    await click(workbench, 'D4', 19);
    await shows(workbench, state, 'White 2 D4');
    await workbench.isAt('2 D4');
    const text = await workbench.text();
    assert.match(text, /^EVENT title\nBLACK name\nWHITE name\n[^]*\nRESULT *\nB 1 Q16\nW 2 D4\n$/);
    assert.doesNotMatch(text, /VAR/);
    await workbench.picture('new-record');
  });
});

test('a selection does not grow over what is played', async () => {
  await Workbench.use('selected.ishi', `${GAME}`, async (workbench) => {
    const { page, panel } = workbench;
    await workbench.ready();
    const state = await showBoard(workbench);
    await workbench.goTo(7);
    await shows(workbench, state, 'Black 5 E5');
    await workbench.choose('Lock');
    await workbench.waitFor('the lock', async () => (await panel.locator('#lock').getAttribute('aria-pressed')) === 'true');
    await workbench.focus();
    await workbench.press('Shift+End');
    await click(workbench, 'E3', 9);
    await shows(workbench, state, 'White 6 E3');
    // The board shows the move before the editor has written it.
    await workbench.reads(`${GAME}W 6 E3\n`);
    await workbench.focus();
    await page.keyboard.type(' ');
    await workbench.waitFor('both moves', async () => /B 5 E5[^]*W 6 E3/.test((await workbench.lines()).map(({ text }) => text).join('\n')));
  });
});

test('Ctrl+S saves the record from the board, with the comment that is being written', async () => {
  await Workbench.use('save.ishi', GAME, async (workbench) => {
    const { page, panel } = workbench;
    await workbench.ready();
    const state = await showBoard(workbench);
    await workbench.goTo(7);
    await shows(workbench, state, 'Black 5 E5');
    await click(workbench, 'E3', 9);
    await shows(workbench, state, 'White 6 E3');
    await workbench.boardHasFocus();
    await workbench.press('Control+s');
    await workbench.waitFor('the saved move', async () => workbench.saved() === `${GAME}W 6 E3\n`);
    await panel.locator('#edit-comment').click();
    await panel.locator('#comment-text').fill('Good.');
    await workbench.press('Control+s');
    await workbench.waitFor('the saved comment', async () => workbench.saved() === `${GAME}W 6 E3\nCOM\nGood.\nENDCOM\n`);
    // The file is written before the tab shows it.
    await workbench.waitFor('a tab without changes', async () => (await page.locator('.tab.dirty').count()) === 0);
  });
});

test('a record that is new gets its name from the board, which goes on with it', async () => {
  await Workbench.use('named.ishi', GAME, async (workbench) => {
    const { page } = workbench;
    const state = await newRecord(workbench);
    await click(workbench, 'Q16', 19);
    await shows(workbench, state, 'Black 1 Q16');
    await workbench.boardHasFocus();
    await workbench.press('Control+s');
    const name = page.locator('.quick-input-widget:visible input[type=text]').first();
    await workbench.waitFor('the name that is proposed', async () => (await name.inputValue()).endsWith('/EVENT title.ishi'));
    const path = join(workbench.path, '../EVENT title.ishi');
    await name.fill(path);
    await name.press('Enter');
    await workbench.waitFor('the saved record', async () => /^EVENT title\n[^]*B 1 Q16\n$/.test(readFileSync(path, 'utf8')));
    await shows(workbench, state, 'Black 1 Q16');
    await click(workbench, 'D4', 19);
    await shows(workbench, state, 'White 2 D4');
  });
});

test('a locked board stays with its move, whatever is written above', async () => {
  await Workbench.use('anchor.ishi', GAME, async (workbench) => {
    const { page, panel } = workbench;
    await workbench.ready();
    const state = await showBoard(workbench);
    await workbench.goTo(4);
    await shows(workbench, state, 'White 2 G3');
    await workbench.choose('Lock');
    await workbench.waitFor('the lock', async () => (await panel.locator('#lock').getAttribute('aria-pressed')) === 'true');
    const stays = async (reason: string) => {
      await workbench.waitFor(reason, async () => (await panel.locator('#title').innerText()).includes(reason));
      assert.match(await state.innerText(), /^White 2 G3/);
    };
    // Key by key, from the very place where its move begins. What is written shows in the title when the board has followed.
    await workbench.focus();
    await workbench.press('Home');
    await page.keyboard.type('REMARK above\n', { delay: 30 });
    await workbench.goTo(1, 7);
    await page.keyboard.type('one ');
    await stays('one x');
    await workbench.press('Control+s');
    await workbench.waitFor('the file to be saved', async () => !(await workbench.isChanged()));
    // Another program changes the file at its beginning and at its end.
    writeFileSync(workbench.path, `EVENT two x\nBLACK Ada\nWHITE Eve\nBOARDSIZE 9\nB 1 C7\nREMARK above\nW 2 G3\nB 3 G7\nW 4 C3\nB 5 E5\nW 6 E3\n`);
    await stays('two x');
  });
});

test('the board has a key that VS Code has not', async () => {
  await Workbench.use('key.ishi', GAME, async (workbench) => {
    const { page, panel } = workbench;
    await workbench.ready();
    await workbench.focus();
    await workbench.press('Control+k', 'v');
    await panel.locator('#board svg').waitFor();
    assert.equal(await page.locator('.part.auxiliarybar').isVisible(), false);
  });
});

test('an empty record is indented by two from the start', async () => {
  await Workbench.use('empty.ishi', '', async (workbench) => {
    const { page } = workbench;
    // Before the extension is active, and while VS Code does not know its defaults.
    await workbench.focus();
    await workbench.waitFor('the language', async () => (await workbench.language.innerText()) === 'Ishi Game Record');
    await page.keyboard.type('B 1 Q16\nVAR\nB 1 D4\n', { delay: 60 });
    await workbench.waitFor('the variation', async () => (await workbench.lines())[2]?.text === '  B 1 D4');
    const indentation = page.locator('#status\\.editor\\.indentation');
    await workbench.waitFor('the indentation', async () => (await indentation.innerText()) === 'Spaces: 2');
  }, {});
});

test('a hover shows the whole board without scrolling', async () => {
  const text = `EVENT x\n${Array.from({ length: 20 }, (_, nth) => `${nth % 2 === 0 ? 'B' : 'W'} ${nth + 1} ${'ABCDEFGHJKLMNOPQRST'.charAt(nth % 19)}${(nth % 18) + 1}\n`).join('')}`;
  await Workbench.use('whole.ishi', text, async (workbench) => {
    const { page } = workbench;
    await workbench.ready();
    // A lens that comes later moves the lines, and a hover may close.
    await workbench.editor.locator('.codelens-decoration a').first().waitFor();
    await workbench.goTo(12, 8);
    const image = page.locator('.monaco-hover:visible img');
    await workbench.show(image, 'Control+k', 'Control+i');
    await workbench.waitFor('the picture', () => image.evaluate((img) => (img as unknown as { naturalWidth: number }).naturalWidth > 100));
    await workbench.waitFor('the whole board', () =>
      image.evaluate((img) => {
        const [inner, outer] = [img, img.closest('.monaco-hover')].map((element) => (element as Element).getBoundingClientRect());
        return inner !== undefined && outer !== undefined && inner.height > 150 && inner.top >= outer.top && inner.bottom <= outer.bottom;
      }),
    );
    await workbench.picture('whole-hover');
    // What is below the picture is scrolled to: no line of it is cut in half.
    const cut = await image.evaluate((img) => {
      const hover = img.closest('.monaco-hover') as Element;
      const { bottom } = hover.getBoundingClientRect();
      const texts = document.createTreeWalker(hover, NodeFilter.SHOW_TEXT);
      const lines: string[] = [];
      for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
        const range = document.createRange();
        range.selectNodeContents(node);
        const isCut = [...range.getClientRects()].some((rect) => rect.top < bottom - 2 && rect.bottom > bottom + 2);
        lines.push(...(isCut ? [node.textContent ?? ''] : []));
      }
      return lines;
    });
    assert.deepEqual(cut, []);
    assert.match(await page.locator('.monaco-hover:visible').first().innerText(), /to play/);
  });
});
