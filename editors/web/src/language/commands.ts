/** Commands of the server and of the page: what a lens does. */
import { LSPPlugin } from '@codemirror/lsp-client';
import { Facet } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import type { Command, ExecuteCommandParams } from 'vscode-languageserver-protocol';

/** The commands that the page has itself, by their names. They take the arguments of the server. */
export type OwnCommands = Record<string, (...parameters: never[]) => void>;

export const ownCommands = Facet.define<OwnCommands, OwnCommands>({ combine: (all) => Object.assign({}, ...all) });

/** Runs a command: in the page, if it has one of this name, and otherwise in the server. */
export async function runCommand(view: EditorView, { title, command, arguments: parameters = [] }: Command): Promise<void> {
  const own = view.state.facet(ownCommands)[command];
  if (own !== undefined) {
    own(...(parameters as never[]));
    return;
  }
  const plugin = LSPPlugin.get(view);
  try {
    plugin?.client.sync();
    await plugin?.client.request<ExecuteCommandParams, unknown>('workspace/executeCommand', { command, arguments: parameters });
  } catch (error) {
    plugin?.reportError(title, error);
  }
}
