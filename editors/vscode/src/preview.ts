/** The preview: a record as a page to read beside the text, which follows typing, cursor and scrolling. */
import * as vscode from 'vscode';

import { type Content, keysOf, numberOf, type Spot } from '../../preview/src/content.ts';
import { renamedTo } from './anchor.ts';
import { type Cursor, hasGames } from './cursor.ts';
import { page } from './page.ts';
import type { FromPreview, PreviewState, ToPreview } from './previewMessages.ts';
import type { Server } from './server.ts';
import { fileOf } from './sgf.ts';

const TYPE = 'ishi.preview';

/** How long the editor may take to say that it has scrolled as the page, in milliseconds. */
const ECHO = 400;

interface Shared {
  context: vscode.ExtensionContext;
  cursor: Cursor;
  server: Server;
}

const nameOf = (uri: vscode.Uri) => fileOf(uri).path.split('/').at(-1) ?? '';

/** The previews: one that follows the active record, and those that were open before the window was loaded again. */
export class Previews implements vscode.Disposable {
  readonly #shared: Shared;
  readonly #open = new Set<Preview>();
  readonly #subscriptions: vscode.Disposable[];

  constructor(context: vscode.ExtensionContext, cursor: Cursor, server: Server) {
    this.#shared = { context, cursor, server };
    this.#subscriptions = [
      vscode.window.registerWebviewPanelSerializer(TYPE, {
        deserializeWebviewPanel: async (panel, state: PreviewState | undefined) => {
          const uri = state && vscode.Uri.parse(state.uri);
          this.#adopt(panel, uri);
          if (uri !== undefined) {
            // A record that is gone, or was never saved, has no page.
            await vscode.workspace.openTextDocument(uri).then(undefined, () => undefined);
          }
        },
      }),
      vscode.commands.registerCommand('ishi.openPreview', (uri?: unknown) => this.#reveal(uri instanceof vscode.Uri ? uri : cursor.place?.document.uri)),
      vscode.commands.registerCommand('ishi.printPreview', () => this.#print()),
    ];
  }

  /** The previews that are open, for tests. */
  get uris(): string[] {
    return [...this.#open].map(({ uri }) => uri?.toString() ?? '');
  }

  dispose(): void {
    vscode.Disposable.from(...this.#open, ...this.#subscriptions).dispose();
  }

  #reveal(uri: vscode.Uri | undefined): void {
    const [shown] = this.#open;
    if (shown !== undefined) {
      shown.turnTo(uri);
      shown.panel.reveal(undefined, true);
      return;
    }
    const column = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
    this.#adopt(vscode.window.createWebviewPanel(TYPE, 'Preview', column), uri);
  }

  #adopt(panel: vscode.WebviewPanel, uri: vscode.Uri | undefined): void {
    const preview = new Preview(panel, this.#shared, uri);
    this.#open.add(preview);
    panel.onDidDispose(() => {
      preview.dispose();
      this.#open.delete(preview);
    });
  }

  /** Opens the page in a browser, which prints: VS Code does not print what a panel shows. */
  async #print(): Promise<void> {
    const { context, cursor, server } = this.#shared;
    const active = [...this.#open].find(({ panel }) => panel.active)?.uri;
    const uri = active ?? cursor.place?.document.uri;
    const params = uri && { textDocument: { uri: uri.toString() }, format: 'html', name: nameOf(uri) };
    const answer = params && (await server.request<{ html: string } | null>('ishi/page', params));
    if (uri === undefined || !answer) {
      void vscode.window.showInformationMessage(server.problem ?? 'Open the record to print it.');
      return;
    }
    const name = nameOf(uri).replace(/\.[^.]*$/, '') || 'record';
    const bytes = new TextEncoder().encode(answer.html);
    try {
      if (vscode.env.uiKind === vscode.UIKind.Desktop && vscode.env.remoteName === undefined) {
        const folder = vscode.Uri.joinPath(context.globalStorageUri, 'print');
        // One file for all, so that they do not pile up.
        await vscode.workspace.fs.delete(folder, { recursive: true }).then(undefined, () => undefined);
        const file = vscode.Uri.joinPath(folder, `${name}.html`);
        await vscode.workspace.fs.writeFile(file, bytes);
        await vscode.env.openExternal(file);
        return;
      }
      // A browser can't open a file of the machine where the editor runs.
      const defaultUri = uri.scheme === 'untitled' ? undefined : vscode.Uri.joinPath(fileOf(uri), '..', `${name}.html`);
      const target = await vscode.window.showSaveDialog({ filters: { HTML: ['html'] }, title: 'Save the Page, to Print It in a Browser', ...(defaultUri && { defaultUri }) });
      if (target !== undefined) {
        await vscode.workspace.fs.writeFile(target, bytes);
        void vscode.window.showInformationMessage(`Open ${nameOf(target)} in a browser to print it.`);
      }
    } catch (error) {
      void vscode.window.showErrorMessage(`The page was not written: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
}

/** One panel with a page. */
class Preview implements vscode.Disposable {
  readonly panel: vscode.WebviewPanel;
  readonly #shared: Shared;
  readonly #subscriptions: vscode.Disposable[];
  #uri: vscode.Uri | undefined;
  /** The keys of the elements that the page has. */
  #known: string[] = [];
  /** Whether the page was loaded. */
  #isReady = false;
  /** Whether there is something to show that was not asked for. */
  #isStale = false;
  /** Ends the request that is under way. */
  #request: AbortController | undefined;
  /** When the page has scrolled the editor, in milliseconds. */
  #scrolledAt = 0;

  constructor(panel: vscode.WebviewPanel, shared: Shared, uri: vscode.Uri | undefined) {
    this.panel = panel;
    this.#shared = shared;
    const { webview } = panel;
    const dist = vscode.Uri.joinPath(shared.context.extensionUri, 'dist');
    panel.iconPath = vscode.Uri.joinPath(shared.context.extensionUri, 'media', 'icon.png');
    webview.options = { enableScripts: true, localResourceRoots: [dist] };
    this.#subscriptions = [
      webview.onDidReceiveMessage((message: FromPreview) => this.#onMessage(message)),
      panel.onDidChangeViewState(() => this.#refresh()),
      shared.server.onDidChangeState(() => this.#refresh()),
      shared.cursor.onDidMove((place) => {
        this.turnTo(place?.document.uri);
        this.#showCursor('reveal');
      }),
      vscode.workspace.onDidChangeTextDocument(({ document }) => this.#refreshFor(document)),
      vscode.workspace.onDidOpenTextDocument((document) => this.#refreshFor(document)),
      vscode.window.onDidChangeTextEditorVisibleRanges(({ textEditor, visibleRanges }) => {
        const [range] = visibleRanges;
        if (range !== undefined && this.#isShown(textEditor.document) && Date.now() - this.#scrolledAt > ECHO) {
          this.#send({ type: 'scroll', place: numberOf(range.start) });
        }
      }),
      vscode.workspace.onDidRenameFiles(({ files }) => {
        const renamed = this.#uri && renamedTo(this.#uri, files);
        if (renamed !== undefined) {
          this.turnTo(renamed);
        }
      }),
    ];
    webview.html = page(webview, dist, { name: 'preview', title: 'Preview' });
    this.turnTo(uri);
  }

  get uri(): vscode.Uri | undefined {
    return this.#uri;
  }

  /** Shows another document. Without one, the page stays as it is. */
  turnTo(uri: vscode.Uri | undefined): void {
    if (uri !== undefined && uri.toString() !== this.#uri?.toString()) {
      this.#uri = uri;
      this.panel.title = `Preview ${nameOf(uri)}`;
      this.#refresh();
    }
  }

  dispose(): void {
    this.#request?.abort();
    vscode.Disposable.from(...this.#subscriptions).dispose();
  }

  #isShown(document: vscode.TextDocument): boolean {
    return document.uri.toString() === this.#uri?.toString();
  }

  #send(message: ToPreview): void {
    if (this.#isReady) {
      void this.panel.webview.postMessage(message);
    }
  }

  #refreshFor(document: vscode.TextDocument): void {
    if (this.#isShown(document) && hasGames(document)) {
      this.#refresh();
    }
  }

  /** Shows the document as it is now. While a request is under way, one more follows it, however often the text changes. */
  #refresh(): void {
    if (!this.panel.visible) {
      // A page that is hidden is loaded again when it is shown.
      this.#isReady = false;
      return;
    }
    this.#isStale = true;
    if (this.#isReady && this.#request === undefined) {
      void this.#ask();
    }
  }

  async #ask(): Promise<void> {
    const { server } = this.#shared;
    const request = new AbortController();
    this.#request = request;
    let isFirst = this.#known.length === 0;
    try {
      while (this.#isStale && this.#isReady && this.#uri !== undefined && !request.signal.aborted) {
        this.#isStale = false;
        const uri = this.#uri;
        const params = { textDocument: { uri: uri.toString() }, known: this.#known };
        // eslint-disable-next-line no-await-in-loop -- each answer is about the text as it is then
        const content = await server.request<Content | null>('ishi/page', params, request.signal);
        if (request.signal.aborted || uri !== this.#uri || !this.#isReady) {
          this.#isStale = true;
        } else if (content) {
          this.#known = keysOf(content);
          this.#send({ type: 'show', uri: uri.toString(), content });
          if (isFirst) {
            isFirst = false;
            this.#showCursor('reveal');
          } else {
            this.#showCursor('mark');
          }
        } else if (this.#known.length === 0) {
          this.#send({ type: 'say', sentence: server.problem ?? (server.isRunning ? `${nameOf(uri)} is not open, or has no page.` : 'The language server is starting.') });
        }
      }
    } finally {
      this.#request = undefined;
    }
  }

  /** Shows the cursor of the document's editor on the page. */
  #showCursor(type: 'mark' | 'reveal'): void {
    const place = this.#shared.cursor.place;
    if (place !== undefined && this.#isShown(place.document)) {
      const { line, character } = place.position;
      // In a record a line is one thing, wherever in it the cursor is.
      this.#send({ type, spot: place.document.languageId === 'sgf' ? { line, character } : { line, character: 99_998 } });
    }
  }

  async #onMessage(message: FromPreview): Promise<void> {
    switch (message.type) {
      case 'ready':
        this.#isReady = true;
        this.#known = [];
        this.#refresh();
        break;
      case 'go':
        await this.#goTo(message.spot);
        break;
      case 'scroll':
        this.#scrollEditor(message.place);
        break;
    }
  }

  async #goTo(spot: Spot): Promise<void> {
    if (this.#uri === undefined) {
      return;
    }
    const { cursor } = this.#shared;
    try {
      if (cursor.editorOf(this.#uri) === undefined) {
        await vscode.window.showTextDocument(this.#uri, { viewColumn: cursor.editor?.viewColumn ?? vscode.ViewColumn.One });
      }
      await cursor.turnTo(this.#uri, spot);
    } catch (error) {
      void vscode.window.showErrorMessage(`${nameOf(this.#uri)} can't be shown: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  #scrollEditor(place: number): void {
    const editor = this.#uri && this.#shared.cursor.editorOf(this.#uri);
    if (editor !== undefined) {
      const line = Math.min(Math.max(0, Math.floor(place)), editor.document.lineCount - 1);
      this.#scrolledAt = Date.now();
      editor.revealRange(new vscode.Range(line, 0, line, 0), vscode.TextEditorRevealType.AtTop);
    }
  }
}
