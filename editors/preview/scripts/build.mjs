// Builds the script and the style of the page that `ishi preview` serves, into a folder: node build.mjs [FOLDER]. By default that
// is the folder of the command, since cargo builds the program without Node.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import { bundle } from '../../board/scripts/carried.mjs';

const home = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const root = resolve(home, '../..');
const folder = resolve(process.argv[2] ?? join(root, 'src/cli/preview'));

mkdirSync(folder, { recursive: true });
for (const [entry, name] of [
  ['src/browser.ts', 'preview.js'],
  ['src/browser.css', 'preview.css'],
]) {
  const { text } = await bundle(join(home, entry), name);
  writeFileSync(join(folder, name), `${text}\n`);
}
