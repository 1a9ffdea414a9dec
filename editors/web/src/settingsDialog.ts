/** The dialog of the settings. */
import { SETTINGS, type Setting, type Value } from 'ishi-settings';

import { notify } from './notice.ts';
import type { Settings } from './settings.ts';

function create<K extends keyof HTMLElementTagNameMap>(name: K, content: string, className = ''): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  made.textContent = content;
  made.className = className;
  return made;
}

/** A field for a value, which calls `change` when the user has entered another one. */
function fieldOf({ type, values, minimum, maximum, ...setting }: Setting, value: Value, change: (value: Value) => void): HTMLElement {
  if (values !== undefined) {
    const field = create('select', '');
    for (const one of values) {
      field.append(new Option(one === setting.default ? `${one} (default)` : one, one, false, one === value));
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

export class SettingsDialog {
  readonly #dialog: HTMLDialogElement;
  readonly #settings: Settings;

  constructor(dialog: HTMLDialogElement, settings: Settings) {
    this.#dialog = dialog;
    this.#settings = settings;
    const button = (name: string) => dialog.querySelector(`[data-do=${name}]`);
    button('close')?.addEventListener('click', () => dialog.close());
    button('reset')?.addEventListener('click', () => {
      this.#report(settings.reset());
      this.#fill();
    });
    this.#search.addEventListener('input', () => this.#filter());
  }

  open(): void {
    if (!this.#dialog.open) {
      this.#search.value = '';
      this.#fill();
      this.#dialog.showModal();
      this.#search.focus();
    }
  }

  get #search(): HTMLInputElement {
    return this.#dialog.querySelector('input[type=search]') as HTMLInputElement;
  }

  #report(isKept: boolean): void {
    if (!isKept) {
      notify('The browser has no room to keep the settings. They apply until this tab is closed.');
    }
  }

  #fill(): void {
    const groups = Map.groupBy(SETTINGS, ({ name }) => name.split('.')[0] ?? '');
    const sections = [...groups].map(([section, settings]) => {
      const group = create('fieldset', '');
      group.append(create('legend', section), ...settings.map((setting) => this.#row(setting)));
      return group;
    });
    this.#dialog.querySelector('.settings')?.replaceChildren(...sections);
    this.#filter();
  }

  #row(setting: Setting): HTMLElement {
    const row = create('label', '', 'setting');
    const mark = () => row.classList.toggle('changed', this.#settings.get(setting) !== setting.default);
    const field = fieldOf(setting, this.#settings.get(setting), (value) => {
      this.#report(this.#settings.set(setting, value));
      mark();
    });
    mark();
    row.append(create('b', setting.name.split('.')[1] ?? ''), field, create('small', setting.description));
    return row;
  }

  /** Shows the settings that have all words of the search. */
  #filter(): void {
    const words = this.#search.value.toLowerCase().split(/\s+/);
    for (const group of this.#dialog.querySelectorAll('fieldset')) {
      const section = group.querySelector('legend')?.textContent ?? '';
      const rows = [...group.querySelectorAll<HTMLElement>('.setting')];
      for (const row of rows) {
        const content = `${section} ${row.querySelector('b')?.textContent} ${row.querySelector('small')?.textContent}`.toLowerCase();
        row.hidden = !words.every((word) => content.includes(word));
      }
      group.hidden = rows.every((row) => row.hidden);
    }
  }
}
