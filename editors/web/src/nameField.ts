/** The name of the document in the bar, which can be edited. */

/** Characters that a file can't have in its name everywhere. */
const REFUSED = /[\\/:*?"<>|]/g;

/** Returns the name of a file for what was typed, which is that of a record; null if it can't be a name. */
function nameFor(typed: string): string | null {
  const name = typed.replace(REFUSED, ' ').trim().replace(/\.sgf$/i, '.ishi');
  return name === '' || name.startsWith('.') ? null : /\.\w+$/.test(name) ? name : `${name}.ishi`;
}

export class NameField {
  readonly #mirror: HTMLElement;
  readonly #field: HTMLInputElement;
  readonly #unsaved: HTMLElement;
  #name = '';

  /** `rename` is called with a new name, and `leave` when the user is done by Enter or Escape. */
  constructor(place: HTMLElement, rename: (name: string) => void, leave: () => void) {
    this.#mirror = place.querySelector('.mirror') as HTMLElement;
    this.#field = place.querySelector('input') as HTMLInputElement;
    this.#unsaved = place.querySelector('#unsaved') as HTMLElement;
    const field = this.#field;
    field.addEventListener('input', () => {
      this.#mirror.textContent = field.value;
    });
    field.addEventListener('change', () => {
      const name = nameFor(field.value);
      if (name !== null && name !== this.#name) {
        rename(name);
      }
      this.#fill();
    });
    field.addEventListener('focus', () => field.setSelectionRange(0, field.value.replace(/\.\w+$/, '').length));
    field.addEventListener('keydown', ({ key }) => {
      if (key === 'Escape') {
        this.#fill();
      }
      if (key === 'Escape' || key === 'Enter') {
        field.blur();
        leave();
      }
    });
  }

  show({ name, isChanged }: { name: string; isChanged: boolean }): void {
    this.#name = name;
    this.#unsaved.textContent = isChanged ? ' •' : '';
    if (document.activeElement !== this.#field) {
      this.#fill();
    }
  }

  #fill(): void {
    this.#field.value = this.#name;
    this.#mirror.textContent = this.#name;
  }
}
