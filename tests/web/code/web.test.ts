/** Tests of the extension in VS Code for the Web, where no program can be run and no file is on a disk that it knows. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';

import { launch, quit, Workbench } from '../../editors/vscode/e2e/workbench.ts';

after(quit);

const RECORD = 'EVENT x\nBOARDSIZE 9\nB 1 C7\nW 2 G3\n';

test('in a browser nothing else runs, and the folder is a virtual one', () =>
  Workbench.use('here.ishi', RECORD, async (workbench) => {
    await workbench.ready();
    assert.deepEqual([...workbench.outside], []);
    await workbench.command('Ishi: Show Server Status');
    await workbench.waitFor('the status', async () => (await workbench.lines()).some(({ text }) => text.includes('"version"')));
    const remote = await workbench.page.locator('#status\\.host').innerText();
    assert.doesNotMatch(remote, /127\.0\.0\.1/);
  }));

test('in a browser an ishi.toml is read, and followed', () =>
  Workbench.use('here.ishi', RECORD.replace('2 G3', '3 G3'), async (workbench) => {
    const { page } = workbench;
    await workbench.ready();
    await workbench.press('Control+Shift+m');
    // The file above has turned everything off, so what is listed is its own mistake.
    const rows = page.locator('.markers-panel .monaco-list-row');
    const mistake = rows.filter({ hasText: 'unknown code `missing-mov`: did you mean `missing-move`?' });
    const file = page.locator('.tab.active', { hasText: 'ishi.toml' }).first();
    // While the panel opens it draws its rows anew, and a click on one that goes opens nothing.
    await workbench.waitFor('the file of the mistake', async () => {
      if (!(await file.isVisible())) {
        await mistake.first().dblclick();
      }
      return file.isVisible();
    });
    await workbench.waitFor('the mistake', async () => (await page.locator('#status\\.editor\\.selection').innerText()).includes('Ln 2, Col 1'));
    // The first click only shows the file; the focus comes with the second.
    const hasFocus = () => page.evaluate(() => document.activeElement?.closest('.part.editor') != null);
    await workbench.waitFor('the focus of the text', hasFocus);
    await page.keyboard.press('End');
    await page.keyboard.insertText('\n# Mended');
    await workbench.goTo(2, 12);
    await page.keyboard.insertText('e');
    await workbench.press('Control+s');
    await mistake.first().waitFor({ state: 'detached' });
    await rows.filter({ hasText: 'missing-move' }).first().waitFor();
  }, { beside: { 'ishi.toml': "[check]\nmissing-mov = 'error'\n" } }));

test('in a browser an SGF file is edited as text, and the rest of it keeps its bytes', () => {
  const sgf = '(;FF[4]SZ[9]\n PB[Ada]\n;B[ee]C[one]\n;W [cc]\n)\n';
  return Workbench.use('game.sgf', sgf, async (workbench) => {
    const { page } = workbench;
    await page.locator('.editor-actions [aria-label^="Open as Ishi Text"]').click();
    await page.locator('.tab.active', { hasText: 'game.sgf.ishi' }).waitFor();
    await workbench.ready();
    await workbench.goTo(1 + (await workbench.text()).split('\n').indexOf('one'));
    await page.keyboard.type('My ');
    await workbench.press('Control+s');
    await workbench.waitFor('the file', async () => workbench.saved().includes('C[My one]'));
    assert.equal(workbench.saved(), sgf.replace('one', 'My one'));
    await workbench.waitFor('the mark of a saved text', async () => !(await workbench.isChanged()));
    await page.locator('.editor-actions [aria-label^="Open as SGF"]').click();
    await workbench.waitFor('the language of the file', async () => (await workbench.language.innerText()) === 'Smart Game Format');
  });
});

test('in a browser the board is exported as SVG, and the dialog says why', () =>
  Workbench.use('export.ishi', RECORD, async (workbench) => {
    const { page } = workbench;
    await workbench.ready();
    await workbench.command('Ishi: Export Board');
    await page.locator('.quick-input-title', { hasText: "Export the Board as SVG (a browser can't run the program that draws the rest)" }).waitFor();
    const path = page.locator('.quick-input-widget input').first();
    await workbench.waitFor('a name', async () => (await path.inputValue()).endsWith('export.svg'));
    await workbench.press('Enter');
    await workbench.waitFor('the picture', async () => /^<svg [^]*<\/svg>\s*$/.test(workbench.saved('export.svg')));
  }));

test('in a browser a server that dies is started again with the text as it is', async () => {
  // The server never gets this change, and dies of it.
  const fatal = `self.addEventListener('message', (event) => {
    if (typeof event.data === 'string' && event.data.includes('"textDocument/didChange"')) {
      event.stopImmediatePropagation();
      throw new Error('the end');
    }
  });`;
  const worker = '**/extension/dist/worker.js';
  const browser = await launch();
  await browser.route(worker, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `${fatal}${await response.text()}` });
  });
  const work = async (workbench: Workbench) => {
    await workbench.ready();
    await workbench.goTo(5);
    await workbench.page.keyboard.insertText('B 3 C7');
    const isFound = ({ text, isUnderlined }: { text: string; isUnderlined: boolean }) => isUnderlined && text === 'B 3 C7';
    await workbench.waitFor('the diagnostic', async () => (await workbench.underlined('error')).some(isFound));
  };
  // In a window of its own, which loads the worker.
  await Workbench.use('died.ishi', RECORD, work, {});
  await browser.unroute(worker);
});
