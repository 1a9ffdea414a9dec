/** The editor around a board, as its controller sees it. */
import type { Region, Spot } from './protocol.ts';

/** A text in the editor, as it is now. */
export interface TextDocument {
  readonly uri: { toString(): string };
  /** Counts the changes. */
  readonly version: number;
  readonly isClosed: boolean;
  getText(): string;
}

/** A position in a text, as in LSP. */
export interface Place {
  readonly document: TextDocument;
  readonly position: { readonly line: number; readonly character: number };
}

/** A place that stays with its move while text before it comes and goes. */
export interface Anchor<P extends Place> {
  readonly place: P;
  dispose(): void;
}

/** The language server. */
export interface Requester {
  /** Returns undefined where the server does not run, or does not know the method. */
  request<T>(method: string, params: object, signal: AbortSignal): Promise<T | undefined>;
}

/** The editor in which a board is: a part of VS Code, or the page for browsers. */
export interface Host<P extends Place> extends Requester {
  /** The place of the cursor, unless no record is open. */
  readonly place: P | undefined;
  /** Whether the board is in view. One that is not asks for nothing. */
  readonly isVisible: boolean;
  /** Why the server does not answer, as a sentence. */
  readonly problem: string | null;
  /** What helps with a server that does not draw boards, as a sentence. */
  readonly remedy: string;
  /** Runs a command of the server. Throws an error with the reason where it is refused. */
  execute<T>(command: string, argument: object): Promise<T>;
  /** The place of a spot in the text of another place. */
  at(place: P, spot: Spot): P;
  /** Keeps a place, and calls `moved` after each change of its text. */
  anchor(place: P, moved: () => void): Anchor<P>;
  /** Moves the cursor within the text in which it is, without taking the focus. */
  goTo(spot: Spot): Promise<void>;
  /** Moves the cursor into a text that may be another one. */
  turnTo(place: P): Promise<void>;
  /**
   * Makes an edit of the server, which is for one version of a text. Calls `expect` right before, so that the board does not wait for the
   * editor. Returns false if the text is another one by now.
   */
  apply(edit: object, place: P, version: number, expect: () => void): Promise<boolean>;
  /** Undoes or redoes the last change of a text, which may take the focus from the board. */
  history(command: 'undo' | 'redo', place: P): Promise<void>;
  /** Gives the board the focus back. */
  returnFocus(): void;
  /** Saves a text, which may get a name and so become another one. Returns its place then, or null if it was not saved. */
  save(place: P): Promise<P | null>;
  /** Opens a new record that has only an EVENT, and moves the cursor into it. */
  create(): Promise<void>;
  /** Saves the board of a place as a file; `drawing` has the params with which the server draws it. */
  export(place: P | undefined, drawing: object): Promise<void>;
  /** Lists the games with the position of a place, or with a part of it. */
  find(place: P, region: Region | null): Promise<void>;
  /** Saves a picture in PNG as a file. */
  savePicture(bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  /** Puts a text on the clipboard. */
  copy(text: string): Promise<void>;
  /** Opens an address of the web. */
  open(address: string): Promise<void>;
  focusText(): Promise<void>;
  /** Opens another board, locked in a place, where there can be several. */
  openAnother?(place: P | undefined): void;
  /** Puts a link to a place on the clipboard, where records have links. */
  copyLink?(place: P): Promise<void>;
  /** Takes in whether the board is locked, for a host that shows it. */
  onLock?(isLocked: boolean): void;
  /** Takes in whether a field of the board has the focus, which has an Undo of its own. */
  onField?(isFocused: boolean): void;
}
