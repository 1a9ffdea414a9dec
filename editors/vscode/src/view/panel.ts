/** The page of the board panel: shows what the extension sends, and reports what is clicked and typed. */
import type { Board, FromPanel, ToPanel, Tree } from '../protocol.ts';
import { BoardView } from './board.ts';
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

const boardView = new BoardView(element('board'), {
  play: (location) => say({ type: 'play', location }),
  leave: () => say({ type: 'leave' }),
  announce,
});
const treeView = new TreeView(element('tree'), {
  go: (line) => say({ type: 'go', line }),
  leave: () => say({ type: 'leave' }),
});

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
  const comment = element('comment');
  const text = withSigns(board.comment ?? '');
  if (comment.textContent !== text) {
    comment.textContent = text;
    comment.scrollTop = 0;
  }
  comment.hidden = board.comment === null;
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
      show(data.board, data.tree);
      break;
    case 'empty':
      element('reason').hidden = false;
      element('reason').textContent = data.reason;
      element('record').hidden = true;
      break;
    case 'say':
      announce(data.text);
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
onClick('pass', () => say({ type: 'play', location: 'PASS' }));
onClick('copy-png', () => void copyPicture());
onClick('copy-svg', () => {
  if (boardView.board !== null) {
    say({ type: 'copy-text', text: boardView.board.board });
    announce('The picture is on the clipboard as SVG.');
  }
});

host.setState({});
say({ type: 'ready' });
