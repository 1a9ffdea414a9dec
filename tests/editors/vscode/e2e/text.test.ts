/** Tests of the text of a record, its colors and how it is written, in a real workbench. */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';

import { environment, example, ishi, LATE, quit, Workbench } from './workbench.ts';

after(quit);

/** The lines that are underlined in red. */
async function wrongLines(workbench: Workbench): Promise<string[]> {
  return (await workbench.underlined('error')).filter(({ isUnderlined }) => isUnderlined).map(({ text }) => text);
}

test('squiggles stand where `ishi check` says', async () => {
  const text = example('mistakes.ishi').replaceAll('\r', '');
  await Workbench.use('mistakes.ishi', text, async (workbench) => {
    const found = ishi(['check', '--show', 'hint', '--format', 'jsonl', workbench.path])
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as { line: number; severity: 'error' | 'warning' });
    const all = text.split('\n');
    for (const severity of ['error', 'warning'] as const) {
      const expected = new Set(found.filter((each) => each.severity === severity).map(({ line }) => line));
      // Lenses may still move lines down, and out of the screen: what is compared is what is shown at one moment.
      await workbench.waitFor(`the ${severity}s`, async () => {
        const lines = await workbench.underlined(severity);
        const isRight = ({ text: line, isUnderlined }: { text: string; isUnderlined: boolean }, index: number) =>
          line === all[index] && isUnderlined === expected.has(index + 1);
        return lines.some((line) => line.isUnderlined) && lines.every(isRight);
      });
    }
    await workbench.press('Control+Shift+m');
    await workbench.page.locator('.markers-panel .monaco-list-row', { hasText: 'unknown-keyword' }).first().waitFor();
    await workbench.picture('problems');
    assert.deepEqual([...workbench.outside], []);
  });
});

test('a quick fix is applied by keys', async () => {
  await Workbench.use('fix.ishi', 'EVENT x\nBLCAK Zoe\nB 1 Q16\n', async (workbench) => {
    await workbench.waitFor('the squiggle', async () => (await wrongLines(workbench)).includes('BLCAK Zoe'));
    await workbench.goTo(2, 2);
    await workbench.show(workbench.page.locator('.action-widget .monaco-list-row', { hasText: 'BLACK' }), 'Control+.');
    await workbench.picture('quick-fix');
    await workbench.press('Enter');
    await workbench.waitFor('the corrected line', async () => (await workbench.lines())[1]?.text === 'BLACK Zoe');
    await workbench.waitFor('no squiggle', async () => (await wrongLines(workbench)).length === 0);
  });
});

test('hovering a keyword shows its syntax', async () => {
  await Workbench.use('hover.ishi', 'EVENT x\nBOARDSIZE 9\nB 1 E5\n', async (workbench) => {
    await workbench.ready();
    await workbench.goTo(2, 3);
    const hover = workbench.page.locator('.monaco-hover:visible', { hasText: 'BOARDSIZE <n>' });
    await workbench.show(hover, 'Control+k', 'Control+i');
    assert.match(await hover.innerText(), /Standard, section 5\.4/);
  });
});

test('completion inserts a comment', async () => {
  await Workbench.use('complete.ishi', 'EVENT x\nB 1 Q16\n', async (workbench) => {
    await workbench.ready();
    await workbench.goTo(3);
    await workbench.page.keyboard.type('CO');
    const row = workbench.page.locator('.suggest-widget.visible .monaco-list-row[aria-label^="COM"]').first();
    await workbench.show(row, 'Control+Space');
    await workbench.picture('completion');
    await row.click();
    await workbench.waitFor('the block', async () => {
      const texts = (await workbench.lines()).map(({ text }) => text.trimEnd());
      return texts.some((text) => text.startsWith('COM')) && texts.includes('ENDCOM');
    });
  });
});

test('the outline shows events, moves and variations', async () => {
  const text = 'EVENT First\nB 1 Q16\nVAR a\n  B 1 D4\n  W 2 C3\nENDVAR\nW 2 D4\n\nEVENT Second\nB 1 C3\n';
  await Workbench.use('outline.ishi', text, async (workbench) => {
    await workbench.ready();
    await workbench.command('Explorer: Focus on Outline View');
    const rows = workbench.page.locator('.outline-pane .monaco-list-row');
    await rows.filter({ hasText: 'Variation a' }).waitFor();
    const levels = await rows.evaluateAll((all) => all.map((row) => `${row.getAttribute('aria-level')} ${row.querySelector('.label-name')?.textContent}`));
    assert.deepEqual(levels.slice(0, 5), ['1 First', '2 B 1 Q16', '3 Variation a', '4 B 1 D4', '4 W 2 C3']);
    await workbench.picture('outline');
  });
});

test('saving formats as `ishi fmt` does, and again is the same', async () => {
  const text = 'event x\n  b  1   q16\nvar\nb 1 d4\nendvar\ncom  A Title\n  prose  stays \nendcom\n';
  await Workbench.use('save.ishi', text, async (workbench) => {
    await workbench.ready();
    await workbench.goTo(1);
    await workbench.press('End');
    await workbench.page.keyboard.type(' ');
    await workbench.press('Control+s');
    const formatted = ishi(['fmt', '-'], text);
    await workbench.waitFor('the formatted file', async () => workbench.saved() === formatted);
    await workbench.waitFor('the save to end', async () => !(await workbench.isChanged()));
    const before = workbench.savedAt();
    await workbench.press('Control+s');
    // A file is emptied before it is written.
    await workbench.waitFor('another save', async () => workbench.savedAt() !== before && workbench.saved() !== '');
    assert.equal(workbench.saved(), formatted);
  });
});

test('saving formats before the workbench can', async () => {
  const text = 'event x\n  b  1   q16\nvar\nb 1 d4\nendvar\n';
  await Workbench.use('early.ishi', text, async (workbench) => {
    await workbench.ready();
    await workbench.goTo(2);
    await workbench.page.keyboard.type(' ');
    await workbench.press('Control+s');
    await workbench.waitFor('the save', async () => !(await workbench.isChanged()));
    assert.equal(workbench.saved(), ishi(['fmt', '-'], text));
    await workbench.reads(workbench.saved());
    // One step of undo, as after the formatting that VS Code does.
    await workbench.press('Control+z');
    await workbench.reads(` ${text}`.replace(/^ event x\n/, 'event x\n '));
  }, LATE);
});

test('Enter indents a variation, and its end goes back', async () => {
  await Workbench.use('indent.ishi', 'EVENT x\nB 1 Q16\n', async (workbench) => {
    await workbench.ready();
    await workbench.goTo(3);
    await workbench.page.keyboard.type('VAR a', { delay: 60 });
    await workbench.reads('EVENT x\nB 1 Q16\nVAR a');
    await workbench.press('Enter');
    await workbench.reads('EVENT x\nB 1 Q16\nVAR a\n  ');
    await workbench.page.keyboard.type('B 1 D4\nENDVAR', { delay: 60 });
    await workbench.reads('EVENT x\nB 1 Q16\nVAR a\n  B 1 D4\nENDVAR');
  });
});

test('Enter in and around a comment keeps the column', async () => {
  await Workbench.use('comment.ishi', 'EVENT x\nB 1 Q16\n', async (workbench) => {
    await workbench.ready();
    await workbench.goTo(3);
    await workbench.page.keyboard.type('COM\nA VAR\nthis\nENDCOM\nUSER\ndata\nENDUSER\n', { delay: 60 });
    await workbench.reads('EVENT x\nB 1 Q16\nCOM\nA VAR\nthis\nENDCOM\nUSER\ndata\nENDUSER\n');
    await workbench.page.keyboard.type('VAR\nB 1 D4\nCOM\nx\nENDCOM\nENDVAR', { delay: 60 });
    await workbench.reads('EVENT x\nB 1 Q16\nCOM\nA VAR\nthis\nENDCOM\nUSER\ndata\nENDUSER\nVAR\n  B 1 D4\n  COM\n  x\n  ENDCOM\nENDVAR');
  });
});

test('a move number is not taken for a color', async () => {
  await Workbench.use('color.ishi', 'EVENT x\nB 216 Q16\nMARK #216\n', async (workbench) => {
    await workbench.ready();
    await workbench.goTo(3, 7);
    await workbench.show(workbench.page.locator('.monaco-hover:visible', { hasText: 'Q16' }), 'Control+k', 'Control+i');
    await workbench.picture('number');
    assert.equal(await workbench.page.locator('.colorpicker-widget, .colorpicker-color-decoration').count(), 0);
  });
});

test('a program in the Go language stays one', async () => {
  await Workbench.use('main.go', 'package main\n\nfunc main() {}\n', async (workbench) => {
    await workbench.waitFor('the language', async () => (await workbench.language.innerText()) === 'Go');
    // An offer, as for the record below, would have come by then.
    await workbench.page.waitForTimeout(1500);
    assert.equal(await workbench.page.locator('.notification-toast', { hasText: 'game record' }).count(), 0);
    assert.equal(await workbench.language.innerText(), 'Go');
    assert.equal(await workbench.editor.locator('.squiggly-error').count(), 0);
  });
});

test('a record called .go is offered as one, and the answer is remembered', async () => {
  await Workbench.use('test.go', 'Remark testspec.go\nevent\nB 1 R16\nVRA\n', async (workbench) => {
    const offer = workbench.page.locator('.notification-toast', { hasText: 'This looks like an Ishi game record: test.go' });
    await offer.waitFor();
    assert.equal(await workbench.language.innerText(), 'Go');
    await workbench.picture('go-file');
    await offer.getByRole('button', { name: 'Open as Record' }).click();
    await workbench.waitFor('the language', async () => (await workbench.language.innerText()) === 'Ishi Game Record');
    await workbench.waitFor('the squiggle', async () => (await wrongLines(workbench)).includes('VRA'));
    await workbench.page.reload();
    await workbench.waitFor('the language again', async () => (await workbench.language.innerText()) === 'Ishi Game Record');
    assert.equal(await offer.count(), 0);
  }, {});
});

test('the status bar counts problems', async () => {
  await Workbench.use('count.ishi', 'EVENT x\nBLCAK y\nKOMI 5\nB 1 Q16\nW 1 D4\nB 9 C3\n', async (workbench) => {
    await workbench.waitFor('the count', async () => /start\s+3$/.test((await workbench.status.innerText()).trim()));
    await workbench.picture('status');
  });
});

test('the data of SGF in a record is folded when the record is opened', async () => {
  await Workbench.use('folded.ishi', 'EVENT x\nUSER sgf\nXX[1]\nENDUSER\nB 1 Q16\nUSER mine\nkept\nENDUSER\n', async (workbench) => {
    const folded = 'EVENT x\nUSER sgf\nB 1 Q16\nUSER mine\nkept\nENDUSER\n';
    await workbench.reads(folded);
    // By key: the first line moves down when its lens comes, and a click may meet the sign of another fold.
    await workbench.goTo(2);
    await workbench.press('Control+Shift+BracketRight');
    await workbench.reads(folded.replace('USER sgf', 'USER sgf\nXX[1]\nENDUSER'));
  });
});

test('a program that is missing is reported, and one that ends again and again is started anew on demand', async () => {
  const settings = environment('VSCODE_SETTINGS');
  const run = (program: string) => {
    mkdirSync(join(settings, '..'), { recursive: true });
    writeFileSync(settings, JSON.stringify({ 'ishi.server.path': program }));
  };
  await Workbench.use('program.ishi', 'EVENT x\nB 1 Q16\n', async (workbench) => {
    const { page, path } = workbench;
    const program = join(path, '../program');
    const mortal = `${program}.cjs`;
    const toast = (text: string) => page.locator('.notification-toast', { hasText: text });
    try {
      await workbench.ready();
      run('/no/such/ishi');
      await toast('there is no program to run').waitFor();
      await page.waitForTimeout(1000);
      await workbench.picture('missing-program');
      assert.equal(await page.locator('.notification-toast').count(), 1);
      // It ends as soon as a message says that its answer was read, however long that takes.
      writeFileSync(mortal, `
        const server = require('node:child_process').spawn('${environment('ISHI')}', process.argv.slice(2), { stdio: ['pipe', 'inherit', 'inherit'] });
        let heard = '';
        process.stdin.on('data', (part) => {
          server.stdin.write(part);
          heard += part;
          if (heard.includes('"method":"initialized"')) server.kill('SIGKILL');
        });
        server.on('close', () => process.exit(1));
      `);
      const lines = ['#!/bin/sh', `[ "$1" = lsp ] && exec '${process.execPath}' '${mortal}' "$@"`, `exec '${environment('ISHI')}' "$@"`];
      writeFileSync(program, lines.map((line) => `${line}\n`).join(''), { mode: 0o755 });
      run(program);
      // Requests that were on their way are not reported one by one, nor is a failed start reported by the client, too.
      await toast('crashed repeatedly').waitFor();
      await page.waitForTimeout(1000);
      assert.equal(await page.locator('.notification-toast').count(), 2);
      writeFileSync(program, `#!/bin/sh\n[ "$1" = lsp ] && exit 3\nexec '${environment('ISHI')}' "$@"\n`);
      await toast('crashed repeatedly').getByRole('button', { name: 'Restart' }).click();
      await toast('did not start').waitFor();
      await page.waitForTimeout(1000);
      assert.equal(await page.locator('.notification-toast').count(), 2);
      writeFileSync(program, `#!/bin/sh\nexec '${environment('ISHI')}' "$@"\n`);
      await workbench.command('Ishi: Restart Language Server');
      await workbench.ready();
    } finally {
      run('');
    }
  }, {});
});
