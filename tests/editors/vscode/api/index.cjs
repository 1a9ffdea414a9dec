// Runs inside VS Code's extension host, with its real API and the packed extension installed. Each line that begins with
// `#` is about one test; e2e/api.test.ts makes tests of them again.
const assert = require('node:assert/strict');
const { execFileSync } = require('node:child_process');
const { chmodSync, existsSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const vscode = require('vscode');

const folder = vscode.workspace.workspaceFolders[0].uri.fsPath;
const { ISHI, ISHI_ROOT } = process.env;

async function until(what, find) {
  const end = Date.now() + 20_000;
  for (;;) {
    const found = await find();
    if (found) {
      return found;
    }
    assert.ok(Date.now() < end, `waited in vain for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
}

/** Returns the output of the program, whatever its exit code. */
function ishi(args, input = '') {
  try {
    return execFileSync(ISHI, args, { encoding: 'utf8', input });
  } catch (error) {
    assert.equal(error.status, 1);
    return error.stdout;
  }
}

let count = 0;

/** Reads a file of its own with a text, without an editor. */
async function read(text, name) {
  count += 1;
  const path = join(folder, String(count), name);
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, text);
  return vscode.workspace.openTextDocument(path);
}

/** Opens a file of its own with a text. */
async function open(text, name = 'game.ishi') {
  return vscode.window.showTextDocument(await read(text, name));
}

const codes = (uri) =>
  vscode.languages
    .getDiagnostics(uri)
    .map(({ range, code }) => `${range.start.line + 1}:${range.start.character + 1} ${code.value ?? code}`)
    .sort();

async function diagnosed(editor, expected) {
  await until(`${expected} and not ${codes(editor.document.uri)}`, () => JSON.stringify(codes(editor.document.uri)) === JSON.stringify([...expected].sort()));
}

async function setting(key, value) {
  await vscode.workspace.getConfiguration('ishi').update(key, value, vscode.ConfigurationTarget.Global);
}

const extension = vscode.extensions.getExtension('ishi.ishi');

/** Returns the interface that the extension exports for tests. */
const inside = () => extension.activate();

const BROKEN = 'EVENT x\nBLCAK y\nB 1 Q16\n';

/** White takes a stone with move 4, and a variation begins there. */
const GAME = 'EVENT Small\nBLACK Ada 3-dan\nBOARDSIZE 9\nB 1 A1\nW 2 A2\nB 3 E5\nW 4 B1\nMARK #1-3 b@E5\nVAR a\n  W 4 C3\nENDVAR\nB 5 D4\n';

/** Waits until a command of VS Code that asks the providers of a document has a result, and returns it. */
const provided = (command, ...args) =>
  until(command, async () => {
    const found = await vscode.commands.executeCommand(command, ...args);
    return found && !(Array.isArray(found) && found.length === 0) && found;
  });

/** The place of the bar in a piece of the text, in which it is left out. */
function place({ document }, piece) {
  const start = document.getText().indexOf(piece.replace('|', ''));
  assert.ok(start >= 0, piece);
  return document.positionAt(start + piece.indexOf('|'));
}

const at = (editor, piece) => [editor.document.uri, place(editor, piece)];

/** A file in SGF as people have it, in GB18030, with white space that means nothing and text around the game. */
const SGF = Buffer.from(
  '66726f6d206120636c75620a28203b46465b345d43415b4742323331325d0a2050425b' + Buffer.from('\xc6\xe5', 'latin1').toString('hex') +
    Buffer.from('] SZ[9]\n;B[ee]C[one ').toString('hex') + 'c6e5' + Buffer.from(']\n\n;W [cc]\n)\n').toString('hex'),
  'hex',
);

/** Returns the game in SGF after a change of its ASCII characters. */
const changedSgf = (from, to) => Buffer.from(SGF.toString('latin1').replace(from, to), 'latin1');

/** Writes a file of its own with SGF. */
function sgfFile(bytes = SGF, name = 'game [1].sgf') {
  count += 1;
  const path = join(folder, String(count), name);
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, bytes);
  return vscode.Uri.file(path);
}

/** Opens such a file as text. */
async function openSgfText(file) {
  await vscode.commands.executeCommand('ishi.openSgfAsText', file);
  const editor = vscode.window.activeTextEditor;
  assert.equal(editor.document.uri.scheme, 'ishi-sgf');
  assert.equal(editor.document.languageId, 'ishi');
  return editor;
}

/** Replaces a piece of the text. */
async function change(editor, from, to) {
  const start = editor.document.getText().indexOf(from);
  assert.ok(start >= 0, editor.document.getText());
  const range = new vscode.Range(editor.document.positionAt(start), editor.document.positionAt(start + from.length));
  assert.ok(await editor.edit((edit) => edit.replace(range, to)));
}

const TESTS = {
  async 'it is installed from its package and begins with the first record'() {
    assert.equal(extension.packageJSON.main, './dist/extension.cjs');
    assert.ok(!extension.extensionPath.startsWith(ISHI_ROOT), extension.extensionPath);
    const editor = await open(BROKEN);
    assert.equal(editor.document.languageId, 'ishi');
    await until('the extension', () => extension.isActive);
    await diagnosed(editor, ['2:1 unknown-keyword']);
  },

  async 'files are records by their names'() {
    const files = JSON.parse(readFileSync(join(ISHI_ROOT, 'tests/editors/file-types.json'), 'utf8'));
    for (const { name, text, encoding } of files) {
      const { languageId } = await read(Buffer.from(text, encoding ?? 'utf8'), name);
      // Whoever has a .go file is asked, and nobody has answered here.
      assert.equal(languageId, /\.go$/i.test(name) ? 'go' : 'ishi', name);
    }
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await vscode.commands.executeCommand('notifications.clearAll');
  },

  async 'a file without an extension is a record by its first line'() {
    for (const [text, language] of [['EVENT x\n', 'ishi'], ['REMARK x\n', 'ishi'], ['B 1 Q16\n', 'ishi'], ['Event of the year\n', 'plaintext'], ['package main\n', 'plaintext']]) {
      assert.equal((await open(text, 'file')).document.languageId, language, text);
    }
  },

  async 'the user makes a record of a .go file'() {
    const { document } = await open('Remark x\nVRA\n', 'game.go');
    await vscode.commands.executeCommand('ishi.openAsRecord');
    const record = await until('the record', () => vscode.workspace.textDocuments.find((other) => other.uri.fsPath === document.uri.fsPath && other.languageId === 'ishi'));
    await until('diagnostics', () => codes(record.uri).length > 0);
  },

  async 'diagnostics are those of the command line'() {
    const text = readFileSync(join(ISHI_ROOT, 'examples/mistakes.ishi'), 'utf8').replaceAll('\r', '');
    const editor = await open(text);
    const printed = ishi(['check', '--show', 'hint', '--format', 'jsonl', editor.document.uri.fsPath]);
    const expected = printed.split('\n').filter(Boolean).map((line) => JSON.parse(line)).map(({ line, column, code }) => `${line}:${column} ${code}`);
    assert.ok(expected.length > 30);
    await diagnosed(editor, expected);
  },

  async 'formatting is that of the command line'() {
    const text = 'event x\n b 1  q16\nvar\nb 1 d4\nendvar\n';
    const editor = await open(text);
    const edits = await until('edits', async () => {
      const found = await vscode.commands.executeCommand('vscode.executeFormatDocumentProvider', editor.document.uri, { tabSize: 8, insertSpaces: false });
      return found?.length > 0 && found;
    });
    const edit = new vscode.WorkspaceEdit();
    edit.set(editor.document.uri, edits);
    await vscode.workspace.applyEdit(edit);
    assert.equal(editor.document.getText(), ishi(['fmt', '-'], text));
  },

  async 'a record has two blanks for a tab, and is formatted when it is saved'() {
    const editor = await open('event x\n');
    assert.equal(vscode.workspace.getConfiguration('editor', editor.document).get('formatOnSave'), true);
    await until('the options', () => editor.options.tabSize === 2 && editor.options.insertSpaces === true);
  },

  async 'quick fixes fix what they are for'() {
    const editor = await open(BROKEN);
    await diagnosed(editor, ['2:1 unknown-keyword']);
    const [{ range }] = vscode.languages.getDiagnostics(editor.document.uri);
    const actions = await vscode.commands.executeCommand('vscode.executeCodeActionProvider', editor.document.uri, range, vscode.CodeActionKind.QuickFix.value, 10);
    await vscode.workspace.applyEdit(actions.find(({ title }) => title.includes('BLACK')).edit);
    assert.equal(editor.document.getText(), 'EVENT x\nBLACK y\nB 1 Q16\n');
    await diagnosed(editor, []);
  },

  async 'completion, outline and folds are there'() {
    const editor = await open('EVENT x\nB 1 Q16\n\nVAR a\n  B 1 D4\nENDVAR\n');
    const { uri } = editor.document;
    const list = await vscode.commands.executeCommand('vscode.executeCompletionItemProvider', uri, new vscode.Position(2, 0));
    assert.ok(list.items.some(({ label }) => (label.label ?? label).startsWith('COM')));
    const symbols = await until('symbols', () => vscode.commands.executeCommand('vscode.executeDocumentSymbolProvider', uri));
    assert.deepEqual([symbols[0].name, symbols[0].children[0].name, symbols[0].children[0].children[0].name], ['x', 'B 1 Q16', 'Variation a']);
    const folds = await vscode.commands.executeCommand('vscode.executeFoldingRangeProvider', uri);
    assert.ok(folds.some(({ start, end }) => start === 3 && end >= 4));
  },

  async 'snippets are offered where a line begins, and nowhere else'() {
    const editor = await open('EVENT x\nB 1 Q16\ng\nVAR a\nCOM\ng\nENDCOM\n');
    const labels = async (line, character) => {
      const list = await vscode.commands.executeCommand('vscode.executeCompletionItemProvider', editor.document.uri, new vscode.Position(line, character));
      return list.items.map(({ label }) => label.label ?? label);
    };
    assert.ok((await labels(2, 1)).includes('game'));
    // Enter after such a label has to be a line end, and not to take what is offered.
    assert.deepEqual(await labels(3, 5), []);
    assert.ok(!(await labels(5, 1)).includes('game'));
  },

  async 'words are what a record is made of'() {
    const editor = await open('MARK #12 Q16 \\t@Q5 #3-9 ab@#7\n');
    const wordAt = (character) => {
      const range = editor.document.getWordRangeAtPosition(new vscode.Position(0, character));
      return range && editor.document.getText(range);
    };
    assert.deepEqual([1, 6, 10, 14, 20, 27].map(wordAt), ['MARK', '#12', 'Q16', '\\t@Q5', '#3-9', 'ab@#7']);
  },

  async 'settings change what is found'() {
    const editor = await open(BROKEN);
    await diagnosed(editor, ['2:1 unknown-keyword']);
    await setting('check', { 'unknown-keyword': 'off' });
    await diagnosed(editor, []);
    await setting('check', undefined);
    await diagnosed(editor, ['2:1 unknown-keyword']);
  },

  async 'an ishi.toml is followed as it changes, and mistakes in it are shown'() {
    const editor = await open(BROKEN);
    await diagnosed(editor, ['2:1 unknown-keyword']);
    const path = join(editor.document.uri.fsPath, '..', 'ishi.toml');
    writeFileSync(path, '[check]\nunknown-keyword = "off"\n');
    await diagnosed(editor, []);
    writeFileSync(path, '[check]\nunknown-keywrd = "off"\n');
    await until('the mistake', () => String(codes(vscode.Uri.file(path))) === '2:1 config');
    unlinkSync(path);
    await diagnosed(editor, ['2:1 unknown-keyword']);
    assert.deepEqual(codes(vscode.Uri.file(path)), []);
  },

  async 'events are found in all records of the folder'() {
    const find = (query, path) =>
      until(query, async () => {
        const symbols = await vscode.commands.executeCommand('vscode.executeWorkspaceSymbolProvider', query);
        return symbols.find(({ location }) => location.uri.fsPath === path);
      });
    await find('1840 shuw', join(folder, 'collection', 'league.prb'));
    // One that comes is found too. Its folder is there already: of a new folder, VS Code may report its files too late.
    const path = join(folder, 'collection', 'castle.prb');
    writeFileSync(path, 'REMARK\nEVENT Castle game\nBLACK Shusaku\nDATE 1846\n');
    const found = await find('1846 shus', path);
    // VS Code looks for all words but the first one in the container.
    assert.deepEqual([found.name, found.containerName], ['Castle game · Shusaku – ? · DATE 1846', 'collection/castle.prb · 1846 · Castle game · Shusaku – ? · DATE 1846']);
    assert.equal(found.location.range.start.line, 1);
  },

  async 'settings change how a record is written'() {
    const editor = await open('EVENT x\nB 1 Q16\n');
    await diagnosed(editor, []);
    const isFormatted = async () => (await vscode.commands.executeCommand('vscode.executeFormatDocumentProvider', editor.document.uri, {}))?.length > 0;
    // Under its name, and under that of earlier versions, which counts where the other one is not set.
    for (const name of ['keywordCase', 'keyword-case']) {
      await setting(`format.${name}`, 'lower');
      await until('the new case', isFormatted);
      await setting(`format.${name}`, undefined);
      await until('the usual case', async () => !(await isFormatted()));
    }
    await setting('format.keyword-case', 'lower');
    await setting('format.keywordCase', 'upper');
    await until('the case of the newer name', async () => !(await isFormatted()));
    await setting('format.keyword-case', undefined);
    await setting('format.keywordCase', undefined);
  },

  async 'a server that dies is started again, and the text is still the same'() {
    const editor = await open(BROKEN);
    await diagnosed(editor, ['2:1 unknown-keyword']);
    await editor.edit((edit) => edit.insert(new vscode.Position(3, 0), 'XYZZY\n'));
    const { engine, server } = await inside();
    const { pid } = engine;
    process.kill(pid, 'SIGKILL');
    await until('another process', () => server.isRunning && engine.pid !== pid);
    await editor.edit((edit) => edit.insert(new vscode.Position(4, 0), 'W 2 Z99\n'));
    await diagnosed(editor, ['2:1 unknown-keyword', '4:1 unknown-keyword', '5:5 invalid-location']);
    assert.equal(editor.document.getText(), `${BROKEN}XYZZY\nW 2 Z99\n`);
  },

  async 'a server that dies again and again is left alone, until it is started by command'() {
    const editor = await open(BROKEN);
    const { engine, server } = await inside();
    await vscode.commands.executeCommand('ishi.restartServer');
    for (let deaths = 0; deaths < 5; deaths += 1) {
      const pid = await until('a process', () => server.isRunning && engine.pid);
      process.kill(pid, 'SIGKILL');
      await until('its end', () => engine.pid !== pid);
    }
    await until('the problem', () => /crashed repeatedly/.test(server.problem ?? ''));
    assert.ok(!server.isRunning);
    await vscode.commands.executeCommand('ishi.restartServer');
    assert.equal(server.problem, null);
    await diagnosed(editor, ['2:1 unknown-keyword']);
  },

  async 'the server is started again by command'() {
    const editor = await open(BROKEN);
    await diagnosed(editor, ['2:1 unknown-keyword']);
    const { engine } = await inside();
    const { pid } = engine;
    await vscode.commands.executeCommand('ishi.restartServer');
    assert.notEqual(engine.pid, pid);
    await diagnosed(editor, ['2:1 unknown-keyword']);
  },

  async 'a folder can name neither the program to run nor the index to search'() {
    for (const key of ['server.path', 'library.index']) {
      assert.equal(vscode.workspace.getConfiguration('ishi').inspect(key).workspaceValue, undefined);
      assert.equal(vscode.workspace.getConfiguration('ishi').get(key), '');
    }
    assert.match(readFileSync(join(folder, '.vscode/settings.json'), 'utf8'), /evil/);
  },

  async 'the server searches the index that the user names'() {
    const editor = await open('EVENT x\nB 1 Q16\n');
    const { server } = await inside();
    const index = join(folder, 'an index');
    ishi(['index', join(folder, 'collection'), '-o', index, '--quiet']);
    const find = () => server.request('ishi/find', { textDocument: { uri: editor.document.uri.toString() }, position: { line: 0, character: 0 } });
    try {
      for (const [value, problem] of [[index, null], ['an index', /the path is relative/], ['default', /there is no index/]]) {
        await setting('library.index', value);
        await until(`${value} to be searched`, async () => {
          const answer = await find();
          return answer && (problem === null ? answer.problem === null : problem.test(answer.problem ?? ''));
        });
      }
    } finally {
      await setting('library.index', undefined);
    }
    await until('no index', async () => (await find())?.problem === null);
  },

  async 'a program that is missing, too old or another is reported, and the one inside is used again'() {
    const { server } = await inside();
    const fake = join(folder, 'fake-ishi');
    writeFileSync(fake, '#!/bin/sh\necho ishi 0.0.9\n');
    chmodSync(fake, 0o755);
    for (const [path, problem] of [['/no/such/program', /no program to run/], [fake, /0\.0\.9, which is too old/], ['/bin/true', /does not answer like ishi/]]) {
      await setting('server.path', path);
      await until(`the problem with ${path}`, () => problem.test(server.problem ?? ''));
      assert.ok(!server.isRunning);
    }
    await setting('server.path', ISHI);
    await until('the named program', () => server.isRunning);
    await setting('server.path', undefined);
    const editor = await open(BROKEN);
    await diagnosed(editor, ['2:1 unknown-keyword']);
    assert.equal(server.problem, null);
  },

  async 'a program that ends at once or never answers is given up as soon as another is named'() {
    const { server } = await inside();
    const editor = await open(BROKEN);
    // The last one leaves a process that keeps its pipes open.
    for (const does of ['exit 1', 'exec sleep 600', 'sleep 60']) {
      const broken = join(folder, 'broken-ishi');
      writeFileSync(broken, `#!/bin/sh\ncase $1 in lsp) touch '${broken}.began'; ${does} ;; *) exec '${ISHI}' "$@" ;; esac\n`);
      chmodSync(broken, 0o755);
      await setting('server.path', broken);
      await until(`the program that does ${does}`, () => existsSync(`${broken}.began`));
      assert.ok(!server.isRunning);
      unlinkSync(`${broken}.began`);
      await setting('server.path', undefined);
      await until(`the server after ${does}`, () => server.isRunning);
      assert.equal(server.problem, null);
      await diagnosed(editor, ['2:1 unknown-keyword']);
    }
  },

  async 'a program is given up at any moment before it answers'() {
    const { server } = await inside();
    const editor = await open(BROKEN);
    for (const moment of ['--version', 'lsp']) {
      const slow = join(folder, 'slow-ishi');
      writeFileSync(slow, `#!/bin/sh\n[ "$1" = ${moment} ] && touch '${slow}.began'\n[ "$1" = lsp ] && exec sleep 600\nsleep 1\nexec '${ISHI}' "$@"\n`);
      chmodSync(slow, 0o755);
      await setting('server.path', slow);
      await until(`the beginning of ${moment}`, () => existsSync(`${slow}.began`));
      unlinkSync(`${slow}.began`);
      await setting('server.path', undefined);
      await until(`the server after ${moment}`, () => server.isRunning);
      await diagnosed(editor, ['2:1 unknown-keyword']);
    }
  },

  async 'a server that is started again and again serves in the end'() {
    const { server } = await inside();
    const editor = await open(BROKEN);
    for (const wait of [0, 1, 3, 10, 30, 100, 0, 1, 3, 10]) {
      const restarted = vscode.commands.executeCommand('ishi.restartServer');
      await new Promise((resolve) => setTimeout(resolve, wait));
      await vscode.commands.executeCommand('ishi.restartServer');
      await restarted;
      assert.ok(server.isRunning);
      assert.equal(server.problem, null);
    }
    await diagnosed(editor, ['2:1 unknown-keyword']);
    // Right after it has said that it runs, while the client is still busy with it.
    for (let times = 0; times < 5; times += 1) {
      let seen;
      const subscription = server.onDidChangeState(() => {
        if (server.isRunning && seen === undefined) {
          seen = vscode.commands.executeCommand('ishi.restartServer');
        }
      });
      await vscode.commands.executeCommand('ishi.restartServer');
      subscription.dispose();
      await seen;
      assert.ok(server.isRunning);
    }
    await diagnosed(editor, ['2:1 unknown-keyword']);
    await editor.edit((edit) => edit.insert(new vscode.Position(3, 0), 'W 2 Z99\n'));
    await diagnosed(editor, ['2:1 unknown-keyword', '4:5 invalid-location']);
  },

  async 'old versions of a record, which can not be written, have no problems'() {
    const bytes = Buffer.from(BROKEN);
    const refuse = () => {
      throw vscode.FileSystemError.NoPermissions();
    };
    const files = {
      onDidChangeFile: new vscode.EventEmitter().event,
      watch: () => new vscode.Disposable(() => {}),
      stat: () => ({ type: vscode.FileType.File, ctime: 0, mtime: 0, size: bytes.length }),
      readDirectory: () => [],
      readFile: () => bytes,
      createDirectory: refuse,
      writeFile: refuse,
      delete: refuse,
      rename: refuse,
    };
    const registrations = [
      vscode.workspace.registerFileSystemProvider('old-files', files, { isReadonly: true }),
      vscode.workspace.registerTextDocumentContentProvider('old-text', { provideTextDocumentContent: () => BROKEN }),
    ];
    for (const scheme of ['old-files', 'old-text']) {
      const uri = vscode.Uri.from({ scheme, path: '/game.ishi' });
      const editor = await vscode.window.showTextDocument(uri);
      assert.equal(editor.document.languageId, 'ishi');
      // All else is there.
      const [hover] = await provided('vscode.executeHoverProvider', ...at(editor, 'B 1 Q|16'));
      assert.match(hover.contents[0].value, /data:image\/svg/);
      const newest = await open(BROKEN);
      await diagnosed(newest, ['2:1 unknown-keyword']);
      assert.deepEqual(codes(uri), []);
      const symbols = await vscode.commands.executeCommand('vscode.executeWorkspaceSymbolProvider', 'x');
      assert.deepEqual(symbols.filter(({ location }) => location.uri.scheme === scheme), []);
    }
    vscode.Disposable.from(...registrations).dispose();
  },

  async 'what VS Code says of itself is what tests/protocol takes it to say'() {
    const heard = join(folder, 'heard');
    const between = join(folder, 'between-ishi');
    writeFileSync(between, `#!/bin/sh\ncase $1 in lsp) tee '${heard}' | '${ISHI}' "$@" ;; *) exec '${ISHI}' "$@" ;; esac\n`);
    chmodSync(between, 0o755);
    await setting('server.path', between);
    const { server } = await inside();
    await until('the server of the new program', () => server.isRunning && existsSync(heard));
    await setting('server.path', undefined);
    // Until there is another one, the next test would get no answers.
    await vscode.commands.executeCommand('ishi.restartServer');
    // One frame: its length, a blank line, and the params with much that is of this machine and this folder.
    const bytes = readFileSync(heard);
    const start = bytes.indexOf('\r\n\r\n') + 4;
    const length = Number(/Content-Length: (\d+)/.exec(bytes.subarray(0, start))[1]);
    const { method, params } = JSON.parse(bytes.subarray(start, start + length));
    assert.equal(method, 'initialize');
    const { capabilities, initializationOptions: { pictures, commands } } = params;
    const said = `${JSON.stringify({ capabilities, initializationOptions: { pictures, commands } }, null, 2)}\n`;
    const path = join(ISHI_ROOT, 'tests/protocol/vscode.json');
    if (process.env.UPDATE_EXPECT === '1') {
      writeFileSync(path, said);
    }
    assert.equal(said, readFileSync(path, 'utf8'), 'UPDATE_EXPECT=1 tests/editors/vscode/run writes it anew');
  },

  async 'points are proposed with their boards'() {
    const editor = await open('EVENT x\nBOARDSIZE 9\nB 1 E5\nW 2 \n');
    const { items } = await provided('vscode.executeCompletionItemProvider', ...at(editor, 'W 2 |'), ' ', 200);
    const labels = items.map(({ label }) => label.label ?? label);
    assert.ok(labels.includes('D4') && labels.includes('PASS') && !labels.includes('E5'), String(labels));
    assert.match(items.find(({ label }) => (label.label ?? label) === 'D4').documentation.value, /White D4[^]*data:image\/svg/);
  },

  async 'the syntax of a line is shown'() {
    const editor = await open('EVENT x\nDIAGRAM A1 \n');
    const help = await provided('vscode.executeSignatureHelpProvider', ...at(editor, 'DIAGRAM A1 |'));
    assert.match(help.signatures[0].label, /^DIAGRAM/);
  },

  async 'a number and a player are renamed'() {
    const editor = await open(GAME);
    const { placeholder } = await provided('vscode.prepareRename', ...at(editor, 'B |3'));
    assert.equal(placeholder, '3');
    await vscode.workspace.applyEdit(await provided('vscode.executeDocumentRenameProvider', ...at(editor, 'A|da'), 'Eva'));
    await vscode.workspace.applyEdit(await provided('vscode.executeDocumentRenameProvider', ...at(editor, 'B |5'), '7'));
    assert.equal(editor.document.getText(), GAME.replace('Ada', 'Eva').replace('B 5', 'B 7'));
    await assert.rejects(vscode.commands.executeCommand('vscode.executeDocumentRenameProvider', ...at(editor, 'B |3'), '1'), /has this number already/);
  },

  async 'a variation becomes the main line'() {
    const editor = await open(GAME);
    const range = new vscode.Range(place(editor, 'W 4 |C3'), place(editor, 'W 4 |C3'));
    const actions = await provided('vscode.executeCodeActionProvider', editor.document.uri, range, vscode.CodeActionKind.Refactor.value, 20);
    await vscode.workspace.applyEdit(actions.find(({ title }) => title.startsWith('Make variation a')).edit);
    assert.match(editor.document.getText(), /\nB 3 E5\nW 4 C3\nVAR a\n  W 4 B1\n  MARK #1-3 b@E5\n  B 5 D4\nENDVAR\n$/);
  },

  async 'what can be fixed is fixed on save, where that is wanted'() {
    const all = vscode.workspace.getConfiguration('editor');
    await all.update('codeActionsOnSave', { 'source.fixAll.ishi': 'explicit' }, vscode.ConfigurationTarget.Global);
    const text = 'B 1 B1\nW 2 A1\nB 3 A2\nPRISONER #2\n';
    // DOS ended files with such a character.
    const editor = await open(`${text}\x1a`);
    await until('the diagnostic', () => codes(editor.document.uri).length > 0);
    await editor.edit((edit) => edit.insert(new vscode.Position(4, 0), 'W 4 E5\n'));
    await vscode.commands.executeCommand('workbench.action.files.save');
    await until('the fixed file', () => readFileSync(editor.document.uri.fsPath, 'utf8') === `${text}W 4 E5\n`);
    await all.update('codeActionsOnSave', undefined, vscode.ConfigurationTarget.Global);
  },

  async 'lenses stand above an event, and one writes the prisoners'() {
    const text = 'B 1 A1\nW 2 A2\nB 3 Q16\nW 4 B1\nPRISONER #1\nB 5 T1\nW 6 T2\nB 7 Q3\nW 8 S1\n';
    const editor = await open(text);
    const lenses = await provided('vscode.executeCodeLensProvider', editor.document.uri, 10);
    assert.deepEqual(lenses.map(({ command }) => command.title).sort(), ['8 moves · Black took 0, White 2', 'Insert 1 missing PRISONER line', '▶ Show board']);
    const { command, arguments: args } = lenses.map((lens) => lens.command).find(({ title }) => title.startsWith('Insert'));
    await vscode.commands.executeCommand(command, ...args);
    await until('the line', () => editor.document.getText() === `${text}PRISONER #5\n`);
  },

  async 'a place leads to what it means and to all that means it'() {
    const editor = await open(GAME);
    const lines = (found) => found.map(({ range, targetRange }) => (range ?? targetRange).start.line).sort();
    assert.deepEqual(lines(await provided('vscode.executeDefinitionProvider', ...at(editor, 'b@E|5'))), [5]);
    assert.deepEqual(lines(await provided('vscode.executeReferenceProvider', ...at(editor, 'B 3 |E5'))), [5, 7, 7]);
    assert.deepEqual(lines(await provided('vscode.executeDocumentHighlights', ...at(editor, 'EN|DVAR'))), [10, 8]);
    const [hover] = await provided('vscode.executeHoverProvider', ...at(editor, 'W 4 C|3'));
    assert.match(hover.contents[0].value, /data:image\/svg/);
    await until('the capture', async () => {
      const hints = await vscode.commands.executeCommand('vscode.executeInlayHintProvider', editor.document.uri, new vscode.Range(0, 0, 12, 0));
      return hints.some(({ label, position }) => label === '×1' && position.line === 6);
    });
  },

  async 'words have their meanings as colors'() {
    const editor = await open(GAME);
    const legend = await provided('vscode.provideDocumentSemanticTokensLegend', editor.document.uri);
    const { data } = await provided('vscode.provideDocumentSemanticTokens', editor.document.uri);
    const rows = [];
    for (let index = 0, line = 0; index < data.length; index += 5) {
      line += data[index];
      rows.push([line, legend.tokenTypes[data[index + 3]], legend.tokenModifiers.filter((_, bit) => data[index + 4] & (1 << bit)).join()]);
    }
    assert.deepEqual(rows.slice(0, 2), [[0, 'keyword', ''], [0, 'title', '']]);
    // The first stone is the one that is taken.
    assert.deepEqual(rows.filter(([, , modifiers]) => modifiers === 'captured').map(([line]) => line).filter((line) => line < 6), [3]);
  },

  async 'a selection grows'() {
    const editor = await open(GAME);
    const start = place(editor, 'W 4 |C3');
    editor.selection = new vscode.Selection(start, start);
    const grown = [];
    for (let step = 0; step < 6; step += 1) {
      const before = editor.document.getText(editor.selection);
      await vscode.commands.executeCommand('editor.action.smartSelect.expand');
      await until('a larger selection', () => editor.document.getText(editor.selection).length > before.length);
      grown.push(editor.document.getText(editor.selection).trim());
    }
    assert.equal(grown[0], 'C3');
    assert.ok(grown.includes('VAR a\n  W 4 C3\nENDVAR'), String(grown));
  },

  async 'addresses are links'() {
    const editor = await open('EVENT x\nSOURCE see https://example.org/games.\n');
    const [link] = await provided('vscode.executeLinkProvider', editor.document.uri, 5);
    assert.equal(String(link.target), 'https://example.org/games');
  },

  async 'a game in Markdown has diagnostics, hovers and completions, and Markdown has no formatter of ours'() {
    const editor = await open('# Notes\n\n> ```ishi move=1 cr\n> EVENT x\n> B 1 Q16\n> MARKK Q16\n> ```\n', 'notes.md');
    const { uri } = editor.document;
    await diagnosed(editor, ['3:18 invalid-option', '6:3 unknown-keyword']);
    const hovers = await provided('vscode.executeHoverProvider', ...at(editor, 'Q|16'));
    assert.ok(hovers.some(({ contents }) => contents.some(({ value }) => value.includes('B 1 Q16'))), JSON.stringify(hovers));
    const { items } = await provided('vscode.executeCompletionItemProvider', ...at(editor, ' cr|'));
    assert.ok(items.some(({ label }) => (label.label ?? label) === 'crop'), JSON.stringify(items.map(({ label }) => label)));
    const options = { tabSize: 2, insertSpaces: true };
    assert.deepEqual((await vscode.commands.executeCommand('vscode.executeFormatDocumentProvider', uri, options)) ?? [], []);
    const actions = (await vscode.commands.executeCommand('vscode.executeCodeActionProvider', uri, new vscode.Range(5, 0, 5, 9))) ?? [];
    // VS Code has some of its own for Markdown.
    assert.deepEqual(actions.map(({ title }) => title).filter((title) => /MARK|ishi/.test(title)), []);
    // A text gets a game while it is written.
    const other = await open('prose\n', 'prose.md');
    await change(other, 'prose', '```sgf\n(;FF[4]GM[1]SZ[9];B[zz])\n```');
    await diagnosed(other, ['2:21 off-board']);
  },

  async 'an SGF file is edited as text, and only what is edited changes'() {
    const file = sgfFile();
    const editor = await openSgfText(file);
    assert.match(editor.document.getText(), /^EVENT\nBLACK 棋\nBOARDSIZE 9\n[^]*\nCOM\none 棋\nENDCOM\nW 2 C7\n$/);
    await change(editor, 'one', 'two');
    assert.ok(await editor.document.save());
    assert.deepEqual(readFileSync(file.fsPath), changedSgf('one', 'two'));
    // What has been saved is not read anew, so the change can be undone.
    await vscode.commands.executeCommand('undo');
    await until('the text before', () => /\none 棋\n/.test(editor.document.getText()));
    assert.ok(await editor.document.save());
    assert.deepEqual(readFileSync(file.fsPath), SGF);
  },

  async 'the text of an SGF file has all that a record has'() {
    const editor = await openSgfText(sgfFile('(;SZ[9];B[aa];W[ba];B[ee])'));
    const [hover] = await provided('vscode.executeHoverProvider', ...at(editor, 'B 3 E|5'));
    assert.match(hover.contents[0].value, /data:image\/svg/);
    await change(editor, 'B 3 E5', 'B 3 B9');
    await until('the diagnostic', () => codes(editor.document.uri).some((found) => found.endsWith('occupied-point')));
    const symbols = await provided('vscode.executeDocumentSymbolProvider', editor.document.uri);
    assert.equal(symbols.length, 1);
    await vscode.commands.executeCommand('ishi.showBoard');
    const { cursor } = await inside();
    assert.equal(String(cursor.place.document.uri), String(editor.document.uri));
  },

  async 'a file in SGF that another program has changed is not overwritten'() {
    const file = sgfFile();
    const editor = await openSgfText(file);
    // Without changes of its own it becomes the new text.
    const other = changedSgf('[one', '[a longer');
    writeFileSync(file.fsPath, other);
    await until('the new text', () => editor.document.getText().includes('a longer'));
    await change(editor, 'W 2 C7', 'W 2 C6');
    const newest = changedSgf('[one', '[an even longer');
    writeFileSync(file.fsPath, newest);
    assert.equal(await editor.document.save(), false);
    assert.deepEqual(readFileSync(file.fsPath), newest);
    assert.match(editor.document.getText(), /W 2 C6/);
    await until('the mark of a change', () => editor.document.isDirty);
    await vscode.commands.executeCommand('workbench.action.files.revert');
    await until('the newest text', () => editor.document.getText().includes('an even longer'));
  },

  async 'what can not be written leaves the file in SGF and the text as they are'() {
    const file = sgfFile(changedSgf('GB2312', 'Big5').toString('latin1').replace(/[\x80-\xff]+/g, '\xa4\xa4\xa4\xe5'));
    writeFileSync(file.fsPath, Buffer.from(readFileSync(file.fsPath, 'utf8'), 'latin1'));
    const before = readFileSync(file.fsPath);
    const editor = await openSgfText(file);
    assert.match(editor.document.getText(), /BLACK 中文\n/);
    await change(editor, 'one', 'こ😀');
    assert.equal(await editor.document.save(), false);
    assert.deepEqual(readFileSync(file.fsPath), before);
    assert.ok(editor.document.isDirty && editor.document.getText().includes('こ😀'));
    const text = new TextEncoder().encode(editor.document.getText());
    await assert.rejects(vscode.workspace.fs.writeFile(editor.document.uri, text), /big5, in which the game was, has no `😀`/);
    await assert.rejects(vscode.workspace.fs.writeFile(editor.document.uri, new Uint8Array()), /no event in it could be read/);
    assert.deepEqual(readFileSync(file.fsPath), before);
    await vscode.commands.executeCommand('workbench.action.files.revert');
  },

  async 'a page with the name of an SGF file is not opened as text'() {
    const file = sgfFile('<html></html>');
    await assert.rejects(vscode.workspace.openTextDocument(file.with({ scheme: 'ishi-sgf', path: `${file.path}.ishi` })), /no game in it could be read/);
  },

  async 'two SGF files are compared as text'() {
    const [one, other] = [sgfFile(), sgfFile(changedSgf('one', 'two'))];
    await vscode.commands.executeCommand('ishi.compareSgfAsText', one, [one, other]);
    const tab = await until('the comparison', () => vscode.window.tabGroups.activeTabGroup.activeTab?.input instanceof vscode.TabInputTextDiff && vscode.window.tabGroups.activeTabGroup.activeTab);
    assert.equal(tab.label, 'game [1].sgf ↔ game [1].sgf (Ishi)');
    const texts = await Promise.all([tab.input.original, tab.input.modified].map((uri) => vscode.workspace.openTextDocument(uri)));
    assert.equal(texts[0].getText().replace('one', 'two'), texts[1].getText());
    // A comparison of the files as they are becomes one of their texts.
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
    await vscode.commands.executeCommand('vscode.diff', one, other, 'as they are');
    await until('the files', () => vscode.window.tabGroups.activeTabGroup.activeTab?.label === 'as they are');
    await vscode.commands.executeCommand('ishi.compareSgfAsText');
    await until('the texts', () => vscode.window.tabGroups.activeTabGroup.activeTab?.label === tab.label);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  },

  async 'SGF files are opened as text where that is wanted'() {
    await setting('openSgfAsText', true);
    const file = sgfFile();
    const active = () => vscode.window.tabGroups.activeTabGroup.activeTab?.input.uri;
    await vscode.window.showTextDocument(file);
    await until('the text', () => active()?.scheme === 'ishi-sgf');
    await until('one tab', () => vscode.window.tabGroups.activeTabGroup.tabs.length === 1);
    await vscode.commands.executeCommand('ishi.openAsSgf');
    await until('the file as it is', () => String(active()) === String(file));
    assert.equal(vscode.window.activeTextEditor.document.languageId, 'sgf');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    // What is no game stays as it is.
    const page = sgfFile('<html></html>');
    await vscode.window.showTextDocument(page);
    await new Promise((resolve) => setTimeout(resolve, 300));
    assert.equal(String(active()), String(page));
    await setting('openSgfAsText', undefined);
  },

  async 'every command of the manifest is there'() {
    const known = await vscode.commands.getCommands(true);
    for (const { command } of extension.packageJSON.contributes.commands) {
      assert.ok(known.includes(command), command);
    }
  },

  async 'a new record and the example can be opened'() {
    await vscode.commands.executeCommand('ishi.newRecord');
    assert.equal(vscode.window.activeTextEditor.document.languageId, 'ishi');
    assert.match(vscode.window.activeTextEditor.document.getText(), /^EVENT title\nBLACK name/);
    assert.doesNotMatch(vscode.window.activeTextEditor.document.getText(), /^[BW] /m);
    await vscode.commands.executeCommand('ishi.openExample');
    await until('its diagnostics', () => codes(vscode.window.activeTextEditor.document.uri).length > 30);
  },

  async 'what the board writes does not become a part of a field of a snippet'() {
    const { boards, cursor } = await inside();
    const editor = await open('');
    // The field that is open ends the text, so what is played begins where it ends.
    await editor.insertSnippet(new vscode.SnippetString('EVENT ${2:title}\nB 1 ${1:Q16}'), new vscode.Position(0, 0));
    await until('the field', () => cursor.place?.document === editor.document && cursor.place.position.line === 1);
    await until('the move', async () => {
      await boards.play('Q4');
      return /W 2 Q4/.test(editor.document.getText());
    });
    await until('the cursor on the move', () => cursor.place.position.line === 2);
    await vscode.window.showTextDocument(editor.document, vscode.ViewColumn.One);
    for (const command of ['jumpToNextSnippetPlaceholder', 'jumpToPrevSnippetPlaceholder']) {
      await vscode.commands.executeCommand(command);
    }
    await vscode.commands.executeCommand('type', { text: '#' });
    await until('what was typed', () => editor.document.getText().includes('#'));
    assert.match(editor.document.getText().replace('#', ''), /^EVENT title\nB 1 Q16\nW 2 Q4\n?$/);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  },

  async 'after a change on the board, its undo and its redo, text and place are as they were'() {
    const { boards } = await inside();
    const { document } = await open(readFileSync(join(ISHI_ROOT, 'examples/joseki.ishi'), 'utf8'), 'joseki.ishi');
    await vscode.commands.executeCommand('ishi.showBoard');
    const { controller } = boards.current;
    await until('the place', () => controller.place?.document === document);
    let seed = 20;
    const random = (limit) => {
      seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
      return Math.floor((seed / 2 ** 32) * limit);
    };
    const point = () => `${'ABCDEFGHJKLMNOPQRST'.charAt(random(19))}${1 + random(19)}`;
    const changes = [
      () => ['ishi.play', { point: point() }],
      () => ['ishi.play', { point: point() }],
      () => ['ishi.pass', {}],
      () => ['ishi.mark', { point: point(), mark: 'triangle' }],
      () => ['ishi.comment', { text: `comment ${random(100)}` }],
      () => ['ishi.delete', {}],
    ];
    const now = () => ({ text: document.getText(), line: controller.place?.position.line, character: controller.place?.position.character });
    const log = [];
    const covered = new Set();
    // Where the editor says later that its cursor is, the place has to stay.
    const settled = () => new Promise((resolve) => setTimeout(resolve, 60));
    const goBack = async (command, from, to, moment) => {
      const step = from.pop();
      if (step !== undefined) {
        await controller.history(command);
        log.push(command);
        covered.add(command);
        assert.deepEqual(now(), step[moment], log.join());
        await settled();
        assert.deepEqual(now(), step[moment], `later, after ${log.join()}`);
        to.push(step);
      }
    };
    // In a record of variations there are lines of both kinds.
    const isInVariation = ({ text, line }) => {
      const above = text.split('\n').slice(0, line);
      const linesOf = (keyword) => above.filter((one) => one.trim().split(' ')[0] === keyword).length;
      return linesOf('VAR') > linesOf('ENDVAR');
    };
    // Each takes about a second on a busy machine. They are always the same, and what they cover is told below.
    const SEQUENCES = 30;
    for (let sequence = 0; sequence < SEQUENCES; sequence += 1) {
      const [done, undone] = [[], []];
      log.length = 0;
      const line = random(document.lineCount - 1);
      await controller.receive({ type: 'go', to: { line } });
      log.push(`line ${line}`);
      for (let steps = 0; steps < 3; steps += 1) {
        const choice = random(10);
        if (choice < 6) {
          const before = now();
          const [command, more] = changes[random(changes.length)]();
          await controller.make(command, more);
          log.push(`${command} ${JSON.stringify(more)}`);
          if (document.getText() !== before.text) {
            done.push({ before, after: now() });
            undone.length = 0;
            covered.add(command).add(isInVariation(before) ? 'in a variation' : 'in the main line');
          }
        } else if (choice < 9) {
          await goBack('undo', done, undone, 'before');
        } else {
          await goBack('redo', undone, done, 'after');
        }
      }
      // What is left is undone without a pause.
      await Promise.all(done.map(() => controller.history('undo')));
      assert.deepEqual(now(), done[0]?.before ?? now(), `all undone after ${log.join()}`);
    }
    assert.deepEqual(
      [...covered].sort(),
      ['in a variation', 'in the main line', 'ishi.comment', 'ishi.delete', 'ishi.mark', 'ishi.pass', 'ishi.play', 'redo', 'undo'],
    );
  },

  async 'a record in another encoding is not edited on the board'() {
    const { boards, cursor } = await inside();
    const bytes = Buffer.from('EVENT x\nBLACK M\xfcller\nWHITE J\xf6rg\nB 1 Q16\n', 'latin1');
    const editor = await open(bytes, 'latin.ishi');
    await diagnosed(editor, ['2:8 invalid-character']);
    await until('the place', () => cursor.place?.document === editor.document);
    await boards.play('Q4');
    assert.equal(editor.document.isDirty, false);
  },

  async 'a locked board goes on with its record when that gets another name'() {
    const { boards } = await inside();
    const { document } = await open(GAME, 'before.ishi');
    await vscode.commands.executeCommand('ishi.showBoard');
    const { controller } = boards.current;
    await until('the place', () => controller.place?.document === document);
    controller.lock({ document, position: new vscode.Position(5, 0) });
    const edit = new vscode.WorkspaceEdit();
    const to = vscode.Uri.joinPath(document.uri, '../after.ishi');
    edit.renameFile(document.uri, to);
    assert.ok(await vscode.workspace.applyEdit(edit));
    await until('the file of the new name', () => String(controller.place?.document.uri) === String(to));
    assert.deepEqual([controller.place.document.isClosed, controller.place.position.line], [false, 5]);
    // So it does when its folder gets one.
    const folders = [to, vscode.Uri.joinPath(to, '../../renamed/after.ishi')];
    const edit2 = new vscode.WorkspaceEdit();
    edit2.renameFile(vscode.Uri.joinPath(folders[0], '..'), vscode.Uri.joinPath(folders[1], '..'));
    assert.ok(await vscode.workspace.applyEdit(edit2));
    await until('the file in the other folder', () => String(controller.place?.document.uri) === String(folders[1]));
    controller.lock(undefined);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  },

  async 'a preview goes on with its record when that gets another name, and with the next one'() {
    const { previews } = await inside();
    const { document } = await open(GAME, 'read.ishi');
    await vscode.commands.executeCommand('ishi.openPreview');
    const shows = (uri) => until(`the preview of ${uri} and not ${previews.uris}`, () => JSON.stringify(previews.uris) === JSON.stringify([String(uri)]));
    await shows(document.uri);
    const edit = new vscode.WorkspaceEdit();
    const to = vscode.Uri.joinPath(document.uri, '../reread.ishi');
    edit.renameFile(document.uri, to);
    assert.ok(await vscode.workspace.applyEdit(edit));
    await shows(to);
    // There is one preview, which follows the record in front.
    const other = await open('EVENT Another\nB 1 Q16\n', 'other.ishi');
    await shows(other.document.uri);
    await vscode.commands.executeCommand('ishi.openPreview');
    await shows(other.document.uri);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await until('no preview', () => previews.uris.length === 0);
  },

  async 'every snippet is a record without mistakes'() {
    const snippets = JSON.parse(readFileSync(join(ISHI_ROOT, 'editors/vscode/src/snippets.json'), 'utf8'));
    for (const [name, { body }] of Object.entries(snippets)) {
      // Those that go with a move get one.
      const before = /^(?:VAR|DIAGRAM)/.test(body[0]) ? 'B 1 C3\n' : '';
      const editor = await open(before);
      await editor.insertSnippet(new vscode.SnippetString(body.join('\n')), new vscode.Position(before ? 1 : 0, 0));
      const found = ishi(['check', '--format', 'short', '--stdin-filename', 'x.ishi', '-'], `${editor.document.getText()}\nB 2 J2\n`);
      assert.doesNotMatch(found, /error/, `${name}:\n${editor.document.getText()}\n${found}`);
    }
  },
};

exports.run = async () => {
  let failed = 0;
  for (const [name, test] of Object.entries(TESTS)) {
    const start = Date.now();
    let problem = null;
    try {
      await test();
    } catch (error) {
      problem = error.stack;
      failed += 1;
    }
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor').then(undefined, () => {});
    console.log(`#${JSON.stringify({ name, problem, milliseconds: Date.now() - start })}`);
  }
  if (failed > 0) {
    throw new Error(`${failed} tests failed`);
  }
};
