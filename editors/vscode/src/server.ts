/** Runs the language server: starts it, hands it the settings, starts it again. */
import * as vscode from 'vscode';
import type { BaseLanguageClient, LanguageClientOptions, WorkspaceEdit } from 'vscode-languageclient';

import type { Engine, Found } from './engine.ts';
import { middleware } from './middleware.ts';
import { serveNotes } from './notes.ts';
import { serverSettings } from './settings.ts';

/** The JSON-RPC error of a server that does not know a request. */
const METHOD_NOT_FOUND = -32601;

/** The `FileChangeType` of a file with a new content. */
const FILE_CHANGED = 2;

/** How often the server may end by itself in a period, in milliseconds, before it is left alone. */
const DEATHS = 4;
const PERIOD = 180_000;

export class Server implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  /** Fires whenever the server has started, stopped or ended. */
  readonly onDidChangeState = this.#changed.event;

  readonly #engine: Engine;
  readonly #log: vscode.LogOutputChannel;
  readonly #subscriptions: vscode.Disposable[];
  #client: BaseLanguageClient | undefined;
  /** Ends a start that is under way. */
  #giveUpStart: () => void = () => {};
  /** Starts and stops happen one after the other. */
  #last: Promise<void> = Promise.resolve();
  #problem: string | null = null;
  /** When it has ended by itself, in milliseconds since 1970. */
  #deaths: number[] = [];
  #unknown = new Set<string>();
  /** How many answers were asked for in parts. */
  #parts = 0;

  constructor(engine: Engine, log: vscode.LogOutputChannel) {
    this.#engine = engine;
    this.#log = log;
    this.#subscriptions = [
      this.#changed,
      vscode.workspace.onDidChangeConfiguration((event) => {
        // The server asks for all other settings itself, and to be notified when they change.
        if (['ishi.server.path', 'ishi.library.index'].some((key) => event.affectsConfiguration(key))) {
          void this.restart();
        }
      }),
      vscode.workspace.onDidSaveTextDocument(({ uri }) => this.#savedSettings(uri)),
    ];
  }

  /** Whether it answers. */
  get isRunning(): boolean {
    return this.#client?.isRunning() ?? false;
  }

  /** Why it can't be started, if so. */
  get problem(): string | null {
    return this.#problem;
  }

  /** Starts it, unless that has been done. */
  start(): Promise<void> {
    return this.#then(async () => {
      if (this.#client === undefined) {
        await this.#start();
      }
    });
  }

  restart(): Promise<void> {
    // A program that never answers would be waited for.
    this.#giveUpStart();
    return this.#then(async () => {
      this.#deaths = [];
      await this.#stop();
      await this.#start();
    });
  }

  /** Asks the server; undefined where it does not run, or does not know the request. */
  async request<T>(method: string, params: object, signal?: AbortSignal): Promise<T | undefined> {
    if (!this.isRunning || this.#unknown.has(method)) {
      return undefined;
    }
    const cancellation = new vscode.CancellationTokenSource();
    const cancel = () => cancellation.cancel();
    signal?.addEventListener('abort', cancel);
    try {
      return await this.#client?.sendRequest<T>(method, params, cancellation.token);
    } catch (error) {
      if ((error as { code?: number }).code === METHOD_NOT_FOUND) {
        this.#unknown.add(method);
        this.#log.warn(`The server does not know ${method}.`);
      } else if (!cancellation.token.isCancellationRequested) {
        this.#log.debug(`${method}: ${String(error)}`);
      }
      return undefined;
    } finally {
      signal?.removeEventListener('abort', cancel);
      cancellation.dispose();
    }
  }

  /** Runs a command of the server. Throws an error with the reason where the server refuses it, or does not run. */
  async execute<T>(command: string, argument: object): Promise<T> {
    return this.#running().sendRequest<T>('workspace/executeCommand', { command, arguments: [argument] });
  }

  /** Asks for an answer of which parts come before. Throws an error with the reason where the server refuses it, or does not run. */
  async collect<T, P>(method: string, params: object, take: (part: P) => void, token: vscode.CancellationToken): Promise<T> {
    const client = this.#running();
    const { ProgressType } = await import('vscode-languageclient');
    const partialResultToken = `ishi/parts/${(this.#parts += 1)}`;
    const parts = client.onProgress(new ProgressType<P>(), partialResultToken, take);
    try {
      return await client.sendRequest<T>(method, { ...params, partialResultToken }, token);
    } finally {
      parts.dispose();
    }
  }

  #running(): BaseLanguageClient {
    const client = this.isRunning ? this.#client : undefined;
    if (client === undefined) {
      throw new Error(this.#problem ?? 'the language server is starting');
    }
    return client;
  }

  /** An edit of the server as one of the editor. */
  async convertEdit(edit: WorkspaceEdit): Promise<vscode.WorkspaceEdit | undefined> {
    return this.#client?.protocol2CodeConverter.asWorkspaceEdit(edit);
  }

  /** Returns the edits that format a document; none where the server does not run. */
  async format(document: vscode.TextDocument): Promise<vscode.TextEdit[]> {
    const client = this.isRunning ? this.#client : undefined;
    const provider = client?.getFeature('textDocument/formatting').getProvider(document);
    // Required, and not used: the server has settings of its own for both.
    const options: vscode.FormattingOptions = { tabSize: 2, insertSpaces: true };
    const token = new vscode.CancellationTokenSource().token;
    return (await provider?.provideDocumentFormattingEdits(document, options, token)) ?? [];
  }

  async dispose(): Promise<void> {
    this.#giveUpStart();
    vscode.Disposable.from(...this.#subscriptions).dispose();
    await this.#then(() => this.#stop());
  }

  #then(work: () => Promise<void>): Promise<void> {
    this.#last = this.#last.then(work, work);
    return this.#last;
  }

  async #start(): Promise<void> {
    let isGivenUp = false;
    let hasRun = false;
    this.#giveUpStart = () => {
      // One that has answered is stopped like any other: the client is still registering what it offers.
      if (!hasRun) {
        isGivenUp = true;
        this.#engine.kill();
      }
    };
    let found: Found | undefined;
    try {
      found = await this.#engine.find();
      if (isGivenUp) {
        return;
      }
      if ('problem' in found) {
        await this.#fail(found.problem, found.isNamed);
        return;
      }
      this.#problem = null;
      this.#unknown.clear();
      this.#log.info(`Starting ${found.name}`);
      const { State } = await import('vscode-languageclient');
      const client = await this.#engine.createClient(await this.#options());
      this.#client = client;
      // The client would notify the user of each request that was on its way when the server ended, and a second time of a failed start.
      // What the user has to know is reported here.
      const log = client.error.bind(client);
      client.error = (message, data) => log(message, data, false);
      client.onDidChangeState(({ newState }) => {
        hasRun ||= newState === State.Running;
        if (hasRun && newState === State.Stopped) {
          void this.#then(() => this.#recover(client));
        }
        this.#changed.fire();
      });
      if (!isGivenUp) {
        await client.start();
        await serveNotes(client);
      }
    } catch (error) {
      // One that has run is started again.
      if (!isGivenUp && !hasRun) {
        const name = found !== undefined && 'name' in found ? ` ${found.name}` : '';
        await this.#fail(`The language server${name} did not start: ${String(error)}`, found?.isNamed ?? false);
      }
    } finally {
      this.#giveUpStart = () => {};
    }
  }

  async #options(): Promise<LanguageClientOptions> {
    const { CloseAction, ErrorAction } = await import('vscode-languageclient');
    return {
      documentSelector: [{ language: 'ishi' }, { language: 'sgf' }],
      outputChannel: this.#log,
      // The server draws the board in a hover for clients that say they show pictures, and calls the commands that they list: from a
      // lens above an event, and after a keyword that was completed.
      initializationOptions: () => ({ ishi: serverSettings(), pictures: true, commands: ['ishi.showBoard', 'editor.action.triggerSuggest'] }),
      // A failed start is reported above.
      initializationFailedHandler: () => false,
      middleware,
      errorHandler: {
        // A pipe breaks when the server dies while something is typed. By itself the client would give up then; what it
        // hears next is that the connection is closed.
        error: () => ({ action: ErrorAction.Continue, handled: true }),
        // Nor does the client start it again if it dies just after its first answer. So that is done here, for every death.
        closed: () => ({ action: CloseAction.DoNotRestart, message: 'The server has ended.', handled: true }),
      },
    };
  }

  /**
   * Reports a saved `ishi.toml`. VS Code watches a folder only some seconds after it was opened, and some folders never, and what
   * happens there meanwhile is not reported later.
   */
  #savedSettings(uri: vscode.Uri): void {
    const client = this.isRunning ? this.#client : undefined;
    if (client !== undefined && uri.path.endsWith('/ishi.toml')) {
      const changes = [{ uri: client.code2ProtocolConverter.asUri(uri), type: FILE_CHANGED }];
      // A server that has just ended reads the file when it is started again.
      void client.sendNotification('workspace/didChangeWatchedFiles', { changes }).catch(() => undefined);
    }
  }

  /** Starts the server again after it has ended, unless it was stopped or ends too often. */
  async #recover(client: BaseLanguageClient): Promise<void> {
    if (this.#client !== client) {
      return;
    }
    await this.#stop();
    const now = Date.now();
    this.#deaths = [...this.#deaths.filter((time) => now - time < PERIOD), now];
    if (this.#deaths.length > DEATHS) {
      await this.#fail('The language server crashed repeatedly and is not started again. See the log.', false);
    } else {
      await this.#start();
    }
  }

  async #stop(): Promise<void> {
    const client = this.#client;
    this.#client = undefined;
    // One that has failed to start, or has ended by itself too often, can't be stopped any more.
    await client?.dispose(2000).catch((error: unknown) => this.#log.debug(String(error)));
    this.#engine.kill();
    this.#changed.fire();
  }

  async #fail(problem: string, isNamed: boolean): Promise<void> {
    this.#problem = problem;
    this.#log.error(problem);
    this.#changed.fire();
    const choices = [isNamed ? 'Open Setting' : 'Restart', 'Show Log'];
    // This does not wait for the user's choice.
    void vscode.window.showErrorMessage(problem, ...choices).then((choice) => {
      if (choice === 'Restart') {
        void this.restart();
      } else if (choice === 'Open Setting') {
        void vscode.commands.executeCommand('workbench.action.openSettings', 'ishi.server.path');
      } else if (choice === 'Show Log') {
        this.#log.show();
      }
    });
  }
}
