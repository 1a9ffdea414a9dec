/** Games in the preview of Markdown: what is asked for, and what stands in their place until the answer comes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { mayBeGame, mayHaveGames } from '../../../../editors/vscode/src/fenceInfo.ts';
import { type Drawn, type MarkdownIt, MarkdownPreview } from '../../../../editors/vscode/src/markdownPreview.ts';

const fence = (info: string, content = '') => ({ type: 'fence', info, content });
type Fence = ReturnType<typeof fence>;

/** A preview of texts with these answers. */
function previewed(answer: (info: string, text: string) => Drawn | undefined) {
  const asked: string[][] = [];
  let refreshed = 0;
  const preview = new MarkdownPreview(
    async (_, fences) => {
      asked.push(fences.map(({ info, text }) => `${info}: ${text}`));
      const answers = fences.map(({ info, text }) => answer(info, text));
      return answers.some((one) => one === undefined) ? undefined : (answers as Drawn[]);
    },
    () => (refreshed += 1),
    50,
  );
  const markdown: MarkdownIt = { renderer: { rules: { fence: (tokens, index) => `<pre>${tokens[index]!.content}</pre>` } } };
  const { rules } = preview.extend(markdown).renderer;
  const make = (fences: Fence[], uri = 'file:///a.md') => {
    const tokens = [...fences];
    return tokens.map((_, index) => rules['fence']!(tokens, index, {}, { currentDocument: uri }, { renderAttrs: () => ' data-line="1"' }));
  };
  const settled = () => new Promise((resolve) => setTimeout(resolve, 20));
  return { preview, asked, make, settled, refreshed: () => refreshed };
}

const picture = (svg: string) => ({ picture: { svg, alternative: 'Black "lives" <b>' } });

test('the pictures of a text are asked for together, and stand there when it is made again', async () => {
  const { asked, make, settled, refreshed } = previewed((info) => (info === 'ishi text' ? null : picture(`<svg>'</svg>`)));
  const notes = [fence('ishi move=1', 'a'), fence('rust', 'b'), fence('{.sgf}', 'c'), fence('ishi text', 'd')];
  assert.deepEqual(make(notes).map((html) => html.includes('ishi-waiting')), [true, false, true, true]);
  await settled();
  assert.deepEqual(asked, [['ishi move=1: a', '{.sgf}: c', 'ishi text: d']]);
  assert.equal(refreshed(), 1);
  const [first, second, , fourth] = make(notes);
  assert.equal(
    first,
    '<div data-line="1"><div class="ishi-board"><img alt="Black &quot;lives&quot; &lt;b&gt;" src="data:image/svg+xml,%3Csvg%3E%27%3C%2Fsvg%3E"></div></div>\n',
  );
  assert.equal(second, '<pre>b</pre>');
  assert.equal(fourth, '<pre>d</pre>');
  await settled();
  assert.equal(asked.length, 1);
});

test('a preview that is not made again is asked for again, and no longer than it may take', async () => {
  const { make, settled, refreshed } = previewed(() => picture(''));
  make([fence('ishi', 'x')]);
  await settled();
  assert.equal(refreshed(), 1);
  await new Promise((resolve) => setTimeout(resolve, 500));
  assert.equal(refreshed(), 5);
  make([fence('ishi', 'y')]);
  await settled();
  assert.equal(refreshed(), 6);
  make([fence('ishi', 'y')]);
  await new Promise((resolve) => setTimeout(resolve, 100));
  assert.equal(refreshed(), 6);
});

test('a keystroke draws one of 40 blocks, which keeps its picture until then', async () => {
  const { asked, make, settled } = previewed((_, text) => picture(text));
  const notes = Array.from({ length: 40 }, (_, nth) => fence('ishi', `old ${nth}`));
  make(notes);
  await settled();
  notes[7] = fence('ishi', 'new');
  assert.match(make(notes)[7]!, /ishi-board.*old%207/);
  await settled();
  assert.deepEqual(asked.map((fences) => fences.length), [40, 1]);
  assert.match(make(notes)[7]!, /ishi-board.*new/);
});

test('a mistake stands at its block, as text', async () => {
  const { make, settled } = previewed(() => ({ problem: 'there is no </div><script>' }));
  make([fence('ishi', 'x')]);
  await settled();
  const [html] = make([fence('ishi', 'x')]);
  assert.match(html!, /ishi-problem"><p>there is no &lt;\/div&gt;&lt;script&gt;<\/p><pre>x<\/pre>/);
});

test('games in other files are drawn again when a file is saved, and nothing else is', async () => {
  const { preview, asked, make, settled } = previewed(() => picture(''));
  const notes = [fence('ishi src=a.ishi'), fence('ishi', 'x')];
  make(notes);
  make(notes, 'file:///b.md');
  await settled();
  preview.forgetFiles();
  make(notes);
  await settled();
  assert.deepEqual(asked.flat(), ['ishi src=a.ishi: ', 'ishi: x', 'ishi src=a.ishi: ', 'ishi src=a.ishi: ']);
});

test('what can not be drawn without a server is drawn by the next one', async () => {
  let isThere = false;
  const { preview, asked, make, settled, refreshed } = previewed(() => (isThere ? picture('') : undefined));
  make([fence('ishi', 'x')]);
  await settled();
  make([fence('ishi', 'x')]);
  await settled();
  assert.equal(refreshed(), 0);
  isThere = true;
  preview.retry();
  await settled();
  assert.equal(refreshed(), 1);
  assert.equal(asked.length, 3);
});

test('what a server was asked for that has ended meanwhile is drawn by the next one', async () => {
  let answer: (drawn: Drawn[] | undefined) => void = () => {};
  let asked = 0;
  const preview = new MarkdownPreview(
    () => {
      asked += 1;
      return new Promise((resolve) => {
        answer = resolve;
      });
    },
    () => {},
    50,
  );
  const { rules } = preview.extend({ renderer: { rules: { fence: () => '' } } }).renderer;
  const tokens = [fence('ishi', 'x')];
  const make = () => rules['fence']!(tokens, 0, {}, {}, { renderAttrs: () => '' });
  const settled = () => new Promise((resolve) => setTimeout(resolve, 20));
  make();
  await settled();
  // The next one starts before it is known that the first one does not answer.
  preview.retry();
  answer(undefined);
  await settled();
  assert.equal(asked, 2);
  answer([picture('drawn')]);
  await settled();
  assert.match(make(), /drawn/);
  assert.equal(asked, 2);
});

test('ten thousand blocks are bounded', async () => {
  const { asked, make, settled } = previewed(() => picture(''));
  const notes = Array.from({ length: 10_000 }, (_, nth) => fence('ishi', String(nth)));
  make(notes);
  await settled();
  make(notes);
  await settled();
  assert.equal(asked.flat().length, 500);
});

test('only a text that may have a game is served', () => {
  for (const info of ['ishi', ' sgf move=1', '{.goban}', '{ .ishi .crop}', 'sgf,crop']) {
    assert.ok(mayBeGame(info), info);
    assert.ok(mayHaveGames(`text\n\n> - ~~~${info}\n`), info);
  }
  for (const info of ['', 'rust', 'ishi-like', 'sgfx', '{.rust .ishi}']) {
    assert.ok(!mayBeGame(info), info);
    assert.ok(!mayHaveGames(`ishi sgf\n\`\`\`${info}\n`), info);
  }
});
