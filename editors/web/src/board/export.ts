/** Export of the board: as a picture, or as an animation of the moves that lead to it. */
import { draw, png } from '../../../board/src/view/picture.ts';
import { download } from '../files.ts';
import { notify } from '../notice.ts';
import { type Frame, GifWriter, Palette } from './gif.ts';

/** How many boards an animation has at most, how wide they are in pixels, and how long each is shown, in hundredths of a second. */
const MAX_FRAMES = 1000;
const WIDTH = 480;
const DELAY = 80;

/** The factor by which the last board is shown longer. */
const LAST = 3;

/** The part of an animation after which the page says how much is drawn. */
const STEP = 0.2;

/** How many boards are looked at to choose the colors. */
const SAMPLES = 8;

/** The boards that can be exported. */
export interface Exported {
  /** The board that is shown, as SVG. */
  picture: string;
  /** How many boards the animation has. */
  count: number;
  /** Draws a board of the animation in plain colors, as SVG. */
  board(index: number): Promise<string>;
}

async function pixels(svg: string): Promise<{ data: Uint32Array; width: number; height: number }> {
  const canvas = await draw(svg, WIDTH);
  const { width, height } = canvas;
  const image = (canvas.getContext('2d') as CanvasRenderingContext2D).getImageData(0, 0, width, height);
  return { data: new Uint32Array(image.data.buffer), width, height };
}

/** Draws an animation, and calls `progress` with the part that is drawn. */
async function gif({ count, board }: Exported, progress: (part: number) => void): Promise<Blob> {
  const first = Math.max(0, count - MAX_FRAMES);
  const frame = async (index: number) => pixels(await board(first + index));
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
  svg: async ({ picture }) => new Blob([picture], { type: 'image/svg+xml' }),
  png: ({ picture }) => png(picture),
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
