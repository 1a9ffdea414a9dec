/** Edits of the server, for the one document that the page has. */
import { LSPPlugin } from '@codemirror/lsp-client';
import type { ChangeSpec, Text } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import type { TextEdit, WorkspaceEdit } from 'vscode-languageserver-protocol';

/** Makes edits of a text, which is that of the editor unless somebody has typed meanwhile. Returns whether they were made. */
export function apply(view: EditorView, doc: Text, edits: readonly TextEdit[], userEvent: string): boolean {
  const plugin = LSPPlugin.get(view);
  if (plugin === null || doc !== view.state.doc) {
    return false;
  }
  const changes: ChangeSpec[] = edits.map(({ range, newText }) => ({
    from: plugin.fromPosition(range.start, doc),
    to: plugin.fromPosition(range.end, doc),
    insert: newText,
  }));
  view.dispatch({ changes, userEvent, scrollIntoView: true });
  return true;
}

/** The edits of a workspace edit that are for a document. */
export function editsOf(edit: WorkspaceEdit, uri: string): TextEdit[] {
  const versioned = (edit.documentChanges ?? []).flatMap((change) => ('edits' in change && change.textDocument.uri === uri ? change.edits : []));
  return [...(edit.changes?.[uri] ?? []), ...versioned].filter((one): one is TextEdit => 'newText' in one);
}
