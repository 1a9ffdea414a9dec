/** Hands the `ishi.toml` files to a server in a worker, which can't read them itself. */
import * as vscode from 'vscode';
import type { DidChangeWatchedFilesParams, DidOpenTextDocumentParams, Message } from 'vscode-languageclient/browser';

import type { Connection } from '../../../web/src/connection.ts';
import { locate, type Mistake, read } from './toml.ts';

const FILE_NAME = 'ishi.toml';

/** The longest file that is read, in bytes, as on a desktop. */
const MAX_BYTES = 64 << 10;

export class SettingsFiles {
  readonly #connection: Connection;
  /** The folders of the workspace in which a file was looked for. What happens there afterwards is reported. */
  readonly #seen = new Set<string>();
  /** The files that the server has. */
  readonly #known = new Set<string>();

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Hands over the files that the server looks for when it gets a message. */
  async handOver(message: Message): Promise<void> {
    const { method, params } = message as { method?: string; params?: unknown };
    if (method === 'textDocument/didOpen') {
      const { uri } = (params as DidOpenTextDocumentParams).textDocument;
      await Promise.all(this.#above(vscode.Uri.parse(uri, true)).map((file) => this.#read(file)));
    } else if (method === 'workspace/didChangeWatchedFiles') {
      const { changes } = params as DidChangeWatchedFilesParams;
      const files = changes.map(({ uri }) => vscode.Uri.parse(uri, true)).filter(({ path }) => path.endsWith(`/${FILE_NAME}`));
      await Promise.all(files.map((file) => this.#read(file)));
    }
  }

  /** Where a file for a record may be, but for folders in which one was looked for and that are watched. */
  #above(record: vscode.Uri): vscode.Uri[] {
    const files: vscode.Uri[] = [];
    if (!record.path.startsWith('/') || vscode.workspace.fs.isWritableFileSystem(record.scheme) === undefined) {
      return files;
    }
    for (let inner = record; inner.path !== '/'; ) {
      const folder = vscode.Uri.joinPath(inner, '..');
      if (!this.#seen.has(folder.toString())) {
        files.push(vscode.Uri.joinPath(folder, FILE_NAME));
        if (vscode.workspace.getWorkspaceFolder(folder) !== undefined) {
          this.#seen.add(folder.toString());
        }
      }
      inner = folder;
    }
    return files;
  }

  async #read(file: vscode.Uri): Promise<void> {
    const uri = file.toString();
    const bytes = await vscode.workspace.fs.readFile(file).then((found) => found, () => undefined);
    if (bytes === undefined) {
      if (this.#known.delete(uri)) {
        await this.#connection.call('removeSettings', uri);
      }
      return;
    }
    this.#known.add(uri);
    const text = decoded(bytes);
    if (typeof text !== 'string') {
      await this.#refuse(uri, '', text);
      return;
    }
    const found = read(text);
    if ('mistake' in found) {
      await this.#refuse(uri, text, found.mistake);
      return;
    }
    const refusal = await this.#connection.call('setSettings', uri, text, JSON.stringify(found.values)).then(() => undefined, String);
    if (refusal !== undefined) {
      await this.#refuse(uri, text, locate(text, found.values, refusal.replace('Error: ', '')));
    }
  }

  #refuse(uri: string, text: string, { message, start, end }: Mistake): Promise<void> {
    const bytes = (offset: number) => new TextEncoder().encode(text.slice(0, offset)).length;
    return this.#connection.call('refuseSettings', uri, text, message, bytes(start), bytes(end));
  }
}

/** The text of a file, or why it can't be read. */
function decoded(bytes: Uint8Array): string | Mistake {
  const unreadable = (reason: string): Mistake => ({ message: `the settings can't be read: ${reason}`, start: 0, end: 0 });
  if (bytes.length > MAX_BYTES) {
    return unreadable('larger than 64 KiB, which is more than can be read');
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return unreadable('not UTF-8');
  }
}
