/** The pictures of the board, in the hover and in the panel, in a real workbench. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';

import pngjs from '../../../../editors/vscode/node_modules/pngjs/lib/png.js';
import { example, quit, Workbench } from './workbench.ts';

after(quit);

/** The picture of a part of the screen. */
class Pixels {
  readonly #png: { width: number; height: number; data: Uint8Array };

  constructor(screenshot: Buffer) {
    this.#png = pngjs.PNG.sync.read(screenshot);
  }

  /** How bright the picture is around a place that is given as parts of its width and height, from 0 to 255. */
  brightness(x: number, y: number): number {
    const { width, height, data } = this.#png;
    const [left, top] = [Math.round(x * width), Math.round(y * height)];
    let sum = 0;
    for (const [dx, dy] of [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]] as const) {
      const at = ((top + dy) * width + left + dx) * 4;
      sum += ((data[at] ?? 0) + (data[at + 1] ?? 0) + (data[at + 2] ?? 0)) / 3;
    }
    return sum / 5;
  }
}

/** Where a point is on a picture of a whole board, as parts of its width and height. The rim is wider than a step. */
function place(location: string, size: number, [left, step, whole]: [number, number, number]): [number, number] {
  const column = 'ABCDEFGHJKLMNOPQRST'.indexOf(location.charAt(0));
  const row = size - Number(location.slice(1));
  return [(left + column * step) / whole, (left + row * step) / whole];
}

const CORNERS = 'EVENT x\nBOARDSIZE 9\nB 1 C7\nW 2 G3\nB 3 G7\n';

test('a hover over a move draws its board, stone by stone', async () => {
  await Workbench.use('hover.ishi', CORNERS, async (workbench) => {
    await workbench.ready();
    await workbench.goTo(4, 6);
    const image = workbench.page.locator('.monaco-hover:visible img');
    await workbench.show(image, 'Control+k', 'Control+i');
    await workbench.waitFor('the picture', () => image.evaluate((img) => (img as unknown as { naturalWidth: number }).naturalWidth > 100));
    await workbench.picture('hover');
    const grid: [number, number, number] = [53, 44, 53 * 2 + 44 * 8];
    // Away from the middle of the stone, where its number or the mark of the last move may be.
    const stones = async () => {
      const pixels = new Pixels(await image.screenshot());
      return ['C7', 'G3', 'G7', 'C3', 'E5'].map((location) => {
        const [x, y] = place(location, 9, grid);
        const bright = pixels.brightness(x - 11 / grid[2], y - 11 / grid[2]);
        return bright < 80 ? 'black' : bright > 195 ? 'white' : bright > 100 ? 'none' : `unclear (${bright})`;
      });
    };
    // A hover fades in and may be laid out again, so one look is not enough. The move after the one under the cursor is not
    // there yet, and nowhere else is a stone.
    let last: string[] = [];
    await workbench.waitFor('the stones', async () => {
      last = await stones();
      return last.join() === 'black,white,none,none,none';
    }).catch((error: unknown) => assert.fail(`${String(error)}\nbut there is ${last.join()}`));
  });
});

/** The line of the cursor, also while the panel has the focus. */
const line = (workbench: Workbench) => workbench.editor.locator('.line-numbers.active-line-number').innerText();

/** Where a point is on the screen. */
async function onScreen(workbench: Workbench, location: string, size: number): Promise<{ x: number; y: number }> {
  const box = (await workbench.panel.locator('#board svg').boundingBox()) ?? assert.fail('no board');
  const [x, y] = place(location, size, [53, 44, 53 * 2 + 44 * (size - 1)]);
  return { x: box.x + x * box.width, y: box.y + y * box.height };
}

test('the panel follows the cursor', async () => {
  await Workbench.use('follow.ishi', `${CORNERS}COM\nWhite is everywhere.\nENDCOM\n`, async (workbench) => {
    await workbench.ready();
    await workbench.command('Ishi: Show Board');
    await workbench.panel.locator('#board svg').waitFor();
    const state = workbench.panel.locator('#state');
    await workbench.goTo(3);
    await workbench.waitFor('move 1', async () => (await state.innerText()).startsWith('Black 1 C7'));
    const board = workbench.panel.locator('#board svg');
    const stones = async () => {
      const pixels = new Pixels(await board.screenshot());
      return ['C7', 'G3', 'G7'].map((location) => {
        const [x, y] = place(location, 9, [53, 44, 53 * 2 + 44 * 8]);
        const bright = pixels.brightness(x - 11 / 458, y - 11 / 458);
        return bright < 80 ? 'black' : bright > 225 ? 'white' : 'none';
      });
    };
    await workbench.waitFor('one stone', async () => (await stones()).join() === 'black,none,none');
    await workbench.goTo(5);
    await workbench.waitFor('move 3', async () => (await state.innerText()).startsWith('Black 3 G7'));
    await workbench.waitFor('three stones', async () => (await stones()).join() === 'black,white,black');
    assert.equal(await workbench.panel.locator('#comment').innerText(), 'White is everywhere.');
    assert.match(await state.innerText(), /White to play 4$/);
    assert.deepEqual(await workbench.panel.locator('.player').allInnerTexts().then((all) => all.map((each) => each.replaceAll(/\s+/g, ' '))), ['Black 0 captured', 'White 0 captured']);
    assert.equal(await workbench.panel.locator('.player[aria-current]').getAttribute('data-color'), 'white');
    assert.equal(await workbench.panel.locator('#place').innerText(), '3 / 3');
    assert.match((await workbench.panel.locator('#board').getAttribute('aria-label')) ?? '', /2 black and 1 white stones/);
    await workbench.waitFor('the status bar', async () => (await workbench.status.innerText()).includes('● 3 G7'));
    assert.deepEqual([...workbench.outside], []);
  });
});

test('a click on a point writes the next move', async () => {
  await Workbench.use('click.ishi', CORNERS, async (workbench) => {
    await workbench.showBoard();
    await workbench.goTo(5);
    await workbench.waitFor('move 3', async () => (await workbench.panel.locator('#state').innerText()).startsWith('Black 3'));
    const { x, y } = await onScreen(workbench, 'C3', 9);
    await workbench.page.mouse.click(x, y);
    await workbench.reads(`${CORNERS}W 4 C3\n`);
    await workbench.waitFor('the cursor on the move', async () => (await line(workbench)) === '6');
    // The panel has the new move, and its point can't be played again.
    await workbench.waitFor('move 4', async () => (await workbench.panel.locator('#state').innerText()).startsWith('White 4 C3'));
    await workbench.page.mouse.click(x, y);
    const live = workbench.panel.locator('#live');
    await workbench.waitFor('a word', async () => (await live.innerText()) === 'C3 is taken.');
    // Not only for who hears it, and without a second stone on the first.
    assert.ok(((await live.boundingBox())?.height ?? 0) > 10);
    await workbench.picture('taken');
    const ghost = () => workbench.panel.locator('.ghost').evaluate((ring) => getComputedStyle(ring).fill);
    assert.equal(await ghost(), 'none');
    const { x: left, y: top } = await onScreen(workbench, 'D3', 9);
    await workbench.page.mouse.move(left, top);
    await workbench.waitFor('the next stone', async () => (await ghost()) === 'rgba(0, 0, 0, 0.45)');
    await workbench.reads(`${CORNERS}W 4 C3\n`);
  });
});

test('a click in the middle of a game begins a variation, or goes to the move that is there', async () => {
  await Workbench.use('middle.ishi', CORNERS, async (workbench) => {
    await workbench.showBoard();
    await workbench.goTo(3);
    await workbench.waitFor('move 1', async () => (await workbench.panel.locator('#state').innerText()).startsWith('Black 1'));
    const there = await onScreen(workbench, 'G3', 9);
    await workbench.page.mouse.click(there.x, there.y);
    await workbench.waitFor('the next move', async () => (await line(workbench)) === '4');
    await workbench.reads(CORNERS);
    await workbench.goTo(3);
    await workbench.waitFor('move 1', async () => (await workbench.panel.locator('#state').innerText()).startsWith('Black 1'));
    const other = await onScreen(workbench, 'E5', 9);
    await workbench.page.mouse.click(other.x, other.y);
    await workbench.reads('EVENT x\nBOARDSIZE 9\nB 1 C7\nW 2 G3\nVAR\n  W 2 E5\nENDVAR\nB 3 G7\n');
    await workbench.waitFor('the cursor on the move', async () => (await line(workbench)) === '6');
    await workbench.waitFor('the variation', async () => (await workbench.panel.locator('.node').count()) === 5);
  });
});

test('a click gives a move that was begun its point', async () => {
  await Workbench.use('begun.ishi', `${CORNERS}W 4 \n`, async (workbench) => {
    await workbench.showBoard();
    await workbench.goTo(6, 5);
    const state = workbench.panel.locator('#state');
    await workbench.waitFor('move 4', async () => (await state.innerText()).startsWith('White 4 ?'));
    const { x, y } = await onScreen(workbench, 'C3', 9);
    await workbench.page.mouse.click(x, y);
    await workbench.reads(`${CORNERS}W 4 C3\n`);
    await workbench.waitFor('the move', async () => (await state.innerText()).startsWith('White 4 C3'));
  });
});

test('the board is played on with keys alone, and says what it does', async () => {
  await Workbench.use('keys.ishi', CORNERS, async (workbench) => {
    await workbench.showBoard();
    await workbench.goTo(5);
    await workbench.waitFor('move 3', async () => (await workbench.panel.locator('#state').innerText()).startsWith('Black 3'));
    await workbench.panel.locator('#board').focus();
    const live = workbench.panel.locator('#live');
    await workbench.press('ArrowDown');
    await workbench.waitFor('the last move', async () => (await live.innerText()) === 'G7 black');
    await workbench.press('ArrowDown', 'ArrowLeft');
    await workbench.waitFor('an empty point', async () => (await live.innerText()) === 'F6 empty');
    await workbench.press('Enter');
    await workbench.reads(`${CORNERS}W 4 F6\n`);
    await workbench.waitFor('move 4', async () => (await workbench.panel.locator('#state').innerText()).startsWith('White 4'));
    await workbench.press('p');
    await workbench.reads(`${CORNERS}W 4 F6\nB 5 PASS\n`);
    await workbench.press('Escape');
    await workbench.waitFor('the text', async () => (await workbench.page.locator('#status\\.editor\\.selection').innerText()).startsWith('Ln 7'));
  });
});

test('the main line is walked through past its diagrams', async () => {
  const text = example('game.ishi');
  await Workbench.use('game.ishi', text, async (workbench) => {
    await workbench.showBoard();
    const lines = text.split(/\r?\n/);
    const numberOf = (start: string) => 1 + lines.findIndex((each) => each.startsWith(start));
    await workbench.goTo(numberOf('B 215'));
    const state = workbench.panel.locator('#state');
    const shows = (move: string) => workbench.waitFor(move, async () => (await state.innerText()).startsWith(move));
    await shows('Black 215');
    const button = (name: string) => workbench.panel.getByRole('button', { name });
    await button('Next move').click();
    await shows('White 216');
    // The board is there before the cursor of the text.
    await workbench.waitFor('the cursor on the move', async () => (await line(workbench)) === String(numberOf('W 216')));
    await button('Previous move').click();
    await shows('Black 215');
    // From the diagram itself, to both sides.
    await workbench.goTo(numberOf('DIAGRAM'));
    const current = workbench.panel.locator('#tree [aria-current]');
    const isAt = (label: string) => workbench.waitFor(label, async () => (await current.getAttribute('aria-label'))?.startsWith(label) === true);
    await isAt('Diagram');
    await workbench.picture('diagram');
    await button('Next move').click();
    await isAt('White 216');
    await workbench.goTo(numberOf('DIAGRAM'));
    await isAt('Diagram');
    await button('Previous move').click();
    await isAt('Black 215');
    await button('Last move').click();
    await shows('Black 257');
    // All of the main line is in the first row.
    const tops = await workbench.panel.locator('#tree .node.main:not(.diagram) .current').evaluateAll((all) => all.map((node) => node.getBoundingClientRect().top + node.getBoundingClientRect().height / 2));
    assert.ok(Math.max(...tops) - Math.min(...tops) < 1, tops.join());
    await workbench.picture('last-move');
    await button('First move').click();
    await isAt('Start');
  });
});

test('a long comment scrolls by itself, and the board stays where it is', async () => {
  const comment = Array.from({ length: 80 }, (_, index) => `Line ${index} of what there is to say.`).join('\n');
  const text = `${CORNERS}W 4 C3\nCOM\n${comment}\nENDCOM\nB 5 E5\n`;
  await Workbench.use('comment.ishi', text, async (workbench) => {
    await workbench.showBoard();
    await workbench.goTo(5);
    const state = workbench.panel.locator('#state');
    const shows = (move: string) => workbench.waitFor(move, async () => (await state.innerText()).startsWith(move));
    await shows('Black 3');
    const board = workbench.panel.locator('#board');
    const before = await board.boundingBox();
    await workbench.goTo(6);
    await shows('White 4');
    assert.match(await workbench.panel.locator('#comment').innerText(), /^Line 0 .*Line 79 [^]*$/s);
    await workbench.waitFor('the picture', async () => (await workbench.panel.locator('#tree [aria-current]').getAttribute('aria-label'))?.startsWith('White 4') === true);
    await workbench.picture('long-comment');
    assert.deepEqual(await board.boundingBox(), before);
    for (const id of ['#comment', '#tree', '#next']) {
      const box = (await workbench.panel.locator(id).boundingBox()) ?? assert.fail(`no ${id}`);
      assert.ok(box.height > 20 && box.y + box.height <= 860, `${id}: ${JSON.stringify(box)}`);
    }
    assert.ok(await workbench.panel.locator('#comment').evaluate((element) => element.scrollHeight > element.clientHeight));
    assert.ok(await workbench.panel.locator('html').evaluate((page) => page.scrollHeight <= page.clientHeight));
  });
});

test('the tree shows the variations, and a click or a key goes there', async () => {
  await Workbench.use('problem.prb', example('problem.prb'), async (workbench) => {
    await workbench.showBoard();
    await workbench.goTo(11);
    const tree = workbench.panel.locator('#tree');
    const current = tree.locator('[aria-current]');
    await workbench.waitFor('move 1', async () => (await current.getAttribute('aria-label'))?.startsWith('Black 1 E2') === true);
    await workbench.picture('board');
    const variations = await tree.locator('.node').evaluateAll((all) => all.map((node) => node.getAttribute('aria-label') ?? ''));
    assert.ok(variations.includes('Black 1 D2, variation b'), variations.join('; '));
    await tree.locator('[aria-label^="White 2 D2"]').first().click();
    await workbench.waitFor('the line of move 2', async () => (await line(workbench)) === String(1 + example('problem.prb').split('\n').indexOf('W 2 D2')));
    // The panel follows a little later.
    await workbench.waitFor('move 2', async () => (await current.getAttribute('aria-label'))?.startsWith('White 2 D2') === true);
    await current.focus();
    await workbench.press('ArrowLeft');
    await workbench.waitFor('move 1 again', async () => (await current.getAttribute('aria-label'))?.startsWith('Black 1 E2') === true);
    await workbench.press('End');
    await workbench.waitFor('the last move', async () => (await current.getAttribute('aria-label'))?.startsWith('Black 3 E1') === true);
    await workbench.press('Home');
    await workbench.waitFor('the start', async () => (await current.getAttribute('aria-label'))?.startsWith('Start') === true);
  });
});

/** Opens a record with the panel, at move 3 in its fifth line. */
async function atMove3(name: string, work: (workbench: Workbench, state: ReturnType<Workbench['panel']['locator']>) => Promise<void>): Promise<void> {
  await Workbench.use(name, CORNERS, async (workbench) => {
    await workbench.showBoard();
    await workbench.goTo(5);
    const state = workbench.panel.locator('#state');
    await workbench.waitFor('move 3', async () => (await state.innerText()).startsWith('Black 3'));
    await work(workbench, state);
  });
}

async function click(workbench: Workbench, location: string): Promise<void> {
  const { x, y } = await onScreen(workbench, location, 9);
  await workbench.page.mouse.click(x, y);
}

test('tools mark points and take marks away, and all of it is undone', async () => {
  await atMove3('tools.ishi', async (workbench) => {
    const tool = (name: string) => workbench.panel.getByRole('button', { name, exact: true }).click();
    await workbench.take('Mark with a triangle');
    await click(workbench, 'C3');
    await workbench.reads(`${CORNERS}MARK \\t@C3\n`);
    await workbench.take('Mark with the next letter');
    await click(workbench, 'D4');
    await workbench.reads(`${CORNERS}MARK \\t@C3 a@D4\n`);
    await workbench.take('Mark with the label');
    await workbench.panel.locator('#label').fill('xy');
    await click(workbench, 'E5');
    await workbench.reads(`${CORNERS}MARK \\t@C3 a@D4 xy@E5\n`);
    await workbench.picture('tools');
    await workbench.take('Erase marks');
    await click(workbench, 'C3');
    await workbench.reads(`${CORNERS}MARK a@D4 xy@E5\n`);
    await click(workbench, 'C3');
    const live = workbench.panel.locator('#live');
    await workbench.waitFor('the reason', async () => (await live.innerText()) === 'There is no mark on C3.');
    for (const text of [`${CORNERS}MARK \\t@C3 a@D4 xy@E5\n`, `${CORNERS}MARK \\t@C3 a@D4\n`, `${CORNERS}MARK \\t@C3\n`, CORNERS]) {
      await tool('Undo');
      await workbench.reads(text);
    }
    await tool('Redo');
    await workbench.reads(`${CORNERS}MARK \\t@C3\n`);
    // The keys do the same, wherever the focus is.
    await workbench.panel.locator('#board').focus();
    await workbench.press('Control+z');
    await workbench.reads(CORNERS);
    await workbench.boardHasFocus();
  });
});

test('stones are set up before the first move, and moves are deleted with what follows', async () => {
  await atMove3('setup.ishi', async (workbench, state) => {
    await workbench.take('Set up white stones');
    await click(workbench, 'C3');
    const live = workbench.panel.locator('#live');
    await workbench.waitFor('the reason', async () => (await live.innerText()).startsWith('Stones are set up before the first move or in a diagram'));
    await workbench.choose('Add diagram');
    await workbench.reads(`${CORNERS}DIAGRAM\n`);
    await workbench.waitFor('the diagram', async () => (await workbench.panel.locator('#title').innerText()).endsWith('Diagram'));
    await click(workbench, 'C3');
    await workbench.reads(`${CORNERS}DIAGRAM\nSETUP W C3\n`);
    await workbench.choose('Delete move');
    await workbench.reads(CORNERS);
    await workbench.waitFor('move 3', async () => (await state.innerText()).startsWith('Black 3'));
    await workbench.choose('Delete move');
    await workbench.reads(CORNERS.replace('B 3 G7\n', ''));
    await workbench.choose('Delete variation');
    await workbench.waitFor('the reason', async () => (await live.innerText()) === 'This line is in no variation.');
  });
});

test('variations are promoted, made of moves, and deleted', async () => {
  await atMove3('variations.ishi', async (workbench, state) => {
    const button = (name: string) => workbench.panel.getByRole('button', { name, exact: true }).click();
    await button('First move');
    await workbench.waitFor('the start', async () => (await state.innerText()).startsWith('Black to play 1'));
    await click(workbench, 'E5');
    await workbench.reads('EVENT x\nBOARDSIZE 9\nB 1 C7\nVAR\n  B 1 E5\nENDVAR\nW 2 G3\nB 3 G7\n');
    await workbench.waitFor('the variation', async () => (await state.innerText()).startsWith('Black 1 E5'));
    await workbench.choose('Promote');
    await workbench.reads('EVENT x\nBOARDSIZE 9\nB 1 E5\nVAR\n  B 1 C7\n  W 2 G3\n  B 3 G7\nENDVAR\n');
    await workbench.waitFor('move 1', async () => (await line(workbench)) === '3');
    await workbench.choose('Demote');
    await workbench.reads('EVENT x\nBOARDSIZE 9\nB 1 C7\nVAR\n  B 1 E5\nENDVAR\nW 2 G3\nB 3 G7\n');
    await workbench.waitFor('the variation', async () => (await line(workbench)) === '5');
    await workbench.choose('Delete variation');
    await workbench.reads(CORNERS);
    await workbench.waitFor('move 1', async () => (await line(workbench)) === '3');
    await workbench.choose('Insert pass');
    await workbench.reads('EVENT x\nBOARDSIZE 9\nB 1 C7\nW 2 PASS\nW 3 G3\nB 4 G7\n');
  });
});

test('a comment is written in a field, and stays there if it can not be', async () => {
  await atMove3('write.ishi', async (workbench) => {
    const { panel } = workbench;
    await panel.getByRole('button', { name: 'Comment', exact: true }).click();
    const field = panel.locator('#comment-text');
    await field.fill('White is\nENDCOM\nsmall.');
    await workbench.press('Control+Enter');
    const live = panel.locator('#live');
    await workbench.waitFor('the reason', async () => (await live.innerText()).startsWith("A comment can't hold this text"));
    assert.equal(await field.inputValue(), 'White is\nENDCOM\nsmall.');
    await workbench.picture('comment-field');
    await field.fill('White is\nsmall.');
    await panel.getByRole('button', { name: 'Write comment' }).click();
    await workbench.reads(`${CORNERS}COM\nWhite is\nsmall.\nENDCOM\n`);
    await field.waitFor({ state: 'hidden' });
    await workbench.waitFor('the comment', async () => (await panel.locator('#comment').innerText()) === 'White is\nsmall.');
  });
});

test('keys and the wheel walk through the game wherever the focus is', async () => {
  await atMove3('walk.ishi', async (workbench, state) => {
    const shows = (start: string) => workbench.waitFor(start, async () => (await state.innerText()).startsWith(start));
    await workbench.panel.locator('#undo').focus();
    await workbench.press('ArrowLeft');
    await shows('White 2');
    await workbench.press('Home');
    await shows('Black to play 1');
    await workbench.panel.locator('#board').focus();
    await workbench.press('End');
    await shows('Black 3');
    await workbench.press('PageUp');
    await shows('Black to play 1');
    await workbench.press('PageDown');
    await shows('Black 3');
    const { x, y } = await onScreen(workbench, 'E5', 9);
    await workbench.page.mouse.move(x, y);
    await workbench.page.mouse.wheel(0, -100);
    await shows('White 2');
    // Faster than boards are drawn.
    await workbench.page.mouse.wheel(0, -100);
    await workbench.page.mouse.wheel(0, -100);
    await shows('Black to play 1');
    await workbench.reads(CORNERS);
  });
});

test('a click on a stone goes to its move, and a right click opens the menu of a point', async () => {
  await atMove3('stones.ishi', async (workbench, state) => {
    const { page, panel } = workbench;
    const shows = (start: string) => workbench.waitFor(start, async () => (await state.innerText()).startsWith(start));
    await workbench.waitFor('the tree', async () => (await panel.locator('#tree .node').count()) === 4);
    await click(workbench, 'G3');
    await shows('White 2 G3');
    await workbench.waitFor('the cursor on the move', async () => (await line(workbench)) === '4');
    const openMenu = async (location: string) => {
      const { x, y } = await onScreen(workbench, location, 9);
      await page.mouse.click(x, y, { button: 'right' });
      await workbench.waitFor(`the menu of ${location}`, async () => (await panel.locator('#point').innerText()).startsWith(location));
    };
    const entry = (name: string) => panel.locator('#point-menu').getByRole('button', { name, exact: true });
    await openMenu('C7');
    await workbench.picture('point-menu');
    // VS Code opens none of its own.
    assert.equal(await page.locator('.context-view .monaco-menu').count(), 0);
    await entry('Go to this move').click();
    await shows('Black 1 C7');
    await openMenu('E5');
    await entry('Mark with a square').click();
    await workbench.reads(CORNERS.replace('B 1 C7\n', 'B 1 C7\nMARK \\s@E5\n'));
    await workbench.press('Control+z');
    await workbench.reads(CORNERS);
    await workbench.boardHasFocus();
  });
});

test('the board shows numbers of moves and coordinates as it is set to', async () => {
  await atMove3('options.ishi', async (workbench) => {
    const { panel } = workbench;
    const coordinates = panel.locator('#board svg .coordinates');
    // Numbers of as many digits share an element.
    const digits = () => panel.locator('#board svg text').evaluateAll((all) =>
      [...all.filter((text) => text.closest('.coordinates') === null).map((text) => text.textContent ?? '').join('')].sort().join(''));
    await workbench.waitFor('coordinates', async () => (await coordinates.count()) > 0);
    assert.equal(await digits(), '');
    await workbench.choose('Coordinates');
    await workbench.waitFor('no coordinates', async () => (await coordinates.count()) === 0);
    await workbench.number('last');
    await workbench.waitFor('the last number', async () => (await digits()) === '3');
    await workbench.number('all');
    await workbench.waitFor('all numbers', async () => (await digits()) === '123');
    await workbench.picture('numbers');
    // They outlive the panel, and the next one says how it is drawn.
    await workbench.page.locator('.tab', { hasText: 'Go Board' }).click({ button: 'middle' });
    await panel.locator('#board').waitFor({ state: 'detached' });
    await workbench.showBoard();
    await workbench.waitFor('the same board', async () => (await digits()) === '123' && (await coordinates.count()) === 0);
    assert.equal(await panel.locator('#numbers').inputValue(), 'all');
    assert.equal(await panel.locator('#coordinates').getAttribute('aria-pressed'), 'false');
    await workbench.number('none');
    await workbench.choose('Coordinates');
    await workbench.waitFor('the board as it was', async () => (await digits()) === '' && (await coordinates.count()) > 0);
  });
});

test('a narrow panel shows everything, and every button has a name', async () => {
  await atMove3('narrow.ishi', async (workbench) => {
    const { page, panel } = workbench;
    await page.setViewportSize({ width: 680, height: 860 });
    await workbench.press('Control+b');
    const width = () => panel.locator('html').evaluate((html) => html.clientWidth);
    await workbench.waitFor('a narrow panel', async () => (await width()) < 340);
    await workbench.picture('narrow');
    assert.ok(await panel.locator('html').evaluate((html) => html.scrollWidth <= html.clientWidth), 'it scrolls sideways');
    await panel.locator('#palette').click();
    await panel.locator('#more').click();
    for (const id of ['#label', '#board svg', '#copy-svg', '#tree']) {
      // A long menu scrolls.
      await panel.locator(id).scrollIntoViewIfNeeded();
      const box = (await panel.locator(id).boundingBox()) ?? assert.fail(`no ${id}`);
      assert.ok(box.width > 20 && box.height > 20 && box.y + box.height <= 860, `${id}: ${JSON.stringify(box)}`);
    }
    const names = await panel.locator('button, select, input, textarea').evaluateAll((all) =>
      all.map((each) => each.getAttribute('aria-label') ?? (each as HTMLInputElement).labels?.[0]?.textContent?.trim() ?? each.textContent?.trim() ?? ''));
    assert.ok(names.length > 25 && names.every((name) => /[a-z]/i.test(name)), names.join('; '));
    await panel.locator('#numbers').press('Escape');
    await panel.locator('#palette').click();
    // Shown again, for the tests that follow in this window.
    await workbench.press('Control+b');
  });
});

test('players and game are around the board, which is as large as there is room', async () => {
  const text = CORNERS.replace('EVENT x\n', 'EVENT x\nBLACK Ada 3-dan\nWHITE Ben\nKOMI 6 1/2\nRESULT Black by 3\n');
  await Workbench.use('around.ishi', text, async (workbench) => {
    const { page, panel } = workbench;
    await workbench.showBoard();
    await workbench.goTo(9);
    await workbench.waitFor('move 3', async () => (await panel.locator('#state').innerText()).startsWith('Black 3'));
    assert.match(await panel.locator('#black').innerText(), /^Ada\s+3-dan\s+0\s+captured$/);
    assert.match(await panel.locator('#white').innerText(), /^Ben\s+0\s+captured$/);
    assert.equal(await panel.locator('#game').innerText(), 'Black by 3 · komi 6 1/2');
    for (const [width, height] of [[900, 860], [1280, 860], [1900, 860], [1900, 500]] as const) {
      await page.setViewportSize({ width, height });
      await workbench.waitFor(`a board in ${width}x${height}`, () =>
        panel.locator('#record').evaluate((record) => {
          const box = (id: string) => (record.querySelector(id) as Element).getBoundingClientRect();
          const [board, words, row, who] = ['#board > svg', '#text', '#row', '#who'].map(box) as [DOMRect, DOMRect, DOMRect, DOMRect];
          const isBeside = words.left >= board.right;
          const part = { width: record.clientWidth - (isBeside ? words.width : 0), height: record.clientHeight - row.height - who.height - (isBeside ? 0 : words.height) };
          return board.width >= 0.85 * Math.min(part.width, part.height) && board.bottom <= row.top && Math.abs(board.width - board.height) < 1;
        }));
    }
  });
});

test('the menu works with keys, what can not be done is faint, and a question mark lists the keys', async () => {
  await atMove3('menu.ishi', async (workbench) => {
    const { panel } = workbench;
    const isFaint = (selector: string) => panel.locator(selector).getAttribute('aria-disabled');
    assert.deepEqual(await Promise.all(['#next', '#last', '#previous', '[data-command="ishi.promote"]', '[data-command="ishi.delete"]'].map(isFaint)), ['true', 'true', 'false', 'true', 'false']);
    await panel.locator('#more').focus();
    await workbench.press('Enter');
    await workbench.waitFor('the first entry', () => panel.locator('[data-command="ishi.pass"]').evaluate((entry) => entry.matches(':focus')));
    await workbench.press('ArrowDown', 'ArrowUp', 'ArrowUp', 'Home');
    await workbench.picture('menu');
    await workbench.press('Enter');
    await workbench.reads(`${CORNERS}W 4 PASS\n`);
    await panel.locator('#board').focus();
    await workbench.press('?');
    await panel.locator('#keys dt', { hasText: 'Home End' }).waitFor();
    await workbench.press('Escape');
    await panel.locator('#keys').waitFor({ state: 'hidden' });
    // A palette that is closed leaves the board to be played on.
    await workbench.take('Mark with a square');
    assert.equal(await panel.locator('[data-tool="square"]').getAttribute('aria-pressed'), 'true');
    await panel.locator('#palette').click();
    assert.equal(await panel.locator('[data-tool="play"]').getAttribute('aria-pressed'), 'true');
    await click(workbench, 'C3');
    await workbench.reads(`${CORNERS}W 4 PASS\nB 5 C3\n`);
  });
});

test('the picture is copied as SVG and as PNG', async () => {
  await Workbench.use('copy.ishi', CORNERS, async (workbench) => {
    await workbench.showBoard();
    await workbench.goTo(5);
    await workbench.waitFor('move 3', async () => (await workbench.panel.locator('#state').innerText()).startsWith('Black 3'));
    const said = async (text: string) => workbench.waitFor(text, async () => (await workbench.panel.locator('#live').innerText()) === text);
    await workbench.choose('Copy SVG');
    await said('The picture is on the clipboard as SVG.');
    await workbench.waitFor('SVG', async () => (await workbench.page.evaluate(() => navigator.clipboard.readText())).startsWith('<svg xmlns'));
    await workbench.choose('Copy PNG');
    await said('The picture is on the clipboard.');
    const png = await workbench.page.evaluate(async () => {
      const [item] = await navigator.clipboard.read();
      const bytes = new Uint8Array((await (await item?.getType('image/png'))?.arrayBuffer()) ?? new ArrayBuffer(0));
      return Array.from(bytes);
    });
    const pixels = new Pixels(Buffer.from(png));
    const [x, y] = place('G3', 9, [53, 44, 458]);
    assert.ok(pixels.brightness(x - 11 / 458, y - 11 / 458) > 215, 'a white stone on G3');
  });
});

