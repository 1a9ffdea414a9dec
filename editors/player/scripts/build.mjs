// Builds what `ishi player` writes, its page and its script, into a folder: node build.mjs [FOLDER]. By default that is
// the folder of the command, since cargo builds the program without Node. Prints the share of the code that is the
// board's.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import { bundle } from '../../board/scripts/carried.mjs';
import { boardTexts } from '../../board/scripts/styles.mjs';
import esbuild from '../../web/node_modules/esbuild/lib/main.js';

const home = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const root = resolve(home, '../..');
const folder = resolve(process.argv[2] ?? join(root, 'src/cli/player'));

const { text: bundled, metafile } = await bundle(join(home, 'src/element.ts'), 'ishi-player.js', { metafile: true, plugins: [boardTexts] });
// In a page it ends where it says so, whatever its texts are.
const script = bundled.replaceAll(/<(?=\/script|!--|script)/gi, String.raw`\x3c`);
const { code: style } = await esbuild.transform(readFileSync(join(home, 'src/page.css'), 'utf8'), {
  loader: 'css',
  minify: true,
});
const hashOf = (text) => `sha256-${createHash('sha256').update(text).digest('base64')}`;

const PARTS = { style: style.trim(), 'script-hash': hashOf(script), 'style-hash': hashOf(style.trim()) };
const page = readFileSync(join(home, 'src/page.html'), 'utf8').replaceAll(
  /<!--([\w-]+)-->/g,
  (marker, name) => PARTS[name] ?? marker,
);

mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'ishi-player.js'), script);
writeFileSync(join(folder, 'page.html'), page);

const [{ inputs }] = Object.values(metafile.outputs);
const bytes = (of) =>
  Object.entries(inputs)
    .filter(([file]) => of(file))
    .reduce((sum, [, { bytesInOutput }]) => sum + bytesInOutput, 0);
console.log(
  JSON.stringify({
    bytes: script.length,
    board: bytes((file) => !file.startsWith('editors/player/')) / bytes(() => true),
  }),
);
