/**
 * Texts that VS Code has read in a wrong encoding. It shows `�` for what is not valid there, and would save that. Nothing is guessed: of a
 * few letters it would take Chinese or Korean for another script, and say nothing.
 */
import * as vscode from 'vscode';

import { hasGames } from './cursor.ts';

const LOST = '\uFFFD';

/** Whether bytes are valid in UTF-8, so that each `�` in them was written there. */
function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** Warns of a record or a game that has lost bytes when it was read, and offers to read it again. */
export function warnOfLostBytes(): vscode.Disposable {
  /** The texts that the user knows of. */
  const known = new Set<string>();

  const consider = async (editor: vscode.TextEditor | undefined) => {
    const { document } = editor ?? {};
    const uri = document?.uri.toString() ?? '';
    if (document === undefined || !hasGames(document) || document.isUntitled || known.has(uri) || !document.getText().includes(LOST)) {
      return;
    }
    known.add(uri);
    const bytes = await vscode.workspace.fs.readFile(document.uri).then((read) => read, () => undefined);
    if (bytes === undefined || isUtf8(bytes)) {
      return;
    }
    const name = document.uri.path.split('/').at(-1) ?? '';
    const choice = 'Reopen with Encoding';
    const problem = `${name} is in another encoding than the one in which it was opened: letters are shown as ${LOST}, and would be lost if it was saved.`;
    if ((await vscode.window.showWarningMessage(problem, choice)) === choice) {
      await vscode.window.showTextDocument(document);
      await vscode.commands.executeCommand('workbench.action.editor.changeEncoding');
    }
  };
  void consider(vscode.window.activeTextEditor);
  return vscode.Disposable.from(
    vscode.window.onDidChangeActiveTextEditor(consider),
    // A file becomes a record after it was shown.
    vscode.workspace.onDidOpenTextDocument(() => consider(vscode.window.activeTextEditor)),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => known.delete(uri.toString())),
  );
}
