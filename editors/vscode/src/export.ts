/** Saves a board as a picture, a page or an animation, which `ishi show` draws. */
import { execFile } from 'node:child_process';
import * as vscode from 'vscode';

import type { Place } from './cursor.ts';
import type { Server } from './server.ts';

/** The kinds of files, by the names that the dialog has for them. */
const FILTERS = {
  'Picture (SVG)': ['svg'],
  'Picture (PNG)': ['png'],
  'Page (PDF)': ['pdf'],
  'Moves one after the other (GIF)': ['gif'],
  'Moves one after the other, all colors (APNG)': ['apng'],
};
const ENDINGS = Object.values(FILTERS).flat();

/** How long an animation of a thousand moves takes on a slow machine, and more. */
const PATIENCE_MS = 120_000;

/** More than any file that `ishi show` writes. */
const MAX_BYTES = 1 << 29;

function draw(program: string, text: string, line: number, format: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const options = ['show', '-', '--isolated', '--line', String(line + 1), '--format', format, '-o', '-'];
    const limits = { encoding: 'buffer', maxBuffer: MAX_BYTES, timeout: PATIENCE_MS, windowsHide: true } as const;
    const child = execFile(program, options, limits, (error, stdout, stderr) => {
      if (error === null) {
        resolve(stdout);
      } else {
        const [reason = ''] = stderr.toString().replace(/^(?:error|note): (?:stdin|-)?:? ?/, '').split('\n');
        reject(new Error(reason === '' ? error.message : reason));
      }
    });
    // A program that ends before it has read everything has said why.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(text);
  });
}

/** Asks for a file, and saves the board of a place there in the format of its name. */
export async function exportBoard(place: Place | undefined, server: Server): Promise<void> {
  const { program } = server;
  if (place === undefined || program === null) {
    void vscode.window.showInformationMessage(server.problem ?? 'There is no board at this place of the record.');
    return;
  }
  const { document, position } = place;
  const name = document.uri.path.replace(/\.[^./]*$/, '');
  const defaultUri = document.isUntitled ? undefined : document.uri.with({ path: `${name}.svg` });
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
