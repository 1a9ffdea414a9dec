/** The page that `ishi preview` serves, in Chromium: what follows the editor, hostile records, light, dark and in print. */
import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, test } from 'node:test';

import playwright, { type Browser, type Page } from '../../editors/web/node_modules/playwright-core/index.js';
import { environment, example } from './browser.ts';

const ROOT = environment('ISHI_ROOT');

const folder = mkdtempSync(join(tmpdir(), 'preview-'));

let browser: Promise<Browser> | undefined;

const launch = () =>
  (browser ??= playwright.chromium.launch({
    executablePath: environment('CHROMIUM'),
    chromiumSandbox: false,
    args: ['--disable-gpu'],
  }));

after(async () => (await browser)?.close());

/** The program while it serves a page, and the editor that feeds it. */
class Preview {
  readonly address: string;
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, address: string) {
    this.#child = child;
    this.address = address;
  }

  static async start(text: string): Promise<Preview> {
    const file = join(folder, 'game.ishi');
    writeFileSync(file, text);
    const child = spawn(environment('ISHI'), ['preview', file, '--no-open'], { stdio: ['pipe', 'pipe', 'inherit'] });
    for await (const address of createInterface(child.stdout)) {
      return new Preview(child, address);
    }
    return assert.fail('no address');
  }

  send(message: { line?: number; character?: number; text?: string }): void {
    this.#child.stdin?.write(`${JSON.stringify(message)}\n`);
  }

  end(): void {
    this.#child.stdin?.end();
  }
}

/** Opens the page of a record, and works with it. */
async function withPreview(
  text: string,
  work: (page: Page, preview: Preview) => Promise<void>,
  context: object = {},
): Promise<void> {
  const preview = await Preview.start(text);
  const page = await (await launch()).newPage({ viewport: { width: 1000, height: 700 }, ...context });
  page.setDefaultTimeout(30_000);
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(preview.address) && !url.startsWith('data:')) {
      errors.push(url);
    }
  });
  try {
    await page.goto(preview.address);
    await page.locator('article > *').first().waitFor();
    await work(page, preview);
    assert.deepEqual(errors, []);
  } finally {
    await page.close();
    preview.end();
  }
}

const GAME = example('tournament.ishi');

test('the script and the style in the program are those of the sources', () => {
  const built = mkdtempSync(join(tmpdir(), 'built-'));
  execFileSync(process.execPath, [join(ROOT, 'editors/preview/scripts/build.mjs'), built]);
  for (const file of readdirSync(built)) {
    const isSame = readFileSync(join(built, file)).equals(readFileSync(join(ROOT, 'src/cli/preview', file)));
    assert.ok(isSame, `src/cli/preview/${file} is out of date: run scripts/web preview`);
  }
});

test('the page follows the text and the cursor, and says when the preview ends', () =>
  withPreview(`EVENT First\nB 1 Q16\nW 2 D4\nCOM\nA remark.\nENDCOM\n${'VAR\nW 2 C3\nCOM\nAnother.\nENDCOM\nENDVAR\n'.repeat(20)}B 3 Q3\n`, async (page, preview) => {
    assert.equal(await page.title(), 'First');
    preview.send({ line: 4 });
    await page.locator('p.current', { hasText: 'A remark.' }).waitFor();
    preview.send({ line: 2 });
    await page.locator('figure.current .ring').waitFor();
    preview.send({ line: 126 });
    await page.waitForFunction(() => window.scrollY > 3000);
    await page.locator('figure').first().evaluate((figure) => figure.setAttribute('data-same', ''));
    preview.send({ text: 'EVENT Second\nB 1 Q16\nW 2 D4\nCOM\nA longer remark.\nENDCOM\n' });
    await page.locator('p', { hasText: 'A longer remark.' }).waitFor();
    assert.equal(await page.title(), 'Second');
    preview.send({ text: '' });
    await page.locator('main [role=status]', { hasText: 'nothing to show yet' }).waitFor();
    preview.send({ text: 'EVENT Third\n' });
    await page.locator('h1', { hasText: 'Third' }).waitFor();
    assert.equal(await page.locator('#ended').isVisible(), false);
    preview.end();
    await page.locator('#ended').waitFor();
    // What the browser says about the end of the stream does not count as an error.
  }).catch((error: unknown) => assert.match(String(error), /ERR_(?:CONNECTION_REFUSED|INCOMPLETE_CHUNKED_ENCODING|CONNECTION_RESET)/)));

test('axe finds nothing, light and dark, and the page fits on a phone and on paper', async () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [1000, 375]) {
      await withPreview(
        GAME,
        async (page, preview) => {
          preview.send({ line: 20 });
          await page.locator('.current').waitFor();
          const isWide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
          assert.equal(isWide, false, `at ${width} pixels`);
          const picture = join(environment('ISHI_SCREENS'), `preview-${colorScheme}-${width}.png`);
          await page.screenshot({ path: picture });
          // The policy of the page keeps out the script of axe, so it is put there by the debugger.
          const source = readFileSync(join(ROOT, 'editors/web/node_modules/axe-core/axe.min.js'), 'utf8');
          await page.evaluate(source);
          const found = await page.evaluate(
            'axe.run().then(({ violations }) => JSON.stringify(violations.map(({ id, nodes }) => [id, nodes[0].html.slice(0, 200)])))',
          );
          assert.equal(found, '[]');
          if (width === 1000) {
            await page.pdf({ path: join(environment('ISHI_SCREENS'), `preview-${colorScheme}.pdf`), format: 'A4' });
          }
        },
        { viewport: { width, height: 800 }, colorScheme },
      );
    }
  }
});

test('no attack in a record runs a script or loads anything', async () => {
  const attacks = readFileSync(join(ROOT, 'tests/web/attacks.txt'), 'utf8')
    .split('\n')
    .filter((line) => line !== '');
  assert.ok(attacks.length >= 200, `${attacks.length} attacks`);
  const happened: string[] = [];
  let attack = '';
  await withPreview('EVENT x\n', async (page, preview) => {
    await page.exposeFunction('hit', () => happened.push(`${attack}: a script ran`));
    page.on('dialog', (dialog) => {
      happened.push(`${attack}: ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on('frameattached', () => happened.push(`${attack}: a frame`));
    let index = 0;
    for (attack of attacks) {
      index += 1;
      const [first = 'x', second = 'x'] = attack.replaceAll(/\s/g, '');
      const headers = ['BLACK', 'WHITE', 'PLACE', 'RULES', 'RESULT', 'DATE'].map((key) => `${key} ${attack}\n`);
      const moves = `B 1 Q16\nCOM ${attack}\n${attack}\nENDCOM\nMARK ${first}${second}@D4\nW 2 C3\nDIAGRAM ${attack}\n`;
      preview.send({ text: `EVENT ${index} ${attack}\n${headers.join('')}${moves}`, line: 8 });
      await page.waitForFunction((number) => document.title.startsWith(`${number} `), index);
      const seen = await page.evaluate(() => ({
        text: document.querySelector('main p')?.textContent ?? '',
        elements: [...new Set([...document.querySelectorAll('main *')].map(({ tagName }) => tagName))],
        sources: [...document.images].filter(({ src }) => !src.startsWith('data:image/svg+xml;base64,')).length,
      }));
      const inLine = (text: string) => text.trim().replaceAll(/\s+/g, ' ');
      assert.ok(inLine(seen.text).includes(inLine(attack)), `${attack} became ${seen.text}`);
      const known = new Set(['ARTICLE', 'H1', 'DL', 'DIV', 'DT', 'DD', 'P', 'BR', 'FIGURE', 'IMG', 'FIGCAPTION', 'SPAN']);
      assert.deepEqual(seen.elements.filter((name) => !known.has(name)), [], attack);
      assert.equal(seen.sources, 0, attack);
    }
  });
  assert.deepEqual(happened, []);
});
