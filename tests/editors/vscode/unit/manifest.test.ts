/** The manifest of the extension: the menus of a board, and settings that read well. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

interface Item {
  command: string;
  when: string;
}

interface Manifest {
  contributes: {
    configuration: { properties: Record<string, { description?: string; markdownDescription?: string }> }[];
    configurationDefaults: Record<string, Record<string, unknown>>;
    menus: Record<string, Item[]>;
    walkthroughs: { steps: { id: string; media: { markdown: string } }[] }[];
  };
}

const root = new URL('../../../../editors/vscode/', import.meta.url);
const { contributes } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as Manifest;

test('the tab and the view of a board have the same menu', () => {
  const commands = (menu: string, when: string) => contributes.menus[menu]?.filter((item) => item.when === when).map(({ command }) => command);
  const wanted = ['ishi.openAnotherBoard', 'ishi.findPosition', 'ishi.exportBoard', 'ishi.copyBoardAsPng', 'ishi.copyBoardAsSvg', 'ishi.copyBoardAsText'];
  assert.deepEqual(commands('editor/title', 'activeWebviewPanelId == ishi.board'), wanted);
  assert.deepEqual(commands('view/title', 'view == ishi.boardView'), wanted);
});

test('a description with code is shown as Markdown', () => {
  const settings = contributes.configuration.flatMap(({ properties }) => Object.entries(properties));
  const raw = settings.filter(([, { description, markdownDescription }]) => description?.includes('`') === true && markdownDescription !== description);
  assert.deepEqual(raw.map(([name]) => name), []);
});

test('the walkthrough has a page about SGF, and all pages are there', () => {
  const steps = contributes.walkthroughs.flatMap((one) => one.steps);
  assert.ok(steps.some(({ id }) => id === 'sgf'));
  for (const { media } of steps) {
    assert.notEqual(readFileSync(new URL(media.markdown, root), 'utf8'), '');
  }
});

test('long lines of a record wrap', () => {
  assert.equal(contributes.configurationDefaults['[ishi]']?.['editor.wordWrap'], 'on');
});
