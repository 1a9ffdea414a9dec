/** The server as WebAssembly answers as the native program does, and it is small and soon there; files are read by a module of their own. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';

import { locate, read } from '../../editors/vscode/src/web/toml.ts';

function environment(name: string): string {
  return process.env[name] ?? assert.fail(`${name} is not set; use scripts/web test`);
}

const root = environment('ISHI_ROOT');
const glue = environment('ISHI_WEB_GLUE');

/** The largest size of each module when it is compressed, in bytes. They are not to grow. */
const MAX_PACKED = { server: 1_312_000, files: 486_000 };

/** How long it may take until the server has answered `initialize`, in milliseconds, on a machine that has nothing else to do. */
const MAX_START = 300;

interface Message {
  id?: number;
  method?: string;
  params?: unknown;
  result?: unknown;
  error?: unknown;
}

/** The interfaces of the modules that wasm-bindgen generates. */
interface Glue {
  initSync(options: { module: Uint8Array }): unknown;
}

interface ServerModule extends Glue {
  Server: new (send: (message: string) => void) => {
    receive(message: string): void;
    setSettings(uri: string, text: string, values: string): void;
    refuseSettings(uri: string, text: string, message: string, start: number, end: number): void;
    removeSettings(uri: string): void;
  };
}

interface FilesModule extends Glue {
  open(bytes: Uint8Array, isSgf: boolean): { text: string; encoding: string; isDamaged: boolean; format: string; losses: string[] };
  encode(text: string, encoding: string, base?: Uint8Array): Uint8Array;
  exportSgf(text: string, base?: Uint8Array): { bytes: Uint8Array; losses: string[] };
}

const bytesOf = (name: keyof typeof MAX_PACKED) => readFileSync(join(glue, `ishi_worker_${name}_bg.wasm`));

/** Loads a module, and returns it with the time that it took in milliseconds. */
async function load<T extends Glue>(name: keyof typeof MAX_PACKED): Promise<[T, number]> {
  const made = (await import(pathToFileURL(join(glue, `ishi_worker_${name}.js`)).href)) as T;
  const module = bytesOf(name);
  const begin = performance.now();
  made.initSync({ module });
  return [made, performance.now() - begin];
}

const [worker, loaded] = await load<ServerModule>('server');
const [files] = await load<FilesModule>('files');

/** One of the two servers. */
abstract class Server {
  readonly #waiting = new Map<string, (message: Message) => void>();
  #requests = 0;

  abstract send(message: string): void;

  receive(body: string): void {
    const message = JSON.parse(body) as Message;
    const { uri, version } = (message.params ?? {}) as { uri?: string; version?: number };
    const key = message.method === undefined ? `answer ${message.id}` : `${message.method} ${uri} ${version}`;
    this.#waiting.get(key)?.(message);
  }

  #expect(key: string): Promise<Message> {
    return new Promise((resolve) => this.#waiting.set(key, resolve));
  }

  request(method: string, params: unknown): Promise<Message> {
    this.#requests += 1;
    const answer = this.#expect(`answer ${this.#requests}`);
    this.send(JSON.stringify({ jsonrpc: '2.0', id: this.#requests, method, params }));
    return answer;
  }

  notify(method: string, params: unknown): void {
    this.send(JSON.stringify({ jsonrpc: '2.0', method, params }));
  }

  /** The diagnostics of a version, which the notification leads to. */
  pushed(method: string, params: { textDocument: { uri: string; version: number } }): Promise<Message> {
    const { uri, version } = params.textDocument;
    const push = this.#expect(`textDocument/publishDiagnostics ${uri} ${version}`);
    this.notify(method, params);
    return push;
  }
}

class Native extends Server {
  readonly #process = spawn(environment('ISHI'), ['lsp'], { stdio: ['pipe', 'pipe', 'ignore'] });
  #input = Buffer.alloc(0);

  constructor() {
    super();
    this.#process.stdout.on('data', (chunk: Buffer) => {
      this.#input = Buffer.concat([this.#input, chunk]);
      for (let end = this.#input.indexOf('\r\n\r\n'); end >= 0; end = this.#input.indexOf('\r\n\r\n')) {
        const length = Number(/Content-Length: (\d+)/.exec(this.#input.subarray(0, end).toString())?.[1]);
        if (this.#input.length < end + 4 + length) {
          return;
        }
        const body = this.#input.subarray(end + 4, end + 4 + length).toString();
        this.#input = this.#input.subarray(end + 4 + length);
        this.receive(body);
      }
    });
  }

  send(message: string): void {
    this.#process.stdin.write(`Content-Length: ${Buffer.byteLength(message)}\r\n\r\n${message}`);
  }

  end(): void {
    this.#process.kill();
  }
}

class InBrowser extends Server {
  readonly server = new worker.Server((message) => this.receive(message));

  send(message: string): void {
    this.server.receive(message);
  }
}

/** The `initialize` parameters of the page, and a little more. */
const INITIALIZE = {
  processId: null,
  clientInfo: { name: '@codemirror/lsp-client' },
  rootUri: null,
  initializationOptions: { pictures: true },
  capabilities: {
    textDocument: {
      completion: { completionItem: { snippetSupport: true, documentationFormat: ['markdown'], resolveSupport: { properties: ['documentation'] } } },
      hover: { contentFormat: ['markdown'] },
      signatureHelp: { signatureInformation: { parameterInformation: { labelOffsetSupport: true } } },
      codeAction: { codeActionLiteralSupport: {}, resolveSupport: { properties: ['edit'] } },
      documentSymbol: { hierarchicalDocumentSymbolSupport: true },
      publishDiagnostics: { versionSupport: true },
    },
  },
};

/** The requests about a document as a whole. */
const WHOLE = ['documentSymbol', 'foldingRange', 'codeLens', 'documentLink', 'semanticTokens/full', 'formatting'];

/** The requests about a place in it. */
const AT = ['hover', 'completion', 'signatureHelp', 'definition', 'references', 'documentHighlight', 'prepareRename'];

/** One session: every method at places all over a text, as it is and after edits. Each step is handed to both servers. */
async function* session(name: string, text: string, server: Server): AsyncGenerator<Message> {
  const uri = `untitled:/${name}`;
  const textDocument = { uri };
  const options = { tabSize: 2, insertSpaces: true };
  const languageId = name.endsWith('.sgf') ? 'sgf' : 'ishi';
  yield server.pushed('textDocument/didOpen', { textDocument: { uri, languageId, version: 1, text } } as never);
  const lines = text.split(/\r\n?|\n/);
  const step = Math.max(1, Math.floor(lines.length / 12));
  for (const version of [2, 3, 4]) {
    for (const method of WHOLE) {
      yield server.request(`textDocument/${method}`, { textDocument, options });
    }
    for (let line = 0; line < lines.length; line += step) {
      const position = { line, character: Math.min(3 * version - 5, lines[line]?.length ?? 0) };
      for (const method of AT) {
        yield server.request(`textDocument/${method}`, { textDocument, position, context: { includeDeclaration: true } });
      }
      const range = { start: position, end: position };
      yield server.request('textDocument/rename', { textDocument, position, newName: '77' });
      yield server.request('textDocument/codeAction', { textDocument, range, context: { diagnostics: [] } });
      yield server.request('textDocument/inlayHint', { textDocument, range: { start: { line: 0, character: 0 }, end: position } });
      yield server.request('textDocument/selectionRange', { textDocument, positions: [position] });
      yield server.request('textDocument/onTypeFormatting', { textDocument, position, ch: '\n', options });
      yield server.request('ishi/board', { textDocument, position, format: 'svg' });
      yield server.request('ishi/tree', { textDocument, position });
      yield server.request('workspace/executeCommand', {
        command: 'ishi.play',
        arguments: [{ textDocument: { uri, version: version - 1 }, position, point: 'K10' }],
      });
    }
    // Not every edit of a game in SGF changes its diagnostics, and what has not changed is not sent again.
    if (languageId === 'sgf') {
      break;
    }
    const place = { line: Math.floor(lines.length / version), character: 0 };
    const change = { range: { start: place, end: place }, text: ['B 1 Q61\n', 'VAR\n', 'COM\nstones é 石\n'][version - 2] };
    yield server.pushed('textDocument/didChange', { textDocument: { uri, version }, contentChanges: [change] } as never);
  }
  server.notify('textDocument/didClose', { textDocument });
}

/** The examples, and the first of them in SGF. */
const records = readdirSync(join(root, 'examples')).map((name) => [name, readFileSync(join(root, 'examples', name), 'latin1')]) as [string, string][];
const sgf = files.exportSgf(readFileSync(join(root, 'examples/game.ishi'), 'utf8'));
records.push(['game.sgf', new TextDecoder().decode(sgf.bytes)]);

for (const [name, most] of Object.entries(MAX_PACKED) as [keyof typeof MAX_PACKED, number][]) {
  test(`the module ${name} is small`, () => {
    const module = bytesOf(name);
    const packed = gzipSync(module, { level: 9 }).length;
    console.log(`the module ${name} has ${module.length} bytes, ${packed} of them gzipped`);
    assert.ok(packed <= most, `${packed} bytes gzipped; ${most} are allowed`);
  });
}

test('the module of the server has no tables of encodings', () => {
  // Part of the table of Shift-JIS and EUC-JP, as 16-bit numbers: kanji in the order of JIS X 0208.
  const kanji = Buffer.from('亜唖娃阿哀愛挨姶逢葵茜穐悪握渥旭', 'utf16le');
  assert.ok(bytesOf('files').includes(kanji));
  assert.ok(!bytesOf('server').includes(kanji));
});

test('all answers are those of the native server', { timeout: 300_000 }, async () => {
  const [native, browser] = [new Native(), new InBrowser()];
  const asked = performance.now();
  const initialized = await browser.request('initialize', INITIALIZE);
  const start = loaded + performance.now() - asked;
  console.log(`the server in WebAssembly had answered ${Math.round(start)} ms after its bytes were there`);
  // Other tests may share the machine.
  assert.ok(start <= MAX_START * 5, `it took ${start} ms; ${MAX_START} are meant`);
  assert.deepEqual(initialized, await native.request('initialize', INITIALIZE));
  let answers = 0;
  for (const server of [native, browser]) {
    server.notify('initialized', {});
  }
  for (const [name, text] of records) {
    const wanted = session(name, text, native);
    for await (const answer of session(name, text, browser)) {
      const { value } = await wanted.next();
      assert.deepEqual(answer, value, `${name}, answer ${answers}`);
      answers += 1;
    }
    await wanted.next();
  }
  console.log(`${answers} answers were the same`);
  assert.ok(answers > 1000, 'the sessions ask for a lot');
  native.end();
});

test('files come in and go out as bytes', () => {
  const bytes = (text: string) => new TextEncoder().encode(text);
  const game = '(;FF[4]GM[1]CA[UTF-8]AP[ishi:1]GN[Final];B[pd]C[The first move.])\n';
  const opened = files.open(bytes(game), true);
  assert.equal(opened.text, 'EVENT Final\nB 1 Q16\nCOM\nThe first move.\nENDCOM\n');
  assert.equal(new TextDecoder().decode(files.exportSgf(opened.text).bytes).trim(), game.trim());
  // What the record does not change is written as it was.
  const spaced = '(;FF[4] GM[1]\r\n;B [pd]\r\n;W[dp] C[old])\r\n';
  const edited = files.open(bytes(spaced), true).text.replace('old', 'new');
  assert.equal(new TextDecoder().decode(files.exportSgf(edited, bytes(spaced)).bytes), spaced.replace('old', 'new'));
  const old = files.open(new Uint8Array([...bytes('EVENT Mei'), 0xe9, 10]), false);
  assert.equal(old.text, 'EVENT Meié\n');
  assert.deepEqual([...files.encode(old.text, old.encoding)].at(-2), 0xe9);
  // A character that was cut comes back, also from a line that was changed.
  const cut = new Uint8Array([...bytes('EVENT 本因坊戦\nCOM\n黒番 '), 0xe5, 0xa5, ...bytes(' 白番\nENDCOM\n')]);
  const damaged = files.open(cut, false);
  assert.deepEqual([damaged.text.includes('黒番 \ufffd 白番'), damaged.isDamaged, old.isDamaged], [true, true, false]);
  const changed = files.encode(damaged.text.replace('白番', '白'), damaged.encoding, cut);
  assert.deepEqual([...changed], [...bytes('EVENT 本因坊戦\nCOM\n黒番 '), 0xe5, 0xa5, ...bytes(' 白\nENDCOM\n')]);
  // The content decides, unless it is said to be SGF.
  assert.deepEqual([files.open(bytes(game), false).text, files.open(bytes(game), false).format], [opened.text, 'sgf']);
  for (const name of ['even.gib', 'even.ngf']) {
    const file = readFileSync(join(root, 'tests/fixtures/import', name));
    const { text, format } = files.open(file, false);
    assert.equal(format, 'import');
    const native = spawnSync(environment('ISHI'), ['convert', '-', '--to', 'ishi'], { input: file, encoding: 'utf8' });
    assert.equal(text, native.stdout);
  }
  assert.throws(() => files.open(new Uint8Array([0, 1, 2, 0]), false), /NUL/);
  assert.throws(() => files.open(bytes('EVENT x'), true), /no game/);
  assert.throws(() => files.exportSgf(''), /no event/);
});

/** Returns the mistake in an `ishi.toml` and its place, as the extension for browsers finds it. */
function mistakeIn(text: string): { place: string; message: string } {
  const found = read(text);
  const refusal = () => {
    try {
      new worker.Server(() => {}).setSettings('memory:/ishi.toml', text, JSON.stringify('values' in found ? found.values : {}));
      return assert.fail(`there is no mistake in ${text}`);
    } catch (error) {
      return String(error);
    }
  };
  const { start, message } = 'mistake' in found ? found.mistake : locate(text, found.values, refusal());
  const before = text.slice(0, start).split('\n');
  return { place: `${before.length}:${(before.at(-1)?.length ?? 0) + 1}`, message };
}

test('a mistake in settings is where the native program finds it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'settings-'));
  writeFileSync(join(folder, 'a.ishi'), 'EVENT x\n');
  const native = (text: string) => {
    writeFileSync(join(folder, 'ishi.toml'), text);
    const { stderr } = spawnSync(environment('ISHI'), ['check', join(folder, 'a.ishi')], { encoding: 'utf8' });
    const [, place = '', message = ''] = /ishi\.toml:(\d+:\d+): (.*)/.exec(stderr) ?? assert.fail(stderr);
    return { place, message };
  };
  for (const text of [
    "[check]\nmissing-mve = 'off'\n",
    "# missing-move\n[check]\nselect = ['missing-move']\nmissing-move = 'of'\n",
    "[chekc]\nmissing-move = 'off'\n",
    'format.indent = -1\n',
    "[format]\nkeyword-case = 'upper'\nlocation-case = 'upp'\n",
    "[format]\nindent = 'wide'\n",
    '[format]\nindent = 2\nwrap = 100000 # 100000\n',
    '[lens]\nboard = 1\n',
    'check = 3',
  ]) {
    assert.deepEqual(mistakeIn(text), native(text), text);
  }
  // In a list the value itself is found.
  for (const [text, place] of [
    ['[check]\nselect = ["ALL",\n  "ALLx", "ALLy"]\n', '3:3'],
    ["[check.per-file-ignores]\n'a b' = ['ALL']\n'*.prb' = ['ALLx']\n", '3:12'],
    ["[files]\nexclude = ['é', '[']\n", '2:17'],
  ] as const) {
    assert.deepEqual(mistakeIn(text), { place, message: native(text).message }, text);
  }
  // The words are those of another parser.
  for (const text of ['[check\n', '[check]\r\nshow = \'é\r\n', 'a = 1 2\n', "check.show = 'hint'\ncheck.show = 'info'\n"]) {
    const [line] = mistakeIn(text).place.split(':');
    assert.equal(line, native(text).place.split(':')[0], text);
  }
});

test('settings that the client hands over are those of the records below them', async () => {
  const browser = new InBrowser();
  await browser.request('initialize', INITIALIZE);
  browser.notify('initialized', {});
  const settings = 'memory:/games/ishi.toml';
  const open = async (uri: string) => {
    const textDocument = { uri, version: 1, languageId: 'ishi', text: 'EVENT x\nB 1 C3\nB 3 D3\n' };
    const { params } = await browser.pushed('textDocument/didOpen', { textDocument });
    return (params as { diagnostics: { code: string }[] }).diagnostics.map(({ code }) => code);
  };
  /** Reads the file again, and returns what is pushed for a document or, without a version, a file. */
  const pushed = async (uri: string, version?: number) => {
    const { params } = await browser.pushed('workspace/didChangeWatchedFiles', { changes: [{ uri: settings, type: 2 }], textDocument: { uri, version } } as never);
    return (params as { diagnostics: { code: string; message: string; range: { start: unknown } }[] }).diagnostics;
  };
  const found = await open('memory:/a.ishi');
  assert.ok(found.length > 0);
  const values = { check: { 'per-file-ignores': { '*é.ishi': ['ALL'] } } };
  browser.server.setSettings(settings, JSON.stringify(values), JSON.stringify(values));
  assert.deepEqual(await open('memory:/games/old/%C3%A9.ishi'), []);
  assert.deepEqual(await open('memory:/games/old/e.ishi'), found);
  browser.server.refuseSettings(settings, 'é\nab', 'no', 4, 5);
  const [mistake] = await pushed(settings);
  assert.deepEqual([mistake?.message, mistake?.range.start], ['no', { line: 1, character: 1 }]);
  browser.server.setSettings(settings, 'none', '{"check":{"ignore":["ALL"]}}');
  assert.deepEqual(await pushed('memory:/games/old/e.ishi', 1), []);
  browser.server.removeSettings(settings);
  assert.deepEqual((await pushed('memory:/games/old/e.ishi', 1)).map(({ code }) => code), found);
});
