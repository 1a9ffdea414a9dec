/** The dialog of the settings. */
import { SETTINGS, type Setting, type Value } from 'ishi-settings';

import { withCode } from './elements.ts';
import { notify } from './notice.ts';
import { once } from './once.ts';
import type { Settings } from './settings.ts';

/** What the dialog says about a setting. */
interface Words {
  /** The name that a person reads. */
  title: string;
  /** The heading of its group. */
  group: string;
  description: string;
}

/** A group of more settings than these is folded: there are a hundred rules, of which few are ever changed. */
const LONG = 12;

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
      field.append(new Option(one, one, false, one === value));
    }
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

/** The description of a setting, in which values are set as code. */
function described({ description }: Words): HTMLElement {
  const made = create('small', '');
  made.append(...withCode(description));
  return made;
}

export class SettingsDialog {
  readonly #dialog: HTMLDialogElement;
  readonly #settings: Settings;
  #words: Record<string, Words> = {};

  constructor(dialog: HTMLDialogElement, settings: Settings) {
    this.#dialog = dialog;
    this.#settings = settings;
    dialog.querySelector('[data-do=close]')?.addEventListener('click', () => dialog.close());
    dialog.querySelector('[data-do=reset]')?.addEventListener('click', () => {
      this.#report(settings.reset());
      this.#fill();
    });
    this.#search.addEventListener('input', () => this.#filter());
    this.#onlyChanged.addEventListener('change', () => this.#filter());
  }

  async open(): Promise<void> {
    this.#words = await loadWords();
    if (!this.#dialog.open) {
      this.#search.value = '';
      this.#onlyChanged.checked = false;
      this.#fill();
      this.#dialog.showModal();
      this.#search.focus();
    }
  }

  get #search(): HTMLInputElement {
    return this.#dialog.querySelector('input[type=search]') as HTMLInputElement;
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
    const sections = [...Map.groupBy(SETTINGS, ({ name }) => this.#wordsOf(name).group)].map(([title, settings]) => {
      const [group, heading] = settings.length > LONG ? [create('details', ''), create('summary', title)] : [create('fieldset', ''), create('legend', title)];
      group.append(heading, ...settings.map((setting) => this.#row(setting)));
      return group;
    });
    this.#dialog.querySelector('.settings > div')?.replaceChildren(...sections);
    this.#filter();
  }

  #wordsOf(name: string): Words {
    return this.#words[name] ?? { title: name, group: '', description: '' };
  }

  #row(setting: Setting): HTMLElement {
    const words = this.#wordsOf(setting.name);
    const row = create('div', '', 'setting');
    const value = this.#settings.get(setting);
    const isChanged = value !== setting.default;
    row.classList.toggle('changed', isChanged);
    /** Makes the row again, and gives its field the focus. */
    const change = (next: Value) => {
      this.#report(this.#settings.set(setting, next));
      const made = this.#row(setting);
      row.replaceWith(made);
      made.querySelector<HTMLElement>('select, input')?.focus();
    };
    const field = fieldOf(setting, value, change);
    field.id = `setting-${setting.name}`;
    const label = create('label', '');
    label.htmlFor = field.id;
    label.append(create('b', words.title), create('code', setting.name));
    row.append(label, field, described(words));
    if (isChanged) {
      const reset = create('button', 'Reset');
      reset.type = 'button';
      reset.setAttribute('aria-label', `Reset ${words.title}`);
      reset.title = `Back to ${setting.default}`;
      reset.addEventListener('click', () => change(setting.default));
      field.before(reset);
    }
    return row;
  }

  /** Shows the settings that have all words of the search and, if only those are wanted, differ from the default. */
  #filter(): void {
    const words = this.#search.value.toLowerCase().split(/\s+/);
    const isAnyWanted = this.#search.value.trim() === '' && !this.#onlyChanged.checked;
    for (const group of this.#dialog.querySelectorAll<HTMLElement>('fieldset, details')) {
      const title = group.firstElementChild?.textContent ?? '';
      const rows = [...group.querySelectorAll<HTMLElement>('.setting')];
      for (const row of rows) {
        const [label, small] = ['label', 'small'].map((name) => row.querySelector(name)?.textContent);
        const content = `${title} ${label} ${small}`.toLowerCase();
        const isWanted = !this.#onlyChanged.checked || row.classList.contains('changed');
        row.hidden = !isWanted || !words.every((word) => content.includes(word));
      }
      group.hidden = rows.every((row) => row.hidden);
      group.toggleAttribute('open', !isAnyWanted);
    }
    const isEmpty = this.#dialog.querySelector(':is(fieldset, details):not([hidden])') === null;
    (this.#dialog.querySelector('.none') as HTMLElement).hidden = !isEmpty;
  }
}
