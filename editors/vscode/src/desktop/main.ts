/** The entry point on a desktop, and on a server that an editor in a browser is connected to. */
import type * as vscode from 'vscode';

import { type Api, start } from '../extension.ts';
import { Program } from './engine.ts';

export function activate(context: vscode.ExtensionContext): Api & { engine: Program } {
  const engine = new Program(context);
  return { ...start(context, engine), engine };
}
