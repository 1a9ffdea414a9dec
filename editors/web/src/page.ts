/** The page: one record, with its board, its problems and its outline. Creates the parts and connects them. */
import { formatDocument } from '@codemirror/lsp-client';
import { EditorView } from '@codemirror/view';
import { EXAMPLES } from 'ishi-examples';

import '../../board/src/view/element.ts';
import type { BoardElement } from '../../board/src/view/element.ts';
import { PageBoard } from './board/board.ts';
import { ExportDialog } from './board/export.ts';
import { Desk } from './documents/desk.ts';
import { Opening } from './documents/opening.ts';
import { RecentDialog } from './documents/recent.ts';
import { Saving } from './documents/saving.ts';
import { dropLink, linkTo, share } from './documents/sharing.ts';
import { DocumentStore, type Entry } from './documents/store.ts';
import { attempt, sentence } from './documents/words.ts';
import { takeDrops } from './drops.ts';
import { NONCE, stateFor } from './editor.ts';
import { choose, type PickedFile } from './files.ts';
import { GamesDialog } from './games.ts';
import { connectHelp } from './help.ts';
import { connectKeys } from './keys.ts';
import { fixAll, showActions } from './language/actions.ts';
import { Client } from './language/client.ts';
import { Outline, Problems } from './lists.ts';
import { notify } from './notice.ts';
import { Printing } from './printing.ts';
import { GIVEN_UP, Service } from './service.ts';
import { Settings } from './settings.ts';
import { SettingsDialog } from './settingsDialog.ts';
import { packedIn } from './share.ts';
import { Start } from './start.ts';
import { keepJson, keptJson } from './store.ts';
import { switchTheme } from './theme.ts';
import { connectViewButtons, focusNext, isBoardAlone, turnBoardAlone, turnTo } from './views.ts';
import { isEmbedded } from './visit.ts';

function element(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (found === null) {
    throw new Error(`The page has no ${id}.`);
  }
  return found;
}

/** The name under which the browser remembers that the text is hidden. */
const BOARD_ALONE = 'board-alone';

const service = new Service();
const settings = new Settings();
const client = new Client(service, {
  commands: { 'ishi.showBoard': showBoard },
  settings: () => settings.toJson(),
});
settings.onChange = () => client.configure();
// The styles of the editor are made by its script, which its policy allows by this name.
const view = new EditorView({ parent: element('text'), extensions: EditorView.cspNonce.of(NONCE) });
const boardElement = document.querySelector('ishi-board') as BoardElement;
const text = {
  view,
  focusText: () => {
    turnTo('text');
    view.focus();
  },
};
const games = new GamesDialog(element('games') as HTMLDialogElement, text, () => board.controller.look());
const surroundings = {
  ...text,
  games,
  client: client.lsp,
  save: () => saving.record(),
  create: (content: string) => desk.show(content),
  exports: new ExportDialog(element('export-board') as HTMLDialogElement),
};
const board = new PageBoard(boardElement, element('board'), surroundings, !isEmbedded);
board.onFirst = endPreview;
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
  open: reopen,
});
const begin = () => {
  desk.show('');
  notify('');
  text.focusText();
};
const startHere = new Start(element('start'), element('examples'), store, {
  open: () => openChosen(),
  create: begin,
  example: (file, line) => attempt(async () => {
    notify('');
    await opening.example(file, line);
    view.focus();
  })(),
  latest: reopen,
  inView: () => desk.open.id,
});
const help = connectHelp(element('help') as HTMLDialogElement, element('help-button'));

/** Takes the preview of the example away. */
function endPreview(): void {
  document.documentElement.removeAttribute('data-visitor');
}

/** Opens a document that is kept. */
function reopen(entry: Entry): void {
  attempt(async () => {
    notify('');
    await opening.kept(entry);
    view.focus();
  })();
}

/** Counts the texts that were shown: each is another document to the server. */
let shown = 0;

/** The number of the first text that is not empty. Its board may be the one of the preview. */
const FIRST_SHOWN = 2;

const listener = EditorView.updateListener.of((update) => {
  const { changes, docChanged, selectionSet, transactions } = update;
  if (docChanged) {
    desk.edited();
    leaveLink();
    board.follow(changes, transactions);
    outline.show();
    void opening.pasted(update);
  }
  if (docChanged || selectionSet) {
    board.controller.followCursor();
  }
  if (transactions.length > 0) {
    problems.show();
  }
});

/** Takes the text out of the address bar, except in a frame, whose address belongs to the page around it. */
function leaveLink(): void {
  if (!isEmbedded) {
    dropLink();
  }
}

const pasting = EditorView.domEventHandlers({ paste: (event) => opening.refusesPaste(event) });

desk.onChange = () => {
  const { name, isChanged } = desk.open;
  element('name').textContent = isChanged ? `${name} •` : name;
  document.title = `${name} – Ishi`;
};

/** Shows a text in place of the one before. */
function display(content: string): void {
  shown += 1;
  view.setState(stateFor(content, client.lsp, `inmemory://${shown}/${encodeURIComponent(desk.open.name)}`, [listener, pasting]));
  // The editor stays where the text before was read.
  view.scrollDOM.scrollTop = 0;
  problems.show();
  outline.show();
  board.refresh();
}

desk.onShow = (content) => {
  if (desk.open.link !== packedIn(window.location.hash)) {
    leaveLink();
  }
  display(content);
  startHere.hide();
  document.querySelector('pre.preview')?.remove();
  if (shown > FIRST_SHOWN) {
    endPreview();
  }
};

store.onRefusal = ({ name }) => {
  notify(`The browser has no room to keep ${name}. Save it as a file, or remove texts from the list, or it is lost with this tab.`, { 'Recent…': showRecent });
};

const showRecent = attempt(() => recent.open());
const save = attempt(() => saving.record());
/** Saves the record, with the comment that is being written on the board. */
const saveFromHere = () => (document.activeElement === boardElement ? board.controller.requestSave() : save());
const openChosen = attempt(async () => {
  // While the user chooses.
  service.prepareFiles();
  await openFiles(await choose());
});

async function openFiles(picked: PickedFile[]): Promise<void> {
  if (picked.length > 0) {
    await opening.files(picked);
  }
}

const printing = new Printing(element('paper'), () => desk.text);
const print = attempt(async () => printing.print(await board.sheet()));

/** Keeps all texts before the tab may be closed. Returns false if one would be lost with it. */
function leave(): boolean {
  void desk.keep();
  return store.leave();
}

document.addEventListener('visibilitychange', leave);
window.addEventListener('pagehide', leave);
window.addEventListener('beforeunload', (event) => {
  if (!leave()) {
    event.preventDefault();
  }
});

/** Shows the board of an event, for a lens above it. */
function showBoard(_: string, { line }: { line: number }): void {
  const { doc } = view.state;
  view.dispatch({ selection: { anchor: doc.line(Math.min(line + 1, doc.lines)).from }, scrollIntoView: true });
  turnTo('board');
  board.focus();
}

connectKeys(element('board'), {
  withControl: { s: saveFromHere, o: openChosen, p: print, ',': () => settingsDialog.open() },
  history: (command) => void board.controller.history(command),
  help,
  focusNext: (step) => focusNext(step, { text: text.focusText, board: () => board.focus() }),
});
connectViewButtons();

const BUTTONS: Record<string, () => void> = {
  new: begin,
  open: openChosen,
  recent: showRecent,
  save,
  sgf: attempt(() => saving.sgf()),
  share: attempt(() => share(desk)),
  print,
  format: () => formatDocument(view),
  fix: () => void showActions(view),
  'fix-all': attempt(async () => {
    if (!(await fixAll(view))) {
      notify('There is nothing to fix without a choice.');
    }
  }),
  find: attempt(() => games.show(null)),
  whole: attempt(async () => {
    window.open(await linkTo(desk), '_blank', 'noopener');
  }),
  configure: () => settingsDialog.open(),
  'hide-text': () => {
    turnBoardAlone(!isBoardAlone());
    if (isBoardAlone()) {
      board.focus();
    }
    keepJson(BOARD_ALONE, isBoardAlone());
  },
  theme: switchTheme,
};
for (const [id, work] of Object.entries(BUTTONS)) {
  element(id).addEventListener('click', work);
}
window.addEventListener('hashchange', attempt(async () => {
  await opening.link();
}));

takeDrops((picked) => attempt(async () => openFiles(await picked))());

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

/** Called when the server runs, or can not: all that the page needs is loaded. */
function endLoading(): void {
  element('loading').remove();
  // Keeping the files for a visit without a network would slow down the first one.
  if ('serviceWorker' in navigator && !isEmbedded) {
    // Where it is not allowed, the page works as long as there is a network.
    navigator.serviceWorker.register('offline.js').catch(() => {});
  }
}

async function start(): Promise<void> {
  const isShown = (await opening.link()) || (await opening.remote()) || (!isEmbedded && (await opening.last()));
  if (!isShown) {
    const [{ file, line }] = EXAMPLES as [(typeof EXAMPLES)[number]];
    await opening.example(file, line);
    if (!isEmbedded) {
      await startHere.greet();
    }
  }
  const count = isEmbedded ? 0 : await opening.countUnsaved();
  if (count > 0 && element('notice').textContent === '') {
    notify(`${count === 1 ? 'Another text is' : `${count} other texts are`} not saved.`, { 'Recent…': showRecent });
  }
}

display('');
desk.onChange();
attempt(start)();
client.lsp.initializing.then(endLoading, endLoading);
if (!isEmbedded) {
  view.focus();
  turnBoardAlone(keptJson(BOARD_ALONE) === true);
}
