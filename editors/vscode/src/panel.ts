/** The panel beside the text: the board and the tree of moves at the cursor. What is in it is in `view/`. */
import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';

import type { Cursor, Place } from './cursor.ts';
import { moveToPlay, play } from './insert.ts';
import type { FromPanel, ToPanel } from './protocol.ts';
import type { Server } from './server.ts';

const TYPE = 'ishi.board';

/** What to say where there is no board. */
function reasonFor(place: Place | undefined, server: Server): string {
  if (place === undefined) {
    return 'Open a record to see its board.';
  }
  if (server.problem !== null) {
    return server.problem;
  }
  if (!server.isRunning) {
    return 'The language server is starting.';
  }
  return place.board === undefined
    ? 'The language server does not draw boards. Update it, or remove the setting ishi.server.path.'
    : 'There is no board at this place of the record.';
}

export class BoardPanel implements vscode.Disposable {
  readonly #context: vscode.ExtensionContext;
  readonly #cursor: Cursor;
  readonly #server: Server;
  readonly #subscriptions: vscode.Disposable[];
  #panel: vscode.WebviewPanel | undefined;
  /** The messages for a panel that is still loading. */
  #waiting: ToPanel[] | null = [];

  constructor(context: vscode.ExtensionContext, cursor: Cursor, server: Server) {
    this.#context = context;
    this.#cursor = cursor;
    this.#server = server;
    this.#subscriptions = [
      cursor.onDidMove(() => this.#show()),
      vscode.window.registerWebviewPanelSerializer(TYPE, {
        deserializeWebviewPanel: async (panel) => this.#adopt(panel),
      }),
    ];
  }

  /** Shows the panel beside the text, or brings it to the front. */
  reveal(): void {
    if (this.#panel !== undefined) {
      this.#panel.reveal(undefined, true);
      return;
    }
    const column = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
    this.#adopt(vscode.window.createWebviewPanel(TYPE, 'Go Board', column, { retainContextWhenHidden: true }));
  }

  /** Copies the picture, which only the panel can draw. */
  copyPicture(): void {
    this.reveal();
    this.#panel?.reveal(undefined, false);
    this.#send({ type: 'copy-picture' });
  }

  /** Plays a move, given by a location or PASS, at the cursor. */
  async play(location: string): Promise<void> {
    const { place, editor } = { place: this.#cursor.place, editor: this.#cursor.editor };
    if (place === undefined || editor === undefined || !place.board || !place.tree) {
      return;
    }
    const { board, tree, document } = place;
    const occupied = board.stones.black.includes(location) || board.stones.white.includes(location);
    const next = moveToPlay(board);
    if (occupied || next === null) {
      this.#send({ type: 'say', text: occupied ? `${location} is taken.` : 'No move can be added here.' });
      return;
    }
    const lines = document.getText().split(/\r\n|\r|\n/);
    const indent = vscode.workspace.getConfiguration('ishi', document).get<number>('format.indent', 2);
    const played = play(lines, tree, { ...next, location }, ' '.repeat(indent));
    if (played.kind === 'go') {
      await this.#cursor.goTo(played.line);
      return;
    }
    const end = document.eol === vscode.EndOfLine.CRLF ? '\r\n' : '\n';
    const edit = new vscode.WorkspaceEdit();
    if (played.kind === 'complete') {
      edit.replace(document.uri, document.lineAt(played.line).range, played.text);
      if (await vscode.workspace.applyEdit(edit)) {
        await this.#cursor.goTo(played.line);
      }
      return;
    }
    const text = played.lines.join(end);
    if (played.at < document.lineCount) {
      edit.insert(document.uri, new vscode.Position(played.at, 0), text + end);
    } else {
      // The last line has no end of its own.
      edit.insert(document.uri, document.lineAt(document.lineCount - 1).range.end, end + text);
    }
    if (await vscode.workspace.applyEdit(edit)) {
      await this.#cursor.goTo(played.at + played.move);
    }
  }

  dispose(): void {
    this.#panel?.dispose();
    vscode.Disposable.from(...this.#subscriptions).dispose();
  }

  #adopt(panel: vscode.WebviewPanel): void {
    this.#panel = panel;
    this.#waiting = [];
    const { webview } = panel;
    const dist = vscode.Uri.joinPath(this.#context.extensionUri, 'dist');
    panel.iconPath = vscode.Uri.joinPath(this.#context.extensionUri, 'media', 'icon.png');
    webview.options = { enableScripts: true, localResourceRoots: [dist] };
    panel.onDidDispose(() => {
      this.#panel = undefined;
      this.#cursor.watch(false);
    });
    panel.onDidChangeViewState(() => this.#cursor.watch(panel.visible));
    webview.onDidReceiveMessage((message: FromPanel) => this.#hear(message));
    webview.html = page(webview, dist);
    this.#cursor.watch(true);
  }

  #show(): void {
    if (this.#panel?.visible) {
      const { place } = this.#cursor;
      // A board in words was asked for before the panel was there.
      const isDrawn = place?.board?.board.startsWith('<svg') ?? false;
      if (place?.board && isDrawn) {
        this.#send({ type: 'show', board: place.board, tree: place.tree ?? null });
      } else if (!place?.board) {
        this.#send({ type: 'empty', reason: reasonFor(place, this.#server) });
      }
    }
  }

  #send(message: ToPanel): void {
    if (this.#waiting === null) {
      void this.#panel?.webview.postMessage(message);
    } else {
      this.#waiting.push(message);
    }
  }

  async #hear(message: FromPanel): Promise<void> {
    switch (message.type) {
      case 'ready': {
        const waiting = this.#waiting ?? [];
        this.#waiting = null;
        for (const said of waiting) {
          this.#send(said);
        }
        this.#show();
        break;
      }
      case 'go':
        await this.#cursor.goTo(message.line);
        break;
      case 'play':
        await this.play(message.location);
        break;
      case 'leave': {
        const editor = this.#cursor.editor;
        if (editor !== undefined) {
          await vscode.window.showTextDocument(editor.document, editor.viewColumn);
        }
        break;
      }
      case 'copy-text':
        await vscode.env.clipboard.writeText(message.text);
        break;
      case 'save-picture': {
        const target = await vscode.window.showSaveDialog({ filters: { PNG: ['png'] }, title: 'Save the Board' });
        if (target !== undefined) {
          await vscode.workspace.fs.writeFile(target, Buffer.from(message.png, 'base64'));
        }
        break;
      }
    }
  }
}

/** The page, which may load nothing but its own script and style sheet, and the picture that it makes for the clipboard. */
function page(webview: vscode.Webview, dist: vscode.Uri): string {
  const nonce = randomBytes(16).toString('hex');
  const uri = (name: string) => webview.asWebviewUri(vscode.Uri.joinPath(dist, name)).toString();
  const policy = `default-src 'none'; img-src data:; style-src ${webview.cspSource}; script-src 'nonce-${nonce}'`;
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Go Board</title>
<link rel="stylesheet" href="${uri('view.css')}">
</head>
<body>
<p id="reason">Waiting for the record.</p>
<main id="record" hidden>
<h1 id="title"></h1>
<div id="board" role="application" aria-roledescription="Go board" aria-describedby="board-help" tabindex="0"></div>
<p id="board-help" class="for-readers">Arrow keys choose a point, Enter plays there, P passes, Escape goes back to the text.</p>
<p id="state"></p>
<div role="toolbar" aria-label="Moves">
<button type="button" id="first" title="First move" aria-label="First move">«</button>
<button type="button" id="previous" title="Previous move" aria-label="Previous move">‹</button>
<button type="button" id="next" title="Next move" aria-label="Next move">›</button>
<button type="button" id="last" title="Last move" aria-label="Last move">»</button>
<button type="button" id="pass">Pass</button>
<button type="button" id="copy-png">Copy PNG</button>
<button type="button" id="copy-svg">Copy SVG</button>
</div>
<p id="live" role="status" aria-live="polite"></p>
<section id="comment" aria-label="Comment" tabindex="0" hidden></section>
<div id="tree" role="tree" aria-label="Moves and variations"></div>
<p id="truncated" hidden>The record has more moves than are drawn here.</p>
</main>
<script nonce="${nonce}" src="${uri('view.js')}"></script>
</body>
</html>`;
}
