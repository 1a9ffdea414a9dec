/** Guessing the moves of a problem: the answers are hidden, nothing is changed, and each guess gets a verdict. */
import type { Spot } from '../protocol.ts';
import { judge } from './guess.ts';
import type { Parts } from './parts.ts';
import type { TreeView } from './tree/tree.ts';

/** How long a move that was right is seen before the reply to it comes, in milliseconds. */
const REPLY = 500;

export class Guessing {
  readonly #parts: Parts;
  readonly #tree: TreeView;
  readonly #go: (to: Spot) => void;
  readonly #changed: () => void;

  /** `go` goes to a move, and `changed` is called when the user begins or ends. */
  constructor(parts: Parts, tree: TreeView, go: (to: Spot) => void, changed: () => void) {
    this.#parts = parts;
    this.#tree = tree;
    this.#go = go;
    this.#changed = changed;
    parts.onClick('guess', () => {
      this.isOn = !this.isOn;
    });
  }

  set isOn(isOn: boolean) {
    if (isOn === this.isOn) {
      return;
    }
    this.#parts.press('guess', isOn);
    this.#parts.get('frame').classList.toggle('guesses', isOn);
    this.#parts.get('verdict').hidden = !isOn;
    this.ask();
    this.#changed();
  }

  get isOn(): boolean {
    return this.#parts.isPressed('guess');
  }

  /** Asks for a move, in place of the verdict on the one before. */
  ask(): void {
    this.#say(this.isOn ? 'Play your move.' : '');
  }

  guess(point: string): void {
    const before = this.#tree.current;
    if (before === null) {
      return;
    }
    const { text, isRight, move, reply } = judge(before, point);
    this.#say(text, isRight === null ? '' : isRight ? 'right' : 'wrong');
    if (move !== null) {
      this.#go(move);
    }
    if (reply !== null) {
      setTimeout(() => {
        // The board may be on its way to the move, but somebody may have gone elsewhere, too.
        const { current } = this.#tree;
        if (this.isOn && (current === before || current?.node.id === move?.id)) {
          this.#go(reply);
        }
      }, REPLY);
    }
  }

  #say(text: string, kind = ''): void {
    this.#parts.get('verdict').textContent = text;
    this.#parts.get('verdict').className = kind;
  }
}
