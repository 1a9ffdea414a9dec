/** The frame of the page in Chromium: its bar and menus, its parts, links to moves, and a phone. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { deflateRawSync } from 'node:zlib';

import { environment, game, launch, openHandle, quit, RECORD, Tab } from './browser.ts';

after(quit);

const VARIATIONS = 'EVENT One\nB 1 Q16\n\nEVENT Two\nB 1 Q16\nW 2 D4\nVAR a\n  W 2 C3\n  B 3 D3\n  VAR\n    B 3 C4\n    W 4 D4\n  ENDVAR\nENDVAR\nB 3 C16\n';

const linkOf = (text: string) => `#text=${deflateRawSync(text).toString('base64url')}`;

const copied = (tab: Tab) => tab.page.evaluate(() => navigator.clipboard.readText());

const goTo = (tab: Tab, hash: string) => tab.page.evaluate((link) => {
  location.hash = link;
}, hash);

test('menus have the keys of menus, and what they open takes the focus', () =>
  Tab.use({ text: RECORD }, async (tab) => {
    const { page } = tab;
    await page.locator('#file-button').press('Enter');
    await page.locator('#new:focus').waitFor();
    assert.equal(await page.locator('#file-button').getAttribute('aria-expanded'), 'true');
    for (const [key, id] of [['ArrowDown', 'open'], ['End', 'print'], ['ArrowDown', 'new'], ['ArrowUp', 'print'], ['s', 'save'], ['s', 'sgf']] as const) {
      await page.keyboard.press(key);
      await page.locator(`#${id}:focus`).waitFor();
    }
    await page.keyboard.press('Escape');
    await page.locator('#file-button:focus').waitFor();
    assert.equal(await page.locator('#file-button').getAttribute('aria-expanded'), 'false');
    await tab.choose('search');
    await page.locator('.cm-search input:focus').first().waitFor();
    await tab.choose('picture');
    await page.locator('#export-board[open]').waitFor();
  }));

test('the bar undoes and redoes, and leaves the focus where it is', () =>
  Tab.use({ text: RECORD }, async (tab) => {
    const { page } = tab;
    assert.ok(await page.locator('#undo-edit').isDisabled());
    await tab.typeAtEndOfLine(1, '!');
    await page.click('#undo-edit');
    await tab.until('the text before', (text) => text === RECORD);
    assert.ok(await page.locator('#undo-edit').isDisabled());
    await page.locator('.cm-content:focus').waitFor();
    await page.click('#redo-edit');
    await tab.until('the text after', (text) => text.startsWith('EVENT Final!\n'));
    // The board has no second ones.
    assert.equal(await tab.board.locator('#undo').isVisible(), false);
  }));

test('a text gets another name, and with it another file', () =>
  Tab.use({}, async (tab) => {
    const { page } = tab;
    await openHandle(tab, 'first.ishi', RECORD);
    await page.getByLabel('Name of the game').click();
    // What is typed replaces all but the ending.
    await page.keyboard.type('second');
    await page.keyboard.press('Enter');
    await page.locator('#name', { hasText: 'second.ishi •' }).waitFor();
    await page.locator('.cm-content:focus').waitFor();
    assert.equal(await page.title(), 'second.ishi – Ishi');
    await page.evaluate(() => Object.assign(window, { showSaveFilePicker: ({ suggestedName }: { suggestedName: string }) => (globalThis as unknown as { folder: FileSystemDirectoryHandle }).folder.getFileHandle(suggestedName, { create: true }) }));
    await page.keyboard.press('Control+s');
    await tab.notice.getByText('second.ishi is saved').waitFor();
    // No name is none, and Escape changes nothing.
    await page.getByLabel('Name of the game').fill(' ');
    await page.keyboard.press('Enter');
    await page.getByLabel('Name of the game').fill('third');
    await page.keyboard.press('Escape');
    assert.equal(await page.getByLabel('Name of the game').inputValue(), 'second.ishi');
  }));

test('problems and outline are one line until there is something to see, or somebody opens them', () =>
  Tab.use({ text: RECORD }, async (tab) => {
    const { page } = tab;
    await page.locator('#problems h2', { hasText: 'No problems' }).waitFor();
    const height = async (part: string) => (await page.locator(`main > #${part}`).boundingBox())?.height ?? assert.fail(part);
    const [text, whole] = [await height('text'), await page.locator('main').evaluate((main) => main.clientHeight)];
    assert.ok(whole - text < 34, `${whole - text} pixels below the text`);
    assert.equal(await page.locator('#outline li:visible').count(), 0);
    await tab.typeAtEndOfLine(2, 'x');
    await page.locator('#problems li').first().waitFor();
    // It stays closed when it was closed.
    await page.locator('#problems h2 button').click();
    await page.locator('#problems li').first().waitFor({ state: 'hidden' });
    await tab.typeAtEndOfLine(3, 'x');
    await page.locator('#problems h2', { hasText: 'Problems (2)' }).waitFor();
    assert.equal(await page.locator('#problems li:visible').count(), 0);
  }));

test('a link leads to a move, also in a variation of another game', () =>
  Tab.use({ text: VARIATIONS }, async (tab) => {
    for (const [line, path, state] of [[5, '&game=2&move=1', 'Black 1 Q16'], [9, '&game=2&move=1.1.2', 'Black 3 D3'], [12, '&game=2&move=1.1.1.1.2', 'White 4 D4'], [15, '&game=2&move=3', 'Black 3 C16'], [2, '&move=1', 'Black 1 Q16']] as const) {
      await tab.line(line).click();
      await tab.board.locator('#state', { hasText: state }).waitFor();
      await tab.page.waitForFunction(() => document.querySelector('ishi-board')?.shadowRoot?.querySelector('#tree [aria-current]') !== null);
      await tab.choose('share-move');
      await tab.notice.getByText('The link is on the clipboard').waitFor();
      assert.equal(new URL(await copied(tab)).hash.replace(/^[^&]*/, ''), path);
      await tab.notice.getByRole('button', { name: 'Close' }).click();
    }
    const hash = `${linkOf(VARIATIONS)}&game=2&move=1.1.1.1.2`;
    const next = await tab.again(hash);
    await next.board.locator('#state', { hasText: 'White 4 D4' }).waitFor();
    await next.page.locator('.cm-activeLine', { hasText: 'W 4 D4' }).waitFor();
    await next.page.close();
  }));

test('a link that is open already changes nothing, and goes to its move', () =>
  Tab.use({ hash: `${linkOf(game(80))}&move=60` }, async (tab) => {
    const state = (words: string) => tab.board.locator('#state', { hasText: words }).waitFor();
    await state('White 60');
    await tab.page.evaluate(() => document.querySelector('.cm-content')?.setAttribute('data-was', ''));
    await goTo(tab, `${linkOf(game(80))}&move=7`);
    await state('Black 7');
    assert.equal(await tab.page.locator('.cm-content[data-was]').count(), 1, 'the same text');
    assert.equal(await tab.notice.isVisible(), false);
    // A move that the game does not have leads to the last one before it.
    await goTo(tab, `${linkOf(game(80))}&move=100`);
    await state('White 80');
    // What was written on it stays, and says so.
    await tab.page.locator('.cm-content').press('Control+Home');
    await tab.typeAtEndOfLine(1, '!');
    await goTo(tab, `${linkOf(game(80))}&move=7`);
    await tab.notice.getByText('as you have changed it').waitFor();
    await state('Black 7');
    await tab.page.locator('.cm-content').press('Control+Home');
    await tab.until('the change', (text) => text.startsWith('EVENT Long!\n'));
  }));

test('the menu of a point copies a link to its move', () =>
  Tab.use({ text: game(20) }, async (tab) => {
    const { board, page } = tab;
    await page.locator('.cm-content').press('Control+End');
    await board.locator('#state', { hasText: 'White 20' }).waitFor();
    await board.locator('#tree .node').nth(10).waitFor();
    const box = (await board.locator('#board svg').boundingBox()) ?? assert.fail('a picture');
    const step = box.width / (53 * 2 + 44 * 18);
    // C1, the third move.
    await page.mouse.click(box.x + step * (53 + 44 * 2), box.y + step * (53 + 44 * 18), { button: 'right' });
    await board.getByRole('button', { name: 'Copy link to this move' }).click();
    await tab.notice.getByText('The link is on the clipboard').waitFor();
    assert.match(await copied(tab), /&move=3$/);
  }));

test('a link that is too long for a message says so, and offers the file', () =>
  Tab.use({ text: `EVENT Long\nCOM\n${Array.from({ length: 500 }, (_, index) => Math.sin(index)).join('\n')}\nENDCOM\n` }, async (tab) => {
    const { page } = tab;
    await tab.line(1).click();
    await page.evaluate(() => Object.assign(window, { showSaveFilePicker: undefined }));
    await tab.choose('share');
    await tab.notice.getByText('too long for many messages').waitFor();
    const [download] = await Promise.all([page.waitForEvent('download'), tab.notice.getByRole('button', { name: 'Save the file' }).click()]);
    assert.equal(download.suggestedFilename(), 'test.ishi');
  }));

test('a message that offers nothing goes when the user has read it and goes on', () =>
  Tab.use({ text: RECORD }, async (tab) => {
    const { page, notice } = tab;
    const before = await tab.board.locator('#board').boundingBox();
    await tab.choose('share');
    await notice.getByText('clipboard').waitFor();
    assert.deepEqual(await tab.board.locator('#board').boundingBox(), before, 'the page has moved');
    await tab.line(1).click();
    // Somebody who is away does not miss it.
    await page.waitForTimeout(8500);
    assert.equal(await notice.getByText('clipboard').isVisible(), true);
    await notice.locator('span').click();
    assert.equal(await notice.getByText('clipboard').isVisible(), true);
    await page.keyboard.press('ArrowDown');
    await notice.waitFor({ state: 'hidden' });
  }));

test('settings have names, mark what differs from the default, and one is reset alone', () =>
  Tab.use({ text: RECORD }, async (tab) => {
    const { page } = tab;
    await tab.choose('configure');
    const rows = page.locator('#settings .setting:visible');
    // One group is in view, and first what everybody changes.
    await page.getByRole('combobox', { name: 'Theme' }).selectOption('dark');
    assert.equal(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme), 'dark');
    await page.getByRole('button', { name: 'Reset Theme' }).click();
    assert.notEqual(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme), 'dark');
    await page.getByRole('checkbox', { name: 'Coordinates' }).click();
    await tab.board.locator('#board .coordinates').first().waitFor({ state: 'detached' });
    assert.equal(await tab.board.locator('#coordinates').getAttribute('aria-pressed'), 'false');
    await page.getByRole('button', { name: 'Reset Coordinates' }).click();
    await page.locator('#settings nav [aria-current]').press('ArrowDown');
    await page.locator('#settings nav [aria-current]:focus', { hasText: 'Formatting' }).waitFor();
    assert.ok((await rows.count()) < 10);
    await page.getByRole('combobox', { name: /^Case of keywords/ }).selectOption('lower');
    await page.getByRole('combobox', { name: /^Case of locations/ }).selectOption('lower');
    await rows.filter({ hasText: 'format.keyword-case' }).and(page.locator('.changed')).waitFor();
    await page.locator('#settings').getByLabel('Only changed').check();
    assert.equal(await rows.count(), 2);
    await page.getByRole('button', { name: 'Reset Case of keywords' }).click();
    assert.equal(await page.getByRole('combobox', { name: /^Case of keywords/ }).inputValue(), 'upper');
    assert.equal(await page.getByRole('combobox', { name: /^Case of locations/ }).inputValue(), 'lower');
    await page.locator('#settings').getByLabel('Only changed').uncheck();
    await page.getByLabel('Search settings').fill('no such setting');
    await page.getByText('No setting has all of these words').waitFor();
    await page.getByLabel('Search settings').fill('occupied');
    assert.deepEqual(await rows.locator('b').allTextContents(), ['Occupied point']);
  }));

test('a phone opens on the board, with its comment below and its walk in reach of a thumb', () =>
  Tab.use({}, async (tab) => {
    const { page, board } = tab;
    for (const [width, height] of [[375, 812], [320, 568]] as const) {
      await page.setViewportSize({ width, height });
      await page.locator('main > #board').waitFor();
      const box = async (id: string) => (await board.locator(id).boundingBox()) ?? assert.fail(id);
      const [picture, comment, next] = [await box('#board'), await box('#comment'), await box('#next')];
      assert.ok(picture.y + picture.height <= comment.y && comment.y + comment.height <= next.y);
      assert.ok(next.y > height * 0.7, `next is at ${next.y} of ${height}`);
      // Nothing is cut.
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width);
      for (const button of await page.locator('header button:visible, #start button:visible, #views button:visible').all()) {
        const { x, width: wide } = (await button.boundingBox()) ?? assert.fail('a button');
        assert.ok(x >= 0 && x + wide <= width, `a button at ${x}, ${wide} wide`);
        assert.ok(await button.evaluate((one) => one.scrollWidth <= one.clientWidth));
      }
      await tab.picture(`phone-${width}`);
    }
    // The start goes away.
    await page.locator('#start').getByRole('button', { name: 'Close the start' }).click();
    await page.locator('#start').waitFor({ state: 'hidden' });
  }));

/** Gives a tab the screen of a phone, which is touched. */
async function turnIntoPhone({ page }: Tab, width: number, height: number): Promise<void> {
  await page.setViewportSize({ width, height });
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 2 });
}

for (const [width, height] of [[390, 844], [320, 568]] as const) {
  test(`on a phone of ${width} × ${height} a thumb has wide steps, and nothing covers anything`, () =>
    Tab.use({}, async (tab) => {
      const { board } = tab;
      await turnIntoPhone(tab, width, height);
      const box = async (id: string) => (await board.locator(id).boundingBox()) ?? assert.fail(id);
      const start = (await tab.page.locator('#start').boundingBox()) ?? assert.fail('no start');
      assert.ok(start.height <= 80, `the start is ${start.height} high`);
      await board.locator('#autoplay').waitFor({ state: 'hidden' });
      for (const [upperId, lowerId] of [['#who', '#board'], ['#board', '#about'], ['#about', '#said'], ['#said', '#tree'], ['#tree', '#row']] as const) {
        const [upper, lower] = [await box(upperId), await box(lowerId)];
        assert.ok(upper.y + upper.height <= lower.y + 1, `${upperId} covers ${lowerId}`);
      }
      for (const id of ['#previous', '#next']) {
        const step = await box(id);
        assert.ok(step.width >= 40 && step.height >= 40, `${id}: ${step.width} × ${step.height}`);
      }
      const row = await board.locator('#row').evaluate((one) => [one.scrollWidth - one.clientWidth, one.clientHeight]);
      assert.ok(row[0] === 0 && (row[1] ?? 0) < 50, `the row: ${row.join()}`);
      // All marks are in a line, and the field of the label comes with its tool.
      await board.locator('#palette').click();
      assert.ok(await board.locator('#tools').evaluate((one) => one.clientHeight < 50 && one.scrollWidth <= one.clientWidth), 'the marks are cut');
      await board.locator('#label').waitFor({ state: 'hidden' });
      await board.locator('#tools [data-tool=label]').click();
      await board.locator('#label').waitFor();
      assert.ok(await board.locator('#tools').evaluate((one) => one.scrollWidth <= one.clientWidth), 'the field is cut');
      await board.locator('#palette').click();
      // The menu has what is not in the row, and nothing that does nothing.
      await board.locator('#more').click();
      await board.locator('#menu [data-command="ishi.delete"]').waitFor();
      await board.locator('#menu [data-command="ishi.promote"]').waitFor({ state: 'hidden' });
      await board.getByRole('button', { name: 'Autoplay' }).locator('visible=true').waitFor();
      assert.equal(await board.locator('kbd:visible').count(), 0);
      await board.locator('#more').press('Escape');
      await tab.choose('examples');
      for (const example of await tab.page.locator('#gallery .gallery button').all()) {
        assert.ok(await example.evaluate((one) => one.scrollHeight <= one.clientHeight), 'the words of an example are cut');
      }
      await tab.picture(`touched-${width}`);
    }));
}

test('a phone that lies on its side shows one part, the board in all of its height', () =>
  Tab.use({}, async (tab) => {
    const { page, board } = tab;
    const [width, height] = [812, 375];
    await turnIntoPhone(tab, width, height);
    await page.locator('main > #text').waitFor({ state: 'hidden' });
    await page.locator('#start').getByRole('button', { name: 'Close the start' }).click();
    const box = async (id: string) => (await board.locator(id).boundingBox()) ?? assert.fail(id);
    const [picture, comment, next, tree] = [await box('#board svg'), await box('#comment'), await box('#next'), await box('#tree')];
    assert.ok(picture.height > 0.6 * height, `a board of ${picture.height}`);
    assert.ok(comment.x > picture.x + picture.width && tree.y + tree.height <= next.y && next.y > 0.7 * height);
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width);
    await page.locator('#views [data-view=text]').click();
    await page.locator('main > #text').waitFor();
    await page.locator('main > #board').waitFor({ state: 'hidden' });
  }));

test('on a wide screen the comment and the tree are beside the board, as in the preview before', () =>
  Tab.use({}, async (tab) => {
    const { page, board } = tab;
    await page.setViewportSize({ width: 1440, height: 900 });
    const [picture, tree] = await Promise.all(['#board svg', '#tree'].map(async (id) => (await board.locator(id).boundingBox()) ?? assert.fail(id)));
    assert.ok(picture !== undefined && tree !== undefined);
    assert.ok(tree.x > picture.x + picture.width && tree.height > 2 * tree.width, `a tree of ${tree.width} × ${tree.height}`);
    // What a visitor sees before the scripts run; the picture has the size that it has in the page.
    await page.evaluate(() => document.documentElement.toggleAttribute('data-visitor', true));
    const preview = (await page.locator('div.preview img').boundingBox()) ?? assert.fail('no preview');
    const [size, top] = [Math.min(preview.width, preview.height), preview.y + Math.max(0, (preview.height - preview.width) / 2)];
    assert.ok(Math.abs(size - picture.width) < 8 && Math.abs(top - picture.y) < 8, JSON.stringify({ preview, picture }));
  }));

test('the split between text and board is moved by pointer and keys, kept, and set back by a double click', () =>
  Tab.use({ text: RECORD }, async (tab) => {
    const { page } = tab;
    const split = page.locator('#split');
    const width = async () => (await page.locator('main > #text').boundingBox())?.width ?? assert.fail('no text');
    const usual = await width();
    const box = (await split.boundingBox()) ?? assert.fail('no split');
    await page.mouse.move(box.x + 4, box.y + 200);
    await page.mouse.down();
    await page.mouse.move(box.x - 96, box.y + 200, { steps: 4 });
    await page.mouse.up();
    assert.ok(Math.abs((await width()) - usual + 100) < 8, `${await width()} after ${usual}`);
    await split.press('ArrowLeft');
    const moved = await width();
    assert.ok(moved < usual - 115);
    assert.equal(Number(await split.getAttribute('aria-valuenow')), Math.round((moved / 1280) * 100));
    await page.reload();
    await tab.board.locator('#board svg').waitFor();
    assert.equal(await width(), moved);
    await split.dblclick();
    assert.equal(await width(), usual);
    await page.setViewportSize({ width: 390, height: 844 });
    await split.waitFor({ state: 'hidden' });
  }));

test('what the bar has is not in the menu of the board', () =>
  Tab.use({ text: RECORD }, async ({ board }) => {
    await board.locator('#more').click();
    await board.getByRole('button', { name: 'Game information' }).waitFor();
    for (const name of ['New game', 'Export', 'Find this position']) {
      assert.equal(await board.getByRole('button', { name, exact: true }).locator('visible=true').count(), 0, name);
    }
  }));

test('on a Mac the keys are those of a Mac', async () => {
  const { browser, url } = await launch();
  const page = await browser.newPage();
  await page.addInitScript(() => Object.defineProperty(navigator, 'platform', { get: () => 'MacIntel' }));
  await page.goto(url);
  const ofText = async (selector: string) => (await page.locator(selector).allTextContents()).join(' ');
  await page.locator('#loading').waitFor({ state: 'detached' });
  assert.match(await ofText('header kbd'), /⌘O ⌘S ⌘P ⌥⇧F ⌘\. ⌘F ⌘, F1/);
  assert.match(await ofText('#help dt'), /⌃Space/);
  assert.equal(await page.locator('#redo-edit').getAttribute('title'), 'Redo (⇧⌘Z)');
  assert.equal(await page.locator('ishi-board #undo').getAttribute('title'), 'Undo (⌘Z)');
  assert.match(await ofText('ishi-board #keys dt'), /⇧F10, right click/);
  const [html] = await Promise.all([page.content(), page.locator('ishi-board').evaluate((board) => board.shadowRoot?.innerHTML ?? '')]);
  assert.doesNotMatch(html, /Ctrl\+/);
  await page.close();
});

test('a swipe walks through the game, and writes nothing', () =>
  Tab.use({ text: RECORD }, async (tab) => {
    const { page, board } = tab;
    await tab.line(2).click();
    await board.locator('#state', { hasText: 'Black 1 Q16' }).waitFor();
    await board.locator('#tree .node').nth(2).waitFor();
    const session = await page.context().newCDPSession(page);
    const swipe = async (from: number, to: number) => {
      const { x, y, width, height } = (await board.locator('#board svg').boundingBox()) ?? assert.fail('a picture');
      const at = (part: number) => [{ x: x + width * part, y: y + height / 2 }];
      await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(from) });
      for (let step = 1; step <= 5; step += 1) {
        await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(from + ((to - from) * step) / 5) });
      }
      await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    };
    await swipe(0.7, 0.3);
    await board.locator('#state', { hasText: 'White 2 D4' }).waitFor();
    await swipe(0.3, 0.7);
    await board.locator('#state', { hasText: 'Black 1 Q16' }).waitFor();
    assert.equal(await tab.text(), RECORD);
  }));

test('the page can be installed: a manifest with icons that are there, also without a network', async () => {
  const manifest = JSON.parse(readFileSync(join(environment('ISHI_SITE'), 'ishi.webmanifest'), 'utf8')) as { display: string; start_url: string; icons: { src: string; sizes: string }[] };
  assert.equal(manifest.display, 'standalone');
  assert.ok(manifest.icons.some(({ sizes }) => sizes === '256x256'));
  await Tab.use({}, async ({ page }) => {
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    const { browser } = await launch();
    await browser.setOffline(true);
    try {
      for (const { src } of manifest.icons) {
        assert.equal(await page.evaluate((icon) => fetch(icon).then(({ status }) => status), src), 200);
      }
    } finally {
      await browser.setOffline(false);
    }
  });
});
