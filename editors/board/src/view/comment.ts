import { type Board, type Spot, spotOf } from '../protocol.ts';
import { type Piece, pieces } from './links.ts';
import type { Parts } from './parts.ts';

/** The server cuts longer comments, which must not be written back. */
const MAX_LENGTH = 100_000;

/** The actions of a comment's links and of its field. */
interface Actions {
  write(text: string, at: Spot): void;
  /** Shows what a link means while the mouse or the focus is on it; null where it is not any more. */
  point(piece: Piece | null): void;
  follow(piece: Piece): void;
  /** Moves the focus out of the field, which is closed. */
  leave(): void;
}

/** The comment of the position, and the field in which it is written. What is typed there is kept until it is written or given up. */
export class CommentField {
  readonly #shown: HTMLElement;
  readonly #form: HTMLFormElement;
  readonly #text: HTMLTextAreaElement;
  readonly #actions: Actions;
  /** The text that is shown. */
  #said: string | null = null;
  #isScrolled = false;
  #board: Board | null = null;
  /** Where what is commented stands, while the field is open, and what it is called. */
  #place: { at: Spot; title: string } | null = null;
  #isSent = false;

  constructor(parts: Parts, actions: Actions) {
    this.#shown = parts.get('comment');
    const form = parts.get<HTMLFormElement>('comment-form');
    const text = parts.get<HTMLTextAreaElement>('comment-text');
    this.#form = form;
    this.#text = text;
    this.#actions = actions;
    this.#shown.addEventListener('scroll', () => {
      this.#isScrolled = this.#shown.scrollTop > 0;
    }, { passive: true });
    parts.onClick('edit-comment', () => {
      if (!this.open()) {
        parts.announce('The comment is too long for this field. Write it in the text.');
      }
    });
    parts.onClick('cancel-comment', () => this.close());
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      this.submit();
    });
    text.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') {
        this.close();
      } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
        this.submit();
      } else {
        return;
      }
      event.preventDefault();
    });
  }

  /** Shows the comment of a position; `text` is what it says to readers. */
  show(board: Board, text: string): void {
    this.#board = board;
    if (this.#said !== text) {
      this.#said = text;
      this.#shown.replaceChildren(...pieces(text).map((piece) => this.#draw(piece)));
      // Setting it without need has the browser lay out the page at once.
      if (this.#isScrolled) {
        this.#shown.scrollTop = 0;
      }
    }
    this.#shown.hidden = board.comment === null || this.#place !== null;
    // Text above may have come or gone.
    if (this.#place?.title === board.title) {
      this.#place.at = spotOf(board);
    }
  }

  /** Opens the field, unless the comment is too long for the board to have all of it. */
  open(): boolean {
    if ((this.#board?.comment?.length ?? 0) >= MAX_LENGTH) {
      return false;
    }
    if (this.#board !== null && this.#place === null) {
      this.#place = { at: spotOf(this.#board), title: this.#board.title };
      this.#text.value = this.#board.comment ?? '';
      this.#form.hidden = false;
      this.#shown.hidden = true;
    }
    this.#text.focus();
    return true;
  }

  close(): void {
    this.#place = null;
    this.#form.hidden = true;
    this.#shown.hidden = (this.#board?.comment ?? null) === null;
    this.#actions.leave();
  }

  /** A change was made, or refused: a comment that is refused stays in the field. */
  answered(isRefused: boolean): void {
    if (this.#isSent) {
      this.#isSent = false;
      if (!isRefused) {
        this.close();
      }
    }
  }

  #draw(piece: Piece): Node {
    if (piece.kind === 'text') {
      return document.createTextNode(piece.text);
    }
    // A button, because VS Code would follow the address of a link itself.
    const link = document.createElement('button');
    link.type = 'button';
    link.className = `link ${piece.kind}`;
    link.textContent = piece.text;
    for (const [type, shown] of [['mouseenter', piece], ['focus', piece], ['mouseleave', null], ['blur', null]] as const) {
      link.addEventListener(type, () => this.#actions.point(shown));
    }
    link.addEventListener('click', () => this.#actions.follow(piece));
    return link;
  }

  /** Writes what is in the field, if it is open. */
  submit(): void {
    if (this.#place !== null) {
      this.#isSent = true;
      this.#actions.write(this.#text.value, this.#place.at);
    }
  }
}
