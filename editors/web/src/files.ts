/** Local files: opened and saved in place where the browser can, and otherwise by an upload and a download. */

/** The File System Access API, which not all browsers have, and TypeScript does not describe. */
interface Pickers {
  showOpenFilePicker?(options: object): Promise<FileSystemFileHandle[]>;
  showSaveFilePicker?(options: object): Promise<FileSystemFileHandle>;
}

/** A file that the user has chosen. */
export interface PickedFile {
  file: File;
  /** What it can be written to again, if the browser has that. */
  handle: FileSystemFileHandle | null;
}

const pickers = window as unknown as Pickers;
const RECORDS = ['.ishi', '.prb', '.go'];
const SGF = '.sgf';

export const isSgf = (name: string) => name.toLowerCase().endsWith(SGF);

/** Whether the user has closed a dialog without a choice. */
const isCancelled = (error: unknown) => error instanceof DOMException && error.name === 'AbortError';

/** Lets the user choose a file; null if they do not. */
export async function choose(): Promise<PickedFile | null> {
  if (pickers.showOpenFilePicker === undefined) {
    return upload();
  }
  const types = [{ description: 'Go records', accept: { 'text/plain': RECORDS, 'application/x-go-sgf': [SGF] } }];
  try {
    const [handle] = await pickers.showOpenFilePicker({ types });
    return handle === undefined ? null : { file: await handle.getFile(), handle };
  } catch (error) {
    if (isCancelled(error)) {
      return null;
    }
    throw error;
  }
}

function upload(): Promise<PickedFile | null> {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = [...RECORDS, SGF].join(',');
  return new Promise((resolve) => {
    input.addEventListener('change', () => {
      const file = input.files?.[0];
      resolve(file === undefined ? null : { file, handle: null });
    });
    input.addEventListener('cancel', () => resolve(null));
    input.click();
  });
}

/** The file that was dropped, if one was. */
export async function dropped({ dataTransfer }: DragEvent): Promise<PickedFile | null> {
  const file = dataTransfer?.files[0];
  if (file === undefined) {
    return null;
  }
  const item = dataTransfer?.items[0] as (DataTransferItem & { getAsFileSystemHandle?(): Promise<FileSystemHandle | null> }) | undefined;
  const handle = await item?.getAsFileSystemHandle?.().catch(() => null);
  return { file, handle: handle?.kind === 'file' ? (handle as FileSystemFileHandle) : null };
}

/** Lets the user choose where to save; null if they do not, and undefined where the browser only has downloads. */
export async function chooseTarget(name: string): Promise<FileSystemFileHandle | null | undefined> {
  try {
    return await pickers.showSaveFilePicker?.({ suggestedName: name });
  } catch (error) {
    if (isCancelled(error)) {
      return null;
    }
    throw error;
  }
}

/** What the errors of a file system mean to a user, by their names. */
const REASONS: Record<string, string> = {
  NotAllowedError: 'the browser may not write this file',
  NotFoundError: 'the file does not exist any more',
  NoModificationAllowedError: 'another program has locked the file',
  QuotaExceededError: 'there is no room for it',
};

/** Why a file could not be written. */
export function reasonOf(error: unknown): string {
  const { name, message } = error as Error;
  return REASONS[name] ?? message;
}

/** A handle of Chromium, which has the permission to read, and asks the user for the other one. */
interface Permitted extends FileSystemFileHandle {
  requestPermission?(options: { mode: 'readwrite' }): Promise<PermissionState>;
}

/** Replaces the content of a file. If that fails, the file stays as it was. */
export async function write(handle: Permitted, content: Blob): Promise<void> {
  const permission = await handle.requestPermission?.({ mode: 'readwrite' });
  if (permission !== undefined && permission !== 'granted') {
    throw new DOMException('the permission was refused', 'NotAllowedError');
  }
  const stream = await handle.createWritable();
  try {
    await stream.write(content);
    await stream.close();
  } catch (error) {
    await stream.abort().catch(() => {});
    throw error;
  }
}

export function download(name: string, content: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
