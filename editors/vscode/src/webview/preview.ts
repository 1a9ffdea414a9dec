/** The script in the page of a preview: passes messages between the page and the extension. */
import { View } from '../../../preview/src/view.ts';
import type { FromPreview, PreviewState, ToPreview } from '../previewMessages.ts';

declare function acquireVsCodeApi(): { postMessage(message: FromPreview): void; setState(state: PreviewState): void };

const host = acquireVsCodeApi();
const main = document.createElement('main');
document.body.append(main);
const view = new View(main);
view.onGo = (spot) => host.postMessage({ type: 'go', spot });
view.onScroll = (place) => host.postMessage({ type: 'scroll', place });
window.addEventListener('message', ({ data }: MessageEvent<ToPreview>) => {
  switch (data.type) {
    case 'show':
      host.setState({ uri: data.uri });
      if (!view.show(data.content)) {
        host.postMessage({ type: 'ready' });
      }
      break;
    case 'say':
      view.say(data.sentence);
      break;
    case 'mark':
      view.mark(data.spot);
      break;
    case 'scroll':
      view.scrollTo(data.place);
      break;
    case 'reveal':
      view.reveal(data.spot);
      break;
  }
});
host.postMessage({ type: 'ready' });
