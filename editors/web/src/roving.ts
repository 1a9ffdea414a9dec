/** Lists of which Tab enters only one row: arrow keys go from row to row. */

/** Which row a key leads to from row `at` of `count`; undefined if it is none of these keys. */
function rowOf(key: string, at: number, count: number): number | undefined {
  return { ArrowDown: Math.min(at + 1, count - 1), ArrowUp: Math.max(at - 1, 0), Home: 0, End: count - 1 }[key];
}

/** Gives a list the keys of a tree. Rows are its children, and the buttons of the current one are stops of Tab. */
export class Roving {
  readonly #list: HTMLElement;
  #current: Element | null = null;

  /** `goSideways` returns the row that the arrow keys to the left and to the right lead to, if they lead anywhere. */
  constructor(list: HTMLElement, goSideways: (row: Element, key: 'ArrowLeft' | 'ArrowRight') => Element | null = () => null) {
    this.#list = list;
    list.addEventListener('focusin', ({ target }) => this.#choose(this.#rowAround(target as Element)));
    list.addEventListener('keydown', (event) => {
      const row = this.#rowAround(event.target as Element);
      if (row === null || event.altKey || event.ctrlKey || event.metaKey) {
        return;
      }
      const { key } = event;
      const rows = [...list.children];
      const to = key === 'ArrowLeft' || key === 'ArrowRight' ? goSideways(row, key) : rows[rowOf(key, rows.indexOf(row), rows.length) ?? -1];
      if (to) {
        to.querySelector('button')?.focus();
        event.preventDefault();
      }
    });
  }

  /** Takes in rows that are new. The current one stays so while it is in the list. */
  update(): void {
    for (const button of this.#list.querySelectorAll('button')) {
      button.tabIndex = -1;
    }
    this.#choose(this.#current?.parentElement === this.#list ? this.#current : this.#list.firstElementChild);
  }

  #rowAround(element: Element): Element | null {
    const row = element.closest('li');
    return row?.parentElement === this.#list ? row : null;
  }

  #choose(row: Element | null): void {
    for (const [of, tabIndex] of [[this.#current, -1], [row, 0]] as const) {
      for (const button of of?.querySelectorAll('button') ?? []) {
        button.tabIndex = tabIndex;
      }
    }
    this.#current = row;
  }
}
