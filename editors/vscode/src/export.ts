/** Saves a board as a picture, a page or an animation. */
import * as vscode from 'vscode';

import type { Place } from './cursor.ts';
import type { Engine } from './engine.ts';
import { fileOf } from './sgf.ts';

/** The formats, with the names that the dialog has for them. */
const NAMES: Record<string, string> = {
  svg: 'Picture (SVG)',
  png: 'Picture (PNG)',
  pdf: 'Page (PDF)',
  gif: 'Moves one after the other (GIF)',
  apng: 'Moves one after the other, all colors (APNG)',
};

/** Asks for a file, and saves a picture in PNG there. */
export async function savePicture(bytes: Uint8Array): Promise<void> {
  const target = await vscode.window.showSaveDialog({ filters: { PNG: ['png'] }, title: 'Save the Board' });
  if (target !== undefined) {
    await vscode.workspace.fs.writeFile(target, bytes);
  }
}

/** Asks for a file, and saves the board of a place there in the format of its name. */
export async function exportBoard(place: Place | undefined, engine: Engine, problem: string | null): Promise<void> {
  if (place === undefined || problem !== null) {
    void vscode.window.showInformationMessage(problem ?? 'There is no board at this place of the record.');
    return;
  }
  const { formats } = engine;
  const { document } = place;
  const file = fileOf(document.uri);
  const name = file.path.replace(/\.[^./]*$/, '');
  const defaultUri = document.isUntitled ? undefined : file.with({ path: `${name}.svg` });
  const filters = Object.fromEntries(formats.map((format) => [NAMES[format] ?? format, [format]]));
  const isWhole = formats.length === Object.keys(NAMES).length;
  const title = isWhole ? 'Export the Board' : `Export the Board as ${formats.join(', ').toUpperCase()} (a browser can't run the program that draws the rest)`;
  const target = await vscode.window.showSaveDialog({ filters, title, ...(defaultUri && { defaultUri }) });
  if (target === undefined) {
    return;
  }
  const format = /\.([^./]*)$/.exec(target.path)?.[1]?.toLowerCase() ?? '';
  if (!formats.includes(format)) {
    void vscode.window.showErrorMessage(`The name of the file says its format: end it with ${formats.map((each) => `.${each}`).join(', ')}.`);
    return;
  }
  try {
    const bytes = await vscode.window.withProgress({ location: vscode.ProgressLocation.Window, title: 'Exporting the board' }, () =>
      engine.draw(place, format));
    await vscode.workspace.fs.writeFile(target, bytes);
    vscode.window.setStatusBarMessage(`Exported: ${vscode.workspace.asRelativePath(target)}`, 5000);
  } catch (error) {
    void vscode.window.showErrorMessage(`The board was not exported: ${error instanceof Error ? error.message : String(error)}`);
  }
}
