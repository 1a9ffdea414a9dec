/** The module that wasm-bindgen makes of `worker/server`. */
declare module 'ishi-worker-server' {
  export function initSync(options: { module: WebAssembly.Module }): unknown;

  export class Server {
    constructor(send: (message: string) => void);
    receive(message: string): void;
    setSettings(uri: string, text: string, values: string): void;
    refuseSettings(uri: string, text: string, message: string, start: number, end: number): void;
    removeSettings(uri: string): void;
  }
}

/** That of `worker/files`. */
declare module 'ishi-worker-files' {
  export function initSync(options: { module: WebAssembly.Module }): unknown;

  export function open(bytes: Uint8Array, isSgf: boolean): { text: string; encoding: string; isDamaged: boolean; format: 'ishi' | 'sgf' | 'import'; losses: string[] };
  export function encode(text: string, encoding: string, base?: Uint8Array): Uint8Array<ArrayBuffer>;
  export function exportSgf(text: string, base?: Uint8Array): { bytes: Uint8Array<ArrayBuffer>; losses: string[] };
}

/**
 * The settings of the server that mean something here: `scripts/build.mjs` takes them from the manifest of the VS Code extension. Their words
 * are in `settings.json`.
 */
declare module 'ishi-settings' {
  export type Value = boolean | number | string;

  export interface Setting {
    /** The section and the key, as in `format.indent`. */
    name: string;
    type: 'boolean' | 'integer' | 'string';
    default: Value;
    values?: string[];
    minimum?: number;
    maximum?: number;
  }

  export const SETTINGS: Setting[];
}

/** The examples, which `scripts/examples.mjs` lists. */
declare module 'ishi-examples' {
  /** The line is the one at which an example is shown, 0-based. The moves of a problem are to be guessed. */
  export const EXAMPLES: { file: string; name: string; line: number; isProblem: boolean }[];

  /** How many lines are seen before that line. */
  export const LINES_BEFORE: number;
}
