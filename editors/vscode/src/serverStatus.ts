/** The status report of the server, as a read-only document. */
import * as vscode from 'vscode';

import type { Server } from './server.ts';

const SCHEME = 'ishi-status';
const URI = vscode.Uri.from({ scheme: SCHEME, path: 'Ishi Server Status.json' });

export class ServerStatus implements vscode.Disposable {
  readonly #server: Server;
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly #registration: vscode.Disposable;

  constructor(server: Server) {
    this.#server = server;
    this.#registration = vscode.workspace.registerTextDocumentContentProvider(SCHEME, {
      onDidChange: this.#changed.event,
      provideTextDocumentContent: () => this.#content(),
    });
  }

  /** Opens the document, or brings it up to date where it is open. */
  async show(): Promise<void> {
    this.#changed.fire(URI);
    const document = await vscode.workspace.openTextDocument(URI);
    await vscode.window.showTextDocument(document, { preview: true });
  }

  dispose(): void {
    vscode.Disposable.from(this.#changed, this.#registration).dispose();
  }

  async #content(): Promise<string> {
    const status = await this.#server.request<object>('ishi/status', {});
    return JSON.stringify(status ?? { problem: this.#server.problem ?? 'The language server does not run.' }, null, 2);
  }
}
