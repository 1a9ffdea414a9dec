/** Files of the user: how they are opened, and how they are saved. */
import assert from 'node:assert/strict';
import { copyFileSync, cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { deflateRawSync } from 'node:zlib';

import { serve } from '../../editors/web/scripts/serve.mjs';
import { environment, fileBytes, fileText, openHandle, quit, RECORD, Tab } from './browser.ts';

after(quit);

test('a game in SGF comes in and goes out', () =>
  Tab.use({}, async (tab) => {
    const sgf = '(;FF[4]GM[1]CA[UTF-8]AP[ishi:1]GN[Final];B[pd]C[The first move.];W[dp])\n';
    await tab.drop('final.sgf', sgf);
    await tab.until('the record', (text) => text.includes('B 1 Q16\nCOM\nThe first move.\nENDCOM\nW 2 D4'));
    // Playwright can't answer the dialog of the browser, so this is a browser without one.
    await tab.page.evaluate(() => Object.assign(window, { showSaveFilePicker: undefined }));
    const [download] = await Promise.all([tab.page.waitForEvent('download'), tab.choose('sgf')]);
    assert.equal(download.suggestedFilename(), 'final.sgf');
    assert.equal(readFileSync(await download.path(), 'utf8').trim(), sgf.trim());
  }));

test('a record is saved with its encoding and its line ends', () =>
  Tab.use({ text: 'EVENT a\r\nB 1 Q16\r\n' }, async (tab) => {
    await tab.page.evaluate(() => Object.assign(window, { showSaveFilePicker: undefined }));
    await tab.line(1).click();
    await tab.page.keyboard.press('End');
    await tab.page.keyboard.type('é');
    const [download] = await Promise.all([tab.page.waitForEvent('download'), tab.page.keyboard.press('Control+s')]);
    assert.equal(readFileSync(await download.path(), 'utf8'), 'EVENT aé\r\nB 1 Q16\r\n');
    await tab.notice.getByText('test.ishi is saved').waitFor();
  }));

test('a record is saved in the file that it was opened from', () =>
  Tab.use({}, async (tab) => {
    await openHandle(tab, 'own.ishi', RECORD);
    await tab.typeAtEndOfLine(1, ' of 1991');
    await tab.page.keyboard.press('Control+s');
    await tab.notice.getByText('own.ishi is saved').waitFor();
    assert.equal(await fileText(tab), RECORD.replace('Final', 'Final of 1991'));
    // It is the same file the next time, and no other program has changed it.
    await tab.typeAtEndOfLine(1, ', June');
    await tab.page.keyboard.press('Control+s');
    await tab.page.waitForFunction(() => document.getElementById('name')?.textContent === 'own.ishi');
    assert.equal(await fileText(tab), RECORD.replace('Final', 'Final of 1991, June'));
  }));

test('a file that another program has changed is not overwritten unasked', () =>
  Tab.use({}, async (tab) => {
    await openHandle(tab, 'shared.ishi', RECORD);
    await tab.typeAtEndOfLine(1, ' of 1991');
    await tab.page.evaluate(async () => {
      const { handle } = globalThis as unknown as { handle: FileSystemFileHandle };
      const before = (await handle.getFile()).lastModified;
      // Two writes within a millisecond have the same time.
      while ((await handle.getFile()).lastModified === before) {
        const stream = await handle.createWritable();
        await stream.write('EVENT Theirs\n');
        await stream.close();
      }
    });
    await tab.page.keyboard.press('Control+s');
    await tab.notice.getByText('shared.ishi has been changed by another program').waitFor();
    assert.equal(await fileText(tab), 'EVENT Theirs\n');
    await tab.notice.getByRole('button', { name: 'Save mine over it' }).click();
    await tab.notice.getByText('shared.ishi is saved').waitFor();
    assert.equal(await fileText(tab), RECORD.replace('Final', 'Final of 1991'));
  }));

for (const [what, reason, break_] of [
  ['the permission to write is refused', 'the browser may not write this file', `handle.requestPermission = async () => 'denied'`],
  ['the browser writes nothing', 'the browser may not write this file', `handle.createWritable = async () => { throw new DOMException('no', 'NotAllowedError'); }`],
  [
    'the disk is full',
    'there is no room for it',
    `const own = handle.createWritable.bind(handle);
     handle.createWritable = async () => Object.assign(await own(), { write: async () => { throw new DOMException('full', 'QuotaExceededError'); } })`,
  ],
  ['the file was removed', 'the file does not exist any more', `await folder.removeEntry('own.ishi')`],
] as const) {
  test(`where ${what}, the text is kept, and another file can be chosen`, () =>
    Tab.use({}, async (tab) => {
      await openHandle(tab, 'own.ishi', RECORD);
      await tab.typeAtEndOfLine(1, ' of 1991');
      await tab.page.evaluate(`(async () => { ${break_}; })()`);
      await tab.page.keyboard.press('Control+s');
      await tab.notice.getByText(`own.ishi is not saved: ${reason}. The text is still here.`).waitFor();
      if (what !== 'the file was removed') {
        assert.equal(await fileText(tab), RECORD, 'the file is as it was');
      }
      assert.equal(await tab.page.textContent('#name'), 'own.ishi •');
      await tab.page.evaluate(async () => {
        const { folder } = globalThis as unknown as { folder: FileSystemDirectoryHandle };
        const handle = await folder.getFileHandle('other.ishi', { create: true });
        Object.assign(globalThis, { handle, showSaveFilePicker: async () => handle });
      });
      await tab.notice.getByRole('button', { name: 'Save as…' }).click();
      await tab.notice.getByText('other.ishi is saved').waitFor();
      assert.equal(await fileText(tab), RECORD.replace('Final', 'Final of 1991'));
    }));
}

/** Opens a game, of which a record is made, as `openHandle` does. */
async function openBytes(tab: Tab, name: string, bytes: number[]): Promise<void> {
  await openHandle(tab, name, bytes, name.replace(/\.\w+$/, '.ishi •'));
}

const encoded = (text: string) => [...new TextEncoder().encode(text)];

test('a game in SGF is saved over its own bytes: only what was changed is another, and it counts as saved', async () => {
  // Spaces, line ends, a byte order mark, and a charset in which the name is Ada in Chinese characters.
  const spaced = '(;FF[4] GM[1]\r\n\tSZ[19]\r\n;B [pd]\r\n;W[dp] C[old])\r\n';
  const name = [0xb0, 0xac, 0xb4, 0xef];
  const chinese = [...encoded('(;GM[1]FF[4]CA[GB18030]PB['), ...name, ...encoded(']\n\n;B[pd] ;W[dp]C[old])\n')];
  for (const [file, bytes] of [
    ['spaced.sgf', encoded(spaced)],
    ['mark.sgf', [0xef, 0xbb, 0xbf, ...encoded(spaced)]],
    ['chinese.sgf', chinese],
  ] as const) {
    await Tab.use({}, async (tab) => {
      await openBytes(tab, file, [...bytes]);
      await tab.choose('sgf');
      await tab.notice.getByText(`${file} is saved`).waitFor();
      assert.deepEqual(await fileBytes(tab), bytes, 'nothing was changed');
      assert.equal(await tab.page.textContent('#name'), file.replace('.sgf', '.ishi'));
      await tab.page.locator('.cm-line', { hasText: /^old$/ }).click();
      await tab.page.keyboard.press('End');
      await tab.page.keyboard.type('er');
      await tab.page.locator('#name', { hasText: '•' }).waitFor();
      await tab.choose('sgf');
      await tab.page.waitForFunction(() => !document.getElementById('name')?.textContent?.includes('•'));
      const at = bytes.indexOf(0x64, bytes.lastIndexOf(0x43)) + 1;
      assert.deepEqual(await fileBytes(tab), [...bytes.slice(0, at), ...encoded('er'), ...bytes.slice(at)]);
      // Nothing waits to be saved, on the next visit either.
      const next = await tab.again();
      await next.until('an example', (text) => text.includes('W 34 N12'));
      await next.page.close();
    });
  }
});

test('a game in SGF is downloaded with its own bytes where the browser writes no files', () =>
  Tab.use({}, async (tab) => {
    const sgf = '(;FF[4] GM[1]\r\n;B [pd]\r\n;W[dp] C[old])\r\n';
    await tab.drop('spaced.sgf', sgf);
    await tab.page.evaluate(() => Object.assign(window, { showSaveFilePicker: undefined }));
    const saved = async () => {
      const [download] = await Promise.all([tab.page.waitForEvent('download'), tab.choose('sgf')]);
      await tab.page.waitForFunction(() => document.getElementById('name')?.textContent === 'spaced.ishi');
      return readFileSync(await download.path(), 'utf8');
    };
    assert.equal(await saved(), sgf);
    await tab.page.locator('.cm-line', { hasText: /^old$/ }).click();
    await tab.page.keyboard.press('End');
    await tab.page.keyboard.type('er');
    assert.equal(await saved(), sgf.replace('old', 'older'));
  }));

test('a record that has a file of its own is not saved by an export', () =>
  Tab.use({}, async (tab) => {
    await openHandle(tab, 'own.ishi', RECORD);
    await tab.typeAtEndOfLine(1, ' of 1991');
    await tab.page.evaluate(() => Object.assign(window, { showSaveFilePicker: undefined }));
    await Promise.all([tab.page.waitForEvent('download'), tab.choose('sgf')]);
    await tab.notice.getByText('own.sgf is saved').waitFor();
    assert.equal(await tab.page.textContent('#name'), 'own.ishi •');
  }));

const imports = (name: string) => [...readFileSync(join(environment('ISHI_ROOT'), 'tests/fixtures/import', name))];
const SGF = '(;FF[4]GM[1]CA[UTF-8]AP[ishi:1]GN[Final];B[pd];W[dp])\n';

for (const [name, content, wanted] of [
  ['game.txt', encoded(SGF), 'EVENT Final\nB 1 Q16\nW 2 D4\n'],
  ['game.ishi', encoded(`A game that I have found.\n\n${SGF}`), 'B 1 Q16'],
  ['utf16.txt', [0xff, 0xfe, ...[...SGF].flatMap((character) => [character.charCodeAt(0), 0])], 'B 1 Q16'],
  ['even.txt', imports('even.gib'), 'B 1 '],
  ['even.ngf', imports('even.ngf'), 'B 1 '],
  ['record.txt', encoded(RECORD), RECORD],
  ['quoted.ishi', encoded(`EVENT x\nCOM\n${SGF}ENDCOM\nB 1 Q16\n`), SGF],
] as const) {
  test(`${name} is opened as what it has in it`, () =>
    Tab.use({}, async (tab) => {
      await tab.dropAll([{ name, content: [...content] }]);
      await tab.page.locator('#name', { hasText: name.replace(/\.\w+$/, '') }).waitFor();
      await tab.until('the record', (text) => text.includes(wanted));
      assert.ok(!(await tab.text()).startsWith('('));
    }));
}

test('a record in Shift-JIS is opened, and saved in it', () =>
  Tab.use({}, async (tab) => {
    // これは良い手です。
    const comment = [130, 177, 130, 234, 130, 205, 151, 199, 130, 162, 142, 232, 130, 197, 130, 183, 129, 66];
    const bytes = [...encoded(`${RECORD}COM\n`), ...comment, ...encoded('\nENDCOM\n')];
    await openHandle(tab, 'japanese.ishi', bytes);
    await tab.until('the comment', (text) => text === `${RECORD}COM\nこれは良い手です。\nENDCOM\n`);
    await tab.line(5).click();
    await tab.page.keyboard.press('End');
    await tab.page.keyboard.insertText('定石');
    await tab.page.keyboard.press('Control+s');
    await tab.notice.getByText('japanese.ishi is saved').waitFor();
    assert.deepEqual(await fileBytes(tab), [...encoded(`${RECORD}COM\n`), ...comment, 146, 232, 144, 206, ...encoded('\nENDCOM\n')]);
    await tab.page.keyboard.insertText('é');
    await tab.page.keyboard.press('Control+s');
    await tab.notice.getByText('Shift-jis has no `é`.').waitFor();
  }));

test('what reads files is loaded for the first one, once, and again after a failure', async () => {
  const site = mkdtempSync(join(tmpdir(), 'site-'));
  cpSync(environment('ISHI_SITE'), site, { recursive: true });
  // Nothing is kept for a visit without a network while a file is missing.
  rmSync(join(site, 'files.wasm'));
  const { server, url } = await serve(site);
  await Tab.use({ site: url }, async (tab) => {
    let loaded = 0;
    tab.page.on('request', (request) => {
      loaded += Number(request.url().endsWith('files.wasm'));
    });
    await tab.page.reload();
    await tab.page.locator('#outline li').first().waitFor({ state: 'attached' });
    assert.equal(loaded, 0, 'the first visit does not need it');
    const text = await tab.text();
    await tab.dropAll([{ name: 'game.sgf', content: SGF }]);
    await tab.notice.getByText("game.sgf can't be opened: the part that reads and writes files could not be loaded (files.wasm: 404)").waitFor();
    assert.deepEqual([loaded, await tab.text()], [1, text]);
    copyFileSync(join(environment('ISHI_SITE'), 'files.wasm'), join(site, 'files.wasm'));
    await tab.drop('game.sgf', SGF);
    await tab.until('the record', (found) => found === 'EVENT Final\nB 1 Q16\nW 2 D4\n');
    await tab.drop('other.sgf', SGF.replace('Final', 'Other'));
    await tab.until('the other record', (found) => found.startsWith('EVENT Other\n'));
    assert.equal(loaded, 2);
    // The missing file was meant.
    tab.errors.splice(0);
  }).finally(() => server.close());
});

async function paste(tab: Tab, text: string): Promise<void> {
  await tab.page.evaluate((content) => navigator.clipboard.writeText(content), text);
  await tab.page.locator('.cm-content').focus();
  await tab.page.keyboard.press('Control+v');
}

test('a game that is pasted as the whole text becomes a record, and Undo has it as it was', () =>
  Tab.use({}, async (tab) => {
    await tab.begin();
    await paste(tab, SGF);
    await tab.until('the record', (text) => text === 'EVENT Final\nB 1 Q16\nW 2 D4\n');
    await tab.notice.getByText('The game was converted').waitFor();
    await tab.board.locator('#title', { hasText: 'Final' }).waitFor();
    await tab.page.keyboard.press('Control+z');
    await tab.until('the game', (text) => text === SGF);
    await tab.page.keyboard.press('Control+y');
    // In place of another text, too.
    await tab.page.keyboard.press('Control+a');
    await paste(tab, SGF.replace('Final', 'Other'));
    await tab.until('the record', (text) => text.startsWith('EVENT Other\nB 1 Q16\n'));
    await tab.page.evaluate(() => Object.assign(window, { showSaveFilePicker: undefined }));
    const [download] = await Promise.all([tab.page.waitForEvent('download'), tab.choose('sgf')]);
    assert.equal(readFileSync(await download.path(), 'utf8'), SGF.replace('Final', 'Other'));
  }));

test('a game that is pasted into a record stays there, and can be opened', () =>
  Tab.use({ text: 'EVENT x\nB 1 Q16\nCOM\n\nENDCOM\n' }, async (tab) => {
    await tab.line(4).click();
    await paste(tab, SGF.trim());
    await tab.notice.getByText('A game in another format was pasted').waitFor();
    assert.equal(await tab.text(), `EVENT x\nB 1 Q16\nCOM\n${SGF}ENDCOM\n`);
    await tab.notice.getByRole('button', { name: 'Open it as a record' }).click();
    await tab.until('the record', (text) => text === 'EVENT Final\nB 1 Q16\nW 2 D4\n');
  }));

test('Ctrl+S on the board saves the record with the comment that is being written', () =>
  Tab.use({}, async (tab) => {
    await openHandle(tab, 'said.ishi', RECORD);
    await tab.board.locator('#title', { hasText: 'Final' }).waitFor();
    await tab.line(3).click();
    await tab.board.locator('#state', { hasText: 'White 2 D4' }).waitFor();
    await tab.board.locator('#edit-comment').click();
    await tab.board.locator('#comment-text').fill('Good.');
    await tab.page.keyboard.press('Control+s');
    await tab.page.locator('#notice', { hasText: 'said.ishi is saved' }).waitFor({ state: 'attached' });
    assert.equal(await fileText(tab), `${RECORD}COM\nGood.\nENDCOM\n`);
    // The board has its own Undo, outside of fields.
    await tab.board.locator('#board').focus();
    await tab.page.keyboard.press('Control+z');
    await tab.until('the text without the comment', (text) => text === RECORD);
  }));

test('files are dropped on the board as on the text, and of several all are opened', () =>
  Tab.use({}, async (tab) => {
    await tab.board.locator('#board svg').waitFor();
    await tab.dropAll([{ name: 'one.sgf', content: SGF }], 'board');
    await tab.until('the record', (text) => text === 'EVENT Final\nB 1 Q16\nW 2 D4\n');
    await tab.dropAll([{ name: 'a.ishi', content: 'EVENT A\n' }, { name: 'b.sgf', content: SGF.replace('Final', 'B') }, { name: 'c.ishi', content: [0, 1, 2] }], 'board');
    await tab.notice.getByText("b.ishi was opened, too, and can be found under Recent and unsaved; this is a.ishi.").waitFor();
    await tab.notice.getByText("c.ishi can't be opened").waitFor();
    assert.equal(await tab.text(), 'EVENT A\n');
    await (await tab.recent()).filter({ hasText: 'b.ishi' }).getByRole('button', { name: 'Open' }).click();
    await tab.until('the other file', (text) => text.startsWith('EVENT B\n'));
  }));

test('millions of empty lines are refused in words, however they come', async () => {
  const lines = '\n'.repeat(8_000_000);
  const words = 'it has 8,000,000 lines, and at most 2,000,000 are shown';
  await Tab.use({ text: RECORD }, async (tab) => {
    for (const name of ['lines.ishi', 'lines.txt']) {
      await tab.dropAll([{ name, content: lines }]);
      await tab.notice.getByText(`${name} can't be opened: ${words}`).waitFor();
    }
    await tab.page.evaluate((text) => {
      const data = new DataTransfer();
      data.setData('text/plain', text);
      document.querySelector('.cm-content')?.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
    }, lines);
    await tab.notice.getByText(`This is not pasted: ${words}`).waitFor();
    await tab.page.evaluate((hash) => {
      location.hash = hash;
    }, `text=${deflateRawSync(lines).toString('base64url')}`);
    await tab.notice.getByText(`The text of the link is not shown: ${words}`).waitFor();
    assert.equal(await tab.text(), RECORD);
  });
});
