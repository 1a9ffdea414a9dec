// Builds the extension and packs it for this platform, or for browsers: node package.mjs [web]. The package is
// target/editors/ishi-PLATFORM-VERSION.vsix, whose path is the last line of the output.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const source = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const target = resolve(source, '../..', process.env.CARGO_TARGET_DIR ?? 'target', 'editors');
const isWeb = process.argv[2] === 'web';
const folder = join(target, isWeb ? 'vscode-web-extension' : 'vscode-extension');
execFileSync(process.execPath, [join(source, 'scripts/build.mjs'), folder, ...(isWeb ? ['web'] : [])], { stdio: 'inherit' });

// The names that VS Code has for what Node and Rust call otherwise.
const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
const platform = isWeb ? 'web' : `${process.platform}-${process.arch === 'arm' ? 'armhf' : process.arch}`;
const vsix = join(target, `ishi-${platform}-${version}.vsix`);
const vsce = join(source, 'node_modules/@vscode/vsce/vsce');
const options = ['--no-dependencies', '--allow-missing-repository', '--no-rewrite-relative-links', '--target', platform, '--out', vsix];
// Packed again from the same files it is the same to the byte, wherever and whenever: vsce sorts the files and gives them all
// one time, in seconds since 1970. This is the first that a zip can hold, in which times are local ones.
const once = { SOURCE_DATE_EPOCH: String(Date.UTC(1980, 0, 1) / 1000), TZ: 'UTC' };
execFileSync(process.execPath, [vsce, 'package', ...options], { cwd: folder, stdio: 'inherit', env: { ...process.env, ...once } });
console.log(vsix);
