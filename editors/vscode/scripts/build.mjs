// Puts everything that ships into one folder, which is an extension that VS Code can run: node build.mjs [FOLDER [web]]. With
// `web` it is for browsers, and the server is the module in the folder that ISHI_WEB_GLUE names. Otherwise the server is the
// program for this platform, and the default folder is target/editors/vscode-extension.
import { chmodSync, copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

import { boardTexts } from '../../board/scripts/styles.mjs';

const source = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const root = resolve(source, '../..');
const target = resolve(root, process.env.CARGO_TARGET_DIR ?? 'target');
const folder = resolve(process.argv[2] ?? join(target, 'editors/vscode-extension'));
const isWeb = process.argv[3] === 'web';

// The permissions of new files go into the package.
process.umask(0o022);
rmSync(folder, { recursive: true, force: true });
mkdirSync(join(folder, 'dist'), { recursive: true });

/** Answers the client's question whether VS Code is new enough: it installs only an extension whose `engines.vscode` it satisfies. */
const versionCheck = {
  name: 'version-check',
  setup: ({ onLoad, onResolve }) => {
    onResolve({ filter: /^semver\// }, ({ path }) => ({ path, namespace: 'version-check' }));
    onLoad({ filter: /./, namespace: 'version-check' }, () => ({ contents: 'module.exports = () => true;' }));
  },
};

const common = { bundle: true, minify: true, legalComments: 'none', logLevel: 'warning', target: 'es2022' };
// Only a browser adds an ending to the name, unless it is this one.
const [entry, bundle] = isWeb ? ['src/web/main.ts', 'dist/extension.js'] : ['src/desktop/main.ts', 'dist/extension.cjs'];
await build({
  ...common,
  entryPoints: [join(source, entry)],
  outfile: join(folder, bundle),
  platform: isWeb ? 'browser' : 'node',
  format: 'cjs',
  // The parser of TOML is to be passed on with its licence.
  legalComments: 'eof',
  plugins: [versionCheck],
  external: ['vscode'],
});
await build({ ...common, entryPoints: [join(source, 'src/webview/main.ts')], outfile: join(folder, 'dist/page.js'), format: 'iife', plugins: [boardTexts] });
await build({ ...common, entryPoints: [join(source, 'src/webview/page.css')], outfile: join(folder, 'dist/page.css') });
await build({ ...common, entryPoints: [join(source, 'src/webview/preview.ts')], outfile: join(folder, 'dist/preview.js'), format: 'iife' });
await build({ ...common, entryPoints: [join(source, 'src/webview/preview.css')], outfile: join(folder, 'dist/preview.css') });

for (const name of ['media', 'README.md']) {
  cpSync(join(source, name), join(folder, name), { recursive: true });
}
// Without the blanks, with which they are read and reviewed.
mkdirSync(join(folder, 'syntaxes'));
const grammars = readdirSync(join(root, 'syntaxes')).filter((name) => name.endsWith('.json'));
const syntaxes = grammars.map((name) => [join(root, 'syntaxes', name), join(folder, 'syntaxes', name)]);
const configurations = ['language-configuration.json', 'sgf-language-configuration.json'].map((name) => [join(source, name), join(folder, name)]);
for (const [from, to] of [...syntaxes, ...configurations]) {
  writeFileSync(to, JSON.stringify(JSON.parse(readFileSync(from, 'utf8'))));
}
copyFileSync(join(root, 'examples/mistakes.ishi'), join(folder, 'dist/mistakes.ishi'));
copyFileSync(join(root, 'CHANGELOG.md'), join(folder, 'CHANGELOG.md'));
writeFileSync(join(folder, 'LICENSE'), `${readFileSync(join(root, 'LICENSE-MIT'))}\n\nOr, as you like:\n\n${readFileSync(join(root, 'LICENSE-APACHE'))}`);

if (isWeb) {
  // The extension for the desktop is built without the page.
  const { copyModules, workerGlue } = await import('../../web/scripts/modules.mjs');
  // A script that is not a module has no address, and needs none: the worker gets its module.
  const glue = resolve(process.env.ISHI_WEB_GLUE);
  await build({
    ...common,
    alias: workerGlue(glue),
    define: { 'import.meta.url': '""' },
    entryPoints: [join(root, 'editors/web/src/worker.ts')],
    outfile: join(folder, 'dist/worker.js'),
    format: 'iife',
  });
  copyModules(glue, join(folder, 'dist'));
} else {
  const name = process.platform === 'win32' ? 'ishi.exe' : 'ishi';
  const program = resolve(process.env.ISHI ?? join(target, 'release', name));
  if (!existsSync(program)) {
    throw new Error(`There is no program at ${program}. Build it (cargo build --release --locked), or say where it is with ISHI=.`);
  }
  mkdirSync(join(folder, 'bin'));
  const copy = join(folder, 'bin', name);
  copyFileSync(program, copy);
  chmodSync(copy, 0o755);
}

// Users of the extension do not need what builds it; the files to package are exactly those in the folder.
const { scripts, dependencies, devDependencies, type, private: unpublished, main, browser, ...manifest } = JSON.parse(
  readFileSync(join(source, 'package.json'), 'utf8'),
);
const start = isWeb ? { browser } : { main };
// VS Code shows the Markdown of a setting, where it has some.
const shown = (_, value) => (value?.markdownDescription === undefined ? value : { ...value, description: undefined });
writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...manifest, ...start, files: ['**/*'] }, shown));
console.log(folder);
