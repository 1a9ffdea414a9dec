/** The start of a visit in Chromium: what a visitor sees at once, the examples, the help, and what is remembered. */
import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';

import { serve } from '../../editors/web/scripts/serve.mjs';
import { environment, launch, openExport, quit, RECORD, Tab } from './browser.ts';

after(quit);

/** Hides a part of the page, by the menu, or shows it again. */
async function hide({ page }: Tab, part: string): Promise<void> {
  await page.click('#more-button');
  await page.getByRole('menuitemcheckbox', { name: part }).click();
}

test('a visitor reads what the page is, sees a commented move, and opens an example of the gallery', () =>
  Tab.use({}, async (tab) => {
    const { page } = tab;
    await page.locator('#start p', { hasText: 'Read, write and check Go records in your browser' }).waitFor();
    await tab.board.locator('#state', { hasText: 'White 34 N12' }).waitFor();
    await tab.board.locator('#comment', { hasText: 'White caps at 34' }).waitFor();
    await page.locator('#loading').waitFor({ state: 'detached' });
    await page.locator('#start').getByRole('button', { name: 'Examples' }).click();
    const loaded = await page.locator('#gallery img').evaluateAll((all) => Promise.all(all.map((one) => (one as HTMLImageElement).decode().then(() => (one as HTMLImageElement).naturalWidth > 100))));
    assert.deepEqual(loaded, Array(5).fill(true));
    await tab.picture('gallery');
    await page.click('#gallery [data-example="tournament.ishi"]');
    await tab.board.locator('#state', { hasText: 'White 56 J4' }).waitFor();
    await page.locator('.cm-activeLine', { hasText: 'W 56 J4' }).waitFor();
    assert.equal(await page.locator('#start').isVisible(), false);
    // Another text begins at its beginning.
    await tab.drop('test.ishi', `REMARK the first line\n${'\n'.repeat(300)}`);
    await tab.page.waitForFunction(() => document.querySelector('.cm-scroller')?.scrollTop === 0);
  }));

test('the start goes away when somebody walks through the example', () =>
  Tab.use({}, async (tab) => {
    await tab.page.locator('#start').waitFor();
    await tab.board.locator('#next').click();
    await tab.board.locator('#state', { hasText: 'Black 35 M7' }).waitFor();
    await tab.page.locator('#start').waitFor({ state: 'hidden' });
  }));

test('a problem opens before its first move, has its text out of sight, and its moves are guessed', () =>
  Tab.use({}, async (tab) => {
    const { page, board } = tab;
    await tab.example('problem.prb');
    await board.locator('#verdict', { hasText: 'Play your move' }).waitFor();
    await board.locator('#state', { hasText: 'Black to play 1' }).waitFor();
    assert.equal(await page.locator('main > #text').isVisible(), false);
    assert.equal(await board.locator('#board').evaluate((one) => one.matches(':focus-visible')), false, 'a frame around the board');
    const box = (await board.locator('#board svg').boundingBox()) ?? assert.fail('a picture');
    // E2, on a board of nine lines.
    const step = box.width / (53 * 2 + 44 * 8);
    await page.mouse.click(box.x + step * (53 + 44 * 4), box.y + step * (53 + 44 * 7));
    await board.locator('#verdict', { hasText: 'E2 is right' }).waitFor();
    await board.locator('#verdict.right').waitFor();
    await tab.picture('problem');
    await board.locator('#state', { hasText: 'White 2 D2' }).waitFor();
    await board.locator('#first').click();
    await board.locator('#state', { hasText: 'Black to play 1' }).waitFor();
    // D2: its comment is in an indented variation, and is read without that.
    await page.mouse.click(box.x + step * (53 + 44 * 3), box.y + step * (53 + 44 * 7));
    await board.locator('#verdict.wrong', { hasText: 'D2 is wrong' }).waitFor();
    await board.locator('#comment', { hasText: 'White has two eyes.' }).waitFor();
    assert.match((await board.locator('#comment').textContent()) ?? '', /^White takes/);
    await page.getByRole('button', { name: 'Show text' }).click();
    await page.locator('main > #text .cm-content:focus').waitFor();
    await page.getByRole('button', { name: 'Show text' }).waitFor({ state: 'hidden' });
    // Another text is not guessed, and is beside the board again.
    await tab.example('joseki.ishi');
    await page.locator('main > #text').waitFor();
    await board.locator('#verdict').waitFor({ state: 'hidden' });
  }));

test('a new game has its players, size, handicap and komi, and its first move is that of White', () =>
  Tab.use({ text: RECORD }, async (tab) => {
    const { page } = tab;
    await tab.choose('new');
    await page.locator('#begin [name=black]:focus').waitFor();
    await page.keyboard.type('Ada 3-dan');
    await page.locator('#begin [name=white]').fill('Ben');
    await page.locator('#begin [name=size]').selectOption('13');
    await page.locator('#begin [name=handicap]').selectOption('3');
    const komi = page.locator('#begin [name=komi]');
    assert.equal(await komi.getAttribute('placeholder'), '0.5');
    await komi.fill('1.5');
    await tab.picture('new');
    await komi.press('Enter');
    await tab.until('the record', (text) => text === 'EVENT Ada 3-dan against Ben\nBLACK Ada 3-dan\nWHITE Ben\nHANDICAP 3\nKOMI 1.5\nBOARDSIZE 13\nSETUP B K10 D4 K4\n');
    await page.locator('#problems h2', { hasText: 'No problems' }).waitFor();
    await tab.board.locator('#state', { hasText: 'White to play 1' }).waitFor();
    await tab.begin();
    await page.locator('.cm-placeholder', { hasText: 'Write EVENT' }).waitFor();
    await page.keyboard.type('EVENT x');
    await tab.until('what was typed', (text) => text === 'EVENT x');
  }));

test('a page of which a part can not be loaded says so, and is loaded again on demand', async () => {
  const { browser } = await launch();
  // Another origin: the service worker of the other tests would answer with the script.
  const { server, url } = await serve(environment('ISHI_SITE'));
  const page = await browser.newPage();
  try {
    await page.route('**/page/page-*.js', (route) => route.abort());
    await page.goto(url);
    await page.locator('#notice', { hasText: 'A part of the page could not be loaded. Check the network, and load the page again.' }).waitFor();
    assert.equal(await page.locator('#loading').count(), 0);
    await page.unroute('**/page/page-*.js');
    await page.locator('#notice').getByRole('button', { name: 'Load it again' }).click();
    await page.locator('#outline li').first().waitFor({ state: 'attached' });
  } finally {
    await page.close();
    server.close();
  }
});

test('the text and the board of the example are drawn before any script of the page runs', async () => {
  const { browser } = await launch();
  const site = mkdtempSync(join(tmpdir(), 'site-'));
  cpSync(environment('ISHI_SITE'), site, { recursive: true });
  rmSync(join(site, 'page.js'));
  // Another origin: the service worker of the other tests would answer with the script.
  const { server, url } = await serve(site);
  const page = await browser.newPage();
  try {
    await page.goto(url);
    await page.locator('pre.preview', { hasText: 'W 34 N12' }).waitFor();
    await page.locator('#loading', { hasText: 'Loading' }).waitFor();
    // In the page itself: a picture to be fetched comes late on a slow network.
    const picture = page.locator('div.preview img[src^="data:"]');
    await picture.waitFor();
    assert.match((await picture.getAttribute('alt')) ?? '', /17 black and 17 white stones/);
    assert.ok(await picture.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth > 100)));
    // Who has texts of their own does not see it.
    await page.evaluate(() => localStorage.setItem('ishi:visited', 'true'));
    await page.reload();
    await page.locator('main > #text').waitFor();
    assert.equal(await page.locator('.preview:visible, #start:visible').count(), 0);
  } finally {
    await page.close();
    server.close();
  }
});

for (const [width, height] of [[390, 844], [812, 375], [1440, 900]] as const) {
  test(`nothing moves on a first visit, while the scripts and the first board come, at ${width} × ${height}`, async (context) => {
    const { browser } = await launch();
    // Another origin, which was not visited.
    const { server, url } = await serve(environment('ISHI_SITE'));
    context.after(() => server.close());
    const page = await browser.newPage();
    await page.setViewportSize({ width, height });
    await page.addInitScript(() => {
      const moved: { value: number }[] = [];
      Object.assign(globalThis, { moved });
      const note = (list: PerformanceObserverEntryList) => moved.push(...list.getEntries().map((entry) => entry.toJSON() as { value: number }));
      new PerformanceObserver(note).observe({ type: 'layout-shift', buffered: true });
    });
    await page.goto(url);
    await page.locator('ishi-board #comment', { hasText: 'White caps at 34' }).waitFor();
    await page.locator('#loading').waitFor({ state: 'detached' });
    await page.locator('ishi-board #tree .node').first().waitFor();
    const moved = await page.evaluate(() => (globalThis as unknown as { moved: { value: number }[] }).moved);
    // A node of the tree comes before its neighbours. Browsers call what is below 0.1 good.
    assert.ok(moved.reduce((sum, { value }) => sum + value, 0) < 0.001, JSON.stringify(moved));
    await page.close();
  });
}

test('theme, options of the board, hidden parts and the closed start are remembered', () =>
  Tab.use({}, async (tab) => {
    const { page } = tab;
    await page.locator('#start').getByRole('button', { name: 'Close the start' }).click();
    await page.locator('.cm-content:focus').waitFor();
    await page.click('#theme');
    const theme = await page.evaluate(() => document.documentElement.dataset['theme'] ?? '');
    await tab.board.locator('#more').click();
    await tab.board.locator('#coordinates').click();
    await tab.board.locator('#coordinates[aria-pressed=false]').waitFor({ state: 'attached' });
    await tab.openOutline();
    await hide(tab, 'Problems');
    await hide(tab, 'Text');
    const next = await tab.again();
    assert.equal(await next.page.evaluate(() => document.documentElement.dataset['theme'] ?? ''), theme);
    assert.ok(theme !== '');
    assert.equal(await next.page.locator('#start').isVisible(), false);
    await next.board.locator('#coordinates[aria-pressed=false]').waitFor({ state: 'attached' });
    assert.equal(await next.page.locator('main > #text').isVisible(), false);
    // One of text and board is always there.
    await hide(next, 'Board');
    await next.page.locator('main > #text').waitFor();
    await next.page.reload();
    await next.page.locator('#outline li').first().waitFor();
    assert.equal(await next.page.locator('main > #board').isVisible(), false);
    assert.equal(await next.page.locator('main > #problems').isVisible(), false);
    await next.page.close();
  }));

test('the board has the page alone, until the text is wanted', () =>
  Tab.use({ text: RECORD }, async (tab) => {
    await hide(tab, 'Text');
    assert.ok(((await tab.board.boundingBox())?.width ?? 0) > 1270);
    await tab.board.locator('#board').focus();
    await tab.page.keyboard.press('Escape');
    await tab.page.locator('.cm-content:focus').waitFor();
    assert.equal(await tab.page.locator('[data-part=text]').getAttribute('aria-checked'), 'true');
  }));

test('F1 lists the keys', () =>
  Tab.use({ text: RECORD }, async (tab) => {
    await tab.page.keyboard.press('F1');
    await tab.page.locator('#help dt', { hasText: 'F6' }).waitFor();
    await tab.picture('help');
    await tab.page.keyboard.press('Escape');
    await tab.page.locator('#help').waitFor({ state: 'hidden' });
  }));

test('outline and problems are one stop of Tab each, and have the keys of a tree', () =>
  Tab.use({ text: `${RECORD}B 3 D4\nW 4 Q16\nVAR a\n  W 4 C3\n  B 5 C4\nENDVAR\n` }, async (tab) => {
    const { page } = tab;
    const isAt = (part: string, words: string) => page.locator(`#${part} :focus`, { hasText: words }).waitFor();
    await page.locator('#outline button', { hasText: 'B 5 C4' }).waitFor({ state: 'attached' });
    await page.locator('#problems h2', { hasText: 'Problems (2)' }).waitFor();
    // The list opens when there have been problems for a moment.
    await page.locator('#problems button', { hasText: 'Fix…' }).first().waitFor();
    await page.locator('.cm-content').focus();
    await page.keyboard.press('Shift+F6');
    await isAt('outline', 'Final');
    for (const [key, words] of [['ArrowRight', 'B 1 Q16'], ['ArrowDown', 'W 2 D4'], ['ArrowUp', 'B 1 Q16'], ['ArrowLeft', 'Final'], ['End', 'B 5 C4'], ['Home', 'Final'], ['End', 'B 5 C4']] as const) {
      await page.keyboard.press(key);
      await isAt('outline', words);
    }
    // Their titles, which open and close them, are others.
    await page.keyboard.press('Shift+Tab');
    await isAt('outline', 'Outline');
    await page.keyboard.press('Shift+Tab');
    await isAt('problems', 'Fix…');
    await page.keyboard.press('Shift+Tab');
    await isAt('problems', '4: ');
    await page.keyboard.press('ArrowDown');
    await isAt('problems', '5: ');
    await page.keyboard.press('Tab');
    await isAt('problems', 'Fix…');
    await page.keyboard.press('Tab');
    await isAt('outline', 'Outline');
    await page.keyboard.press('Tab');
    // Where it was left.
    await isAt('outline', 'B 5 C4');
    await page.keyboard.press('Enter');
    await page.locator('.cm-activeLine', { hasText: 'B 5 C4' }).waitFor();
    await page.locator('.cm-content:focus').waitFor();
  }));

test('from the text to the board there are at most six stops of Tab', () =>
  Tab.use({ text: RECORD }, async (tab) => {
    await tab.line(3).click();
    let stops = 0;
    do {
      await tab.page.keyboard.press('Tab');
      stops += 1;
    } while (stops < 20 && !(await tab.page.evaluate(() => document.activeElement?.localName === 'ishi-board' && document.activeElement.shadowRoot?.activeElement?.id === 'board')));
    console.log(`stops from the text to the board: ${stops}`);
    assert.ok(stops <= 6, `${stops} stops`);
  }));

test('axe finds nothing, in light and dark, with each window open', () =>
  Tab.use({}, async (tab) => {
    const { page } = tab;
    const axe = readFileSync(join(environment('ISHI_ROOT'), 'editors/web/node_modules/axe-core/axe.min.js'), 'utf8');
    await page.evaluate(axe);
    const findings = () =>
      page.evaluate(async () => {
        const { violations } = await (globalThis as unknown as { axe: { run(): Promise<{ violations: { id: string; nodes: { target: unknown; failureSummary: string }[] }[] }> } }).axe.run();
        return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target, failureSummary }) => `${JSON.stringify(target)} ${failureSummary}`).join('; ')}`);
      });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      assert.deepEqual(await findings(), [], colorScheme);
      for (const menu of ['file-button', 'share-button', 'more-button']) {
        await page.click(`#${menu}`);
        await page.locator('[role^=menuitem]:focus').waitFor();
        assert.deepEqual(await findings(), [], `${menu}, ${colorScheme}`);
        await page.keyboard.press('Escape');
      }
      for (const window of ['help-button', 'configure', 'recent', 'new', 'examples', 'export']) {
        await (window === 'export' ? openExport(tab) : tab.choose(window));
        await page.locator('dialog[open]').waitFor();
        assert.deepEqual(await findings(), [], `${window}, ${colorScheme}`);
        await page.keyboard.press('Escape');
      }
    }
    await tab.example('mistakes.ishi');
    await tab.openOutline();
    await page.locator('#outline li').first().waitFor();
    await page.locator('#problems li').first().waitFor();
    assert.deepEqual(await findings(), [], 'with problems and outline');
    await page.setViewportSize({ width: 375, height: 812 });
    for (const view of ['board', 'text', 'problems', 'outline']) {
      await page.click(`#views [data-view=${view}]`);
      assert.deepEqual(await findings(), [], `${view} on a phone`);
    }
  }));
