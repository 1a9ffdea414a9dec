/** Records in which a CR stands that no LF follows. VS Code ends a line there, and gives all lines the same end when it opens a file. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';

import { quit, Workbench } from './workbench.ts';

after(quit);

const RECORD = 'EVENT x\nCOM\nWell played.\rIndeed.\nENDCOM\nb 1 q16\nW 2 D4\nB 3 Z99\n';

/** The lines that say something, however they end. */
const filled = (text: string) => text.split(/[\r\n]+/).filter((line) => line !== '');

/** The lines that are underlined in one way. */
async function underlined(workbench: Workbench, how: 'error' | 'warning'): Promise<string[]> {
  return (await workbench.underlined(how)).filter(({ isUnderlined }) => isUnderlined).map(({ text }) => text);
}

for (const [name, text] of [
  ['in a comment', RECORD],
  ['at each line end', RECORD.replaceAll(/[\r\n]/g, '\r')],
  ['before each CR LF', RECORD.replaceAll(/[\r\n]/g, '\r\r\n')],
] as const) {
  test(`a save with a CR alone ${name} loses no move`, async () => {
    await Workbench.use('cr.ishi', text, async (workbench) => {
      await workbench.ready();
      // It never comes to the server, so nothing is odd, and what is wrong stands where it is.
      await workbench.waitFor('the squiggle', async () => (await underlined(workbench, 'error')).includes('B 3 Z99'));
      assert.deepEqual(await underlined(workbench, 'warning'), []);
      await workbench.goTo(1);
      await workbench.press('End');
      await workbench.page.keyboard.type('y');
      await workbench.press('Control+s');
      const want = filled(RECORD.replace('EVENT x', 'EVENT xy').replace('b 1 q16', 'B 1 Q16'));
      await workbench.waitFor('the formatted file', async () => JSON.stringify(filled(workbench.saved())) === JSON.stringify(want));
    });
  });
}
