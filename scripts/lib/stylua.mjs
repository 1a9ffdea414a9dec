// Formats Lua as stylua.toml says: `node stylua.mjs [--write] FILE…`. Without --write it names the files that are not formatted, and
// fails if there are any. The package is StyLua compiled for Node; the program itself would have to be fetched from GitHub.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const stylua = createRequire(join(root, 'editors/vscode/package.json'))('@johnnymorganz/stylua');

/** The options of stylua.toml; those used there have plain values, one a line. */
function options() {
  const config = stylua.Config.new();
  const values = Object.fromEntries([...readFileSync(join(root, 'stylua.toml'), 'utf8').matchAll(/^(\w+) = "?(\w+)"?$/gm)].map(([, key, value]) => [key, value]));
  config.column_width = Number(values.column_width);
  config.indent_type = stylua.IndentType[values.indent_type];
  config.indent_width = Number(values.indent_width);
  config.quote_style = stylua.QuoteStyle[values.quote_style];
  return config;
}

const [first, ...rest] = process.argv.slice(2);
const write = first === '--write';
const wrong = (write ? rest : [first, ...rest]).filter((path) => {
  const text = readFileSync(path, 'utf8');
  const formatted = stylua.formatCode(text, options(), undefined, stylua.OutputVerification.None);
  if (write && text !== formatted) {
    writeFileSync(path, formatted);
  }
  return text !== formatted;
});
for (const path of wrong) {
  console.error(`${path}: ${write ? 'formatted' : 'not formatted; node scripts/lib/stylua.mjs --write formats it'}`);
}
process.exitCode = write || wrong.length === 0 ? 0 : 1;
