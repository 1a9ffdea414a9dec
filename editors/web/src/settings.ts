/** The settings of the page: those of the server, which are kept in the browser. */
import { SETTINGS, type Setting, type Value } from 'ishi-settings';

import { keepJson, keptJson, onOtherValue } from './store.ts';

/** The name under which they are kept. */
const KEY = 'settings';

/** Whether a value is one that a setting can have. Values of an earlier version need not be. */
function isValid({ type, values, minimum = 0, maximum = Infinity }: Setting, value: unknown): value is Value {
  if (type === 'integer') {
    return Number.isInteger(value) && (value as number) >= minimum && (value as number) <= maximum;
  }
  return typeof value === type && (values === undefined || values.includes(value as string));
}

export class Settings {
  /** The values that differ from the defaults, by `section.key`. */
  #values = new Map<string, Value>();
  /** Called after each change, here or in another tab. */
  onChange: () => void = () => {};

  constructor() {
    this.#read(keptJson(KEY));
    onOtherValue(KEY, (values) => {
      this.#read(values);
      this.onChange();
    });
  }

  get(setting: Setting): Value {
    return this.#values.get(setting.name) ?? setting.default;
  }

  /** Changes a setting. Returns false if the browser does not keep it. */
  set(setting: Setting, value: Value): boolean {
    this.#put(setting, value);
    return this.#keep();
  }

  /** Makes all as they are by default. */
  reset(): boolean {
    this.#values.clear();
    return this.#keep();
  }

  /** As the server reads them: an object of sections. */
  toJson(): Record<string, Record<string, Value>> {
    const sections: Record<string, Record<string, Value>> = {};
    for (const [name, value] of this.#values) {
      const [section = '', key = ''] = name.split('.');
      sections[section] = { ...sections[section], [key]: value };
    }
    return sections;
  }

  #put(setting: Setting, value: unknown): void {
    if (isValid(setting, value) && value !== setting.default) {
      this.#values.set(setting.name, value);
    } else {
      this.#values.delete(setting.name);
    }
  }

  #read(values: unknown): void {
    const own = (values ?? {}) as Record<string, unknown>;
    for (const setting of SETTINGS) {
      this.#put(setting, own[setting.name]);
    }
  }

  #keep(): boolean {
    const isKept = keepJson(KEY, Object.fromEntries(this.#values));
    this.onChange();
    return isKept;
  }
}
