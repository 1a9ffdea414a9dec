/** The editor of the text. */
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { lintKeymap } from '@codemirror/lint';
import type { LSPClient } from '@codemirror/lsp-client';
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search';
import { EditorState, type Extension, Text } from '@codemirror/state';
import { drawSelection, dropCursor, EditorView, highlightActiveLine, highlightActiveLineGutter, keymap, lineNumbers, placeholder } from '@codemirror/view';

import type { CursorIn } from './documents/desk.ts';
import { LANGUAGE } from './language/client.ts';

/** The nonce of the page's policy, for style elements. */
export const NONCE = 'codemirror';

const THEME = EditorView.theme({
  '&': { height: '100%', color: 'var(--ink)', backgroundColor: 'var(--page)', fontSize: '13px' },
  '.cm-scroller': { fontFamily: 'ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace', lineHeight: '1.5' },
  '.cm-content': { caretColor: 'var(--ink)' },
  '.cm-placeholder': { color: 'var(--faint)', whiteSpace: 'normal', maxWidth: '46ch' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '.cm-gutters': { color: 'var(--faint)', backgroundColor: 'var(--page)', border: 'none' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'color-mix(in srgb, var(--chosen) 45%, transparent)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': { backgroundColor: 'var(--chosen)' },
  '.cm-tooltip, .cm-panels': { color: 'var(--ink)', backgroundColor: 'var(--bar)', borderColor: 'var(--line)' },
  '.cm-tooltip.cm-lsp-hover-tooltip, .cm-lsp-documentation': { maxWidth: 'min(32em, 90vw)', maxHeight: '60vh', overflow: 'auto' },
  '.cm-lsp-documentation img': { maxWidth: '100%', height: 'auto' },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': { color: 'var(--ink)', backgroundColor: 'var(--chosen)' },
  '.cm-textfield, .cm-button': { color: 'var(--ink)', backgroundColor: 'var(--page)', backgroundImage: 'none', borderColor: 'var(--line)' },
});

/** The hint in an empty text. */
const HINT = 'Write EVENT and a title, then moves such as B 1 Q16. Or open, drop or paste a game.';

/** The state for a text, which the server knows by its URI, with the cursor where `cursor` finds its place. */
export function stateFor(text: string, cursor: CursorIn, client: LSPClient, uri: string, more: Extension): EditorState {
  const doc = Text.of(text.split(/\r\n?|\n/));
  return EditorState.create({
    doc,
    selection: { anchor: cursor(doc) },
    extensions: [
      EditorView.cspNonce.of(NONCE),
      // It has the focus by itself; this says so to tools that look for elements with it.
      EditorView.contentAttributes.of({ 'aria-label': 'Text of the record', tabindex: '0' }),
      lineNumbers(),
      placeholder(HINT),
      history(),
      drawSelection(),
      dropCursor(),
      highlightActiveLine(),
      highlightActiveLineGutter(),
      highlightSelectionMatches(),
      EditorState.tabSize.of(2),
      EditorView.lineWrapping,
      keymap.of([...defaultKeymap, ...historyKeymap, ...searchKeymap, ...lintKeymap]),
      THEME,
      client.plugin(uri, LANGUAGE),
      more,
    ],
  });
}
