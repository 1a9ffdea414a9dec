/** The program `ishi`: its server in a process that stays, everything else in processes that end. */
import { basename } from 'node:path/posix';
import * as vscode from 'vscode';
import type { LanguageClient, LanguageClientOptions } from 'vscode-languageclient/node';

import type { Place } from '../cursor.ts';
import type { Converted, Engine, Found } from '../engine.ts';
import { findProgram, type Printed, run } from './program.ts';

export class Program implements Engine {
  readonly isCaseSensitive = process.platform === 'linux';
  readonly formats = ['svg', 'png', 'pdf', 'gif', 'apng'];
  readonly #context: vscode.ExtensionContext;
  /** Where the program is; null before it is found. */
  #path: string | null = null;
  #client: LanguageClient | undefined;

  constructor(context: vscode.ExtensionContext) {
    this.#context = context;
  }

  /** The process that serves, for tests of what happens when it dies. */
  get pid(): number | undefined {
    return this.#client?.serverProcess?.pid;
  }

  async find(): Promise<Found> {
    const named = vscode.workspace.getConfiguration('ishi').get<string>('server.path', '').trim();
    const { version } = this.#context.extension.packageJSON as { version: string };
    const program = await findProgram(named, this.#context.extensionPath, version);
    const isNamed = named !== '';
    if ('problem' in program) {
      this.#path = null;
      return { ...program, isNamed };
    }
    this.#path = program.path;
    return { name: program.path, isNamed };
  }

  async createClient(options: LanguageClientOptions): Promise<LanguageClient> {
    // Most of the extension's code is the client, and the editor is not kept waiting for it.
    const { LanguageClient } = await import('vscode-languageclient/node');
    this.#client = new LanguageClient('ishi', 'Ishi', { command: await this.#program(), args: ['lsp'] }, options);
    return this.#client;
  }

  kill(): void {
    this.#client?.serverProcess?.kill();
    this.#client = undefined;
  }

  canWrite(file: vscode.Uri): boolean {
    return file.scheme === 'file';
  }

  async readSgf(file: vscode.Uri): Promise<Converted> {
    const options = ['--from', 'sgf', '--to', 'ishi', '--stdin-filename', file.path];
    const { output, notes } = await this.#convert(options, await vscode.workspace.fs.readFile(file));
    return { text: output.toString(), notes };
  }

  async writeSgf(file: vscode.Uri, text: string): Promise<string[]> {
    const isThere = await vscode.workspace.fs.stat(file).then(() => true, () => false);
    // What the text says as before keeps its bytes.
    const base = isThere ? ['--base', file.fsPath] : [];
    const options = ['--from', 'ishi', '--to', 'sgf', '--encoding', 'utf-8', ...base, '--output', file.fsPath, '--force', '--quiet'];
    const { notes } = await this.#convert([...options, '--stdin-filename', `${basename(file.path)}.ishi`], text);
    return notes;
  }

  async draw({ document, position }: Place, format: string): Promise<Uint8Array> {
    // A column counts characters, and each is one however many units of UTF-16 it has.
    const before = document.lineAt(position.line).text.slice(0, position.character);
    const place = ['--line', String(position.line + 1), '--column', String([...before].length + 1)];
    const options = ['show', '-', '--isolated', ...place, '--format', format, '-o', '-'];
    return (await run(await this.#program(), options, document.getText())).output;
  }

  async #convert(options: string[], input: string | Uint8Array): Promise<Printed> {
    return run(await this.#program(), ['convert', '-', '--isolated', ...options], input);
  }

  async #program(): Promise<string> {
    if (this.#path === null) {
      const found = await this.find();
      if ('problem' in found) {
        throw new Error(found.problem);
      }
      return found.name;
    }
    return this.#path;
  }
}
