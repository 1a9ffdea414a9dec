/** The messages to the page of a board, which are kept while it loads. */
import type { Webview } from 'vscode';

import type { ToView } from '../../board/src/protocol.ts';

export class Outbox {
  readonly #webview: Webview;
  /** The messages for a page that is still loading. */
  #waiting: ToView[] | null = [];

  constructor(webview: Webview) {
    this.#webview = webview;
  }

  send(message: ToView): void {
    if (this.#waiting === null) {
      void this.#webview.postMessage(message);
    } else {
      this.#waiting.push(message);
    }
  }

  /** Takes in that the page was loaded, perhaps again. Sends what was said meanwhile; board and tree have to be shown again. */
  open(): void {
    const waiting = (this.#waiting ?? []).filter(({ type }) => type === 'copy-picture' || type === 'say');
    this.#waiting = null;
    for (const said of waiting) {
      this.send(said);
    }
  }
}
