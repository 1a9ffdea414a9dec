/** The board of the page: walking by its stones, and the menu of a point. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';

import { quit, Tab } from './browser.ts';

after(quit);

const GAME = 'EVENT x\nBOARDSIZE 9\nB 1 C7\nW 2 G3\nVAR a\n  W 2 E5\n  B 3 E3\nENDVAR\nB 3 G7\n';

/** Where a point of a whole board with coordinates is on the screen. */
async function place(tab: Tab, location: string, size = 9): Promise<[number, number]> {
  const box = (await tab.board.locator('#board svg').boundingBox()) ?? assert.fail('no board');
  const whole = 53 * 2 + 44 * (size - 1);
  const x = 53 + 'ABCDEFGHJKLMNOPQRST'.indexOf(location.charAt(0)) * 44;
  const y = 53 + (size - Number(location.slice(1))) * 44;
  return [box.x + (x / whole) * box.width, box.y + (y / whole) * box.height];
}

/** Opens the menu of a point by mouse. */
async function openMenu(tab: Tab, location: string): Promise<void> {
  await tab.page.mouse.click(...(await place(tab, location)), { button: 'right' });
  await tab.board.locator('#point', { hasText: new RegExp(`^${location} `) }).waitFor();
}

const entry = (tab: Tab, name: string) => tab.board.locator('#point-menu').getByRole('button', { name, exact: true });

const shows = (tab: Tab, state: string) => tab.board.locator('#state', { hasText: state }).waitFor();

/** The entries that can be chosen now. */
const possible = (tab: Tab) =>
  tab.board.locator('#point-menu [data-at]:not([aria-disabled=true], [hidden])').evaluateAll((all) => all.map((one) => one.getAttribute('data-at')).filter((one) => one !== null));

const MARKS = ['triangle', 'square', 'diamond', 'check', 'letter', 'number', 'label'];

/** Runs a test on the last move of the game. */
const atMove3 = (work: (tab: Tab) => Promise<void>) =>
  Tab.use({ text: GAME }, async (tab) => {
    await tab.line(9).click();
    await shows(tab, 'Black 3 G7');
    await tab.board.locator('#tree .node').nth(5).waitFor();
    await work(tab);
  });

test('a click on a stone goes to its move, and one on the last move says that the point is taken', () =>
  atMove3(async (tab) => {
    await tab.page.mouse.click(...(await place(tab, 'G7')));
    await tab.board.locator('#live', { hasText: 'G7 is taken.' }).waitFor();
    await tab.page.mouse.click(...(await place(tab, 'C7')));
    await shows(tab, 'Black 1 C7');
    assert.match((await tab.page.locator('.cm-activeLine').textContent()) ?? '', /^B 1 C7/);
    // The moves on the way to a variation are its own.
    await tab.line(7).click();
    await shows(tab, 'Black 3 E3');
    await tab.board.locator('#board').focus();
    await tab.page.keyboard.press('ArrowUp');
    await tab.page.keyboard.press('ArrowUp');
    await tab.page.keyboard.press('ArrowUp');
    await tab.board.locator('#live', { hasText: 'E5 white' }).waitFor();
    await tab.page.keyboard.press('Enter');
    await shows(tab, 'White 2 E5');
    assert.equal(await tab.text(), GAME);
    // A tool marks a stone.
    await tab.board.locator('#palette').click();
    await tab.board.locator('[data-tool=triangle]').click();
    await tab.page.mouse.click(...(await place(tab, 'C7')));
    await tab.until('the mark', (text) => text.includes('MARK \\t@C7'));
    await shows(tab, 'White 2 E5');
  }));

test('the menu of an empty point plays and marks, and says what can not be done', () =>
  atMove3(async (tab) => {
    await openMenu(tab, 'C3');
    assert.equal(await tab.board.locator('#point').textContent(), 'C3 · empty');
    assert.deepEqual(await possible(tab), ['play', 'link', ...MARKS]);
    await tab.picture('point-menu');
    await entry(tab, 'Mark with a triangle').click();
    await tab.until('the mark', (text) => text === `${GAME}MARK \\t@C3\n`);
    await tab.board.locator('#point-menu').waitFor({ state: 'hidden' });
    await openMenu(tab, 'C3');
    assert.deepEqual(await possible(tab), ['play', 'link', ...MARKS, 'erase']);
    await entry(tab, 'Remove mark').click();
    await tab.until('no mark', (text) => text === GAME);
    await openMenu(tab, 'D4');
    await tab.board.locator('#point-label').fill('xy');
    await tab.page.keyboard.press('Enter');
    await tab.until('the label', (text) => text === `${GAME}MARK xy@D4\n`);
    await openMenu(tab, 'C3');
    await entry(tab, 'Play here').click();
    await tab.until('the move', (text) => text === `${GAME}MARK xy@D4\nW 4 C3\n`);
    await openMenu(tab, 'E1');
    // What is faint says why.
    await entry(tab, 'Set up a black stone').click({ force: true });
    await tab.board.locator('#live', { hasText: 'Stones are set up before the first move or in a diagram' }).waitFor();
    await openMenu(tab, 'E1');
    await entry(tab, 'Delete this move').click({ force: true });
    await tab.board.locator('#live', { hasText: 'There is no move on E1.' }).waitFor();
    assert.equal(await tab.text(), `${GAME}MARK xy@D4\nW 4 C3\n`);
  }));

test('the menu of a stone goes to its move, deletes it and promotes its variation', () =>
  atMove3(async (tab) => {
    await openMenu(tab, 'G7');
    assert.deepEqual(await possible(tab), ['link', ...MARKS, 'delete']);
    await tab.page.keyboard.press('Escape');
    await openMenu(tab, 'G3');
    assert.equal(await tab.board.locator('#point').textContent(), 'G3 · white · move 2');
    assert.deepEqual(await possible(tab), ['go', 'link', ...MARKS, 'delete']);
    await entry(tab, 'Go to this move').click();
    await shows(tab, 'White 2 G3');
    await tab.line(7).click();
    await shows(tab, 'Black 3 E3');
    await openMenu(tab, 'E5');
    assert.deepEqual(await possible(tab), ['go', 'link', ...MARKS, 'delete', 'promote']);
    await entry(tab, 'Promote its variation').click();
    await tab.until('the other main line', (text) => text === 'EVENT x\nBOARDSIZE 9\nB 1 C7\nW 2 E5\nVAR a\n  W 2 G3\n  B 3 G7\nENDVAR\nB 3 E3\n');
    await tab.page.locator('#undo-edit').click();
    await tab.until('the game', (text) => text === GAME);
    await tab.line(7).click();
    await shows(tab, 'Black 3 E3');
    await openMenu(tab, 'E3');
    await entry(tab, 'Delete this move').click();
    await tab.until('less', (text) => text === GAME.replace('  B 3 E3\n', ''));
    // Before the first move stones are set up.
    await tab.line(1).click();
    await shows(tab, 'Black to play 1');
    await openMenu(tab, 'E9');
    assert.deepEqual(await possible(tab), ['play', 'link', ...MARKS, 'black', 'white']);
    await entry(tab, 'Set up a white stone').click();
    await tab.until('the stone', (text) => text.includes('SETUP W E9'));
  }));

test('the menu of a point is opened and used with keys, and stays in the window', () =>
  atMove3(async (tab) => {
    const { page, board } = tab;
    const menu = board.locator('#point-menu');
    await board.locator('#board').focus();
    for (const key of ['ArrowLeft', 'ArrowLeft', 'ArrowUp', 'Shift+F10']) {
      await page.keyboard.press(key);
    }
    await board.locator('#point', { hasText: 'F8 · empty' }).waitFor();
    await board.locator('[data-at=play]:focus').waitFor();
    for (let count = 0; count < 3; count += 1) {
      await page.keyboard.press('ArrowDown');
    }
    await board.locator('[data-at=triangle]:focus').waitFor();
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'hidden' });
    // The board goes on where it was.
    await board.locator('#board:focus').waitFor();
    await page.keyboard.press('ArrowDown');
    await board.locator('#live', { hasText: 'F7 empty' }).waitFor();
    await page.keyboard.press('ContextMenu');
    await board.locator('#point', { hasText: 'F7 · empty' }).waitFor();
    await page.keyboard.press('Enter');
    await tab.until('the move', (text) => text === `${GAME}W 4 F7\n`);
    for (const location of ['A1', 'J1', 'A9', 'J9']) {
      await openMenu(tab, location);
      const box = (await menu.boundingBox()) ?? assert.fail('no menu');
      const { width, height } = page.viewportSize() ?? assert.fail('no size');
      assert.ok(box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height, `${location}: ${JSON.stringify(box)}`);
      await page.keyboard.press('Escape');
    }
    // One who guesses gets no help.
    await board.locator('#guess').click();
    await page.mouse.click(...(await place(tab, 'E5')), { button: 'right' });
    assert.ok(!(await menu.isVisible()));
  }));

test('variations are folded and unfolded by mouse and keys, and stay so while the record changes', () =>
  atMove3(async (tab) => {
    const { page, board } = tab;
    const nodes = async (count: number) => {
      await page.waitForFunction((wanted) => document.querySelector('ishi-board')?.shadowRoot?.querySelectorAll('#tree .node').length === wanted, count);
    };
    const fork = board.locator('#tree [aria-label^="Black 1 C7"]');
    await nodes(6);
    assert.equal(await fork.getAttribute('aria-expanded'), 'true');
    await fork.locator('.fold').click();
    await nodes(4);
    assert.equal(await fork.getAttribute('aria-expanded'), 'false');
    await shows(tab, 'Black 3 G7');
    await tab.picture('folded');
    await page.mouse.click(...(await place(tab, 'C3')));
    await shows(tab, 'White 4 C3');
    await nodes(5);
    // A move that is folded is shown when it is the current one.
    await tab.line(7).click();
    await shows(tab, 'Black 3 E3');
    await nodes(7);
    assert.equal(await fork.getAttribute('aria-expanded'), 'true');
    await board.locator('#tree [aria-current]').focus();
    await page.keyboard.press('-');
    await shows(tab, 'Black 1 C7');
    await nodes(5);
    await board.locator('#tree [aria-current][aria-label^="Black 1"]:focus').waitFor();
    await page.keyboard.press('+');
    await nodes(7);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowDown');
    await shows(tab, 'White 2 E5');
    assert.equal(await tab.text(), `${GAME}W 4 C3\n`);
  }));

test('the board takes at least 85 % of its part of the window, and a split that was moved stays so', () =>
  atMove3(async (tab) => {
    const { page, board } = tab;
    const box = async (id: string) => (await board.locator(id).boundingBox()) ?? assert.fail(`no ${id}`);
    for (const [width, height] of [[1920, 1080], [1440, 900], [1024, 768], [375, 812]] as const) {
      await page.setViewportSize({ width, height });
      if (width < 600) {
        await page.locator('#views [data-view=board]').click();
      }
      const [whole, row, text, picture] = [await box('#record'), await box('#row'), await box('#text'), await box('#board svg')];
      const isBeside = text.y < row.y;
      const part = Math.min(isBeside ? text.x - whole.x : whole.width, whole.height - row.height - (isBeside ? 0 : text.height));
      const share = picture.width / part;
      assert.ok(share >= 0.85, `${width} × ${height}: ${picture.width} of ${part}, in ${whole.width} × ${whole.height}`);
    }
    // Here the text is below the board.
    await page.setViewportSize({ width: 1180, height: 860 });
    const usual = (await box('#text')).height;
    await board.locator('#board-split').focus();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    const moved = (await box('#text')).height;
    assert.ok(moved > usual);
    await page.reload();
    await board.locator('#record').waitFor();
    assert.equal((await box('#text')).height, moved);
    await board.locator('#board-split').dblclick();
    assert.equal((await box('#text')).height, usual);
  }));

test('the form of a game writes its headers', () =>
  atMove3(async (tab) => {
    const { board } = tab;
    const field = (name: string) => board.getByRole('textbox', { name, exact: true });
    const open = async (name: string) => {
      await board.locator('#more').click();
      await board.getByRole('button', { name, exact: true }).click();
      await board.locator('#game-info[open]').waitFor();
    };
    await open('Game information');
    assert.equal(await field('Event').inputValue(), 'x');
    assert.equal(await board.locator('#game-form [name=boardsize]').isVisible(), false);
    await field('Black').fill('Ada 3-dan');
    await field('Komi').fill('6.5');
    await tab.picture('game-info');
    await board.getByRole('button', { name: 'Write', exact: true }).click();
    await tab.until('the headers', (text) => text === GAME.replace('BOARDSIZE', 'BLACK Ada 3-dan\nBOARDSIZE').replace('B 1', 'KOMI 6.5\nB 1'));
    await board.locator('#game-info').waitFor({ state: 'hidden' });
    // The board stays where it was.
    await shows(tab, 'Black 3 G7');
    await open('Game information');
    assert.equal(await field('Black').inputValue(), 'Ada 3-dan');
    await field('Komi').fill('');
    await field('Black').press('Enter');
    await tab.until('no komi', (text) => text === GAME.replace('BOARDSIZE', 'BLACK Ada 3-dan\nBOARDSIZE'));
  }));

test('a board alone begins a new game with the form', () =>
  Tab.use({ hash: '?board', text: GAME }, async (tab) => {
    const { board } = tab;
    const field = (name: string) => board.getByRole('textbox', { name, exact: true });
    await board.locator('#more').click();
    await board.getByRole('button', { name: 'New game', exact: true }).click();
    await board.locator('#game-info[open]').waitFor();
    assert.equal(await field('Black').inputValue(), '');
    await field('White').fill('Ben 5k');
    await field('Board size').fill('13');
    await field('Handicap').fill('2');
    await field('Board size').press('Enter');
    await tab.until('the new game', (text) => text === 'EVENT\nWHITE Ben 5k\nBOARDSIZE 13\nHANDICAP 2\nSETUP B K10 D4\n');
    await board.locator('#title', { hasText: '? – Ben 5k — Before the first move' }).waitFor();
    await tab.page.mouse.click(...(await place(tab, 'C3', 13)));
    await tab.until('the first move, which is of White', (text) => text.endsWith('SETUP B K10 D4\nW 1 C3\n'));
  }));
