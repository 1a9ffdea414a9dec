/** The dialog of the settings. */
import { SETTINGS, type Setting, type Value } from 'ishi-settings';

import { withCode } from './elements.ts';
import { notify } from './notice.ts';
import { once } from './once.ts';
import type { Settings } from './settings.ts';

/** What the dialog says about a setting. */
export interface Words {
  /** The name that a person reads. */
  title: string;
  /** The heading of its group. */
  group: string;
  description: string;
}

/** A setting in the dialog, with its words and its value. Setting it returns false if the browser does not keep it. */
export interface Entry {
  setting: Setting;
  words: Words;
  get(): Value;
  set(value: Value): boolean;
}

/** The values that say little as they are written. */
const VALUES: Record<string, string> = { upper: 'UPPER', lower: 'lower', preserve: 'As written', svg: 'SVG', ascii: 'ASCII', auto: 'Automatic' };

/** A value as a person reads it. */
const nameOf = (value: Value) => VALUES[String(value)] ?? String(value).replace(/^./, (first) => first.toUpperCase());

/** Loads the words of all settings, by their names, which the page needs only here. */
const loadWords = once(async () => (await (await fetch('settings.json')).json()) as Record<string, Words>);

function create<K extends keyof HTMLElementTagNameMap>(name: K, content: string, className = ''): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  made.textContent = content;
  made.className = className;
  return made;
}

/** A field for a value, which calls `change` when the user has entered another one. */
function fieldOf({ type, values, minimum, maximum }: Setting, value: Value, change: (value: Value) => void): HTMLElement {
  if (values !== undefined) {
    const field = create('select', '');
    for (const one of values) {
      field.append(new Option(nameOf(one), one, false, one === value));
    }
    // Severities have colors.
    field.dataset['value'] = String(value);
    field.addEventListener('change', () => change(field.value));
    return field;
  }
  const field = create('input', '');
  if (type === 'boolean') {
    field.type = 'checkbox';
    field.checked = value === true;
    field.addEventListener('change', () => change(field.checked));
  } else {
    field.type = 'number';
    field.min = String(minimum ?? 0);
    field.max = String(maximum ?? '');
    field.required = true;
    field.valueAsNumber = Number(value);
    field.addEventListener('change', () => {
      if (field.reportValidity()) {
        change(field.valueAsNumber);
      }
    });
  }
  return field;
}

/** The description of a setting, in which values are set as code; nothing if it says only what the title does. */
function described({ title, description }: Words): HTMLElement {
  const made = create('small', '');
  made.append(...(description.toLowerCase().endsWith(`${title.toLowerCase()}.`) ? [] : withCode(description)));
  return made;
}

export class SettingsDialog {
  readonly #dialog: HTMLDialogElement;
  readonly #settings: Settings;
  readonly #more: readonly Entry[];
  #words: Record<string, Words> = {};
  /** The title of the group that is shown while nothing is searched. */
  #group = '';

  /** `more` are the settings that the server does not have. */
  constructor(dialog: HTMLDialogElement, settings: Settings, more: readonly Entry[]) {
    this.#dialog = dialog;
    this.#settings = settings;
    this.#more = more;
    dialog.querySelector('[data-do=close]')?.addEventListener('click', () => dialog.close());
    dialog.querySelector('[data-do=reset]')?.addEventListener('click', () => {
      this.#report([settings.reset(), ...more.map(({ setting, set }) => set(setting.default))].every((isKept) => isKept));
      this.#fill();
    });
    this.#search.addEventListener('input', () => this.#filter());
    this.#onlyChanged.addEventListener('change', () => this.#filter());
    this.#groups.addEventListener('keydown', (event) => {
      const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
      const buttons = [...this.#groups.querySelectorAll('button')];
      const at = buttons.indexOf(event.target as HTMLButtonElement);
      if (step !== undefined && at !== -1) {
        event.preventDefault();
        const to = buttons.at((at + step) % buttons.length);
        to?.focus();
        to?.click();
      }
    });
  }

  async open(): Promise<void> {
    this.#words = await loadWords();
    if (!this.#dialog.open) {
      this.#search.value = '';
      this.#onlyChanged.checked = false;
      this.#fill();
      this.#dialog.showModal();
      // Under a finger the keys of the screen would cover what is to be read.
      (matchMedia('(pointer: coarse)').matches ? this.#groups.querySelector('button') : this.#search)?.focus();
    }
  }

  get #search(): HTMLInputElement {
    return this.#dialog.querySelector('input[type=search]') as HTMLInputElement;
  }

  get #groups(): HTMLElement {
    return this.#dialog.querySelector('nav') as HTMLElement;
  }

  get #onlyChanged(): HTMLInputElement {
    return this.#dialog.querySelector('[data-do=changed]') as HTMLInputElement;
  }

  #report(isKept: boolean): void {
    if (!isKept) {
      notify('The browser has no room to keep the settings. They apply until this tab is closed.');
    }
  }

  #fill(): void {
    const entries = [...this.#more, ...SETTINGS.map((setting) => this.#entryOf(setting))];
    const groups = [...Map.groupBy(entries, ({ words }) => words.group)];
    const sections = groups.map(([title, own]) => {
      const group = create('fieldset', '');
      const rows = create('div', '', 'rows');
      rows.append(...own.map((entry) => this.#row(entry)));
      group.append(create('legend', title), rows);
      return group;
    });
    const buttons = groups.map(([title]) => {
      const button = create('button', title);
      button.type = 'button';
      button.addEventListener('click', () => this.#turnTo(title));
      return button;
    });
    this.#groups.replaceChildren(...buttons);
    this.#dialog.querySelector('.settings > div')?.replaceChildren(...sections);
    this.#group ||= groups[0]?.[0] ?? '';
    this.#filter();
  }

  /** Shows a group, in place of what was searched. */
  #turnTo(title: string): void {
    this.#group = title;
    this.#search.value = '';
    this.#onlyChanged.checked = false;
    this.#filter();
    this.#dialog.querySelector('.settings')?.scrollTo(0, 0);
  }

  #entryOf(setting: Setting): Entry {
    const words = this.#words[setting.name] ?? { title: setting.name, group: '', description: '' };
    return { setting, words, get: () => this.#settings.get(setting), set: (value) => this.#settings.set(setting, value) };
  }

  #row(entry: Entry): HTMLElement {
    const { setting, words } = entry;
    const row = create('div', '', 'setting');
    const value = entry.get();
    const isChanged = value !== setting.default;
    row.classList.toggle('changed', isChanged);
    /** Makes the row again, and gives its field the focus. */
    const change = (next: Value) => {
      this.#report(entry.set(next));
      const made = this.#row(entry);
      row.replaceWith(made);
      made.querySelector<HTMLElement>('select, input')?.focus();
    };
    const field = fieldOf(setting, value, change);
    field.id = `setting-${setting.name}`;
    const label = create('label', '');
    label.htmlFor = field.id;
    // The others have no name in a file.
    const isInFile = SETTINGS.includes(setting);
    label.append(create('b', words.title), ...(isInFile ? [create('code', setting.name)] : []));
    row.append(label, field, described(words));
    if (isChanged) {
      const reset = create('button', 'Reset');
      reset.type = 'button';
      reset.setAttribute('aria-label', `Reset ${words.title}`);
      reset.title = `Back to ${nameOf(setting.default)}`;
      reset.addEventListener('click', () => change(setting.default));
      field.before(reset);
    }
    return row;
  }

  /** Shows the group that was chosen, or of all groups the settings that have all words of the search or, if only those are wanted, differ from the default. */
  #filter(): void {
    const words = this.#search.value.toLowerCase().split(/\s+/);
    const isAnyWanted = this.#search.value.trim() === '' && !this.#onlyChanged.checked;
    for (const group of this.#dialog.querySelectorAll<HTMLElement>('fieldset')) {
      const title = group.firstElementChild?.textContent ?? '';
      const rows = [...group.querySelectorAll<HTMLElement>('.setting')];
      for (const row of rows) {
        const [label, small] = ['label', 'small'].map((name) => row.querySelector(name)?.textContent);
        const content = `${title} ${label} ${small}`.toLowerCase();
        const isWanted = !this.#onlyChanged.checked || row.classList.contains('changed');
        row.hidden = !isWanted || !words.every((word) => content.includes(word));
      }
      group.hidden = isAnyWanted ? title !== this.#group : rows.every((row) => row.hidden);
    }
    for (const [index, button] of [...this.#groups.querySelectorAll('button')].entries()) {
      const isShown = isAnyWanted && button.textContent === this.#group;
      button.ariaCurrent = isShown ? 'true' : null;
      button.tabIndex = isShown || (!isAnyWanted && index === 0) ? 0 : -1;
    }
    const isEmpty = this.#dialog.querySelector('fieldset:not([hidden])') === null;
    (this.#dialog.querySelector('.none') as HTMLElement).hidden = !isEmpty;
  }
}
