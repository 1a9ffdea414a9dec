/** The manifest of the extension: the menus of a board, and settings that read well. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

interface Item {
  command: string;
  when: string;
}

interface Setting {
  description?: string;
  markdownDescription?: string;
  enumDescriptions?: string[];
  markdownEnumDescriptions?: string[];
  markdownDeprecationMessage?: string;
  properties?: Record<string, Setting>;
}

interface Manifest {
  contributes: {
    configuration: { properties: Record<string, Setting> }[];
    configurationDefaults: Record<string, Record<string, unknown>>;
    menus: Record<string, Item[]>;
    walkthroughs: { steps: { id: string; media: { markdown: string } }[] }[];
  };
}

const root = new URL('../../../../editors/vscode/', import.meta.url);
const { contributes } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as Manifest;

test('the tab and the view of a board have the same menu, and a button for the lock', () => {
  const commands = (menu: string, when: string) => contributes.menus[menu]?.filter((item) => item.when.startsWith(when)).map(({ command }) => command);
  const wanted = ['lockBoard', 'unlockBoard', 'openAnotherBoard', 'findPosition', 'exportBoard', 'copyBoardAsPng', 'copyBoardAsSvg', 'copyBoardAsText'];
  assert.deepEqual(commands('editor/title', 'activeWebviewPanelId == ishi.board'), wanted.map((name) => `ishi.${name}`));
  // A search is for the position at the cursor, which all boards show.
  const ofView = wanted.map((name) => (name === 'findPosition' ? `ishi.${name}` : `ishi.boardView.${name}`));
  assert.deepEqual(commands('view/title', 'view == ishi.boardView'), ofView);
});

const settings = contributes.configuration.flatMap(({ properties }) => Object.entries(properties));

test('a description with code is shown as Markdown', () => {
  const all = settings.flatMap(([name, setting]) => [[name, setting] as const, ...Object.entries(setting.properties ?? {})]);
  const isRaw = (text: string | undefined, markdown: string | undefined) => text?.includes('`') === true && markdown !== text;
  const raw = all.filter(([, setting]) =>
    isRaw(setting.description, setting.markdownDescription) || isRaw(setting.enumDescriptions?.join('\n'), setting.markdownEnumDescriptions?.join('\n')));
  assert.deepEqual(raw.map(([name]) => name), []);
});

test('a setting has a name of which VS Code makes a title, and is not one of the command line', () => {
  const shown = settings.filter(([, { markdownDeprecationMessage }]) => markdownDeprecationMessage === undefined).map(([name]) => name);
  assert.deepEqual(shown.filter((name) => name.includes('-') || name.endsWith('lineEnding')), []);
  assert.ok(shown.includes('ishi.format.keywordCase'));
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

test('the data of SGF in a record is folded', () => {
  assert.equal(contributes.configurationDefaults['[ishi]']?.['editor.foldingImportsByDefault'], true);
});
