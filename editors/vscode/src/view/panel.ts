/** The page of the board panel: shows what the extension sends, and reports what is clicked and typed. */
import type { Board, BoardOptions, FromPanel, HandCommand, ToPanel, Tree } from '../protocol.ts';
import { BoardView } from './board.ts';
import { CommentField } from './comment.ts';
import { TreeView } from './tree.ts';

declare function acquireVsCodeApi(): { postMessage(message: FromPanel): void; setState(state: object): void };

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

const make = (command: HandCommand, more: object = {}) => say({ type: 'hand', command, more });

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
  pass: () => make('ishi.pass'),
  leave: () => say({ type: 'leave' }),
  announce,
});
const treeView = new TreeView(element('tree'), {
  go: (line) => say({ type: 'go', line }),
  leave: () => say({ type: 'leave' }),
});

const commentField = new CommentField(
  element('comment'),
  element('comment-form') as HTMLFormElement,
  element('comment-text') as HTMLTextAreaElement,
  (text, line) => say({ type: 'hand', command: 'ishi.comment', more: { text }, line }),
);

/** The signs that a comment names as MARK does. */
const SIGNS: Record<string, string> = { c: '✓', d: '◇', s: '□', t: '△' };

function withSigns(comment: string): string {
  return comment.replace(/\\([cdst])(?![a-z])/gi, (_, sign: string) => SIGNS[sign.toLowerCase()] ?? '');
}

function describeState({ captures, toPlay, move, next }: Board): string {
  const parts = [];
  if (move !== null) {
    const name = move.color === 'black' ? 'Black' : 'White';
    parts.push([name, move.number, move.location ?? 'passes'].filter((part) => part !== null).join(' '));
  }
  if (toPlay !== null) {
    parts.push(`${toPlay === 'black' ? 'Black' : 'White'} to play${next === null ? '' : ` ${next.number}`}`);
  }
  parts.push(`captures: Black ${captures.black}, White ${captures.white}`);
  return parts.join(' · ');
}

function show(board: Board, tree: Tree | null): void {
  element('reason').hidden = true;
  element('record').hidden = false;
  element('title').textContent = board.title;
  element('state').textContent = describeState(board);
  commentField.show(board, withSigns(board.comment ?? ''));
  // A message about another position does not apply to this one.
  if (boardView.board?.board !== board.board) {
    announce('');
  }
  boardView.show(board);
  treeView.show(tree);
  element('truncated').hidden = tree?.truncated !== true;
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
      showOptions(data.options);
      show(data.board, data.tree);
      break;
    case 'empty':
      element('reason').hidden = false;
      element('reason').textContent = data.reason;
      element('record').hidden = true;
      break;
    case 'say':
      announce(data.text);
      commentField.answered(data.failed === 'ishi.comment');
      break;
    case 'copy-picture':
      void copyPicture();
      break;
  }
});

const onClick = (id: string, work: () => void) => element(id).addEventListener('click', work);
onClick('first', () => treeView.move('Home'));
onClick('previous', () => treeView.move('ArrowLeft'));
onClick('next', () => treeView.move('ArrowRight'));
onClick('last', () => treeView.move('End'));
onClick('undo', () => say({ type: 'history', command: 'undo' }));
onClick('redo', () => say({ type: 'history', command: 'redo' }));
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
  button.addEventListener('click', () => make(button.getAttribute('data-command') as HandCommand));
}

function setOptions(): void {
  const numbers = (element('numbers') as HTMLSelectElement).value as BoardOptions['numbers'];
  say({ type: 'options', options: { numbers, coordinates: element('coordinates').getAttribute('aria-pressed') === 'true' } });
}
/** They outlive the panel, and so may have been chosen in an earlier one. */
function showOptions({ numbers, coordinates }: BoardOptions): void {
  (element('numbers') as HTMLSelectElement).value = numbers;
  element('coordinates').setAttribute('aria-pressed', String(coordinates));
}
element('numbers').addEventListener('change', setOptions);
onClick('coordinates', () => {
  const button = element('coordinates');
  button.setAttribute('aria-pressed', String(button.getAttribute('aria-pressed') !== 'true'));
  setOptions();
});

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
    treeView.walk(event.key === 'PageDown' ? PAGE : -PAGE);
  } else if (event.key === 'Escape') {
    say({ type: 'leave' });
  } else if (!treeView.move(event.key)) {
    return;
  }
  event.preventDefault();
});

element('board').addEventListener(
  'wheel',
  (event) => {
    if (!event.ctrlKey && event.deltaY !== 0) {
      treeView.walk(event.deltaY > 0 ? 1 : -1);
      event.preventDefault();
    }
  },
  { passive: false },
);
choose('play');
onClick('copy-png', () => void copyPicture());
onClick('copy-svg', () => {
  if (boardView.board !== null) {
    say({ type: 'copy-text', text: boardView.board.board });
    announce('The picture is on the clipboard as SVG.');
  }
});

host.setState({});
say({ type: 'ready' });
