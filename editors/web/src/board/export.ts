/** Export of the board: as a picture, or as an animation of the moves that lead to it. */
import type { Host, Place } from '../../../board/src/host.ts';
import type { Board, Spot, Tree } from '../../../board/src/protocol.ts';
import { requestBoard, requestTree } from '../../../board/src/source.ts';
import { draw, png } from '../../../board/src/view/picture.ts';
import { download } from '../files.ts';
import { notify } from '../notice.ts';
import { GifWriter, Palette } from './gif.ts';

/** How many boards an animation has at most, how wide they are in pixels, and how long each is shown, in hundredths of a second. */
const MAX_FRAMES = 1000;
const WIDTH = 480;
const DELAY = 80;

/** How wide a PNG is, in pixels. */
const PNG_WIDTH = 800;

/** The factor by which the last board is shown longer. */
const LAST = 3;

/** The part of an animation after which the page says how much is drawn. */
const STEP = 0.2;

/** How many boards are sampled to choose the colors. */
const SAMPLES = 8;

/** A board as it is drawn: its picture as SVG, and the size of that. */
type Drawn = Pick<Board, 'board' | 'grid'>;

/** The boards that can be exported: those of the line that leads to the one that is shown, which is the last. */
export interface Exported {
  count: number;
  board(index: number, colors: 'wood' | 'flat'): Promise<Drawn>;
}

/** The nodes that lead to the current node of a tree, which is the last one. */
function lineTo({ nodes, current }: Tree): Spot[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const line: Spot[] = [];
  for (let node = byId.get(current); node !== undefined; node = node.parent === null ? undefined : byId.get(node.parent)) {
    line.unshift(node);
  }
  return line;
}

/** Returns the boards that lead to a place; null if there are none. */
export async function exported(host: Host<Place>, place: Place, drawing: object): Promise<Exported | null> {
  const tree = await requestTree(host, place);
  if (tree === null) {
    return null;
  }
  const line = lineTo(tree);
  const { version } = place.document;
  return {
    count: line.length,
    board: async (index, colors) => {
      const found = await requestBoard(host, host.at(place, line[index] as Spot), { ...drawing, colors });
      if (!found || place.document.version !== version) {
        throw new Error('the record has changed meanwhile');
      }
      return found;
    },
  };
}

const lastOf = async ({ count, board }: Exported) => (await board(count - 1, 'wood')).board;

/** Draws an animation, and calls `progress` with the part that is drawn. */
async function gif({ count, board }: Exported, progress: (part: number) => void): Promise<Blob> {
  const boards: Drawn[] = [];
  for (let index = Math.max(0, count - MAX_FRAMES); index < count; index += 1) {
    boards.push(await board(index, 'flat'));
  }
  // All are on one canvas, also a diagram, which may show less, and a board with lines of text below it.
  const scale = WIDTH / Math.max(...boards.map(({ grid }) => grid.width));
  const canvas = document.createElement('canvas');
  canvas.width = WIDTH;
  canvas.height = Math.round(scale * Math.max(...boards.map(({ grid }) => grid.height)));
  const { width, height } = canvas;
  const context = canvas.getContext('2d', { willReadFrequently: true }) as CanvasRenderingContext2D;
  context.fillStyle = 'white';
  const pixels = async (index: number) => {
    const shown = boards[index] as Drawn;
    const picture = await draw(shown.board, Math.round(shown.grid.width * scale));
    context.fillRect(0, 0, width, height);
    context.drawImage(picture, Math.round((width - picture.width) / 2), 0);
    return new Uint32Array(context.getImageData(0, 0, width, height).data.buffer);
  };
  const last = boards.length - 1;
  const samples = [];
  for (const index of new Set(Array.from({ length: SAMPLES }, (_, at) => Math.round((at * last) / (SAMPLES - 1))))) {
    samples.push(await pixels(index));
  }
  const writer = new GifWriter(width, height, new Palette(samples));
  for (let index = 0; index <= last; index += 1) {
    writer.add({ pixels: await pixels(index), delay: index === last ? DELAY * LAST : DELAY });
    progress((index + 1) / boards.length);
  }
  return writer.finish();
}

/** The formats, each with what makes its file. */
const FORMATS: Record<string, (boards: Exported) => Promise<Blob>> = {
  svg: async (boards) => new Blob([await lastOf(boards)], { type: 'image/svg+xml' }),
  png: async (boards) => png(await lastOf(boards), PNG_WIDTH),
  gif: async (boards) => {
    let shown = 0;
    notify('Drawing the animation…');
    const file = await gif(boards, (part) => {
      if (part - shown >= STEP) {
        shown = part;
        notify(`Drawing the animation: ${Math.round(part * 100)} %…`);
      }
    });
    notify('');
    return file;
  },
};

export class ExportDialog {
  readonly #dialog: HTMLDialogElement;
  #boards: Exported | undefined;

  constructor(dialog: HTMLDialogElement) {
    this.#dialog = dialog;
    dialog.querySelector('[data-do=close]')?.addEventListener('click', () => dialog.close());
    for (const [name, make] of Object.entries(FORMATS)) {
      dialog.querySelector(`[data-format=${name}]`)?.addEventListener('click', () => void this.#save(name, make));
    }
  }

  open(boards: Exported): void {
    this.#boards = boards;
    this.#dialog.showModal();
  }

  async #save(format: string, make: (boards: Exported) => Promise<Blob>): Promise<void> {
    const boards = this.#boards as Exported;
    this.#dialog.close();
    try {
      download(`board.${format}`, await make(boards));
    } catch (error) {
      notify(`The board was not exported: ${error instanceof Error ? error.message : String(error)}.`);
    }
  }
}
