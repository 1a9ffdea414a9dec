/** All that is in a board's element: shows what the controller sends, and reports what is clicked and typed. */
import { type Board, type FromView, isAfter, type Spot, spotOf, type ToView } from '../protocol.ts';
import { showAround, showState } from './around.ts';
import { BoardView } from './board/board.ts';
import { CommentField } from './comment.ts';
import { GameInfo } from './gameInfo.ts';
import { Guessing } from './guessing.ts';
import type { Piece } from './links.ts';
import { meaningOf } from './meaning.ts';
import { connectKeys, connectMenu, connectSpares } from './menu.ts';
import { OptionsMenu } from './options.ts';
import type { Parts } from './parts.ts';
import { connectPictures } from './pictures.ts';
import { Points } from './points.ts';
import { prose, withSigns } from './prose.ts';
import { knock } from './sound.ts';
import { Tools } from './tools.ts';
import { TreeView } from './tree/tree.ts';
import { Walking } from './walking.ts';

export class Panel {
  readonly #parts: Parts;
  readonly #say: (message: FromView) => void;
  readonly #board: BoardView;
  readonly #tree: TreeView;
  readonly #comment: CommentField;
  readonly #options: OptionsMenu;
  readonly #gameInfo: GameInfo;
  readonly #guessing: Guessing;
  readonly #tools: Tools;
  readonly #walking: Walking;
  readonly #copyPicture: () => Promise<void>;
  readonly #showKeys: () => void;
  /** The tree in which the node of the board is, which comes after the board; null while that is only expected. */
  #treeName: string | null = '';

  constructor(parts: Parts, say: (message: FromView) => void) {
    this.#parts = parts;
    this.#say = say;
    const focusText = () => say({ type: 'focus-text' });
    const go = (to: Spot) => say({ type: 'go', to: spotOf(to) });
    this.#board = new BoardView(parts.get('board'), {
      use: (point) => points.use(point),
      pass: () => (this.#guessing.isOn ? undefined : this.#tools.make('ishi.pass')),
      focusText,
      find: (region) => (this.#guessing.isOn ? undefined : say({ type: 'find', region })),
      announce: (text) => parts.announce(text),
      openMenu: (point, x, y) => points.openMenu(point, x, y),
    });
    this.#tree = new TreeView(parts.get('tree'), parts.get('text'), { go, focusText });
    this.#guessing = new Guessing(parts, this.#tree, go, () => this.#changeGuessing());
    this.#tools = new Tools(parts, say);
    this.#walking = new Walking(parts, this.#tree, this.#guessing);
    const points = new Points(parts, { board: this.#board, tree: this.#tree, tools: this.#tools, guessing: this.#guessing, say });
    this.#comment = new CommentField(parts, {
      write: (text, at) => say({ type: 'hand', command: 'ishi.comment', more: { text }, at }),
      point: (piece) => this.#board.pointAt(piece === null ? [] : this.#meant(piece).locations),
      follow: (piece) => this.#follow(piece, go),
      leave: () => this.focus(),
    });
    this.#options = new OptionsMenu(
      parts,
      () => this.#board.board?.move?.number ?? 1,
      (options) => say({ type: 'options', options }),
    );
    this.#gameInfo = new GameInfo(parts, () => this.#board.board, {
      write: (headers) => this.#tools.make('ishi.headers', { headers }),
      create: (headers) => say({ type: 'new-game', headers }),
    });
    this.#showKeys = connectKeys(parts.get('keys'), parts.get('show-keys'), parts.get('close-keys'));
    this.#copyPicture = connectPictures(parts, this.#board, say);
    connectMenu(parts.get('menu'), parts.get('more'));
    connectSpares(parts);
    parts.onClick('lock', () => say({ type: 'lock', isLocked: !parts.isPressed('lock') }));
    parts.onClick('fold-runs', () => {
      parts.press('fold-runs', !parts.isPressed('fold-runs'));
      this.#tree.foldsRuns = parts.isPressed('fold-runs');
    });
    parts.onClick('fold-variations', () => {
      parts.press('fold-variations', !parts.isPressed('fold-variations'));
      this.#tree.foldsVariations = parts.isPressed('fold-variations');
    });
    parts.onClick('find', () => this.#board.find());
    parts.onClick('another', () => say({ type: 'another' }));
    parts.get('board').addEventListener('mousedown', (event) => {
      if (parts.isReadOnly) {
        event.preventDefault();
        this.focus();
      }
    });
    this.#reportFields();
  }

  /** Gives the board the focus, or where nothing is changed, the walk: on the board arrow keys choose points. */
  focus(): void {
    this.#parts.get(this.#parts.isReadOnly && !this.#guessing.isOn ? 'next' : 'board').focus();
  }

  set isGuessing(isOn: boolean) {
    this.#guessing.isOn = isOn;
  }

  /** Takes in a message of the controller. */
  receive(message: ToView): void {
    const get = (id: string) => this.#parts.get(id);
    switch (message.type) {
      case 'show':
        this.#treeName = message.tree;
        this.#options.show(message.options);
        this.#parts.press('lock', message.locked !== null);
        this.#show(message.board);
        break;
      case 'tree':
        this.#tree.setTree(message);
        get('truncated').hidden = !message.truncated;
        this.#showTree();
        break;
      case 'empty':
        get('reason').hidden = false;
        get('reason').textContent = message.reason;
        get('record').hidden = true;
        break;
      case 'say':
        this.#board.settle();
        this.#comment.answered(message.failed === 'ishi.comment');
        this.#parts.announce(this.#gameInfo.answered(message.failed === 'ishi.headers' ? message.text : null) ? '' : message.text);
        get('live').classList.toggle('refused', message.failed !== undefined);
        break;
      case 'copy-picture':
        void this.#copyPicture();
        break;
      case 'save':
        this.#comment.submit();
        this.#say({ type: 'save' });
        break;
    }
  }

  /** Walks through the game with keys, wherever the focus is, where nothing else has a use for them. */
  onKey(event: KeyboardEvent): void {
    const [target] = event.composedPath();
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement) {
      return;
    }
    // A choice is made and a long comment is read with these keys.
    const scrolls = target === this.#parts.get('comment') && /^(?:ArrowUp|ArrowDown|Page)/.test(event.key);
    if (target instanceof HTMLSelectElement || scrolls) {
      return;
    }
    if (event.key === 'Escape') {
      this.#say({ type: 'focus-text' });
    } else if (event.key === '?') {
      this.#showKeys();
    } else if (!this.#walking.onKey(event.key)) {
      return;
    }
    event.preventDefault();
  }

  #meant(piece: Piece) {
    return meaningOf(piece, this.#board.board, this.#tree);
  }

  #follow(piece: Piece, go: (to: Spot) => void): void {
    if (piece.kind === 'address') {
      return this.#say({ type: 'open', address: piece.address });
    }
    const { locations, at } = this.#meant(piece);
    if (at !== null && !this.#guessing.isOn) {
      go(at);
    } else if (locations.length === 0) {
      this.#parts.announce(`${piece.text} is not on the board.`);
    }
  }

  #show(board: Board): void {
    this.#parts.get('reason').hidden = true;
    this.#parts.get('record').hidden = false;
    showAround(this.#parts, board);
    showState(this.#parts, board);
    this.#comment.show(board, prose(withSigns(board.comment ?? '')));
    const before = this.#board.board;
    // A message about another position does not apply to this one.
    if (before?.board !== board.board) {
      this.#parts.announce('');
    }
    this.#board.show(board);
    this.#showAhead();
    this.#tools.show(board.scene);
    this.#showTree();
    const isPut = board.move?.location && before?.event.index === board.event.index && (before.move === null || isAfter(board.move, before.move));
    if (this.#options.options.sound && isPut) {
      knock();
    }
  }

  /** Draws the moves that follow, and those that followed in other games, unless they are to be guessed. */
  #showAhead(): void {
    const { variations, continuations } = this.#options.options;
    const scene = this.#guessing.isOn ? undefined : this.#board.board?.scene;
    const moves = variations ? (scene?.following ?? []) : [];
    this.#board.showGhosts(moves.flatMap(({ location, ...move }) => (location === null || location === '?' ? [] : [{ location, ...move }])));
    this.#board.showFound(continuations ? (scene?.continuations?.moves ?? []) : []);
  }

  /** Shows where the board is in the tree, once the tree is there. */
  #showTree(): void {
    const { board } = this.#board;
    if (board === null || this.#tree.name !== this.#treeName) {
      this.#tree.expect();
      this.#walking.show(null);
      return;
    }
    this.#tree.mark(board.node);
    this.#walking.show(board);
  }

  #changeGuessing(): void {
    this.#tools.choose('play');
    this.#showAhead();
    this.#showTree();
  }

  /** An editor that handles the keys of Undo before the board does has to know whether they are for a field. */
  #reportFields(): void {
    const { root } = this.#parts;
    const report = () => {
      const { activeElement } = root;
      this.#say({ type: 'field', isFocused: activeElement instanceof HTMLTextAreaElement || activeElement instanceof HTMLInputElement });
    };
    root.addEventListener('focusin', report);
    root.addEventListener('focusout', () => setTimeout(report));
  }
}
