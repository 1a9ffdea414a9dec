/** The problems of all files of a folder, on the screen: at once, and after another branch was checked out. */
import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';

import { quit, Workbench } from './workbench.ts';

after(quit);

const GAMES = 3000;

const GOOD = 'EVENT x\nB 1 Q16\nW 2 D4\n';
const WRONG = 'EVENT x\nB 1 Q16\nMARKK Q16\n';

const name = (nth: number) => `games/${nth}.ishi`;

test('the problems of all files of a folder are shown, and follow a checkout', async () => {
  const beside = Object.fromEntries(Array.from({ length: GAMES }, (_, nth) => [name(nth), nth % 10 === 0 ? WRONG : GOOD]));
  await Workbench.use(
    'open.ishi',
    GOOD,
    async (workbench) => {
      const { page, path } = workbench;
      const folder = dirname(path);
      const git = (...args: string[]) =>
        execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', ...args], { cwd: folder, stdio: 'pipe' });
      const problems = page.locator('#status\\.problems');
      const shows = (errors: number) =>
        workbench.waitFor(`${errors} errors`, async () => (await problems.innerText()).trim().split(/\s+/)[0] === String(errors));
      await workbench.ready();
      await shows(GAMES / 10);

      git('init', '--quiet', '--initial-branch=all');
      git('add', '.');
      git('commit', '--quiet', '--message=All');
      git('checkout', '--quiet', '-b', 'half');
      for (let nth = 0; nth < GAMES; nth += 2) {
        rmSync(join(folder, name(nth)));
      }
      await shows(0);
      git('commit', '--quiet', '--all', '--message=Half');
      git('checkout', '--quiet', 'all');
      await shows(GAMES / 10);
      git('checkout', '--quiet', 'half');
      await shows(0);

      // What is typed counts once, and the file again when it is closed without being saved.
      await workbench.goTo(3);
      await page.keyboard.type('MARKK Q16\n');
      await shows(1);
      await workbench.picture('folder-problems');
    },
    { beside },
  );
});
