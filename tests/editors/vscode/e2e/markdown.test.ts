/** Games in the code blocks of Markdown: in the text, and in the preview. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';

import { quit, Workbench } from './workbench.ts';

after(quit);

const NOTES = `# Notes

> \`\`\`ishi move=1 caption="</svg><script>document.title='run'</script>"
> EVENT <b>x</b>
> B 1 Q16
> \`\`\`

\`\`\`sgf mvoe=1
(;FF[4]GM[1]SZ[9];B[ee])
\`\`\`

\`\`\`goban
$$B
$$ ------
$$ | . X 1 .
\`\`\`

\`\`\`ishi text
B 1 Q16
\`\`\`
`;

test('games in Markdown have their problems in the text, and pictures in the preview', async () => {
  await Workbench.use('notes.md', NOTES, async (workbench) => {
    const { page } = workbench;
    await workbench.waitFor('the mistake', async () => {
      const wrong = (await workbench.underlined('error')).filter(({ isUnderlined }) => isUnderlined);
      return wrong.length === 1 && wrong[0]!.text === '```sgf mvoe=1';
    });
    await workbench.command('Markdown: Open Preview to the Side');
    const preview = page.frameLocator('iframe.webview').frameLocator('#active-frame');
    await preview.locator('.ishi-board img').nth(1).waitFor();
    await workbench.waitFor('the pictures', () =>
      preview.locator('.ishi-board img').evaluateAll((all) => all.length === 2 && all.every((one) => (one as HTMLImageElement).naturalWidth > 0)));
    assert.match(await preview.locator('.ishi-problem').innerText(), /there is no option `mvoe`[^]*GM\[1\]SZ\[9\]/);
    assert.equal(await preview.locator('pre', { hasText: 'B 1 Q16' }).count(), 1);
    assert.equal(await preview.locator('script', { hasText: 'run' }).count(), 0);
    // Another block is drawn as soon as it is written, and the others stay.
    await workbench.goTo(8, 8);
    await workbench.press('Shift+End');
    await page.keyboard.type('move=1');
    await preview.locator('.ishi-board img').nth(2).waitFor();
    assert.equal(await preview.locator('.ishi-problem').count(), 0);
    await workbench.picture('markdown');
    assert.deepEqual([...workbench.outside], []);
  });
});
