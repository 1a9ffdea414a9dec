// Serves a folder of static files on this machine, compressed: node serve.mjs FOLDER PORT. Prints the address.
import { statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { argv } from 'node:process';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

const TYPES = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
};

/** The files that were served, each with the time when it was written: compressing one takes longer than reading it. */
const kept = new Map();

/** Returns the content of a file, compressed. */
function packed(file, { mtimeMs }) {
  const content = kept.get(file)?.mtimeMs === mtimeMs ? kept.get(file).content : readFile(file).then(promisify(gzip));
  kept.set(file, { mtimeMs, content });
  return content;
}

/** Starts a server and returns it with its address. */
export function serve(folder, port = 0) {
  const server = createServer(async (request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname));
    const file = join(folder, path.endsWith('/') ? `${path}index.html` : path);
    const found = file.startsWith(join(folder, '/')) ? statSync(file, { throwIfNoEntry: false }) : undefined;
    if (!found?.isFile()) {
      response.writeHead(404).end();
      return;
    }
    const headers = { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream', 'cache-control': 'no-cache' };
    if (/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) {
      response.writeHead(200, { ...headers, 'content-encoding': 'gzip' }).end(await packed(file, found));
    } else {
      response.writeHead(200, headers).end(await readFile(file));
    }
  });
  return new Promise((resolve) => {
    server.listen(port, '127.0.0.1', () => resolve({ server, url: `http://127.0.0.1:${server.address().port}/` }));
  });
}

if (argv[1] !== undefined && import.meta.url === pathToFileURL(argv[1]).href) {
  const { url } = await serve(argv[2], Number(argv[3] ?? 0));
  console.log(url);
}
