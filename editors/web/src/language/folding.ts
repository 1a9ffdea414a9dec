/** Folds of events, variations, comments and user blocks. */
import { foldGutter, foldKeymap, foldService } from '@codemirror/language';
import { LSPPlugin } from '@codemirror/lsp-client';
import { StateEffect, StateField } from '@codemirror/state';
import { type EditorView, keymap, ViewPlugin } from '@codemirror/view';
import type { FoldingRange } from 'vscode-languageserver-protocol';

import { Due } from '../due.ts';

export const CAPABILITIES = { foldingRange: { lineFoldingOnly: true, rangeLimit: 5000 } };

/** A user who keeps typing pauses for less than this, in milliseconds. */
const REST = 300;

const setFolds = StateEffect.define<Map<number, number>>();

/** The last line of each fold by its first, counted from 1. */
const folds = StateField.define<Map<number, number>>({
  create: () => new Map(),
  update: (value, { effects }) => effects.find((effect) => effect.is(setFolds))?.value ?? value,
});

async function ask(view: EditorView): Promise<void> {
  const plugin = LSPPlugin.get(view);
  const { doc } = view.state;
  if (plugin === null) {
    return;
  }
  plugin.client.sync();
  const answer = await plugin.client.request<object, FoldingRange[] | null>('textDocument/foldingRange', { textDocument: { uri: plugin.uri } }).catch(() => null);
  if (answer !== null && doc === view.state.doc) {
    view.dispatch({ effects: setFolds.of(new Map(answer.map(({ startLine, endLine }) => [startLine + 1, endLine + 1]))) });
  }
}

const asking = ViewPlugin.define((view) => {
  const due = new Due(view.dom, REST, () => void ask(view));
  due.soon();
  return {
    update({ docChanged }) {
      if (docChanged) {
        due.soon();
      }
    },
    destroy: () => due.end(),
  };
});

export const folding = [
  folds,
  asking,
  foldService.of((state, start) => {
    const line = state.doc.lineAt(start);
    const last = state.field(folds).get(line.number);
    return last === undefined || last > state.doc.lines ? null : { from: line.to, to: state.doc.line(last).to };
  }),
  foldGutter(),
  keymap.of(foldKeymap),
];
