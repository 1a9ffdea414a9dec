/** Tests that hold for all methods: a client that can do little, one that changes its mind, and one that is wrong. */
import assert from 'node:assert/strict';
import { test } from 'node:test';

import {
  CancellationTokenSource,
  type CodeAction,
  CodeActionRequest,
  CodeLensRequest,
  CompletionRequest,
  DefinitionRequest,
  DocumentFormattingRequest,
  DocumentSymbolRequest,
  ErrorCodes,
  HoverRequest,
  ImplementationRequest,
  InitializeRequest,
  InlayHintRequest,
  Location,
  LSPErrorCodes,
  MarkupContent,
  RenameRequest,
  ResponseError,
  SemanticTokensRequest,
  SignatureHelpRequest,
  TextDocumentSyncKind,
  WorkspaceSymbolRequest,
} from '../../editors/vscode/node_modules/vscode-languageserver-protocol/lib/node/main.js';
import { Client, example, soon, VSCODE } from './client.ts';

const SMALL = 'EVENT x\nBLCAK y\nB 1 A1\nW 2 A2\nB 3 E5\nW 4 B1\nMARK #3\n';

test('a client that can do nothing of its own gets what the oldest ones understand', async () => {
  await Client.use({}, async (client) => {
    const record = await client.open(SMALL);
    const right = SMALL.replace('BLCAK', 'BLACK');
    const other = await client.open(right, 'file:///records/right.ishi');
    const { textDocument } = record;
    const at = (piece: string) => ({ textDocument, position: record.at(piece) });

    // Diagnostics come by themselves, as the only way that it knows.
    const { diagnostics } = await client.pushed(record.uri, () => true);
    assert.deepEqual(diagnostics.map(({ code }) => code), ['unknown-keyword']);

    const hover = await client.ask(HoverRequest.type, at('W 4 B|1'));
    assert.ok(hover && MarkupContent.is(hover.contents) && hover.contents.kind === 'plaintext');
    assert.doesNotMatch(hover.contents.value, /```|\*\*|data:image/);

    const symbols = (await client.ask(DocumentSymbolRequest.type, { textDocument })) ?? [];
    assert.ok(symbols.length > 3 && symbols.every((symbol) => 'location' in symbol && Location.is(symbol.location)));
    const definition = await client.ask(DefinitionRequest.type, at('MARK #|3'));
    assert.ok([definition].flat().every((found) => Location.is(found)));

    const completion = await client.ask(CompletionRequest.type, at('|MARK'));
    const items = Array.isArray(completion) ? completion : (completion?.items ?? []);
    assert.ok(items.length > 3 && items.every(({ insertTextFormat, textEdit }) => insertTextFormat !== 2 && !JSON.stringify(textEdit).includes('$')));
    const help = await client.ask(SignatureHelpRequest.type, at('W 4 |B1'));
    assert.ok(help?.signatures[0]?.parameters?.every(({ label }) => typeof label === 'string' && help.signatures[0]?.label.includes(label)));

    const [action] = (await client.ask(CodeActionRequest.type, { textDocument, range: record.range('BLCAK'), context: { diagnostics } })) as CodeAction[];
    assert.equal(record.after(action?.edit?.changes?.[record.uri]), SMALL.replace('BLCAK', 'BLACK'));
    assert.equal(action?.edit?.documentChanges, undefined);
    const renamed = await client.ask(RenameRequest.type, { textDocument: other.textDocument, position: other.at('W |4 B1'), newName: '6' });
    assert.equal(other.afterAll(renamed), right.replace('W 4', 'W 6'));
    assert.equal(renamed?.documentChanges, undefined);

    // A lens that it could do nothing with is not there.
    assert.ok((await client.ask(CodeLensRequest.type, { textDocument }))?.every(({ command }) => !command || command.command === ''));
    assert.ok(((await client.ask(InlayHintRequest.type, { textDocument, range: record.whole() }))?.length ?? 0) > 0);
    assert.ok(((await client.ask(SemanticTokensRequest.type, { textDocument }))?.data.length ?? 0) > 0);
    assert.deepEqual(await client.ask(WorkspaceSymbolRequest.type, { query: '' }).then((found) => found?.length), 2);
    // Nor was it asked for anything that it has not offered.
    assert.deepEqual(client.registrations, []);
    assert.deepEqual([...client.refreshed], []);
  });
});

test('what a client says that is newer than the server does no harm', async () => {
  const capabilities = { ...VSCODE.capabilities, notebookDocument: { synchronization: { later: [1] } }, general: { positionEncodings: ['utf-64', 'utf-16'] } } as never;
  await Client.use({ ...VSCODE, capabilities }, async (client) => {
    assert.equal(client.server.capabilities.positionEncoding, 'utf-16');
    assert.equal(client.server.serverInfo?.name, 'ishi');
    const sync = client.server.capabilities.textDocumentSync;
    assert.ok(typeof sync === 'object' && sync.change === TextDocumentSyncKind.Incremental && sync.openClose);
  });
});

test('a request that is cancelled is answered as cancelled, and nothing else is', async () => {
  await Client.use(VSCODE, async (client) => {
    // So long that it can't be ready before it is cancelled.
    const record = await client.open(example('game.ishi').repeat(200));
    const sources = Array.from({ length: 20 }, () => new CancellationTokenSource());
    const answers = sources.map(({ token }) => client.connection.sendRequest(DocumentFormattingRequest.type, { textDocument: record.textDocument, options: { tabSize: 2, insertSpaces: true } }, token));
    const last = client.ask(HoverRequest.type, { textDocument: record.textDocument, position: { line: 2, character: 1 } });
    for (const source of sources) {
      source.cancel();
    }
    const outcomes = await soon('all answers', Promise.allSettled(answers));
    const codes = outcomes.map((outcome) => (outcome.status === 'rejected' ? (outcome.reason as ResponseError<void>).code : 'answered'));
    assert.ok(codes.every((code) => code === 'answered' || code === LSPErrorCodes.RequestCancelled), String(codes));
    assert.ok(codes.includes(LSPErrorCodes.RequestCancelled), String(codes));
    assert.ok(await last);
  });
});

test('mistakes of a client are answered with the error that they are', async () => {
  const fails = (code: number, message: RegExp) => (error: unknown) => {
    assert.ok(error instanceof ResponseError);
    assert.equal(error.code, code);
    assert.match(error.message, message);
    return true;
  };
  await Client.use(VSCODE, async (client) => {
    const { connection } = client;
    const record = await client.open(SMALL);
    const at = { textDocument: record.textDocument, position: record.at('B|1') };
    await assert.rejects(client.ask(ImplementationRequest.type, at), fails(ErrorCodes.MethodNotFound, /./));
    await assert.rejects(soon('an answer', connection.sendRequest('textDocument/hover', { position: 'here' })), fails(ErrorCodes.InvalidParams, /./));
    await assert.rejects(client.ask(InitializeRequest.type, { ...VSCODE, processId: null, rootUri: null }), fails(ErrorCodes.InvalidRequest, /./));
    assert.ok(await client.ask(HoverRequest.type, at));
  });
});
