/** The program `ishi`: its server in a process that stays, everything else in processes that end. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { basename } from 'node:path/posix';
import * as vscode from 'vscode';
import type { LanguageClient, LanguageClientOptions } from 'vscode-languageclient/node';

import type { Place } from '../cursor.ts';
import type { Converted, Engine, Found } from '../engine.ts';
import { findProgram, type Printed, run } from './program.ts';

/** The option for the index in which positions are found, if the user has set one. */
function library(): string[] {
  const index = vscode.workspace.getConfiguration('ishi').get<string>('library.index', '').trim();
  return index === '' ? [] : [index === 'default' ? '--library-index' : `--library-index=${index}`];
}

export class Program implements Engine {
  readonly isCaseSensitive = process.platform === 'linux';
  readonly formats = ['svg', 'png', 'pdf', 'gif', 'apng'];
  readonly #context: vscode.ExtensionContext;
  /** Where the program is; null before it is found. */
  #path: string | null = null;
  /** The process that serves. */
  #process: ChildProcess | undefined;
  /** Ends the server that was created last, also if it is only about to be started. */
  #end = new AbortController();

  constructor(context: vscode.ExtensionContext) {
    this.#context = context;
  }

  /** The process that serves, for tests of what happens when it dies. */
  get pid(): number | undefined {
    return this.#process?.pid;
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
    const end = new AbortController();
    this.#end = end;
    // Most of the extension's code is the client, and the editor is not kept waiting for it.
    const { LanguageClient } = await import('vscode-languageclient/node');
    const path = await this.#program();
    return new LanguageClient('ishi', 'Ishi', () => this.#serve(path, end.signal), options);
  }

  kill(): void {
    this.#end.abort();
    this.#process = undefined;
  }

  /** Starts the process that serves, which ends at the signal. */
  async #serve(path: string, signal: AbortSignal): Promise<ChildProcess> {
    signal.throwIfAborted();
    const child = spawn(path, ['lsp', ...library()], { windowsHide: true });
    this.#process = child;
    signal.addEventListener('abort', () => {
      child.kill('SIGKILL');
      // A process that it has started may keep these open, and the client waits for their end.
      child.stdin.destroy();
      child.stdout.destroy();
      child.stderr.destroy();
    });
    await once(child, 'spawn');
    // Without a listener, a signal that can't be sent would be an uncaught error.
    child.on('error', () => undefined);
    return child;
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
    // Unchanged parts of the file keep their bytes.
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
