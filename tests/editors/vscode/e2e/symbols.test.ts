/** Ctrl+T in a folder with many records. */
import { after, test } from 'node:test';

import { quit, Workbench } from './workbench.ts';

after(quit);

/** More records than any list shows, and many players. */
const RECORDS = Number(process.env['ISHI_MANY'] ?? 2000);
const PLAYERS = ['aubrac', 'bellini', 'corot'];

test('any record of a large folder is found by any two of its words, and opened at its event', async () => {
  const beside = Object.fromEntries(
    Array.from({ length: RECORDS }, (_, nth) => {
      const headers = `EVENT Many ${nth}\nBLACK ${PLAYERS[nth % 3]}\nWHITE ${PLAYERS[(nth + 1) % 3]}\nDATE 19${String(nth % 100).padStart(2, '0')}\n`;
      return [`games/${nth % 50}/game${(nth * 7) % RECORDS}.ishi`, `${headers}B 1 Q16\n`];
    }),
  );
  beside['old/castle.prb'] = 'REMARK\nEVENT Castle game\nBLACK Shusaku\nDATE 1846\nB 1 Q16\n';
  await Workbench.use('one.ishi', 'EVENT One\n', async (workbench) => {
    const { page } = workbench;
    await workbench.ready();
    const find = async (query: string, title: string) => {
      const row = page.locator('.quick-input-list .monaco-list-row', { hasText: new RegExp(`${title}\\b`) }).first();
      await workbench.waitFor(query, async () => {
        await workbench.press('Escape', 'Control+t');
        const box = page.locator('.quick-input-widget:visible input[type=text]').first();
        await box.fill(`#${query}`, { timeout: 10_000 });
        return row.waitFor({ timeout: 10_000 }).then(() => true);
      });
    };
    await find('Many 620', 'Many 620');
    await find('aubrac 1250', 'Many 1250');
    await find('1250 many', 'Many 1250');
    await workbench.picture('symbols');
    await page.locator('.quick-input-list .monaco-list-row', { hasText: /Many 1250\b/ }).first().click();
    await page.locator('.editor-instance .view-line', { hasText: /Many\s1250/ }).first().waitFor();
    await find('shusaku', 'Castle game');
    await workbench.press('Enter');
    await page.locator('.tab.active', { hasText: 'castle.prb' }).first().waitFor();
    await workbench.waitFor('its event', async () => (await page.locator('#status\\.editor\\.selection').innerText()).includes('Ln 2'));
  }, { beside });
});
