/**
 * `.go` belongs to the Go language, and to records of 1990. A file of that name that reads like a record is offered as
 * one; nothing else happens to it unless the user says so.
 */
import * as vscode from 'vscode';

import { textIsRecord } from './detect.ts';

/** Where the answers are kept: true or false by URI. */
const ANSWERS = 'goFiles';

/** As much of a file as is read to find its first line. */
const START = 64;

function looksLikeRecord(document: vscode.TextDocument): boolean {
  if (document.uri.scheme === 'git' || document.languageId === 'ishi' || !/\.go$/i.test(document.uri.path)) {
    return false;
  }
  // Blank lines come before the one that decides.
  for (let first = 0; first < document.lineCount; first += START) {
    const text = document.getText(new vscode.Range(first, 0, first + START, 0));
    if (text.trim() !== '') {
      return textIsRecord(text);
    }
  }
  return false;
}

/** Offers `.go` files with records in them as records. */
export function offerGoFiles(context: vscode.ExtensionContext): vscode.Disposable {
  const answers = () => context.globalState.get<Record<string, boolean>>(ANSWERS, {});
  const remember = (document: vscode.TextDocument, answer: boolean) =>
    context.globalState.update(ANSWERS, { ...answers(), [document.uri.toString()]: answer });
  const open = (document: vscode.TextDocument) => vscode.languages.setTextDocumentLanguage(document, 'ishi');
  const asked = new Set<string>();

  const consider = async (document: vscode.TextDocument) => {
    const uri = document.uri.toString();
    const mode = vscode.workspace.getConfiguration('ishi', document).get<string>('goFiles', 'ask');
    if (mode === 'never' || !looksLikeRecord(document)) {
      return;
    }
    const known = answers()[uri] ?? (mode === 'always' ? true : undefined);
    if (known !== undefined) {
      if (known) {
        await open(document);
      }
      return;
    }
    if (asked.has(uri)) {
      return;
    }
    asked.add(uri);
    const name = document.uri.path.split('/').at(-1);
    const yes = 'Open as Record';
    const all = 'Always';
    const no = 'It Is Go';
    const choice = await vscode.window.showInformationMessage(`This looks like an Ishi game record: ${name}`, yes, all, no);
    if (choice === all) {
      await vscode.workspace.getConfiguration('ishi').update('goFiles', 'always', vscode.ConfigurationTarget.Global);
    } else {
      // A message that is closed is an answer, too.
      await remember(document, choice === yes);
    }
    if ((choice === yes || choice === all) && !document.isClosed) {
      await open(document);
    }
  };

  for (const document of vscode.workspace.textDocuments) {
    void consider(document);
  }
  return vscode.Disposable.from(
    vscode.workspace.onDidOpenTextDocument((document) => void consider(document)),
    // By hand, and for a file that was refused before.
    vscode.commands.registerCommand('ishi.openAsRecord', async () => {
      const document = vscode.window.activeTextEditor?.document;
      if (document !== undefined) {
        await remember(document, true);
        await open(document);
      }
    }),
  );
}
