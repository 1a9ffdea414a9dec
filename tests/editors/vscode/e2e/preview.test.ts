/** Tests of the preview: the page beside the text, its scrolling, its clicks and its speed. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';

import type { FrameLocator } from '../../../../editors/vscode/node_modules/playwright-core/index.js';
import { environment, example, ishi, quit, Workbench } from './workbench.ts';

after(quit);

const COLUMNS = 'ABCDEFGHJKLMNOPQRST';

/** A game of 300 moves, of which every fifth has a comment. */
function longGame(): string {
  // Each point once, in an order in which no group of stones is large.
  const points = Array.from({ length: 300 }, (_, index) => (index * 97) % 361).map((point) => `${COLUMNS[point % 19]}${Math.floor(point / 19) + 1}`);
  const moves = points.map((point, index) => {
    const comment = index % 5 === 4 ? `COM\nA remark on move ${index + 1}.\nENDCOM\n` : '';
    return `${index % 2 === 0 ? 'B' : 'W'} ${index + 1} ${point}\n${comment}`;
  });
  return `EVENT A long game\nBLACK Ada\nWHITE Ben\n${moves.join('')}`;
}

const SMALL = `EVENT Small
BOARDSIZE 9
BLACK Ada
B 1 C7
W 2 G3
COM
White answers far away.
ENDCOM
VAR
W 2 E5
COM
The centre is possible, too.
ENDCOM
ENDVAR
B 3 G7
W 4 C3
COM
All four corners are taken.
ENDCOM
`;

async function open(workbench: Workbench): Promise<FrameLocator> {
  await workbench.ready();
  await workbench.focus();
  await workbench.command('Ishi: Open Preview to the Side');
  await workbench.panel.locator('h1').first().waitFor();
  return workbench.panel;
}

/** Waits until the cursor of the text is in a line, which the editor shows while the preview has the focus, too. */
const isInLine = (workbench: Workbench, line: number) =>
  workbench.waitFor(`the cursor in line ${line}`, async () => (await workbench.page.locator('.line-numbers.active-line-number').first().innerText()) === String(line));

test('a preview shows the record as a page, and what is typed', async () => {
  await Workbench.use('page.ishi', SMALL, async (workbench) => {
    const page = await open(workbench);
    assert.equal(await page.locator('h1').innerText(), 'Small');
    assert.deepEqual(await page.locator('p').allInnerTexts(), ['White answers far away.', 'The centre is possible, too.', 'All four corners are taken.']);
    assert.deepEqual(await page.locator('figcaption').allInnerTexts(), ['Moves 1 to 2', 'Variation for W 2 G3: Move 2', 'Moves 3 to 4']);
    await workbench.picture('preview');
    // What has not changed stays the same element.
    await page.locator('figure').first().evaluate((figure) => figure.setAttribute('data-same', ''));
    await workbench.goTo(7, 24);
    await workbench.page.keyboard.type(' Really.');
    await page.locator('p', { hasText: 'Really.' }).waitFor();
    assert.equal(await page.locator('figure').first().getAttribute('data-same'), '');
    await workbench.goTo(1, 12);
    await workbench.page.keyboard.type(' board');
    await page.locator('h1', { hasText: 'Small board' }).waitFor();
  });
});

test('a click on a move, a figure or a paragraph of the preview goes to its line', async () => {
  await Workbench.use('click.ishi', SMALL, async (workbench) => {
    const page = await open(workbench);
    await page.locator('p', { hasText: 'All four' }).click();
    await isInLine(workbench, 17);
    await page.locator('p.current', { hasText: 'All four' }).waitFor();
    // G7 and C3 on a board of nine lines with coordinates all around.
    const at = (column: number, row: number) => ({ x: (53 + column * 44) / (106 + 8 * 44), y: (53 + (8 - row) * 44) / (106 + 8 * 44) });
    const figure = page.locator('figure:not(.small) img').nth(1);
    for (const [line, place] of [[15, at(6, 6)], [16, at(2, 2)]] as const) {
      const { width, height } = (await figure.boundingBox()) ?? assert.fail('no figure');
      await figure.click({ position: { x: place.x * width, y: place.y * height } });
      await isInLine(workbench, line);
      await page.locator('.ring').waitFor();
    }
    await page.locator('figure.small figcaption').click();
    await isInLine(workbench, 10);
    await workbench.picture('preview-click');
  });
});

test('the preview scrolls with the text, and the text with the preview', async () => {
  await Workbench.use('scroll.ishi', longGame(), async (workbench) => {
    const page = await open(workbench);
    const top = () => page.locator('html').evaluate(() => window.scrollY);
    assert.equal(await top(), 0);
    await workbench.goTo(400);
    await workbench.waitFor('the page to scroll', async () => (await top()) > 2000);
    await page.locator('.current').first().waitFor();
    const current = () => page.locator('.current').first().evaluate((element) => element.getBoundingClientRect().top);
    await workbench.waitFor('what is at the cursor in view', async () => (await current()) > -400 && (await current()) < 860);
    await page.locator('html').evaluate(() => window.scrollTo(0, 0));
    await workbench.waitFor('the text to scroll', async () => ((await workbench.lines())[0]?.text ?? '').includes('EVENT'));
    await page.locator('html').evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight / 2));
    await workbench.waitFor('the middle of the text', async () => (await workbench.lines()).some(({ text }) => /\b(?:14|15)\d\b/.test(text)));
  });
});

test('a keystroke in a game of 300 moves changes one element of the preview', async (context) => {
  await Workbench.use('speed.ishi', longGame(), async (workbench) => {
    const page = await open(workbench);
    await workbench.goTo(250, 1);
    await workbench.press('End');
    await page.locator('html').evaluate(() => {
      const measured = window as unknown as { at: number[]; added: Set<string> };
      [measured.at, measured.added] = [[], new Set()];
      new MutationObserver((changes) => {
        const names = changes.flatMap(({ addedNodes }) => [...addedNodes].map(({ nodeName }) => nodeName));
        names.forEach((name) => measured.added.add(name));
        if (names.includes('P')) {
          measured.at.push(Date.now());
        }
      }).observe(document.body, { childList: true, subtree: true });
    });
    const times: number[] = [];
    for (let key = 0; key < 30; key += 1) {
      const before = Date.now();
      await workbench.page.keyboard.type('x');
      await workbench.waitFor('the page', async () => {
        const last = await page.locator('html').evaluate(() => (window as unknown as { at: number[] }).at.at(-1) ?? 0);
        if (last >= before) {
          times.push(last - before);
        }
        return last >= before;
      });
    }
    times.sort((one, other) => one - other);
    context.diagnostic(`from a key to the page: median ${times[15]} ms, p95 ${times[28]} ms`);
    // Besides the paragraph only the ring around the current move is put where it is.
    const added = await page.locator('html').evaluate(() => [...(window as unknown as { added: Set<string> }).added]);
    assert.deepEqual(added.filter((name) => name !== 'SPAN'), ['P']);
  });
});

test('the preview follows the theme, another record and a reload of the window', async () => {
  await Workbench.use('a.ishi', SMALL, async (workbench) => {
    const page = await open(workbench);
    const background = () => page.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor);
    assert.equal(await background(), 'rgb(255, 255, 255)');
    await workbench.theme('Dark Modern');
    await workbench.waitFor('the dark page', async () => (await background()) === 'rgb(31, 31, 31)');
    await workbench.picture('preview-dark');
    await workbench.theme('Light Modern');
    await workbench.focus();
    const other = join(workbench.path, '../b.ishi');
    writeFileSync(other, 'EVENT Another\nB 1 Q16\n');
    await workbench.show(workbench.page.locator('.quick-input-widget:visible'), 'Control+p');
    await workbench.page.locator('.quick-input-widget:visible input[type=text]').first().fill(other);
    await workbench.page.locator('.quick-input-list .monaco-list-row', { hasText: 'b.ishi' }).first().click();
    await page.locator('h1', { hasText: 'Another' }).waitFor();
    await workbench.page.locator('.tab', { hasText: 'Preview b.ishi' }).waitFor();
    // A window that is to open a file opens nothing else.
    await workbench.page.evaluate(() => {
      const url = new URL(location.href);
      url.searchParams.delete('payload');
      history.replaceState(null, '', url);
    });
    await workbench.command('Developer: Reload Window');
    await page.locator('h1').waitFor({ state: 'detached' });
    await page.locator('h1', { hasText: 'Another' }).waitFor();
  });
});

test('the preview stays when its text is closed, leads back to it, and is written to be printed', async () => {
  await Workbench.use('small.ishi', SMALL, async (workbench) => {
    const page = await open(workbench);
    await workbench.focus();
    await workbench.command('View: Close Editor');
    await workbench.page.locator('.tab[data-resource-name="small.ishi"]').waitFor({ state: 'detached' });
    await page.locator('p', { hasText: 'All four' }).click();
    await isInLine(workbench, 17);
    // A browser has no folder of the editor's machine into which to print, so it asks where to.
    await workbench.command('Ishi: Print Page in Browser');
    const name = workbench.page.locator('.quick-input-widget:visible input[type=text]').first();
    await workbench.waitFor('the name of the page', async () => (await name.inputValue()).endsWith('/small.html'));
    await name.press('Enter');
    await workbench.page.locator('.notification-toast', { hasText: 'Open small.html in a browser to print it' }).waitFor();
    assert.equal(workbench.saved('small.html'), ishi(['html', workbench.path]));
  });
});

test('a text in two windows has a preview in each, which shows what is saved in the other', async () => {
  await Workbench.use('two.ishi', SMALL, async (workbench) => {
    const page = await open(workbench);
    const second = await Workbench.beside(workbench);
    const other = await open(second);
    await second.goTo(7, 24);
    await second.page.keyboard.type(' Really.');
    await other.locator('p', { hasText: 'Really.' }).waitFor();
    assert.equal(await page.locator('p', { hasText: 'Really.' }).count(), 0);
    await second.press('Control+s');
    await page.locator('p', { hasText: 'Really.' }).waitFor();
    await second.page.close();
  });
});

test('an SGF file has a preview, whose moves lead to their nodes', async () => {
  await Workbench.use('game.sgf', '(;FF[4]GM[1]SZ[9]PB[Ada]PW[Ben];B[cc]C[A corner.];W[gg]C[The opposite one.])', async (workbench) => {
    const page = await open(workbench);
    await page.locator('p', { hasText: 'The opposite one.' }).click();
    await workbench.isAt('2 G3');
  });
});

test('no attack in a record runs a script in the preview, or loads anything', async () => {
  const attacks = readFileSync(join(environment('ISHI_ROOT'), 'tests/web/attacks.txt'), 'utf8').split('\n').filter((line) => line !== '' && !line.startsWith('# '));
  assert.ok(attacks.length > 200);
  const record = attacks.map((attack, index) => `EVENT ${attack}\nBLACK ${attack}\nCOM\n${attack}\nENDCOM\nB 1 ${COLUMNS[index % 19]}3\nMARK a@D4\nDIAGRAM ${attack}\n`).join('');
  await Workbench.use('attacks.ishi', record, async (workbench) => {
    const page = await open(workbench);
    await page.locator('article').nth(attacks.length - 1).waitFor({ state: 'attached' });
    const found = await page.locator('html').evaluate(() => ({
      elements: [...new Set([...document.querySelectorAll('main *')].map(({ tagName }) => tagName))].sort(),
      attributes: [...new Set([...document.querySelectorAll('main *')].flatMap((element) => element.getAttributeNames()))].sort(),
      sources: [...document.images].filter(({ src }) => !src.startsWith('data:image/svg+xml;base64,')).length,
    }));
    assert.deepEqual(found.elements, ['ARTICLE', 'BR', 'DD', 'DIV', 'DL', 'DT', 'FIGCAPTION', 'FIGURE', 'H1', 'IMG', 'P', 'SPAN'].filter((name) => found.elements.includes(name)));
    assert.deepEqual(found.attributes.filter((name) => !['alt', 'class', 'data-line', 'data-place', 'src', 'style'].includes(name)), []);
    assert.equal(found.sources, 0);
    assert.deepEqual([...workbench.outside], []);
  });
});

test('the example has a page, whose picture is kept', async () => {
  await Workbench.use('example.ishi', example('tournament.ishi'), async (workbench) => {
    const page = await open(workbench);
    await page.locator('figure img').first().waitFor();
    await workbench.picture('preview-example');
  });
});
