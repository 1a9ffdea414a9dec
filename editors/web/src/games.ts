/** The dialog that lists the games of the text in which the position at the cursor arises. */
import { LSPPlugin } from '@codemirror/lsp-client';

import type { Place } from '../../board/src/host.ts';
import type { Region } from '../../board/src/protocol.ts';
import type { Beside } from './lists.ts';
import { goTo } from './reveal.ts';

interface Game {
  line: number | null;
  character?: number;
  move: number;
  next: { location: string | null } | null;
  title: string | null;
  black: string | null;
  white: string | null;
  date: string | null;
  result: string | null;
}

/** The answer to `ishi/find`. */
interface Answer {
  games: Game[];
  found: number;
  searched: number;
}

function described({ title, black, white, date, result, move, next }: Game): string {
  const names = black === null && white === null ? (title ?? '?') : `${black ?? '?'} – ${white ?? '?'}`;
  const after = next?.location == null ? null : `then ${next.location}`;
  return [names, date, result, `move ${move}`, after].filter((part) => part !== null).join(' · ');
}

export class GamesDialog {
  readonly #dialog: HTMLDialogElement;
  readonly #text: Beside;
  readonly #found: () => void;

  /** `found` is called when the server has the result of a search, which the board shows. */
  constructor(dialog: HTMLDialogElement, text: Beside, found: () => void) {
    this.#dialog = dialog;
    this.#text = text;
    this.#found = found;
    dialog.querySelector('[data-do=close]')?.addEventListener('click', () => dialog.close());
  }

  /** Finds the position at a place, which is the cursor by default, or a part of it, and shows the games. */
  async show(region: Region | null, at?: Place['position']): Promise<void> {
    const { view } = this.#text;
    const plugin = LSPPlugin.get(view);
    if (plugin === null) {
      return;
    }
    plugin.client.sync();
    const { uri } = plugin;
    const position = at ?? plugin.toPosition(view.state.selection.main.head);
    const params = { textDocument: { uri }, documents: [uri], show: true, position, ...(region && { region }) };
    const answer = await plugin.client.request<object, Answer | null>('ishi/find', params);
    this.#found();
    const games = answer?.games ?? [];
    const title = this.#dialog.querySelector('h2');
    if (title !== null) {
      title.textContent = answer === null ? 'There is no board here' : `This position in ${answer.found} of ${answer.searched} games`;
    }
    this.#dialog.querySelector('ul')?.replaceChildren(...games.map((game) => this.#row(game, plugin)));
    this.#dialog.showModal();
  }

  #row(game: Game, plugin: LSPPlugin): HTMLLIElement {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = described(game);
    button.addEventListener('click', () => {
      this.#dialog.close();
      const anchor = plugin.fromPosition({ line: game.line ?? 0, character: game.character ?? 0 });
      this.#text.focusText();
      goTo(this.#text.view, anchor);
    });
    const item = document.createElement('li');
    item.append(button);
    return item;
  }
}
