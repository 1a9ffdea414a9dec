/** Links that hold a text: compressed, after the `#`, which a browser sends to no server. They may lead to a move. */
import type { MoveAddress } from './movePath.ts';

/** The largest unpacked size of a link, in bytes: a few bytes can unpack to gigabytes. */
export const MAX_SHARED = 16 << 20;

async function through(bytes: Uint8Array<ArrayBuffer>, by: CompressionStream | DecompressionStream, most = Infinity): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: BlobPart[] = [];
  let length = 0;
  const reader = new Blob([bytes]).stream().pipeThrough(by).getReader();
  for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
    length += value?.length ?? 0;
    if (length > most) {
      await reader.cancel();
      throw new Error('it is too long');
    }
    chunks.push(value as Uint8Array<ArrayBuffer>);
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

/** Returns a text as a link holds it. */
export async function pack(text: string): Promise<string> {
  const packed = await through(new TextEncoder().encode(text), new CompressionStream('deflate-raw'));
  let binary = '';
  for (const byte of packed) {
    binary += String.fromCharCode(byte);
  }
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** Returns the part of a link after the `#`, for a packed text and a move. */
export function fragmentOf(packed: string, move: MoveAddress | null): string {
  const game = move === null || move.game === 1 ? '' : `&game=${move.game}`;
  return `text=${packed}${game}${move === null ? '' : `&move=${move.path}`}`;
}

/** The content of a link. */
export interface Shared {
  text: string;
  /** Where the cursor is to be, in UTF-16 code units. */
  cursor: number;
}

const parametersOf = (fragment: string) => new URLSearchParams(fragment.replace(/^#/, '').replaceAll('+', '-'));

/** The compressed text after the `#` of a link; null if there is none. */
export const packedIn = (fragment: string) => parametersOf(fragment).get('text');

/** Returns the move after the `#` of a link; null if there is none. */
export function moveIn(fragment: string): MoveAddress | null {
  const parameters = parametersOf(fragment);
  const path = parameters.get('move') ?? '';
  const game = Math.max(1, Number.parseInt(parameters.get('game') ?? '1', 10) || 1);
  return /^\d+(?:\.\d+\.\d+)*$/.test(path) ? { game, path } : null;
}

/** Returns the content of a link, from its part after the `#`. Throws if it is damaged. */
export async function unpack(fragment: string): Promise<Shared> {
  const packed = packedIn(fragment) ?? '';
  const binary = atob(packed.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
  const unpacked = await through(bytes, new DecompressionStream('deflate-raw'), MAX_SHARED);
  const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(unpacked);
  return { text, cursor: Math.max(0, Number.parseInt(parametersOf(fragment).get('cursor') ?? '', 10) || 0) };
}
