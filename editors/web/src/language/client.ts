/** The client of the language server: that of CodeMirror, and what it does not have. */
import { acceptCompletion, autocompletion, completionStatus, selectedCompletionIndex, setSelectedCompletion } from '@codemirror/autocomplete';
import {
  findReferencesKeymap,
  formatKeymap,
  hoverTooltips,
  jumpToDefinitionKeymap,
  LSPClient,
  LSPPlugin,
  renameKeymap,
  serverCompletion,
  signatureHelp,
  type Transport,
} from '@codemirror/lsp-client';
import { type EditorView, keymap } from '@codemirror/view';

import type { Service } from '../service.ts';
import { actionKeymap, CAPABILITIES as ACTIONS } from './actions.ts';
import { type OwnCommands, ownCommands } from './commands.ts';
import { diagnostics } from './diagnostics.ts';
import { CAPABILITIES as FOLDS, folding } from './folding.ts';
import { CAPABILITIES as HINTS, hints } from './hints.ts';
import { CAPABILITIES as LENSES, lenses } from './lenses.ts';
import { Answering, answersOf, CAPABILITIES as REQUESTS } from './requests.ts';
import { sanitize } from './sanitize.ts';
import { CAPABILITIES as TOKENS, tokens } from './tokens.ts';
import { typing } from './typing.ts';

/** How long an answer is waited for, in milliseconds: a text of many megabytes takes its time in one thread. */
const PATIENCE = 60_000;

/** The id of the language. */
export const LANGUAGE = 'ishi';

/** The parts of the page that the client needs. */
export interface Surroundings {
  /** The commands that a lens may run in the page. */
  commands: OwnCommands;
  /** The settings of the server, as they are now. */
  settings(): object;
}

/**
 * A client that sends a notification at once, as soon as there is a server: that of CodeMirror waits for what runs to end, which
 * may be the update of the editor. Then the server works while the editor does.
 */
class PromptClient extends LSPClient {
  /** The transport, as soon as nothing waits for the server that was sent earlier. */
  #prompt: Transport | null = null;

  override connect(transport: Transport): this {
    super.connect(transport);
    const { initializing } = this;
    void initializing.then(() => setTimeout(() => {
      this.#prompt = this.initializing === initializing ? transport : null;
    }), () => {});
    return this;
  }

  override disconnect(): void {
    this.#prompt = null;
    super.disconnect();
  }

  override notification<Params>(method: string, params: Params): void {
    if (this.#prompt !== null) {
      this.#prompt.send(JSON.stringify({ jsonrpc: '2.0', method, params }));
    } else {
      super.notification(method, params);
    }
  }
}

/** The private part of the client: the requests that wait for an answer. */
interface Waiting {
  requests: { reject(error: Error): void }[];
}

/** Takes the selected proposal, or else the first. */
function takeProposal(view: EditorView): boolean {
  if (completionStatus(view.state) === 'active' && selectedCompletionIndex(view.state) === null) {
    view.dispatch({ effects: setSelectedCompletion(0) });
  }
  return acceptCompletion(view);
}

/** The client of the server in a worker, and of the next one, when that has died. */
export class Client {
  readonly lsp: LSPClient;
  readonly #transport: Transport;
  readonly #settings: () => object;

  constructor(service: Service, { commands, settings }: Surroundings) {
    this.#settings = settings;
    this.lsp = new PromptClient({
      timeout: PATIENCE,
      sanitizeHTML: sanitize,
      // Read each time that a server starts.
      get initializationOptions() {
        return { pictures: true, commands: Object.keys(commands), ishi: settings() };
      },
      extensions: [
        ownCommands.of(commands),
        serverCompletion(),
        // As in the extension for VS Code, Enter ends a line: it takes a proposal only after the arrow keys have selected one.
        autocompletion({ activateOnTypingDelay: 20, selectOnOpen: false }),
        keymap.of([{ key: 'Tab', run: takeProposal }]),
        hoverTooltips({ hoverTime: 250 }),
        signatureHelp(),
        keymap.of([...actionKeymap, ...formatKeymap, ...renameKeymap, ...jumpToDefinitionKeymap, ...findReferencesKeymap]),
        diagnostics(),
        tokens,
        hints,
        lenses,
        folding,
        typing,
        { clientCapabilities: { workspace: REQUESTS, textDocument: { ...ACTIONS, ...FOLDS, ...HINTS, ...LENSES, ...TOKENS } } },
        { clientCapabilities: { textDocument: { documentSymbol: { hierarchicalDocumentSymbolSupport: true } } } },
      ],
    });
    this.#transport = new Answering(service, answersOf(this.lsp));
    this.lsp.connect(this.#transport);
  }

  /** Hands the settings to the server, after a change. */
  configure(): void {
    this.lsp.notification('workspace/didChangeConfiguration', { settings: { ishi: this.#settings() } });
  }

  /** Goes on with a server that has taken the place of one that died. The texts go to it as they are now. */
  async reconnect(): Promise<void> {
    const { lsp } = this;
    lsp.disconnect();
    // It would wait for the answers of the server that is gone, and those who have asked with it.
    for (const request of (lsp as unknown as Waiting).requests.splice(0)) {
      request.reject(new Error('the language server crashed'));
    }
    for (const file of lsp.workspace.files) {
      const view = file.getView();
      if (view) {
        file.doc = view.state.doc;
        LSPPlugin.get(view)?.clear();
      }
    }
    lsp.connect(this.#transport);
    await lsp.initializing;
  }
}
