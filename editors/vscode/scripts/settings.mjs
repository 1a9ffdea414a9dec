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

/** The keys that only the command line reads. */
const NOT_HERE = new Set(['check.show', 'format.line-ending']);

/** A setting with its descriptions as Markdown too, if they have code: VS Code renders only such descriptions. */
function described(rule) {
  const found = { ...rule };
  if (rule.description?.includes('`')) {
    found.markdownDescription = rule.description;
  }
  if (rule.enumDescriptions?.some((text) => text.includes('`'))) {
    found.markdownEnumDescriptions = rule.enumDescriptions;
  }
  return found;
}

/** Its name in VS Code, which makes a title of `keywordCase`, but not of `keyword-case`. */
const camelCase = (key) => key.replace(/-([a-z])/g, (_, letter) => letter.toUpperCase());

const properties = {};
let order = 0;
for (const [name, section] of Object.entries(schema.properties)) {
  const rules = Object.entries(section.properties).filter(([key]) => !NOT_HERE.has(`${name}.${key}`)).map(([key, rule]) => [key, described(rule)]);
  if (name === 'check') {
    properties['ishi.check'] = { ...described(section), properties: Object.fromEntries(rules), default: {}, scope: 'resource', order: 100 };
    continue;
  }
  for (const [key, rule] of rules) {
    order += 1;
    const title = `ishi.${name}.${camelCase(key)}`;
    properties[title] = { ...rule, scope: 'resource', order };
    if (title !== `ishi.${name}.${key}`) {
      // As earlier versions had it. VS Code does not show it, unless it is set.
      const { type, enum: values } = rule;
      const markdownDeprecationMessage = `Use \`#${title}#\`.`;
      properties[`ishi.${name}.${key}`] = { type, enum: values, default: null, markdownDeprecationMessage, scope: 'resource', order };
    }
  }
}
const path = join(source, 'package.json');
const manifest = JSON.parse(readFileSync(path, 'utf8'));
manifest.contributes.configuration.find(({ title }) => title === 'Records').properties = properties;
writeFileSync(path, `${JSON.stringify(manifest, null, 2)}\n`);
