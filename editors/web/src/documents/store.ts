/**
 * The documents that the browser keeps between visits, by their ids. A text that is in no file is kept until the user removes it; of
 * the others only some are kept.
 */
import type { Document } from './document.ts';
import { completed, forget, note, noted } from './unwritten.ts';

/** How many documents are kept that are in files as they are, and how many characters they have together. */
const MAX_SAVED = 20;
const MAX_SAVED_SIZE = 32 << 20;

/** The length of the beginning of a text that a list shows. */
const MAX_TITLE = 80;

/** A document as a list shows it. */
export interface Entry {
  id: string;
  name: string;
  isChanged: boolean;
  link: string | null;
  /** The first line that is not empty. */
  title: string;
  /** The number of characters and bytes that are kept. */
  size: number;
  /** When it was kept last, in milliseconds since 1970. */
  time: number;
}

const ENTRIES = 'entries';
const DOCUMENTS = 'documents';
const BOTH = [ENTRIES, DOCUMENTS];

function entryOf({ id, name, isChanged, link, text, sgf }: Document): Entry {
  const title = /\S.*/.exec(text)?.[0].slice(0, MAX_TITLE) ?? '';
  return { id, name, isChanged, link, title, size: text.length + (sgf?.bytes.length ?? 0), time: Date.now() };
}

function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error));
  });
}

function over(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve());
    transaction.addEventListener('abort', () => reject(transaction.error));
  });
}

/** A document that is not on the disk yet. */
interface Pending {
  entry: Entry;
  document: Document;
  /** Whether it could not be written, and waits until there is room. */
  isRefused: boolean;
  /** Whether it is noted for the next visit. */
  isNoted: boolean;
}

export class DocumentStore {
  #database: IDBDatabase | null = null;
  #opening: Promise<IDBDatabase> | null = null;
  readonly #pending = new Map<string, Pending>();
  /** Called when the browser has refused to keep a document. It stays here until the tab is closed. */
  onRefusal: (entry: Entry) => void = () => {};

  /**
   * Takes note of what is not on the disk, before the tab may be closed: of the writes that wait for one another, the browser ends only
   * the first. Returns false if documents would be lost with this tab.
   */
  leave(): boolean {
    for (const pending of this.#pending.values()) {
      pending.isNoted ||= note(pending.document, pending.entry.time);
    }
    return [...this.#pending.values()].every(({ isRefused, isNoted }) => isNoted && !isRefused);
  }

  /** Keeps a document. It is in the lists from now on; the promise is for when it is on the disk, or was refused. */
  async keep(document: Document): Promise<void> {
    const wasRefused = this.#pending.get(document.id)?.isRefused ?? false;
    const pending = { entry: entryOf(document), document, isRefused: wasRefused, isNoted: false };
    this.#pending.set(document.id, pending);
    await this.#write(pending);
    if (!document.isChanged) {
      await this.#removeSaved(MAX_SAVED, MAX_SAVED_SIZE).catch(() => {});
    }
  }

  /** Returns what is kept, the latest first. */
  async list(): Promise<Entry[]> {
    const entries = new Map((await this.#listDisk().catch(() => [])).map((entry) => [entry.id, entry]));
    for (const { entry } of this.#pending.values()) {
      entries.set(entry.id, entry);
    }
    return [...entries.values()].sort((one, other) => other.time - one.time);
  }

  /** Returns a document; null if it is not kept. */
  async read(id: string): Promise<Document | null> {
    const pending = this.#pending.get(id);
    if (pending !== undefined) {
      return pending.document;
    }
    try {
      const database = this.#database ?? (await this.#open());
      return (await resultOf<Document | undefined>(database.transaction(DOCUMENTS).objectStore(DOCUMENTS).get(id))) ?? null;
    } catch {
      return null;
    }
  }

  /** Removes a document. There may be room for those that were refused then. */
  async remove(id: string): Promise<void> {
    this.#pending.delete(id);
    forget(id);
    await this.#removeFromDisk(id).catch(() => {});
    const refused = [...this.#pending.values()].filter(({ isRefused }) => isRefused);
    await Promise.all(refused.map((pending) => this.#write(pending)));
  }

  /**
   * Writes a document. Once the database is open, all is handed to the browser before this function returns, so that it may be the last
   * one that a page calls.
   */
  async #write(pending: Pending): Promise<void> {
    const { entry, document } = pending;
    const put = async (database: IDBDatabase) => {
      const transaction = database.transaction(BOTH, 'readwrite');
      transaction.objectStore(ENTRIES).put(entry);
      transaction.objectStore(DOCUMENTS).put(document);
      transaction.commit();
      await over(transaction);
    };
    try {
      await put(this.#database ?? (await this.#open())).catch(async () => {
        // Texts that are saved in files make room for those that are not. A later text of the document may be there meanwhile.
        await this.#removeSaved(0, 0);
        if (this.#pending.get(entry.id) === pending) {
          await put(this.#database ?? (await this.#open()));
        }
      });
      if (this.#pending.get(entry.id) === pending) {
        this.#pending.delete(entry.id);
        forget(entry.id);
      }
    } catch {
      if (this.#pending.get(entry.id) !== pending) {
        return;
      }
      if (!entry.isChanged) {
        // It is in a file.
        this.#pending.delete(entry.id);
      } else if (!pending.isRefused) {
        pending.isRefused = true;
        this.onRefusal(entry);
      }
    }
  }

  /** Removes documents that are in files as they are, but for the latest ones. Meanwhile no tab can change one of them. */
  async #removeSaved(count: number, size: number): Promise<void> {
    const database = this.#database ?? (await this.#open());
    const transaction = database.transaction(BOTH, 'readwrite');
    const entries = await resultOf<Entry[]>(transaction.objectStore(ENTRIES).getAll());
    const saved = entries.filter(({ isChanged }) => !isChanged).sort((one, other) => other.time - one.time);
    let sum = 0;
    for (const [index, entry] of saved.entries()) {
      sum += entry.size;
      if (index >= count || sum > size) {
        BOTH.forEach((store) => transaction.objectStore(store).delete(entry.id));
      }
    }
    await over(transaction);
  }

  async #removeFromDisk(id: string): Promise<void> {
    const database = this.#database ?? (await this.#open());
    const transaction = database.transaction(BOTH, 'readwrite');
    BOTH.forEach((store) => transaction.objectStore(store).delete(id));
    await over(transaction);
  }

  async #listDisk(): Promise<Entry[]> {
    const database = this.#database ?? (await this.#open());
    return resultOf<Entry[]>(database.transaction(ENTRIES).objectStore(ENTRIES).getAll());
  }

  #open(): Promise<IDBDatabase> {
    this.#opening ??= this.#connect().finally(() => {
      this.#opening = null;
    });
    return this.#opening;
  }

  async #connect(): Promise<IDBDatabase> {
    const request = indexedDB.open('ishi', 1);
    request.addEventListener('upgradeneeded', () => BOTH.forEach((store) => request.result.createObjectStore(store, { keyPath: 'id' })));
    const database = await resultOf(request);
    // The next use opens it again.
    const close = () => {
      this.#database = null;
    };
    database.addEventListener('close', close);
    database.addEventListener('versionchange', () => {
      database.close();
      close();
    });
    await this.#writeNoted(database);
    this.#database = database;
    return database;
  }

  /** Writes the documents that tabs had not written when they were closed, unless something later is on the disk. */
  async #writeNoted(database: IDBDatabase): Promise<void> {
    for (const one of noted()) {
      const { id } = one.document;
      const transaction = database.transaction(BOTH, 'readwrite');
      const [entries, documents] = [transaction.objectStore(ENTRIES), transaction.objectStore(DOCUMENTS)];
      const [entry, written] = await Promise.all([resultOf<Entry | undefined>(entries.get(id)), resultOf<Document | undefined>(documents.get(id))]);
      const document = completed(one, written);
      const pending = { entry: { ...entryOf(document), time: one.time }, document, isRefused: true, isNoted: true };
      if (entry === undefined || entry.time <= one.time) {
        entries.put(pending.entry);
        documents.put(document);
      }
      await over(transaction).then(() => forget(id), () => this.#pending.set(id, pending));
    }
  }
}
