/** A board: beside the text, in the side bar, or a second one. */
import * as vscode from 'vscode';

import { Controller } from '../../board/src/controller.ts';
import { BoardHost, type Frame, type Shared } from './boardHost.ts';
import type { Place } from './cursor.ts';
import type { FromPage } from './messages.ts';
import { Outbox } from './outbox.ts';
import { page } from './page.ts';

export class BoardPanel implements vscode.Disposable {
  readonly controller: Controller<Place>;
  readonly #frame: Frame;
  readonly #onUse: () => void;
  readonly #subscriptions: vscode.Disposable[];
  readonly #outbox: Outbox;

  /** `onUse` is called when the user works with the board. */
  constructor(frame: Frame, shared: Shared, onUse: () => void, locked?: Place) {
    this.#frame = frame;
    this.#onUse = onUse;
    const { webview } = frame;
    const dist = vscode.Uri.joinPath(shared.context.extensionUri, 'dist');
    webview.options = { enableScripts: true, localResourceRoots: [dist] };
    this.#outbox = new Outbox(webview);
    this.controller = new Controller(new BoardHost(frame, shared), shared.session, (message) => this.#outbox.send(message));
    this.#subscriptions = [
      shared.server.onDidChangeState(() => this.controller.refresh()),
      shared.cursor.onDidMove(() => this.controller.followCursor()),
      webview.onDidReceiveMessage((message: FromPage) => this.#onMessage(message)),
    ];
    webview.html = page(webview, dist, { name: 'page', title: 'Go Board' });
    this.controller.lock(locked);
  }

  get isActive(): boolean {
    return this.#frame.isActive();
  }

  /** Copies the picture, which is drawn in the page, so it has to be shown. */
  copyPicture(): void {
    this.show(false);
    this.controller.copyPicture();
  }

  show(preserveFocus: boolean): void {
    this.#frame.show(preserveFocus);
  }

  dispose(): void {
    this.controller.dispose();
    vscode.Disposable.from(...this.#subscriptions).dispose();
  }

  async #onMessage(message: FromPage): Promise<void> {
    if (message.type === 'ready') {
      this.#outbox.open();
      // A page that is loaded again knows nothing any more.
      this.controller.refresh();
    } else {
      this.#onUse();
      await this.controller.receive(message);
    }
  }
}
