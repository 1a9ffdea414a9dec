/** The document in view. Its text goes to the store before another one takes its place, and soon after each edit. */
import type { Text } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';

import { markVisited } from '../visit.ts';
import { claim } from './claims.ts';
import { type About, type Document, lineEndOf, NEW, newId } from './document.ts';
import type { DocumentStore } from './store.ts';

/** How long after an edit the text is kept, in milliseconds. */
const REST = 400;

/** How long a tab that is being loaded again may take to give its document back, in milliseconds. */
const RELOAD = 2000;

/** The name under which a tab remembers the document in view while it is loaded again. */
const IN_VIEW = 'ishi:document';

/** The document in view, without its text, which the editor has. */
export interface OpenDocument extends About {
  readonly id: string;
}

function inView(): string | null {
  try {
    return sessionStorage.getItem(IN_VIEW);
  } catch {
    return null;
  }
}

/** Finds the place of the cursor in a text, as an offset. */
export type CursorIn = (doc: Text) => number;

export const atStart: CursorIn = () => 0;

export class Desk {
  readonly #view: EditorView;
  readonly #store: DocumentStore;
  /** False in a frame of another page: what is tried there is not kept. */
  readonly keeps: boolean;
  #open: OpenDocument = { ...NEW, id: newId() };
  /** Lets other tabs have the document in view. */
  #release: Promise<(() => void) | null> = claim(this.#open.id);
  /** The text that was kept last. */
  #kept: Text | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The document that this tab had in view before it was loaded again. */
  readonly inViewBefore = inView();
  /** Called with a text that is to be shown, and where its cursor is. */
  onShow: (text: string, cursor: CursorIn) => void = () => {};
  /** Called when something else is known of the document in view. */
  onChange: () => void = () => {};

  constructor(view: EditorView, store: DocumentStore, keeps: boolean) {
    this.#view = view;
    this.#store = store;
    this.keeps = keeps;
  }

  get open(): Readonly<OpenDocument> {
    return this.#open;
  }

  get doc(): Text {
    return this.#view.state.doc;
  }

  get text(): string {
    return this.doc.toString();
  }

  /** Shows a text as a document of its own, with the cursor somewhere. */
  show(text: string, about: Partial<About> = {}, cursor: CursorIn = atStart): void {
    const id = newId();
    this.#put({ ...NEW, lineEnd: lineEndOf(text), ...about, id, text }, claim(id), cursor);
  }

  /** Shows a document that is kept. If another tab has it in view, this is a copy. Null if it is gone. */
  async reopen(id: string): Promise<{ isCopy: boolean } | null> {
    const release = await claim(id, id === this.inViewBefore ? RELOAD : 0);
    const document = await this.#store.read(id);
    if (document === null) {
      release?.();
      return null;
    }
    if (release === null) {
      const { id: _, text, ...about } = document;
      this.show(text, about);
    } else {
      this.#put(document, Promise.resolve(release));
    }
    this.#kept = this.#view.state.doc;
    return { isCopy: release === null };
  }

  /** Takes note of an edit of the text. */
  edited(): void {
    this.#timer ??= setTimeout(() => void this.keep(), REST);
    if (!this.#open.isChanged) {
      this.update({ isChanged: true });
    }
  }

  /** Takes note of something about the document in view. */
  update(about: Partial<About>): void {
    Object.assign(this.#open, about);
    this.onChange();
  }

  /** Gives the document in view another name. Its files keep the one that they have, and it is in no file until it is saved again. */
  rename(name: string): void {
    const { sgf } = this.#open;
    this.update({ name, file: null, isChanged: true, sgf: sgf && { ...sgf, name: name.replace(/(?:\.\w+)?$/, '.sgf'), file: null } });
    this.#kept = null;
    void this.remember();
  }

  /** Takes note of the content of a link that the text was shared by. */
  shared(link: string | null): void {
    this.#open.link = link;
    this.#kept = null;
    void this.remember();
  }

  /** Takes note that a document was saved with a text, if it is still in view. */
  saved(document: Readonly<OpenDocument>, text: Text, about: Partial<About>): void {
    if (document.id !== this.#open.id) {
      return;
    }
    this.update({ ...about, isChanged: about.isChanged ?? text !== this.#view.state.doc });
    this.#kept = null;
    void this.remember();
  }

  /** Keeps the document in view with what is known of it, also if its text is in a file. */
  async remember(): Promise<void> {
    const { doc } = this.#view.state;
    if (this.keeps && this.#kept !== doc) {
      this.#kept = doc;
      markVisited();
      await this.#store.keep({ ...this.#open, text: doc.toString() });
    }
  }

  /** Keeps the text in view, unless that is in a file or in the store already. */
  async keep(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#open.isChanged) {
      await this.remember();
    }
  }

  #put({ text, ...open }: Document, release: Promise<(() => void) | null>, cursor = atStart): void {
    void Promise.all([this.#release, this.keep()]).then(([give]) => give?.());
    this.#release = release;
    this.#open = open;
    this.onShow(text, cursor);
    this.#kept = null;
    if (this.keeps) {
      try {
        sessionStorage.setItem(IN_VIEW, open.id);
      } catch {
        // It is only about which document is shown first.
      }
    }
    this.onChange();
  }
}
