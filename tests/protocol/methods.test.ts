/** Every method that the server says it serves, asked for by VS Code's own types, with what VS Code says it can do. */
import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';

import {
  ApplyKind,
  ApplyWorkspaceEditRequest,
  CodeAction,
  CodeActionRequest,
  CodeActionResolveRequest,
  CodeLens,
  CodeLensRequest,
  CodeLensResolveRequest,
  Command,
  type CompletionItem,
  CompletionRequest,
  CompletionResolveRequest,
  DefinitionRequest,
  DidChangeConfigurationNotification,
  DidChangeWatchedFilesNotification,
  DidChangeWorkspaceFoldersNotification,
  DidCloseTextDocumentNotification,
  DidSaveTextDocumentNotification,
  DocumentDiagnosticReportKind,
  DocumentDiagnosticRequest,
  DocumentFormattingRequest,
  DocumentHighlightKind,
  DocumentHighlightRequest,
  DocumentLinkRequest,
  DocumentOnTypeFormattingRequest,
  DocumentRangeFormattingRequest,
  type DocumentSymbol,
  DocumentSymbolRequest,
  ExecuteCommandRequest,
  FileChangeType,
  FoldingRange,
  FoldingRangeRequest,
  Hover,
  HoverRequest,
  type InitializeParams,
  InlayHint,
  InlayHintRequest,
  InlayHintResolveRequest,
  InsertTextFormat,
  LocationLink,
  MarkupContent,
  PrepareRenameRequest,
  ProtocolRequestType,
  ReferencesRequest,
  RenameRequest,
  type ResponseError,
  type SelectionRange,
  SelectionRangeRequest,
  type SemanticTokens,
  type SemanticTokensDelta,
  SemanticTokensDeltaRequest,
  SemanticTokensRangeRequest,
  SemanticTokensRequest,
  SignatureHelpRequest,
  SymbolKind,
  type TextDocumentPositionParams,
  TextEdit,
  WorkDoneProgress,
  type WorkDoneProgressBegin,
  WorkDoneProgressCreateRequest,
  type WorkDoneProgressEnd,
  WorkspaceSymbolRequest,
  type WorkspaceSymbol,
} from '../../editors/vscode/node_modules/vscode-languageserver-protocol/lib/node/main.js';
import type { Board, Tree } from '../../editors/board/src/protocol.ts';
import { Client, example, folderWith, soon, until, uriOf, VSCODE } from './client.ts';

const GAME = example('game.ishi');
const JOSEKI = example('joseki.ishi');

/** White takes a stone with move 4, the game goes on in a variation, and much is wrong in the second event. */
const SMALL = [
  'EVENT Small 😀', 'BLACK Ada 3-dan', 'WHITE Bo', 'BOARDSIZE 9', 'B 1 A1', 'W 2 A2', 'B 3 E5', 'W 4 B1', 'MARK #1-3 b@E5',
  'VAR a', '  W 4 C3', '  COM', '  Quiet.', '  ENDCOM', 'ENDVAR', 'B 5 D4', '',
].join('\n');
const WRONG = 'EVENT x\nBLCAK y\nB 1 16Q\nW 2 D4\n';

/** The methods that all tests together have called. */
const asked = new Set<string>();
let can: object | undefined;

/** A test with a client like VS Code. */
function answers(method: string, work: (client: Client) => Promise<void>, abilities: Partial<InitializeParams> = {}): void {
  test(method, async () => {
    await Client.use({ ...VSCODE, ...abilities }, async (client) => {
      await work(client);
      can = client.server.capabilities;
      for (const sent of client.sent) {
        asked.add(sent);
      }
    });
  });
}

const options = { tabSize: 2, insertSpaces: true };

/** Asserts that something is, with its type. */
function is<T>(value: unknown, guard: (value: unknown) => value is T): T {
  assert.ok(guard(value), `${JSON.stringify(value)} is not valid`);
  return value;
}

const markup = (value: unknown): string => is(value, MarkupContent.is).value;

answers('textDocument/completion, and accepting what is offered', async (client) => {
  const record = await client.open('EVENT x\nBOARDSIZE 9\nB 1 E5\nW 2 \nCO');
  const offer = async (piece: string): Promise<CompletionItem[]> => {
    const list = await client.ask(CompletionRequest.type, { textDocument: record.textDocument, position: record.at(piece) });
    return Array.isArray(list) ? list : (list?.items ?? []);
  };
  const accepted = (item: CompletionItem) => {
    assert.ok(item.textEdit && 'range' in item.textEdit);
    return record.after([item.textEdit, ...(item.additionalTextEdits ?? [])]);
  };
  const points = await offer('W 2 |');
  assert.deepEqual(points.map(({ label }) => label).filter((label) => ['D4', 'E5', 'PASS', 'J9', 'K1'].includes(label)).sort(), ['D4', 'J9', 'PASS']);
  const d4 = points.find(({ label }) => label === 'D4');
  assert.ok(d4);
  assert.equal(accepted(d4), record.text.replace('W 2 ', 'W 2 D4'));

  const comment = (await offer('CO|')).find(({ label, insertTextFormat }) => label.startsWith('COM') && insertTextFormat === InsertTextFormat.Snippet);
  assert.ok(comment);
  assert.match(accepted(comment), /\nCOM[^]*\nENDCOM/);
});

answers('completionItem/resolve', async (client) => {
  const record = await client.open('EVENT x\nBOARDSIZE 5\nB 1 C3\nW 2 ');
  const list = await client.ask(CompletionRequest.type, { textDocument: record.textDocument, position: record.at('W 2 |') });
  assert.ok(list && !Array.isArray(list));
  const listed = list.items.find(({ label }) => label === 'B2');
  assert.ok(listed && listed.documentation === undefined);
  // What the items have in common stands once in the list, and a client adds it to each of them.
  assert.equal(list.applyKind?.data, ApplyKind.Merge);
  const item = { ...listed, data: { ...list.itemDefaults?.data, ...listed.data } };
  const resolved = await client.ask(CompletionResolveRequest.type, item);
  assert.match(markup(resolved.documentation), /White B2[^]*data:image\/svg/);
  assert.deepEqual(resolved.textEdit, item.textEdit);
});

answers('textDocument/signatureHelp', async (client) => {
  const record = await client.open('EVENT x\nDIAGRAM A1 \n');
  const help = await client.ask(SignatureHelpRequest.type, { textDocument: record.textDocument, position: record.at('DIAGRAM A1 |') });
  const signature = help?.signatures[help.activeSignature ?? 0];
  assert.ok(signature);
  assert.match(signature.label, /^DIAGRAM/);
  const parameter = signature.parameters?.[signature.activeParameter ?? help.activeParameter ?? 0];
  // Eglot 1.17 fails at offsets.
  assert.ok(typeof parameter?.label === 'string' && signature.label.includes(parameter.label));
  assert.match(parameter.label, /LOC|A1|loc/);
});

answers('textDocument/hover', async (client) => {
  const record = await client.open(GAME);
  const hover = is(await client.ask(HoverRequest.type, { textDocument: record.textDocument, position: record.at('W 60 N|10') }), (value): value is Hover => Hover.is(value));
  assert.match(markup(hover.contents), /!\[[^]*\]\(data:image\/svg\+xml;base64,/);
  assert.ok(hover.range && record.in(hover.range).length > 0);
  assert.ok(markup(hover.contents).length < 100_000, 'VS Code cuts what is longer');
});

answers('textDocument/definition', async (client) => {
  const record = await client.open(SMALL);
  const [link, ...more] = (await client.ask(DefinitionRequest.type, { textDocument: record.textDocument, position: record.at('b@E|5') })) as LocationLink[];
  assert.ok(LocationLink.is(link) && more.length === 0);
  assert.equal(record.in(link.targetRange), 'B 3 E5');
  assert.ok(link.originSelectionRange);
  assert.equal(record.in(link.originSelectionRange), 'b@E5');
});

answers('textDocument/references', async (client) => {
  const record = await client.open(SMALL);
  const find = (includeDeclaration: boolean) =>
    client.ask(ReferencesRequest.type, { textDocument: record.textDocument, position: record.at('B 3 |E5'), context: { includeDeclaration } });
  const lines = async (declared: boolean) => (await find(declared))?.map(({ range }) => record.text.split('\n')[range.start.line]).sort();
  assert.deepEqual(await lines(false), ['MARK #1-3 b@E5', 'MARK #1-3 b@E5']);
  assert.deepEqual(await lines(true), ['B 3 E5', 'MARK #1-3 b@E5', 'MARK #1-3 b@E5']);
});

answers('textDocument/documentHighlight', async (client) => {
  const record = await client.open(SMALL);
  const found = await client.ask(DocumentHighlightRequest.type, { textDocument: record.textDocument, position: record.at('EN|DVAR') });
  assert.deepEqual(found?.map(({ range }) => record.in(range)), ['VAR', 'ENDVAR']);
  const kinds = Object.values(DocumentHighlightKind);
  assert.ok(found?.every(({ kind }) => kind === undefined || kinds.includes(kind)));
});

answers('textDocument/documentSymbol', async (client) => {
  const record = await client.open(JOSEKI);
  const symbols = (await client.ask(DocumentSymbolRequest.type, { textDocument: record.textDocument })) as DocumentSymbol[];
  const kinds = new Set<number>(Object.values(SymbolKind));
  let count = 0;
  const place = ({ line, character }: { line: number; character: number }) => line * 10_000 + character;
  const check = (symbol: DocumentSymbol): void => {
    count += 1;
    assert.ok(symbol.name !== '' && kinds.has(symbol.kind));
    // VS Code throws away a whole outline in which the name is not inside of what it names.
    assert.ok(place(symbol.range.start) <= place(symbol.selectionRange.start) && place(symbol.selectionRange.end) <= place(symbol.range.end));
    symbol.children?.forEach(check);
  };
  symbols.forEach(check);
  assert.deepEqual(symbols.map(({ name }) => name).slice(0, 2), ['Joseki: the 3-3 invasion under the star point', 'Joseki: the same corner from the far side']);
  assert.ok(count > 40);
});

answers('textDocument/foldingRange', async (client) => {
  const record = await client.open(SMALL);
  const folds = await client.ask(FoldingRangeRequest.type, { textDocument: record.textDocument });
  assert.ok(folds && folds.every((fold) => FoldingRange.is(fold)));
  const lines = record.text.split('\n');
  assert.deepEqual(folds.map(({ startLine }) => lines[startLine]?.trim()).sort(), ['COM', 'EVENT Small 😀', 'VAR a']);
});

answers('textDocument/selectionRange', async (client) => {
  const record = await client.open(SMALL);
  const [first] = (await client.ask(SelectionRangeRequest.type, { textDocument: record.textDocument, positions: [record.at('Qui|et')] })) ?? [];
  const grown: string[] = [];
  for (let range: SelectionRange | undefined = first; range; range = range.parent) {
    const text = record.in(range.range);
    assert.ok(text.includes(grown.at(-1) ?? ''));
    grown.push(text);
  }
  assert.ok(grown.length >= 5);
  assert.match(grown[0] ?? '', /^Quiet/);
  assert.ok(grown.some((text) => text.trim().startsWith('VAR a') && text.trim().endsWith('ENDVAR')));
  assert.equal(grown.at(-1), record.text);
});

answers('textDocument/formatting', async (client) => {
  const record = await client.open('event x\n b 1  q16\nvar\nb 1 d4\nendvar\ncom\n prose  stays\nendcom\n');
  const edits = await client.ask(DocumentFormattingRequest.type, { textDocument: record.textDocument, options });
  assert.ok(edits?.every((edit) => TextEdit.is(edit)));
  assert.equal(record.after(edits), 'EVENT x\nB 1 Q16\nVAR\n  B 1 D4\nENDVAR\nCOM\n prose  stays\nENDCOM\n');
});

answers('textDocument/rangeFormatting', async (client) => {
  const record = await client.open('event x\nb 1 q16\nw 2 d4\n');
  const edits = await client.ask(DocumentRangeFormattingRequest.type, { textDocument: record.textDocument, range: record.range('b 1 q16'), options });
  assert.equal(record.after(edits), 'event x\nB 1 Q16\nw 2 d4\n');
});

answers('textDocument/onTypeFormatting', async (client) => {
  const record = await client.open('EVENT x\nB 1 Q16\nd4');
  await record.type(record.whole().end, '\n');
  const edits = await client.ask(DocumentOnTypeFormattingRequest.type, { textDocument: record.textDocument, position: record.whole().end, ch: '\n', options });
  assert.equal(record.after(edits), 'EVENT x\nB 1 Q16\nW 2 D4\n');
});

answers('textDocument/prepareRename and textDocument/rename', async (client) => {
  const record = await client.open(SMALL);
  const position = record.at('B |3 E5');
  const prepared = await client.ask(PrepareRenameRequest.type, { textDocument: record.textDocument, position });
  assert.ok(prepared && 'placeholder' in prepared);
  assert.deepEqual([record.in(prepared.range), prepared.placeholder], ['3', '3']);
  assert.equal(await client.ask(PrepareRenameRequest.type, { textDocument: record.textDocument, position: record.at('Qui|et') }), null);

  const player = await client.ask(RenameRequest.type, { textDocument: record.textDocument, position: record.at('A|da'), newName: 'Eva' });
  assert.equal(record.afterAll(player), record.text.replace('Ada', 'Eva'));
  const late = await client.open('B 1 Q16\nW 2 D4\nMARK #2\n', 'file:///records/late.ishi');
  const edit = await client.ask(RenameRequest.type, { textDocument: late.textDocument, position: late.at('W |2'), newName: '20' });
  assert.equal(late.afterAll(edit), 'B 1 Q16\nW 20 D4\nMARK #20\n');
  await assert.rejects(client.ask(RenameRequest.type, { textDocument: late.textDocument, position: late.at('W |2'), newName: '1' }), (error: ResponseError<void>) => {
    assert.match(error.message, /has this number already/);
    return true;
  });
});

answers('textDocument/codeAction', async (client) => {
  const record = await client.open(WRONG);
  const report = await client.ask(DocumentDiagnosticRequest.type, { textDocument: record.textDocument });
  const diagnostics = report.kind === DocumentDiagnosticReportKind.Full ? report.items : [];
  const pick = async (only: string[], fits: (action: CodeAction) => boolean) => {
    const found = await client.ask(CodeActionRequest.type, { textDocument: record.textDocument, range: record.range('BLCAK'), context: { diagnostics, only } });
    const action = found?.find((each) => !Command.is(each) && fits(each));
    return is(action, (value): value is CodeAction => CodeAction.is(value));
  };
  const fix = await pick(['quickfix'], ({ title }) => title.includes('BLACK'));
  assert.equal(record.afterAll((fix.edit ? fix : await client.ask(CodeActionResolveRequest.type, fix)).edit), record.text.replace('BLCAK', 'BLACK'));
});

answers('codeAction/resolve', async (client) => {
  const record = await client.open(SMALL);
  const found = await client.ask(CodeActionRequest.type, { textDocument: record.textDocument, range: record.range('C3'), context: { diagnostics: [], only: ['refactor'] } });
  const action = found?.find(({ title }) => title === 'Make variation a (W 4 C3) the main line');
  assert.ok(action && !Command.is(action) && action.edit === undefined);
  const { edit } = await client.ask(CodeActionResolveRequest.type, action);
  assert.match(record.afterAll(edit), /B 3 E5\nW 4 C3\nCOM\n  Quiet\.\nENDCOM\nVAR a\n  W 4 B1\n  MARK #1-3 b@E5\n  B 5 D4\nENDVAR\n$/);
});

answers('textDocument/documentLink', async (client) => {
  const record = await client.open('EVENT x\nSOURCE https://example.org/games\n');
  const links = await client.ask(DocumentLinkRequest.type, { textDocument: record.textDocument });
  assert.deepEqual(links?.map(({ range, target }) => [record.in(range), target]), [['https://example.org/games', 'https://example.org/games']]);
});

answers('textDocument/codeLens and codeLens/resolve', async (client) => {
  const record = await client.open(JOSEKI);
  const lenses = (await client.ask(CodeLensRequest.type, { textDocument: record.textDocument })) ?? [];
  const titles: string[] = [];
  for (const lens of lenses) {
    const { command, range } = await client.ask(CodeLensResolveRequest.type, is(lens, (value): value is CodeLens => CodeLens.is(value)));
    assert.match(record.text.split('\n')[range.start.line] ?? '', /^EVENT/);
    titles.push(is(command, (value): value is Command => Command.is(value)).title);
  }
  assert.ok(titles.filter((title) => title.includes('Show board')).length >= 2, String(titles));
  assert.ok(titles.some((title) => /\d+ moves/.test(title)), String(titles));
});

answers('workspace/executeCommand and workspace/applyEdit', async (client) => {
  // Only in an event with some PRISONER lines another one is missing.
  const record = await client.open('B 1 A1\nW 2 A2\nB 3 Q16\nW 4 B1\nPRISONER #1\nB 5 T1\nW 6 T2\nB 7 Q3\nW 8 S1\n');
  const edited = new Promise<string>((resolve) => {
    client.connection.onRequest(ApplyWorkspaceEditRequest.type, ({ edit }) => {
      resolve(record.afterAll(edit));
      return { applied: true };
    });
  });
  for (const lens of (await client.ask(CodeLensRequest.type, { textDocument: record.textDocument })) ?? []) {
    const { command } = await client.ask(CodeLensResolveRequest.type, lens);
    if (command?.title.includes('PRISONER')) {
      await client.ask(ExecuteCommandRequest.type, { command: command.command, arguments: command.arguments ?? [] });
    }
  }
  assert.equal(await soon('the edit', edited), `${record.text}PRISONER #5\n`);
});

answers('textDocument/inlayHint and inlayHint/resolve', async (client) => {
  const record = await client.open(SMALL);
  const hints = (await client.ask(InlayHintRequest.type, { textDocument: record.textDocument, range: record.whole() })) ?? [];
  const hint = is(hints.find(({ label }) => label === '×1'), (value): value is InlayHint => InlayHint.is(value));
  assert.deepEqual(hint.position, record.at('W 4 B1|'));
  assert.match(markup((await client.ask(InlayHintResolveRequest.type, hint)).tooltip), /`W 4 B1` takes a black stone: `#1`/);
});

/** Tokens as words with their types and modifiers, by the legend of the server. */
function words(client: Client, text: string, { data }: SemanticTokens): string[] {
  const legend = client.server.capabilities.semanticTokensProvider?.legend;
  assert.ok(legend);
  const lines = text.split('\n');
  const found: string[] = [];
  let [line, character] = [0, 0];
  for (let at = 0; at < data.length; at += 5) {
    const [down, right, length, type, modifiers] = data.slice(at, at + 5) as [number, number, number, number, number];
    character = down > 0 ? right : character + right;
    line += down;
    const names = legend.tokenModifiers.filter((_, bit) => modifiers & (1 << bit));
    found.push([lines[line]?.slice(character, character + length), legend.tokenTypes[type], ...names].join(' '));
  }
  return found;
}

answers('textDocument/semanticTokens/full', async (client) => {
  const record = await client.open(SMALL);
  const tokens = await client.ask(SemanticTokensRequest.type, { textDocument: record.textDocument });
  assert.ok(tokens);
  const found = words(client, record.text, tokens);
  assert.deepEqual(found.slice(0, 2), ['EVENT keyword', 'Small 😀 title']);
  assert.ok(found.includes('A1 variable captured'), String(found));
});

answers('textDocument/semanticTokens/full/delta', async (client) => {
  const record = await client.open(SMALL);
  const before = await client.ask(SemanticTokensRequest.type, { textDocument: record.textDocument });
  assert.ok(before?.resultId !== undefined);
  await record.type(record.at('|MARK'), 'MARK C1\n');
  const delta = (await client.ask(SemanticTokensDeltaRequest.type, { textDocument: record.textDocument, previousResultId: before.resultId })) as SemanticTokensDelta;
  const data = [...before.data];
  for (const { start, deleteCount, data: inserted } of delta.edits.toReversed()) {
    data.splice(start, deleteCount, ...(inserted ?? []));
  }
  const now = await client.ask(SemanticTokensRequest.type, { textDocument: record.textDocument });
  assert.deepEqual(data, now?.data);
  assert.ok(delta.edits.flatMap(({ data: inserted }) => inserted ?? []).length < data.length / 2);
});

answers('textDocument/semanticTokens/range', async (client) => {
  const record = await client.open(SMALL);
  const tokens = await client.ask(SemanticTokensRangeRequest.type, { textDocument: record.textDocument, range: record.range('B 3 E5') });
  assert.ok(tokens);
  assert.deepEqual(words(client, record.text, tokens).map((word) => word.split(' ')[0]), ['B', '3', 'E5']);
});

answers('textDocument/diagnostic', async (client) => {
  const record = await client.open(WRONG);
  const report = await client.ask(DocumentDiagnosticRequest.type, { textDocument: record.textDocument });
  assert.ok(report.kind === DocumentDiagnosticReportKind.Full && report.resultId !== undefined);
  assert.deepEqual(report.items.map(({ code, range }) => [code, record.in(range)]), [['unknown-keyword', 'BLCAK'], ['invalid-location', '16Q']]);
  assert.ok(report.items.every(({ codeDescription, source }) => source === 'ishi' && codeDescription !== undefined));
  const same = await client.ask(DocumentDiagnosticRequest.type, { textDocument: record.textDocument, previousResultId: report.resultId });
  assert.equal(same.kind, DocumentDiagnosticReportKind.Unchanged);
});

const folder = folderWith({
  'old/castle.prb': 'REMARK\nEVENT Castle game\nBLACK Shusaku\nDATE 1846\n',
  'new.ishi': 'EVENT League\nBLACK Ada\n',
});
const folders = { workspaceFolders: [{ uri: uriOf(folder), name: 'records' }] };
after(() => rmSync(folder, { recursive: true }));

answers('workspace/symbol, once the progress has ended', async (client) => {
  const kinds: string[] = [];
  const end = new Promise<void>((resolve) => {
    client.connection.onRequest(WorkDoneProgressCreateRequest.type, ({ token }) => {
      client.connection.onProgress<WorkDoneProgressBegin | { kind: 'report' } | WorkDoneProgressEnd>(WorkDoneProgress.type as never, token, ({ kind }) => {
        kinds.push(kind);
        if (kind === 'end') {
          resolve();
        }
      });
    });
  });
  await soon('the end of the work', end);
  assert.deepEqual([kinds[0], kinds.at(-1)], ['begin', 'end']);
  const find = async (query: string) =>
    ((await client.ask(WorkspaceSymbolRequest.type, { query })) as WorkspaceSymbol[]).map(({ name, location }) => [name, location.uri, 'range' in location && location.range.start.line]);
  assert.deepEqual(await find('castle'), [['Castle game · Shusaku – ?', uriOf(folder, 'old/castle.prb'), 1]]);
  assert.equal((await find('')).length, 2);

  // A record is followed when it comes and when its folder goes.
  const path = join(folder, 'late.ishi');
  writeFileSync(path, 'EVENT Latecomer\n');
  await client.connection.sendNotification(DidChangeWatchedFilesNotification.type, { changes: [{ uri: uriOf(path), type: FileChangeType.Created }] });
  await until('the event', async () => (await find('latecomer')).length === 1);
  await client.connection.sendNotification(DidChangeWorkspaceFoldersNotification.type, { event: { added: [], removed: folders.workspaceFolders } });
  await until('the end of all events', async () => (await find('')).length === 0);
}, folders);

answers('client/registerCapability, workspace/configuration and workspace/didChangeConfiguration', async (client) => {
  const record = await client.open(WRONG);
  const found = async () => {
    const report = await client.ask(DocumentDiagnosticRequest.type, { textDocument: record.textDocument });
    return report.kind === DocumentDiagnosticReportKind.Full ? report.items.map(({ code }) => code) : [];
  };
  assert.deepEqual(await found(), ['unknown-keyword', 'invalid-location']);
  await until('the registrations of the server', () => client.registrations.length > 0);
  assert.deepEqual(client.registrations.map(({ method }) => method).sort(), ['workspace/didChangeConfiguration', 'workspace/didChangeWatchedFiles']);
  client.settings = { check: { 'unknown-keyword': 'off' } };
  await client.connection.sendNotification(DidChangeConfigurationNotification.type, { settings: null });
  await until('the new settings', async () => (await found()).length === 1);
  assert.deepEqual(await found(), ['invalid-location']);
  await until('the wish to be asked again', () => client.refreshed.has('workspace/diagnostic/refresh'));
});

answers('diagnostics of an ishi.toml are pushed, and go with the mistake', async (client) => {
  const path = join(folder, 'ishi.toml');
  const uri = uriOf(path);
  writeFileSync(path, '[check]\nunknown-keywrd = "off"\n');
  const record = await client.open('EVENT x\n', uriOf(folder, 'new.ishi'));
  const { diagnostics } = await client.pushed(uri, (params) => params.diagnostics.length > 0);
  assert.deepEqual(diagnostics.map(({ range, code }) => [range.start.line, code]), [[1, 'config']]);
  rmSync(path);
  const count = client.pushes(uri);
  await client.connection.sendNotification(DidChangeWatchedFilesNotification.type, { changes: [{ uri, type: FileChangeType.Deleted }] });
  await client.pushed(uri, (params) => client.pushes(uri) > count && params.diagnostics.length === 0);
  await client.connection.sendNotification(DidSaveTextDocumentNotification.type, { textDocument: record.textDocument });
  await client.connection.sendNotification(DidCloseTextDocumentNotification.type, { textDocument: record.textDocument });
}, folders);

answers('ishi/board and ishi/tree', async (client) => {
  const record = await client.open(SMALL);
  const ask = <R>(method: string, params: object) => client.ask(new ProtocolRequestType<TextDocumentPositionParams, R, never, void, void>(method), { textDocument: record.textDocument, position: record.at('W 4 |C3'), ...params });
  const board = await ask<Board>('ishi/board', { format: 'svg' });
  assert.match(board.board, /^<svg /);
  assert.deepEqual([board.move?.number, board.move?.location, board.toPlay, board.comment?.trim()], [4, 'C3', 'black', 'Quiet.']);
  assert.deepEqual(board.stones, { black: ['A1', 'E5'], white: ['A2', 'C3'] });
  const tree = await ask<Tree>('ishi/tree', {});
  assert.equal(tree.nodes.find(({ id }) => id === tree.current)?.location, 'C3');
  assert.equal(tree.nodes.length, 7);
});

test('nothing that the server says it serves was left out', () => {
  assert.ok(can);
  const expected: Record<string, string[]> = {
    codeActionProvider: ['textDocument/codeAction', 'codeAction/resolve'],
    codeLensProvider: ['textDocument/codeLens', 'codeLens/resolve'],
    completionProvider: ['textDocument/completion', 'completionItem/resolve'],
    definitionProvider: ['textDocument/definition'],
    diagnosticProvider: ['textDocument/diagnostic'],
    documentFormattingProvider: ['textDocument/formatting'],
    documentHighlightProvider: ['textDocument/documentHighlight'],
    documentLinkProvider: ['textDocument/documentLink'],
    documentOnTypeFormattingProvider: ['textDocument/onTypeFormatting'],
    documentRangeFormattingProvider: ['textDocument/rangeFormatting'],
    documentSymbolProvider: ['textDocument/documentSymbol'],
    executeCommandProvider: ['workspace/executeCommand'],
    foldingRangeProvider: ['textDocument/foldingRange'],
    hoverProvider: ['textDocument/hover'],
    inlayHintProvider: ['textDocument/inlayHint', 'inlayHint/resolve'],
    positionEncoding: [],
    referencesProvider: ['textDocument/references'],
    renameProvider: ['textDocument/rename', 'textDocument/prepareRename'],
    selectionRangeProvider: ['textDocument/selectionRange'],
    semanticTokensProvider: ['textDocument/semanticTokens/full', 'textDocument/semanticTokens/full/delta', 'textDocument/semanticTokens/range'],
    signatureHelpProvider: ['textDocument/signatureHelp'],
    textDocumentSync: [],
    workspace: [],
    workspaceSymbolProvider: ['workspace/symbol'],
  };
  assert.deepEqual(Object.keys(can).sort(), Object.keys(expected));
  assert.deepEqual(Object.values(expected).flat().filter((method) => !asked.has(method)), []);
});
