/** An SGF file as text, on the screen: the button that opens it, saving, and the question when another program has changed it. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { after, test } from 'node:test';

import { ishi, quit, Workbench } from './workbench.ts';

after(quit);

const game = (comment: string, player = 'Ada') => `(;FF[4]SZ[9]\n PB[${player}]\n;B[ee]C[${comment}]\n;W [cc]\n)\n`;

test('an SGF file is edited as text', () =>
  Workbench.use('game.sgf', game('one'), async (workbench) => {
    const { page, path } = workbench;
    await page.locator('.editor-actions [aria-label^="Open as Ishi Text"]').click();
    await page.locator('.tab.active', { hasText: 'game.sgf.ishi' }).waitFor();
    await workbench.ready();
    const line = 1 + (await workbench.text()).split('\n').indexOf('one');
    await workbench.goTo(line);
    await page.keyboard.type('My ');
    await workbench.press('Control+s');
    await workbench.waitFor('the file', async () => workbench.saved() === game('My one'));
    await workbench.waitFor('the mark of a saved text', async () => !(await workbench.isChanged()));

    await page.keyboard.type('own ');
    await workbench.waitFor('the mark of a change', () => workbench.isChanged());
    writeFileSync(path, game('one', 'Grace'));
    await workbench.press('Control+s');
    const question = page.locator('.notification-toast', { hasText: 'The content of the file is newer' });
    await question.waitFor();
    await workbench.picture('sgf-conflict');
    await question.getByRole('button', { name: 'Overwrite' }).click();
    await workbench.waitFor('the file', async () => workbench.saved() === game('My own one'));

    // What other programs will not find is reported.
    await workbench.press('Control+End');
    await page.keyboard.type('REMARK mine');
    await workbench.press('Control+s');
    await page.locator('.notification-toast', { hasText: 'other programs will not find everything' }).waitFor();
    await workbench.waitFor('the file', async () => workbench.saved().includes('REMARK mine'));

    await page.locator('.editor-actions [aria-label^="Open as SGF"]').click();
    await workbench.waitFor('the language of the file', async () => (await workbench.language.innerText()) === 'Smart Game Format');
  }));

test('the board of an SGF file as it is is exported', () =>
  Workbench.use('export.sgf', '(;FF[4]SZ[9];B[ee];W[cc];B[gg])\n', async (workbench) => {
    const { page, panel, path } = workbench;
    await workbench.ready();
    await workbench.command('Ishi: Show Board');
    await workbench.goTo(1, 21);
    await workbench.waitFor('the board', async () => (await panel.locator('#state').innerText()).startsWith('White 2'));
    await workbench.choose('Export');
    const name = page.locator('.quick-input-widget input').first();
    await workbench.waitFor('a name', async () => (await name.inputValue()).endsWith('export.svg'));
    await workbench.press('Enter');
    const target = path.replace(/sgf$/, 'svg');
    await workbench.waitFor(target, async () => existsSync(target) && readFileSync(target, 'utf8').endsWith('</svg>\n'));
    assert.equal(readFileSync(target, 'utf8'), ishi(['show', path, '--move', '2', '--format', 'svg']));
  }));

test('where the charset of a game lacks a character, it is changed to UTF-8', () =>
  Workbench.use('charset.sgf', '(;FF[4]CA[ISO-8859-1]SZ[9]PB[Ada];B[ee]C[one];W[cc])\n', async (workbench) => {
    const { page } = workbench;
    await page.locator('.editor-actions [aria-label^="Open as Ishi Text"]').click();
    await page.locator('.tab.active', { hasText: 'charset.sgf.ishi' }).waitFor();
    await workbench.ready();
    await workbench.goTo(1 + (await workbench.text()).split('\n').indexOf('one'));
    await page.keyboard.insertText('黒の');
    await workbench.press('Control+s');
    const offer = page.locator('.notification-toast', { hasText: 'UTF-8 has all characters' });
    await offer.waitFor();
    await workbench.picture('charset-offer');
    await offer.getByRole('button', { name: 'Change to UTF-8' }).click();
    await workbench.waitFor('the file', async () => workbench.saved() === '(;FF[4]CA[UTF-8]SZ[9]PB[Ada];B[ee]C[黒のone];W[cc])\n');
    // The file is written before the editor is done with it, and until then closing asks whether to save.
    await workbench.waitFor('the save to end', async () => !(await workbench.isChanged()));
    // VS Code keeps this text for minutes, but the status bar says nothing of it.
    await workbench.focus();
    await workbench.press('Control+k', 'Control+w');
    await page.locator('.editor-group-container.empty').waitFor();
    await workbench.status.waitFor({ state: 'hidden' });
  }));

test('a record in another encoding is opened again with it, and loses nothing', () =>
  Workbench.use('latin.ishi', Buffer.from('EVENT x\nBLACK M\xfcller\nB 1 Q16\n', 'latin1'), async (workbench) => {
    const { page, path } = workbench;
    await workbench.ready();
    const warning = page.locator('.notification-toast', { hasText: 'is in another encoding' });
    await warning.waitFor();
    await workbench.picture('encoding-warning');
    await warning.getByRole('button', { name: 'Reopen with Encoding' }).click();
    const rows = page.locator('.quick-input-list .monaco-list-row');
    await rows.filter({ hasText: 'Reopen with Encoding' }).first().click();
    await rows.filter({ hasText: 'Western (Windows 1252)' }).first().click();
    await workbench.waitFor('the letter', async () => (await workbench.lines()).some(({ text }) => text === 'BLACK Müller'));
    await workbench.goTo(4);
    await page.keyboard.type('W 2 D4 ');
    await workbench.press('Control+s');
    await workbench.waitFor('the file', async () => readFileSync(path).equals(Buffer.from('EVENT x\nBLACK M\xfcller\nB 1 Q16\nW 2 D4\n', 'latin1')));
  }));
