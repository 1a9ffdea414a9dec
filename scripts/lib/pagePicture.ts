/** Draws docs/web-*.png, dark and light: the page for browsers on a wide screen and on a phone. Run by scripts/picture. */
import { join } from 'node:path';
import { argv, exit } from 'node:process';

import playwright from '../../editors/web/node_modules/playwright-core/index.js';
import { serve } from '../../editors/web/scripts/serve.mjs';
import { environment } from '../../tests/web/browser.ts';

const [site, folder] = argv.slice(2);
if (site === undefined || folder === undefined) {
  exit('Usage: pagePicture.ts SITE FOLDER');
}

/** The screens: each with its size, the example that is shown there, and how many moves after its first board. */
const SCREENS = [
  { name: 'wide', viewport: { width: 1280, height: 740 }, hasTouch: false, deviceScaleFactor: 1, example: 'game.ishi', moves: 98 },
  { name: 'phone', viewport: { width: 390, height: 780 }, hasTouch: true, deviceScaleFactor: 1.5, example: 'joseki.ishi', moves: 0 },
];

const { server, url } = await serve(site);
const browser = await playwright.chromium.launch({ executablePath: environment('CHROMIUM'), chromiumSandbox: false, args: ['--disable-gpu'] });
for (const colorScheme of ['dark', 'light'] as const) {
  for (const { name, example, moves, ...screen } of SCREENS) {
    const page = await browser.newPage({ ...screen, colorScheme });
    await page.goto(url);
    await page.locator('#loading').waitFor({ state: 'detached' });
    await page.click('#file-button');
    await page.click('#examples');
    await page.click(`#gallery [data-example="${example}"]`);
    const board = page.locator('ishi-board');
    await board.locator('#tree .node').nth(1).waitFor();
    for (let move = 0; move < moves; move += 1) {
      await board.locator('#next').click();
    }
    await page.mouse.move(0, 0);
    // Nothing moves any more by then.
    await page.waitForTimeout(1500);
    await page.screenshot({ path: join(folder, `web-${name}-${colorScheme}.png`) });
    await page.close();
  }
}
await browser.close();
server.close();
