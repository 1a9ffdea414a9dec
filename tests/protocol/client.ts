/** A client that is not ours: VS Code's own library for the protocol, over stdin and stdout of the real program. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import {
  type ClientCapabilities,
  CodeLensRefreshRequest,
  ConfigurationRequest,
  createProtocolConnection,
  DiagnosticRefreshRequest,
  DidChangeTextDocumentNotification,
  DidOpenTextDocumentNotification,
  ExitNotification,
  InitializedNotification,
  type InitializeParams,
  InitializeRequest,
  type InitializeResult,
  InlayHintRefreshRequest,
  type Position,
  type ProtocolConnection,
  type ProtocolRequestType,
  PublishDiagnosticsNotification,
  type PublishDiagnosticsParams,
  type Range,
  type Registration,
  RegistrationRequest,
  type RequestParam,
  SemanticTokensRefreshRequest,
  ShutdownRequest,
  type TextEdit,
  type WorkspaceEdit,
} from '../../editors/vscode/node_modules/vscode-languageserver-protocol/lib/node/main.js';
import { TextDocument } from '../../editors/vscode/node_modules/vscode-languageserver-textdocument/lib/esm/main.js';

function environment(name: string): string {
  return process.env[name] ?? assert.fail(`${name} is not set; use tests/protocol/run`);
}

/** How long something may take that happens at all. */
const PATIENCE = 60_000;

/** Requests of a server whose answers have changed, though no text has. */
const REFRESHES = [CodeLensRefreshRequest, DiagnosticRefreshRequest, InlayHintRefreshRequest, SemanticTokensRefreshRequest];

const root = environment('ISHI_ROOT');

export const example = (name: string) => readFileSync(join(root, 'examples', name), 'utf8');

/** The `initialize` parameters of VS Code, as `tests/editors/vscode/api` has found them. */
export const VSCODE = JSON.parse(readFileSync(join(root, 'tests/protocol/vscode.json'), 'utf8')) as InitializeParams;

/** A folder with these files, by name. */
export function folderWith(contents: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'ishi-'));
  for (const [name, text] of Object.entries(contents)) {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

export const uriOf = (...path: string[]) => pathToFileURL(join(...path)).href;

/** Waits for something that comes, and fails when it does not. */
export async function soon<T>(what: string, coming: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`waited in vain for ${what}`)), PATIENCE);
  });
  try {
    return await Promise.race([coming, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Asks until something holds. */
export async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  const end = Date.now() + PATIENCE;
  while (!(await holds())) {
    assert.ok(Date.now() < end, `waited in vain for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

export class Client {
  readonly connection: ProtocolConnection;
  readonly #process: ChildProcess;
  /** The requests that it has sent. */
  readonly sent = new Set<string>();
  /** Requests that the server has asked the client to send again. */
  readonly refreshed = new Set<string>();
  /** Capabilities that the server has registered. */
  readonly registrations: Registration[] = [];
  /** The settings of `ishi` that the server gets when it asks for them. */
  settings: unknown = null;
  /** The diagnostics that were pushed, the last ones last. */
  readonly #pushed: PublishDiagnosticsParams[] = [];
  #onPush: () => void = () => {};
  server!: InitializeResult;

  private constructor() {
    this.#process = spawn(environment('ISHI'), ['lsp', '--stdio'], { stdio: ['pipe', 'pipe', 'inherit'], env: { ...process.env, RUST_LOG: 'off' } });
    const { stdin, stdout } = this.#process;
    assert.ok(stdin && stdout);
    this.connection = createProtocolConnection(stdout, stdin);
    this.connection.onNotification(PublishDiagnosticsNotification.type, (params) => {
      this.#pushed.push(params);
      this.#onPush();
    });
    this.connection.onRequest(RegistrationRequest.type, (params) => void this.registrations.push(...params.registrations));
    for (const refresh of REFRESHES) {
      this.connection.onRequest(refresh.type, () => void this.refreshed.add(refresh.method));
    }
    this.connection.onRequest(ConfigurationRequest.type, ({ items }) => items.map(() => this.settings));
  }

  /** Runs a test with a client of these abilities. In the end the server has to end as it should. */
  static async use(abilities: Partial<InitializeParams>, work: (client: Client) => Promise<void>): Promise<void> {
    const client = new Client();
    try {
      client.connection.listen();
      const capabilities: ClientCapabilities = {};
      client.server = await client.ask(InitializeRequest.type, { capabilities, rootUri: null, ...abilities, processId: process.pid });
      await client.connection.sendNotification(InitializedNotification.type, {});
      await work(client);
      await soon('the end', client.connection.sendRequest(ShutdownRequest.type));
      const ended = once(client.#process, 'exit');
      await client.connection.sendNotification(ExitNotification.type);
      assert.deepEqual(await soon('the exit', ended), [0, null]);
    } finally {
      client.#process.kill('SIGKILL');
      client.connection.dispose();
    }
  }

  /** The answer to a request of one of the library's types. */
  async ask<P, R, PR, E, RO>(type: ProtocolRequestType<P, R, PR, E, RO>, params: NoInfer<RequestParam<P>>): Promise<R> {
    this.sent.add(type.method);
    return soon(type.method, this.connection.sendRequest(type, params));
  }

  /** Opens a record under a name, which needs to be no file's. */
  async open(text: string, uri = 'file:///records/game.ishi'): Promise<OpenRecord> {
    const document = TextDocument.create(uri, 'ishi', 1, text);
    await this.connection.sendNotification(DidOpenTextDocumentNotification.type, { textDocument: { uri, languageId: 'ishi', version: 1, text } });
    return new OpenRecord(this, document);
  }

  /** How often diagnostics were pushed for a file. */
  pushes(uri: string): number {
    return this.#pushed.filter((params) => params.uri === uri).length;
  }

  /** The first diagnostics that were or will be pushed for a file and that fit. */
  async pushed(uri: string, fits: (params: PublishDiagnosticsParams) => boolean): Promise<PublishDiagnosticsParams> {
    const coming = new Promise<PublishDiagnosticsParams>((resolve) => {
      this.#onPush = () => {
        const found = this.#pushed.find((params) => params.uri === uri && fits(params));
        if (found) {
          resolve(found);
        }
      };
    });
    this.#onPush();
    return soon(`diagnostics of ${uri}`, coming);
  }
}

/** A record that is open. Places in it are given by a piece of its text. */
export class OpenRecord {
  readonly #client: Client;
  #document: TextDocument;

  constructor(client: Client, document: TextDocument) {
    this.#client = client;
    this.#document = document;
  }

  get uri(): string {
    return this.#document.uri;
  }

  get text(): string {
    return this.#document.getText();
  }

  get textDocument(): { uri: string } {
    return { uri: this.uri };
  }

  get version(): number {
    return this.#document.version;
  }

  /** Where a piece of the text stands for the first time. */
  range(piece: string): Range {
    const start = this.text.indexOf(piece);
    assert.ok(start >= 0, `${piece} is not in the text`);
    return { start: this.#document.positionAt(start), end: this.#document.positionAt(start + piece.length) };
  }

  /** The place of the bar in a piece of the text, in which it is left out. */
  at(piece: string): Position {
    const bar = piece.indexOf('|');
    const start = this.text.indexOf(piece.replace('|', ''));
    assert.ok(bar >= 0 && start >= 0, `${piece} is not in the text, or has no bar`);
    return this.#document.positionAt(start + bar);
  }

  /** All of it. */
  whole(): Range {
    return { start: { line: 0, character: 0 }, end: this.#document.positionAt(this.text.length) };
  }

  /** Returns the text of a range. */
  in(range: Range): string {
    return this.#document.getText(range);
  }

  /** The text after edits, which is not changed. */
  after(edits: TextEdit[] | null | undefined): string {
    return TextDocument.applyEdits(this.#document, edits ?? []);
  }

  /** The text after an edit of the workspace, which has to be of this version of this record alone. */
  afterAll(edit: WorkspaceEdit | null | undefined): string {
    assert.ok(edit);
    const { changes, documentChanges } = edit;
    if (changes) {
      assert.deepEqual(Object.keys(changes), [this.uri]);
      return this.after(changes[this.uri]);
    }
    const [change, ...more] = documentChanges ?? [];
    assert.ok(change && 'edits' in change && more.length === 0);
    assert.deepEqual(change.textDocument, { uri: this.uri, version: this.version });
    return this.after(change.edits as TextEdit[]);
  }

  /** Types something at a place. */
  async type(position: Position, text: string): Promise<void> {
    const version = this.version + 1;
    const contentChanges = [{ range: { start: position, end: position }, text }];
    TextDocument.update(this.#document, contentChanges, version);
    await this.#client.connection.sendNotification(DidChangeTextDocumentNotification.type, { textDocument: { uri: this.uri, version }, contentChanges });
  }
}
