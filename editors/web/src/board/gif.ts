/** Animations as GIF, which has at most 255 colors and one through which the frame before is seen. */

/** A frame: its pixels, each with red in the lowest byte and opaque, and how long it is shown, in hundredths of a second. */
export interface Frame {
  pixels: Uint32Array;
  delay: number;
}

const MAX_COLORS = 255;

/** The index of the color through which the frame before is seen. */
const TRANSPARENT = 0;

/** The codes of the compression: of the bytes themselves, of a new start, and of the end. */
const START = 256;
const END = 257;
const MAX_CODES = 4096;

const parts = (color: number) => [color & 255, (color >> 8) & 255, (color >> 16) & 255] as const;

/** The most frequent colors of some frames, by index, and the index of the nearest one for any color. */
export class Palette {
  readonly #colors: number[];
  readonly #known = new Map<number, number>();

  constructor(samples: readonly Uint32Array[]) {
    const counts = new Map<number, number>();
    for (const pixels of samples) {
      for (const color of pixels) {
        counts.set(color, (counts.get(color) ?? 0) + 1);
      }
    }
    const frequent = [...counts].sort(([, one], [, other]) => other - one).slice(0, MAX_COLORS);
    this.#colors = frequent.map(([color]) => color);
  }

  get bytes(): number[] {
    const bytes = [0, 0, 0, ...this.#colors.flatMap(parts)];
    return [...bytes, ...Array<number>(3 * (MAX_COLORS + 1) - bytes.length).fill(0)];
  }

  indexOf(color: number): number {
    const known = this.#known.get(color);
    if (known !== undefined) {
      return known;
    }
    const wanted = parts(color);
    const distances = this.#colors.map((other) => parts(other).reduce((sum, part, at) => sum + (part - (wanted[at] as number)) ** 2, 0));
    const nearest = distances.indexOf(Math.min(...distances)) + 1;
    this.#known.set(color, nearest);
    return nearest;
  }
}

/** Compresses indices of colors as GIF does (LZW), into blocks of up to 255 bytes. */
function compress(indices: Uint8Array): number[] {
  const bytes: number[] = [];
  const codes = new Map<number, number>();
  let [width, next, bits, count] = [9, END + 1, 0, 0];
  const emit = (code: number) => {
    bits |= code << count;
    for (count += width; count >= 8; count -= 8) {
      bytes.push(bits & 255);
      bits >>>= 8;
    }
  };
  /** A reader makes its codes one step later, and reads wider ones from the step at which its own would not fit any more. */
  const widen = () => {
    if (next === 1 << width && next < MAX_CODES) {
      width += 1;
    }
  };
  emit(START);
  let known = indices[0] as number;
  for (const index of indices.subarray(1)) {
    const key = (known << 8) | index;
    const code = codes.get(key);
    if (code !== undefined) {
      known = code;
      continue;
    }
    emit(known);
    if (next < MAX_CODES) {
      widen();
      codes.set(key, next);
      next += 1;
    } else {
      emit(START);
      codes.clear();
      [width, next] = [9, END + 1];
    }
    known = index;
  }
  emit(known);
  widen();
  emit(END);
  if (count > 0) {
    bytes.push(bits & 255);
  }
  const blocks: number[] = [];
  for (let at = 0; at < bytes.length; at += 255) {
    const block = bytes.slice(at, at + 255);
    blocks.push(block.length, ...block);
  }
  return [...blocks, 0];
}

const word = (value: number) => [value & 255, value >> 8];

/** The part of a frame that differs from the frame before: one pixel if nothing does. */
function changed(pixels: Uint32Array, before: Uint32Array | undefined, width: number): { left: number; top: number; right: number; bottom: number } {
  if (before === undefined) {
    return { left: 0, top: 0, right: width - 1, bottom: pixels.length / width - 1 };
  }
  const area = { left: width, top: Infinity, right: 0, bottom: 0 };
  for (let at = 0; at < pixels.length; at += 1) {
    if (pixels[at] !== before[at]) {
      const [column, row] = [at % width, Math.floor(at / width)];
      area.left = Math.min(area.left, column);
      area.right = Math.max(area.right, column);
      area.top = Math.min(area.top, row);
      area.bottom = row;
    }
  }
  return area.top === Infinity ? { left: 0, top: 0, right: 0, bottom: 0 } : area;
}

/** Writes an animation that repeats, a frame at a time. */
export class GifWriter {
  readonly #width: number;
  readonly #palette: Palette;
  readonly #bytes: Uint8Array<ArrayBuffer>[] = [];
  #before: Uint32Array | undefined;

  constructor(width: number, height: number, palette: Palette) {
    this.#width = width;
    this.#palette = palette;
    const text = (words: string) => [...words].map((character) => character.charCodeAt(0));
    this.#write(text('GIF89a'), word(width), word(height), [0xf7, 0, 0], palette.bytes);
    this.#write([0x21, 0xff, 11], text('NETSCAPE2.0'), [3, 1, 0, 0, 0]);
  }

  add({ pixels, delay }: Frame): void {
    const before = this.#before;
    const { left, top, right, bottom } = changed(pixels, before, this.#width);
    const [width, height] = [right - left + 1, bottom - top + 1];
    const indices = new Uint8Array(width * height);
    for (let row = 0; row < height; row += 1) {
      for (let column = 0; column < width; column += 1) {
        const at = (top + row) * this.#width + left + column;
        const color = pixels[at] as number;
        indices[row * width + column] = before?.[at] === color ? TRANSPARENT : this.#palette.indexOf(color);
      }
    }
    // What is not drawn again stays.
    this.#write([0x21, 0xf9, 4, 0b101], word(delay), [TRANSPARENT, 0]);
    this.#write([0x2c], word(left), word(top), word(width), word(height), [0, 8], compress(indices));
    this.#before = pixels;
  }

  /** Returns the whole file. */
  finish(): Blob {
    return new Blob([...this.#bytes, Uint8Array.of(0x3b)], { type: 'image/gif' });
  }

  #write(...lists: readonly (readonly number[])[]): void {
    this.#bytes.push(...lists.map((list) => Uint8Array.from(list)));
  }
}
