/** The item in the status bar: the move at the cursor, the stones taken so far, and how many problems there are. */
import * as vscode from 'vscode';

import { type PlacedBoard, Source } from '../../board/src/source.ts';
import type { Cursor, Place } from './cursor.ts';
import type { Board } from '../../board/src/protocol.ts';
import type { Server } from './server.ts';

function describeMove(board: Board): string {
  const { move } = board;
  if (move === null) {
    return '$(circle-outline) start';
  }
  const stone = move.color === 'black' ? '●' : '○';
  return `${stone} ${[move.number, move.location ?? 'pass'].filter((part) => part !== null).join(' ')}`;
}

function problemsOf(document: vscode.TextDocument): number {
  return vscode.languages
    .getDiagnostics(document.uri)
    .filter(({ severity }) => severity <= vscode.DiagnosticSeverity.Warning).length;
}

/** The text of the item, and its tooltip, which screen readers read, too. */
function describe({ place, board }: PlacedBoard<Place>, server: Server): { text: string; tooltip: string } {
  if (server.problem !== null) {
    return { text: '$(error) Ishi', tooltip: server.problem };
  }
  if (!server.isRunning) {
    return { text: '$(sync~spin) Ishi', tooltip: 'The language server is starting.' };
  }
  const problems = problemsOf(place.document);
  const texts = [];
  const tooltips = [];
  if (board) {
    const { black, white } = board.captures;
    texts.push(describeMove(board));
    tooltips.push(board.title);
    if (black + white > 0) {
      texts.push(`×${black}/${white}`);
      tooltips.push(`Captures: ${black} by Black, ${white} by White`);
    }
  } else {
    texts.push('Ishi');
  }
  if (problems > 0) {
    texts.push(`$(warning) ${problems}`);
  }
  tooltips.push(problems === 1 ? '1 problem' : `${problems} problems`, 'Click to show the board.');
  return { text: texts.join('  '), tooltip: tooltips.join('\n') };
}

/** The item waits so long, in milliseconds, for the cursor to stay where it is: a board goes before it. */
const REST = 40;

/** Shows the item while a record is the active editor. */
export function showStatus(cursor: Cursor, server: Server): vscode.Disposable {
  const item = vscode.window.createStatusBarItem('ishi.status', vscode.StatusBarAlignment.Right, 90);
  item.name = 'Ishi';
  item.command = 'ishi.showBoard';
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    clearTimeout(timer);
    timer = setTimeout(() => source.look(cursor.place), REST);
  };
  const update = () => {
    if (source.last === undefined) {
      item.hide();
      return;
    }
    const { text, tooltip } = describe(source.last, server);
    item.text = text;
    item.tooltip = tooltip;
    item.accessibilityInformation = { label: tooltip.replaceAll('\n', '. ') };
    item.show();
  };
  const source = new Source<Place>(server, 'text', { updated: () => update() });
  look();
  return vscode.Disposable.from(
    item,
    new vscode.Disposable(() => source.dispose()),
    new vscode.Disposable(() => clearTimeout(timer)),
    cursor.onDidMove(look),
    server.onDidChangeState(() => {
      update();
      source.refresh();
    }),
    vscode.languages.onDidChangeDiagnostics(({ uris }) => {
      const uri = source.last?.place.document.uri.toString();
      if (uris.some((changed) => changed.toString() === uri)) {
        update();
      }
    }),
  );
}
