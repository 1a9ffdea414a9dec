/** Find This Position: the games of a folder with the position at the cursor. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';

import { quit, Workbench } from './workbench.ts';

after(quit);

/** In the first game White plays D4 as move 2, in the others a game that is the same but for a turn. */
const MINE = 'EVENT Mine\nBLACK Ada\nWHITE Ben\nB 1 Q16\nW 2 D4\nB 3 Q3\n';
const beside = {
  'games/old.sgf': '(;SZ[19]PB[Cho]PW[Dai]DT[1846]RE[B+2];B[pd];W[dp];B[cd])',
  'games/other.ishi': 'EVENT Other\nBLACK Eve\nB 1 K10\n',
};

test('the games with the position at the cursor are listed, shown and opened', async () => {
  await Workbench.use('mine.ishi', MINE, async (workbench) => {
    const { page } = workbench;
    await workbench.ready();
    await workbench.goTo(5);
    await workbench.command('Ishi: Show Board');
    await workbench.panel.locator('#board svg').waitFor();
    await workbench.command('Ishi: Find This Position');
    const row = (text: string) => page.locator('.quick-input-list .monaco-list-row', { hasText: text });
    await row('Cho – Dai').waitFor();
    await page.locator('.quick-input-title', { hasText: 'Found in 2 of 3 games · next Q3 2 (Black 100 %)' }).waitFor();
    await page.locator('.quick-input-title', { hasText: /· 1 open file, 2 files in \S+$/ }).waitFor();
    assert.match(await row('Cho – Dai').innerText(), /1846 · B\+2/);
    assert.equal(await row('Eve').count(), 0);
    const found = (location: string) => workbench.panel.locator(`.found g[data-at=${location}]`);
    await found('Q3').locator('text', { hasText: '2' }).waitFor();
    await workbench.picture('find');
    // The entry with the focus is shown, and Escape goes back.
    await workbench.press('ArrowDown');
    await page.locator('.tab.active', { hasText: 'old.sgf' }).waitFor();
    await page.locator('.quick-input-widget').waitFor();
    // The same position, as it lies in that game.
    await found('C16').waitFor();
    await workbench.press('Escape');
    await page.locator('.tab.active', { hasText: 'mine.ishi' }).waitFor();
    await page.locator('#status\\.editor\\.selection', { hasText: 'Ln 5' }).waitFor();
    await workbench.command('Ishi: Find This Position');
    await row('Cho – Dai').click();
    await page.locator('.tab.active', { hasText: 'old.sgf' }).waitFor();
    // The node of move 2, in a line with all moves.
    await page.locator('#status\\.editor\\.selection', { hasText: `Ln 1, Col ${beside['games/old.sgf'].indexOf(';W[dp]') + 1}` }).waitFor();
    await workbench.status.filter({ hasText: '2 D4' }).waitFor();
  }, { beside });
});
