/** The interface that VS Code gives its pages: here the messages go to the page around the frame. */
import type { FromPanel } from '../../../vscode/src/protocol.ts';

// Any page that has this one in a frame could send messages, too.
window.addEventListener(
  'message',
  (event) => {
    if (event.source !== window.parent || event.origin !== window.location.origin) {
      event.stopImmediatePropagation();
    }
  },
  { capture: true },
);

Object.assign(globalThis, {
  acquireVsCodeApi: () => ({
    postMessage: (message: FromPanel) => window.parent.postMessage(message, window.location.origin),
    setState() {},
  }),
});
