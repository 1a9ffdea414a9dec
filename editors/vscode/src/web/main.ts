/** The entry point in a browser, where no program can be run. */
import type * as vscode from 'vscode';

import { type Api, start } from '../extension.ts';
import { Module } from './engine.ts';

export function activate(context: vscode.ExtensionContext): Api {
  return start(context, new Module(context.extensionUri));
}
