/** The start of a visit: what the page is, a file, an example or a new record to begin with, and the latest texts. */
import { EXAMPLES } from 'ishi-examples';

import type { DocumentStore, Entry } from './documents/store.ts';
import { isStartShown, markStartClosed, turnStart, wasStartClosed } from './startShown.ts';

/** How many of the latest texts are shown. */
const MAX_LATEST = 4;

/** The ways to begin. */
export interface Ways {
  open(): void;
  create(): void;
  example(file: string, line: number): void;
  latest(entry: Entry): void;
  /** The id of the document in view, which is not offered. */
  inView(): string;
}

export class Start {
  readonly #place: HTMLElement;
  readonly #button: HTMLElement;
  readonly #store: DocumentStore;
  readonly #ways: Ways;

  constructor(place: HTMLElement, button: HTMLElement, store: DocumentStore, ways: Ways) {
    this.#place = place;
    this.#button = button;
    this.#store = store;
    this.#ways = ways;
    button.addEventListener('click', () => void (isStartShown() ? this.#close() : this.show()));
    this.#on('open', () => ways.open());
    this.#on('create', () => ways.create());
    this.#on('close', () => this.#close());
    for (const { file, line } of EXAMPLES) {
      place.querySelector(`[data-example="${file}"]`)?.addEventListener('click', () => ways.example(file, line));
    }
  }

  /** Shows it to a visitor, unless it was closed on an earlier visit. */
  async greet(): Promise<void> {
    if (!wasStartClosed()) {
      await this.show();
    }
  }

  async show(): Promise<void> {
    this.#turn(true);
    const latest = (await this.#store.list()).filter(({ id }) => id !== this.#ways.inView()).slice(0, MAX_LATEST);
    const buttons = latest.map((entry) => {
      const button = document.createElement('button');
      button.type = 'button';
      button.textContent = entry.isChanged ? `${entry.name} • not saved` : entry.name;
      button.title = entry.title;
      button.addEventListener('click', () => this.#ways.latest(entry));
      return button;
    });
    this.#place.querySelector('.latest')?.replaceChildren(...buttons);
  }

  /** Makes room for a text that was opened. */
  hide(): void {
    this.#turn(false);
  }

  #close(): void {
    markStartClosed();
    this.hide();
    this.#button.focus();
  }

  #turn(isShown: boolean): void {
    turnStart(isShown);
    this.#button.setAttribute('aria-expanded', String(isShown));
  }

  #on(name: string, work: () => void): void {
    this.#place.querySelector(`[data-do=${name}]`)?.addEventListener('click', work);
  }
}
