/** Files of other servers that the address of the page names, in Chromium. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, test } from 'node:test';

import { environment, launch, quit, RECORD } from './browser.ts';

/** The files of another server, each with the headers that allow it to be read. */
const FILES: Record<string, { body: string | Buffer; headers: Record<string, string> }> = {
  '/my%20game.ishi': { body: RECORD, headers: { 'access-control-allow-origin': '*' } },
  '/game.sgf': { body: '(;GM[1]SZ[9];B[ee])', headers: { 'access-control-allow-origin': '*' } },
  '/closed.ishi': { body: RECORD, headers: {} },
  '/huge.ishi': { body: Buffer.alloc(17 << 20, 'x'), headers: { 'access-control-allow-origin': '*' } },
};

const other: Server = createServer((request, response) => {
  const file = FILES[request.url ?? ''];
  response.writeHead(file === undefined ? 404 : 200, file?.headers ?? { 'access-control-allow-origin': '*' }).end(file?.body);
});
await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
const address = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;

after(async () => {
  other.close();
  await quit();
});

/** Opens the page with an address, and returns the name of the text in view and the message. */
async function visit(url: string): Promise<{ name: string; notice: string }> {
  const { browser, url: site } = await launch();
  const page = await browser.newPage();
  try {
    await page.goto(`${site}?url=${encodeURIComponent(url)}`);
    await page.waitForFunction(() => document.querySelector('#outline li') !== null);
    return { name: (await page.locator('#name').textContent()) ?? '', notice: (await page.locator('#notice').textContent()) ?? '' };
  } finally {
    await page.close();
  }
}

test('a file that another server allows to be read is opened, also in SGF', async () => {
  assert.deepEqual(await visit(`${address}/my%20game.ishi`), { name: 'my game.ishi', notice: '' });
  assert.equal((await visit(`${address}/game.sgf`)).name, 'game.ishi •');
});

for (const [what, url, reason] of [
  ['a server that does not allow it', `${address}/closed.ishi`, 'the server can not be reached, or does not allow other pages to read the file (CORS)'],
  ['a file that is not there', `${address}/none.ishi`, 'the server answered 404 Not Found'],
  ['a file that is too large', `${address}/huge.ishi`, 'it has more than 16 MB'],
  ['another protocol', 'file:///etc/hostname', 'the address has to begin with https:// or http://'],
] as const) {
  test(`${what} is said plainly`, async () => {
    assert.ok((await visit(url)).notice.includes(`${url} can't be opened: ${reason}`));
  });
}

test('another page shows a board alone, at any width, with the snippet of the docs', async () => {
  const { browser, url: site } = await launch();
  const page = await browser.newPage();
  const docs = readFileSync(join(environment('ISHI_ROOT'), 'docs/web.md'), 'utf8');
  const snippet = /<iframe src="[^"]*\?board[^>]*><\/iframe>/.exec(docs)?.[0] ?? assert.fail('no snippet');
  const there = encodeURIComponent(`${address}/game.sgf`);
  const html = snippet.replace('https://example.org/ishi/', site).replace(/url=[^"]*/, `url=${there}`);
  assert.ok(html.includes(`${site}?board&url=${there}`), html);
  try {
    FILES['/page'] = { body: `<!DOCTYPE html>${html}`, headers: { 'content-type': 'text/html' } };
    await page.goto(`${address}/page`);
    const inner = page.frameLocator('iframe');
    const board = inner.locator('ishi-board #board');
    await board.locator('svg').waitFor();
    for (const width of [400, 900]) {
      await page.locator('iframe').evaluate((frame, wanted) => frame.setAttribute('width', String(wanted)), width);
      await page.waitForFunction((wanted) => document.querySelector('iframe')?.clientWidth === wanted, width);
      await board.focus();
      // There is no text to go to.
      await page.keyboard.press('Escape');
      await page.keyboard.press('End');
      await inner.locator('ishi-board #state', { hasText: 'Black 1 E5' }).waitFor();
      await page.keyboard.press('Home');
      await inner.locator('ishi-board #state', { hasText: 'Black to play 1' }).waitFor();
      assert.equal(await inner.locator('main > #text:visible, #problems:visible, #outline:visible, #views:visible, body > header:visible').count(), 0);
      assert.ok(((await board.boundingBox())?.width ?? 0) > 300);
    }
    await page.screenshot({ path: join(environment('ISHI_SCREENS'), 'board-alone.png') });
  } finally {
    await page.close();
  }
});

test('a page without such an address asks no other server', async () => {
  const { browser, url } = await launch();
  const page = await browser.newPage();
  try {
    await page.goto(url);
    assert.equal(await page.evaluate((there) => fetch(there).then(() => 'fetched', () => 'refused'), `${address}/game.sgf`), 'refused');
  } finally {
    await page.close();
  }
});
