/** Changes of requests and answers on their way between VS Code and the server. */
import * as vscode from 'vscode';
import type { Middleware } from 'vscode-languageclient';

import { serverSettings } from './settings.ts';

/** Whether a document can be written. Old versions of a file, as git and others show them, can't. */
function isWritable({ scheme }: vscode.Uri): boolean {
  return scheme === 'untitled' || vscode.workspace.fs.isWritableFileSystem(scheme) === true;
}

export const middleware: Middleware = {
  workspace: {
    // Without settings in the notification, the server asks for them. One that is being replaced can't be notified, and need not be.
    didChangeConfiguration: (_, next) => next(undefined).catch(() => undefined),
    // It asks for `ishi`, and for nothing else.
    configuration: ({ items }) => items.map(({ scopeUri }) => serverSettings(scopeUri === undefined ? undefined : vscode.Uri.parse(scopeUri))),
  },
  // Problems that can't be fixed where they are would only hide the others.
  provideDiagnostics: async (document, previous, token, next) => {
    const uri = document instanceof vscode.Uri ? document : document.uri;
    return isWritable(uri) ? next(document, previous, token) : undefined;
  },
  handleDiagnostics: (uri, diagnostics, next) => next(uri, isWritable(uri) ? diagnostics : []),
  provideWorkspaceSymbols: async (query, token, next) => {
    const found = (await next(query, token)) ?? [];
    return found.filter(({ location }) => isWritable(location.uri)).map(({ name, kind, containerName, location }) => {
      // VS Code asks for the first word of a query, which it looks for in the name, and for all others in the container.
      return new vscode.SymbolInformation(name, kind, `${containerName} · ${name}`, location);
    });
  },
  resolveCodeLens: async (lens, token, next) => {
    try {
      return await next(lens, token);
    } catch (error) {
      // A lens of an earlier text can't be resolved any more, for which VS Code would write "no commands". While
      // it waits, it leaves what is there. It cancels this when it asks for the lenses of the text as it is now.
      return new Promise((_, reject) => token.onCancellationRequested(() => reject(error)));
    }
  },
};
