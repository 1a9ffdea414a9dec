/** Formatting while typing: after Enter a location is written as a move, and an ENDVAR moves to its column. */
import { LSPPlugin } from '@codemirror/lsp-client';
import { ViewPlugin } from '@codemirror/view';
import type { TextEdit } from 'vscode-languageserver-protocol';

import { apply } from './edits.ts';

export const typing = ViewPlugin.define((view) => {
  const ask = async (ch: string) => {
    const plugin = LSPPlugin.get(view);
    const triggers = plugin?.client.serverCapabilities?.documentOnTypeFormattingProvider;
    if (plugin === null || triggers === undefined || ![triggers.firstTriggerCharacter, ...(triggers.moreTriggerCharacter ?? [])].includes(ch)) {
      return;
    }
    const { doc } = view.state;
    plugin.client.sync();
    const position = plugin.toPosition(view.state.selection.main.head);
    const options = { tabSize: 2, insertSpaces: true };
    const edits = await plugin.client
      .request<object, TextEdit[] | null>('textDocument/onTypeFormatting', { textDocument: { uri: plugin.uri }, position, ch, options })
      .catch(() => null);
    if (edits !== null && edits.length > 0) {
      apply(view, doc, edits, 'input.format');
    }
  };
  return {
    update({ docChanged, transactions, state }) {
      const isTyped = docChanged && transactions.some((transaction) => transaction.isUserEvent('input') && !transaction.isUserEvent('input.format'));
      if (isTyped) {
        const { head } = state.selection.main;
        const line = state.doc.lineAt(head);
        // CodeMirror has indented the new line already.
        const ch = state.sliceDoc(line.from, head).trim() === '' && line.number > 1 ? '\n' : state.sliceDoc(head - 1, head);
        queueMicrotask(() => void ask(ch));
      }
    },
  };
});
