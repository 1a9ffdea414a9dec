/** Runs `api/index.cjs` inside the extension host, and reports its tests one by one. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, test } from 'node:test';

import { address, environment, folderWith, launch, PATIENCE, quit } from './workbench.ts';

after(quit);

interface Outcome {
  name: string;
  problem: string | null;
}

test('the API, inside the extension host', async (t) => {
  const folder = folderWith({
    '.vscode/settings.json': '{ "ishi.server.path": "/tmp/evil", "ishi.library.index": "/tmp/evil" }',
    'collection/league.prb': 'EVENT League\nBLACK Shuwa\nDATE 1840\n',
  });
  const tests = join(environment('ISHI_ROOT'), 'tests/editors/vscode/api');
  const page = await (await launch()).newPage();
  page.setDefaultTimeout(PATIENCE);
  const outcomes: Outcome[] = [];
  await page.exposeFunction('codeAutomationLog', (_: string, [line]: unknown[]) => {
    const text = String(line);
    if (text.startsWith('#')) {
      outcomes.push(JSON.parse(text.slice(1)) as Outcome);
    }
  });
  const { promise: ended, resolve, reject } = Promise.withResolvers<unknown>();
  await page.exposeFunction('codeAutomationExit', resolve);
  setTimeout(() => reject(new Error('the tests in the extension host did not end')), 12 * PATIENCE).unref();
  const payload: [string, string][] = [['extensionDevelopmentPath', tests], ['extensionTestsPath', join(tests, 'index.cjs')]];
  await page.goto(address(folder, payload, environment('ISHI_API_URL')), { waitUntil: 'domcontentloaded' });
  const code = await ended;
  for (const { name, problem } of outcomes) {
    await t.test(name, () => assert.ok(problem === null, problem ?? ''));
  }
  assert.ok(outcomes.length > 10, 'the tests in the extension host did not run');
  assert.equal(code, 0);
  await page.close();
});
