/** Local files: opened and saved in place where the browser can, and otherwise by an upload and a download. */

/** The File System Access API, which not all browsers have, and TypeScript does not describe. */
interface Pickers {
  showOpenFilePicker?(options: object): Promise<FileSystemFileHandle[]>;
  showSaveFilePicker?(options: object): Promise<FileSystemFileHandle>;
}

/** A dropped file, as Chromium has it. */
type Dropped = DataTransferItem & { getAsFileSystemHandle?(): Promise<FileSystemHandle | null> };

/** A file that the user has chosen. */
export interface PickedFile {
  file: File;
  /** The handle for writing the file again, if the browser has one. */
  handle: FileSystemFileHandle | null;
}

const pickers = window as unknown as Pickers;
const RECORDS = ['.ishi', '.prb', '.go', '.txt'];
const GAMES = ['.sgf', '.gib', '.ngf', '.ugf', '.ugi'];

/** Whether the user has closed a dialog without a choice. */
const isCancelled = (error: unknown) => error instanceof DOMException && error.name === 'AbortError';

/** Lets the user choose files; none if they do not. */
export async function choose(): Promise<PickedFile[]> {
  if (pickers.showOpenFilePicker === undefined) {
    return upload();
  }
  const types = [{ description: 'Go records', accept: { 'text/plain': RECORDS, 'application/x-go-sgf': GAMES } }];
  try {
    const handles = await pickers.showOpenFilePicker({ types, multiple: true });
    return await Promise.all(handles.map(async (handle) => ({ file: await handle.getFile(), handle })));
  } catch (error) {
    if (isCancelled(error)) {
      return [];
    }
    throw error;
  }
}

function upload(): Promise<PickedFile[]> {
  const input = document.createElement('input');
  input.type = 'file';
  input.multiple = true;
  input.accept = [...RECORDS, ...GAMES].join(',');
  return new Promise((resolve) => {
    input.addEventListener('change', () => resolve([...(input.files ?? [])].map((file) => ({ file, handle: null }))));
    input.addEventListener('cancel', () => resolve([]));
    input.click();
  });
}

/** The files that were dropped. */
export async function dropped({ dataTransfer }: DragEvent): Promise<PickedFile[]> {
  const files = [...(dataTransfer?.files ?? [])];
  // They can be asked for only while the event is handled.
  const items = [...(dataTransfer?.items ?? [])].filter(({ kind }) => kind === 'file') as Dropped[];
  const handles = items.map((item) => item.getAsFileSystemHandle?.().catch(() => null));
  return Promise.all(files.map(async (file, index) => {
    const handle = await handles[index];
    return { file, handle: handle?.kind === 'file' ? (handle as FileSystemFileHandle) : null };
  }));
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

/** Reasons for the user, by the names of a file system's errors. */
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
  queryPermission?(options: { mode: 'read' }): Promise<PermissionState>;
  requestPermission?(options: { mode: 'readwrite' }): Promise<PermissionState>;
}

/** Returns whether a file can be read without asking the user. */
export async function mayRead(handle: Permitted): Promise<boolean> {
  const permission = await handle.queryPermission?.({ mode: 'read' });
  return permission === undefined || permission === 'granted';
}

/** Asks for the permission to read and write a file. One that was remembered since an earlier visit can't be read before, either. */
export async function permit(handle: Permitted): Promise<void> {
  const permission = await handle.requestPermission?.({ mode: 'readwrite' });
  if (permission !== undefined && permission !== 'granted') {
    throw new DOMException('the permission was refused', 'NotAllowedError');
  }
}

/** Replaces the content of a file. If that fails, the file stays as it was. */
export async function write(handle: FileSystemFileHandle, content: Blob): Promise<void> {
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
