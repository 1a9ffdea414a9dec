/** The page: one record, with its board, its problems and its outline. */
import { redo, undo } from '@codemirror/commands';
import { formatDocument } from '@codemirror/lsp-client';
import { EditorView } from '@codemirror/view';

import { BoardPanel } from './board/board.ts';
import { NONCE, stateFor } from './editor.ts';
import { choose, chooseTarget, download, dropped, isSgf, type PickedFile, reasonOf, write } from './files.ts';
import { fixAll, showActions } from './language/actions.ts';
import { Client } from './language/client.ts';
import { Outline, Problems } from './lists.ts';
import { notify } from './notice.ts';
import { GIVEN_UP, Service } from './service.ts';
import { Settings } from './settings.ts';
import { SettingsDialog } from './settingsDialog.ts';
import { pack, unpack } from './share.ts';
import { forget, keep, last, onOtherText } from './store.ts';

/** The largest file that is opened, in bytes. */
const MAX_FILE = 16 << 20;

/** A user who keeps typing pauses for less than this, in milliseconds. */
const REST = 400;

/** The length of a link from which some programs cut it. */
const LONG_LINK = 8000;

/** Whether this is a frame in another page, for an example. What is tried there is not kept. */
const isEmbedded = window.parent !== window;

/** The record that is open. */
interface Open {
  name: string;
  /** The file that it is saved to; null for a download. */
  handle: FileSystemFileHandle | null;
  /** When that file was read or written, in milliseconds since 1970: another program may write it, too. */
  modified: number | null;
  encoding: string;
  lineEnd: string;
  /** Whether the text is not in a file as it is. */
  isChanged: boolean;
}

function element(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (found === null) {
    throw new Error(`The page has no ${id}.`);
  }
  return found;
}

const sentence = (words: string) => `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

const service = new Service();
const settings = new Settings();
const client = new Client(service, {
  commands: { 'ishi.showBoard': showBoard },
  settings: () => settings.toJson(),
});
settings.onChange = () => client.configure();
// The styles of the editor are made by its script, which its policy allows by this name.
const view = new EditorView({ parent: element('text'), extensions: EditorView.cspNonce.of(NONCE) });
const frame = document.querySelector('iframe') as HTMLIFrameElement;
const text = {
  view,
  focusText: () => {
    turnTo('text');
    view.focus();
  },
};
const board = new BoardPanel(frame, client.lsp, text);
const problems = new Problems(element('problems'), text);
const outline = new Outline(element('outline'), text);
const settingsDialog = new SettingsDialog(element('settings') as HTMLDialogElement, settings);

let open: Open = { name: 'new.ishi', handle: null, modified: null, encoding: 'UTF-8', lineEnd: '\n', isChanged: false };

/** Counts the texts that were opened: each is another document to the server. */
let documents = 0;

const listener = EditorView.updateListener.of(({ docChanged, selectionSet, transactions }) => {
  if (docChanged) {
    if (!open.isChanged) {
      open.isChanged = true;
      showName();
    }
    soon();
    outline.show();
  }
  if (docChanged || selectionSet) {
    board.look();
  }
  if (transactions.length > 0) {
    problems.show();
  }
});

function showName(): void {
  element('name').textContent = open.isChanged ? `${open.name} •` : open.name;
  document.title = `${open.name} – Ishi`;
}

/** The end of most lines. An editor in a browser has only one. */
function lineEndOf(content: string): string {
  const count = (pattern: RegExp) => content.match(pattern)?.length ?? 0;
  const [crlf, lf, cr] = [count(/\r\n/g), count(/(?<!\r)\n/g), count(/\r(?!\n)/g)];
  return crlf > lf && crlf >= cr ? '\r\n' : cr > lf ? '\r' : '\n';
}

/** Shows a text in place of the one before. */
function show(content: string, file: Partial<Open>): void {
  documents += 1;
  open = { name: 'new.ishi', handle: null, modified: null, encoding: 'UTF-8', isChanged: false, ...file, lineEnd: file.lineEnd ?? lineEndOf(content) };
  view.setState(stateFor(content, client.lsp, `inmemory://${documents}/${encodeURIComponent(open.name)}`, listener));
  showName();
  problems.show();
  outline.show();
  board.refresh();
}

const textNow = () => view.state.doc.toString();
/** The text with the line ends that its file has. */
const textToSave = () => [...view.state.doc.iterLines()].join(open.lineEnd);

// What is typed is kept.
let timer: ReturnType<typeof setTimeout> | undefined;
let isKept = true;

function soon(): void {
  clearTimeout(timer);
  timer = setTimeout(keepNow, REST);
}

function keepNow(): void {
  clearTimeout(timer);
  if (!open.isChanged || isEmbedded) {
    return;
  }
  const wasKept = isKept;
  isKept = keep(open.name, { text: textNow(), encoding: open.encoding, lineEnd: open.lineEnd });
  if (wasKept && !isKept) {
    notify('The browser has no room to keep this text. Save it as a file, or it is lost with this tab.');
  }
}

window.addEventListener('pagehide', keepNow);
window.addEventListener('beforeunload', (event) => {
  keepNow();
  if (!isKept) {
    event.preventDefault();
  }
});

onOtherText((name, draft) => {
  if (name === open.name && draft.text !== textNow() && !isEmbedded) {
    notify(`Another tab has changed ${name}.`, {
      'Take its text': () => show(draft.text, { ...draft, name, handle: open.handle, modified: open.modified, isChanged: true }),
      'Keep mine': () => {
        open.isChanged = true;
        keepNow();
      },
    });
  }
});

/** Opens a file of the user, if it can be a record. */
async function openFile({ file, handle }: PickedFile): Promise<void> {
  if (file.size > MAX_FILE) {
    notify(`${file.name} has ${Math.round(file.size / 1e6)} MB; a file of at most ${MAX_FILE >> 20} MB can be opened here.`);
    return;
  }
  const bytes = new Uint8Array(await file.arrayBuffer());
  try {
    const wasSgf = isSgf(file.name);
    const { losses, ...opened } = await service.call('open', bytes, wasSgf);
    keepNow();
    const name = wasSgf ? file.name.replace(/\.sgf$/i, '.ishi') : file.name;
    // What was converted is not in a file yet.
    show(opened.text, { name, encoding: opened.encoding, handle: wasSgf ? null : handle, modified: wasSgf ? null : file.lastModified, isChanged: wasSgf });
    notify(wasSgf ? described(`${file.name} was converted`, losses) : '');
  } catch (error) {
    notify(`${file.name} can't be opened: ${messageOf(error)}.`);
  }
}

/** What a conversion says of itself. */
function described(done: string, losses: string[]): string {
  const [first] = losses;
  return first === undefined ? `${done}.` : `${done}. Not as it was: ${first}${losses.length > 1 ? `, and ${losses.length - 1} more` : ''}.`;
}

/** Runs an action of a button or a key, and says why it has failed. */
const attempt = (work: () => Promise<void>) => () => void work().catch((error: unknown) => notify(sentence(messageOf(error))));

const openChosen = attempt(async () => {
  const chosen = await choose();
  if (chosen !== null) {
    await openFile(chosen);
  }
});

/** The text in its encoding. For the usual one no server is needed, so that a text can be saved when there is none any more. */
function bytesToSave(): Promise<Uint8Array<ArrayBuffer>> | Uint8Array<ArrayBuffer> {
  const isUtf8 = open.encoding.toLowerCase() === 'utf-8';
  return isUtf8 ? new TextEncoder().encode(textToSave()) : service.call('encode', textToSave(), open.encoding);
}

const save = attempt(() => saveRecord());

/** Saves the record in its file, or in one that the user chooses. A file that another program has changed is replaced only if the user wants that. */
async function saveRecord({ handle = open.handle, isCertain = false }: { handle?: FileSystemFileHandle | null; isCertain?: boolean } = {}): Promise<void> {
  const content = new Blob([await bytesToSave()], { type: 'text/plain' });
  const target = handle ?? (await chooseTarget(open.name));
  if (target === null) {
    return;
  }
  const saved = view.state.doc;
  if (target === undefined) {
    download(open.name, content);
  } else if (!(await replaceFile(target, content, isCertain))) {
    return;
  }
  open.isChanged = saved !== view.state.doc;
  if (!open.isChanged) {
    forget(open.name);
  }
  showName();
  notify(`${open.name} is saved.`);
}

/** Writes the record to a file, which is its own from then on. Returns false if that needs a decision of the user. */
async function replaceFile(target: FileSystemFileHandle, content: Blob, isCertain: boolean): Promise<boolean> {
  try {
    if (!isCertain && target === open.handle) {
      const file = await target.getFile();
      if (file.lastModified !== open.modified) {
        notify(`${open.name} has been changed by another program.`, {
          'Save mine over it': attempt(() => saveRecord({ isCertain: true })),
          'Open it': attempt(() => openFile({ file, handle: target })),
        });
        return false;
      }
    }
    await write(target, content);
    // It may have another name from now on.
    forget(open.name);
    open = { ...open, handle: target, name: target.name, modified: (await target.getFile()).lastModified };
    return true;
  } catch (error) {
    notify(`${target.name} is not saved: ${reasonOf(error)}. The text is still here.`, { 'Save as…': attempt(() => saveRecord({ handle: null })) });
    return false;
  }
}

const saveSgf = attempt(async () => {
  const name = open.name.replace(/\.\w+$/, '.sgf');
  const { bytes, losses } = await service.call('exportSgf', textToSave());
  const content = new Blob([bytes], { type: 'application/x-go-sgf' });
  const handle = await chooseTarget(name);
  if (handle === null) {
    return;
  }
  if (handle === undefined) {
    download(name, content);
  } else {
    await write(handle, content);
  }
  notify(described(`${name} is saved`, losses));
});

/** A link that holds the text. */
const linkNow = async () => new URL(`#${await pack(textNow())}`, window.location.href);

const share = attempt(async () => {
  const link = await linkNow();
  window.history.replaceState(null, '', link);
  const isCopied = await navigator.clipboard.writeText(link.href).then(
    () => true,
    () => false,
  );
  const long = link.href.length > LONG_LINK ? ` It has ${link.href.length} characters, and some programs cut long links.` : '';
  notify(`${isCopied ? 'The link is on the clipboard.' : 'The link is in the address bar.'} It holds the text itself, which is sent to no server.${long}`);
});

/** Opens the text of the link in the address bar. Returns whether there is one. */
async function openLink(): Promise<boolean> {
  try {
    const shared = await unpack(window.location.hash);
    if (shared !== null && shared.text !== textNow()) {
      keepNow();
      show(shared.text, { name: 'shared.ishi' });
      view.dispatch({ selection: { anchor: Math.min(shared.cursor, view.state.doc.length) } });
    }
    return shared !== null;
  } catch {
    notify('The link is damaged: the text in it can not be read. Ask for it again.');
    return false;
  }
}

async function openExample(name: string): Promise<void> {
  const response = await fetch(`examples/${name}`);
  const opened = await service.call('open', new Uint8Array(await response.arrayBuffer()), false);
  keepNow();
  show(opened.text, { name, encoding: opened.encoding });
}

/** Puts the board and the whole text on the paper: the editor has only what is in view. */
function prepareToPrint(): void {
  const picture = document.createElement('img');
  picture.alt = 'The board';
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(board.picture)}`;
  const whole = document.createElement('pre');
  whole.textContent = textNow();
  element('paper').replaceChildren(...(board.picture === '' ? [] : [picture]), whole);
}

// The theme of the system, or the one that was chosen.
function setTheme(theme: string): void {
  for (const { documentElement } of [document, ...(frame.contentDocument ? [frame.contentDocument] : [])]) {
    documentElement.dataset['theme'] = theme;
  }
}

let theme = '';
function turnTheme(): void {
  const isDark = theme === '' ? window.matchMedia('(prefers-color-scheme: dark)').matches : theme === 'dark';
  theme = isDark ? 'light' : 'dark';
  setTheme(theme);
}
frame.addEventListener('load', () => setTheme(theme));

// On a narrow screen one view is shown at a time.
const VIEWS = ['text', 'board', 'problems', 'outline'] as const;
function turnTo(name: (typeof VIEWS)[number]): void {
  (document.querySelector('main') as HTMLElement).dataset['view'] = name;
  for (const button of document.querySelectorAll('[data-view]')) {
    button.setAttribute('aria-pressed', String(button.getAttribute('data-view') === name));
  }
}

/** Shows the board of an event, for a lens above it. */
function showBoard(_: string, { line }: { line: number }): void {
  const { doc } = view.state;
  view.dispatch({ selection: { anchor: doc.line(Math.min(line + 1, doc.lines)).from }, scrollIntoView: true });
  turnTo('board');
  board.focus();
}

/** Goes on to the next view, as F6 does in desktop programs. */
function focusNext(step: number): void {
  const at = VIEWS.findIndex((name) => element(name).contains(document.activeElement));
  const name = VIEWS.at((Math.max(at, 0) + step) % VIEWS.length) ?? 'text';
  turnTo(name);
  if (name === 'text') {
    text.focusText();
  } else if (name === 'board') {
    board.focus();
  } else {
    const list = element(name);
    list.tabIndex = -1;
    (list.querySelector('button') ?? list).focus();
  }
}

const KEYS: Record<string, () => void> = {
  s: () => save(),
  o: () => openChosen(),
  ',': () => settingsDialog.open(),
};

function onKey(event: KeyboardEvent): void {
  const work = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey ? KEYS[event.key.toLowerCase()] : undefined;
  if (work !== undefined) {
    event.preventDefault();
    work();
  } else if (event.key === 'F6') {
    event.preventDefault();
    focusNext(event.shiftKey ? -1 : 1);
  }
}
window.addEventListener('keydown', onKey);

/** The keys of Undo on the board, which leaves them to the editor that shows it. A field has an Undo of its own. */
function onBoardKey(event: KeyboardEvent): void {
  const key = event.key.toLowerCase();
  const isField = (event.target as Element).closest('input, textarea') !== null;
  if ((event.ctrlKey || event.metaKey) && !event.altKey && !isField && (key === 'z' || key === 'y')) {
    event.preventDefault();
    (key === 'y' || event.shiftKey ? redo : undo)(view);
  }
}

frame.addEventListener('load', () => {
  frame.contentWindow?.addEventListener('keydown', onKey);
  frame.contentWindow?.addEventListener('keydown', onBoardKey);
});

const BUTTONS: Record<string, () => void> = {
  new: () => {
    keepNow();
    show('', {});
    view.focus();
  },
  open: openChosen,
  save,
  sgf: saveSgf,
  share,
  print: () => window.print(),
  format: () => formatDocument(view),
  fix: () => void showActions(view),
  'fix-all': attempt(async () => {
    if (!(await fixAll(view))) {
      notify('There is nothing to fix without a choice.');
    }
  }),
  whole: attempt(async () => {
    window.open(await linkNow(), '_blank', 'noopener');
  }),
  configure: () => settingsDialog.open(),
  theme: turnTheme,
};
for (const [id, work] of Object.entries(BUTTONS)) {
  element(id).addEventListener('click', work);
}
for (const name of VIEWS) {
  document.querySelector(`#views [data-view=${name}]`)?.addEventListener('click', () => turnTo(name));
}
const examples = element('examples') as HTMLSelectElement;
examples.addEventListener('change', () => {
  const name = examples.value;
  examples.value = '';
  notify('');
  attempt(() => openExample(name))();
});
window.addEventListener('beforeprint', prepareToPrint);
window.addEventListener('hashchange', () => void openLink());
window.addEventListener('dragover', (event) => event.preventDefault());
window.addEventListener(
  'drop',
  (event) => {
    if (event.dataTransfer?.files.length) {
      event.preventDefault();
      event.stopPropagation();
      attempt(async () => {
        const file = await dropped(event);
        if (file !== null) {
          await openFile(file);
        }
      })();
    }
  },
  { capture: true },
);

service.onDeath = (isRestarted) => {
  if (!isRestarted) {
    notify(sentence(GIVEN_UP));
    return;
  }
  client.reconnect().then(
    () => {
      board.refresh();
      outline.show();
      notify('The language server crashed and was started again. The text is as it was.');
    },
    () => {},
  );
};

async function start(): Promise<void> {
  if (await openLink()) {
    return;
  }
  const kept = isEmbedded ? null : last();
  if (kept === null) {
    await openExample('game.ishi');
  } else {
    show(kept.draft.text, { ...kept.draft, name: kept.name, isChanged: true });
  }
}

document.documentElement.toggleAttribute('data-embedded', isEmbedded);
show('', {});
attempt(start)();
if (!isEmbedded) {
  view.focus();
}
if ('serviceWorker' in navigator && !isEmbedded) {
  // Where it is not allowed, the page works as long as there is a network.
  navigator.serviceWorker.register('offline.js').catch(() => {});
}
