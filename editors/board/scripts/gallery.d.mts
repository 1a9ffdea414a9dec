import type { State } from '../gallery/states.mjs';

/** Builds the gallery of these states into a folder. */
export function buildGallery(folder: string, states: readonly State[], esbuild: object): Promise<void>;
