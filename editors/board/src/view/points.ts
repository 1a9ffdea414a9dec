/** The points of the board: what a click on one does, and its menu. */
import { type FromView, spotOf } from '../protocol.ts';
import type { BoardView } from './board/board.ts';
import type { Guessing } from './guessing.ts';
import type { Cell } from './tree/layout.ts';
import type { Parts } from './parts.ts';
import { PointMenu } from './pointMenu.ts';
import { isPossible, type Tools } from './tools.ts';
import type { TreeView } from './tree/tree.ts';

/** The parts of the board that a point is about. */
interface Around {
  board: BoardView;
  tree: TreeView;
  tools: Tools;
  guessing: Guessing;
  say(message: FromView): void;
}

export class Points {
  readonly #parts: Parts;
  readonly #around: Around;
  readonly #menu: PointMenu;

  constructor(parts: Parts, around: Around) {
    this.#parts = parts;
    this.#around = around;
    this.#menu = new PointMenu(
      parts,
      (action, point) => this.#do(action, point),
      (hasFocus) => around.board.closeMenu(hasFocus),
    );
  }

  /** Does with a point what the tool is for. */
  use(point: string): void {
    const { tree, tools, guessing } = this.#around;
    if (guessing.isOn) {
      return guessing.guess(point);
    }
    const move = tools.chosen === 'play' ? this.#moveOn(point) : null;
    if (move !== null && move !== tree.current) {
      return tree.visit(move);
    }
    this.#put(point, tools.chosen);
  }

  /** Opens the menu of a point, unless one guesses. */
  openMenu(point: string, x: number, y: number): boolean {
    const { board, tree, guessing } = this.#around;
    if (guessing.isOn) {
      return false;
    }
    const stone = board.stoneAt(point);
    const scene = board.board?.scene;
    const move = this.#moveOn(point);
    const isSetup = isPossible('ishi.setup', scene);
    const can = {
      play: stone === null && isPossible('ishi.play', scene),
      go: move !== null && move !== tree.current,
      link: true,
      erase: scene?.marked.includes(point) ?? true,
      black: isSetup,
      white: isSetup,
      delete: move !== null,
      promote: move !== null && !move.node.main,
    };
    const number = move?.node.number ?? null;
    this.#menu.open(point, `${point} · ${stone ?? 'empty'}${number === null ? '' : ` · move ${number}`}`, can, x, y);
    return true;
  }

  /** The move that has put the stone on a point; null where no stone is, or one that was set up. */
  #moveOn(point: string): Cell | null {
    const path = this.#around.board.stoneAt(point) === null ? [] : this.#around.tree.path();
    return path.reverse().find(({ node }) => node.location === point) ?? null;
  }

  /** Puts what a tool is for on a point. */
  #put(point: string, tool: string, label?: string): void {
    const { board, tools } = this.#around;
    if (tool === 'play' && isPossible('ishi.play', board.board?.scene)) {
      board.play(point);
    }
    tools.put(point, tool, label);
  }

  /** Does what was chosen in the menu of a point. Of what can't be done, the reason is said. */
  #do(action: string, point: string): void {
    if (action === 'link') {
      const move = this.#moveOn(point);
      return this.#around.say({ type: 'copy-link', to: move && spotOf(move.node) });
    }
    if (action !== 'go' && action !== 'delete' && action !== 'promote') {
      return this.#put(point, action, this.#menu.label);
    }
    const move = this.#moveOn(point);
    if (move === null) {
      return this.#parts.announce(`There is no move on ${point}.`);
    }
    if (action === 'go') {
      return this.#around.tree.visit(move);
    }
    this.#around.say({ type: 'hand', command: `ishi.${action}`, more: {}, at: spotOf(move.node) });
  }
}
