/** What a user has folded in a tree: the variations after a move, and long runs of moves. */
import type { Node } from '../../protocol.ts';
import { type Cell, type Folding, variations } from './layout.ts';
import { follow, pathTo } from './paths.ts';
import { partsOf, type Run, runsOf } from './runs.ts';

export class Folds {
  #forks = new Set<Cell>();
  /** The long runs, each by all of its cells. */
  #runs = new Map<Cell, Run>();
  /** The first cells of the runs that are not as `#foldsAll` says. */
  #exceptions = new Set<Cell>();
  #foldsAll = false;
  #foldsForks = false;
  #record = '';
  /** The forks and exceptions of the records that were shown before, as paths. The forks are null if they are as `#foldsForks` says. */
  readonly #kept = new Map<string, { forks: Node[][] | null; exceptions: Node[][] }>();

  /** Takes another tree, of the same record or of another one, which has its folds again. */
  setTree(record: string, cells: readonly Cell[]): void {
    const paths = (folded: Set<Cell>) => [...folded].map(pathTo);
    this.#kept.set(this.#record, { forks: paths(this.#forks), exceptions: paths(this.#exceptions) });
    const { forks = null, exceptions = [] } = this.#kept.get(record) ?? {};
    const found = (all: Node[][]) =>
      new Set(all.map((path) => follow(cells[0], path)).filter((cell) => cell !== undefined));
    this.#record = record;
    this.#forks = forks === null ? this.#forksOf(cells) : found(forks);
    this.#exceptions = found(exceptions);
    this.#runs = runsOf(cells);
  }

  /** Whether long runs are folded, but for those that the user has unfolded. */
  get foldsAll(): boolean {
    return this.#foldsAll;
  }

  /** Folds all long runs, or unfolds them. */
  foldAll(isFolded: boolean): void {
    this.#foldsAll = isFolded;
    this.#exceptions.clear();
    for (const kept of this.#kept.values()) {
      kept.exceptions = [];
    }
  }

  get foldsForks(): boolean {
    return this.#foldsForks;
  }

  /** Folds the variations of all moves, or unfolds them. */
  foldForks(isFolded: boolean, cells: readonly Cell[]): void {
    this.#foldsForks = isFolded;
    this.#forks = this.#forksOf(cells);
    for (const kept of this.#kept.values()) {
      kept.forks = null;
    }
  }

  #forksOf(cells: readonly Cell[]): Set<Cell> {
    return new Set(this.#foldsForks ? cells.filter((cell) => variations(cell).length > 0) : []);
  }

  /** Whether the variations after a cell, or the run that begins there, are folded. Null if there are none. */
  isFoldedAfter(cell: Cell): boolean | null {
    const run = this.#runAfter(cell);
    return variations(cell).length > 0 ? this.#forks.has(cell) : run === undefined ? null : this.#isFolded(run);
  }

  /** Folds what can be folded after a cell, or unfolds it. */
  fold(cell: Cell, isFolded: boolean): void {
    const run = this.#runAfter(cell);
    if (variations(cell).length > 0) {
      this.#forks[isFolded ? 'add' : 'delete'](cell);
    } else if (run !== undefined) {
      this.#exceptions[isFolded === this.#foldsAll ? 'delete' : 'add'](run.first);
    }
  }

  /** Unfolds the variations that a cell is in. */
  unfoldTo(cell: Cell): void {
    for (let at = cell; at.parent !== null; at = at.parent) {
      if (this.#forks.has(at.parent) && variations(at.parent).includes(at)) {
        this.#forks.delete(at.parent);
      }
    }
  }

  /** The cell after which the run begins in which a cell is, if that run is folded or not as is asked for. */
  startOfRun(cell: Cell, isFolded: boolean): Cell | null {
    const run = this.#runs.get(cell);
    return run !== undefined && this.#isFolded(run) === isFolded ? run.first.parent : null;
  }

  /** What a layout folds while a move is the current one. */
  folding(current: Cell | null, length: number): Folding {
    const runs = new Map<Cell, number>();
    for (const run of new Set(this.#runs.values())) {
      if (this.#isFolded(run)) {
        for (const [first, count] of partsOf(run, current)) {
          runs.set(first, count);
        }
      }
    }
    return { forks: this.#forks, runs, length };
  }

  #runAfter({ children }: Cell): Run | undefined {
    const [first] = children;
    const run = children.length === 1 && first !== undefined ? this.#runs.get(first) : undefined;
    return run?.first === first ? run : undefined;
  }

  #isFolded({ first }: Run): boolean {
    return this.#exceptions.has(first) !== this.#foldsAll;
  }
}
