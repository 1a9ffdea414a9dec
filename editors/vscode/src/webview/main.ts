/** The script in the page of a board: passes messages between the board and the extension. */
import type { ToView } from '../../../board/src/protocol.ts';
import { BoardElement } from '../../../board/src/view/element.ts';
import type { FromPage, PageState } from '../messages.ts';

declare function acquireVsCodeApi(): { postMessage(message: FromPage): void; setState(state: PageState): void };

const host = acquireVsCodeApi();
const board = new BoardElement();
board.onSend = (message) => host.postMessage(message);
board.takeKeys(window);
document.body.append(board);
window.addEventListener('message', ({ data }: MessageEvent<ToView>) => {
  if (data.type === 'show') {
    host.setState({ locked: data.locked });
  }
  board.receive(data);
});
host.postMessage({ type: 'ready' });
