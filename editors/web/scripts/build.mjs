// Builds the page into a folder: node build.mjs FOLDER. ISHI_WEB_GLUE is the folder that has the worker's modules.
import { createHash } from 'node:crypto';
import { copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

import { boardTexts } from '../../board/scripts/styles.mjs';
import { escapeHtml } from '../../board/src/html.ts';
import { readExamples } from './examples.mjs';
import { copyModules, workerGlue } from './modules.mjs';
import { titlesOf } from './titles.mjs';

const source = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const root = resolve(source, '../..');
const folder = resolve(process.argv[2]);
const glue = resolve(process.env.ISHI_WEB_GLUE);

/** How many lines of the example are in the page itself, and how many of them are before the one at which it is shown. */
const FIRST_LINES = 60;
const LINES_BEFORE = 8;

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });

// The keys that only a server with files reads, and one for other editors.
const NOT_HERE = new Set(['diagnostics.workspace', 'files.encoding', 'files.exclude']);

/** The settings of the server, in the order in which VS Code shows them. Lists are too long for a form. */
function settings() {
  const manifest = JSON.parse(readFileSync(join(root, 'editors/vscode/package.json'), 'utf8'));
  const { properties } = manifest.contributes.configuration.find(({ title }) => title === 'Records');
  const { 'ishi.check': check, ...others } = properties;
  const rules = Object.entries(check.properties).map(([key, value]) => [`check.${key}`, value]);
  // As in `ishi.toml`, where a key has hyphens.
  const keyInFile = (key) => key.replace(/^ishi\./, '').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const current = Object.entries(others).filter(([, { markdownDeprecationMessage }]) => markdownDeprecationMessage === undefined);
  const all = [...current.map(([key, value]) => [keyInFile(key), value]), ...rules];
  return all
    .filter(([name, { type, deprecated }]) => ['boolean', 'integer', 'string'].includes(type) && deprecated !== true && !NOT_HERE.has(name))
    .map(([name, { type, default: usual, description, enum: values, minimum, maximum }]) => {
      const { title, group } = titlesOf(name);
      const words = description.charAt(0).toUpperCase() + description.slice(1);
      return { name, title, group, type, default: usual, description: words, values, minimum, maximum };
    });
}

/** The settings in two parts: what the page needs from its beginning, and the words that only their dialog shows. */
const SETTINGS = settings();
const settingValues = SETTINGS.map(({ title, group, description, ...setting }) => setting);
const settingWords = Object.fromEntries(SETTINGS.map(({ name, title, group, description }) => [name, { title, group, description }]));

const examples = await readExamples(join(root, 'examples'), glue);

/** The modules that are made here, each with its content. */
const MODULES = {
  'ishi-settings': `export const SETTINGS = ${JSON.stringify(settingValues)};`,
  'ishi-examples': `export const EXAMPLES = ${JSON.stringify(examples.map(({ file, name, line, isProblem }) => ({ file, name, line, isProblem })))};
export const LINES_BEFORE = ${LINES_BEFORE};`,
};

const madeModules = {
  name: 'ishi-modules',
  setup(made) {
    made.onResolve({ filter: /^ishi-(?:settings|examples)$/ }, ({ path }) => ({ path, namespace: 'ishi' }));
    made.onLoad({ filter: /./, namespace: 'ishi' }, ({ path }) => ({ contents: MODULES[path] }));
  },
};

const common = { bundle: true, minify: true, legalComments: 'none', logLevel: 'warning', target: 'es2022', format: 'esm' };
// The page is in pieces, so that it can be loaded in several tasks. A piece of another build has another name.
const { metafile } = await build({
  ...common,
  plugins: [madeModules, boardTexts],
  entryPoints: { page: join(source, 'src/main.ts') },
  chunkNames: 'page/[name]-[hash]',
  splitting: true,
  metafile: true,
  outdir: folder,
});
await build({ ...common, alias: workerGlue(glue), entryPoints: { worker: join(source, 'src/worker.ts') }, outdir: folder });
await build({ ...common, entryPoints: { page: join(source, 'src/page.css') }, outdir: folder });
// A module would run only after the page was drawn.
await build({ ...common, format: 'iife', entryPoints: { early: join(source, 'src/early.ts') }, outdir: folder });
copyModules(glue, folder);
writeFileSync(join(folder, 'settings.json'), JSON.stringify(settingWords));
cpSync(join(source, 'public'), folder, { recursive: true });
for (const icon of ['icon.svg', 'icon.png']) {
  copyFileSync(join(root, 'editors/vscode/media', icon), join(folder, icon));
}
// What a game is put into, which is fetched when the first one is downloaded. It has gaps, so it is not a page of the site.
mkdirSync(join(folder, 'player'));
for (const [name, copy] of [['page.html', 'page.txt'], ['ishi-player.js', 'ishi-player.js']]) {
  copyFileSync(join(root, 'src/cli/player', name), join(folder, 'player', copy));
}
cpSync(join(root, 'examples'), join(folder, 'examples'), { recursive: true });
for (const { file, board } of examples) {
  writeFileSync(join(folder, 'examples', `${file}.svg`), board);
}

/**
 * The parts of the page that are made here: the gallery, and the example that a visitor sees before the scripts are there. The board of that
 * is in the page itself: a picture to be fetched would come after the scripts, which are larger.
 */
const [first] = examples;
const [title, ...words] = first.comment.split('\n');
/** What is loaded only when somebody asks for it. */
const isLater = ({ entryPoint }) => entryPoint?.endsWith('src/pieces/settings.ts') === true;
const outputs = Object.entries(metafile.outputs).filter(([, output]) => !isLater(output));
const pieces = outputs.map(([path]) => relative(folder, resolve(path)).replaceAll('\\', '/')).filter((path) => path !== 'page.js');
const PARTS = {
  pieces: pieces.map((path) => `<link rel="modulepreload" href="${path}">`).join('\n'),
  gallery: examples.map(({ file, name, about }, index) => `<button type="button"${index === 0 ? ' autofocus' : ''} data-example="${file}"><img src="examples/${file}.svg" alt="" width="150" height="150" loading="lazy"><b>${name}</b><small>${about}</small></button>`).join('\n'),
  text: escapeHtml(first.text.split('\n').slice(first.line - LINES_BEFORE).slice(0, FIRST_LINES).join('\n')),
  board: `<img src="data:image/svg+xml,${encodeURIComponent(first.board)}" alt="${escapeHtml(first.alt)}"><p>${escapeHtml(`${title}\n${words.join(' ')}`)}</p>`,
};
const page = readFileSync(join(source, 'public/index.html'), 'utf8');
writeFileSync(join(folder, 'index.html'), page.replaceAll(/<!--(\w+)-->/g, (_, name) => PARTS[name]));

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
