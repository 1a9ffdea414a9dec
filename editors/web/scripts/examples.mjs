/** The examples of the page: each with its name, its text, the line at which it is shown, and the board there, drawn by the server. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The files, each with its name, a few words about it, and the line at a typical move. A visitor sees the first one. */
const EXAMPLES = [
  { file: 'game.ishi', name: 'A game', about: 'With comments and a long ko', line: 'W 34 N12' },
  { file: 'joseki.ishi', name: 'A joseki', about: 'With variations and diagrams', line: 'DIAGRAM A1 J9' },
  { file: 'problem.prb', name: 'A problem', about: 'Black to play: guess the moves', line: 'COM Problem 1', isProblem: true },
  { file: 'tournament.ishi', name: 'A tournament', about: 'Several games in one file', line: 'W 56 J4' },
  { file: 'mistakes.ishi', name: 'Mistakes', about: 'What is found, and how it is fixed', line: 'W 2 B2' },
];

/** Starts the language server of the page in this process, and returns what sends it a request. */
async function start(glue) {
  const { initSync, Server } = await import(pathToFileURL(join(glue, 'ishi_worker_server.js')).href);
  initSync({ module: readFileSync(join(glue, 'ishi_worker_server_bg.wasm')) });
  const waiting = new Map();
  const server = new Server((message) => {
    const { id, result } = JSON.parse(message);
    waiting.get(id)?.(result);
  });
  const send = (message) => server.receive(JSON.stringify({ jsonrpc: '2.0', ...message }));
  const request = (method, params) =>
    new Promise((resolve) => {
      const id = waiting.size + 1;
      waiting.set(id, resolve);
      send({ id, method, params });
    });
  await request('initialize', { capabilities: {} });
  return { request, notify: (method, params) => send({ method, params }) };
}

/** Reads the examples of a folder, and draws their boards with the module in the folder `glue`. */
export async function readExamples(folder, glue) {
  const server = await start(glue);
  const examples = [];
  for (const { file, name, about, line: wanted, isProblem = false } of EXAMPLES) {
    const text = readFileSync(join(folder, file), 'utf8');
    const line = text.split(/\r?\n/).indexOf(wanted);
    const textDocument = { uri: `inmemory://${file}` };
    server.notify('textDocument/didOpen', { textDocument: { ...textDocument, languageId: 'ishi', version: 1, text } });
    const found = await server.request('ishi/board', { textDocument, position: { line, character: 0 }, format: 'svg', coordinates: true });
    if (line < 0 || !found) {
      throw new Error(`${file} has no board at the line "${wanted}".`);
    }
    const { board, alt, comment } = found;
    examples.push({ file, name, about, isProblem, text, line, board, alt, comment: comment ?? '' });
  }
  return examples;
}
