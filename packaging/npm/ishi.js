#!/usr/bin/env node
// Runs the program of the package for this platform, which npm has installed as an optional dependency.
'use strict';

const { spawn } = require('node:child_process');

const platform = `${process.platform}-${process.arch}`;
const file = process.platform === 'win32' ? 'ishi.exe' : 'ishi';
let program;
try {
  program = require.resolve(`ishi-lsp-${platform}/bin/${file}`);
} catch {
  console.error(`ishi: there is no program for ${platform}. If npm leaves out optional dependencies, install ishi-lsp-${platform}.`);
  process.exit(2);
}

// The server ends when its client does, so signals are passed on and the streams are its own.
const child = spawn(program, process.argv.slice(2), { stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => child.kill(signal));
}
child.on('error', (problem) => {
  console.error(`ishi: ${program} does not run: ${problem.message}`);
  process.exit(2);
});
child.on('exit', (code, signal) => {
  if (signal) {
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  } else {
    process.exit(code);
  }
});
