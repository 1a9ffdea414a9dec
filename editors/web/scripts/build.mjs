// Builds the page into a folder: node build.mjs FOLDER. ISHI_WEB_GLUE is the folder that has the worker's module.
import { createHash } from 'node:crypto';
import { copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

import { boardTexts } from '../../board/scripts/styles.mjs';

const source = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const root = resolve(source, '../..');
const folder = resolve(process.argv[2]);
const glue = resolve(process.env.ISHI_WEB_GLUE);

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });

// What only the command line reads, or a server that has files.
const NOT_HERE = new Set(['check.show', 'files.encoding', 'files.exclude', 'format.line-ending']);

/** The settings of the server, in the order in which VS Code shows them. Lists are too long for a form. */
function settings() {
  const manifest = JSON.parse(readFileSync(join(root, 'editors/vscode/package.json'), 'utf8'));
  const { properties } = manifest.contributes.configuration.find(({ title }) => title === 'Records');
  const { 'ishi.check': check, ...others } = properties;
  const rules = Object.entries(check.properties).map(([key, value]) => [`check.${key}`, value]);
  const all = [...Object.entries(others).map(([key, value]) => [key.replace(/^ishi\./, ''), value]), ...rules];
  return all
    .filter(([name, { type }]) => ['boolean', 'integer', 'string'].includes(type) && !NOT_HERE.has(name))
    .map(([name, { type, default: usual, description, enum: values, minimum, maximum }]) => ({ name, type, default: usual, description, values, minimum, maximum }));
}

/** Makes a module of the settings. */
const settingsModule = {
  name: 'ishi-settings',
  setup(made) {
    made.onResolve({ filter: /^ishi-settings$/ }, ({ path }) => ({ path, namespace: 'ishi' }));
    made.onLoad({ filter: /^ishi-settings$/, namespace: 'ishi' }, () => ({ contents: `export const SETTINGS = ${JSON.stringify(settings())};` }));
  },
};

const common = { bundle: true, minify: true, legalComments: 'none', logLevel: 'warning', target: 'es2022', format: 'esm' };
await build({
  ...common,
  alias: { 'ishi-web-worker': join(glue, 'ishi_web_worker.js') },
  plugins: [settingsModule, boardTexts],
  entryPoints: { page: join(source, 'src/page.ts'), worker: join(source, 'src/worker.ts') },
  outdir: folder,
});
await build({ ...common, entryPoints: { page: join(source, 'src/page.css') }, outdir: folder });
copyFileSync(join(glue, 'ishi_web_worker_bg.wasm'), join(folder, 'ishi.wasm'));
cpSync(join(source, 'public'), folder, { recursive: true });
copyFileSync(join(root, 'editors/vscode/media/icon.svg'), join(folder, 'icon.svg'));
cpSync(join(root, 'examples'), join(folder, 'examples'), { recursive: true });

// The service worker keeps all of these. A build that has other files has a worker of another content, which is how browsers notice.
const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1).replaceAll('\\', '/'))
  .sort();
const hash = createHash('sha256');
for (const file of files) {
  hash.update(file).update(readFileSync(join(folder, file)));
}
const names = ['./', ...files.filter((file) => file !== 'index.html')];
await build({
  ...common,
  format: 'iife',
  define: { FILES: JSON.stringify(names), VERSION: JSON.stringify(hash.digest('hex').slice(0, 16)) },
  entryPoints: { offline: join(source, 'src/offline/offline.ts') },
  outdir: folder,
});
console.log(folder);
