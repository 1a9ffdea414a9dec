/** The script in the page of a board: passes messages between the board and the extension. */
import type { ToView } from '../../../board/src/protocol.ts';
import { BoardElement } from '../../../board/src/view/element.ts';
import type { FromPage, PageState } from '../messages.ts';

declare function acquireVsCodeApi(): { postMessage(message: FromPage): void; getState(): PageState | undefined; setState(state: PageState): void };

const host = acquireVsCodeApi();
const board = new BoardElement();
board.onSend = (message) => host.postMessage(message);
board.takeKeys(window);
board.splits = host.getState()?.splits ?? {};
board.onSplits = (splits) => host.setState({ locked: host.getState()?.locked ?? null, splits });
document.body.append(board);
window.addEventListener('message', ({ data }: MessageEvent<ToView>) => {
  if (data.type === 'show') {
    host.setState({ locked: data.locked, splits: board.splits });
  }
  board.receive(data);
});
host.postMessage({ type: 'ready' });
