/** Opening: files, links, examples, documents that were kept, and games that are pasted. The content decides what is read how. */
import type { Text } from '@codemirror/state';
import { EditorView, type ViewUpdate } from '@codemirror/view';
import { LINES_BEFORE } from 'ishi-examples';

import { mayRead, type PickedFile } from '../files.ts';
import { notify } from '../notice.ts';
import type { Opened } from '../protocol.ts';
import { lineHeight } from '../reveal.ts';
import type { Service } from '../service.ts';
import { packedIn, unpack } from '../share.ts';
import { addressInLink } from '../visit.ts';
import { claimed } from './claims.ts';
import type { Desk } from './desk.ts';
import { type About, tooLong } from './document.ts';
import { fetchFile } from './remote.ts';
import type { DocumentStore, Entry } from './store.ts';
import { attempt, described, messageOf } from './words.ts';

/** The largest file that is opened, in bytes. */
const MAX_FILE = 16 << 20;

const isSgf = (name: string) => name.toLowerCase().endsWith('.sgf');
const withEnding = (name: string, ending: string) => name.replace(/(?:\.\w+)?$/, ending);

/** Returns what is known of a record that was made of games in another format: it is in no file yet. */
function converted(name: string, { encoding, format }: Opened, sgf: Omit<NonNullable<About['sgf']>, 'name'>): Partial<About> {
  const source = { ...sgf, name: isSgf(name) ? name : withEnding(name, '.sgf') };
  return { name: withEnding(name, '.ishi'), encoding, isChanged: true, sgf: format === 'sgf' ? source : null };
}

export class Opening {
  readonly #view: EditorView;
  readonly #desk: Desk;
  readonly #store: DocumentStore;
  readonly #service: Service;

  constructor(view: EditorView, desk: Desk, store: DocumentStore, service: Service) {
    this.#view = view;
    this.#desk = desk;
    this.#store = store;
    this.#service = service;
  }

  /** Opens files of the user, each as a document. The first one that can be opened is in view then. */
  async files(picked: PickedFile[]): Promise<void> {
    const words: string[] = [];
    const opened: string[] = [];
    void this.#desk.keep();
    const unsaved = new Set((await this.#store.list()).flatMap(({ name, isChanged }) => (isChanged ? [name] : [])));
    // The one that is shown last stays in view.
    for (const one of picked.toReversed()) {
      try {
        words.unshift(await this.#file(one));
        opened.unshift(this.#desk.open.name);
      } catch (error) {
        words.unshift(messageOf(error));
      }
    }
    const [first, ...others] = opened;
    if (others.length > 0) {
      const names = `${others.join(', ')} ${others.length === 1 ? 'was' : 'were'} opened, too`;
      words.unshift(`${names}, and can be found under Recent and unsaved; this is ${first}.`);
    }
    const twice = opened.find((name) => unsaved.has(name));
    if (twice !== undefined) {
      words.push(`Under Recent and unsaved there is another text of ${twice}, which is not saved.`);
    }
    notify(words.filter((sentence) => sentence !== '').join(' '));
  }

  /** Opens a file, and returns what is to be said of it. Throws a sentence if it can't be opened. */
  async #file({ file, handle }: PickedFile): Promise<string> {
    if (file.size > MAX_FILE) {
      throw new Error(`${file.name} has ${Math.round(file.size / 1e6)} MB; a file of at most ${MAX_FILE >> 20} MB can be opened here.`);
    }
    const [bytes, opened] = await this.#read(file).catch((error: unknown) => {
      throw new Error(`${file.name} can't be opened: ${messageOf(error)}.`);
    });
    const local = handle && { handle, modified: file.lastModified };
    if (opened.format === 'ishi') {
      this.#desk.show(opened.text, { name: file.name, encoding: opened.encoding, file: local, ...(opened.isDamaged && { damaged: bytes }) });
    } else {
      this.#desk.show(opened.text, converted(file.name, opened, { bytes, file: isSgf(file.name) ? local : null }));
    }
    void this.#desk.remember();
    return opened.format === 'ishi' ? '' : described(`${file.name} was converted`, opened.losses);
  }

  /** Reads a file. What is not recognised is read as its name says. */
  async #read(file: File): Promise<[Uint8Array<ArrayBuffer>, Opened]> {
    const bytes = new Uint8Array(await file.arrayBuffer());
    const byContent = await this.#service.call('open', bytes, false);
    const opened = byContent.format === 'ishi' && isSgf(file.name) ? await this.#service.call('open', bytes, true) : byContent;
    const reason = tooLong(opened.text);
    if (reason !== null) {
      throw new Error(reason);
    }
    return [bytes, opened];
  }

  /** Opens the file that `?url=` in the address bar names. Returns false if there is none, or it can't be opened, which is said. */
  async remote(): Promise<boolean> {
    const address = addressInLink();
    if (address === null) {
      return false;
    }
    // Beside the file.
    this.#service.prepareFiles();
    try {
      notify(await this.#file({ file: await fetchFile(address, MAX_FILE), handle: null }));
      return true;
    } catch (error) {
      notify(`${address} can't be opened: ${messageOf(error)}.`);
      return false;
    }
  }

  /** Opens an example at a line, 0-based. It needs no server, so that a visitor sees it before that is there. */
  async example(name: string, line: number): Promise<void> {
    const response = await fetch(`examples/${name}`);
    const from = (doc: Text) => doc.line(Math.min(line + 1, doc.lines)).from;
    this.#desk.show(await response.text(), { name }, from);
    // Where the preview has it.
    const yMargin = LINES_BEFORE * lineHeight(this.#view);
    this.#view.dispatch({ effects: EditorView.scrollIntoView(from(this.#view.state.doc), { y: 'start', yMargin }) });
  }

  /**
   * Opens the text of the link in the address bar, or what was written on it and is in no file. Returns false if there is no text in the
   * address bar that can be read.
   */
  async link(): Promise<boolean> {
    const { hash } = window.location;
    const link = packedIn(hash);
    if (link === null) {
      return false;
    }
    if (link === this.#desk.open.link) {
      this.#noteChanges(hash, link, 'This is the text of the link as you have changed it.');
      return true;
    }
    const isOfLink = (entry: Entry) => entry.link === link && (entry.isChanged || entry.id === this.#desk.inViewBefore);
    const newer = this.#desk.keeps ? (await this.#store.list()).find(isOfLink) : undefined;
    const place = newer && (await this.#desk.reopen(newer.id));
    if (place) {
      const words = place.isCopy ? 'Another tab has changed the text of this link. This is a copy of that.' : 'This is the text of the link as you have changed it.';
      this.#noteChanges(hash, link, words);
      return true;
    }
    try {
      await this.#linked(hash, link);
      return true;
    } catch {
      notify('The link is damaged: the text in it can not be read. Ask for it again.');
      return false;
    }
  }

  /** Says with some words that the text in view is not that of the link any more, if it is not. */
  #noteChanges(hash: string, link: string, words: string): void {
    const { isChanged } = this.#desk.open;
    const asShared = attempt(() => this.#linked(hash, link));
    notify(isChanged ? words : '', isChanged ? { 'Open it as it was shared': asShared } : {});
  }

  async #linked(hash: string, link: string): Promise<void> {
    const { text, cursor } = await unpack(hash);
    const reason = tooLong(text);
    if (reason !== null) {
      notify(`The text of the link is not shown: ${reason}.`);
    } else if (text !== this.#desk.text) {
      this.#desk.show(text, { name: 'shared.ishi', link }, ({ length }) => Math.min(cursor, length));
    }
  }

  /** Opens a document that is kept. */
  async kept({ id, name }: Pick<Entry, 'id' | 'name'>): Promise<boolean> {
    const place = await this.#desk.reopen(id);
    if (place?.isCopy) {
      notify(`Another tab has ${name} in view. This is a copy of it.`);
    }
    await this.#compare();
    return place !== null;
  }

  /** Compares the text in view, if it was saved, with its file, as far as that can be read without asking the user. */
  async #compare(): Promise<void> {
    const { id, name, file, isChanged } = this.#desk.open;
    if (file === null || isChanged || !(await mayRead(file.handle))) {
      return;
    }
    const now = await file.handle.getFile().catch(() => null);
    if (this.#desk.open.id !== id || now?.lastModified === file.modified) {
      return;
    }
    if (now === null) {
      this.#desk.update({ isChanged: true });
      notify(`The file ${name} can't be read any more. This is its text as it was saved here.`);
    } else {
      const openIt = attempt(() => this.files([{ file: now, handle: file.handle }]));
      notify(`${name} has been changed by another program. This is its text as it was saved here.`, { 'Open it': openIt });
    }
  }

  /** Opens what this tab had in view, or else the latest text that is in no file and in no other tab. Returns false if there is none. */
  async last(): Promise<boolean> {
    const { inViewBefore } = this.#desk;
    if (inViewBefore !== null && (await this.kept({ id: inViewBefore, name: 'the text' }))) {
      return true;
    }
    const [entry] = await this.#unsaved();
    return entry !== undefined && this.kept(entry);
  }

  /** Returns how many texts are in no file and not in view. */
  async countUnsaved(): Promise<number> {
    return (await this.#unsaved()).length;
  }

  async #unsaved(): Promise<Entry[]> {
    const [entries, inTabs] = await Promise.all([this.#store.list(), claimed()]);
    return entries.filter(({ id, isChanged }) => isChanged && id !== this.#desk.open.id && !inTabs.has(id));
  }

  /** Refuses a paste of more lines than the editor can show. Returns whether it was refused. */
  refusesPaste({ clipboardData }: ClipboardEvent): boolean {
    const reason = tooLong(clipboardData?.getData('text/plain') ?? '');
    if (reason !== null) {
      notify(`This is not pasted: ${reason}.`);
    }
    return reason !== null;
  }

  /** Makes a record of a game in another format that is pasted: in its place if it is the whole text, and otherwise on demand. */
  async pasted(update: ViewUpdate): Promise<void> {
    for (const { changes, newDoc } of update.transactions.filter((one) => one.isUserEvent('input.paste') || one.isUserEvent('input.drop'))) {
      const pieces: string[] = [];
      changes.iterChanges((_from, _to, _start, _end, inserted) => pieces.push(inserted.toString()));
      const [text = ''] = pieces;
      const bytes = new TextEncoder().encode(text);
      const opened = await this.#service.call('open', bytes, false).catch(() => null);
      if (opened === null || opened.format === 'ishi') {
        continue;
      }
      const about = converted('pasted.sgf', opened, { bytes, file: null });
      const done = described('The game was converted to a record', opened.losses);
      if (this.#view.state.doc === newDoc && newDoc.toString().trim() === text.trim()) {
        this.#view.dispatch({ changes: { from: 0, to: newDoc.length, insert: opened.text }, userEvent: 'input.convert' });
        this.#desk.update({ sgf: this.#desk.open.sgf?.file ? this.#desk.open.sgf : (about.sgf ?? null) });
        notify(done);
      } else {
        const openIt = () => {
          this.#desk.show(opened.text, about);
          notify(done);
        };
        notify('A game in another format was pasted.', { 'Open it as a record': openIt });
      }
    }
  }
}
