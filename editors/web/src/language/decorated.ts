/** Decorations that the server works out for the part of a text that is in view. */
import { LSPPlugin } from '@codemirror/lsp-client';
import type { Text } from '@codemirror/state';
import { Decoration, type DecorationSet, type EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';

import { Due } from '../due.ts';
import { isRefreshed } from './requests.ts';

/** A user who keeps typing or scrolling pauses for less than this, in milliseconds. */
const REST = 30;

/** The margin of requests around the view, in characters, so that scrolling a little requests nothing new. */
const MARGIN = 2000;

/** Asks with a method whenever the text or the view has changed, and shows what `read` makes of the answer. */
export function decorated<T>(method: string, read: (answer: T, doc: Text, plugin: LSPPlugin) => DecorationSet) {
  class Plugin {
    decorations = Decoration.none;
    readonly #due: Due;
    #isClosed = false;

    constructor(view: EditorView) {
      this.#due = new Due(view.dom, REST, () => void this.#ask(view));
      this.#due.soon();
    }

    update(update: ViewUpdate): void {
      const { docChanged, viewportChanged, changes } = update;
      if (docChanged) {
        // Until there is an answer for the new text, all move with it.
        this.decorations = this.decorations.map(changes);
      }
      if (docChanged || viewportChanged || isRefreshed(update)) {
        this.#due.soon();
      }
    }

    destroy(): void {
      this.#isClosed = true;
      this.#due.end();
    }

    async #ask(view: EditorView): Promise<void> {
      const plugin = LSPPlugin.get(view);
      const { doc } = view.state;
      if (plugin === null) {
        return;
      }
      const { from, to } = view.viewport;
      const start = plugin.toPosition(Math.max(0, from - MARGIN));
      const end = plugin.toPosition(Math.min(doc.length, to + MARGIN));
      plugin.client.sync();
      // Nothing is shown of what could not be answered; the next change asks again.
      const answer = await plugin.client.request<object, T | null>(method, { textDocument: { uri: plugin.uri }, range: { start, end } }).catch(() => null);
      if (answer !== null && !this.#isClosed && doc === view.state.doc) {
        this.decorations = read(answer, doc, plugin);
        view.dispatch({});
      }
    }
  }
  return ViewPlugin.fromClass(Plugin, { decorations: ({ decorations }) => decorations });
}
