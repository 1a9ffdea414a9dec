/** Inlay hints. */
import { Decoration, WidgetType } from '@codemirror/view';
import type { InlayHint } from 'vscode-languageserver-protocol';

import { decorated } from './decorated.ts';

export const CAPABILITIES = { inlayHint: {} };

class Hint extends WidgetType {
  readonly #text: string;

  constructor(text: string) {
    super();
    this.#text = text;
  }

  override eq(other: Hint): boolean {
    return other.#text === this.#text;
  }

  toDOM(): HTMLElement {
    const hint = document.createElement('span');
    hint.className = 'hint';
    hint.textContent = this.#text;
    return hint;
  }
}

export const hints = decorated<InlayHint[]>('textDocument/inlayHint', (answer, doc, plugin) =>
  Decoration.set(
    answer
      .filter(({ position }) => position.line < doc.lines)
      .map(({ label, position }) => {
        const text = typeof label === 'string' ? label : label.map(({ value }) => value).join('');
        return Decoration.widget({ widget: new Hint(text), side: 1 }).range(plugin.fromPosition(position, doc));
      }),
    true,
  ),
);
