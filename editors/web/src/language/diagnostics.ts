/** Diagnostics, with their quick fixes in the tooltip. */
import { type Diagnostic as Shown, linter, lintGutter, setDiagnostics } from '@codemirror/lint';
import { type LSPClientExtension, LSPPlugin } from '@codemirror/lsp-client';
import { Prec } from '@codemirror/state';
import { EditorView, ViewPlugin } from '@codemirror/view';
import type { Diagnostic, Position, PublishDiagnosticsParams } from 'vscode-languageserver-protocol';

import { fixButtons } from './actions.ts';
import { problems, setProblems, wordsOf } from './problems.ts';

const SEVERITIES = ['error', 'error', 'warning', 'info', 'hint'] as const;

/**
 * Shows what the server has sent. It sends nothing for a later version that has the same diagnostics in the same places. So
 * those of an earlier version are either those of the text as it is, or others follow at once.
 */
function publish(view: EditorView, { diagnostics: list }: PublishDiagnosticsParams): void {
  const plugin = LSPPlugin.get(view);
  if (plugin === null) {
    return;
  }
  const { syncedDoc, unsyncedChanges } = plugin;
  const placeOf = ({ line, character }: Position) => {
    const { from, to } = syncedDoc.line(Math.min(line + 1, syncedDoc.lines));
    return unsyncedChanges.mapPos(Math.min(from + character, to));
  };
  const found = list.map((diagnostic) => ({
    diagnostic,
    severity: SEVERITIES[diagnostic.severity ?? 1] ?? 'error',
    from: placeOf(diagnostic.range.start),
    to: placeOf(diagnostic.range.end),
  }));
  found.sort((one, other) => one.from - other.from);
  const shown = found.map(({ diagnostic, severity, from, to }): Shown => ({
    from,
    to: Math.max(from, to),
    severity,
    message: wordsOf(diagnostic),
    source: String(diagnostic.code ?? ''),
    renderMessage: (editor) => described(editor, diagnostic),
  }));
  view.dispatch(setDiagnostics(view.state, shown), { effects: setProblems.of(found) });
}

/** The tooltip of a diagnostic: the message, where there is more about it, and its fixes as soon as they are known. */
function described(view: EditorView, diagnostic: Diagnostic): HTMLElement {
  const whole = document.createElement('div');
  const message = document.createElement('div');
  message.textContent = wordsOf(diagnostic);
  whole.append(message, fixButtons(view, diagnostic));
  return whole;
}

/** Sends each edit at once, before the editor has drawn it: diagnostics follow within milliseconds. */
const sync = ViewPlugin.define((view) => ({
  update({ docChanged }) {
    if (docChanged) {
      LSPPlugin.get(view)?.client.sync();
    }
  },
}));

export function diagnostics(): LSPClientExtension {
  return {
    clientCapabilities: { textDocument: { publishDiagnostics: { versionSupport: true, codeDescriptionSupport: true } } },
    notificationHandlers: {
      'textDocument/publishDiagnostics': (client, params: PublishDiagnosticsParams) => {
        const view = client.workspace.getFile(params.uri)?.getView();
        if (view) {
          publish(view, params);
        }
        return true;
      },
    },
    // Without a linter, the first diagnostics would set up the editor anew.
    editorExtension: [Prec.highest(sync), linter(null), problems, lintGutter()],
  };
}
