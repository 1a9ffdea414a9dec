/** The dialog that begins a record: with players, a size, a handicap and komi, or with an empty text. */

/** What a record is begun with. */
export interface NewGame {
  black: string;
  white: string;
  size: number;
  handicap: number;
  /** As it is written; empty if the record has none. */
  komi: string;
}

const COLUMNS = 'ABCDEFGHJKLMNOPQRST';

/** From which size on the star points are on the fourth line. */
const LARGE = 13;

/** Returns the points of a handicap, in the order in which they are placed. */
export function handicapPoints(size: number, handicap: number): string[] {
  const low = size < LARGE ? 3 : 4;
  const [high, middle] = [size + 1 - low, (size + 1) / 2];
  const point = (column: number, row: number) => `${COLUMNS.charAt(column - 1)}${row}`;
  const corners = [point(high, high), point(low, low), point(high, low), point(low, high)];
  const sides = [point(low, middle), point(high, middle), point(middle, low), point(middle, high)];
  // From five on, an odd number has the center.
  const even = handicap - (handicap > 4 ? handicap % 2 : 0);
  const points = [...corners, ...sides].slice(0, even);
  return handicap > even ? [...points, point(middle, middle)] : points;
}

/** Returns the text of a record that begins a game. */
export function recordOf({ black, white, size, handicap, komi }: NewGame): string {
  const names = [black, white].filter((name) => name !== '');
  const lines = [
    names.length === 0 ? 'EVENT New game' : `EVENT ${names.join(' against ')}`,
    ...(black === '' ? [] : [`BLACK ${black}`]),
    ...(white === '' ? [] : [`WHITE ${white}`]),
    ...(handicap === 0 ? [] : [`HANDICAP ${handicap}`]),
    ...(komi === '' ? [] : [`KOMI ${komi}`]),
    `BOARDSIZE ${size}`,
    ...(handicap === 0 ? [] : [`SETUP B ${handicapPoints(size, handicap).join(' ')}`]),
  ];
  return `${lines.join('\n')}\n`;
}

export class NewGameDialog {
  readonly #dialog: HTMLDialogElement;

  /** `begin` is called with the text of the record, which is empty if the user wants only that. */
  constructor(dialog: HTMLDialogElement, begin: (text: string) => void) {
    this.#dialog = dialog;
    const form = dialog.querySelector('form') as HTMLFormElement;
    const valueOf = (name: string) => (form.elements.namedItem(name) as HTMLInputElement | HTMLSelectElement).value.trim();
    const finish = (text: string) => {
      dialog.close();
      begin(text);
    };
    dialog.querySelector('[data-do=close]')?.addEventListener('click', () => dialog.close());
    dialog.querySelector('[data-do=empty]')?.addEventListener('click', () => finish(''));
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      const [size, handicap] = [Number(valueOf('size')), Number(valueOf('handicap'))];
      finish(recordOf({ black: valueOf('black'), white: valueOf('white'), size, handicap, komi: valueOf('komi') }));
    });
    // What is usual in a game with a handicap is half a point, which avoids a tie.
    form.addEventListener('change', () => {
      this.#komi.placeholder = valueOf('handicap') === '0' ? '6.5' : '0.5';
    });
  }

  get #komi(): HTMLInputElement {
    return this.#dialog.querySelector('[name=komi]') as HTMLInputElement;
  }

  open(): void {
    this.#dialog.querySelector('form')?.reset();
    this.#komi.placeholder = '6.5';
    this.#dialog.showModal();
  }
}
