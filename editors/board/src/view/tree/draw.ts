/** The drawing of a single cell of a tree. */
import type { Node } from '../../protocol.ts';
import { make } from '../svg.ts';
import type { Cell } from './layout.ts';

/** The distance of nodes, in units of the picture. */
export const STEP = 26;

/** How many columns or rows the sign of a run takes, where it is written out. */
export const SIGN = 3;

const RADIUS = 10;

/** The radius of a stone in the definitions that the board has, too. */
const RADIUS_ON_BOARD = 21;

/** How a cell is drawn, besides what its node says. */
export interface Look {
  /** The middle of the cell. */
  place: readonly [x: number, y: number];
  /** The sign of a comment, seen from the middle. */
  comment: readonly [x: number, y: number];
  /** Whether what can be folded after it is folded; null if there is nothing. */
  isFolded: boolean | null;
  /** The number of variations after it; without any, a run is folded there. */
  variations: number;
  /** Whether the sign of a run is written out. */
  isLong: boolean;
}

function describe(node: Node): string {
  const marker = node.marker === undefined ? '' : `, variation ${node.marker}`;
  const comment = node.comment ? ', with a comment' : '';
  switch (node.kind) {
    case 'root':
      return `Start${comment}`;
    case 'diagram':
      return `Diagram${comment}`;
    case 'move': {
      const name = node.color === 'black' ? 'Black' : 'White';
      return `${name} ${node.number ?? ''} ${node.location ?? 'passes'}${marker}${comment}`;
    }
  }
}

/** How a node is drawn: a move as its stone. */
function shapes(node: Node): SVGElement[] {
  switch (node.kind) {
    case 'root':
      return [make('circle', { class: 'start', r: 5 })];
    case 'diagram':
      // A small board.
      return [
        make('rect', { class: 'diagram', x: -8, y: -8, width: 16, height: 16, rx: 2 }),
        make('path', { class: 'diagram', d: 'M-8-3h16M-8 3h16M-3-8v16M3-8v16' }),
      ];
    case 'move': {
      const stone = make('use', { href: `#ishi-${node.color}`, transform: `scale(${RADIUS / RADIUS_ON_BOARD})` });
      return [stone, make('circle', { class: 'edge', r: RADIUS })];
    }
  }
}

function text(words: string, attributes: Record<string, string | number>): SVGTextElement {
  const made = make('text', attributes);
  made.textContent = words;
  return made;
}

function group(kind: string, name: string, { depth, node }: Cell, [x, y]: readonly [number, number]): SVGGElement {
  const item = make('g', {
    class: kind,
    transform: `translate(${x} ${y})`,
    role: 'treeitem',
    tabindex: -1,
    'aria-level': depth + 1,
    'aria-label': name,
    'data-node': node.id,
  });
  const title = make('title', {});
  title.textContent = name;
  item.append(title);
  return item;
}

/** The sign that stands for a run of moves. */
function drawRun(cell: Cell, { place, isLong }: Look): SVGGElement {
  const item = group('run', `${cell.folds} moves`, cell, place);
  item.setAttribute('aria-expanded', 'false');
  const width = isLong ? SIGN * STEP - 6 : STEP - 2;
  const words = isLong ? `… ${cell.folds} moves` : `…${cell.folds}`;
  item.append(
    make('rect', { x: 3 - STEP / 2, y: -RADIUS + 1, width, height: 2 * RADIUS - 2, rx: RADIUS - 1 }),
    text(words, { x: 3 - STEP / 2 + width / 2, 'font-size': isLong ? 10 : words.length > 3 ? 7 : 9 }),
  );
  return item;
}

/** Draws a cell in its place. */
export function drawCell(cell: Cell, look: Look): SVGGElement {
  if (cell.folds > 0) {
    return drawRun(cell, look);
  }
  const { node } = cell;
  const kind = node.kind === 'move' ? (node.color ?? '') : node.kind;
  const classes = ['node', kind, ...(node.comment ? ['comment'] : []), ...(node.main ? ['main'] : [])];
  const item = group(classes.join(' '), describe(node), cell, look.place);
  item.append(...shapes(node), make('circle', { class: 'current', r: RADIUS + 1.5 }));
  const number = node.kind === 'move' ? String(node.number ?? '') : '';
  if (number !== '') {
    item.append(text(number, { 'font-size': number.length > 3 ? 6 : number.length > 2 ? 8 : 10 }));
  }
  if (node.comment) {
    const [cx, cy] = look.comment;
    item.append(make('circle', { class: 'said', cx, cy, r: 3 }));
  }
  // The sign of a run stands for itself.
  if (look.isFolded !== null && cell.children[0]?.folds === 0) {
    item.setAttribute('aria-expanded', String(!look.isFolded));
    item.append(drawHandle(look));
  }
  return item;
}

/** The sign that folds what follows a cell: a minus, and in its place the number of the variations that are folded, or the dots of a run. */
function drawHandle({ isFolded, variations }: Look): SVGGElement {
  // As far from the stones around it as can be.
  const place = `translate(${STEP / 2} ${STEP / 2})`;
  const handle = make('g', { class: variations > 0 ? 'fold' : 'fold of-run', transform: place });
  const title = make('title', {});
  const what = variations === 0 ? 'the moves to the next comment or variation' : variations === 1 ? 'the variation' : `the ${variations} variations`;
  title.textContent = `${isFolded ? 'Show' : 'Hide'} ${what}`;
  // A finger and a mouse hit more than the small sign.
  handle.append(title, make('circle', { class: 'around', r: 10 }));
  if (isFolded === true && variations > 0) {
    handle.append(make('rect', { x: -8, y: -6, width: 16, height: 12, rx: 6 }), text(`+${variations}`, { 'font-size': variations > 9 ? 7 : 8 }));
  } else {
    const sign = isFolded === true ? 'M-2.5 0h5M0-2.5v5' : variations > 0 ? 'M-2.5 0h5' : 'M-2.5 0h.01M0 0h.01M2.5 0h.01';
    handle.append(make('circle', { r: 5 }), make('path', { d: sign }));
  }
  return handle;
}
