/** The keys of the page, and of the board in it. */
/** The actions that have a key of the page. */
export interface KeyActions {
  /** By the key that is pressed with Ctrl or Cmd, in lower case. */
  withControl: Record<string, () => void>;
  focusNext(step: 1 | -1): void;
  help(): void;
  history(command: 'undo' | 'redo'): void;
}

function onKey(event: KeyboardEvent, { withControl, focusNext, help }: KeyActions): void {
  const work = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey ? withControl[event.key.toLowerCase()] : undefined;
  if (work !== undefined) {
    event.preventDefault();
    work();
  } else if (event.key === 'F6') {
    event.preventDefault();
    focusNext(event.shiftKey ? -1 : 1);
  } else if (event.key === 'F1') {
    event.preventDefault();
    help();
  }
}

/** Handles the keys of Undo on the board, which leaves them to the editor that shows it. A field has an Undo of its own. */
function onBoardKey(event: KeyboardEvent, { history }: KeyActions): void {
  const key = event.key.toLowerCase();
  const [target] = event.composedPath();
  const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
  if ((event.ctrlKey || event.metaKey) && !event.altKey && !isField && (key === 'z' || key === 'y')) {
    event.preventDefault();
    history(key === 'y' || event.shiftKey ? 'redo' : 'undo');
  }
}

/** Handles keys on the page and on its board. */
export function connectKeys(board: HTMLElement, actions: KeyActions): void {
  window.addEventListener('keydown', (event) => onKey(event, actions));
  board.addEventListener('keydown', (event) => onBoardKey(event, actions));
}
