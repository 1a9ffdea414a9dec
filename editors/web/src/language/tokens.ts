/** Semantic colors. */
import { RangeSetBuilder } from '@codemirror/state';
import { Decoration } from '@codemirror/view';
import type { SemanticTokens } from 'vscode-languageserver-protocol';

import { decorated } from './decorated.ts';

export const CAPABILITIES = {
  semanticTokens: {
    requests: { range: true },
    tokenTypes: ['keyword', 'type', 'number', 'variable', 'enumMember', 'decorator', 'label', 'operator', 'title', 'string', 'comment', 'macro'],
    tokenModifiers: ['captured', 'setup', 'error'],
    formats: ['relative'],
  },
};

/** A token is five numbers, of which the first two count from the token before. */
const NUMBERS = 5;

export const tokens = decorated<SemanticTokens>('textDocument/semanticTokens/range', ({ data }, doc, { client }) => {
  const { tokenTypes = [], tokenModifiers = [] } = client.serverCapabilities?.semanticTokensProvider?.legend ?? {};
  const built = new RangeSetBuilder<Decoration>();
  const at = { line: 0, column: 0 };
  for (let index = 0; index + NUMBERS <= data.length; index += NUMBERS) {
    const [lines = 0, columns = 0, length = 0, type = 0, modifiers = 0] = data.slice(index, index + NUMBERS);
    at.column = lines === 0 ? at.column + columns : columns;
    at.line += lines;
    if (at.line >= doc.lines) {
      break;
    }
    const { from, to } = doc.line(at.line + 1);
    const names = [tokenTypes[type], ...tokenModifiers.filter((_, bit) => (modifiers >> bit) & 1)];
    const end = Math.min(to, from + at.column + length);
    if (from + at.column < end) {
      built.add(from + at.column, end, Decoration.mark({ class: names.map((name) => `token-${name}`).join(' ') }));
    }
  }
  return built.finish();
});
