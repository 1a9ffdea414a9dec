/** The documentation as a site, in Chromium: the examples in it can be tried, the page is on its first page, and a phone shows all of it. */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { after, test } from 'node:test';

import { serve } from '../../editors/web/scripts/serve.mjs';
import { environment, launch, quit } from './browser.ts';

after(quit);

test('an example opens in an editor below it, with its cursor, and nothing of it is kept', async (context) => {
  const { browser } = await launch();
  const { server, url } = await serve(environment('ISHI_BOOK'));
  context.after(() => server.close());
  const page = await browser.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  // What a policy keeps out is an error on the console.
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  await page.goto(`${url}features.html`);
  assert.equal(page.frames().length, 1, 'nothing is loaded before somebody wants it');
  // The example has a mark for the cursor after its last move.
  const link = page.locator('.try a[href*="cursor="]').first();
  await link.click();
  const editor = page.frameLocator('.try > iframe');
  await editor.locator('.cm-line', { hasText: 'EVENT Corner' }).waitFor();
  await editor.locator('.cm-activeLine', { hasText: 'B 5 A2' }).waitFor();
  assert.doesNotMatch(await editor.locator('.cm-content').innerText(), /‸/);
  await editor.locator('ishi-board #board svg').waitFor();
  await editor.locator('.cm-content').press('Control+End');
  await editor.locator('.cm-content').press('x');
  await editor.locator('#problems h2', { hasText: 'Problems (' }).waitFor({ state: 'attached' });
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0);
  await page.screenshot({ path: `${environment('ISHI_SCREENS')}/book.png` });
  // Another one, and a page of its own.
  const [whole] = await Promise.all([browser.waitForEvent('page'), editor.locator('#whole').click()]);
  await whole.locator('.cm-line', { hasText: 'EVENT Corner' }).waitFor();
  await whole.close();
  await page.locator('.try a', { hasText: 'Close' }).click();
  assert.equal(await page.locator('iframe').count(), 0);
  assert.deepEqual(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('ishi:'))), []);
  assert.deepEqual(errors, []);
  await page.close();
});

test('the first page has the page itself, which is loaded when it is in view, and a picture until then', async (context) => {
  const { browser } = await launch();
  const { server, url } = await serve(environment('ISHI_BOOK'));
  context.after(() => server.close());
  for (const [width, hasText] of [[1280, true], [375, false]] as const) {
    const page = await browser.newPage();
    await page.setViewportSize({ width, height: 800 });
    const answer = await page.request.get(`${url}index.html`);
    assert.doesNotMatch(await answer.text(), /<iframe[^>]*try/, 'nothing is loaded with the page');
    await page.goto(url);
    await page.locator('.live').scrollIntoViewIfNeeded();
    const live = page.frameLocator('.live > iframe');
    await live.locator('ishi-board #comment', { hasText: 'White caps at 34' }).waitFor();
    assert.equal(await live.locator('main > #text').isVisible(), hasText);
    assert.equal(await page.locator('.live picture').isVisible(), false);
    // The docs keep the focus and their place.
    assert.equal(await page.evaluate(() => document.activeElement?.localName), 'body');
    await page.screenshot({ path: `${environment('ISHI_SCREENS')}/book-first-${width}.png` });
    await page.close();
  }
});

test('on a phone no page of the docs is cut, and each leads back to the first one', async (context) => {
  const { browser } = await launch();
  const folder = environment('ISHI_BOOK');
  const { server, url } = await serve(folder);
  context.after(() => server.close());
  const page = await browser.newPage();
  await page.setViewportSize({ width: 375, height: 700 });
  const pages = ['', 'editors/'].flatMap((part) => readdirSync(`${folder}/${part}`).map((name) => `${part}${name}`))
    .filter((name) => name.endsWith('.html') && !/^(?:404|index|print|start|toc)\.html$/.test(name));
  assert.ok(pages.length > 15, pages.join());
  const cut: string[] = [];
  for (const name of [...pages, 'index.html']) {
    await page.goto(`${url}${name}`, { waitUntil: 'domcontentloaded' });
    // What scrolls by itself, such as a block of code, is not cut.
    const wide = await page.evaluate(() => [...document.querySelectorAll('.content main *')].filter((one) => {
      const scrolls = one.closest('pre, table, iframe, svg') ?? one.parentElement?.closest('pre, table');
      return scrolls === null && one.getBoundingClientRect().right > innerWidth + 1;
    }).map(({ outerHTML }) => outerHTML.slice(0, 80)));
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (over > 0 || wide.length > 0) {
      cut.push(`${name}: ${over} pixels; ${wide.join(' ')}`);
    }
    if (name !== 'index.html') {
      const back = page.locator('.back a');
      assert.ok(await back.isVisible(), name);
      assert.equal(await back.evaluate((link: HTMLAnchorElement) => link.href), `${url}index.html`);
    }
  }
  assert.deepEqual(cut, []);
  await page.close();
});
