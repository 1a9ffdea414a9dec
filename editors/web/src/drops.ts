/** Files that are dropped on the page or on its board, which is a page of its own. */
import { dropped, type PickedFile } from './files.ts';

/** Opens files that are dropped anywhere on the page. */
export function takeDrops(frame: HTMLIFrameElement, open: (picked: Promise<PickedFile[]>) => void): void {
  const onDrop = (event: DragEvent) => {
    if (event.dataTransfer?.files.length) {
      event.preventDefault();
      event.stopPropagation();
      open(dropped(event));
    }
  };
  const listenIn = (place: Window) => {
    place.addEventListener('dragover', (event) => event.preventDefault());
    place.addEventListener('drop', onDrop, { capture: true });
  };
  listenIn(window);
  frame.addEventListener('load', () => {
    if (frame.contentWindow !== null) {
      listenIn(frame.contentWindow);
    }
  });
}
