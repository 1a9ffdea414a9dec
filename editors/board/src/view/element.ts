/** The board as an element for any page: `<ishi-board>`, in a shadow root of its own. */
import type { FromView, Splits, ToView } from '../protocol.ts';
import { SHEET, TEMPLATE } from './looks.ts';
import { Panel } from './panel.ts';
import { Parts } from './parts.ts';
import { SplitView } from './splits.ts';

/**
 * Shows what it receives from a controller, and sends what the user does. It fills its box, takes colors from the variables that a page of
 * VS Code has, and with the attribute `single` does not offer another board. With `readonly` it offers no change of the record.
 */
export class BoardElement extends HTMLElement {
  readonly #panel: Panel;
  readonly #splits: SplitView;
  /** Called with each message for the controller. */
  onSend: (message: FromView) => void = () => {};
  /** Called with the splits after the user has moved one, for a host that keeps them. */
  onSplits: (splits: Splits) => void = () => {};

  constructor() {
    super();
    const root = this.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [SHEET];
    root.append(TEMPLATE.content.cloneNode(true));
    const parts = new Parts(root);
    this.#panel = new Panel(parts, (message) => this.onSend(message));
    this.#splits = new SplitView(parts, (splits) => this.onSplits(splits));
  }

  get splits(): Splits {
    return this.#splits.splits;
  }

  set splits(splits: Splits) {
    this.#splits.splits = splits;
  }

  /** Begins to have the moves guessed, or ends it. */
  set isGuessing(isOn: boolean) {
    this.#panel.isGuessing = isOn;
  }

  receive(message: ToView): void {
    this.#panel.receive(message);
  }

  /** Takes the keys that walk through the game from another part of the page: this element, or all of the page. */
  takeKeys(from: EventTarget): void {
    from.addEventListener('keydown', (event) => this.#panel.onKey(event as KeyboardEvent));
  }

  /** Gives the board in it the focus. */
  focusBoard(): void {
    this.#panel.focus();
  }
}

customElements.define('ishi-board', BoardElement);
