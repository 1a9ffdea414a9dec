/** Find This Position: the games in which the position at the cursor arises, in a list that shows each of them at its place. */
import * as vscode from 'vscode';

import type { Color, Region, Spot } from '../../board/src/protocol.ts';
import { type Cursor, type Place, positionOf } from './cursor.ts';
import type { Server } from './server.ts';

/** A game in which the position arises. Numbers count from 0. */
interface Game {
  uri: string;
  event: number;
  line: number | null;
  character?: number;
  /** Whether the game comes from an index, which knows no characters of SGF. */
  indexed: boolean;
  move: number;
  next: { color: Color; location: string | null } | null;
  title: string | null;
  black: string | null;
  white: string | null;
  date: string | null;
  result: string | null;
}

interface Part {
  games: Game[];
}

/** The answer to `ishi/find`. */
interface Answer extends Part {
  continuations: { location: string | null; games: number; black: number; white: number }[];
  found: number;
  searched: number;
  unread: number;
  incomplete: 'files' | 'games' | 'time' | null;
  problem: string | null;
  /** The files that were searched, in words. */
  scope: string | null;
}

interface Item extends vscode.QuickPickItem {
  game: Game;
}

/** How long an entry has the focus before its game is shown, in milliseconds. */
const REST = 80;

/** How many of the moves that follow are named. */
const FOLLOWING = 5;

function itemOf(game: Game): Item {
  const { title, black, white, date, result, next, move } = game;
  const names = black === null && white === null ? (title ?? '?') : `${black ?? '?'} – ${white ?? '?'}`;
  const where = `${vscode.workspace.asRelativePath(vscode.Uri.parse(game.uri))}${game.line === null ? '' : `:${game.line + 1}`}`;
  const after = next?.location == null ? '' : ` · then ${next.color === 'black' ? 'Black' : 'White'} ${next.location}`;
  const description = [date, result].filter((text) => text !== null).join(' · ');
  return { game, label: names, description, detail: `${where} · move ${move}${after}`, alwaysShow: true };
}

/** What the whole answer says, for the title of the list. */
function summary({ continuations, found, searched, unread, incomplete, problem, scope }: Answer): string {
  const following = continuations.slice(0, FOLLOWING).map(({ location, games, black, white }) => {
    const decided = black + white;
    return `${location} ${games}${decided === 0 ? '' : ` (Black ${Math.round((black * 100) / decided)} %)`}`;
  });
  const reasons = { files: 'the folders have too many files', games: 'not all are listed', time: 'it took too long' };
  return [
    `Found in ${found} of ${searched} games`,
    following.length > 0 ? `next ${following.join(', ')}` : '',
    incomplete === null ? '' : reasons[incomplete],
    unread === 0 ? '' : `${unread} can't be read`,
    problem ?? '',
    scope ?? '',
  ].filter((text) => text !== '').join(' · ');
}

export class Finder {
  readonly #cursor: Cursor;
  readonly #server: Server;
  readonly #found: () => void;

  /** `found` is called when the server has the result of a search, which boards show. */
  constructor(cursor: Cursor, server: Server, found: () => void) {
    this.#cursor = cursor;
    this.#server = server;
    this.#found = found;
  }

  /** Lists the games with the position of a place, which is the cursor by default, or with a part of it. */
  async find(region: Region | null, place = this.#cursor.place): Promise<void> {
    if (place === undefined) {
      void vscode.window.showInformationMessage('There is no board at this place of the record.');
      return;
    }
    const list = vscode.window.createQuickPick<Item>();
    const part = { iconPath: new vscode.ThemeIcon('selection'), tooltip: 'Find a Part of the Board…' };
    list.title = 'Find This Position';
    list.placeholder = region === null ? 'Games with this board' : `Games with ${region.from} to ${region.to} of this board`;
    list.matchOnDescription = list.matchOnDetail = true;
    list.ignoreFocusOut = list.busy = true;
    list.buttons = [part];
    const cancellation = new vscode.CancellationTokenSource();
    const take = ({ games }: Part) => {
      list.items = [...list.items, ...games.map(itemOf)];
    };
    const end = new Promise<'accepted' | 'hidden' | 'part'>((resolve) => {
      list.onDidAccept(() => resolve('accepted'));
      list.onDidTriggerButton(() => resolve('part'));
      list.onDidHide(() => resolve('hidden'));
    });
    let timer: ReturnType<typeof setTimeout> | undefined;
    // The first entry has the focus by itself, before the user has chosen one.
    let shown: Game | undefined;
    // An entry that is still being opened would otherwise come to the front after the one that was chosen.
    let showing: Promise<void> = Promise.resolve();
    list.onDidChangeActive(([item]) => {
      clearTimeout(timer);
      if (item !== undefined && item.game !== shown) {
        timer = setTimeout(() => {
          shown = item.game;
          // One that can't be opened says so when it is chosen.
          showing = showing.then(() => this.#show(item.game, place, region, true)).catch(() => undefined);
        }, REST);
      }
    });
    list.show();
    const params = { ...this.#params(place), ...(region && { region }), show: true };
    this.#server.collect<Answer | null, Part>('ishi/find', params, take, cancellation.token).then(
      (answer) => {
        list.busy = false;
        if (answer === null) {
          list.title = 'There is no board at this place of the record.';
        } else {
          take(answer);
          list.title = summary(answer);
          this.#found();
        }
      },
      (error: Error) => {
        list.busy = false;
        list.title = error.message;
      },
    );
    const ended = await end;
    clearTimeout(timer);
    const [chosen] = list.selectedItems;
    cancellation.cancel();
    list.dispose();
    await showing;
    if (ended === 'accepted' && chosen !== undefined) {
      await this.#show(chosen.game, place, region, false);
      return;
    }
    if (shown !== undefined) {
      await this.#reveal(place.document, place.position, false);
    }
    if (ended === 'part') {
      const named = await vscode.window.showInputBox({
        title: 'Find a Part of the Board',
        prompt: 'Two opposite corners, such as K10,T19. A part that touches edges of the board is found at edges only.',
        validateInput: (text) => (/^\s*[a-hj-t]\d+[\s,-]+[a-hj-t]\d+\s*$/i.test(text) ? null : 'Two locations, such as K10,T19'),
      });
      const [from, to] = named?.toUpperCase().match(/[A-T]\d+/g) ?? [];
      if (from !== undefined && to !== undefined) {
        await this.find({ from, to }, place);
      }
    }
  }

  #params({ document, position: { line, character } }: Place): object {
    return { textDocument: { uri: document.uri.toString() }, position: { line, character } };
  }

  /** Shows a game at the place where the position arises. */
  async #show(game: Game, place: Place, region: Region | null, isPreview: boolean): Promise<void> {
    const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(game.uri));
    const spot = game.indexed ? ((await this.#locate(document, game, place, region)) ?? game) : game;
    await this.#reveal(document, positionOf({ line: spot.line ?? 0, character: spot.character }), isPreview);
  }

  /** The place of a game of an index in its file as it is now. */
  async #locate(document: vscode.TextDocument, { event }: Game, place: Place, region: Region | null): Promise<Spot | undefined> {
    const params = { ...this.#params(place), ...(region && { region }), documents: [document.uri.toString()] };
    const answer = await this.#server.request<Answer>('ishi/find', params);
    const found = answer?.games.find((game) => game.event === event);
    return found?.line == null ? undefined : { line: found.line, character: found.character };
  }

  async #reveal(document: vscode.TextDocument, position: vscode.Position, isPreview: boolean): Promise<void> {
    const selection = new vscode.Range(position, position);
    const viewColumn = this.#cursor.editor?.viewColumn ?? vscode.ViewColumn.One;
    await vscode.window.showTextDocument(document, { preserveFocus: isPreview, preview: isPreview, selection, viewColumn });
    await this.#cursor.turnTo(document.uri, { line: position.line, character: position.character });
  }
}
