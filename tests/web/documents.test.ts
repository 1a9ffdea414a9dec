/** Documents that are in no file: nothing that was written is lost, whatever the user does next. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { deflateRawSync } from 'node:zlib';

import { serve } from '../../editors/web/scripts/serve.mjs';
import { beginText, choose, environment, game, launch, openHandle, quit, RECORD, Tab } from './browser.ts';

after(quit);

test('a link holds the text, and a damaged one is refused in words', async () => {
  let link = '';
  await Tab.use({ text: `${RECORD}COM\né 石 👍\nENDCOM\n` }, async (tab) => {
    await tab.choose('share');
    await tab.notice.getByText('clipboard').waitFor();
    link = await tab.page.evaluate(() => navigator.clipboard.readText());
  });
  const hash = new URL(link).hash;
  await Tab.use({ hash }, async (tab) => {
    await tab.until('the text of the link', (text) => text.includes('é 石 👍'));
  });
  await Tab.use({ hash: `${hash.slice(0, 20)}x${hash.slice(22)}` }, async (tab) => {
    await tab.notice.getByText('The link is damaged').waitFor();
    await tab.until('an example', (text) => text.includes('W 34 N12'));
  });
});

test('links that hold no text, or too much, are refused in words', async () => {
  const packed = (bytes: Uint8Array) => `#text=${deflateRawSync(bytes).toString('base64url')}`;
  // Not base64, not UTF-8, not all of it, and 20 MB in 20 kB.
  const bomb = packed(new Uint8Array(20_000_000).fill(66));
  const whole = packed(new TextEncoder().encode(game(300)));
  for (const hash of ['#text=%%%', packed(new Uint8Array([0xff, 0xfe])), whole.slice(0, whole.length / 2), '#text=', bomb]) {
    await Tab.use({ hash }, async (tab) => {
      await tab.notice.getByText('The link is damaged').waitFor();
      await tab.until('an example', (text) => text.includes('W 34 N12'));
    });
  }
});

test('a game is downloaded as the page that ishi player writes', async () => {
  const text = `${RECORD.replace('Final', 'Final <!--game-->')}COM\n</script> é 石\nENDCOM\n`;
  await Tab.use({ text }, async (tab) => {
    const [file] = await Promise.all([tab.page.waitForEvent('download'), tab.choose('player')]);
    assert.equal(file.suggestedFilename(), 'test.html');
    const expected = execFileSync(environment('ISHI'), ['player', '-', '--isolated'], { input: text, encoding: 'utf8' });
    assert.equal(readFileSync(await file.path(), 'utf8'), expected);
  });
});

/** The part of a link after its `#`, as Share writes it. */
async function share(tab: Tab): Promise<string> {
  await tab.choose('share');
  await tab.notice.getByText('clipboard').waitFor();
  return new URL(await tab.page.evaluate(() => navigator.clipboard.readText())).hash;
}

const hashOf = (tab: Tab) => tab.page.evaluate(() => location.hash);

/** The names in the list of texts that are not saved, each with its first line. */
async function unsaved(tab: Tab): Promise<string[]> {
  const rows = await tab.recent();
  const found = await rows.evaluateAll((all) =>
    all.filter((row) => row.querySelector('small') !== null).map((row) => `${row.querySelector('b')?.textContent}: ${row.querySelector('small')?.textContent?.split(' · ').at(-1)}`),
  );
  await tab.page.keyboard.press('Escape');
  return found;
}

/** Opens a text of the list by words of its row, unless it is in view. */
async function reopen(tab: Tab, words: string): Promise<void> {
  if ((await tab.text()).includes(words)) {
    return;
  }
  await (await tab.recent()).filter({ hasText: words }).getByRole('button', { name: 'Open' }).click();
  await tab.until(words, (text) => text.includes(words));
}

test('what was typed last is there after a reload, and on the next visit', () =>
  Tab.use({ text: RECORD }, async (first) => {
    // No time between the last key and the end.
    await first.typeAtEndOfLine(1, ' of 1991');
    await first.page.reload();
    await first.until('the text', (text) => text === RECORD.replace('Final', 'Final of 1991'));
    assert.equal(await first.page.textContent('#name'), 'test.ishi •');
    await first.typeAtEndOfLine(1, ', June');
    const second = await first.again();
    await second.until('the text', (text) => text === RECORD.replace('Final', 'Final of 1991, June'));
    assert.equal(await second.page.textContent('#name'), 'test.ishi •');
    await second.page.close();
  }));

test('what is written on a shared link is there on the next visit, with the link and without it', () =>
  Tab.use({ text: RECORD }, async (author) => {
    const hash = await share(author);
    await author.page.evaluate(() => indexedDB.deleteDatabase('ishi'));
    const first = await author.again(hash);
    await first.until('the text of the link', (text) => text === RECORD);
    assert.equal(await hashOf(first), hash);
    await first.typeAtEndOfLine(1, ', reviewed');
    assert.equal(await hashOf(first), '', 'the address has another text than the page');
    const second = await first.again();
    await second.until('the review', (text) => text.includes('Final, reviewed\n'));
    const third = await second.again(hash);
    await third.until('the review', (text) => text.includes('Final, reviewed\n'));
    await third.notice.getByText('as you have changed it').waitFor();
    await third.notice.getByRole('button', { name: 'as it was shared' }).click();
    await third.until('the text of the link', (text) => text === RECORD);
    assert.deepEqual(await unsaved(third), ['shared.ishi: EVENT Final, reviewed']);
    await third.page.close();
  }));

test('what is written after sharing is there after a reload, and where its link is opened', () =>
  Tab.use({ text: RECORD }, async (tab) => {
    await tab.typeAtEndOfLine(1, ' one');
    const hash = await share(tab);
    await tab.page.reload();
    await tab.until('the text', (text) => text.includes('Final one\n'));
    assert.equal(await tab.page.textContent('#name'), 'test.ishi •', 'it is the document that was shared');
    await tab.typeAtEndOfLine(1, ' two');
    assert.equal(await hashOf(tab), '');
    await tab.page.reload();
    await tab.until('the newer text', (text) => text.includes('Final one two\n'));
    const next = await tab.again(hash);
    await next.until('the newer text', (text) => text.includes('Final one two\n'));
    await next.page.close();
  }));

test('a link that is pasted into the address bar takes the place of a text that is kept', async () => {
  const hash = `#text=${deflateRawSync('EVENT Linked\n').toString('base64url')}`;
  await Tab.use({ text: RECORD }, async (tab) => {
    await tab.typeAtEndOfLine(1, ' mine');
    await tab.page.evaluate((link) => {
      location.hash = link;
    }, hash);
    await tab.until('the text of the link', (text) => text === 'EVENT Linked\n');
    await reopen(tab, 'Final mine');
    assert.equal(await hashOf(tab), '');
  });
});

for (const [what, leave] of [
  ['New', (tab: Tab) => tab.begin()],
  ['an example', (tab: Tab) => tab.example('joseki.ishi')],
  ['a file', (tab: Tab) => tab.drop('other.ishi', 'EVENT Other\n')],
  ['a file of the same name', (tab: Tab) => tab.drop('new.ishi', 'EVENT Other\n')],
  ['a file of a dialog', (tab: Tab) => openHandle(tab, 'own.ishi', RECORD)],
] as const) {
  test(`${what} in place of a text that is not saved leaves that in the list, also on the next visit`, () =>
    Tab.use({}, async (first) => {
      const { page } = first;
      for (const event of ['EVENT One', 'EVENT Two']) {
        await beginText(page);
        await page.keyboard.type(event);
      }
      await leave(first);
      await first.until('another text', (text) => text !== 'EVENT Two');
      assert.deepEqual(await unsaved(first), ['new.ishi: EVENT Two', 'new.ishi: EVENT One']);
      await reopen(first, 'EVENT One');
      const second = await first.again();
      assert.deepEqual((await unsaved(second)).toSorted(), ['new.ishi: EVENT One', 'new.ishi: EVENT Two']);
      await reopen(second, 'EVENT Two');
      await second.typeAtEndOfLine(1, ', too');
      await reopen(second, 'EVENT One');
      await reopen(second, 'EVENT Two, too');
      await second.page.close();
    }));
}

test('the same file that is opened again is a document of its own', () =>
  Tab.use({ text: RECORD }, async (tab) => {
    await tab.typeAtEndOfLine(1, ' one');
    await tab.drop('test.ishi', RECORD);
    await tab.until('the text of the file', (text) => text === RECORD);
    await tab.notice.getByText('Under Recent and unsaved there is another text of test.ishi, which is not saved').waitFor();
    await tab.typeAtEndOfLine(1, ' two');
    const next = await tab.again();
    assert.deepEqual(await unsaved(next), ['test.ishi: EVENT Final two', 'test.ishi: EVENT Final one']);
    await next.page.close();
  }));

test('two tabs with a new text each keep both', () =>
  Tab.use({}, async (one) => {
    const two = await Tab.open({ keeps: true });
    for (const [tab, event] of [[one, 'EVENT One'], [two, 'EVENT Two']] as const) {
      await tab.begin();
      await tab.page.keyboard.type(event);
    }
    // Each tab has its own after a reload, too.
    for (const [tab, event] of [[one, 'EVENT One'], [two, 'EVENT Two']] as const) {
      await tab.page.reload();
      await tab.until(event, (text) => text === event);
    }
    assert.equal(await (await one.recent()).filter({ hasText: 'in another tab' }).getByRole('button', { name: 'Remove' }).count(), 0);
    await two.page.close({ runBeforeUnload: true });
    const next = await one.again();
    assert.deepEqual((await unsaved(next)).toSorted(), ['new.ishi: EVENT One', 'new.ishi: EVENT Two']);
    await next.page.close();
  }));

test('a text that another tab has in view is opened as a copy, and both are kept', () =>
  Tab.use({ text: RECORD }, async (one) => {
    await one.typeAtEndOfLine(1, ' one');
    await one.choose('recent');
    await one.page.locator('#kept', { hasText: 'in view' }).waitFor();
    await one.page.keyboard.press('Escape');
    const two = await Tab.open({ keeps: true });
    await two.until('an example', (text) => text.includes('W 34 N12'));
    await reopen(two, 'Final one');
    await two.notice.getByText('Another tab has test.ishi in view. This is a copy of it.').waitFor();
    await two.typeAtEndOfLine(1, ' two');
    await one.typeAtEndOfLine(1, ' three');
    await two.page.close({ runBeforeUnload: true });
    const next = await one.again();
    assert.deepEqual((await unsaved(next)).toSorted(), ['test.ishi: EVENT Final one three', 'test.ishi: EVENT Final one two']);
    await next.page.close();
  }));

test('a text is removed from the list by hand, and comes back by Undo', () =>
  Tab.use({ text: RECORD }, async (tab) => {
    await tab.typeAtEndOfLine(1, ' one');
    await tab.begin();
    const rows = await tab.recent();
    await rows.getByRole('button', { name: 'Remove' }).click();
    await rows.getByText('test.ishi was removed').waitFor();
    await rows.getByRole('button', { name: 'Undo' }).click();
    await rows.getByText('EVENT Final one').waitFor();
    await rows.getByRole('button', { name: 'Remove' }).click();
    await rows.getByText('test.ishi was removed').waitFor();
    const next = await tab.again();
    await next.until('an example', (text) => text.includes('W 34 N12'));
    assert.deepEqual(await unsaved(next), []);
    await next.page.close();
  }));

test('where the browser has no room, no text is dropped, and the list can be emptied', () =>
  Tab.use({ text: RECORD }, async (tab) => {
    const { page } = tab;
    const text = (event: string) => `EVENT ${event}\nCOM\n${`${event}\n`.repeat(10_000)}ENDCOM\n`;
    await tab.drop('large.ishi', text('Large'));
    await tab.typeAtEndOfLine(1, ' one');
    await beginText(page);
    assert.deepEqual(await unsaved(tab), ['large.ishi: EVENT Large one']);
    // From now on there is room for small texts only: the limit of a browser is many gigabytes.
    await page.evaluate(() => {
      const { put } = IDBObjectStore.prototype;
      IDBObjectStore.prototype.put = function (this: IDBObjectStore, value: { text?: string }) {
        const request = put.call(this, value);
        if ((value.text?.length ?? 0) > 1000) {
          this.transaction.abort();
        }
        return request;
      };
      Object.assign(window, { makeRoom: () => Object.assign(IDBObjectStore.prototype, { put }) });
    });
    await tab.drop('more.ishi', text('More'));
    await tab.typeAtEndOfLine(1, ' two');
    await tab.notice.getByText('The browser has no room to keep more.ishi').waitFor();
    // It is in the list as long as the tab is open, and the browser asks before that is closed.
    await beginText(page);
    assert.deepEqual(await unsaved(tab), ['more.ishi: EVENT More two', 'large.ishi: EVENT Large one']);
    await tab.typeAtEndOfLine(1, 'EVENT');
    const asked = page.waitForEvent('dialog');
    void page.close({ runBeforeUnload: true });
    const dialog = await asked;
    assert.equal(dialog.type(), 'beforeunload');
    await dialog.dismiss();
    await page.evaluate('makeRoom()');
    await (await tab.recent()).filter({ hasText: 'Large' }).getByRole('button', { name: 'Remove' }).click();
    await page.locator('#kept li', { hasText: 'was removed' }).waitFor();
    await page.keyboard.press('Escape');
    await reopen(tab, 'EVENT More two');
    const next = await tab.again();
    assert.deepEqual((await unsaved(next)).toSorted(), ['more.ishi: EVENT More two', 'new.ishi: EVENT']);
    await next.page.close();
  }));

test('a browser that keeps nothing asks before a text is lost, and has it in the list until then', async () => {
  const { browser, url } = await launch();
  const page = await browser.newPage();
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('denied', 'SecurityError');
    };
  });
  await page.goto(url);
  await page.locator('#outline li').first().waitFor({ state: 'attached' });
  await beginText(page);
  await page.keyboard.type('EVENT Mine');
  await page.locator('#notice', { hasText: 'The browser has no room to keep new.ishi' }).waitFor();
  await beginText(page);
  await choose(page, 'recent');
  await page.locator('#kept').getByRole('button', { name: 'Open' }).click();
  await page.locator('.cm-line', { hasText: 'EVENT Mine' }).waitFor();
  const asked = page.waitForEvent('dialog');
  void page.close({ runBeforeUnload: true });
  await (await asked).accept();
});

test('what is typed last is kept when the tab is closed, also if an earlier write has not ended', () =>
  Tab.use({ text: RECORD }, async (first) => {
    await first.typeAtEndOfLine(1, ' one');
    await first.begin();
    await first.page.keyboard.type('EVENT Mine');
    // A write that does not end, as on a slow disk.
    await first.page.evaluate(
      () =>
        new Promise<void>((resolve) => {
          indexedDB.open('ishi').onsuccess = ({ target }) => {
            const entries = (target as IDBOpenDBRequest).result.transaction(['entries', 'documents'], 'readwrite').objectStore('entries');
            const again = () => {
              entries.count().onsuccess = again;
            };
            entries.count().onsuccess = () => {
              again();
              resolve();
            };
          };
        }),
    );
    await first.page.keyboard.type(' and yours');
    const second = await first.again();
    await second.until('the last text', (text) => text === 'EVENT Mine and yours');
    assert.deepEqual(await unsaved(second), ['new.ishi: EVENT Mine and yours', 'test.ishi: EVENT Final one']);
    // It is written now: a text of before does not come back.
    await second.typeAtEndOfLine(1, '!');
    const third = await second.again();
    await third.until('the text', (text) => text === 'EVENT Mine and yours!');
    assert.deepEqual(await third.page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('unwritten'))), []);
    await third.page.close();
  }));

test('a file is remembered after it was saved: the next visit saves to it, once the user allows that', () =>
  Tab.use({}, async (first) => {
    await openHandle(first, 'remembered.ishi', RECORD);
    await first.typeAtEndOfLine(1, ' one');
    await first.page.keyboard.press('Control+s');
    await first.notice.getByText('remembered.ishi is saved').waitFor();
    await first.typeAtEndOfLine(1, ' two');
    const second = await first.again();
    await second.until('the text', (text) => text.includes('Final one two'));
    const asked = await second.page.evaluateHandle(() => {
      const modes: string[] = [];
      const own = FileSystemFileHandle.prototype as unknown as { requestPermission(options: { mode: string }): Promise<string> };
      own.requestPermission = async ({ mode }) => {
        modes.push(mode);
        return 'granted';
      };
      return modes;
    });
    await second.page.keyboard.press('Control+s');
    await second.notice.getByText('remembered.ishi is saved').waitFor();
    assert.deepEqual(await asked.jsonValue(), ['readwrite']);
    const content = await second.page.evaluate(async () => (await (await (await navigator.storage.getDirectory()).getFileHandle('remembered.ishi')).getFile()).text());
    assert.equal(content, RECORD.replace('Final', 'Final one two'));
    // It is in the list of files, and no more among the texts that are not saved.
    assert.deepEqual(await unsaved(second), []);
    const third = await second.again();
    await third.recent();
    await third.page.locator('#kept [data-list=saved] li', { hasText: 'remembered.ishi' }).getByRole('button', { name: 'Open' }).click();
    await third.until('the file', (text) => text.includes('Final one two'));
    assert.equal(await third.page.textContent('#name'), 'remembered.ishi');
    // Another program writes the file, and removes it.
    await third.begin();
    await third.page.evaluate(async () => {
      const stream = await (await (await navigator.storage.getDirectory()).getFileHandle('remembered.ishi')).createWritable();
      await stream.write('EVENT Theirs\n');
      await stream.close();
    });
    await third.recent();
    await third.page.locator('#kept li', { hasText: 'remembered.ishi' }).getByRole('button', { name: 'Open' }).click();
    await third.notice.getByText('remembered.ishi has been changed by another program').waitFor();
    assert.ok((await third.text()).includes('Final one two'));
    await third.notice.getByRole('button', { name: 'Open it' }).click();
    await third.until('the file', (text) => text === 'EVENT Theirs\n');
    await third.begin();
    await third.page.evaluate(async () => (await navigator.storage.getDirectory()).removeEntry('remembered.ishi'));
    await third.recent();
    await third.page.locator('#kept li', { hasText: 'Final one two' }).getByRole('button', { name: 'Open' }).click();
    await third.notice.getByText("remembered.ishi can't be read any more").waitFor();
    assert.equal(await third.page.textContent('#name'), 'remembered.ishi •');
    await third.page.close();
  }));

test('an example in another page is not mixed up with what the user has written on its link', async () => {
  const { browser } = await launch();
  const folder = mkdtempSync(join(tmpdir(), 'around-'));
  cpSync(environment('ISHI_SITE'), join(folder, 'try'), { recursive: true });
  const hash = `#text=${deflateRawSync('EVENT Corner\nB 1 C3\n').toString('base64url')}`;
  writeFileSync(join(folder, 'index.html'), `<!DOCTYPE html><iframe width="1200" height="800" src="try/${hash}"></iframe>`);
  const { server, url } = await serve(folder);
  const page = await browser.newPage();
  try {
    await page.goto(`${url}try/${hash}`);
    await page.locator('.cm-line', { hasText: 'EVENT Corner' }).click();
    await page.keyboard.press('Control+Home');
    await page.keyboard.type('REMARK mine');
    await page.goto(url);
    const example = page.frameLocator('iframe').first();
    await example.locator('#outline li').first().waitFor({ state: 'attached' });
    await example.locator('.cm-line', { hasText: 'EVENT Corner' }).click();
    assert.equal(await example.locator('.cm-line', { hasText: 'REMARK mine' }).count(), 0);
    await page.keyboard.type('tried');
    await page.goto(`${url}try/${hash}`);
    await page.locator('.cm-line', { hasText: 'REMARK mine' }).waitFor();
    await choose(page, 'recent');
    await page.locator('#kept').waitFor();
    assert.equal(await page.locator('#kept [data-list=unsaved] small').count(), 1);
  } finally {
    await page.close();
    server.close();
  }
});
