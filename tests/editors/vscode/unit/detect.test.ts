import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { textIsRecord } from '../../../../editors/vscode/src/detect.ts';

interface File {
  name: string;
  text: string;
  language: 'ishi' | 'go';
}

const files = JSON.parse(readFileSync(new URL('../../file-types.json', import.meta.url), 'utf8')) as File[];

for (const { name, text, language } of files.filter((file) => file.name.endsWith('.go'))) {
  test(`${name} is ${language}`, () => assert.equal(textIsRecord(text), language === 'ishi'));
}
