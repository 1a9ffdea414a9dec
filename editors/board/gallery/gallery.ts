/** A page with a board in each state, from answers of the server that were recorded when the page was built. */
import { type Board, type BoardOptions, DEFAULT_OPTIONS, type Tree } from '../src/protocol.ts';
import { draw } from '../src/drawing.ts';
import { BoardElement } from '../src/view/element.ts';

/** A state with the answers for it. */
interface State {
  name: string;
  size: [number, number];
  theme?: string;
  options?: Partial<BoardOptions>;
  board: Board;
  tree: Tree;
}

/** The states, which the script that builds the page puts into it. */
declare const STATES: State[];

// Tests show them in other elements, too, and draw them.
Object.assign(globalThis, { states: STATES, draw });

for (const { name, size, theme = 'light', options, board, tree } of STATES) {
  const figure = document.createElement('figure');
  figure.dataset['state'] = name;
  const caption = document.createElement('figcaption');
  caption.textContent = `${name}, ${size.join(' × ')}`;
  const box = document.createElement('div');
  box.className = theme;
  const [width, height] = size.map((pixels) => `${pixels}px`);
  Object.assign(box.style, { width, height });
  const element = new BoardElement();
  box.append(element);
  figure.append(caption, box);
  document.body.append(figure);
  element.receive({ type: 'tree', name, record: name, nodes: tree.nodes, truncated: tree.truncated });
  element.receive({ type: 'show', board, tree: name, options: { ...DEFAULT_OPTIONS, ...options }, locked: null });
}
