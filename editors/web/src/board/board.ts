/** The board beside the text of the page. */
import type { ChangeDesc } from '@codemirror/state';

import { Controller } from '../../../board/src/controller.ts';
import type { Place } from '../../../board/src/host.ts';
import type { Splits } from '../../../board/src/protocol.ts';
import { Session } from '../../../board/src/session.ts';
import type { BoardElement } from '../../../board/src/view/element.ts';
import { keepJson, keptJson } from '../store.ts';
import { PageHost, type Surroundings } from './host.ts';

export class PageBoard {
  readonly controller: Controller<Place>;
  readonly #element: BoardElement;
  readonly #host: PageHost;

  constructor(element: BoardElement, page: Surroundings) {
    this.#element = element;
    this.#host = new PageHost(page);
    this.controller = new Controller(this.#host, new Session(), (message) => element.receive(message));
    element.onSend = (message) => void this.controller.receive(message);
    element.takeKeys(element);
    element.splits = (keptJson('splits') ?? {}) as Splits;
    element.onSplits = (splits) => keepJson('splits', splits);
  }

  /** Follows an edit of the text. */
  follow(changes: ChangeDesc): void {
    this.#host.follow(changes);
  }

  /** Shows it all again, for another text or another server. */
  refresh(): void {
    this.controller.lock(undefined);
    this.controller.refresh();
  }

  focus(): void {
    this.#element.focusBoard();
  }
}
