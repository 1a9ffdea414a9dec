/** The start of a visit: a line that says what the page is, and how to begin. */
import { isStartShown, markStartClosed, turnStart, wasStartClosed } from './startShown.ts';

/** The ways to begin. */
export interface Ways {
  open(): void;
  create(): void;
  examples(): void;
  /** Takes the focus when the start is closed. */
  leave(): void;
}

export class Start {
  constructor(place: HTMLElement, ways: Ways) {
    const on = (name: string, work: () => void) =>
      place.querySelector(`[data-do=${name}]`)?.addEventListener('click', work);
    on('open', () => ways.open());
    on('create', () => ways.create());
    on('examples', () => ways.examples());
    on('close', () => {
      markStartClosed();
      this.hide();
      ways.leave();
    });
  }

  /** Shows it to a visitor, unless it was closed on an earlier visit. */
  greet(): void {
    turnStart(!wasStartClosed());
  }

  /** Makes room for a text that was opened, and for somebody who walks through the example. */
  hide(): void {
    if (isStartShown()) {
      turnStart(false);
    }
  }
}
