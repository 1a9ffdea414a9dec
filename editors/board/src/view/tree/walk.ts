/** A walk through a tree, whose boards come later than its steps: a wheel turns faster than boards are drawn. */
import type { Spot } from '../../protocol.ts';
import type { Cell } from './layout.ts';

export class Walk {
  readonly #go: (to: Spot) => void;
  /** Where it leads, until that is shown. */
  #goal: Cell | null = null;
  /**
   * The cells on the way there, with the one where it began. A board elsewhere ends the walk: somebody has gone there.
   */
  readonly #way = new Set<Cell>();
  /** The steps that are taken once there is a current move; null while there is one. */
  #waiting: (() => void)[] | null = [];

  constructor(go: (to: Spot) => void) {
    this.#go = go;
  }

  /** Whether the board has yet to get to the end. */
  get isOn(): boolean {
    return this.#goal !== null || this.#waiting !== null;
  }

  /** Has all steps wait: the board shows a move that no tree has yet. */
  wait(): void {
    this.#waiting ??= [];
  }

  /** Has a step wait, if steps have to. Returns whether it does. */
  defer(step: () => void): boolean {
    this.#waiting?.push(step);
    return this.#waiting !== null;
  }

  /** From where one walks on while the board shows a cell. */
  from(current: Cell | null): Cell | null {
    return this.#goal ?? current;
  }

  goTo(cell: Cell, current: Cell | null): void {
    if (this.#goal === null && current !== null) {
      this.#way.add(current);
    }
    this.#way.add(cell);
    this.#goal = cell;
    this.#go(cell.node);
  }

  /** Ends the walk: what it leads through is not there any more. */
  end(): void {
    this.#goal = null;
    this.#way.clear();
  }

  /** Takes in that the board shows a cell. */
  reach(cell: Cell): void {
    if (this.#goal === cell || !this.#way.has(cell)) {
      this.end();
    }
  }

  /** Takes the steps that have waited. */
  resume(): void {
    const steps = this.#waiting ?? [];
    this.#waiting = null;
    for (const step of steps) {
      step();
    }
  }
}
