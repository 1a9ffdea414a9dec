/** The host of a board that plays a game back. It answers from the game, in which the line of a spot is a node. */
import type { Anchor, Host, Place, TextDocument } from '../../board/src/host.ts';
import { type BoardOptions, DEFAULT_OPTIONS, type Spot } from '../../board/src/protocol.ts';
import type { Game } from './game.ts';

/** The params of the requests that a board makes. */
type Params = { position: Place['position'] } & Partial<Pick<BoardOptions, 'numbers' | 'coordinates'>>;

export class PlayerHost implements Host<Place> {
  readonly isVisible = true;
  readonly problem = null;
  readonly remedy = '';
  /** Called after each step to another node. */
  readonly #moved: () => void;
  #game: Game | null = null;
  #document: TextDocument = documentOf(0);
  #node = 0;

  constructor(moved: () => void) {
    this.#moved = moved;
  }

  get game(): Game | null {
    return this.#game;
  }

  /** Another game, which is shown from its first node on. */
  set game(game: Game | null) {
    this.#game = game;
    this.#document = documentOf(this.#document.version + 1);
    this.#node = game?.start ?? 0;
  }

  /** The node that is shown. */
  get node(): number {
    return this.#node;
  }

  get place(): Place | undefined {
    return this.#game === null ? undefined : this.at({ document: this.#document }, { line: this.#node });
  }

  async request<T>(
    method: string,
    { position, numbers = DEFAULT_OPTIONS.numbers, coordinates = true }: Params,
  ): Promise<T | undefined> {
    const { line } = position;
    const answer = method === 'ishi/tree' ? this.#game?.tree(line) : this.#game?.board(line, { numbers, coordinates });
    return answer as T | undefined;
  }

  /** A move is not written, but found among those that follow. */
  async execute<T>(_: string, { position, point = null }: Params & { point?: string | null }): Promise<T> {
    const line = this.#game?.reply(position.line, point);
    if (line === undefined) {
      throw new Error(point === null ? 'no pass follows here' : `the game does not go on at ${point}`);
    }
    return { edit: null, line } as T;
  }

  at({ document }: Pick<Place, 'document'>, { line, character = 0 }: Spot): Place {
    return { document, position: { line, character } };
  }

  anchor(place: Place): Anchor<Place> {
    return { place, dispose: () => {} };
  }

  async goTo({ line }: Spot): Promise<void> {
    this.#node = line;
    this.#moved();
  }

  turnTo({ position }: Place): Promise<void> {
    return this.goTo(position);
  }

  async savePicture(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([bytes], { type: 'image/png' }));
    link.download = 'board.png';
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  }

  copy(text: string): Promise<void> {
    return navigator.clipboard.writeText(text);
  }

  async open(address: string): Promise<void> {
    window.open(address, '_blank', 'noopener,noreferrer');
  }

  // A player has neither a text nor an editor, and its board does not offer what needs them.
  async apply(): Promise<boolean> {
    return false;
  }

  async save(): Promise<null> {
    return null;
  }

  async history(): Promise<void> {}
  async create(): Promise<void> {}
  async export(): Promise<void> {}
  async find(): Promise<void> {}
  async focusText(): Promise<void> {}
  returnFocus(): void {}
}

/** A document for the board, which is another one for each game. */
const documentOf = (version: number): TextDocument => ({
  uri: `game:${version}`,
  version,
  isClosed: false,
  getText: () => '',
});
