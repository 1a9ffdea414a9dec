/** The lists beside the text: its problems, and its outline. */
import { LSPPlugin } from '@codemirror/lsp-client';
import type { EditorView } from '@codemirror/view';
import type { DocumentSymbol } from 'vscode-languageserver-protocol';

import { withCode } from './elements.ts';
import { showActions } from './language/actions.ts';
import { type Problem, problems, wordsOf } from './language/problems.ts';
import { goTo } from './reveal.ts';
import { Roving } from './roving.ts';

/** How many rows of a list are made at most: a browser becomes slow with more. */
const MAX_ROWS = 1000;

/** The text beside a list. */
export interface Beside {
  view: EditorView;
  /** Shows the text, where it is not in view, and gives it the focus. */
  focusText(): void;
}

/** The severities, the worst first. */
const SEVERITIES = ['error', 'warning', 'info', 'hint'] as const;

const titleIn = (place: HTMLElement) => place.querySelector('h2 button');

/** The list in a part of the page. */
const listIn = (place: HTMLElement) => place.querySelector('ul') as HTMLElement;

/** Moves the cursor somewhere, and into the text. */
function enterText({ view, focusText }: Beside, from: number): void {
  focusText();
  goTo(view, Math.min(from, view.state.doc.length));
}

function button(text: string, work: () => void): HTMLButtonElement {
  const made = document.createElement('button');
  made.type = 'button';
  made.textContent = text;
  made.addEventListener('click', work);
  return made;
}

function row(...children: HTMLElement[]): HTMLLIElement {
  const item = document.createElement('li');
  item.append(...children);
  return item;
}

/** The row of a problem, which stays the same while the text around the problem changes. */
class ProblemRow {
  readonly item: HTMLLIElement;
  readonly #main: HTMLButtonElement;
  readonly #line = document.createElement('span');
  #problem: Problem;

  constructor(text: Beside, problem: Problem) {
    this.#problem = problem;
    this.#main = button('', () => enterText(text, this.#problem.from));
    this.#main.className = problem.severity;
    this.#main.title = String(problem.diagnostic.code ?? '');
    const words = document.createElement('span');
    words.append(...withCode(wordsOf(problem.diagnostic)));
    this.#main.append(this.#line, words);
    const fix = button('Fix…', () => {
      enterText(text, this.#problem.from);
      void showActions(text.view);
    });
    this.item = row(this.#main, fix);
  }

  /** Whether a problem says the same, wherever it is. */
  says({ diagnostic, severity }: Problem): boolean {
    const shown = this.#problem;
    return severity === shown.severity && diagnostic.code === shown.diagnostic.code && wordsOf(diagnostic) === wordsOf(shown.diagnostic);
  }

  /** Shows a problem that says the same, with its line, 1-based. */
  place(problem: Problem, line: number): void {
    this.#problem = problem;
    const number = `${line}: `;
    if (this.#line.textContent !== number) {
      this.#line.textContent = number;
    }
  }
}

export class Problems {
  readonly #place: HTMLElement;
  readonly #text: Beside;
  readonly #roving: Roving;
  readonly #counted: (count: number, worst: string) => void;
  #shown: readonly Problem[] | null = null;
  #rows: ProblemRow[] = [];

  /** `counted` is called with how many problems there are, and the worst severity. */
  constructor(place: HTMLElement, text: Beside, counted: (count: number, worst: string) => void) {
    this.#place = place;
    this.#text = text;
    this.#counted = counted;
    this.#roving = new Roving(listIn(place));
  }

  /** Shows the diagnostics of the text as they are now. With each key only those rows are made that were not there before. */
  show(): void {
    const found = this.#text.view.state.field(problems, false) ?? [];
    if (found === this.#shown) {
      return;
    }
    this.#shown = found;
    const { doc } = this.#text.view.state;
    const listed = found.slice(0, MAX_ROWS);
    this.#keepRows(listed);
    for (const [index, problem] of listed.entries()) {
      this.#rows[index]?.place(problem, doc.lineAt(Math.min(problem.from, doc.length)).number);
    }
    const counts = SEVERITIES.map((severity) => found.filter((problem) => problem.severity === severity).length);
    this.#showTitle(found.length, counts);
    this.#counted(found.length, SEVERITIES.find((_, index) => counts[index] !== 0) ?? 'none');
  }

  /** Shows how many problems there are, and how many of each severity. */
  #showTitle(total: number, counts: readonly number[]): void {
    const words = total === 0 ? 'No problems' : `Problems (${total})`;
    const title = titleIn(this.#place);
    if (title === null || title.getAttribute('data-counts') === counts.join(' ')) {
      return;
    }
    title.setAttribute('data-counts', counts.join(' '));
    const shown = SEVERITIES.flatMap((severity, index) => {
      const count = document.createElement('span');
      count.className = severity;
      count.title = `of severity ${severity}`;
      count.textContent = String(counts[index]);
      return counts[index] === 0 ? [] : [count];
    });
    title.replaceChildren(words, ...shown);
  }

  /** Makes the rows of a list out of those of the list before: the first and the last of them mostly say the same. */
  #keepRows(listed: readonly Problem[]): void {
    const rows = this.#rows;
    const most = Math.min(rows.length, listed.length);
    const same = (at: number, other: number) => rows[at]?.says(listed[other] as Problem) === true;
    let first = 0;
    while (first < most && same(first, first)) {
      first += 1;
    }
    let last = 0;
    while (last < most - first && same(rows.length - 1 - last, listed.length - 1 - last)) {
      last += 1;
    }
    const made = listed.slice(first, listed.length - last).map((problem) => new ProblemRow(this.#text, problem));
    const after = rows[rows.length - last]?.item ?? null;
    for (const { item } of rows.splice(first, rows.length - last - first, ...made)) {
      item.remove();
    }
    const items = document.createDocumentFragment();
    items.append(...made.map(({ item }) => item));
    listIn(this.#place).insertBefore(items, after);
    this.#roving.update();
  }
}

/** A user who keeps typing pauses for less than this, in milliseconds. */
const REST = 250;

const levelOf = (of: Element | null | undefined) => Number(of?.querySelector('button')?.ariaLevel ?? 0);

/** The row of the outline that contains a row, or the first one in it. */
function neighbour(of: Element, key: 'ArrowLeft' | 'ArrowRight'): Element | null {
  const level = levelOf(of);
  if (key === 'ArrowRight') {
    return levelOf(of.nextElementSibling) > level ? of.nextElementSibling : null;
  }
  let before = of.previousElementSibling;
  while (before !== null && levelOf(before) >= level) {
    before = before.previousElementSibling;
  }
  return before;
}

export class Outline {
  readonly #place: HTMLElement;
  readonly #text: Beside;
  readonly #roving: Roving;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Where in the text the rows begin, in their order. */
  #starts: number[] = [];
  /** The row of the cursor. */
  #current: Element | undefined;
  #isInView = false;

  constructor(place: HTMLElement, text: Beside) {
    this.#place = place;
    this.#text = text;
    this.#roving = new Roving(listIn(place), neighbour);
    new IntersectionObserver((entries) => {
      this.#isInView = entries.at(-1)?.isIntersecting ?? false;
      this.#reveal();
    }).observe(listIn(place));
  }

  /** Marks the row of the cursor, and scrolls to it where the list is in view. */
  follow(): void {
    const { head } = this.#text.view.state.selection.main;
    const current = listIn(this.#place).children[this.#starts.findLastIndex((start) => start <= head)]?.firstElementChild ?? undefined;
    if (current !== this.#current) {
      this.#current?.removeAttribute('aria-current');
      current?.setAttribute('aria-current', 'true');
      this.#current = current;
      this.#reveal();
    }
  }

  #reveal(): void {
    // The arrow keys may have gone elsewhere.
    if (this.#isInView && !this.#place.contains(document.activeElement)) {
      this.#current?.scrollIntoView({ block: 'nearest' });
    }
  }

  /** Shows the outline of the text, as soon as typing stops. */
  show(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#ask(), REST);
  }

  async #ask(): Promise<void> {
    const plugin = LSPPlugin.get(this.#text.view);
    const { doc } = this.#text.view.state;
    if (plugin === null) {
      return;
    }
    plugin.client.sync();
    const symbols = await plugin.client
      .request<object, DocumentSymbol[] | null>('textDocument/documentSymbol', { textDocument: { uri: plugin.uri } })
      .catch(() => null);
    if (doc === this.#text.view.state.doc) {
      listIn(this.#place).replaceChildren(...this.#rows(symbols ?? [], plugin));
      this.#roving.update();
      this.follow();
    }
  }

  /** The rows of a tree, in its order, each with its depth. */
  #rows(symbols: DocumentSymbol[], plugin: LSPPlugin): HTMLLIElement[] {
    const rows: HTMLLIElement[] = [];
    this.#starts = [];
    const open = symbols.map((symbol) => ({ symbol, depth: 0 })).reverse();
    for (let next = open.pop(); next !== undefined && rows.length < MAX_ROWS; next = open.pop()) {
      const { symbol, depth } = next;
      const { name, detail, selectionRange } = symbol;
      const start = plugin.fromPosition(selectionRange.start);
      const item = button(detail ? `${name} ${detail}` : name, () => enterText(this.#text, start));
      this.#starts.push(start);
      item.style.paddingInlineStart = `${6 + depth * 14}px`;
      item.role = 'treeitem';
      item.ariaLevel = String(depth + 1);
      const made = row(item);
      made.role = 'none';
      rows.push(made);
      open.push(...(symbol.children ?? []).map((child) => ({ symbol: child, depth: depth + 1 })).reverse());
    }
    return rows;
  }
}
