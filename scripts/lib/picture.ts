/** Draws docs/vscode-*.png, dark and light: what a person sees who opens a record in VS Code. Run by scripts/picture. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { environment, example, quit, Workbench } from '../../tests/editors/vscode/e2e/workbench.ts';

/** The workbench without what is not about records. */
function settings(theme: string): Record<string, string> {
  const text = JSON.stringify({
    'workbench.colorTheme': theme,
    'workbench.activityBar.location': 'hidden',
    'workbench.layoutControl.enabled': false,
    'window.commandCenter': false,
    'editor.minimap.enabled': false,
    'editor.fontSize': 13,
  });
  return { '.vscode/settings.json': text };
}

/** The size of a window with text alone. */
const VIEWPORT = { width: 1100, height: 660 };

/** Draws a picture in a dark and in a light theme. */
async function draw(
  name: string,
  file: string,
  text: string,
  work: (workbench: Workbench) => Promise<void>,
  viewport = VIEWPORT,
): Promise<void> {
  for (const shade of ['Dark', 'Light']) {
    const photograph = async (workbench: Workbench) => {
      await workbench.ready();
      await workbench.focus();
      await workbench.press('Control+b');
      await work(workbench);
      // Nothing moves any more by then.
      await workbench.page.waitForTimeout(1500);
      await workbench.picture(`${name}-${shade.toLowerCase()}`);
    };
    await Workbench.use(file, text, photograph, { beside: settings(`Default ${shade} Modern`), viewport });
  }
}

const mistakes = readFileSync(join(environment('ISHI_ROOT'), 'scripts/lib/picture.ishi'), 'utf8');

await draw('vscode-mistakes', 'mistakes.ishi', mistakes, async (workbench) => {
  await workbench.waitFor('squiggles', async () => (await workbench.underlined('error')).length > 1);
  await workbench.press('Control+Shift+m');
  await workbench.page.locator('.markers-panel .monaco-list-row').nth(1).waitFor();
  const lines = mistakes.split('\n');
  const line = lines.findIndex((text) => text.includes('I17'));
  await workbench.goTo(line + 1, (lines[line] ?? '').indexOf('I17') + 2);
  await workbench.show(workbench.page.locator('.action-widget .monaco-list-row').first(), 'Control+.');
});

await draw('vscode-board', 'game.ishi', example('game.ishi'), async (workbench) => {
  await workbench.command('Ishi: Show Board');
  await workbench.panel.locator('#board svg').waitFor();
  await workbench.goTo(example('game.ishi').split('\n').findIndex((line) => line.startsWith('W 132 ')) + 1, 3);
  await workbench.waitFor('the move', async () => (await workbench.panel.locator('#state').innerText()).startsWith('White 132'));
}, { width: 1180, height: 800 });

await draw('vscode-hover', 'problem.prb', example('problem.prb'), async (workbench) => {
  const lines = example('problem.prb').split('\n');
  await workbench.goTo(lines.findIndex((line) => line.startsWith('MARK \\t@D2')) + 1, 8);
  await workbench.press('Control+k', 'Control+i');
  await workbench.page.locator('.monaco-hover:visible img').waitFor();
});

await quit();
