/** The documentation as a site, in Chromium: the examples in it can be tried. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';

import { serve } from '../../editors/web/scripts/serve.mjs';
import { environment, launch, quit } from './browser.ts';

after(quit);

test('an example opens in an editor below it, with its cursor, and nothing of it is kept', async () => {
  const { browser } = await launch();
  const { server, url } = await serve(environment('ISHI_BOOK'));
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
  server.close();
});
