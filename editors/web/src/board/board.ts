/** The board beside the text of the page. */
import type { ChangeDesc, Transaction } from '@codemirror/state';

import type { Content } from '../../../preview/src/content.ts';
import { Controller } from '../../../board/src/controller.ts';
import type { Place } from '../../../board/src/host.ts';
import { type BoardOptions, DEFAULT_OPTIONS, type Splits, type Spot } from '../../../board/src/protocol.ts';
import { Session } from '../../../board/src/session.ts';
import type { BoardElement } from '../../../board/src/view/element.ts';
import { keepJson, keptJson } from '../store.ts';
import type { MoveAddress } from '../movePath.ts';
import type { PlayedGame } from '../player.ts';
import { PageHost, type Surroundings } from './host.ts';
import { findMove, MoveAddresses } from './moves.ts';

/** The name under which the options of the board are kept. */
const OPTIONS = 'board';

/** Returns the options of the last visit, as far as their values are still valid. */
function keptOptions(): BoardOptions {
  const kept = (keptJson(OPTIONS) ?? {}) as Partial<Record<keyof BoardOptions, unknown>>;
  const isOn = (name: Exclude<keyof BoardOptions, 'numbers'>) => (typeof kept[name] === 'boolean' ? kept[name] : DEFAULT_OPTIONS[name]);
  const numbers = ['none', 'last', 'all'].includes(kept.numbers as string) ? (kept.numbers as BoardOptions['numbers']) : DEFAULT_OPTIONS.numbers;
  return { numbers, coordinates: isOn('coordinates'), variations: isOn('variations'), continuations: isOn('continuations'), sound: isOn('sound') };
}

export class PageBoard {
  readonly controller: Controller<Place>;
  readonly #element: BoardElement;
  readonly #host: PageHost;
  readonly #session = new Session();
  readonly #moves = new MoveAddresses();
  readonly #keeps: boolean;

  /** Called when the first board is there. */
  onFirst: () => void = () => {};

  /** Takes the keys of `place`, which is around the element. Options are kept for the next visit if the page keeps anything. */
  constructor(element: BoardElement, place: HTMLElement, page: Surroundings, keeps: boolean) {
    this.#element = element;
    this.#host = new PageHost(page);
    if (keeps) {
      this.#session.options = keptOptions();
    }
    this.controller = new Controller(this.#host, this.#session, (message) => {
      element.receive(message);
      this.#moves.take(message);
      if (message.type === 'show') {
        this.onFirst();
        this.onFirst = () => {};
      }
    });
    this.#keeps = keeps;
    element.onSend = (message) => {
      if (message.type === 'options') {
        this.setOptions(message.options);
      } else {
        void this.controller.receive(message);
      }
    };
    element.takeKeys(place);
    if (keeps) {
      element.splits = (keptJson('splits') ?? {}) as Splits;
      element.onSplits = (splits) => keepJson('splits', splits);
    }
  }

  get options(): BoardOptions {
    return this.#session.options;
  }

  /** Changes how the board is shown. Returns false if the browser has no room to keep that. */
  setOptions(options: BoardOptions): boolean {
    void this.controller.receive({ type: 'options', options });
    return !this.#keeps || keepJson(OPTIONS, options);
  }

  /** Follows an edit of the text, made by some transactions. */
  follow(changes: ChangeDesc, transactions: readonly Transaction[]): void {
    this.#host.follow(changes);
    const command = (['undo', 'redo'] as const).find((event) => transactions.some((transaction) => transaction.isUserEvent(event)));
    const { place } = this.#host;
    if (command !== undefined && place !== undefined) {
      this.#session.onHistory(place.document, command);
    }
  }

  /** Shows it all again, for another text or another server. */
  refresh(): void {
    this.controller.lock(undefined);
    this.controller.refresh();
  }

  /** Returns the text in view as a page to print; null if it has none. */
  async content(): Promise<Content | null> {
    const { place } = this.#host;
    const params = place && { textDocument: { uri: place.document.uri } };
    return (params && (await this.#host.request<Content | null>('ishi/page', params))) ?? null;
  }

  /** Returns the game that is shown as data for a page that plays it back; null if there is none. */
  async game(): Promise<PlayedGame | null> {
    const { place } = this.#host;
    const params = place && { textDocument: { uri: place.document.uri }, position: place.position };
    return (params && (await this.#host.request<PlayedGame | null>('ishi/player', params))) ?? null;
  }

  /** Returns the address of the move at a spot, or of the one that is shown; null while that is not known. */
  moveAt(spot?: Spot): MoveAddress | null {
    return this.#moves.at(spot);
  }

  /** Goes to a move of the text in view, if the text has it. */
  async goToMove(move: MoveAddress): Promise<void> {
    const { place } = this.#host;
    const spot = place && (await findMove(this.#host, place, move));
    if (spot) {
      await this.#host.goTo(spot);
    }
  }

  /** The name of the move that is shown, for a sentence. */
  get nameOfMove(): string {
    return this.#moves.name;
  }

  /** Begins to have the moves guessed, or ends it. */
  set isGuessing(isOn: boolean) {
    this.#element.isGuessing = isOn;
  }

  focus(): void {
    this.#element.focusBoard();
  }
}
