import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

import { findProgram, isOlder } from '../../../../editors/vscode/src/desktop/program.ts';

/** A program that says `answer`. */
function program(answer: string, folder = mkdtempSync(join(tmpdir(), 'ishi-'))): string {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'ishi');
  writeFileSync(path, `#!/bin/sh\necho "${answer}"\n`);
  chmodSync(path, 0o755);
  return path;
}

const empty = mkdtempSync(join(tmpdir(), 'ishi-'));

async function problem(named: string, folder: string): Promise<string> {
  const found = await findProgram(named, folder, '0.2.0');
  return 'problem' in found ? found.problem : assert.fail(found.path);
}

test('versions are compared by their numbers', () => {
  assert.ok(isOlder('0.1.9', '0.2.0'));
  assert.ok(isOlder('0.9.0', '0.10.0'));
  assert.ok(!isOlder('0.10.0', '0.9.1'));
  assert.ok(!isOlder('1.0.0', '0.9.1'));
  assert.ok(!isOlder('0.2.0', '0.2.0'));
});

test('the program inside is run without asking it', async () => {
  const path = program('nothing', join(empty, 'extension', 'bin'));
  assert.deepEqual(await findProgram('', join(empty, 'extension'), '0.2.0'), { path });
});

test('the one that the user names goes first', async () => {
  const path = program('ishi 0.2.0');
  assert.deepEqual(await findProgram(path, join(empty, 'extension'), '0.2.0'), { path });
});

test('one on the PATH will do', async () => {
  const path = program('ishi 0.3.1');
  const before = process.env['PATH'];
  process.env['PATH'] = `${join(path, '..')}:${before}`;
  try {
    assert.deepEqual(await findProgram('', empty, '0.2.0'), { path });
  } finally {
    process.env['PATH'] = before;
  }
});

test('what can not be run is reported', async () => {
  assert.match(await problem('/no/such/ishi', empty), /ishi\.server\.path names \/no\/such\/ishi/);
  assert.match(await problem(program('ishi 0.1.9'), empty), /version 0\.1\.9, which is too old: .* 0\.2\.0/);
  assert.match(await problem(program('hello'), empty), /does not answer like ishi/);
});

test('nothing anywhere is reported with what to do', async () => {
  const before = process.env['PATH'];
  process.env['PATH'] = empty;
  try {
    assert.match(await problem('', empty), /is missing: .*cargo install ishi.*ishi\.server\.path/);
  } finally {
    process.env['PATH'] = before;
  }
});
