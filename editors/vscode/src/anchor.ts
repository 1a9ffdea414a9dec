/** A place that stays with its move while text before it comes and goes. */
import * as vscode from 'vscode';

import type { Anchor } from '../../board/src/host.ts';
import type { Place } from './cursor.ts';

/** The address that a file has after files or folders were renamed; undefined if it is the same. */
export function renamedTo({ scheme, path }: vscode.Uri, files: readonly { oldUri: vscode.Uri; newUri: vscode.Uri }[]): vscode.Uri | undefined {
  const file = files.find(({ oldUri }) => oldUri.scheme === scheme && (path === oldUri.path || path.startsWith(`${oldUri.path}/`)));
  return file?.newUri.with({ path: file.newUri.path + path.slice(file.oldUri.path.length) });
}

export class LineAnchor implements Anchor<Place> {
  #document: vscode.TextDocument;
  readonly #subscriptions: vscode.Disposable;
  #position: vscode.Position;
  /** Whether what is inserted here comes before it: it is where the move begins. */
  readonly #isBeginning: boolean;
  /** Its line, without indentation. */
  #text: string;

  /** `moved` is called after each change of the text. */
  constructor({ document, position }: Place, moved: () => void) {
    this.#document = document;
    const { text, firstNonWhitespaceCharacterIndex } = document.lineAt(document.validatePosition(position));
    // In a record a line is one thing, wherever in it the cursor was.
    const isRecord = document.languageId === 'ishi';
    this.#position = document.validatePosition(isRecord ? position.with({ character: firstNonWhitespaceCharacterIndex }) : position);
    this.#isBeginning = isRecord || text.startsWith(';', position.character);
    this.#text = text.trim();
    this.#subscriptions = vscode.Disposable.from(
      vscode.workspace.onDidChangeTextDocument((change) => {
        if (change.document === this.#document) {
          this.#follow(change.contentChanges);
          moved();
        }
      }),
      vscode.workspace.onDidRenameFiles(async ({ files }) => {
        const renamed = renamedTo(this.#document.uri, files);
        if (renamed !== undefined) {
          this.#document = await vscode.workspace.openTextDocument(renamed);
          this.#position = this.#document.validatePosition(this.#position);
          moved();
        }
      }),
    );
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  get place(): Place {
    return { document: this.#document, position: this.#position };
  }

  /** Follows changes of the text, of which the last one in the text comes first: each leaves those after it where they are. */
  #follow(changes: readonly vscode.TextDocumentContentChangeEvent[]): void {
    const moved = changes.reduce((at, change) => this.#after(at, change), this.#position);
    this.#position = this.#document.validatePosition(moved);
    this.#text = this.#document.lineAt(this.#position).text.trim();
  }

  /** Where a position is after a change. */
  #after(at: vscode.Position, { range: { start, end }, text }: vscode.TextDocumentContentChangeEvent): vscode.Position {
    const lines = text.split(/\r\n|\r|\n/);
    if (end.isBefore(at) || (end.isEqual(at) && this.#isBeginning)) {
      const column = (lines.length === 1 ? start.character : 0) + (lines.at(-1) ?? '').length;
      return new vscode.Position(start.line + lines.length - 1 + at.line - end.line, at.line > end.line ? at.character : column + at.character - end.character);
    }
    if (start.isAfterOrEqual(at)) {
      return at;
    }
    // A file that another program has changed may be replaced from its first difference to its last. Then it is in the nearest
    // line that reads the same.
    const own = at.line - start.line;
    const same = lines.flatMap((line, index) => (line.trim() === this.#text ? [index] : []));
    const nearest = same.sort((one, other) => Math.abs(one - own) - Math.abs(other - own))[0];
    return at.with({ line: start.line + (nearest ?? Math.min(own, lines.length - 1)) });
  }
}
