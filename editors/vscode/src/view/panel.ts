/** The page of the board panel: shows what the extension sends, and reports what is clicked and typed. */
import { type Board, type BoardOptions, type EditCommand, type FromPanel, isAfter, type PageState, type Spot, spotOf, type ToPanel } from '../protocol.ts';
import { showAround } from './around.ts';
import { autoplay } from './autoplay.ts';
import { BoardView } from './board.ts';
import { CommentField } from './comment.ts';
import { judge } from './guess.ts';
import { type Cell, next as following } from './layout.ts';
import type { Piece } from './links.ts';
import { connectKeys, connectMenu, connectPalette } from './menu.ts';
import { prose } from './prose.ts';
import { knock } from './sound.ts';
import { TreeView } from './tree.ts';

declare function acquireVsCodeApi(): { postMessage(message: FromPanel): void; setState(state: PageState): void };

const host = acquireVsCodeApi();
const say = (message: FromPanel) => host.postMessage(message);

function element(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (found === null) {
    throw new Error(`The page has no ${id}.`);
  }
  return found;
}

const live = element('live');
const announce = (text: string) => {
  live.textContent = text;
};

const go = (to: Spot) => say({ type: 'go', to: spotOf(to) });

const make = (command: EditCommand, more: object = {}) => say({ type: 'hand', command, more });

const isPressed = (id: string) => element(id).getAttribute('aria-pressed') === 'true';
const press = (id: string, isOn: boolean) => element(id).setAttribute('aria-pressed', String(isOn));

let options: BoardOptions = { numbers: 'none', coordinates: true, variations: true, sound: false };

/** The tree in which the node of the board is, which comes after the board; null while that is only expected. */
let tree: string | null = '';

let tool = 'play';

function choose(chosen: string): void {
  tool = chosen;
  for (const button of document.querySelectorAll('[data-tool]')) {
    button.setAttribute('aria-pressed', String(button.getAttribute('data-tool') === chosen));
  }
  // Only a stone that is played has a ghost.
  element('board').classList.toggle('plays', chosen === 'play');
}

/** Does with a point what the tool is for. */
function use(point: string): void {
  if (isPressed('guess')) {
    return guess(point);
  }
  switch (tool) {
    case 'play':
      return make('ishi.play', { point });
    case 'black':
    case 'white':
      return make('ishi.setup', { point, color: tool });
    case 'label':
      return make('ishi.mark', { point, mark: 'label', label: (element('label') as HTMLInputElement).value });
    default:
      return make('ishi.mark', { point, mark: tool });
  }
}

const boardView = new BoardView(element('board'), {
  use,
  pass: () => (isPressed('guess') ? undefined : make('ishi.pass')),
  focusText: () => say({ type: 'focus-text' }),
  announce,
});
const treeView = new TreeView(element('tree'), {
  go,
  focusText: () => say({ type: 'focus-text' }),
});

const commentField = new CommentField(
  element('comment'),
  element('comment-form') as HTMLFormElement,
  element('comment-text') as HTMLTextAreaElement,
  {
    write: (text, at) => say({ type: 'hand', command: 'ishi.comment', more: { text }, at }),
    point: (piece) => boardView.pointAt(piece === null ? [] : meant(piece).locations),
    follow,
  },
);

/** Resolves a link of a comment in this position: its points, and the place of its move in the text. */
function meant(piece: Piece): { locations: string[]; at: Spot | null } {
  const path = treeView.path().map(({ node }) => node).reverse();
  const pointsOf = (location: string | null | undefined) => (location && location !== '?' ? [location] : []);
  switch (piece.kind) {
    case 'move': {
      // The number may also be that of a move to come.
      const found = path.find(({ number }) => number === piece.number) ?? treeView.ahead().find(({ number }) => number === piece.number);
      return { locations: pointsOf(found?.location), at: found ?? null };
    }
    case 'label': {
      const marked = boardView.board?.labels.filter(({ label }) => label === piece.label) ?? [];
      const variation = treeView.beside().find(({ marker }) => marker === piece.label);
      const locations = marked.length > 0 ? marked.map(({ location }) => location) : pointsOf(variation?.location);
      return { locations, at: variation ?? null };
    }
    case 'point':
      return { locations: [piece.location], at: path.find(({ location }) => location === piece.location) ?? null };
    default:
      return { locations: [], at: null };
  }
}

function follow(piece: Piece): void {
  if (piece.kind === 'address') {
    return say({ type: 'open', address: piece.address });
  }
  const { locations, at } = meant(piece);
  if (at !== null && !isPressed('guess')) {
    go(at);
  } else if (locations.length === 0) {
    announce(`${piece.text} is not on the board.`);
  }
}

/** How long a move that was right is seen before the reply to it comes, in milliseconds. */
const REPLY = 500;

function guess(point: string): void {
  if (treeView.current === null) {
    return;
  }
  const { text, move, reply } = judge(treeView.current, point);
  element('verdict').textContent = text;
  if (move !== null) {
    go(move);
  }
  if (reply !== null) {
    setTimeout(() => {
      if (isPressed('guess')) {
        go(reply);
      }
    }, REPLY);
  }
}

/** The signs that a comment names as MARK does. */
const SIGNS: Record<string, string> = { c: '✓', d: '◇', s: '□', t: '△' };

function withSigns(comment: string): string {
  return comment.replace(/\\([cdst])(?![a-z])/gi, (_, sign: string) => SIGNS[sign.toLowerCase()] ?? '');
}

function describeState({ toPlay, move, next, count }: Board): string {
  const parts = [];
  if (move !== null) {
    const name = move.color === 'black' ? 'Black' : 'White';
    parts.push([name, move.number, move.location ?? 'passes'].filter((part) => part !== null).join(' '));
  }
  if (toPlay !== null) {
    parts.push(`${toPlay === 'black' ? 'Black' : 'White'} to play${next === null ? '' : ` ${next.number}`}`);
  }
  if (count) {
    parts.push(`counted: ${count.text}`);
  }
  return parts.join(' · ');
}

function show(board: Board): void {
  element('reason').hidden = true;
  element('record').hidden = false;
  showAround(board);
  element('state').textContent = describeState(board);
  commentField.show(board, prose(withSigns(board.comment ?? '')));
  const before = boardView.board;
  // A message about another position does not apply to this one.
  if (before?.board !== board.board) {
    announce('');
  }
  boardView.show(board);
  showTree();
  const isPut = board.move?.location && before?.event.index === board.event.index && (before.move === null || isAfter(board.move, before.move));
  if (options.sound && isPut) {
    knock();
  }
}

/** Shows where the board is in the tree, once the tree is there. */
function showTree(): void {
  const { board } = boardView;
  if (board === null || treeView.name !== tree) {
    treeView.expect();
    showPossible(null);
    return;
  }
  treeView.mark(board.node);
  const number = board.move?.number ?? 0;
  element('place').textContent = `${number} / ${Math.max(number, treeView.ahead().at(-1)?.number ?? 0)}`;
  showPossible(treeView.current);
  const moves = options.variations && !isPressed('guess') ? treeView.following() : [];
  boardView.showGhosts(
    moves.flatMap(({ location, color, main }) => (location && location !== '?' && color ? [{ location, color, main }] : [])),
  );
}

/** The buttons that do nothing before the first move, after the last one, and in the main line. */
const NEEDS = {
  before: ['#first', '#previous', '[data-command="ishi.delete"]', '[data-command="ishi.insertPass"]'],
  after: ['#next', '#last', '#autoplay'],
  variation: ['[data-command="ishi.promote"]', '[data-command="ishi.deleteVariation"]'],
};

/** Shows what can be done at a node; all of it, where that is not known yet. Who tries what is faint learns why it can not be done. */
function showPossible(at: Cell | null): void {
  const isGuessing = isPressed('guess');
  const has = {
    before: at === null || at.parent !== null,
    after: at === null || (!isGuessing && following(at) !== undefined),
    variation: at === null || !at.node.main,
  };
  for (const [need, selectors] of Object.entries(NEEDS)) {
    for (const button of document.querySelectorAll(selectors.join())) {
      button.setAttribute('aria-disabled', String(!has[need as keyof typeof NEEDS]));
    }
  }
}

/** Draws the picture as the server made it, at twice its size. */
async function png(board: Board): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;base64,${btoa(String.fromCharCode(...new TextEncoder().encode(board.board)))}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = image.naturalWidth * 2;
  canvas.height = image.naturalHeight * 2;
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob === null ? reject(new Error('The picture can not be drawn.')) : resolve(blob)), 'image/png');
  });
}

async function copyPicture(): Promise<void> {
  const { board } = boardView;
  if (board === null) {
    return;
  }
  const picture = await png(board);
  try {
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': picture })]);
    announce('The picture is on the clipboard.');
  } catch {
    // Some browsers keep the clipboard from pages inside others; then there is still a file.
    const bytes = new Uint8Array(await picture.arrayBuffer());
    let binary = '';
    for (const byte of bytes) {
      binary += String.fromCharCode(byte);
    }
    say({ type: 'save-picture', png: btoa(binary) });
  }
}

window.addEventListener('message', ({ data }: MessageEvent<ToPanel>) => {
  switch (data.type) {
    case 'show':
      tree = data.tree;
      showOptions(data.options);
      press('lock', data.locked !== null);
      host.setState({ locked: data.locked });
      show(data.board);
      break;
    case 'tree':
      treeView.setTree(data.name, data.nodes);
      element('truncated').hidden = !data.truncated;
      showTree();
      break;
    case 'empty':
      element('reason').hidden = false;
      element('reason').textContent = data.reason;
      element('record').hidden = true;
      break;
    case 'say':
      announce(data.text);
      element('live').classList.toggle('refused', data.failed !== undefined);
      commentField.answered(data.failed === 'ishi.comment');
      break;
    case 'copy-picture':
      void copyPicture();
      break;
    case 'save':
      commentField.submit();
      say({ type: 'save' });
      break;
  }
});

const onClick = (id: string, work: () => void) => element(id).addEventListener('click', work);
onClick('first', () => step('Home'));
onClick('previous', () => step('ArrowLeft'));
onClick('next', () => step('ArrowRight'));
onClick('last', () => step('End'));
for (const command of ['undo', 'redo'] as const) {
  onClick(command, () => say({ type: 'history', command }));
  // They work on the editor that has the focus, which a click on a button would take while the one before is under way.
  element(command).addEventListener('mousedown', (event) => event.preventDefault());
}
onClick('edit-comment', () => {
  if (!commentField.open()) {
    announce('The comment is too long for this field. Write it in the text.');
  }
});
onClick('cancel-comment', () => commentField.close());
for (const button of document.querySelectorAll('[data-tool]')) {
  button.addEventListener('click', () => choose(button.getAttribute('data-tool') ?? 'play'));
}
for (const button of document.querySelectorAll('[data-command]')) {
  button.addEventListener('click', () => make(button.getAttribute('data-command') as EditCommand));
}

const numbersField = element('numbers') as HTMLSelectElement;

function setOptions(change: Partial<BoardOptions>): void {
  options = { ...options, ...change };
  say({ type: 'options', options });
}

/** The options that are on or off, each with a button of that name. */
const TOGGLES = ['coordinates', 'variations', 'sound'] as const;

/** They outlive the panel, and so may have been chosen in an earlier one. */
function showOptions(chosen: BoardOptions): void {
  options = chosen;
  const from = element('numbers-from') as HTMLOptionElement;
  from.hidden = typeof chosen.numbers !== 'number';
  from.value = from.hidden ? '' : String(chosen.numbers);
  from.textContent = `From ${chosen.numbers}`;
  numbersField.value = String(chosen.numbers);
  for (const toggle of TOGGLES) {
    press(toggle, chosen[toggle]);
  }
}
numbersField.addEventListener('change', () => {
  const { value } = numbersField;
  if (value === 'here') {
    setOptions({ numbers: boardView.board?.move?.number ?? 1 });
  } else if (value === 'none' || value === 'last' || value === 'all') {
    setOptions({ numbers: value });
  }
});
for (const toggle of TOGGLES) {
  onClick(toggle, () => setOptions({ [toggle]: !options[toggle] }));
}
onClick('lock', () => say({ type: 'lock', isLocked: !isPressed('lock') }));
onClick('another', () => say({ type: 'another' }));
connectMenu(element('menu'), element('more'));
const showKeys = connectKeys(element('keys') as HTMLDialogElement, element('show-keys'), element('close-keys'));
connectPalette(element('tools'), element('palette'), () => choose('play'));
onClick('guess', () => {
  press('guess', !isPressed('guess'));
  // Nothing is changed while one guesses, and the answer is not in view.
  document.body.classList.toggle('guesses', isPressed('guess'));
  element('verdict').hidden = !isPressed('guess');
  element('verdict').textContent = isPressed('guess') ? 'Play your move.' : '';
  choose('play');
  showTree();
});

/** Goes where a key leads, but not on to an answer that is to be guessed. Returns whether the key means anything. */
function step(key: string): boolean {
  if (isPressed('guess') && key !== 'ArrowLeft' && key !== 'Home') {
    return true;
  }
  element('verdict').textContent = isPressed('guess') ? 'Play your move.' : '';
  return treeView.move(key);
}

const walk = (moves: number) => (moves > 0 && isPressed('guess') ? false : treeView.walk(moves));

autoplay(element('autoplay'), () => treeView.isWalking || walk(1));

// VS Code handles the keys of Undo before this page does, and has to know whether they are for a field.
const reportField = () => {
  const { activeElement } = document;
  say({ type: 'field', isFocused: activeElement instanceof HTMLTextAreaElement || activeElement instanceof HTMLInputElement });
};
window.addEventListener('focusin', reportField);
window.addEventListener('focusout', () => setTimeout(reportField));

/** How many moves Page Up and Page Down go. */
const PAGE = 10;

/** Keys that walk through the game wherever the focus is, where nothing else has a use for them. */
window.addEventListener('keydown', (event) => {
  const { target } = event;
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement) {
    return;
  }
  // A choice is made and a long comment is read with these keys.
  const scrolls = target === element('comment') && /^(?:ArrowUp|ArrowDown|Page)/.test(event.key);
  if (target instanceof HTMLSelectElement || scrolls) {
    return;
  }
  if (event.key === 'PageUp' || event.key === 'PageDown') {
    walk(event.key === 'PageDown' ? PAGE : -PAGE);
  } else if (event.key === 'Escape') {
    say({ type: 'focus-text' });
  } else if (event.key === '?') {
    showKeys();
  } else if (!step(event.key)) {
    return;
  }
  event.preventDefault();
});

element('board').addEventListener(
  'wheel',
  (event) => {
    if (!event.ctrlKey && event.deltaY !== 0) {
      walk(event.deltaY > 0 ? 1 : -1);
      event.preventDefault();
    }
  },
  { passive: false },
);
choose('play');
onClick('export', () => say({ type: 'export' }));
onClick('copy-png', () => void copyPicture());
onClick('copy-svg', () => {
  if (boardView.board !== null) {
    say({ type: 'copy-text', text: boardView.board.board });
    announce('The picture is on the clipboard as SVG.');
  }
});

say({ type: 'ready' });
