/** Mouse and keys on a board. */
import type { Point } from './selecting.ts';

/** What mouse and keys do with a board. */
export interface Controls {
  /** The point under the mouse. */
  pointAt(event: MouseEvent): Point | null;
  /** Puts the cursor on a point, or nowhere. */
  setCursor(point: Point | null): void;
  /** Moves the cursor to the point beside it, which is also selected if `selects` says so. */
  moveCursor(step: readonly [number, number], selects: boolean): void;
  /** Takes the cursor away, unless it is needed for a menu. */
  leave(): void;
  beginSelection(point: Point): void;
  extendSelection(point: Point): void;
  /** Says what is selected. */
  endSelection(): void;
  /** Returns false if nothing is selected. */
  clearSelection(): boolean;
  /** Uses the tool that is chosen on a point. */
  use(point: Point): void;
  /** The same on the point with the cursor. Returns false if there is none. */
  useCursor(): boolean;
  /** Says what part of the board is shown, for a click beside it. */
  describeRegion(): void;
  /** Opens the menu of the point with the cursor, at a place on the screen. */
  openMenu(x: number, y: number): void;
  /** Opens that menu beside the point. */
  openMenuByKey(): void;
  pass(): void;
  find(): void;
  focusText(): void;
}

/** The arrow keys, as steps to the right and up. */
const ARROWS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

function connectMouse(place: HTMLElement, board: Controls): void {
  // Whether the mouse is selecting, so that the click at its end plays no move.
  let isSelecting = false;
  place.addEventListener('mousedown', (event) => {
    const point = event.shiftKey && event.button === 0 ? board.pointAt(event) : null;
    isSelecting = point !== null;
    if (point !== null) {
      // By itself Shift would extend the selection of the text beside the board to here.
      event.preventDefault();
      place.focus();
      board.beginSelection(point);
    }
  });
  place.addEventListener('click', (event) => {
    const point = board.pointAt(event);
    if (isSelecting) {
      isSelecting = false;
      board.endSelection();
    } else if (point !== null) {
      board.use(point);
    } else if (event.target !== place) {
      board.describeRegion();
    }
  });
  place.addEventListener('mousemove', (event) => {
    const point = board.pointAt(event);
    board.setCursor(point);
    if (isSelecting && point !== null && event.buttons === 1) {
      board.extendSelection(point);
    }
  });
  place.addEventListener('mouseleave', () => board.leave());
  place.addEventListener('contextmenu', (event) => {
    const point = board.pointAt(event);
    event.preventDefault();
    // One without a pointer is of a key, which was handled already.
    if (point !== null && (event as PointerEvent).pointerType !== '') {
      board.setCursor(point);
      board.openMenu(event.clientX, event.clientY);
    }
  });
}

/** Does what a key is for. Returns false if it is for nothing. */
function takeKey(board: Controls, { key, shiftKey }: KeyboardEvent): boolean {
  const step = ARROWS[key];
  if (step !== undefined) {
    board.moveCursor(step, shiftKey);
  } else if (key === 'Enter' || key === ' ') {
    return board.useCursor();
  } else if (key === 'ContextMenu' || (key === 'F10' && shiftKey)) {
    board.openMenuByKey();
  } else if (key === 'p' || key === 'P') {
    board.pass();
  } else if (key === 'f' || key === 'F') {
    board.find();
  } else if (key !== 'Escape') {
    return false;
  } else if (!board.clearSelection()) {
    board.focusText();
  }
  return true;
}

export function connectEvents(place: HTMLElement, board: Controls): void {
  connectMouse(place, board);
  place.addEventListener('blur', () => board.leave());
  place.addEventListener('keydown', (event) => {
    if (!event.ctrlKey && !event.metaKey && !event.altKey && takeKey(board, event)) {
      event.preventDefault();
    }
  });
}
