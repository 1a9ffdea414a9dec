/** Writing a record with the server's help, by keys and mouse in a real workbench. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';

import { environment, ishi, LATE, quit, replaced, Workbench } from './workbench.ts';

after(quit);

/** At a speed at which the editor can process what is written. */
const SLOWLY = { delay: 60 };

test('points come up by themselves after a number, and one is chosen', async () => {
  await Workbench.use('points.ishi', 'EVENT x\nBOARDSIZE 9\nB 1 E5\n', async (workbench) => {
    await workbench.ready();
    await workbench.goTo(4);
    await workbench.page.keyboard.type('W 2 ', SLOWLY);
    const list = workbench.page.locator('.suggest-widget.visible .monaco-list-row');
    // Those for an earlier key may come first, and an answer that comes after the next key is shown as it is.
    await list.filter({ hasText: /^[A-J][1-9]/ }).first().waitFor();
    await workbench.page.keyboard.type('d', SLOWLY);
    await list.filter({ hasText: /^d4/ }).first().waitFor();
    await workbench.picture('points');
    assert.equal(await list.filter({ hasText: /^e5/i }).count(), 0);
    await list.filter({ hasText: /^d4/ }).first().click();
    await workbench.reads('EVENT x\nBOARDSIZE 9\nB 1 E5\nW 2 d4');
  });
});

test('what is typed is what is written, at any speed', async () => {
  await Workbench.use('speed.ishi', 'EVENT x\nB 1 Q16\n', async (workbench) => {
    await workbench.ready();
    await workbench.goTo(3);
    const words = async () => (await workbench.lines()).map(({ text }) => text.trim()).join('\n');
    let text = 'EVENT x\nB 1 Q16\n';
    // Lists of points come and go meanwhile, some of them for what was typed before; Enter must take nothing from them.
    // Who types faster than VS Code colors the text gets no indentation from it before saving.
    for (const delay of [0, 10, 15, 20, 40, 60, 100]) {
      await workbench.page.keyboard.type('VAR\nB 1 q3\nENDVAR\n', { delay });
      text += 'VAR\nB 1 q3\nENDVAR\n';
      await workbench.waitFor(`all that was typed at ${delay} ms`, async () => (await words()) === text);
    }
  });
});

test('Tab takes the first of a list, and Enter what the keys have gone to', async () => {
  const text = 'EVENT x\nBOARDSIZE 9\n';
  await Workbench.use('take.ishi', text, async (workbench) => {
    await workbench.ready();
    const list = workbench.page.locator('.suggest-widget.visible .monaco-list-row');
    for (const keys of [['Tab'], ['ArrowDown', 'Enter'], ['ArrowDown', 'ArrowDown', 'Enter']]) {
      await workbench.goTo(3);
      await workbench.page.keyboard.type('B 1 e', SLOWLY);
      await list.filter({ hasText: /^e4/ }).first().waitFor();
      assert.equal(await list.and(workbench.page.locator('.focused')).count(), 0);
      const taken = (await list.locator('.label-name').allInnerTexts())[keys.length > 2 ? 1 : 0];
      await workbench.press(...keys);
      await workbench.reads(`${text}B 1 ${taken}`);
      await workbench.press('Shift+Home', 'Delete');
      await workbench.reads(text);
    }
  });
});

test('Tab after the color writes the number, and the point comes after it', async () => {
  await Workbench.use('number.ishi', 'EVENT x\nB 1 Q16\n', async (workbench) => {
    await workbench.ready();
    await workbench.goTo(3);
    await workbench.page.keyboard.type('w', SLOWLY);
    await workbench.page.locator('.suggest-widget.visible .monaco-list-row[aria-label^="w"]').first().waitFor();
    await workbench.press('Tab');
    await workbench.reads('EVENT x\nB 1 Q16\nw 2 ');
    await workbench.page.keyboard.type('d4', SLOWLY);
    await workbench.reads('EVENT x\nB 1 Q16\nw 2 d4');
  });
});

test('after a keyword that Tab has completed, the list of its values opens', async () => {
  await Workbench.use('values.ishi', 'EVENT x\n', async (workbench) => {
    await workbench.ready();
    await workbench.goTo(2);
    const list = workbench.page.locator('.suggest-widget.visible .monaco-list-row');
    await workbench.page.keyboard.type('rul', SLOWLY);
    // Lists for an earlier key come first, and have it further down.
    await list.and(workbench.page.locator('[data-index="0"]')).filter({ hasText: /^rules/ }).waitFor();
    await workbench.press('Tab');
    await list.filter({ hasText: /^Japanese/i }).first().waitFor();
    await workbench.picture('values');
    await workbench.reads('EVENT x\nrules ');
  });
});

test('Tab leads out of a comment that Tab has begun', async () => {
  await Workbench.use('out.ishi', 'EVENT x\n', async (workbench) => {
    await workbench.ready();
    await workbench.goTo(2);
    await workbench.page.keyboard.type('com', SLOWLY);
    await workbench.page.locator('.suggest-widget.visible .monaco-list-row[aria-label^="com"]').first().waitFor();
    await workbench.press('Tab');
    await workbench.reads('EVENT x\ncom\n\nendcom');
    await workbench.page.keyboard.type('Hello', SLOWLY);
    await workbench.press('Tab', 'Enter');
    await workbench.reads('EVENT x\ncom\nHello\nendcom\n');
  });
});

test('a game is written by its points alone, at any speed', async () => {
  await Workbench.use('points.ishi', 'EVENT x\n', async (workbench) => {
    await workbench.ready();
    await workbench.goTo(2);
    const words = async () => (await workbench.lines()).map(({ text }) => text.trim()).join('\n');
    let text = 'EVENT x\n';
    let number = 0;
    for (const [delay, points] of [[0, ['Q16', 'D4']], [20, ['C1', 'Q3', 'PASS', 'C3']], [100, ['R5', 'F17']]] as const) {
      // What was typed too fast for an answer is written with the next line that has one.
      await workbench.page.keyboard.type(points.map((point) => `${point.toLowerCase()}\n`).join(''), { delay });
      text += points.map((point) => `${'BW'[number % 2]} ${(number += 1)} ${point}\n`).join('');
      await workbench.waitFor(`the moves typed at ${delay} ms`, async () => (await words()) === text);
    }
  });
});

test('a game with a comment, a variation, marks and a diagram is written by its points, at any speed', async () => {
  const game = readFileSync(join(environment('ISHI_ROOT'), 'tests/editors/game.ishi'), 'utf8');
  const [start = '', ...lines] = game.trimEnd().split('\n');
  const typed = lines.map((line) => (/^ *[BW] \d+ (\w+)$/.exec(line)?.[1]?.toLowerCase() ?? line.trim()) + '\n');
  // People type some lines faster than others. What is typed without a pause is written by a later answer, or by the action.
  const SPEEDS = [0, 20, 100, 0, 0, 20, 20, 100, 100];
  await Workbench.use('game.ishi', `${start}\n`, async (workbench) => {
    await workbench.ready();
    await workbench.goTo(2);
    for (const [index, line] of typed.entries()) {
      await workbench.page.keyboard.type(line, { delay: SPEEDS[index % SPEEDS.length] ?? 0 });
    }
    // The answer to the last Enter writes what is above it. Until then it is not known what is left for the action, and a save that formats
    // the text would discard the answer.
    await workbench.waitFor('the answer to the last Enter', async () => (await workbench.lines()).some(({ text }) => /^ *[BW] \d+ S16$/.test(text)));
    const save = async (isDone: (text: string) => boolean) => {
      await workbench.waitFor('the game', async () => {
        await workbench.press('Control+s');
        await workbench.page.waitForTimeout(300);
        return isDone(workbench.saved());
      });
    };
    await save((text) => text.includes('ENDVAR') && /S16$/i.test(text.trimEnd()));
    // What was typed too fast for an answer, and is not directly above a line that has one, is written by the action.
    if (/^ *[a-t]\d+$/m.test(workbench.saved())) {
      await workbench.command('Source Action...');
      await workbench.page.locator('.action-widget').getByText('Write locations as moves').click();
    }
    await save((text) => text === game);
    assert.doesNotMatch(ishi(['check', '--format', 'short', workbench.path]), /error|warning/);
    await workbench.waitFor('the beginning', async () => {
      await workbench.press('Control+z');
      return (await workbench.lines()).map(({ text }) => text).join('\n') === `${start}\n`;
    });
  });
});

const GAME = 'EVENT Small\nBOARDSIZE 9\nB 1 E5\nW 2 D4\nVAR a\n  W 2 C3\n  MARK #1-2\nENDVAR\nB 3 F6\nMARK #3\n';

test('F2 gives a move another number', async () => {
  await Workbench.use('rename.ishi', GAME, async (workbench) => {
    await workbench.ready();
    await workbench.goTo(9, 3);
    const box = workbench.page.locator('.rename-box input');
    await workbench.show(box, 'F2');
    assert.equal(await box.inputValue(), '3');
    await box.fill('5');
    await workbench.press('Enter');
    await workbench.reads(GAME.replace('B 3', 'B 5').replace('#3', '#5'));
  });
});

test('a variation is made the main line from the menu', async () => {
  await Workbench.use('promote.ishi', GAME, async (workbench) => {
    await workbench.ready();
    await workbench.goTo(6, 5);
    const action = workbench.page.locator('.action-widget .monaco-list-row', { hasText: 'Make variation a' });
    await workbench.show(action, 'Control+Shift+r');
    await workbench.picture('refactor');
    await action.click();
    await workbench.reads('EVENT Small\nBOARDSIZE 9\nB 1 E5\nW 2 C3\nMARK #1-2\nVAR a\n  W 2 D4\n  B 3 F6\n  MARK #3\nENDVAR\n');
  });
});

test('the lens above an event opens the board', async () => {
  await Workbench.use('lens.ishi', GAME, async (workbench) => {
    const lens = workbench.editor.locator('.codelens-decoration a', { hasText: 'Show board' });
    await lens.waitFor();
    assert.match(await workbench.editor.locator('.codelens-decoration').first().innerText(), /3 moves · 1 variation/);
    await workbench.picture('lens');
    await lens.click();
    await workbench.panel.locator('#board svg').waitFor();
  });
});

test('lenses say what they said while one types', async () => {
  await Workbench.use('lenses.ishi', GAME, async (workbench) => {
    await workbench.ready();
    const lens = workbench.editor.locator('.codelens-decoration').first();
    await workbench.waitFor('the lens', async () => (await lens.innerText()).includes('3 moves'));
    const said = await lens.evaluateHandle((element) => {
      const all = new Set<string>([element.textContent ?? '']);
      new MutationObserver(() => all.add(element.textContent ?? '')).observe(element, { childList: true, subtree: true, characterData: true });
      return all;
    });
    await workbench.goTo(11);
    await workbench.page.keyboard.type('COM\n', SLOWLY);
    await workbench.page.keyboard.type('and so on, and so on', { delay: 320 });
    await workbench.page.keyboard.type('\nENDCOM\nW 4 C4', SLOWLY);
    await workbench.waitFor('the new move', async () => (await lens.innerText()).includes('4 moves'));
    const texts = await said.evaluate((all) => [...all]);
    assert.ok(texts.every((text) => text.includes('moves')), JSON.stringify(texts));
  }, LATE);
});

test('a mistake in an ishi.toml is a problem, and is gone with it', async () => {
  // VS Code starts to watch a folder some seconds after it has opened it. For this window it never does.
  const script = (workbench: string) => replaced(workbench, /(?<=\.channel\.listen\(")fileChange(?=",)/, '-');
  await Workbench.use('here.ishi', GAME, async (workbench) => {
    await workbench.ready();
    await workbench.press('Control+Shift+m');
    const row = workbench.page.locator('.markers-panel .monaco-list-row', { hasText: 'unknown-keywrd' });
    await row.first().waitFor();
    await workbench.picture('settings-problem');
    await row.first().dblclick();
    await workbench.page.locator('.tab.active', { hasText: 'ishi.toml' }).first().waitFor();
    await workbench.goTo(2, 13);
    await workbench.page.keyboard.type('o', SLOWLY);
    const isMended = (text: string) => text.includes('unknown-keyword = ');
    await workbench.waitFor('the edit', async () => (await workbench.lines()).some(({ text }) => isMended(text)));
    await workbench.press('Control+s');
    await workbench.waitFor('the file', async () => isMended(readFileSync(join(workbench.path, '../ishi.toml'), 'utf8')));
    await row.first().waitFor({ state: 'detached' });
  }, { beside: { 'ishi.toml': '[check]\nunknown-keywrd = "off"\n' }, script });
});
