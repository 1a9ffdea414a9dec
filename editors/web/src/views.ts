/** The views of the page: which one is in view on a narrow screen, and F6, which goes from one to the next. */

const VIEWS = ['text', 'board', 'problems', 'outline'] as const;

export type ViewName = (typeof VIEWS)[number];

/** Gives the focus to each view that has a way of its own to take it. */
export interface Focusable {
  text(): void;
  board(): void;
}

function placeOf(name: ViewName): HTMLElement {
  return document.getElementById(name) as HTMLElement;
}

/** Shows a view, on a narrow screen in place of the one before. */
export function turnTo(name: ViewName): void {
  if (name !== 'board') {
    turnBoardAlone(false);
  }
  (document.querySelector('main') as HTMLElement).dataset['view'] = name;
  for (const button of document.querySelectorAll('[data-view]')) {
    button.setAttribute('aria-pressed', String(button.getAttribute('data-view') === name));
  }
}

/** Gives the focus to the next view, as F6 does in desktop programs, or to the one before for a step of -1. */
export function focusNext(step: 1 | -1, focus: Focusable): void {
  const at = VIEWS.findIndex((name) => placeOf(name).contains(document.activeElement));
  const name = VIEWS.at((Math.max(at, 0) + step) % VIEWS.length) ?? 'text';
  turnTo(name);
  if (name === 'text' || name === 'board') {
    focus[name]();
  } else {
    const list = placeOf(name);
    list.tabIndex = -1;
    (list.querySelector<HTMLElement>('button[tabindex="0"]') ?? list).focus();
  }
}

/** Whether the board has all of a wide page. */
export const isBoardAlone = () => (document.querySelector('main') as HTMLElement).dataset['alone'] === 'board';

/** Gives the board all of a wide page, or shows the text beside it again. */
export function turnBoardAlone(isAlone: boolean): void {
  (document.querySelector('main') as HTMLElement).dataset['alone'] = isAlone ? 'board' : 'none';
  document.getElementById('hide-text')?.setAttribute('aria-pressed', String(isAlone));
}

/** Lets the buttons of the views show them. */
export function connectViewButtons(): void {
  for (const name of VIEWS) {
    document.querySelector(`#views [data-view=${name}]`)?.addEventListener('click', () => turnTo(name));
  }
}
