/**
 * SGF files as Ishi text. The text of `file:///games/a.sgf` is the document `ishi-sgf:///games/a.sgf.ishi`, which VS Code reads
 * and writes here, so that conflicts, unsaved text and changes from outside are treated as those of any file. It is made of the
 * bytes of the file, never of what the editor takes them for: VS Code reads GB18030 as UTF-8.
 */
import * as vscode from 'vscode';

import { linesInUtf8 } from './charset.ts';
import type { Engine } from './engine.ts';

const SCHEME = 'ishi-sgf';

/** A mark with which VS Code takes the text for UTF-8, whatever the user's setting is for files. */
const MARK = '\uFEFF';

/** The document with the text of a file. */
export function textOf(file: vscode.Uri): vscode.Uri {
  // A file that is not on the disk, such as one of an earlier commit, is named as a whole.
  const query = file.scheme === 'file' ? '' : file.toString();
  return file.with({ scheme: SCHEME, path: `${file.path}.ishi`, query, fragment: '' });
}

/** The file of a document: that of which it is the text, or its own. */
export function fileOf(document: vscode.Uri): vscode.Uri {
  if (document.scheme !== SCHEME) {
    return document;
  }
  const path = document.path.replace(/\.ishi$/, '');
  return document.query === '' ? document.with({ scheme: 'file', path }) : vscode.Uri.parse(document.query);
}

const nameOf = (file: vscode.Uri) => file.path.split('/').at(-1) ?? '';

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

function refuse(): never {
  throw vscode.FileSystemError.NoPermissions('Only the text of an SGF file can be read and written here.');
}

/** Work of the engine, of which an editor shows the reason if it is refused. */
function refusable<T>(work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    throw error instanceof vscode.FileSystemError ? error : vscode.FileSystemError.Unavailable(reasonOf(error));
  });
}

/** Offers to write a document in UTF-8, where a save was refused because the charset of the games lacks a character. */
function offerUtf8(uri: vscode.Uri, reason: string): void {
  const document = vscode.workspace.textDocuments.find((one) => one.uri.toString() === uri.toString());
  const lines = document && linesInUtf8(document.getText().split(/\r\n|\r|\n/));
  const [, character] = /has no (`[^`]+`)/.exec(reason) ?? [];
  if (document === undefined || lines === undefined || lines.length === 0 || character === undefined) {
    return;
  }
  const choice = 'Change to UTF-8';
  const question = `The charset of ${nameOf(fileOf(uri))} does not have ${character}. UTF-8 has all characters.`;
  void vscode.window.showWarningMessage(question, choice).then(async (chosen) => {
    if (chosen === choice) {
      const edit = new vscode.WorkspaceEdit();
      edit.set(uri, lines.map(({ line, text }) => vscode.TextEdit.replace(document.lineAt(line).range, text)));
      if (await vscode.workspace.applyEdit(edit)) {
        await document.save();
      }
    }
  });
}

/** Reads SGF files as text, and writes text as SGF. */
class SgfTexts implements vscode.FileSystemProvider {
  readonly #changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly onDidChangeFile = this.#changed.event;
  readonly #engine: Engine;
  readonly #log: vscode.LogOutputChannel;
  /** The last report for each file, so that a save does not repeat it. */
  readonly #reported = new Map<string, string>();

  constructor(engine: Engine, log: vscode.LogOutputChannel) {
    this.#engine = engine;
    this.#log = log;
  }

  watch(document: vscode.Uri): vscode.Disposable {
    const file = fileOf(document);
    // The name of a file may have characters that mean something in a pattern.
    const watcher = vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(vscode.Uri.joinPath(file, '..'), '*'));
    const report = (type: vscode.FileChangeType) => (changed: vscode.Uri) => {
      if (changed.path === file.path) {
        this.#changed.fire([{ type, uri: document }]);
      }
    };
    return vscode.Disposable.from(
      watcher,
      watcher.onDidChange(report(vscode.FileChangeType.Changed)),
      watcher.onDidCreate(report(vscode.FileChangeType.Created)),
      watcher.onDidDelete(report(vscode.FileChangeType.Deleted)),
    );
  }

  async stat(document: vscode.Uri): Promise<vscode.FileStat> {
    const file = fileOf(document);
    const { type, ctime, mtime, size, permissions } = await vscode.workspace.fs.stat(file);
    const isReadonly = !this.#engine.canWrite(file) || permissions === vscode.FilePermission.Readonly;
    return { type, ctime, mtime, size, ...(isReadonly && { permissions: vscode.FilePermission.Readonly }) };
  }

  async readFile(document: vscode.Uri): Promise<Uint8Array> {
    const file = fileOf(document);
    const { text, notes } = await refusable(this.#engine.readSgf(file));
    notes.forEach((note) => this.#log.info(note));
    return new TextEncoder().encode(MARK + text);
  }

  async writeFile(document: vscode.Uri, content: Uint8Array): Promise<void> {
    const file = fileOf(document);
    if (!this.#engine.canWrite(file)) {
      refuse();
    }
    // In another encoding it can't be read here.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(content);
    try {
      this.#report(file, await refusable(this.#engine.writeSgf(file, text)));
    } catch (error) {
      offerUtf8(document, reasonOf(error));
      throw error;
    }
  }

  readDirectory = refuse;
  createDirectory = refuse;
  delete = refuse;
  rename = refuse;

  /** Reports what other programs will not find in a file that has been saved. */
  #report(file: vscode.Uri, notes: string[]): void {
    notes.forEach((note) => this.#log.warn(note));
    const before = this.#reported.get(file.toString());
    this.#reported.set(file.toString(), notes.join('\n'));
    const [first] = notes;
    if (first === undefined || notes.join('\n') === before) {
      return;
    }
    const more = notes.length > 1 ? `, and ${notes.length - 1} more` : '';
    void vscode.window.showWarningMessage(`Saved, but other programs will not find everything: ${first}${more}`, 'Show Log').then((choice) => {
      if (choice !== undefined) {
        this.#log.show();
      }
    });
  }
}

const isSgf = (uri: vscode.Uri) => uri.scheme !== SCHEME && /\.sgf$/i.test(uri.path);

/** The file of the active tab. */
function activeFile(): vscode.Uri | undefined {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  if (input instanceof vscode.TabInputTextDiff) {
    return input.modified;
  }
  return input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom ? input.uri : undefined;
}

/** Opens and compares SGF files as text, by command and, where the setting says so, whenever one is opened. */
export function editSgfAsText(engine: Engine, log: vscode.LogOutputChannel): vscode.Disposable {
  /** Files that are to be shown as they are. */
  const asTheyAre = new Set<string>();

  const openAsText = async (file: vscode.Uri, options: vscode.TextDocumentShowOptions = {}): Promise<boolean> => {
    const isUnsaved = vscode.workspace.textDocuments.some((document) => document.isDirty && document.uri.toString() === file.toString());
    if (isUnsaved) {
      void vscode.window.showWarningMessage(`${nameOf(file)} has changes that are not saved. The Ishi text is that of the file.`);
    }
    try {
      await vscode.window.showTextDocument(textOf(file), options);
      return true;
    } catch (error) {
      void vscode.window.showErrorMessage(`${nameOf(file)} can't be shown as Ishi text: ${reasonOf(error)}`);
      return false;
    }
  };

  const openAsItIs = async (document: vscode.Uri) => {
    const file = fileOf(document);
    asTheyAre.add(file.toString());
    await vscode.window.showTextDocument(file);
  };

  /** Compares two files: those of a selection or of a comparison, or one and another that the user chooses. */
  const compare = async (file: vscode.Uri, selected: vscode.Uri[]) => {
    const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
    let [left, right] = selected.filter(isSgf);
    if (right === undefined && input instanceof vscode.TabInputTextDiff && input.modified.toString() === file.toString()) {
      [left, right] = [input.original, input.modified];
    }
    if (right === undefined) {
      const defaultUri = vscode.Uri.joinPath(file, '..');
      [left, right] = [file, ...((await vscode.window.showOpenDialog({ defaultUri, filters: { SGF: ['sgf'] }, title: `Compare ${nameOf(file)} with` })) ?? [])];
    }
    if (left !== undefined && right !== undefined) {
      await vscode.commands.executeCommand('vscode.diff', textOf(left), textOf(right), `${nameOf(left)} ↔ ${nameOf(right)} (Ishi)`);
    }
  };

  const consider = async (tab: vscode.Tab) => {
    if (!tab.isActive || tab.isDirty || !(tab.input instanceof vscode.TabInputText)) {
      return;
    }
    const { uri } = tab.input;
    const isWanted = vscode.workspace.getConfiguration('ishi', uri).get('openSgfAsText', false);
    if (!isWanted || !engine.canWrite(uri) || !isSgf(uri) || asTheyAre.has(uri.toString())) {
      return;
    }
    // A file that can't be shown as text is not tried again while it is open.
    asTheyAre.add(uri.toString());
    if (await openAsText(uri, { preview: tab.isPreview, viewColumn: tab.group.viewColumn })) {
      await vscode.window.tabGroups.close(tab, true);
      asTheyAre.delete(uri.toString());
    }
  };

  const command = (name: string, work: (file: vscode.Uri, selected: vscode.Uri[]) => unknown) =>
    vscode.commands.registerCommand(name, async (file: vscode.Uri | undefined = activeFile(), selected: unknown) => {
      if (file !== undefined) {
        await work(file, Array.isArray(selected) ? selected : []);
      }
    });
  vscode.window.tabGroups.all.flatMap((group) => group.tabs).forEach((tab) => void consider(tab));
  return vscode.Disposable.from(
    vscode.workspace.registerFileSystemProvider(SCHEME, new SgfTexts(engine, log), { isCaseSensitive: engine.isCaseSensitive }),
    vscode.window.tabGroups.onDidChangeTabs(({ opened, changed }) => [...opened, ...changed].forEach((tab) => void consider(tab))),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => asTheyAre.delete(uri.toString())),
    command('ishi.openSgfAsText', (file) => openAsText(file)),
    command('ishi.openAsSgf', openAsItIs),
    command('ishi.compareSgfAsText', compare),
  );
}
