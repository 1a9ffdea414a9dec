/**
 * The parts of the page: which are hidden, which lists are open, and which one a narrow screen shows. F6 goes from one
 * to the next.
 */
import { keepJson, keptJson } from './store.ts';

const PARTS = ['text', 'board', 'problems', 'outline'] as const;
const LISTS = ['problems', 'outline'] as const;

export type PartName = (typeof PARTS)[number];
type ListName = (typeof LISTS)[number];

/** Gives the focus to each part that has a way of its own to take it. */
export interface Focusable {
  text(): void;
  board(): void;
}

/** The name under which the browser remembers what the user has chosen. */
const KEY = 'parts';

/** What the user has chosen. A list that is not in `lists` is open while it has something to see. */
interface Choice {
  hidden: PartName[];
  lists: Partial<Record<ListName, boolean>>;
}

/** Returns the choice of an earlier visit, as far as it is valid. */
function keptChoice(): Choice {
  const { hidden, lists } = (keptJson(KEY) ?? {}) as { hidden?: unknown; lists?: Record<string, unknown> };
  const isHidden = (name: PartName) => Array.isArray(hidden) && hidden.includes(name);
  const opened = LISTS.flatMap((name) => (typeof lists?.[name] === 'boolean' ? [[name, lists[name]] as const] : []));
  return { hidden: PARTS.filter(isHidden), lists: Object.fromEntries(opened) };
}

/** How long there are problems before their list is opened, in milliseconds. */
const REST = 400;

const placeOf = (name: PartName) => document.getElementById(name) as HTMLElement;

export class Parts {
  readonly #main = document.querySelector('main') as HTMLElement;
  readonly #keeps: boolean;
  #choice: Choice = { hidden: [], lists: {} };
  /** Whether the board has the page for now: the text would give an answer away. */
  #isBoardAlone = false;
  /** The lists that are open for now, because F6 has led to them. */
  readonly #visited = new Set<ListName>();
  /** Whether there are problems, and have been for a moment. */
  #hasProblems = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Takes the choice of an earlier visit, and keeps that of this one, if the page keeps anything. */
  constructor(keeps: boolean) {
    this.#keeps = keeps;
    if (keeps) {
      this.#choice = keptChoice();
    } else {
      // An example in another page is about its text.
      this.turnNarrowTo('text');
    }
    for (const name of PARTS) {
      const onClick = (selector: string, work: () => void) =>
        document.querySelector(selector)?.addEventListener('click', work);
      onClick(`#views [data-view=${name}]`, () => this.turnTo(name));
      onClick(`[data-part=${name}]`, () => this.#setHidden(name, !this.#isHidden(name)));
    }
    for (const name of LISTS) {
      placeOf(name).querySelector('h2 button')?.addEventListener('click', () => {
        this.#choice.lists[name] = !this.#isOpen(name);
        this.#visited.delete(name);
        this.#changed();
      });
    }
    this.#show();
  }

  /** Shows a part, on a narrow screen in place of the one before. */
  turnTo(name: PartName): void {
    this.turnNarrowTo(name);
    if (this.#isHidden(name)) {
      this.#setHidden(name, false);
    }
  }

  /** Shows a part on a narrow screen, in place of the one before. */
  turnNarrowTo(name: PartName): void {
    this.#main.dataset['view'] = name;
    for (const button of document.querySelectorAll('#views button')) {
      button.setAttribute('aria-pressed', String(button.getAttribute('data-view') === name));
    }
  }

  /** Makes room for another text: a narrow screen shows no list of the one before, and the board is no longer alone. */
  onText(): void {
    if (this.#main.dataset['view'] !== 'text') {
      this.turnNarrowTo('board');
    }
    this.#isBoardAlone = false;
    this.#show();
  }

  /** Gives the board the page until another text is shown, or the text is wanted. */
  showBoardAlone(): void {
    this.turnNarrowTo('board');
    this.#isBoardAlone = true;
    this.#show();
  }

  /** Takes in how many problems there are, and the worst severity. */
  setProblems(count: number, worst: string): void {
    const badge = document.querySelector('#views .count');
    if (badge !== null) {
      badge.textContent = count === 0 ? '' : String(count);
      badge.setAttribute('data-worst', worst);
    }
    // A word that is being typed is a problem for a moment only: the list does not come and go with it.
    clearTimeout(this.#timer);
    if (count > 0 !== this.#hasProblems) {
      this.#timer = setTimeout(() => {
        this.#hasProblems = count > 0;
        this.#show();
      }, REST);
    }
  }

  /** Gives the focus to the next part, as F6 does in desktop programs, or to the one before for a step of -1. */
  focusNext(step: 1 | -1, focus: Focusable): void {
    const at = PARTS.findIndex((name) => placeOf(name).contains(document.activeElement));
    const name = PARTS.at((Math.max(at, 0) + step) % PARTS.length) ?? 'text';
    this.turnTo(name);
    if (name === 'text' || name === 'board') {
      focus[name]();
      return;
    }
    this.#visited.add(name);
    this.#show();
    const list = placeOf(name);
    list.tabIndex = -1;
    (list.querySelector<HTMLElement>('li button[tabindex="0"]') ?? list).focus();
  }

  #isHidden(name: PartName): boolean {
    return this.#choice.hidden.includes(name) || (name === 'text' && this.#isBoardAlone);
  }

  #isOpen(name: ListName): boolean {
    return this.#main.dataset[name] === 'open';
  }

  #setHidden(name: PartName, isHidden: boolean): void {
    const others = this.#choice.hidden.filter((other) => other !== name);
    // One of the two stays.
    const opposite = { text: 'board', board: 'text', problems: null, outline: null }[name];
    this.#choice.hidden = isHidden ? [...others.filter((other) => other !== opposite), name] : others;
    this.#isBoardAlone = false;
    this.#changed();
  }

  #changed(): void {
    if (this.#keeps) {
      keepJson(KEY, this.#choice);
    }
    this.#show();
  }

  #show(): void {
    const { dataset } = this.#main;
    const { lists } = this.#choice;
    dataset['hidden'] = PARTS.filter((name) => this.#isHidden(name)).join(' ');
    const isWanted = { problems: lists.problems ?? this.#hasProblems, outline: lists.outline ?? false };
    for (const name of LISTS) {
      dataset[name] = isWanted[name] || this.#visited.has(name) ? 'open' : 'closed';
    }
    this.#mark();
  }

  /** Says in all buttons what is shown. */
  #mark(): void {
    for (const name of PARTS) {
      document.querySelector(`[data-part=${name}]`)?.setAttribute('aria-checked', String(!this.#isHidden(name)));
    }
    for (const name of LISTS) {
      placeOf(name).querySelector('h2 button')?.setAttribute('aria-expanded', String(this.#isOpen(name)));
    }
  }
}
