/** The player: its built script, its positions beside those of the server, its page in Chromium, hostile records. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';

import { STATES } from '../../editors/board/gallery/states.mjs';
import { Server } from '../../editors/board/scripts/gallery.mjs';
import { boardTexts } from '../../editors/board/scripts/styles.mjs';
import type { Board, BoardOptions, Tree } from '../../editors/board/src/protocol.ts';
import type { Game } from '../../editors/player/src/game.ts';
import esbuild from '../../editors/web/node_modules/esbuild/lib/main.js';
import playwright, { type Browser, type Page } from '../../editors/web/node_modules/playwright-core/index.js';
import { serve } from '../../editors/web/scripts/serve.mjs';
import { environment, example, game } from './browser.ts';

const ROOT = environment('ISHI_ROOT');

/** The folder of all files that the tests write. */
const folder = mkdtempSync(join(tmpdir(), 'player-'));

let browser: Promise<Browser> | undefined;

const launch = () =>
  (browser ??= playwright.chromium.launch({
    executablePath: environment('CHROMIUM'),
    chromiumSandbox: false,
    args: ['--disable-gpu'],
  }));

after(async () => (await browser)?.close());

/** Runs `ishi player` on a text, and returns the path of what it has written. */
function written(text: string, to = 'game.html', options: string[] = [], extension = 'ishi'): string {
  const file = join(folder, `game.${extension}`);
  writeFileSync(file, text);
  execFileSync(environment('ISHI'), ['player', file, '-o', join(folder, to), '--force', ...options]);
  return join(folder, to);
}

/** A page of the player that was opened, and what must not happen in it. */
interface Opened {
  page: Page;
  /** Errors of scripts, what the policy has kept out, and dialogs. */
  errors: string[];
  /** Addresses besides the page itself that were asked for. */
  requests: string[];
}

async function open(address: string, options: object = {}): Promise<Opened> {
  const page = await (await launch()).newPage({ viewport: { width: 1000, height: 700 }, ...options });
  page.setDefaultTimeout(20_000);
  const errors: string[] = [];
  const requests: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  page.on('dialog', (dialog) => {
    errors.push(dialog.message());
    void dialog.dismiss();
  });
  page.on(
    'request',
    (request) => request.url() !== page.url() && !request.isNavigationRequest() && requests.push(request.url()),
  );
  await page.goto(address);
  return { page, errors, requests };
}

/** Opens the page of a record, and works with it. */
async function withPlayer(
  text: string,
  options: string[],
  work: (page: Page, opened: Opened) => Promise<void>,
  context: object = {},
): Promise<void> {
  const opened = await open(pathToFileURL(written(text, 'game.html', options)).href, context);
  try {
    await opened.page.locator('#record').waitFor();
    await work(opened.page, opened);
    assert.deepEqual(opened.errors, []);
    assert.deepEqual(opened.requests, []);
  } finally {
    await opened.page.close();
  }
}

const state = (page: Page, text: string) => page.locator('#state', { hasText: text }).waitFor();

/** A game with a variation, marks and comments. */
const GAME = STATES.find(({ name }) => name === 'comment')?.text ?? assert.fail('no game');

test('the script and the page in the program are those of the sources, and nearly all of the code is the board', () => {
  const built = mkdtempSync(join(tmpdir(), 'built-'));
  const { board } = JSON.parse(
    execFileSync(process.execPath, [join(ROOT, 'editors/player/scripts/build.mjs'), built], { encoding: 'utf8' }),
  ) as { board: number };
  for (const file of readdirSync(built)) {
    const isSame = readFileSync(join(built, file)).equals(readFileSync(join(ROOT, 'src/cli/player', file)));
    assert.ok(isSame, `src/cli/player/${file} is out of date: run scripts/web player`);
  }
  assert.ok(board >= 0.9, `only ${board} of the code is that of the board`);
});

/** The reader of games, as a module for Node. */
async function readerOfGames(): Promise<new (text: string) => Game> {
  const outfile = join(folder, 'reader.mjs');
  const entryPoints = [join(ROOT, 'editors/player/src/game.ts')];
  await esbuild.build({ bundle: true, format: 'esm', outfile, plugins: [boardTexts], entryPoints });
  return ((await import(pathToFileURL(outfile).href)) as { Game: new (text: string) => Game }).Game;
}

test('the positions are those of the server, whatever is shown on them', async () => {
  const Reader = await readerOfGames();
  const server = new Server();
  let count = 0;
  const compare = async (text: string, uri: string) => {
    server.notify('textDocument/didOpen', { textDocument: { uri, languageId: 'ishi', version: 1, text } });
    const at = (line: number) => ({ textDocument: { uri }, position: { line, character: 0 } });
    const played = new Reader(readFileSync(written(text, 'game.json'), 'utf8'));
    const tree = await server.request<Tree>('ishi/tree', at(0));
    const withoutLines = (nodes: Tree['nodes']) =>
      nodes.map((node) =>
        JSON.parse(JSON.stringify(node, (key, value) => (/line|title/.test(key) ? undefined : value))),
      );
    assert.deepEqual(withoutLines(played.tree(0).nodes), withoutLines(tree.nodes));
    for (const [id, { line }] of tree.nodes.entries()) {
      for (const numbers of ['none', 'last', 'all', 5] as BoardOptions['numbers'][]) {
        const options = { numbers, coordinates: numbers !== 'last' };
        const asked = await server.request<Board>('ishi/board', { ...at(line), format: 'svg', ...options });
        const where = `${text.slice(0, 20)}, line ${line + 1}, numbers ${numbers}`;
        const ours = played.board(id, options);
        assert.deepEqual(comparable(ours), comparable(asked), where);
        // On a variation of a variation, a reader sees the moves of both.
        const [all, some] = [following(ours), following(asked)];
        assert.ok(
          some.every((move) => all.includes(move)) && all[0] === some[0],
          `${where}: ${all.join()}; ${some.join()}`,
        );
        count += 1;
      }
    }
  };
  const texts = STATES.filter(({ language }) => language !== 'sgf').map(({ text }) => text);
  try {
    await server.request('initialize', { processId: null, rootUri: null, capabilities: {} });
    server.notify('initialized', {});
    for (const [index, text] of [...new Set([MARKED, COUNTED, ...texts, example('game.ishi')])].entries()) {
      await compare(text, `untitled:${index}.ishi`);
    }
  } finally {
    await server.stop();
  }
  assert.ok(count > 1000, `only ${count} positions`);
});

/** Marks of all kinds, stones that are set up in the middle of a game, captures, and a diagram with its own stones. */
const MARKED = `EVENT Marked
BOARDSIZE 9
SETUP B A2 W A1
MARK A@E5 \\t@A2
B 1 B1
PRISONER A1
MARK 1@B1
W 2 C3
USER sgf
LB[ga:い][gc:①][gd:甲乙][ge:long][gf:a 甲][cg:x y][gh:\\t]
ENDUSER
SETUP W J9
VAR a
W 2 D4
VAR b
W 2 PASS
B 3 C4
ENDVAR
ENDVAR
B 3 PASS
DIAGRAM A1 E5
SETUP W A1 B E4
MARK \\s@E4 \\d@A1 \\c@B2
W 4 A3
B 6 A1
W 5 H9
`;

/** A game that names its dead stone, and so has a count at its end. */
const COUNTED = `EVENT Counted
BOARDSIZE 7
KOMI 0.5
RESULT B+0.5
SETUP B C1 C2 C3 C4 C5 C6 C7 D6 W D7 E1 E2 E3 E4 E5 E6 E7 B6
B 1 PASS
W 2 PASS
USER ishi
dead B6
ENDUSER
`;

/** The moves that follow, each as JSON, without its place in the text. */
const following = ({ scene }: Board) =>
  (scene?.following ?? []).map(({ number, color, location, continues, marker }) =>
    JSON.stringify([number, color, location, continues, marker]),
  );

/** A board in one form: without the places in the text, what can be changed, and what follows. */
function comparable({ board, ...rest }: Board): unknown {
  const isLeftOut = /^(?:line|character|can|continuations|following|event|result|territory|dead|seki|dame|labels)$/;
  const plain = JSON.parse(JSON.stringify(rest, (key, value) => (isLeftOut.test(key) ? undefined : value)));
  const byLocation = (one: { location: string }, other: { location: string }) =>
    one.location.localeCompare(other.location);
  for (const points of [plain.stones, plain.scene.stones]) {
    points.black.sort();
    points.white.sort();
  }
  plain.scene.marks.sort(byLocation);
  // A label can't be taken away where the record only keeps it, and nothing can in a player.
  const labelled = new Set(rest.labels.map(({ location }) => location));
  plain.scene.marked = plain.scene.marked.filter((point: string) => !labelled.has(point));
  return { ...plain, count: plain.count?.text, labels: rest.labels.toSorted(byLocation), board: board.split('\n') };
}

test('a page of 300 moves is small', () => {
  const page = readFileSync(written(game(300)));
  assert.ok(page.length <= 150_000, `${page.length} bytes`);
  assert.ok(gzipSync(page, { level: 9 }).length <= 60_000, `${gzipSync(page).length} bytes, packed`);
});

test('keys, buttons, the wheel, the tree and the points of the board walk through the game', () =>
  withPlayer(GAME, [], async (page) => {
    assert.equal(await page.title(), 'Final');
    await state(page, 'Black to play 1');
    await page.keyboard.press('ArrowRight');
    await state(page, 'Black 1 R16');
    await page.locator('#next').click();
    await state(page, 'White 2 D4');
    await page.locator('#board').hover();
    await page.mouse.wheel(0, 100);
    await state(page, 'Black 3 Q3');
    await page.locator('#tree [aria-label^="Black 5 E17"]').click();
    await page.locator('#comment', { hasText: 'The low approach.' }).waitFor();
    // A stone that follows, here the first one of a variation.
    await page.locator('.ghosts .variation').waitFor({ state: 'attached' });
    const ghost = (await page.locator('.ghosts .variation').boundingBox()) ?? assert.fail('no ghost');
    await page.mouse.click(ghost.x + ghost.width / 2, ghost.y + ghost.height / 2);
    await state(page, 'White 6 E16');
    await page.keyboard.press('End');
    await state(page, 'Black 7 F16');
    await page.locator('#comment', { hasText: 'Heavier.' }).waitFor();
    // A point on which the record does not go on.
    await page.locator('#board svg').click({ position: { x: 60, y: 60 } });
    await page.locator('#live', { hasText: 'The game does not go on at' }).waitFor();
    await page.keyboard.press('Home');
    await page.keyboard.press('PageDown');
    await state(page, 'Black 9 K10');
    // Nothing that would change a record is offered.
    await page.locator('#more').click();
    const offered = await page.locator('#menu button:visible').allTextContents();
    assert.deepEqual(
      offered.map((name) => name.replace('?', '')),
      ['Copy PNG', 'Copy SVG', 'Coordinates', 'Variations', 'Fold variations', 'Fold long runs', 'Sound', 'Keys'],
    );
    assert.deepEqual(await page.locator('#row button:visible').evaluateAll((all) => all.map(({ id }) => id)), [
      'first',
      'previous',
      'next',
      'last',
      'autoplay',
      'more',
    ]);
    await page.getByLabel('Move numbers').selectOption('all');
    await page.locator('#board .mark text', { hasText: '9' }).waitFor({ state: 'attached' });
  }));

test('the page begins at the move that was asked for, and hides the others if they are to be guessed', async () => {
  await withPlayer(GAME, ['--move', '6', '--variation', '1'], (page) => state(page, 'White 6 E16'));
  await withPlayer(GAME, ['--move', '4', '--guess'], async (page) => {
    await state(page, 'White 4 C16');
    await page.locator('#verdict', { hasText: 'Play your move.' }).waitFor();
    assert.equal(await page.locator('.ghosts circle').count(), 0);
    assert.equal(await page.locator('#tree').isVisible(), false);
    await page.keyboard.press('ArrowRight');
    await state(page, 'White 4 C16');
  });
});

test('without scripts a page says what it is', () =>
  withoutScripts(async (page) =>
    assert.match(await page.locator('body').innerText(), /Final: a game of Go\. The board needs JavaScript/),
  ));

async function withoutScripts(work: (page: Page) => Promise<void>): Promise<void> {
  const { page } = await open(pathToFileURL(written(GAME)).href, { javaScriptEnabled: false });
  await work(page);
  await page.close();
}

test('axe finds nothing on a page, light and dark, while the menu is open and one guesses', async () => {
  for (const colorScheme of ['light', 'dark']) {
    for (const options of [[], ['--guess']]) {
      await withPlayer(
        GAME,
        ['--move', '5', ...options],
        async (page) => {
          const findings = async () => {
            // Like the tools of a browser, it does not depend on the policy of the page.
            const session = await page.context().newCDPSession(page);
            const source = readFileSync(join(ROOT, 'editors/web/node_modules/axe-core/axe.min.js'), 'utf8');
            await session.send('Runtime.evaluate', { expression: source });
            const { result } = await session.send('Runtime.evaluate', {
              expression:
                'axe.run().then(({ violations }) => JSON.stringify(violations.map(({ id, nodes }) => [id, nodes[0].html])))',
              awaitPromise: true,
            });
            return JSON.parse(result.value as string) as object[];
          };
          assert.deepEqual(await findings(), []);
          await page.locator('#more').click();
          assert.deepEqual(await findings(), []);
        },
        { colorScheme },
      );
    }
  }
});

test('it is seen whole on a desktop, on a phone, in the dark and in print', async () => {
  const screen = (name: string) => join(environment('ISHI_SCREENS'), `player-${name}.png`);
  const sizes = [
    ['desktop', 1200, 800, 'light'],
    ['dark', 1200, 800, 'dark'],
    ['phone', 375, 812, 'light'],
    ['lying', 812, 375, 'dark'],
  ] as const;
  for (const [name, width, height, colorScheme] of sizes) {
    await withPlayer(
      example('game.ishi'),
      ['--move', '6'],
      async (page) => {
        await page.locator('#tree .node').first().waitFor();
        await page.screenshot({ path: screen(name) });
        const [wide, high] = await page.evaluate(() => [
          document.documentElement.scrollWidth,
          document.documentElement.scrollHeight,
        ]);
        assert.ok((wide ?? 0) <= width && (high ?? 0) <= height, `${name}: ${wide} × ${high}`);
        const picture = (await page.locator('#board svg').boundingBox()) ?? assert.fail(name);
        assert.ok(Math.min(picture.width, picture.height) > 0.6 * Math.min(width, height), `${name}: ${picture.width}`);
      },
      { viewport: { width, height }, colorScheme, hasTouch: name === 'phone' },
    );
  }
  await withPlayer(GAME, ['--move', '5'], async (page) => {
    await page.emulateMedia({ media: 'print' });
    for (const id of ['row', 'tree', 'board-split', 'comment-split', 'guess']) {
      assert.equal(await page.locator(`#${id}`).isVisible(), false, id);
    }
    const [picture, comment] = [
      (await page.locator('#board svg').boundingBox()) ?? assert.fail('no picture'),
      (await page.locator('#comment').boundingBox()) ?? assert.fail('no comment'),
    ];
    assert.ok(picture.height > 300 && comment.y > picture.y + picture.height, JSON.stringify([picture, comment]));
    assert.ok(
      await page.locator('#comment').evaluate((one) => one.scrollHeight <= one.clientHeight + 1),
      'the comment is cut',
    );
    await page.screenshot({ path: screen('print'), fullPage: true });
    writeFileSync(join(environment('ISHI_SCREENS'), 'player.pdf'), await page.pdf({ format: 'A4' }));
  });
});

test('a swipe walks through the game', () =>
  withPlayer(
    GAME,
    [],
    async (page) => {
      const { x, y, width, height } = (await page.locator('#board svg').boundingBox()) ?? assert.fail('no picture');
      const session = await page.context().newCDPSession(page);
      const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', part?: number) =>
        session.send('Input.dispatchTouchEvent', {
          type,
          touchPoints: part === undefined ? [] : [{ x: x + width * part, y: y + height / 2 }],
        });
      await touch('touchStart', 0.7);
      await touch('touchMove', 0.3);
      await touch('touchEnd');
      await state(page, 'Black 1 R16');
    },
    { hasTouch: true, viewport: { width: 375, height: 812 } },
  ));

test('an element plays back the game of a file, takes its look from the page, and says what it shows', async (t) => {
  const { server, url } = await serve(folder);
  t.after(() => server.close());
  execFileSync(environment('ISHI'), ['player', '--script', join(folder, 'ishi-player.js')]);
  written(GAME, 'game.html');
  written(GAME, 'game.json');
  writeFileSync(join(folder, 'other.txt'), 'EVENT Final\n');
  writeFileSync(
    join(folder, 'host.html'),
    `<!DOCTYPE html><html lang="en"><title>Host</title>
<style>ishi-player { --ishi-background: rgb(250, 240, 230); color-scheme: light; height: 500px; }</style>
<script type="module" src="ishi-player.js"></script>
<script>
window.seen = [];
for (const type of ['ishi-load', 'ishi-move', 'ishi-error']) {
  document.addEventListener(type, ({ detail, target }) => seen.push([target.id, type, detail]));
}
</script>
<ishi-player id="page" src="game.html" move="5"></ishi-player>
<ishi-player id="data" src="game.json"></ishi-player>
<ishi-player id="none" src="missing.json"></ishi-player>
<ishi-player id="wrong" src="other.txt"></ishi-player>`,
  );
  const { page } = await open(`${url}host.html`);
  const seen = async () => (await page.evaluate('seen')) as [string, string, Record<string, unknown>][];
  await page.locator('#page #state', { hasText: 'Black 5 E17' }).waitFor();
  await page.locator('#data #state', { hasText: 'Black to play 1' }).waitFor();
  await page.locator('#none #reason', { hasText: 'There is no game to show. missing.json: 404' }).waitFor();
  await page.locator('#wrong #reason', { hasText: 'There is no game to show. The file is not one of' }).waitFor();
  const of = async (id: string) => (await seen()).filter(([target]) => target === id).map(([, ...event]) => event);
  assert.deepEqual(await of('page'), [
    ['ishi-load', { title: 'Final' }],
    ['ishi-move', { number: 5, color: 'black', location: 'E17' }],
  ]);
  assert.equal((await of('none'))[0]?.[0], 'ishi-error');
  const background = await page
    .locator('#page ishi-board')
    .evaluate((board) => getComputedStyle(board).backgroundColor);
  assert.equal(background, 'rgb(250, 240, 230)');
  assert.equal((await page.locator('#page').boundingBox())?.height, 500);
  // Attributes can be changed, and the keys of one player are not those of another.
  await page.locator('#page').evaluate((player) => player.setAttribute('move', '2'));
  await page.locator('#page #state', { hasText: 'White 2 D4' }).waitFor();
  await page.locator('#data').evaluate((player: HTMLElement) => player.focus());
  await page.keyboard.press('ArrowRight');
  await page.locator('#data #state', { hasText: 'Black 1 R16' }).waitFor();
  assert.match(await page.locator('#page #state').innerText(), /White 2 D4/);
  await page.locator('#data').evaluate((player) => player.toggleAttribute('guess', true));
  await page.locator('#data #verdict', { hasText: 'Play your move.' }).waitFor();
  await page.locator('#wrong').evaluate((player) => player.setAttribute('src', 'game.json'));
  await page.locator('#wrong #state', { hasText: 'Black to play 1' }).waitFor();
  await page.close();
});

test('no attack in a record runs a script or loads anything', async () => {
  const attacks = readFileSync(join(ROOT, 'tests/web/attacks.txt'), 'utf8')
    .split('\n')
    .filter((line) => line !== '');
  assert.ok(attacks.length >= 200, `${attacks.length} attacks`);
  const context = await (await launch()).newContext({ viewport: { width: 1000, height: 700 } });
  const page = await context.newPage();
  const happened: string[] = [];
  let attack = '';
  await page.exposeFunction('hit', () => happened.push(`${attack}: a script ran`));
  await context.route(/^(?!file:)/, (route) => {
    happened.push(`${attack}: ${route.request().url()}`);
    return route.abort();
  });
  context.on('page', async (opened) => {
    // A link of a comment that leads to the web.
    if (!/^(?:https?:|about:blank|chrome-error:)/.test(opened.url())) {
      happened.push(`${attack}: ${opened.url()}`);
    }
    await opened.close();
  });
  page.on('dialog', (dialog) => {
    happened.push(`${attack}: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on(
    'console',
    (message) =>
      /Content Security Policy|Refused/.test(message.text()) && happened.push(`${attack}: ${message.text()}`),
  );
  page.on('pageerror', (error) => happened.push(`${attack}: ${error.message}`));
  page.on('frameattached', () => happened.push(`${attack}: a frame`));
  for (attack of attacks) {
    const [first = 'x', second = 'x'] = attack.replaceAll(/\s/g, '');
    const headers = ['EVENT', 'BLACK', 'WHITE', 'PLACE', 'RULES', 'RESULT', 'DATE'].map((key) => `${key} ${attack}\n`);
    const moves = `B 1 Q16\nCOM ${attack}\n${attack}\nENDCOM\nMARK ${first}${second}@D4\nW 2 C3\n`;
    const record = `${headers.join('')}${moves}VAR ${first}${second}\nW 2 C4\nENDVAR\n`;
    const file = pathToFileURL(written(record, 'attack.html', ['--move', '1'])).href;
    await page.goto(file);
    await page.locator('#state', { hasText: 'Black 1 Q16' }).waitFor();
    const seen = await page.locator('ishi-board').evaluate((board) => {
      const all = (selector: string) => [...(board.shadowRoot?.querySelectorAll(selector) ?? [])];
      return {
        comment: all('#comment')[0]?.textContent ?? '',
        addresses: all('#comment .address').map(({ textContent }) => textContent ?? ''),
        foreign: all('iframe, img, object, embed, link, style, script, a, foreignObject, image, feImage').length,
      };
    });
    // All of it is seen as text.
    const inLine = (text: string) => text.trim().replaceAll(/\s+/g, ' ');
    assert.ok(inLine(seen.comment).includes(inLine(attack)), `${attack} became ${seen.comment}`);
    assert.equal(seen.foreign, 0, attack);
    assert.ok(
      seen.addresses.every((address) => /^https?:/.test(address)),
      `${attack}: ${seen.addresses.join(' ')}`,
    );
    await page.mouse.move(500, 350);
    assert.equal(page.url(), file);
  }
  await page.close();
  await context.close();
  assert.deepEqual(happened, []);
});

test('a link of a comment opens a page of its own that knows nothing of this one', () =>
  withPlayer('EVENT x\nB 1 Q16\nCOM\nSee https://example.invalid/a?b=c.\nENDCOM\n', ['--move', '1'], async (page) => {
    await page
      .context()
      .route(/^https?:/, (route) => route.fulfill({ contentType: 'text/html', body: '<title>there</title>' }));
    const [popup] = await Promise.all([page.context().waitForEvent('page'), page.locator('#comment .address').click()]);
    await popup.waitForLoadState();
    assert.equal(popup.url(), 'https://example.invalid/a?b=c');
    assert.deepEqual(await popup.evaluate(() => [window.opener, document.referrer]), [null, '']);
    await popup.close();
  }));
