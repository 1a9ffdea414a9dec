/** The WebAssembly modules of the worker, as the folder `glue` has them: each with the JavaScript that loads it. */
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';

/** The files that are served, each with the name of its crate. */
const MODULES = { 'ishi.wasm': 'ishi_worker_server', 'files.wasm': 'ishi_worker_files' };

/** Returns the aliases by which the worker imports the JavaScript. */
export function workerGlue(glue) {
  return Object.fromEntries(Object.values(MODULES).map((name) => [name.replaceAll('_', '-'), join(glue, `${name}.js`)]));
}

/** Copies the modules into a folder. */
export function copyModules(glue, folder) {
  for (const [file, name] of Object.entries(MODULES)) {
    copyFileSync(join(glue, `${name}_bg.wasm`), join(folder, file));
  }
}
