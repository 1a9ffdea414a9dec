// Bundles code that the program carries, as a text: a script or a style sheet.
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import esbuild from '../../web/node_modules/esbuild/lib/main.js';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');

/** Returns the text, and the metafile if `options` want one. Paths in the metafile begin at the root of the project. */
export async function bundle(entry, name, options = {}) {
  const { outputFiles, metafile } = await esbuild.build({
    absWorkingDir: root,
    bundle: true,
    minify: true,
    charset: 'utf8',
    format: 'iife',
    target: 'es2022',
    legalComments: 'none',
    logLevel: 'warning',
    write: false,
    outfile: name,
    entryPoints: [entry],
    ...options,
  });
  return { text: outputFiles[0].text.trim(), metafile };
}
