/** The list of the documents that the browser keeps: texts that are in no file, and files of late. */
import { claimed } from './claims.ts';
import type { DocumentStore, Entry } from './store.ts';

/** Amounts from which a larger unit is used. */
const UNITS = [
  [1e6, 'MB'],
  [1e3, 'kB'],
] as const;

function sizeOf(size: number): string {
  const [unit, name] = UNITS.find(([least]) => size >= least) ?? [1, 'characters'];
  return `${Math.round(size / unit)} ${name}`;
}

const TIME = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

function button(words: string, name: string, work: () => void): HTMLButtonElement {
  const made = document.createElement('button');
  made.type = 'button';
  made.textContent = words;
  made.setAttribute('aria-label', `${words} ${name}`);
  made.addEventListener('click', work);
  return made;
}

/** The actions of the list on documents. */
export interface Acts {
  /** The id of the document in view. */
  inView(): string;
  /** Keeps the text in view as it is now. */
  keep(): Promise<void>;
  open(entry: Entry): void;
}

export class RecentDialog {
  readonly #dialog: HTMLDialogElement;
  readonly #store: DocumentStore;
  readonly #acts: Acts;

  constructor(dialog: HTMLDialogElement, store: DocumentStore, acts: Acts) {
    this.#dialog = dialog;
    this.#store = store;
    this.#acts = acts;
    dialog.querySelector('[data-do=close]')?.addEventListener('click', () => dialog.close());
  }

  async open(): Promise<void> {
    if (!this.#dialog.open) {
      await this.#acts.keep();
      await this.#fill();
      this.#dialog.showModal();
    }
  }

  async #fill(): Promise<void> {
    const [entries, inTabs] = await Promise.all([this.#store.list(), claimed()]);
    for (const list of this.#dialog.querySelectorAll<HTMLElement>('ul')) {
      const wanted = entries.filter(({ isChanged }) => isChanged === (list.dataset['list'] === 'unsaved'));
      const made = wanted.map((entry) => this.#row(entry, inTabs));
      const none = document.createElement('li');
      none.textContent = 'None';
      list.replaceChildren(...(made.length === 0 ? [none] : made));
    }
  }

  #row(entry: Entry, inTabs: Set<string>): HTMLLIElement {
    const row = document.createElement('li');
    const name = document.createElement('b');
    name.textContent = entry.name;
    const about = document.createElement('small');
    const isInView = entry.id === this.#acts.inView();
    const isElsewhere = !isInView && inTabs.has(entry.id);
    const where = isInView ? 'in view' : isElsewhere ? 'in another tab' : '';
    about.textContent = [where, TIME.format(entry.time), sizeOf(entry.size), entry.title].filter((part) => part !== '').join(' · ');
    row.append(name, about);
    if (!isInView) {
      const open = button('Open', entry.name, () => {
        this.#dialog.close();
        this.#acts.open(entry);
      });
      row.append(open);
    }
    if (!isInView && !isElsewhere) {
      row.append(button('Remove', entry.name, () => void this.#remove(entry, row)));
    }
    return row;
  }

  async #remove(entry: Entry, row: HTMLLIElement): Promise<void> {
    const removed = await this.#store.read(entry.id);
    await this.#store.remove(entry.id);
    const words = document.createElement('b');
    words.textContent = `${entry.name} was removed.`;
    row.replaceChildren(words);
    if (removed !== null) {
      const undo = button('Undo', entry.name, () => void this.#store.keep(removed).then(() => this.#fill()));
      row.append(undo);
      undo.focus();
    }
  }
}
