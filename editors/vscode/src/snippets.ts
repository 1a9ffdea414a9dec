/**
 * Snippets, offered where a line begins. VS Code would offer those of a manifest everywhere: after `VAR a` too, where
 * Enter would take one of them and not end the line.
 */
import * as vscode from 'vscode';

import snippets from './snippets.json';

/** The snippet of this name, to be inserted. */
export function snippet(name: keyof typeof snippets): vscode.SnippetString {
  return new vscode.SnippetString(snippets[name].body.join('\n'));
}

/** Whether a line is in a comment or in user data, as far as the lines above it show. */
function isInBlock(document: vscode.TextDocument, line: number): boolean {
  for (let above = line - 1; above >= 0; above -= 1) {
    const delimiter = /^\s*(END)?(?:COM|USER)(?=\s|$)/i.exec(document.lineAt(above).text);
    if (delimiter !== null) {
      return delimiter[1] === undefined;
    }
  }
  return false;
}

export function offerSnippets(): vscode.Disposable {
  return vscode.languages.registerCompletionItemProvider('ishi', {
    provideCompletionItems(document, position) {
      const before = document.lineAt(position).text.slice(0, position.character);
      if (!/^\s*[a-z]*$/i.test(before) || isInBlock(document, position.line)) {
        return [];
      }
      return Object.entries(snippets).map(([name, { description, body }]) => {
        const item = new vscode.CompletionItem(name, vscode.CompletionItemKind.Snippet);
        item.detail = description;
        item.documentation = body.join('\n').replace(/\$\{\d+[:|]?([^}|,]*)[^}]*\}|\$\d/g, '$1');
        item.insertText = snippet(name as keyof typeof snippets);
        // Keywords come first.
        item.sortText = `~${name}`;
        return item;
      });
    },
  });
}
