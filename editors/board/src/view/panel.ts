/** All that is in a board's element: shows what the controller sends, and reports what is clicked and typed. */
import { type Board, type EditCommand, type FromView, isAfter, type Scene, type Spot, spotOf, type ToView } from '../protocol.ts';
import { describeState, showAround } from './around.ts';
import { autoplay } from './autoplay.ts';
import { BoardView } from './board.ts';
import { CommentField } from './comment.ts';
import { judge } from './guess.ts';
import { type Cell, next as following } from './layout.ts';
import type { Piece } from './links.ts';
import { meaningOf } from './meaning.ts';
import { connectKeys, connectMenu, connectPalette } from './menu.ts';
import { OptionsMenu } from './options.ts';
import type { Parts } from './parts.ts';
import { inBase64, png } from './picture.ts';
import { type PointAction, PointMenu } from './pointMenu.ts';
import { prose, withSigns } from './prose.ts';
import { knock } from './sound.ts';
import { TreeView } from './tree.ts';

/** How long a move that was right is seen before the reply to it comes, in milliseconds. */
const REPLY = 500;

/** How many moves Page Up and Page Down go. */
const PAGE = 10;

/** The buttons that do nothing before the first move, and after the last one. */
const NEEDS = { before: ['#first', '#previous'], after: ['#next', '#last', '#autoplay'] };

/** Whether a command is possible at the item that is shown, as far as the server says so. */
const isPossible = (command: EditCommand, scene: Scene | undefined) => scene?.can.includes(command) ?? true;

export class Panel {
  readonly #parts: Parts;
  readonly #say: (message: FromView) => void;
  readonly #board: BoardView;
  readonly #tree: TreeView;
  readonly #comment: CommentField;
  readonly #options: OptionsMenu;
  readonly #pointMenu: PointMenu;
  readonly #showKeys: () => void;
  /** The tree in which the node of the board is, which comes after the board; null while that is only expected. */
  #treeName: string | null = '';
  #tool = 'play';

  constructor(parts: Parts, say: (message: FromView) => void) {
    this.#parts = parts;
    this.#say = say;
    const focusText = () => say({ type: 'focus-text' });
    this.#board = new BoardView(parts.get('board'), {
      use: (point) => this.#use(point),
      pass: () => (this.#isGuessing ? undefined : this.#make('ishi.pass')),
      focusText,
      announce: (text) => this.#announce(text),
      openMenu: (point, x, y) => this.#openMenu(point, x, y),
    });
    this.#pointMenu = new PointMenu(
      parts,
      (action, point) => this.#doAt(action, point),
      (hasFocus) => this.#board.closeMenu(hasFocus),
    );
    this.#tree = new TreeView(parts.get('tree'), { go: (to) => this.#go(to), focusText });
    this.#comment = new CommentField(parts.get('comment'), parts.get('comment-form'), parts.get('comment-text'), {
      write: (text, at) => say({ type: 'hand', command: 'ishi.comment', more: { text }, at }),
      point: (piece) => this.#board.pointAt(piece === null ? [] : this.#meant(piece).locations),
      follow: (piece) => this.#follow(piece),
      leave: () => this.focus(),
    });
    this.#options = new OptionsMenu(
      parts,
      () => this.#board.board?.move?.number ?? 1,
      (options) => say({ type: 'options', options }),
    );
    this.#showKeys = connectKeys(parts.get('keys'), parts.get('show-keys'), parts.get('close-keys'));
    this.#connectWalking();
    this.#connectTools();
    this.#connectMenu();
    this.#choose('play');
  }

  /** Gives the board the focus. */
  focus(): void {
    this.#parts.get('board').focus();
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
        this.#tree.setTree(message.name, message.nodes);
        get('truncated').hidden = !message.truncated;
        this.#showTree();
        break;
      case 'empty':
        get('reason').hidden = false;
        get('reason').textContent = message.reason;
        get('record').hidden = true;
        break;
      case 'say':
        this.#announce(message.text);
        get('live').classList.toggle('refused', message.failed !== undefined);
        this.#comment.answered(message.failed === 'ishi.comment');
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
    if (event.key === 'PageUp' || event.key === 'PageDown') {
      this.#walk(event.key === 'PageDown' ? PAGE : -PAGE);
    } else if (event.key === 'Escape') {
      this.#say({ type: 'focus-text' });
    } else if (event.key === '?') {
      this.#showKeys();
    } else if (!this.#step(event.key)) {
      return;
    }
    event.preventDefault();
  }

  get #isGuessing(): boolean {
    return this.#parts.isPressed('guess');
  }

  #announce(text: string): void {
    this.#parts.get('live').textContent = text;
  }

  #go(to: Spot): void {
    this.#say({ type: 'go', to: spotOf(to) });
  }

  #make(command: EditCommand, more: object = {}): void {
    this.#say({ type: 'hand', command, more });
  }

  #choose(chosen: string): void {
    this.#tool = chosen;
    for (const button of this.#parts.all('[data-tool]')) {
      button.setAttribute('aria-pressed', String(button.dataset['tool'] === chosen));
    }
    // Only a stone that is played has a ghost.
    this.#parts.get('board').classList.toggle('plays', chosen === 'play');
  }

  /** Does with a point what the tool is for. */
  #use(point: string): void {
    if (this.#isGuessing) {
      return this.#guess(point);
    }
    const move = this.#tool === 'play' ? this.#moveOn(point) : null;
    if (move !== null && move !== this.#tree.current) {
      return this.#tree.visit(move);
    }
    this.#put(this.#tool, point, this.#parts.get<HTMLInputElement>('label').value);
  }

  /** Puts a move, a stone or a mark on a point. */
  #put(tool: string, point: string, label: string): void {
    switch (tool) {
      case 'play':
        return this.#make('ishi.play', { point });
      case 'black':
      case 'white':
        return this.#make('ishi.setup', { point, color: tool });
      case 'label':
        return this.#make('ishi.mark', { point, mark: 'label', label });
      default:
        return this.#make('ishi.mark', { point, mark: tool });
    }
  }

  /** The move that has put the stone on a point; null where no stone is, or one that was set up. */
  #moveOn(point: string): Cell | null {
    const path = this.#board.stoneAt(point) === null ? [] : this.#tree.path();
    return path.reverse().find(({ node }) => node.location === point) ?? null;
  }

  /** Opens the menu of a point, unless one guesses. */
  #openMenu(point: string, x: number, y: number): boolean {
    if (this.#isGuessing) {
      return false;
    }
    const stone = this.#board.stoneAt(point);
    const scene = this.#board.board?.scene;
    const move = this.#moveOn(point);
    const isSetup = isPossible('ishi.setup', scene);
    const can: Record<PointAction, boolean> = {
      play: stone === null && isPossible('ishi.play', scene),
      go: move !== null && move !== this.#tree.current,
      erase: scene?.marked.includes(point) ?? true,
      black: isSetup,
      white: isSetup,
      delete: move !== null,
      promote: move !== null && !move.node.main,
    };
    const number = move?.node.number ?? null;
    this.#pointMenu.open(point, `${point} · ${stone ?? 'empty'}${number === null ? '' : ` · move ${number}`}`, can, x, y);
    return true;
  }

  /** Does what was chosen in the menu of a point. Of what can't be done, the reason is said. */
  #doAt(action: string, point: string): void {
    if (action !== 'go' && action !== 'delete' && action !== 'promote') {
      return this.#put(action, point, this.#pointMenu.label);
    }
    const move = this.#moveOn(point);
    if (move === null) {
      return this.#announce(`There is no move on ${point}.`);
    }
    if (action === 'go') {
      return this.#tree.visit(move);
    }
    this.#say({ type: 'hand', command: `ishi.${action}`, more: {}, at: spotOf(move.node) });
  }

  #meant(piece: Piece) {
    return meaningOf(piece, this.#board.board, this.#tree);
  }

  #follow(piece: Piece): void {
    if (piece.kind === 'address') {
      return this.#say({ type: 'open', address: piece.address });
    }
    const { locations, at } = this.#meant(piece);
    if (at !== null && !this.#isGuessing) {
      this.#go(at);
    } else if (locations.length === 0) {
      this.#announce(`${piece.text} is not on the board.`);
    }
  }

  #guess(point: string): void {
    if (this.#tree.current === null) {
      return;
    }
    const { text, move, reply } = judge(this.#tree.current, point);
    this.#parts.get('verdict').textContent = text;
    if (move !== null) {
      this.#go(move);
    }
    if (reply !== null) {
      setTimeout(() => {
        if (this.#isGuessing) {
          this.#go(reply);
        }
      }, REPLY);
    }
  }

  #show(board: Board): void {
    this.#parts.get('reason').hidden = true;
    this.#parts.get('record').hidden = false;
    showAround(this.#parts, board);
    this.#parts.get('state').textContent = describeState(board);
    this.#comment.show(board, prose(withSigns(board.comment ?? '')));
    const before = this.#board.board;
    // A message about another position does not apply to this one.
    if (before?.board !== board.board) {
      this.#announce('');
    }
    this.#board.show(board);
    this.#showGhosts();
    this.#showCommands();
    this.#showTree();
    const isPut = board.move?.location && before?.event.index === board.event.index && (before.move === null || isAfter(board.move, before.move));
    if (this.#options.options.sound && isPut) {
      knock();
    }
  }

  /** Shows where the board is in the tree, once the tree is there. */
  #showTree(): void {
    const { board } = this.#board;
    if (board === null || this.#tree.name !== this.#treeName) {
      this.#tree.expect();
      this.#showSteps(null);
      return;
    }
    this.#tree.mark(board.node);
    const number = board.move?.number ?? 0;
    this.#parts.get('place').textContent = `${number} / ${Math.max(number, this.#tree.ahead().at(-1)?.number ?? 0)}`;
    this.#showSteps(this.#tree.current);
  }

  /** Draws the moves that follow, unless they are to be guessed. */
  #showGhosts(): void {
    const moves = this.#options.options.variations && !this.#isGuessing ? (this.#board.board?.scene?.following ?? []) : [];
    this.#board.showGhosts(moves.flatMap(({ location, ...move }) => (location === null || location === '?' ? [] : [{ location, ...move }])));
  }

  /** Shows which commands are possible. Who tries what is faint learns why it is not. */
  #showCommands(): void {
    const scene = this.#board.board?.scene;
    for (const button of this.#parts.all('[data-command]')) {
      const command = button.dataset['command'] === 'ishi.pass' ? 'ishi.play' : button.dataset['command'];
      button.setAttribute('aria-disabled', String(!isPossible(command as EditCommand, scene)));
    }
    this.#parts.all('[data-tool="erase"]')[0]?.setAttribute('aria-disabled', String(scene?.marked.length === 0));
    for (const tool of this.#parts.all('[data-tool="black"], [data-tool="white"]')) {
      tool.setAttribute('aria-disabled', String(!isPossible('ishi.setup', scene)));
    }
  }

  /** Shows where one can walk from a node; anywhere, where that is not known yet. */
  #showSteps(at: Cell | null): void {
    const has = {
      before: at === null || at.parent !== null,
      after: at === null || (!this.#isGuessing && following(at) !== undefined),
    };
    for (const [need, selectors] of Object.entries(NEEDS)) {
      for (const button of this.#parts.all(selectors.join())) {
        button.setAttribute('aria-disabled', String(!has[need as keyof typeof NEEDS]));
      }
    }
  }

  async #copyPicture(): Promise<void> {
    const { board } = this.#board;
    if (board === null) {
      return;
    }
    const picture = await png(board.board);
    try {
      await navigator.clipboard.write([new ClipboardItem({ 'image/png': picture })]);
      this.#announce('The picture is on the clipboard.');
    } catch {
      // Some browsers keep the clipboard from pages inside others; then there is still a file.
      this.#say({ type: 'save-picture', png: await inBase64(picture) });
    }
  }

  /** Goes where a key leads, but not on to an answer that is to be guessed. Returns whether the key means anything. */
  #step(key: string): boolean {
    if (this.#isGuessing && key !== 'ArrowLeft' && key !== 'Home') {
      return true;
    }
    this.#parts.get('verdict').textContent = this.#isGuessing ? 'Play your move.' : '';
    return this.#tree.move(key);
  }

  #walk(moves: number): boolean {
    return moves > 0 && this.#isGuessing ? false : this.#tree.walk(moves);
  }

  #connectWalking(): void {
    const parts = this.#parts;
    for (const [id, key] of [['first', 'Home'], ['previous', 'ArrowLeft'], ['next', 'ArrowRight'], ['last', 'End']] as const) {
      parts.onClick(id, () => this.#step(key));
    }
    autoplay(parts.get('autoplay'), () => this.#tree.isWalking || this.#walk(1));
    parts.get('board').addEventListener(
      'wheel',
      (event) => {
        if (!event.ctrlKey && event.deltaY !== 0) {
          this.#walk(event.deltaY > 0 ? 1 : -1);
          event.preventDefault();
        }
      },
      { passive: false },
    );
  }

  #connectTools(): void {
    const parts = this.#parts;
    for (const command of ['undo', 'redo'] as const) {
      parts.onClick(command, () => this.#say({ type: 'history', command }));
      // They work on the editor that has the focus, which a click on a button would take while the one before is under way.
      parts.get(command).addEventListener('mousedown', (event) => event.preventDefault());
    }
    for (const button of parts.all('[data-tool]')) {
      button.addEventListener('click', () => this.#choose(button.dataset['tool'] ?? 'play'));
    }
    connectPalette(parts.get('tools'), parts.get('palette'), () => this.#choose('play'));
    parts.onClick('edit-comment', () => {
      if (!this.#comment.open()) {
        this.#announce('The comment is too long for this field. Write it in the text.');
      }
    });
    parts.onClick('cancel-comment', () => this.#comment.close());
    // An editor that handles the keys of Undo before the board does has to know whether they are for a field.
    const reportField = () => {
      const { activeElement } = parts.root;
      this.#say({ type: 'field', isFocused: activeElement instanceof HTMLTextAreaElement || activeElement instanceof HTMLInputElement });
    };
    parts.root.addEventListener('focusin', reportField);
    parts.root.addEventListener('focusout', () => setTimeout(reportField));
  }

  #connectMenu(): void {
    const parts = this.#parts;
    connectMenu(parts.get('menu'), parts.get('more'));
    for (const button of parts.all('[data-command]')) {
      button.addEventListener('click', () => this.#make(button.dataset['command'] as EditCommand));
    }
    parts.onClick('lock', () => this.#say({ type: 'lock', isLocked: !parts.isPressed('lock') }));
    parts.onClick('another', () => this.#say({ type: 'another' }));
    parts.onClick('guess', () => {
      parts.press('guess', !this.#isGuessing);
      // Nothing is changed while one guesses, and the answer is not in view.
      parts.get('frame').classList.toggle('guesses', this.#isGuessing);
      parts.get('verdict').hidden = !this.#isGuessing;
      parts.get('verdict').textContent = this.#isGuessing ? 'Play your move.' : '';
      this.#choose('play');
      this.#showGhosts();
      this.#showTree();
    });
    parts.onClick('export', () => this.#say({ type: 'export' }));
    parts.onClick('copy-png', () => void this.#copyPicture());
    parts.onClick('copy-svg', () => {
      if (this.#board.board !== null) {
        this.#say({ type: 'copy-text', text: this.#board.board.board });
        this.#announce('The picture is on the clipboard as SVG.');
      }
    });
  }
}
