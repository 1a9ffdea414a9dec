/** The page: one record, with its board, its problems and its outline. */
import { redo, undo } from '@codemirror/commands';
import { formatDocument } from '@codemirror/lsp-client';
import { EditorView } from '@codemirror/view';

import { BoardPanel } from './board/board.ts';
import { Desk } from './documents/desk.ts';
import { Opening } from './documents/opening.ts';
import { RecentDialog } from './documents/recent.ts';
import { Saving } from './documents/saving.ts';
import { DocumentStore } from './documents/store.ts';
import { attempt, sentence } from './documents/words.ts';
import { NONCE, stateFor } from './editor.ts';
import { choose, dropped, type PickedFile } from './files.ts';
import { fixAll, showActions } from './language/actions.ts';
import { Client } from './language/client.ts';
import { Outline, Problems } from './lists.ts';
import { notify } from './notice.ts';
import { GIVEN_UP, Service } from './service.ts';
import { Settings } from './settings.ts';
import { SettingsDialog } from './settingsDialog.ts';
import { pack, packedIn } from './share.ts';

/** The length of a link from which some programs cut it. */
const LONG_LINK = 8000;

/** Whether this is a frame in another page, for an example. What is tried there is not kept. */
const isEmbedded = window.parent !== window;

function element(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (found === null) {
    throw new Error(`The page has no ${id}.`);
  }
  return found;
}

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

const store = new DocumentStore();
const desk = new Desk(view, store, !isEmbedded);
const opening = new Opening(view, desk, store, service);
const saving = new Saving(desk, service);
saving.onReopen = async (handle) => opening.files([{ file: await handle.getFile(), handle }]);
const recent = new RecentDialog(element('kept') as HTMLDialogElement, store, {
  inView: () => desk.open.id,
  keep: () => desk.keep(),
  open: (entry) => attempt(async () => {
    notify('');
    await opening.kept(entry);
    view.focus();
  })(),
});

/** Counts the texts that were shown: each is another document to the server. */
let shown = 0;

const listener = EditorView.updateListener.of((update) => {
  const { changes, docChanged, selectionSet, transactions } = update;
  if (docChanged) {
    desk.edited();
    dropLink();
    board.follow(changes);
    outline.show();
    void opening.pasted(update);
  }
  if (docChanged || selectionSet) {
    board.look();
  }
  if (transactions.length > 0) {
    problems.show();
  }
});

const pasting = EditorView.domEventHandlers({ paste: (event) => opening.refusesPaste(event) });

/** Takes the text out of the address bar, where it is another one now. */
function dropLink(): void {
  if (!isEmbedded && packedIn(window.location.hash) !== null) {
    window.history.replaceState(null, '', window.location.pathname + window.location.search);
  }
}

desk.onChange = () => {
  const { name, isChanged } = desk.open;
  element('name').textContent = isChanged ? `${name} •` : name;
  document.title = `${name} – Ishi`;
};

/** Shows a text in place of the one before. */
function display(content: string): void {
  shown += 1;
  view.setState(stateFor(content, client.lsp, `inmemory://${shown}/${encodeURIComponent(desk.open.name)}`, [listener, pasting]));
  problems.show();
  outline.show();
  board.refresh();
}

desk.onShow = (content) => {
  if (desk.open.link !== packedIn(window.location.hash)) {
    dropLink();
  }
  display(content);
};

store.onRefusal = ({ name }) => {
  notify(`The browser has no room to keep ${name}. Save it as a file, or remove texts from the list, or it is lost with this tab.`, { 'Recent…': showRecent });
};

const showRecent = attempt(() => recent.open());
const save = attempt(() => saving.record());
const openChosen = attempt(async () => openFiles(await choose()));

async function openFiles(picked: PickedFile[]): Promise<void> {
  if (picked.length > 0) {
    await opening.files(picked);
  }
}

document.addEventListener('visibilitychange', () => void desk.keep());
window.addEventListener('pagehide', () => void desk.keep());
window.addEventListener('beforeunload', (event) => {
  void desk.keep();
  if (store.isBehind) {
    event.preventDefault();
  }
});

/** A link that holds the text. */
const linkNow = async () => new URL(`#${await pack(desk.text)}`, window.location.href);

const share = attempt(async () => {
  const link = await linkNow();
  window.history.replaceState(null, '', link);
  desk.shared(packedIn(link.hash));
  const isCopied = await navigator.clipboard.writeText(link.href).then(
    () => true,
    () => false,
  );
  const long = link.href.length > LONG_LINK ? ` It has ${link.href.length} characters, and some programs cut long links.` : '';
  notify(`${isCopied ? 'The link is on the clipboard.' : 'The link is in the address bar.'} It holds the text itself, which is sent to no server.${long}`);
});

/** Puts the board and the whole text on the paper: the editor has only what is in view. */
function prepareToPrint(): void {
  const picture = document.createElement('img');
  picture.alt = 'The board';
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(board.picture)}`;
  const whole = document.createElement('pre');
  whole.textContent = desk.text;
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
    desk.show('');
    notify('');
    view.focus();
  },
  open: openChosen,
  recent: showRecent,
  save,
  sgf: attempt(() => saving.sgf()),
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
  attempt(() => opening.example(name))();
});
window.addEventListener('beforeprint', prepareToPrint);
window.addEventListener('hashchange', attempt(async () => {
  await opening.link();
}));

function onDrop(event: DragEvent): void {
  if (event.dataTransfer?.files.length) {
    event.preventDefault();
    event.stopPropagation();
    const files = dropped(event);
    attempt(async () => openFiles(await files))();
  }
}

/** Takes files that are dropped on the page, or on the board, which is a page of its own. */
function takeDrops(place: Window): void {
  place.addEventListener('dragover', (event) => event.preventDefault());
  place.addEventListener('drop', onDrop, { capture: true });
}
takeDrops(window);
frame.addEventListener('load', () => {
  if (frame.contentWindow !== null) {
    takeDrops(frame.contentWindow);
  }
});

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
  const isShown = (await opening.link()) || (!isEmbedded && (await opening.last()));
  if (!isShown) {
    await opening.example('game.ishi');
  }
  const count = isEmbedded ? 0 : await opening.countUnsaved();
  if (count > 0 && element('notice').textContent === '') {
    notify(`${count === 1 ? 'Another text is' : `${count} other texts are`} not saved.`, { 'Recent…': showRecent });
  }
}

document.documentElement.toggleAttribute('data-embedded', isEmbedded);
display('');
desk.onChange();
attempt(start)();
if (!isEmbedded) {
  view.focus();
}
if ('serviceWorker' in navigator && !isEmbedded) {
  // Where it is not allowed, the page works as long as there is a network.
  navigator.serviceWorker.register('offline.js').catch(() => {});
}
