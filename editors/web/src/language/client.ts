/** The client of the language server: that of CodeMirror, and what it does not have. */
import { autocompletion } from '@codemirror/autocomplete';
import {
  findReferencesKeymap,
  formatKeymap,
  hoverTooltips,
  jumpToDefinitionKeymap,
  LSPClient,
  renameKeymap,
  serverCompletion,
  signatureHelp,
} from '@codemirror/lsp-client';
import { keymap } from '@codemirror/view';

import type { Service } from '../service.ts';
import { actionKeymap, CAPABILITIES as ACTIONS } from './actions.ts';
import { diagnostics } from './diagnostics.ts';
import { CAPABILITIES as FOLDS, folding } from './folding.ts';
import { CAPABILITIES as HINTS, hints } from './hints.ts';
import { sanitize } from './sanitize.ts';
import { CAPABILITIES as TOKENS, tokens } from './tokens.ts';
import { typing } from './typing.ts';

/** How long an answer is waited for, in milliseconds: a text of many megabytes takes its time in one thread. */
const PATIENCE = 60_000;

/** The id of the language. */
export const LANGUAGE = 'ishi';

export function connect(service: Service): LSPClient {
  const client = new LSPClient({
    timeout: PATIENCE,
    sanitizeHTML: sanitize,
    initializationOptions: { pictures: true },
    extensions: [
      serverCompletion(),
      autocompletion({ activateOnTypingDelay: 20 }),
      hoverTooltips({ hoverTime: 250 }),
      signatureHelp(),
      keymap.of([...actionKeymap, ...formatKeymap, ...renameKeymap, ...jumpToDefinitionKeymap, ...findReferencesKeymap]),
      diagnostics(),
      tokens,
      hints,
      folding,
      typing,
      { clientCapabilities: { textDocument: { ...ACTIONS, ...FOLDS, ...HINTS, ...TOKENS } } },
      { clientCapabilities: { textDocument: { documentSymbol: { hierarchicalDocumentSymbolSupport: true } } } },
    ],
  });
  return client.connect(service);
}
