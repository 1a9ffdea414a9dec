/** The settings of VS Code as the server reads them. */
import * as vscode from 'vscode';

/** The settings that the server reads, under the names that they have in `ishi.toml`. */
const SECTIONS = ['check', 'diagnostics', 'files', 'format', 'hover', 'hints', 'lens'] as const;

/** A key as in `ishi.toml`: `keyword-case` for the `keywordCase` of VS Code, which makes titles of such names. */
const keyInFile = (key: string) => key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Whether the user has set a setting anywhere. */
function isSet(ours: vscode.WorkspaceConfiguration, name: string): boolean {
  const found = ours.inspect(name);
  return [found?.globalValue, found?.workspaceValue, found?.workspaceFolderValue].some((value) => value !== undefined);
}

/** A section with keys as in `ishi.toml`. Such a key counts here, too, as earlier versions had it, unless it is set under its name of today. */
function sectionOf(ours: vscode.WorkspaceConfiguration, section: string): Record<string, unknown> {
  const values = ours.get<Record<string, unknown>>(section, {});
  const found: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) {
    const key = keyInFile(name);
    if (key === name) {
      found[key] ??= value;
    } else {
      found[key] = isSet(ours, `${section}.${name}`) ? value : (values[key] ?? value);
    }
  }
  return found;
}

/** All settings of the server, for one place of the workspace or for all of it. */
export function serverSettings(scope?: vscode.Uri): Record<string, unknown> {
  const ours = vscode.workspace.getConfiguration('ishi', scope);
  return Object.fromEntries(SECTIONS.map((section) => [section, sectionOf(ours, section)]));
}
