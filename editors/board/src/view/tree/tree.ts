import type { Node, Spot } from '../../protocol.ts';
import { Canvas } from './canvas.ts';
import { connectEvents } from './events.ts';
import { Folds } from './folds.ts';
import { Grid } from './grid.ts';
import { arrange, type Cell, cellsOf, next } from './layout.ts';
import { along, follow, pathTo } from './paths.ts';
import { Walk } from './walk.ts';

/** The keys that lead from one move to another. */
const KEYS = new Set(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End']);

interface Actions {
  go(to: Spot): void;
  /** Moves the focus to the text of the record. */
  focusText(): void;
}

/** The tree of moves: the main line, variations beside it, and the current move marked. */
export class TreeView {
  readonly #actions: Actions;
  readonly #folds = new Folds();
  readonly #canvas: Canvas;
  readonly #walk: Walk;
  #cells: Cell[] = [];
  #grid = new Grid([]);
  #name = '';
  #current: Cell | null = null;

  /** `room` is the box that the tree shares with the text above it. */
  constructor(place: HTMLElement, room: HTMLElement, actions: Actions) {
    this.#actions = actions;
    this.#walk = new Walk((to) => actions.go(to));
    this.#canvas = new Canvas(place, room, (cell) => this.#folds.isFoldedAfter(cell));
    this.#canvas.onTurn = () => this.#showFolds();
    const withCell = (work: (cell: Cell) => void) => (node: number) => {
      const cell = this.#cells[node];
      if (cell !== undefined) {
        work(cell);
      }
    };
    connectEvents(place, {
      visit: withCell((cell) => this.visit(cell)),
      toggle: withCell((cell) => this.#fold(cell, this.#folds.isFoldedAfter(cell) === false)),
      unfoldRun: withCell((cell) => this.#unfoldRun(cell)),
      foldHere: (isFolded) => this.#foldHere(isFolded),
      move: (key) => this.move(key),
      focusText: () => this.#actions.focusText(),
    });
  }

  /** The name of the tree, as in the message that brought it. */
  get name(): string {
    return this.#name;
  }

  get current(): Cell | null {
    return this.#current;
  }

  /** Whether the board has yet to get where it was walked to. */
  get isWalking(): boolean {
    return this.#walk.isOn;
  }

  /** Whether long runs of moves are folded. */
  get foldsRuns(): boolean {
    return this.#folds.foldsAll;
  }

  set foldsRuns(isFolded: boolean) {
    this.#folds.foldAll(isFolded);
    this.#showFolds();
  }

  /** Whether the variations of moves are folded, but for those that the user has unfolded and the one with the current move. */
  get foldsVariations(): boolean {
    return this.#folds.foldsForks;
  }

  set foldsVariations(isFolded: boolean) {
    this.#folds.foldForks(isFolded, this.#cells);
    if (this.#current !== null) {
      this.#folds.unfoldTo(this.#current);
    }
    this.#showFolds();
  }

  /** Has all steps wait for `mark`: the board shows a move that no tree has yet, and they begin there. */
  expect(): void {
    this.#walk.wait();
  }

  /** The cells from the root to the current one. */
  path(): Cell[] {
    const path = [];
    for (let at = this.#current; at !== null; at = at.parent) {
      path.push(at);
    }
    return path.reverse();
  }

  /** The moves that begin variations here, or instead of the current move. */
  beside(): Node[] {
    const at = this.#current?.node.kind === 'diagram' ? this.#current.parent : this.#current;
    const following = (at?.children ?? []).map(({ node }) => node).filter(({ kind }) => kind === 'move');
    return [...following, ...(this.#current?.parent?.children ?? []).map(({ node }) => node)];
  }

  /** The moves to the end of the line. */
  ahead(): Node[] {
    const moves = [];
    for (let at = this.#current && next(this.#current); at; at = next(at)) {
      moves.push(at.node);
    }
    return moves;
  }

  /** Replaces the tree. */
  setTree({ name, record, nodes }: { name: string; record: string; nodes: readonly Node[] }): void {
    this.#name = name;
    this.#cells = cellsOf(nodes);
    this.#folds.setTree(record, this.#cells);
    this.#current = null;
    this.#walk.end();
    this.#arrange();
  }

  /** Marks a node as the current one, and scrolls to it. */
  mark(node: number): void {
    const { hasFocus } = this.#canvas;
    const before = this.#current;
    const cell = this.#cells[node] ?? this.#cells[0] ?? null;
    this.#current = cell;
    if (cell === null) {
      return;
    }
    if (this.#isHidden(cell) || (before !== null && before !== cell && this.#isInFoldedRun(before))) {
      this.#folds.unfoldTo(cell);
      this.#arrange();
    }
    this.#walk.reach(cell);
    this.#canvas.mark(cell, hasFocus);
    this.#walk.resume();
  }

  /**
   * Goes where a key leads: along the sequence, to another variation at the same place, to the start or the end.
   * Returns whether the key means anything here.
   */
  move(key: string): boolean {
    if (!KEYS.has(key)) {
      return false;
    }
    if (this.#walk.defer(() => this.move(key))) {
      return true;
    }
    const at = this.#walk.from(this.#current);
    const to = at && this.#target(at, key);
    if (to) {
      this.#walk.goTo(to, this.#current);
    }
    return at !== null;
  }

  #target(at: Cell, key: string): Cell | null | undefined {
    switch (key) {
      case 'ArrowLeft':
        return at.parent;
      case 'ArrowRight':
        return next(at);
      case 'ArrowUp':
      case 'ArrowDown': {
        const beside = this.#grid.beside(at, key === 'ArrowUp' ? -1 : 1);
        return beside?.folds === 0 ? beside : undefined;
      }
      case 'Home':
        return this.#cells[0];
      default:
        return along(at, Infinity);
    }
  }

  /**
   * Goes so many moves along the sequence, back where the number is negative. Returns whether there are any, or may be:
   * that is not known as long as steps wait.
   */
  walk(moves: number): boolean {
    if (this.#walk.defer(() => this.walk(moves))) {
      return true;
    }
    const from = this.#walk.from(this.#current);
    const to = from && along(from, moves);
    if (to === null || to === from) {
      return false;
    }
    this.#walk.goTo(to, this.#current);
    return true;
  }

  /**
   * Goes to a cell, or to the one that is in its place when steps need not wait any more: its line may be another one
   * by then.
   */
  visit(cell: Cell): void {
    const path = pathTo(cell);
    const goOn = () => {
      const at = follow(this.#cells[0], path);
      if (at !== undefined) {
        this.#walk.goTo(at, this.#current);
      }
    };
    if (!this.#walk.defer(goOn)) {
      this.#walk.goTo(cell, this.#current);
    }
  }

  /** Gives all cells that are not folded their places. */
  #arrange(): void {
    arrange(this.#cells, this.#folds.folding(this.#current, this.#canvas.signLength));
    this.#grid = new Grid(this.#cells);
    this.#canvas.show(this.#grid);
  }

  #isHidden({ row, folds }: Cell): boolean {
    return row < 0 || folds > 0;
  }

  #isInFoldedRun(cell: Cell): boolean {
    return this.#folds.startOfRun(cell, true) !== null;
  }

  /**
   * Arranges the tree after something was folded or unfolded. A move whose variation is hidden by that gives way to the
   * one before it.
   */
  #showFolds(fork: Cell | null = null): void {
    const { hasFocus } = this.#canvas;
    this.#arrange();
    const isHidden = fork !== null && this.#current !== null && this.#isHidden(this.#current);
    if (isHidden) {
      this.#current = fork;
    }
    if (this.#current !== null) {
      this.#canvas.mark(this.#current, hasFocus);
    }
    // What is current is always in view.
    if (isHidden) {
      this.visit(fork);
    }
  }

  /** Folds what can be folded after a cell, or unfolds it. */
  #fold(cell: Cell, isFolded: boolean): void {
    this.#folds.fold(cell, isFolded);
    this.#showFolds(cell);
  }

  #unfoldRun(cell: Cell): void {
    const start = this.#folds.startOfRun(cell, true);
    if (start !== null) {
      this.#fold(start, false);
    }
  }

  /**
   * Folds what follows the current move, or else the run or the variations in which it is; or unfolds the run in which
   * it is, or else what follows it.
   */
  #foldHere(isFolded: boolean): void {
    const { current } = this;
    if (current === null) {
      return;
    }
    const canFold = (cell: Cell) => this.#folds.isFoldedAfter(cell) === !isFolded;
    const here = this.#folds.startOfRun(current, !isFolded) ?? current;
    const candidates = isFolded ? this.path().reverse().filter(({ depth }) => depth <= here.depth) : [here];
    const at = candidates.find(canFold);
    if (at !== undefined) {
      this.#fold(at, isFolded);
    }
  }
}
