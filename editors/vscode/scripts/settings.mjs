// Writes the settings that `ishi schema` describes into package.json, beside those that only the extension has.
// `scripts/generate` runs it; a test fails when that is due.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const source = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const root = resolve(source, '../..');
const command = process.env.ISHI ? [process.env.ISHI, 'schema'] : ['cargo', 'run', '--quiet', '--locked', '--', 'schema'];
const schema = JSON.parse(execFileSync(command[0], command.slice(1), { cwd: root, encoding: 'utf8' }));

/** A setting with its description as Markdown too, if that has code: VS Code renders only such a description. */
const described = (rule) => (rule.description?.includes('`') ? { ...rule, markdownDescription: rule.description } : rule);

const properties = {};
let order = 0;
for (const [name, section] of Object.entries(schema.properties)) {
  if (name === 'check') {
    properties['ishi.check'] = { ...described(section), default: {}, scope: 'resource', order: 100 };
  } else {
    for (const [key, rule] of Object.entries(section.properties)) {
      order += 1;
      properties[`ishi.${name}.${key}`] = { ...described(rule), scope: 'resource', order };
    }
  }
}
const path = join(source, 'package.json');
const manifest = JSON.parse(readFileSync(path, 'utf8'));
manifest.contributes.configuration.find(({ title }) => title === 'Records').properties = properties;
writeFileSync(path, `${JSON.stringify(manifest, null, 2)}\n`);
