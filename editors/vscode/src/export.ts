/** Saves a board as a picture, a page or an animation, which `ishi show` draws. */
import * as vscode from 'vscode';

import type { Place } from './cursor.ts';
import { run } from './program.ts';
import type { Server } from './server.ts';
import { fileOf } from './sgf.ts';

/** The kinds of files, by the names that the dialog has for them. */
const FILTERS = {
  'Picture (SVG)': ['svg'],
  'Picture (PNG)': ['png'],
  'Page (PDF)': ['pdf'],
  'Moves one after the other (GIF)': ['gif'],
  'Moves one after the other, all colors (APNG)': ['apng'],
};
const ENDINGS = Object.values(FILTERS).flat();

async function draw(program: string, text: string, line: number, format: string): Promise<Buffer> {
  const options = ['show', '-', '--isolated', '--line', String(line + 1), '--format', format, '-o', '-'];
  return (await run(program, options, text)).output;
}

/** Asks for a file, and saves the board of a place there in the format of its name. */
export async function exportBoard(place: Place | undefined, server: Server): Promise<void> {
  const { program } = server;
  if (place === undefined || program === null) {
    void vscode.window.showInformationMessage(server.problem ?? 'There is no board at this place of the record.');
    return;
  }
  const { document, position } = place;
  if (document.languageId === 'sgf') {
    void vscode.window.showInformationMessage('The board of an SGF file is exported from its text: choose "Open as Ishi Text".');
    return;
  }
  const file = fileOf(document.uri);
  const name = file.path.replace(/\.[^./]*$/, '');
  const defaultUri = document.isUntitled ? undefined : file.with({ path: `${name}.svg` });
  const target = await vscode.window.showSaveDialog({ filters: FILTERS, title: 'Export the Board', ...(defaultUri && { defaultUri }) });
  if (target === undefined) {
    return;
  }
  const format = /\.([^./]*)$/.exec(target.path)?.[1]?.toLowerCase() ?? '';
  if (!ENDINGS.includes(format)) {
    void vscode.window.showErrorMessage(`The name of the file says its format: end it with ${ENDINGS.map((each) => `.${each}`).join(', ')}.`);
    return;
  }
  try {
    const bytes = await vscode.window.withProgress({ location: vscode.ProgressLocation.Window, title: 'Exporting the board' }, () =>
      draw(program, document.getText(), position.line, format));
    await vscode.workspace.fs.writeFile(target, bytes);
    vscode.window.setStatusBarMessage(`Exported: ${vscode.workspace.asRelativePath(target)}`, 5000);
  } catch (error) {
    void vscode.window.showErrorMessage(`The board was not exported: ${error instanceof Error ? error.message : String(error)}`);
  }
}
