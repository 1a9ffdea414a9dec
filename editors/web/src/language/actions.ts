/** Code actions: quick fixes of diagnostics, and changes of what is selected; and the menu that has them. */
import { LSPPlugin } from '@codemirror/lsp-client';
import type { EditorView, KeyBinding } from '@codemirror/view';
import type { CodeAction, CodeActionParams, Diagnostic, Range } from 'vscode-languageserver-protocol';

import { runCommand } from './commands.ts';
import { apply, editsOf } from './edits.ts';
import { lensesAtCursor } from './lenses.ts';
import { problems } from './problems.ts';

export const CAPABILITIES = {
  codeAction: {
    codeActionLiteralSupport: { codeActionKind: { valueSet: ['quickfix', 'refactor', 'source'] } },
    isPreferredSupport: true,
    dataSupport: true,
    resolveSupport: { properties: ['edit'] },
  },
};

/** Asks for actions, of all kinds or of one. */
async function actionsFor(view: EditorView, range: Range, diagnostics: Diagnostic[], only?: string): Promise<CodeAction[]> {
  const plugin = LSPPlugin.get(view);
  if (plugin === null) {
    return [];
  }
  plugin.client.sync();
  const context = { diagnostics, ...(only === undefined ? {} : { only: [only] }) };
  const found = await plugin.client.request<CodeActionParams, CodeAction[] | null>('textDocument/codeAction', { textDocument: { uri: plugin.uri }, range, context });
  return found ?? [];
}

/** Makes the change of an action. */
async function run(view: EditorView, action: CodeAction): Promise<void> {
  const plugin = LSPPlugin.get(view);
  if (plugin === null) {
    return;
  }
  const { doc } = view.state;
  try {
    const { edit } = action.edit ? action : await plugin.client.request<CodeAction, CodeAction>('codeAction/resolve', action);
    if (edit) {
      apply(view, doc, editsOf(edit, plugin.uri), 'fix');
    }
    view.focus();
  } catch (error) {
    plugin.reportError(action.title, error);
  }
}

/** Buttons for the fixes of a diagnostic, which come when the server has answered. */
export function fixButtons(view: EditorView, diagnostic: Diagnostic): HTMLElement {
  const place = document.createElement('div');
  place.className = 'fixes';
  actionsFor(view, diagnostic.range, [diagnostic], 'quickfix').then(
    (actions) => place.replaceChildren(...actions.slice(0, 6).map((action) => button(action.title, () => void run(view, action)))),
    () => place.remove(),
  );
  return place;
}

function button(text: string, work: () => void): HTMLButtonElement {
  const made = document.createElement('button');
  made.type = 'button';
  made.textContent = text;
  made.addEventListener('click', work);
  return made;
}

/** Shows what can be done at the cursor, in a menu of keys and clicks: the actions there, and the lenses of its event. */
export async function showActions(view: EditorView): Promise<void> {
  const plugin = LSPPlugin.get(view);
  if (plugin === null) {
    return;
  }
  const { from, to, head } = view.state.selection.main;
  const line = view.state.doc.lineAt(head);
  // On a line with problems, the whole line is meant: the cursor need not be within the mark of one.
  const here = view.state.field(problems).filter((problem) => problem.from <= Math.max(to, line.to) && problem.to >= Math.min(from, line.from));
  const range = { start: plugin.toPosition(from), end: plugin.toPosition(to) };
  const fixes = await Promise.all(here.slice(0, 10).map(({ diagnostic }) => actionsFor(view, diagnostic.range, [diagnostic], 'quickfix')));
  const others = (await actionsFor(view, range, [])).filter(({ kind }) => kind !== 'quickfix');
  const commands = await lensesAtCursor(view);
  const choices = new Map([...fixes.flat(), ...others].map((action) => [action.title, () => void run(view, action)]));
  for (const command of commands.filter((one) => one.command !== '')) {
    choices.set(command.title, () => void runCommand(view, command));
  }
  const notes = commands.filter((one) => one.command === '').map(({ title }) => title);
  openMenu(view, choices, choices.size === 0 ? ['There is nothing to change here.', ...notes] : notes);
}

/** Opens a menu of choices by their titles, above notes. */
function openMenu(view: EditorView, choices: Map<string, () => void>, notes: string[]): void {
  const menu = document.createElement('div');
  menu.className = 'menu';
  menu.popover = 'auto';
  menu.setAttribute('role', 'menu');
  menu.setAttribute('aria-label', 'Quick fixes and changes');
  const items = [...choices].map(([title, work]) =>
    button(title, () => {
      menu.hidePopover();
      work();
    }),
  );
  for (const item of items) {
    item.setAttribute('role', 'menuitem');
  }
  const paragraphs = notes.map((note) => {
    const paragraph = document.createElement('p');
    paragraph.textContent = note;
    return paragraph;
  });
  menu.append(...items, ...paragraphs);
  menu.addEventListener('keydown', (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && items.length > 0) {
      const at = items.indexOf(document.activeElement as HTMLButtonElement);
      items.at((at + step) % items.length)?.focus();
      event.preventDefault();
    }
  });
  menu.addEventListener('toggle', (event) => {
    if ((event as ToggleEvent).newState === 'closed') {
      menu.remove();
      view.focus();
    }
  });
  const place = view.coordsAtPos(view.state.selection.main.head);
  menu.style.left = `${Math.max(0, Math.min(place?.left ?? 0, window.innerWidth - 320))}px`;
  menu.style.top = `${Math.min(place?.bottom ?? 0, window.innerHeight - 160)}px`;
  document.body.append(menu);
  menu.showPopover();
  items[0]?.focus();
}

/** Makes all fixes that are certain. Returns whether there were any. */
export async function fixAll(view: EditorView): Promise<boolean> {
  const plugin = LSPPlugin.get(view);
  if (plugin === null) {
    return false;
  }
  const range = { start: { line: 0, character: 0 }, end: plugin.toPosition(view.state.doc.length) };
  const [action] = await actionsFor(view, range, [], 'source.fixAll.ishi');
  if (action !== undefined) {
    await run(view, action);
  }
  return action !== undefined;
}

export const actionKeymap: readonly KeyBinding[] = [
  {
    key: 'Mod-.',
    run: (view) => {
      void showActions(view);
      return true;
    },
  },
];
