/** Files that are dropped on the page. */
import { dropped, type PickedFile } from './files.ts';

/** Opens files that are dropped anywhere on the page. */
export function takeDrops(open: (picked: Promise<PickedFile[]>) => void): void {
  const onDrop = (event: DragEvent) => {
    if (event.dataTransfer?.files.length) {
      event.preventDefault();
      event.stopPropagation();
      open(dropped(event));
    }
  };
  window.addEventListener('dragover', (event) => event.preventDefault());
  window.addEventListener('drop', onDrop, { capture: true });
}
