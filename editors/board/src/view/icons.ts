/** The icons of a board's buttons, each drawn with lines in a square of 20 units. */
const LINES = {
  first: 'M5 4v12M15 4l-8 6 8 6',
  previous: 'M13 4l-7 6 7 6',
  next: 'M7 4l7 6-7 6',
  last: 'M15 4v12M5 4l8 6-8 6',
  autoplay: 'M7 4l9 6-9 6z',
  pause: 'M7 4v12M13 4v12',
  undo: 'M7 4L3.5 7.5 7 11M4 7.5h7.5a4.5 4.5 0 010 9H8',
  redo: 'M13 4l3.5 3.5L13 11M16 7.5H8.5a4.5 4.5 0 000 9H12',
  edit: 'M4 16l.8-3.6L13.6 3.6l2.8 2.8-8.8 8.8zM11.8 5.4l2.8 2.8',
  palette: 'M8 3.5l5.5 9h-11zM14.5 10.5a3.25 3.25 0 1 1 0 6.5 3.25 3.25 0 0 1 0-6.5z',
  triangle: 'M10 4l6.5 11h-13z',
  square: 'M4.5 4.5h11v11h-11z',
  diamond: 'M10 3l7 7-7 7-7-7z',
  check: 'M4 11l4 4 8-10',
  erase: 'M8 16h9M11.5 4.5l4 4L8.2 16H6l-3-3z',
} as const;

export type IconName = keyof typeof LINES;

const svg = (content: string) => `<svg class="icon" viewBox="0 0 20 20" aria-hidden="true">${content}</svg>`;

/** An icon, for the inside of a button that has a name. */
export const icon = (name: IconName) => svg(`<path d="${LINES[name]}"/>`);

/** Three dots, which open a menu. */
export const DOTS = svg('<path class="dots" d="M4.5 10h0M10 10h0M15.5 10h0"/>');

/** A stone as on the board, with an edge that shows on a page of its color. */
const drawn = (color: 'black' | 'white', x: number, y: number, scale: number) =>
  `<g transform="translate(${x} ${y}) scale(${scale})"><use href="#ishi-${color}"/><circle class="edge" r="21"/></g>`;

export const stone = (color: 'black' | 'white') => svg(drawn(color, 10, 10, 0.36));
export const STONES = svg(drawn('black', 7, 8, 0.26) + drawn('white', 13, 12, 0.26));
