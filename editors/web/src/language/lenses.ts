/** Code lenses: a line above each event, with what it has and what can be done. */
import { LSPPlugin } from '@codemirror/lsp-client';
import { type Range, StateEffect, StateField, type Text } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate, WidgetType } from '@codemirror/view';
import type { CodeLens, Command } from 'vscode-languageserver-protocol';

import { Due } from '../due.ts';
import { runCommand } from './commands.ts';
import { isRefreshed } from './requests.ts';

export const CAPABILITIES = { codeLens: { resolveSupport: { properties: ['command'] } } };

/** A user who keeps typing or scrolling pauses for less than this, in milliseconds. */
const REST = 300;

/** The height of a line of lenses before the browser has measured it, in pixels. */
const HEIGHT = 20;

/** Between two lenses of a line. */
const SEPARATOR = ' | ';

class LensLine extends WidgetType {
  readonly #commands: readonly Command[];

  constructor(commands: readonly Command[]) {
    super();
    this.#commands = commands;
  }

  override eq(other: LensLine): boolean {
    return JSON.stringify(other.#commands) === JSON.stringify(this.#commands);
  }

  override get estimatedHeight(): number {
    return HEIGHT;
  }

  /** The keys Tab and Enter belong to the text, so a keyboard gets at the commands in the menu of the line. */
  toDOM(view: EditorView): HTMLElement {
    const line = document.createElement('div');
    line.className = 'lenses';
    for (const command of this.#commands) {
      line.append(...(line.hasChildNodes() ? [SEPARATOR] : []), elementOf(command, view));
    }
    return line;
  }

  override ignoreEvent(): boolean {
    return true;
  }
}

/** A lens whose command has no name is text alone. */
function elementOf(command: Command, view: EditorView): HTMLElement {
  const made = document.createElement(command.command === '' ? 'span' : 'button');
  made.textContent = command.title;
  if (made instanceof HTMLButtonElement) {
    made.type = 'button';
    made.tabIndex = -1;
    made.addEventListener('click', () => void runCommand(view, command));
  }
  return made;
}

/** Replaces the lenses between two places by others. */
const setLenses = StateEffect.define<{ from: number; to: number; lines: Range<Decoration>[] }>();

const shown = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(value, { changes, docChanged, effects }) {
    // Until there is an answer for the new text, all move with it.
    let lines = docChanged ? value.map(changes) : value;
    for (const effect of effects) {
      if (effect.is(setLenses)) {
        const { from, to, lines: add } = effect.value;
        lines = lines.update({ filter: (at) => at < from || at > to, add });
      }
    }
    return lines;
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** The lenses of a text. What they say is asked for when they are in view. */
class Known {
  readonly #plugin: LSPPlugin;
  /** The lenses of each line that has some, by its place, in the order of the text. */
  readonly #lines = new Map<number, CodeLens[]>();
  readonly #commands = new Map<CodeLens, Promise<Command | null>>();

  constructor(doc: Text, plugin: LSPPlugin, lenses: CodeLens[]) {
    this.#plugin = plugin;
    for (const lens of lenses) {
      const at = plugin.fromPosition({ line: lens.range.start.line, character: 0 }, doc);
      this.#lines.set(at, [...(this.#lines.get(at) ?? []), lens]);
    }
  }

  /** The places with lenses between two others. */
  between(from: number, to: number): number[] {
    return [...this.#lines.keys()].filter((at) => at >= from && at <= to);
  }

  async at(place: number): Promise<Command[]> {
    const commands = await Promise.all((this.#lines.get(place) ?? []).map((lens) => this.#commandOf(lens)));
    return commands.filter((command) => command !== null);
  }

  #commandOf(lens: CodeLens): Promise<Command | null> {
    const known =
      this.#commands.get(lens) ??
      this.#plugin.client.request<CodeLens, CodeLens>('codeLens/resolve', lens).then(
        ({ command }) => command ?? null,
        // It is one of another text, for which all are asked for again.
        () => null,
      );
    this.#commands.set(lens, known);
    return known;
  }
}

async function ask(view: EditorView): Promise<Known | null> {
  const plugin = LSPPlugin.get(view);
  const { doc } = view.state;
  if (plugin === null) {
    return null;
  }
  plugin.client.sync();
  const answer = await plugin.client.request<object, CodeLens[] | null>('textDocument/codeLens', { textDocument: { uri: plugin.uri } }).catch(() => null);
  return answer === null ? null : new Known(doc, plugin, answer);
}

class Lenses {
  /** The lenses of the text as it is, as soon as somebody has asked for them. */
  #known: Promise<Known | null> | null = null;
  readonly #due: Due;
  #isClosed = false;

  constructor(view: EditorView) {
    this.#due = new Due(view.dom, REST, () => void this.#show(view));
    this.#due.soon();
  }

  update(update: ViewUpdate): void {
    const isOutdated = update.docChanged || isRefreshed(update);
    if (isOutdated) {
      this.#known = null;
    }
    if (isOutdated || update.viewportChanged) {
      this.#due.soon();
    }
  }

  destroy(): void {
    this.#isClosed = true;
    this.#due.end();
  }

  /** The titles and commands of the lenses of the event at the cursor. */
  async atCursor(view: EditorView): Promise<Command[]> {
    const { head } = view.state.selection.main;
    const known = await (this.#known ??= ask(view));
    const at = known?.between(0, head).at(-1);
    return at === undefined ? [] : ((await known?.at(at)) ?? []);
  }

  async #show(view: EditorView): Promise<void> {
    const asked = (this.#known ??= ask(view));
    const known = await asked;
    const { from, to } = view.viewport;
    const places = known?.between(from, to) ?? [];
    const lines = await Promise.all(places.map(async (at) => ({ at, commands: (await known?.at(at)) ?? [] })));
    if (known !== null && asked === this.#known && !this.#isClosed) {
      const widgets = lines
        .filter(({ commands }) => commands.length > 0)
        .map(({ at, commands }) => Decoration.widget({ widget: new LensLine(commands), block: true, side: -1 }).range(at));
      view.dispatch({ effects: setLenses.of({ from, to, lines: widgets }) });
    }
  }
}

const plugin = ViewPlugin.fromClass(Lenses);

/** Returns the titles and commands of the lenses of the event at the cursor, for those who use no mouse. */
export const lensesAtCursor = async (view: EditorView): Promise<Command[]> => (await view.plugin(plugin)?.atCursor(view)) ?? [];

export const lenses = [shown, plugin];
