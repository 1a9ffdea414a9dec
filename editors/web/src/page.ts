/** The page: one record, with its board, its problems and its outline. Creates the parts and connects them, in several tasks. */
import { EditorView } from '@codemirror/view';
import { EXAMPLES } from 'ishi-examples';

import '../../board/src/view/element.ts';
import type { Spot } from '../../board/src/protocol.ts';
import type { BoardElement } from '../../board/src/view/element.ts';
import { connectButtons, connectHistory, connectMenus, showHistory } from './bar.ts';
import { gallery, newGame } from './beginnings.ts';
import { PageBoard } from './board/board.ts';
import { ExportDialog } from './board/export.ts';
import { atStart, type CursorIn, Desk } from './documents/desk.ts';
import { keepOnLeaving } from './documents/leaving.ts';
import { Opening } from './documents/opening.ts';
import { RecentDialog } from './documents/recent.ts';
import { Saving } from './documents/saving.ts';
import { dropLink, linkTo, send, share } from './documents/sharing.ts';
import { DocumentStore, type Entry } from './documents/store.ts';
import { attempt } from './documents/words.ts';
import { takeDrops } from './drops.ts';
import { dialog, element } from './elements.ts';
import { NONCE, stateFor } from './editor.ts';
import { choose, type PickedFile } from './files.ts';
import type { Example } from './gallery.ts';
import { GamesDialog } from './games.ts';
import { connectHelp } from './help.ts';
import { nameKeys } from './keyNames.ts';
import { connectKeys } from './keys.ts';
import { Client } from './language/client.ts';
import { Outline, Problems } from './lists.ts';
import { endLoading, endPreview } from './loading.ts';
import { NameField } from './nameField.ts';
import { notify } from './notice.ts';
import { once } from './once.ts';
import { Parts } from './parts.ts';
import { downloadPlayer } from './player.ts';
import { Printing } from './printing.ts';
import { recover } from './recovery.ts';
import { Service } from './service.ts';
import { Settings } from './settings.ts';
import { connectSplit } from './split.ts';
import { moveIn, packedIn } from './share.ts';
import { Start } from './start.ts';
import { textButtons } from './textButtons.ts';
import { nextTask } from './tasks.ts';
import { switchTheme } from './theme.ts';
import { isEmbedded } from './visit.ts';

nameKeys();
const parts = new Parts(!isEmbedded);
/** How long the server waits for the first text, in milliseconds: one from another address may take long. */
const SERVER_WAITS = 1000;

/** Called when there is a text for the server. */
let wantServer = () => {};
const service = new Service(new Promise((resolve) => {
  wantServer = resolve;
  setTimeout(resolve, SERVER_WAITS);
}));
const settings = new Settings();
const client = new Client(service, {
  commands: { 'ishi.showBoard': showBoard },
  settings: () => settings.toJson(),
});
settings.onChange = () => client.configure();
await nextTask();
// The styles of the editor are made by its script, which its policy allows by this name.
const view = new EditorView({ parent: element('text'), extensions: EditorView.cspNonce.of(NONCE) });
await nextTask();
const boardElement = document.querySelector('ishi-board') as BoardElement;
const text = {
  view,
  focusText: () => {
    parts.turnTo('text');
    view.focus();
  },
};
const games = new GamesDialog(dialog('games'), text, () => board.controller.look());
const surroundings = {
  ...text,
  games,
  client: client.lsp,
  save: () => saving.record(),
  create: (content: string) => desk.show(content),
  copyLink: (spot: Spot) => share(desk, board.moveAt(spot), save),
  exports: new ExportDialog(dialog('export-board')),
};
const board = new PageBoard(boardElement, element('board'), surroundings, !isEmbedded);
board.onFirst = endPreview;
const problems = new Problems(element('problems'), text, (count, worst) => parts.setProblems(count, worst));
const outline = new Outline(element('outline'), text);
const loadSettings = once(async () => {
  const { SettingsDialog, appearance } = await import('./pieces/settings.ts');
  return new SettingsDialog(dialog('settings'), settings, appearance(board));
});
const openSettings = attempt(async () => (await loadSettings()).open());

const store = new DocumentStore();
const desk = new Desk(view, store, !isEmbedded);
const opening = new Opening(view, desk, store, service);
const saving = new Saving(desk, service);
saving.onReopen = async (handle) => opening.files([{ file: await handle.getFile(), handle }]);
const recent = new RecentDialog(dialog('kept'), store, {
  inView: () => desk.open.id,
  keep: () => desk.keep(),
  open: reopen,
});
const page = { ...text, board, desk, opening, parts };
const openNewGame = newGame(dialog('begin'), page);
const openGallery = gallery(dialog('gallery'), page);
const startHere = new Start(element('start'), {
  open: () => openChosen(),
  create: openNewGame,
  examples: openGallery,
  leave: () => view.focus(),
});
const nameField = new NameField(element('name'), (name) => desk.rename(name), () => view.focus());
const help = connectHelp(dialog('help'), element('help-button'));

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

/** The number of the first text. Its board may be the one of the preview. */
const FIRST_SHOWN = 1;

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
    outline.follow();
    board.controller.followCursor();
  }
  if (transactions.length > 0) {
    problems.show();
    showHistory(update.state);
  }
  if (transactions.some((transaction) => transaction.isUserEvent('select') || transaction.docChanged)) {
    startHere.hide();
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
  nameField.show(desk.open);
  document.title = `${desk.open.name} – Ishi`;
};

/** Shows a text in place of the one before, with the cursor somewhere. */
function display(content: string, cursor: CursorIn): void {
  shown += 1;
  view.setState(stateFor(content, cursor, client.lsp, `inmemory://${shown}/${encodeURIComponent(desk.open.name)}`, [listener, pasting]));
  // The editor stays where the text before was read.
  view.scrollDOM.scrollTop = 0;
  problems.show();
  showHistory(view.state);
  outline.show();
  board.isGuessing = false;
  board.refresh();
}

desk.onShow = (content, cursor) => {
  if (desk.open.link !== packedIn(window.location.hash)) {
    leaveLink();
  }
  parts.onText();
  display(content, cursor);
  startHere.hide();
  document.querySelector('pre.preview')?.remove();
  if (shown > FIRST_SHOWN) {
    endPreview();
  }
};

store.onRefusal = ({ name }) => {
  const remedy = 'Save it as a file, or remove texts from the list, or it is lost with this tab.';
  notify(`The browser has no room to keep ${name}. ${remedy}`, { 'Recent and unsaved…': showRecent });
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

await nextTask();
const printing = new Printing(element('paper'), () => desk.text);
const print = attempt(async () => printing.print(await board.content()));

keepOnLeaving(desk, store);
connectSplit(element('split'), element('text'));

/** Shows the board of an event, for a lens above it. */
function showBoard(_: string, { line }: { line: number }): void {
  const { doc } = view.state;
  view.dispatch({ selection: { anchor: doc.line(Math.min(line + 1, doc.lines)).from }, scrollIntoView: true });
  parts.turnTo('board');
  board.focus();
}

connectKeys(element('board'), {
  withControl: { s: saveFromHere, o: openChosen, p: print, ',': openSettings },
  history: (command) => void board.controller.history(command),
  help,
  focusNext: (step) => parts.focusNext(step, { text: text.focusText, board: () => board.focus() }),
});
connectHistory((command) => void board.controller.history(command));
connectMenus(() => (board.moveAt() === null ? null : board.nameOfMove));
connectButtons({
  new: openNewGame,
  open: openChosen,
  recent: showRecent,
  examples: openGallery,
  save,
  sgf: attempt(() => saving.sgf()),
  picture: attempt(() => board.controller.export()),
  print,
  share: attempt(() => share(desk, null, save)),
  'share-move': attempt(() => share(desk, board.moveAt(), save)),
  player: attempt(async () => downloadPlayer(desk.open.name, await board.game())),
  send: attempt(() => send(desk, board.moveAt())),
  whole: attempt(async () => {
    window.open(await linkTo(desk, board.moveAt()), '_blank', 'noopener');
  }),
  theme: switchTheme,
  ...textButtons(text),
  'show-text': () => text.focusText(),
  find: attempt(() => games.show(null)),
  'theme-entry': switchTheme,
  configure: openSettings,
});

/** Goes to the move of the link in the address bar. */
async function goToMove(): Promise<void> {
  const move = moveIn(window.location.hash);
  if (move !== null) {
    await client.lsp.initializing;
    await board.goToMove(move);
  }
}

window.addEventListener('hashchange', attempt(async () => {
  await opening.link();
  await goToMove();
}));

takeDrops((picked) => attempt(async () => openFiles(await picked))());

recover(service, client, () => {
  board.refresh();
  outline.show();
});

async function start(): Promise<void> {
  const isLinked = (await opening.link()) || (await opening.remote());
  if (isLinked) {
    // The text is in view until the server is there.
    attempt(goToMove)();
  }
  if (!isLinked && (isEmbedded || !(await opening.last()))) {
    const [{ file, line }] = EXAMPLES as [Example];
    await opening.example(file, line);
    if (!isEmbedded) {
      startHere.greet();
    }
  }
  const count = isEmbedded ? 0 : await opening.countUnsaved();
  if (count > 0 && element('notice').textContent === '') {
    const texts = count === 1 ? 'Another text is' : `${count} other texts are`;
    notify(`${texts} not saved.`, { 'Recent and unsaved…': showRecent });
  }
}

desk.onChange();
attempt(async () => {
  try {
    await start();
  } finally {
    if (shown === 0) {
      display('', atStart);
    }
    wantServer();
  }
})();
const end = () => endLoading(!isEmbedded);
client.lsp.initializing.then(end, end);
if (!isEmbedded) {
  view.focus();
}
