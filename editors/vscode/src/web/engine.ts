/** The server, and what reads and writes files, as WebAssembly in a Web Worker. */
import * as vscode from 'vscode';
import type { DataCallback, Disposable, LanguageClient, LanguageClientOptions, Message, MessageTransports } from 'vscode-languageclient/browser';

import { Connection } from '../../../web/src/connection.ts';
import { once } from '../../../web/src/once.ts';
import type { Place } from '../cursor.ts';
import type { Converted, Engine, Found } from '../engine.ts';
import { type Board, isBoard, type MissingBoard } from '../../../board/src/protocol.ts';
import { SettingsFiles } from './settings.ts';

/** The parts with which a worker starts. */
interface Parts {
  /** The address of its script. */
  script: string;
  /** The module of the server. */
  server: WebAssembly.Module;
}

export class Module implements Engine {
  readonly isCaseSensitive = true;
  readonly formats = ['svg'];
  readonly #dist: vscode.Uri;
  #connection: Promise<Connection> | undefined;
  #client: LanguageClient | undefined;

  constructor(extension: vscode.Uri) {
    this.#dist = vscode.Uri.joinPath(extension, 'dist');
  }

  async find(): Promise<Found> {
    try {
      await this.#load();
      return { name: 'WebAssembly', isNamed: false };
    } catch (error) {
      return { problem: `The language server could not be loaded: ${String(error)}`, isNamed: false };
    }
  }

  async createClient(options: LanguageClientOptions): Promise<LanguageClient> {
    const { LanguageClient } = await import('vscode-languageclient/browser');
    this.#client = new LanguageClient('ishi', 'Ishi', () => this.#transports(), options);
    return this.#client;
  }

  kill(): void {
    void this.#connection?.then((connection) => connection.end(), () => undefined);
    this.#connection = undefined;
  }

  canWrite(file: vscode.Uri): boolean {
    return vscode.workspace.fs.isWritableFileSystem(file.scheme) === true;
  }

  async readSgf(file: vscode.Uri): Promise<Converted> {
    const bytes = new Uint8Array(await vscode.workspace.fs.readFile(file));
    const { text, losses } = await (await this.#connect()).call('open', bytes, true);
    return { text, notes: losses };
  }

  async writeSgf(file: vscode.Uri, text: string): Promise<string[]> {
    const isThere = await vscode.workspace.fs.stat(file).then(() => true, () => false);
    // Unchanged parts of the file keep their bytes.
    const base = isThere ? new Uint8Array(await vscode.workspace.fs.readFile(file)) : undefined;
    const { bytes, losses } = await (await this.#connect()).call('exportSgf', text, base);
    await vscode.workspace.fs.writeFile(file, bytes);
    return losses;
  }

  async draw({ document, position: { line, character } }: Place): Promise<Uint8Array> {
    const params = { textDocument: { uri: document.uri.toString() }, position: { line, character }, format: 'svg' };
    const board = await this.#client?.sendRequest<Board | MissingBoard | null>('ishi/board', params);
    if (!board || !isBoard(board)) {
      throw new Error(board ? board.reason : 'there is no board at this place of the record');
    }
    return new TextEncoder().encode(board.board);
  }

  /**
   * Reads what a worker starts with. A worker may have only a script of the origin of the page, and the extension is often of
   * another one, so the script is read, and started from an address of its own.
   */
  readonly #load = once(async (): Promise<Parts> => {
    const [script, server] = await Promise.all([this.#read('worker.js'), this.#compile('ishi.wasm')]);
    return { script: URL.createObjectURL(new Blob([script], { type: 'text/javascript' })), server };
  });

  async #read(name: string): Promise<Uint8Array<ArrayBuffer>> {
    return new Uint8Array(await vscode.workspace.fs.readFile(vscode.Uri.joinPath(this.#dist, name)));
  }

  async #compile(name: string): Promise<WebAssembly.Module> {
    return WebAssembly.compile(await this.#read(name));
  }

  /** The worker that runs, or another one if it has died. */
  #connect(): Promise<Connection> {
    const connect = async () => {
      const { script, server } = await this.#load();
      const modules = { server: Promise.resolve(server), files: () => this.#compile('files.wasm') };
      const connection = new Connection(new Worker(script, { name: 'Ishi' }), modules);
      connection.onDeath = () => {
        if (this.#connection === connected) {
          this.#connection = undefined;
        }
      };
      return connection;
    };
    const connected = this.#connection ?? connect();
    this.#connection = connected;
    return connected;
  }

  /** The messages of the server, of which each is a string, as those of a client. */
  async #transports(): Promise<MessageTransports> {
    const { AbstractMessageReader, AbstractMessageWriter, Disposable } = await import('vscode-languageclient/browser');
    const connection = await this.#connect();

    class Reader extends AbstractMessageReader {
      constructor() {
        super();
        const forget = connection.onDeath;
        connection.onDeath = () => {
          forget();
          this.fireClose();
        };
      }

      listen(callback: DataCallback): Disposable {
        connection.onMessage = (message) => callback(JSON.parse(message) as Message);
        return Disposable.create(() => {
          connection.onMessage = () => {};
        });
      }
    }

    class Writer extends AbstractMessageWriter {
      readonly #settings = new SettingsFiles(connection);
      #last: Promise<void> = Promise.resolve();

      /** Messages keep their order, also after one for which files are read first. */
      write(message: Message): Promise<void> {
        const send = () => connection.send(JSON.stringify(message));
        this.#last = this.#last.then(() => this.#settings.handOver(message)).then(send, send);
        return this.#last;
      }

      end(): void {}
    }

    return { reader: new Reader(), writer: new Writer() };
  }
}
