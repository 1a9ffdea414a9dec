/** The extension, which each entry point starts with its engine when the first record is opened. */
import * as vscode from 'vscode';

import { Boards } from './boards.ts';
import { Cursor, hasGames, isNote, type Place, writesGame } from './cursor.ts';
import type { Engine } from './engine.ts';
import { Finder } from './find.ts';
import { warnOfLostBytes } from './encoding.ts';
import { formatOnSave } from './formatOnSave.ts';
import { offerGoFiles } from './goFiles.ts';
import { type Board, isBoard, type MissingBoard, moveToPlay } from '../../board/src/protocol.ts';
import { type Drawn, type MarkdownIt, MarkdownPreview } from './markdownPreview.ts';
import type { BoardPanel } from './panel.ts';
import { Previews } from './preview.ts';
import { Server } from './server.ts';
import { ServerStatus } from './serverStatus.ts';
import { editSgfAsText } from './sgf.ts';
import { offerSnippets, snippet } from './snippets.ts';
import { showStatus } from './status.ts';

/** The internals of the extension that tests may use. */
export interface Api {
  server: Server;
  cursor: Cursor;
  boards: Boards;
  previews: Previews;
  /** Called by VS Code's preview of Markdown. */
  extendMarkdownIt(markdown: MarkdownIt): MarkdownIt;
}

async function newRecord(): Promise<void> {
  const document = await vscode.workspace.openTextDocument({ language: 'ishi', content: '' });
  const editor = await vscode.window.showTextDocument(document);
  await editor.insertSnippet(snippet('game'));
}

/** The example is opened as a copy, so that there is nothing to spoil. */
async function openExample(context: vscode.ExtensionContext): Promise<void> {
  const uri = vscode.Uri.joinPath(context.extensionUri, 'dist', 'mistakes.ishi');
  const content = new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
  await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ language: 'ishi', content }));
}

async function boardAt(place: Place | undefined, server: Server, format: 'svg' | 'text'): Promise<Board | null | undefined> {
  if (place === undefined) {
    return undefined;
  }
  const { document, position: { line, character } } = place;
  const params = { textDocument: { uri: document.uri.toString() }, position: { line, character }, format };
  const board = await server.request<Board | MissingBoard | null>('ishi/board', params);
  return board && !isBoard(board) ? null : board;
}

/** Copies the board at a place, drawn or written. */
async function copyBoard(place: Place | undefined, server: Server, format: 'svg' | 'text'): Promise<void> {
  const board = await boardAt(place, server, format);
  if (board) {
    await vscode.env.clipboard.writeText(board.board);
    vscode.window.setStatusBarMessage(`Copied: ${board.title}`, 3000);
  } else {
    void vscode.window.showInformationMessage('There is no board at this place of the record.');
  }
}

/** The commands in the titles of boards. Those of the side bar have names of their own: a command does not know in which title it was chosen. */
function boardCommands(boards: Boards, cursor: Cursor, server: Server): vscode.Disposable[] {
  const toBoard: Record<string, (board: BoardPanel) => unknown> = {
    lockBoard: ({ controller }) => controller.lock(controller.place),
    unlockBoard: ({ controller }) => controller.lock(undefined),
    openAnotherBoard: ({ controller }) => boards.openAnother(controller.place),
    exportBoard: ({ controller }) => controller.export(),
    copyBoardAsPng: (board) => board.copyPicture(),
  };
  // These need no board that is open.
  const toPlace: Record<string, (place: Place | undefined) => unknown> = {
    copyBoardAsSvg: (place) => copyBoard(place, server, 'svg'),
    copyBoardAsText: (place) => copyBoard(place, server, 'text'),
  };
  const each = <T>(commands: Record<string, (on: T) => unknown>, current: () => T, inSideBar: () => T) =>
    Object.entries(commands).flatMap(([name, work]) => [
      vscode.commands.registerCommand(`ishi.${name}`, () => work(current())),
      vscode.commands.registerCommand(`ishi.boardView.${name}`, () => work(inSideBar())),
    ]);
  return [
    ...each(toBoard, () => boards.current, () => boards.inSideBar),
    ...each(toPlace, () => boards.active?.controller.place ?? cursor.place, () => boards.inSideBar.controller.place),
  ];
}

async function playMove(boards: Boards, cursor: Cursor, server: Server): Promise<void> {
  const board = await boardAt(cursor.place, server, 'text');
  const next = board ? moveToPlay(board) : null;
  const location = await vscode.window.showInputBox({
    title: next ? `Move ${next.number} by ${next.color === 'black' ? 'Black' : 'White'}` : 'Next move',
    prompt: 'A point, such as Q16, or PASS',
    validateInput: (text) => (/^(?:[a-hj-t](?:1\d|[1-9])|pass)$/i.test(text.trim()) ? null : 'A letter and a number, such as Q16 (there is no I), or PASS'),
  });
  if (location !== undefined) {
    await boards.play(location.trim().toUpperCase());
  }
}

/**
 * Shows the board: where a lens above an event calls for it, that of the place which it names; otherwise that at the cursor.
 * A button of VS Code's own has an argument, too, but no text.
 */
async function showBoard(boards: Boards, cursor: Cursor, uri: unknown, place: unknown): Promise<void> {
  if (typeof uri === 'string') {
    await cursor.turnTo(vscode.Uri.parse(uri), { line: (place as { line: number }).line });
  }
  boards.reveal();
}

/**
 * A record that is open when VS Code starts gets its indentation before the defaults of this extension are known, so
 * they are set here.
 */
function indent(editor: vscode.TextEditor): void {
  if (editor.document.languageId === 'ishi') {
    const settings = vscode.workspace.getConfiguration('editor', editor.document);
    if (settings.get('detectIndentation') === false) {
      editor.options = { tabSize: settings.get('tabSize', 2), insertSpaces: settings.get('insertSpaces', true) };
    }
  }
}

/**
 * Keeps VS Code from taking `#216` for a color. The default of `editor.colorDecorators` comes too late for a record that
 * is open when VS Code starts: a search that has begun is shown. There is none where an extension provides the colors.
 */
function noColors(): vscode.Disposable {
  return vscode.languages.registerColorProvider('ishi', {
    provideDocumentColors: () => [],
    provideColorPresentations: () => [],
  });
}

/** Draws games in the preview of Markdown. */
function drawInMarkdown(context: vscode.ExtensionContext, server: Server): MarkdownPreview {
  const draw = async (uri: string | undefined, fences: object[]) => {
    // One that can't be started is reported once, and not at each letter that is typed.
    if (server.problem === null) {
      await server.start();
    }
    return server.request<Drawn[]>('ishi/fences', { textDocument: uri === undefined ? undefined : { uri }, fences });
  };
  const preview = new MarkdownPreview(draw, () => vscode.commands.executeCommand('markdown.preview.refresh'));
  context.subscriptions.push(
    server.onDidChangeState(() => {
      if (server.isRunning) {
        preview.retry();
      }
    }),
    vscode.workspace.onDidSaveTextDocument((document) => {
      if (hasGames(document)) {
        preview.forgetFiles();
      }
    }),
  );
  return preview;
}

export function start(context: vscode.ExtensionContext, engine: Engine): Api {
  const log = vscode.window.createOutputChannel('Ishi', { log: true });
  const server = new Server(engine, log);
  const cursor = new Cursor();
  const boards = new Boards(context, cursor, engine, server, (place, region) => finder.find(region, place));
  const previews = new Previews(context, cursor, server);
  const serverStatus = new ServerStatus(server);
  const preview = drawInMarkdown(context, server);
  const finder = new Finder(cursor, server, () => boards.look());
  const command = (name: string, work: (...args: unknown[]) => unknown) => vscode.commands.registerCommand(name, work);
  context.subscriptions.push(
    log,
    server,
    cursor,
    boards,
    previews,
    serverStatus,
    showStatus(cursor, server),
    formatOnSave(context, server),
    offerGoFiles(context),
    editSgfAsText(engine, log),
    warnOfLostBytes(),
    offerSnippets(),
    noColors(),
    ...boardCommands(boards, cursor, server),
    command('ishi.showBoard', (uri, place) => showBoard(boards, cursor, uri, place)),
    command('ishi.playMove', async () => {
      boards.reveal();
      await playMove(boards, cursor, server);
    }),
    command('ishi.undoOnBoard', () => boards.history('undo')),
    command('ishi.redoOnBoard', () => boards.history('redo')),
    command('ishi.saveRecord', () => boards.save()),
    command('ishi.findPosition', () => finder.find(null)),
    command('ishi.newRecord', newRecord),
    command('ishi.openExample', () => openExample(context)),
    command('ishi.restartServer', () => server.restart()),
    command('ishi.showLog', () => log.show()),
    command('ishi.showServerStatus', () => serverStatus.show()),
  );
  // The editor is not kept waiting for the server. Without a game there is nothing to serve: most texts in Markdown have none.
  const offer = () => void vscode.commands.executeCommand('setContext', 'ishi.isActive', true);
  const startWith = (document: vscode.TextDocument) => {
    if (hasGames(document) || isNote(document)) {
      waiting.dispose();
      offer();
      void server.start();
    }
  };
  const waiting = vscode.Disposable.from(
    vscode.workspace.onDidOpenTextDocument(startWith),
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (contentChanges.some((change) => writesGame(document, change))) {
        startWith(document);
      }
    }),
  );
  context.subscriptions.push(waiting);
  vscode.workspace.textDocuments.forEach(startWith);
  // A text in Markdown alone gets no board beside it.
  if (!vscode.workspace.textDocuments.some(({ languageId }) => languageId === 'markdown')) {
    offer();
  }
  vscode.window.visibleTextEditors.forEach(indent);
  return { server, cursor, boards, previews, extendMarkdownIt: (markdown) => preview.extend(markdown) };
}
