/** The player as an element for any page: `<ishi-player src="game.html">`, or with the game in a script inside it. */
import { Controller } from '../../board/src/controller.ts';
import { Session } from '../../board/src/session.ts';
import { BoardElement } from '../../board/src/view/element.ts';
import THEME from '../../board/src/view/theme.css';
import { Game } from './game.ts';
import { PlayerHost } from './host.ts';
import RULES from './player.css';

/** The script inside an element that has its game. */
const DATA = 'script[type="application/json"]';

/** The largest file that is read, in bytes. */
const MAX_SIZE = 64 << 20;

/** Returns the text of the game in a file: JSON, or a page of `ishi player`. */
async function fetchGame(address: string): Promise<string> {
  const answer = await fetch(address);
  if (!answer.ok) {
    throw new Error(`${address}: ${answer.status} ${answer.statusText}`);
  }
  if (Number(answer.headers.get('content-length')) > MAX_SIZE) {
    throw new Error(`${address} is too large.`);
  }
  const text = await answer.text();
  // A parsed page runs no script and loads nothing.
  return /^\s*</.test(text)
    ? (new DOMParser().parseFromString(text, 'text/html').querySelector(`ishi-player ${DATA}`)?.textContent ?? '')
    : text;
}

/**
 * Plays back a game. `src` is the address of its file, `move` the number of the move that is shown first, and with
 * `guess` the moves are hidden and guessed. With `keys="page"` it takes the keys of the whole page. It sends `ishi-load`
 * once a game is there, `ishi-move` after each step, and `ishi-error`.
 */
export class PlayerElement extends HTMLElement {
  static readonly observedAttributes = ['src', 'move', 'guess'];
  readonly #board = new BoardElement();
  readonly #host = new PlayerHost(() => this.#step());
  readonly #controller = new Controller(this.#host, new Session(), (message) => this.#board.receive(message));
  #hasKeys = false;
  /** Counts the games, of which only the last one is shown. */
  #loads = 0;

  constructor() {
    super();
    const root = this.attachShadow({ mode: 'open' });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(THEME + RULES);
    root.adoptedStyleSheets = [sheet];
    for (const name of ['readonly', 'single']) {
      this.#board.toggleAttribute(name, true);
    }
    this.#board.onSend = (message) => void this.#controller.receive(message);
    root.append(this.#board);
  }

  connectedCallback(): void {
    if (!this.#hasKeys) {
      this.#hasKeys = true;
      this.#board.takeKeys(this.getAttribute('keys') === 'page' ? document : this);
    }
    // Its content may not have been read yet.
    if (document.readyState === 'loading') {
      document.addEventListener('DOMContentLoaded', () => void this.#load(), { once: true });
    } else {
      void this.#load();
    }
  }

  attributeChangedCallback(name: string): void {
    if (name === 'guess') {
      this.#board.isGuessing = this.hasAttribute('guess');
    } else if (this.isConnected && this.#loads > 0) {
      void (name === 'src' ? this.#load() : this.#goToMove());
    }
  }

  /** Takes the focus, so that keys walk through the game. */
  override focus(): void {
    this.#board.focusBoard();
  }

  async #load(): Promise<void> {
    this.#loads += 1;
    const load = this.#loads;
    const address = this.getAttribute('src');
    try {
      const text = address === null ? (this.querySelector(DATA)?.textContent ?? '') : await fetchGame(address);
      if (load !== this.#loads) {
        return;
      }
      this.#host.game = new Game(text);
      // Whatever a file has, it can be drawn.
      this.#host.game.board(this.#host.node, { numbers: 'none', coordinates: true });
      this.#controller.refresh();
      this.#send('ishi-load', { title: this.#host.game.title });
      await this.#goToMove();
    } catch (error) {
      if (load === this.#loads) {
        const reason = error instanceof Error ? error.message : String(error);
        this.#host.game = null;
        this.#board.receive({ type: 'empty', reason: `There is no game to show. ${reason}` });
        this.#send('ishi-error', { reason });
      }
    }
  }

  /** Goes to the move of the attribute, if the main line has it. */
  async #goToMove(): Promise<void> {
    const move = this.getAttribute('move');
    const line = move === null ? undefined : this.#host.game?.find(Number(move));
    if (line !== undefined) {
      await this.#host.goTo({ line });
    }
  }

  #step(): void {
    this.#controller.followCursor();
    const { game, node } = this.#host;
    const { number = 0, color = null, location = null } = game?.tree(node).nodes[node] ?? {};
    this.#send('ishi-move', { number, color, location });
  }

  #send(type: string, detail: object): void {
    this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true }));
  }
}

customElements.define('ishi-player', PlayerElement);
