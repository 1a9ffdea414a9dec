/** The panel beside the text: the board and the tree of moves at the cursor. What is in it is in `view/`. */
import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';

import { ByHand } from './byHand.ts';
import type { Cursor, Place } from './cursor.ts';
import type { FromPanel, HandCommand, ToPanel } from './protocol.ts';
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
  readonly #byHand: ByHand;
  readonly #subscriptions: vscode.Disposable[];
  #panel: vscode.WebviewPanel | undefined;
  /** The messages for a panel that is still loading. */
  #waiting: ToPanel[] | null = [];

  constructor(context: vscode.ExtensionContext, cursor: Cursor, server: Server) {
    this.#context = context;
    this.#cursor = cursor;
    this.#server = server;
    this.#byHand = new ByHand(cursor, server);
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
    await (location === 'PASS' ? this.#make('ishi.pass', {}) : this.#make('ishi.play', { point: location }));
  }

  /** Undoes or redoes the last change of the record. */
  async history(command: 'undo' | 'redo'): Promise<void> {
    await this.#byHand.history(command);
    this.#panel?.reveal(undefined, false);
  }

  async #make(command: HandCommand, more: object, line?: number): Promise<void> {
    const refusal = await this.#byHand.make(command, more, line);
    this.#send(refusal === null ? { type: 'say', text: '' } : { type: 'say', text: refusal, failed: command });
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
        this.#send({ type: 'show', board: place.board, tree: place.tree ?? null, options: this.#cursor.options });
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
      case 'hand':
        await this.#make(message.command, message.more, message.line);
        break;
      case 'history':
        await this.history(message.command);
        break;
      case 'field':
        await vscode.commands.executeCommand('setContext', 'ishi.boardField', message.isFocused);
        break;
      case 'options':
        this.#cursor.draw(message.options);
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

/** The tools of the board: what a click does, how its button looks, and its name. */
const TOOLS = [
  ['play', '●○', 'Play'],
  ['black', '●', 'Set up black stones'],
  ['white', '○', 'Set up white stones'],
  ['triangle', '△', 'Mark with a triangle'],
  ['square', '□', 'Mark with a square'],
  ['diamond', '◇', 'Mark with a diamond'],
  ['check', '✓', 'Mark with a check mark'],
  ['letter', 'a', 'Mark with the next letter'],
  ['number', '1', 'Mark with the next number'],
  ['label', 'Ab', 'Mark with the label'],
  ['erase', '⌫', 'Erase marks'],
] as const;

function tool([name, sign, title]: (typeof TOOLS)[number]): string {
  return `<button type="button" data-tool="${name}" aria-pressed="${name === 'play'}" title="${title}" aria-label="${title}">${sign}</button>`;
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
<div id="tools" role="toolbar" aria-label="Tools">
${TOOLS.map(tool).join('\n')}
<input id="label" type="text" maxlength="2" size="2" value="A" title="Label of one or two characters" aria-label="Label">
</div>
<div id="board" role="application" aria-roledescription="Go board" aria-describedby="board-help" tabindex="0"></div>
<p id="board-help" class="for-readers">Arrow keys choose a point, Enter uses the tool there, P passes, Page Up and Page Down walk through the game, Escape goes back to the text.</p>
<p id="state"></p>
<div role="toolbar" aria-label="Moves">
<button type="button" id="first" title="First move (Home)" aria-label="First move">«</button>
<button type="button" id="previous" title="Previous move (Left)" aria-label="Previous move">‹</button>
<button type="button" id="next" title="Next move (Right)" aria-label="Next move">›</button>
<button type="button" id="last" title="Last move (End)" aria-label="Last move">»</button>
<button type="button" data-command="ishi.pass">Pass</button>
<button type="button" id="undo" title="Undo (Ctrl+Z)" aria-label="Undo">↶</button>
<button type="button" id="redo" title="Redo (Ctrl+Y)" aria-label="Redo">↷</button>
<select id="numbers" aria-label="Move numbers" title="Move numbers">
<option value="none">No numbers</option>
<option value="last">Last number</option>
<option value="all">All numbers</option>
</select>
<button type="button" id="coordinates" aria-pressed="true" title="Coordinates">A1</button>
</div>
<div role="toolbar" aria-label="Record">
<button type="button" id="edit-comment" title="Write the comment here">Comment</button>
<button type="button" data-command="ishi.insertPass" title="Insert a pass after this move">Insert pass</button>
<button type="button" data-command="ishi.addDiagram" title="Add a diagram after this move">Add diagram</button>
<button type="button" data-command="ishi.delete" title="Delete this move and all that follows">Delete move</button>
<button type="button" data-command="ishi.deleteVariation">Delete variation</button>
<button type="button" data-command="ishi.promote" title="Make this variation the main line">Promote</button>
<button type="button" data-command="ishi.demote" title="Make this move a variation">Demote</button>
<button type="button" id="copy-png">Copy PNG</button>
<button type="button" id="copy-svg">Copy SVG</button>
</div>
<p id="live" role="status" aria-live="polite"></p>
<section id="comment" aria-label="Comment" tabindex="0" hidden></section>
<form id="comment-form" hidden>
<textarea id="comment-text" rows="5" aria-label="Comment" aria-describedby="comment-help"></textarea>
<button type="submit">Write comment</button>
<button type="button" id="cancel-comment">Cancel</button>
<span id="comment-help" class="for-readers">Ctrl+Enter writes the comment, Escape leaves it as it was.</span>
</form>
<div id="tree" role="tree" aria-label="Moves and variations"></div>
<p id="truncated" hidden>The record has more moves than are drawn here.</p>
</main>
<script nonce="${nonce}" src="${uri('view.js')}"></script>
</body>
</html>`;
}
