/** Saving: a record in its file, and as SGF over the games that it was made of. */
import { chooseTarget, download, permit, reasonOf, write } from '../files.ts';
import { notify } from '../notice.ts';
import type { Service } from '../service.ts';
import type { Desk } from './desk.ts';
import type { LocalFile } from './document.ts';
import { attempt, described } from './words.ts';

/** Where something is to be saved. */
interface Target {
  name: string;
  /** The file that it was read from or saved to before; null if there is none. */
  known: LocalFile | null;
  /** Saves again, in another file or over what another program has written. */
  again(choice: Choice): Promise<void>;
}

/** The user's decision about the file. */
interface Choice {
  isElsewhere?: boolean;
  isCertain?: boolean;
}

export class Saving {
  readonly #desk: Desk;
  readonly #service: Service;
  /** Opens a file that another program has changed. */
  onReopen: (handle: FileSystemFileHandle) => Promise<void> = () => Promise.resolve();

  constructor(desk: Desk, service: Service) {
    this.#desk = desk;
    this.#service = service;
  }

  /** Saves the record in its file, or in one that the user chooses. */
  async record(choice: Choice = {}): Promise<void> {
    const { open, doc } = this.#desk;
    const content = new Blob([await this.#encoded()], { type: 'text/plain' });
    const again = (next: Choice) => this.record(next);
    const saved = await this.#put(content, { name: open.name, known: open.file, again }, choice);
    if (saved !== null) {
      const name = saved.file?.handle.name ?? open.name;
      this.#desk.saved(open, doc, { file: saved.file ?? open.file, name });
      notify(`${name} is saved.`);
    }
  }

  /**
   * Saves the record as SGF: in the file that it came from, or in one that the user chooses. What is the same in the games keeps its
   * bytes. A record that has a file of its own is not saved by that.
   */
  async sgf(choice: Choice = {}): Promise<void> {
    const { open, doc } = this.#desk;
    const source = open.sgf;
    const { bytes, losses } = await this.#service.call('exportSgf', this.#textToSave(), source?.bytes);
    const name = source?.name ?? open.name.replace(/(?:\.\w+)?$/, '.sgf');
    const again = (next: Choice) => this.sgf(next);
    const saved = await this.#put(new Blob([bytes], { type: 'application/x-go-sgf' }), { name, known: source?.file ?? null, again }, choice);
    if (saved !== null) {
      const sgf = { name: saved.file?.handle.name ?? name, bytes, file: saved.file };
      this.#desk.saved(open, doc, { sgf, ...(open.file !== null && { isChanged: open.isChanged }) });
      notify(described(`${sgf.name} is saved`, losses));
    }
  }

  /** The text with the line ends that its file has. */
  #textToSave(): string {
    return [...this.#desk.doc.iterLines()].join(this.#desk.open.lineEnd);
  }

  /** The text in its encoding. For the usual one no server is needed, so that a text can be saved when there is none any more. */
  #encoded(): Promise<Uint8Array<ArrayBuffer>> | Uint8Array<ArrayBuffer> {
    const { encoding, damaged } = this.#desk.open;
    const text = this.#textToSave();
    const isPlain = encoding.toLowerCase() === 'utf-8' && damaged === undefined;
    return isPlain ? new TextEncoder().encode(text) : this.#service.call('encode', text, encoding, damaged);
  }

  /**
   * Writes to a file, or downloads one where the browser can't write. Returns the file, which is null for a download; null if nothing was
   * saved. What another program has written is replaced only if the user wants that.
   */
  async #put(content: Blob, { name, known, again }: Target, { isElsewhere = false, isCertain = false }: Choice): Promise<{ file: LocalFile | null } | null> {
    const own = isElsewhere ? null : known;
    const handle = own?.handle ?? (await chooseTarget(name));
    if (handle === null) {
      return null;
    }
    if (handle === undefined) {
      download(name, content);
      return { file: null };
    }
    try {
      await permit(handle);
      if (own !== null && !isCertain && (await handle.getFile()).lastModified !== own.modified) {
        notify(`${handle.name} has been changed by another program.`, {
          'Save mine over it': attempt(() => again({ isCertain: true })),
          'Open it': attempt(() => this.onReopen(handle)),
        });
        return null;
      }
      await write(handle, content);
      return { file: { handle, modified: (await handle.getFile()).lastModified } };
    } catch (error) {
      notify(`${handle.name} is not saved: ${reasonOf(error)}. The text is still here.`, { 'Save as…': attempt(() => again({ isElsewhere: true })) });
      return null;
    }
  }
}
