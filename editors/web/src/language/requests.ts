/** Requests of the server to the client. CodeMirror's client refuses all of them. */
import type { LSPClient, Transport } from '@codemirror/lsp-client';
import { StateEffect } from '@codemirror/state';
import type { ViewUpdate } from '@codemirror/view';
import type { ApplyWorkspaceEditParams, ApplyWorkspaceEditResult } from 'vscode-languageserver-protocol';

import { apply, editsOf } from './edits.ts';

export const CAPABILITIES = {
  applyEdit: true,
  workspaceEdit: { documentChanges: true },
  inlayHint: { refreshSupport: true },
  codeLens: { refreshSupport: true },
};

/** Other settings apply. */
const refresh = StateEffect.define<null>();

/** Whether what was asked of the server is to be asked again. */
export const isRefreshed = ({ transactions }: ViewUpdate): boolean => transactions.some(({ effects }) => effects.some((effect) => effect.is(refresh)));

/** The beginning of a request, as the server writes it. A long message is not parsed only to see what it is. */
const REQUEST = /^\{"id":[^,]+,"jsonrpc":"2\.0","method":/;

interface ServerRequest {
  id: number;
  method: string;
  params: unknown;
}

/** A transport that answers the requests which are in `answers`, and passes on everything else. */
export class Answering implements Transport {
  readonly #inner: Transport;
  readonly #answers: Record<string, (params: unknown) => unknown>;
  readonly #listeners = new Map<(message: string) => void, (message: string) => void>();

  constructor(inner: Transport, answers: Record<string, (params: unknown) => unknown>) {
    this.#inner = inner;
    this.#answers = answers;
  }

  send(message: string): void {
    this.#inner.send(message);
  }

  subscribe(handler: (message: string) => void): void {
    const listener = (message: string) => {
      const request = REQUEST.test(message) ? (JSON.parse(message) as ServerRequest) : null;
      const answer = request === null ? undefined : this.#answers[request.method];
      if (request === null || answer === undefined) {
        handler(message);
      } else {
        this.send(JSON.stringify({ jsonrpc: '2.0', id: request.id, result: answer(request.params) }));
      }
    };
    this.#listeners.set(handler, listener);
    this.#inner.subscribe(listener);
  }

  unsubscribe(handler: (message: string) => void): void {
    const listener = this.#listeners.get(handler);
    this.#listeners.delete(handler);
    if (listener !== undefined) {
      this.#inner.unsubscribe(listener);
    }
  }
}

/** The answers for the documents of a client. */
export function answersOf(client: LSPClient): Record<string, (params: unknown) => unknown> {
  const refreshAll = () => {
    for (const file of client.workspace.files) {
      file.getView()?.dispatch({ effects: refresh.of(null) });
    }
    return null;
  };
  return {
    'workspace/applyEdit': (params) => applyEdit(client, params as ApplyWorkspaceEditParams),
    'workspace/inlayHint/refresh': refreshAll,
    'workspace/codeLens/refresh': refreshAll,
  };
}

/** Makes an edit that the server asks for, if the text is still the one that it is for. */
function applyEdit(client: LSPClient, { edit }: ApplyWorkspaceEditParams): ApplyWorkspaceEditResult {
  const file = client.workspace.files.find(({ uri }) => editsOf(edit, uri).length > 0);
  const view = file?.getView();
  const versions = (edit.documentChanges ?? []).map((change) => ('edits' in change ? change.textDocument.version : null));
  const isCurrent = view !== undefined && view !== null && file?.doc === view.state.doc && versions.every((version) => version === null || version === file?.version);
  const applied = isCurrent && apply(view, view.state.doc, editsOf(edit, file?.uri ?? ''), 'fix');
  return applied ? { applied } : { applied, failureReason: 'The record has changed meanwhile; try again.' };
}
