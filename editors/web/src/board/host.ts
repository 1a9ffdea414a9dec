/** What VS Code gives its pages: here the messages go to the page around the frame. */
import type { FromPanel } from '../../../vscode/src/protocol.ts';

Object.assign(globalThis, {
  acquireVsCodeApi: () => ({
    postMessage: (message: FromPanel) => window.parent.postMessage(message, window.location.origin),
    setState() {},
  }),
});
