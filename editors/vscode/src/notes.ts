/** What the server does for Markdown: only diagnostics, completion and hover, so that it is never asked to format it. */
import type { BaseLanguageClient } from 'vscode-languageclient';

/** Registers these features for Markdown with a client whose server has started. For all of them it has a selector of its own. */
export async function serveNotes(client: BaseLanguageClient): Promise<void> {
  const { TextDocumentSyncKind } = await import('vscode-languageclient');
  const documentSelector = [{ language: 'markdown' }];
  const { completionProvider, diagnosticProvider } = client.initializeResult?.capabilities ?? {};
  const id = (method: string) => `ishi/markdown/${method}`;
  client.getFeature('textDocument/hover').register({ id: id('hover'), registerOptions: { documentSelector } });
  client.getFeature('textDocument/completion').register({ id: id('completion'), registerOptions: { ...completionProvider, documentSelector } });
  if (diagnosticProvider !== undefined) {
    // The folder is pulled already.
    const registerOptions = { ...diagnosticProvider, workspaceDiagnostics: false, documentSelector };
    client.getFeature('textDocument/diagnostic').register({ id: id('diagnostic'), registerOptions });
  }
  client.getFeature('textDocument/didChange').register({ id: id('didChange'), registerOptions: { documentSelector, syncKind: TextDocumentSyncKind.Incremental } });
  client.getFeature('textDocument/didClose').register({ id: id('didClose'), registerOptions: { documentSelector } });
  // This sends what is open, and so comes last.
  client.getFeature('textDocument/didOpen').register({ id: id('didOpen'), registerOptions: { documentSelector } });
}
