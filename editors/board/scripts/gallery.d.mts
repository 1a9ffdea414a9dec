import type { State } from '../gallery/states.mjs';

/** A server that answers requests one after the other, from the program `ISHI`. */
export class Server {
  notify(method: string, params: object): void;
  request<T>(method: string, params: object): Promise<T>;
  stop(): Promise<void>;
}

/** Builds the gallery of these states into a folder. */
export function buildGallery(folder: string, states: readonly State[], esbuild: object): Promise<void>;
