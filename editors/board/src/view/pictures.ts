/** The entries of the menu that copy and save the picture of the board. */
import type { FromView } from '../protocol.ts';
import type { BoardView } from './board/board.ts';
import type { Parts } from './parts.ts';
import { inBase64, png } from './picture.ts';

/** Connects the entries, and returns what copies the picture as PNG. */
export function connectPictures(parts: Parts, board: BoardView, say: (message: FromView) => void): () => Promise<void> {
  const copy = async () => {
    if (board.board === null) {
      return;
    }
    const picture = await png(board.board.board);
    try {
      await navigator.clipboard.write([new ClipboardItem({ 'image/png': picture })]);
      parts.announce('The picture is on the clipboard.');
    } catch {
      // Some browsers keep the clipboard from pages inside others; then there is still a file.
      say({ type: 'save-picture', png: await inBase64(picture) });
    }
  };
  parts.onClick('export', () => say({ type: 'export' }));
  parts.onClick('copy-png', () => void copy());
  parts.onClick('copy-svg', () => {
    if (board.board !== null) {
      say({ type: 'copy-text', text: board.board.board });
      parts.announce('The picture is on the clipboard as SVG.');
    }
  });
  return copy;
}
