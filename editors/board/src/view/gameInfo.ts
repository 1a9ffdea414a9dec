/** The form of a game: who played, when, where and on what terms. It writes the headers of a record, or begins a new one. */
import type { Board, HeaderName, Headers } from '../protocol.ts';
import { openWindow } from './menu.ts';
import type { Parts } from './parts.ts';

interface Actions {
  /** Writes headers into the record; an empty text removes one. */
  write(headers: Headers): void;
  /** Begins a new record with these headers. */
  create(headers: Headers): void;
}

/** The texts of the headers that a board has. */
function textsOf(board: Board | null): Headers {
  return board === null ? {} : { event: board.event.title, ...board.headers };
}

export class GameInfo {
  readonly #dialog: HTMLDialogElement;
  readonly #fields: HTMLInputElement[];
  readonly #refusal: HTMLElement;
  /** The texts in the form when it was opened; null for a new game. */
  #before: Headers | null = null;
  /** Whether the headers were sent, and no answer has come yet. */
  #isSent = false;

  /** `shown` returns the board that is shown. */
  constructor(parts: Parts, shown: () => Board | null, { write, create }: Actions) {
    this.#dialog = parts.get<HTMLDialogElement>('game-info');
    this.#refusal = parts.get('game-refusal');
    const form = parts.get<HTMLFormElement>('game-form');
    this.#fields = [...form.querySelectorAll('input')];
    parts.onClick('edit-game', () => this.#open('Game information', textsOf(shown())));
    parts.onClick('new-game', () => this.#open('New game', null));
    parts.onClick('cancel-game', () => this.#dialog.close());
    // None of the keys in it walks through the game.
    this.#dialog.addEventListener('keydown', (event) => event.stopPropagation());
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      const texts = Object.fromEntries(this.#fields.map(({ name, value }) => [name, value.trim()])) as Record<HeaderName, string>;
      if (this.#before === null) {
        create(Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== '')));
        this.#dialog.close();
        return;
      }
      const before = this.#before;
      const changed = Object.entries(texts).filter(([name, text]) => text !== (before[name as HeaderName] ?? '').trim());
      if (changed.length === 0) {
        this.#dialog.close();
      } else {
        this.#isSent = true;
        write(Object.fromEntries(changed));
      }
    });
  }

  /** Closes the form after its headers were written. Where they were refused, an open form stays and says why; then this returns true. */
  answered(refusal: string | null): boolean {
    // It may be the answer to what was done before the form was opened.
    if (!this.#isSent) {
      return false;
    }
    this.#isSent = false;
    this.#refusal.textContent = refusal;
    if (refusal === null) {
      this.#dialog.close();
    }
    return this.#dialog.open;
  }

  #open(title: string, texts: Headers | null): void {
    this.#before = texts;
    this.#isSent = false;
    this.#refusal.textContent = null;
    for (const heading of this.#dialog.querySelectorAll('h2')) {
      heading.textContent = title;
    }
    for (const button of this.#dialog.querySelectorAll('[type=submit]')) {
      button.textContent = texts === null ? 'Begin' : 'Write';
    }
    for (const field of this.#fields) {
      field.value = texts?.[field.name as HeaderName] ?? '';
      // A board with moves keeps its size, and a game without any has no result yet.
      const isAsked = (field.name !== 'boardsize' || texts === null) && (field.name !== 'result' || texts !== null);
      (field.parentElement as HTMLElement).hidden = !isAsked;
    }
    openWindow(this.#dialog);
  }
}
