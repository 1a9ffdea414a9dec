/**
 * Formatting on save, from the first moment of a window. VS Code's own is registered when the workbench is idle, up to
 * some seconds after the text can be edited, and a save before that runs no formatter and reports nothing. The event that
 * an extension gets before a save is fired from the beginning, so the server is asked here as well. Where VS Code has
 * formatted the text already, the server has nothing to change.
 */
import * as vscode from 'vscode';

import type { Server } from './server.ts';

/** Whether VS Code would format the whole document with this extension when it is saved for this reason. */
function isFormatted({ document, reason }: vscode.TextDocumentWillSaveEvent, extension: string): boolean {
  if (document.languageId !== 'ishi' || reason === vscode.TextDocumentSaveReason.AfterDelay) {
    return false;
  }
  const settings = vscode.workspace.getConfiguration('editor', document);
  const formatter = settings.get<string | null>('defaultFormatter', null) ?? extension;
  const isOurs = formatter.toLowerCase() === extension.toLowerCase();
  return isOurs && settings.get('formatOnSave', false) && settings.get('formatOnSaveMode', 'file') === 'file';
}

export function formatOnSave(context: vscode.ExtensionContext, server: Server): vscode.Disposable {
  return vscode.workspace.onWillSaveTextDocument((event) => {
    if (isFormatted(event, context.extension.id)) {
      event.waitUntil(server.format(event.document));
    }
  });
}
