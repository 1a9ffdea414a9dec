import { type BoardOptions, DEFAULT_OPTIONS } from '../protocol.ts';
import type { Parts } from './parts.ts';

/** The options that are on or off, each with an entry of that name in the menu. */
const TOGGLES = ['coordinates', 'variations', 'continuations', 'sound'] as const;

/** The part of the menu that says how the board is shown. */
export class OptionsMenu {
  readonly #parts: Parts;
  readonly #numbers: HTMLSelectElement;
  #options = DEFAULT_OPTIONS;

  /** `here` returns the number of the move that is shown, and `changed` is called with what the user has chosen. */
  constructor(parts: Parts, here: () => number, changed: (options: BoardOptions) => void) {
    this.#parts = parts;
    this.#numbers = parts.get('numbers');
    const change = (more: Partial<BoardOptions>) => {
      this.#options = { ...this.#options, ...more };
      changed(this.#options);
    };
    this.#numbers.addEventListener('change', () => {
      const { value } = this.#numbers;
      if (value === 'here') {
        change({ numbers: here() });
      } else if (value === 'none' || value === 'last' || value === 'all') {
        change({ numbers: value });
      }
    });
    for (const toggle of TOGGLES) {
      parts.onClick(toggle, () => change({ [toggle]: !this.#options[toggle] }));
    }
  }

  get options(): BoardOptions {
    return this.#options;
  }

  /** Shows what is chosen. Options outlive a board, and so may have been chosen for an earlier one. */
  show(options: BoardOptions): void {
    this.#options = options;
    const from = this.#parts.get<HTMLOptionElement>('numbers-from');
    from.hidden = typeof options.numbers !== 'number';
    from.value = from.hidden ? '' : String(options.numbers);
    from.textContent = `From ${options.numbers}`;
    this.#numbers.value = String(options.numbers);
    for (const toggle of TOGGLES) {
      this.#parts.press(toggle, options[toggle]);
    }
  }
}
