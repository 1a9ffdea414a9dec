import type { Board, Color, Continuation, Region } from '../../protocol.ts';
import { parseDrawing } from './drawing.ts';
import { connectEvents, type Controls } from './events.ts';
import { nameOf } from './geometry.ts';
import { Layers } from './layers.ts';
import { patch } from './patch.ts';
import type { Point } from './selecting.ts';
import { BoardState, type Ghost } from './state.ts';

interface Actions {
  /** Uses the tool that is chosen. */
  use(location: string): void;
  pass(): void;
  /** Lists the games with the position, or with a part of it. */
  find(region: Region | null): void;
  /** Moves the focus to the text of the record. */
  focusText(): void;
  announce(text: string): void;
  /** Opens the menu of a point at a place on the screen. Returns false if there is none now. */
  openMenu(location: string, x: number, y: number): boolean;
}

/** The board: drawn by the server, colored by the theme, with a cursor that mouse and arrow keys move. */
export class BoardView {
  readonly #place: HTMLElement;
  readonly #actions: Actions;
  readonly #state = new BoardState();
  readonly #layers = new Layers(this.#state);
  #svg: SVGSVGElement | null = null;
  /** Whether the menu of the point is open, which has the mouse and the focus meanwhile. */
  #isMenuOpen = false;

  constructor(place: HTMLElement, actions: Actions) {
    this.#place = place;
    this.#actions = actions;
    connectEvents(place, this.#controls());
  }

  get board(): Board | null {
    return this.#state.board;
  }

  show(board: Board): void {
    const isSame = this.board?.board === board.board;
    this.#state.show(board);
    this.#place.setAttribute('aria-label', board.alt);
    if (isSame) {
      return;
    }
    this.#state.selection.clear();
    // The parts around the board are laid out by it, too.
    const { style } = this.#place.parentElement ?? this.#place;
    style.setProperty('--ratio', String(board.grid.width / board.grid.height));
    style.setProperty('--steps', String(board.grid.width / board.grid.step));
    this.#replaceDrawing(parseDrawing(board.board));
    this.#layers.draw();
  }

  #replaceDrawing(drawing: SVGSVGElement | null): void {
    for (const layer of this.#layers.elements) {
      layer.remove();
    }
    if (this.#svg !== null && drawing !== null) {
      patch(this.#svg, drawing);
    } else {
      this.#svg = drawing;
      this.#place.replaceChildren(...(drawing === null ? [] : [drawing]));
    }
    this.#svg?.append(...this.#layers.elements);
  }

  /**
   * Shows the stone of a move at once, before the server has made the move. Its captures and its ring come with the
   * board of the server.
   */
  play(location: string): void {
    if (this.#state.play(location)) {
      this.#layers.drawPlayed();
    }
  }

  /** Takes in that the last move was made or refused. */
  settle(): void {
    this.#state.played = null;
    this.#layers.drawPlayed();
  }

  /** The color of the stone on a point, if there is one. */
  stoneAt(location: string): Color | null {
    return this.#state.stoneAt(location);
  }

  /** Takes mouse and focus back from the menu of a point; only the mouse where the user has gone elsewhere. */
  closeMenu(takesFocus: boolean): void {
    this.#isMenuOpen = false;
    if (takesFocus) {
      this.#place.focus();
    } else {
      this.#setCursor(null);
    }
  }

  /** Shows ghost stones, on the points that are free. */
  showGhosts(ghosts: Ghost[]): void {
    this.#state.ghosts = ghosts;
    this.#layers.drawGhosts();
  }

  /** Shows the moves that followed in other games, on the points that are free. */
  showFound(moves: Continuation[]): void {
    this.#state.setFound(moves);
    this.#layers.drawFound();
  }

  /** Lists the games with the position, or with the part that is selected. */
  find(): void {
    this.#actions.find(this.#state.selection.region(nameOf));
  }

  /** Points at some places, of which a comment speaks. */
  pointAt(locations: string[]): void {
    this.#layers.pointAt(locations);
  }

  #controls(): Controls {
    const { selection } = this.#state;
    return {
      pointAt: (event) => this.#pointAt(event),
      setCursor: (point) => this.#setCursor(point),
      moveCursor: (step, selects) => this.#moveCursor(step, selects),
      leave: () => (this.#isMenuOpen ? undefined : this.#setCursor(null)),
      beginSelection: (point) => {
        selection.clear();
        this.#select(point, point);
      },
      extendSelection: (point) => this.#select(point, point),
      endSelection: () => this.#announceSelection(),
      clearSelection: () => this.#clearSelection(),
      use: (point) => this.#actions.use(nameOf(point)),
      useCursor: () => {
        const { cursor } = this.#state;
        if (cursor !== null) {
          this.#actions.use(nameOf(cursor));
        }
        return cursor !== null;
      },
      describeRegion: () => {
        if (this.board !== null) {
          const { from, to } = this.board.region;
          this.#actions.announce(`The board that is shown goes from ${from} to ${to}.`);
        }
      },
      openMenu: (x, y) => this.#openMenu(x, y),
      openMenuByKey: () => this.#openMenuByKey(),
      pass: () => this.#actions.pass(),
      find: () => this.find(),
      focusText: () => this.#actions.focusText(),
    };
  }

  #pointAt(event: MouseEvent): Point | null {
    const matrix = this.#svg?.getScreenCTM();
    if (!matrix) {
      return null;
    }
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    return this.#state.geometry?.pointAt([x, y]) ?? null;
  }

  #setCursor(point: Point | null): void {
    this.#state.cursor = point;
    this.#layers.drawCursor();
  }

  #moveCursor(step: readonly [number, number], selects: boolean): void {
    const { cursor, firstPoint, geometry } = this.#state;
    // The first key only shows the cursor.
    const point = cursor === null ? firstPoint : (geometry?.beside(cursor, step) ?? null);
    if (point === null) {
      return;
    }
    this.#setCursor(point);
    if (selects) {
      this.#select(cursor ?? point, point);
      this.#announceSelection();
    } else {
      this.#actions.announce(this.#state.describe(point));
    }
  }

  #select(start: Point, to: Point): void {
    this.#state.selection.extend(start, to);
    this.#layers.drawSelection();
  }

  #clearSelection(): boolean {
    const { selection } = this.#state;
    const wasSet = selection.isSet;
    selection.clear();
    this.#layers.drawSelection();
    return wasSet;
  }

  #announceSelection(): void {
    const region = this.#state.selection.region(nameOf);
    if (region === null) {
      this.#clearSelection();
    } else {
      this.#actions.announce(`${region.from} to ${region.to} is selected. F finds it in other games.`);
    }
  }

  #openMenu(x: number, y: number): void {
    const { cursor } = this.#state;
    // The menu takes the focus at once.
    this.#isMenuOpen = true;
    this.#isMenuOpen = cursor !== null && this.#actions.openMenu(nameOf(cursor), x, y);
  }

  #openMenuByKey(): void {
    const { cursor, firstPoint, geometry } = this.#state;
    const point = cursor ?? firstPoint;
    this.#setCursor(point);
    const place = point && geometry?.placeOf(point);
    const matrix = this.#svg?.getScreenCTM();
    if (place && matrix) {
      const { x, y } = new DOMPoint(...place).matrixTransform(matrix);
      this.#openMenu(x, y);
    }
  }
}
