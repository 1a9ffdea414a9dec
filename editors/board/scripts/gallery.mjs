// Builds the gallery of the board into a folder: node gallery.mjs FOLDER. ISHI is the program whose server draws the boards.
import { spawn } from 'node:child_process';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import { STATES } from '../gallery/states.mjs';
import { boardTexts } from './styles.mjs';

const home = resolve(dirname(fileURLToPath(import.meta.url)), '..');

/** A server that answers requests one after the other. */
export class Server {
  #child = spawn(process.env.ISHI ?? 'ishi', ['lsp'], { stdio: ['pipe', 'pipe', 'inherit'] });
  #read = Buffer.alloc(0);
  #waiting = new Map();
  #last = 0;

  constructor() {
    this.#child.stdout.on('data', (data) => {
      this.#read = Buffer.concat([this.#read, data]);
      for (let message = this.#take(); message !== undefined; message = this.#take()) {
        this.#waiting.get(message.id)?.(message);
      }
    });
  }

  #take() {
    const end = this.#read.indexOf('\r\n\r\n');
    const length = end < 0 ? NaN : Number(/Content-Length: (\d+)/i.exec(this.#read.subarray(0, end).toString())[1]);
    if (!(this.#read.length >= end + 4 + length)) {
      return undefined;
    }
    const body = this.#read.subarray(end + 4, end + 4 + length);
    this.#read = this.#read.subarray(end + 4 + length);
    return JSON.parse(body.toString());
  }

  #send(message) {
    const body = JSON.stringify({ jsonrpc: '2.0', ...message });
    this.#child.stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  }

  notify(method, params) {
    this.#send({ method, params });
  }

  async request(method, params) {
    this.#last += 1;
    const id = this.#last;
    const { result, error } = await new Promise((take) => {
      this.#waiting.set(id, take);
      this.#send({ id, method, params });
    });
    if (error !== undefined) {
      throw new Error(`${method}: ${error.message}`);
    }
    return result;
  }

  async stop() {
    await this.request('shutdown');
    this.notify('exit');
  }
}

/** The states with the answers of the server for them. */
async function recorded(states) {
  const server = new Server();
  await server.request('initialize', { processId: null, rootUri: null, capabilities: {} });
  server.notify('initialized', {});
  const all = [];
  for (const [index, { text, language = 'ishi', line, finds, ...state }] of states.entries()) {
    const uri = `untitled:${index}.${language}`;
    server.notify('textDocument/didOpen', { textDocument: { uri, languageId: language, version: 1, text } });
    const params = { textDocument: { uri }, position: { line, character: 0 } };
    if (finds) {
      await server.request('ishi/find', { ...params, documents: [uri], show: true });
    }
    const board = await server.request('ishi/board', { ...params, format: 'svg', ...state.options });
    if (board === null) {
      throw new Error(`There is no board in the state ${state.name}.`);
    }
    all.push({ ...state, board, tree: await server.request('ishi/tree', params) });
  }
  await server.stop();
  return all;
}

/** Builds the gallery of these states into a folder. `esbuild` is the package. */
export async function buildGallery(folder, states, esbuild) {
  mkdirSync(folder, { recursive: true });
  await esbuild.build({
    bundle: true,
    format: 'esm',
    target: 'es2022',
    logLevel: 'warning',
    define: { STATES: JSON.stringify(await recorded(states)) },
    plugins: [boardTexts],
    entryPoints: { gallery: join(home, 'gallery/gallery.ts') },
    outdir: folder,
  });
  copyFileSync(join(home, 'gallery/gallery.css'), join(folder, 'gallery.css'));
  writeFileSync(
    join(folder, 'index.html'),
    '<!DOCTYPE html>\n<html lang="en">\n<meta charset="utf-8">\n<title>Gallery of the board</title>\n<link rel="stylesheet" href="gallery.css">\n<body>\n<script type="module" src="gallery.js"></script>\n',
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const esbuild = await import(join(home, '../web/node_modules/esbuild/lib/main.js'));
  const folder = resolve(process.argv[2]);
  await buildGallery(folder, STATES, esbuild);
  console.log(folder);
}
