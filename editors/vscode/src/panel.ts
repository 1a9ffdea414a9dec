/** A board: beside the text, in the side bar, or a second one. */
import * as vscode from 'vscode';

import { Controller } from '../../board/src/controller.ts';
import type { ToView } from '../../board/src/protocol.ts';
import type { Session } from '../../board/src/session.ts';
import { BoardHost, type Frame, type Services } from './boardHost.ts';
import type { Place } from './cursor.ts';
import type { FromPage } from './messages.ts';
import { page } from './page.ts';

/** The services and settings that all boards share. */
export interface Shared extends Services {
  context: vscode.ExtensionContext;
  session: Session;
  /** Says that the user works with a board. */
  turnTo(panel: BoardPanel): void;
}

export class BoardPanel implements vscode.Disposable {
  readonly controller: Controller<Place>;
  readonly #frame: Frame;
  readonly #shared: Shared;
  readonly #subscriptions: vscode.Disposable[];
  /** The messages for a page that is still loading. */
  #waiting: ToView[] | null = [];

  constructor(frame: Frame, shared: Shared, locked?: Place) {
    this.#frame = frame;
    this.#shared = shared;
    const { webview } = frame;
    const dist = vscode.Uri.joinPath(shared.context.extensionUri, 'dist');
    webview.options = { enableScripts: true, localResourceRoots: [dist] };
    this.controller = new Controller(new BoardHost(frame, shared), shared.session, (message) => this.#send(message));
    this.#subscriptions = [
      shared.server.onDidChangeState(() => this.controller.refresh()),
      shared.cursor.onDidMove(() => this.controller.followCursor()),
      webview.onDidReceiveMessage((message: FromPage) => this.#onMessage(message)),
    ];
    webview.html = page(webview, dist);
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

  #send(message: ToView): void {
    if (this.#waiting === null) {
      void this.#frame.webview.postMessage(message);
    } else {
      this.#waiting.push(message);
    }
  }

  async #onMessage(message: FromPage): Promise<void> {
    if (message.type !== 'ready') {
      this.#shared.turnTo(this);
      await this.controller.receive(message);
      return;
    }
    const waiting = (this.#waiting ?? []).filter(({ type }) => type === 'copy-picture' || type === 'say');
    this.#waiting = null;
    for (const said of waiting) {
      this.#send(said);
    }
    // A page that is loaded again knows nothing any more.
    this.controller.refresh();
  }
}
