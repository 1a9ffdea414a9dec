/** Export of the board: as a picture, or as an animation of the moves that lead to it. */
import { draw, png } from '../../../board/src/view/picture.ts';
import { download } from '../files.ts';
import { notify } from '../notice.ts';
import { type Frame, GifWriter, Palette } from './gif.ts';

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

/** How many boards are looked at to choose the colors. */
const SAMPLES = 8;

/** The boards that can be exported: those of the line that leads to the one that is shown, which is the last. */
export interface Exported {
  count: number;
  /** Draws a board as SVG. */
  board(index: number, colors: 'wood' | 'flat'): Promise<string>;
}

const lastOf = ({ count, board }: Exported) => board(count - 1, 'wood');

async function pixels(svg: string): Promise<{ data: Uint32Array; width: number; height: number }> {
  const canvas = await draw(svg, WIDTH);
  const { width, height } = canvas;
  const context = canvas.getContext('2d') as CanvasRenderingContext2D;
  // The corners of the board are on white paper.
  context.globalCompositeOperation = 'destination-over';
  context.fillStyle = 'white';
  context.fillRect(0, 0, width, height);
  const image = context.getImageData(0, 0, width, height);
  return { data: new Uint32Array(image.data.buffer), width, height };
}

/** Draws an animation, and calls `progress` with the part that is drawn. */
async function gif({ count, board }: Exported, progress: (part: number) => void): Promise<Blob> {
  const first = Math.max(0, count - MAX_FRAMES);
  const frame = async (index: number) => pixels(await board(first + index, 'flat'));
  const total = count - first;
  const samples = [];
  for (const sample of new Set(Array.from({ length: SAMPLES }, (_, at) => Math.round((at * (total - 1)) / (SAMPLES - 1))))) {
    samples.push((await frame(sample)).data);
  }
  let writer: GifWriter | undefined;
  for (let index = 0; index < total; index += 1) {
    const { data, width, height } = await frame(index);
    writer ??= new GifWriter(width, height, new Palette(samples));
    writer.add({ pixels: data, delay: index === total - 1 ? DELAY * LAST : DELAY } satisfies Frame);
    progress((index + 1) / total);
  }
  return (writer as GifWriter).finish();
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
