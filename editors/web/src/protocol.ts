/** Messages to the worker besides those of the language server: its modules, and calls of their functions. */

/** Hands over a module: that of the server before all other messages, and that for files before the first call of its functions. */
export type Load = { server: WebAssembly.Module } | { files: WebAssembly.Module };

export interface Opened {
  text: string;
  /** The encoding to save the text in. */
  encoding: string;
  /** Whether bytes of a record are not valid in its encoding: they come back only if the text is saved over the file. */
  isDamaged: boolean;
  /** The format of the file: a record, games in SGF, or a game in the format of a Go server. */
  format: 'ishi' | 'sgf' | 'import';
  /** The parts of the file that the text does not keep, one sentence each. */
  losses: string[];
}

export interface Exported {
  bytes: Uint8Array<ArrayBuffer>;
  losses: string[];
}

/** The functions of the module for files, each with its arguments and its result. */
export interface FileFunctions {
  /** Reads a file, whose format its content decides, unless it is said to be SGF. */
  open(bytes: Uint8Array<ArrayBuffer>, isSgf: boolean): Opened;
  /** Returns the bytes of a text. Unchanged parts of the record `base`, if there is one, keep their bytes. */
  encode(text: string, encoding: string, base?: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer>;
  /** Converts a record to SGF. Unchanged parts of the file `base`, if there is one, keep their bytes. */
  exportSgf(text: string, base?: Uint8Array<ArrayBuffer>): Exported;
}

/** Those of the module of the server. */
export interface ServerFunctions {
  /** Hands an `ishi.toml` to the server: its text, and its values as JSON. Refuses values that are not valid. */
  setSettings(uri: string, text: string, values: string): void;
  /** Hands over one with a mistake, in these bytes of its text. */
  refuseSettings(uri: string, text: string, message: string, start: number, end: number): void;
  removeSettings(uri: string): void;
}

/** All functions. */
export type Functions = FileFunctions & ServerFunctions;

/** The names of the functions of the module for files. */
export const FILE_FUNCTIONS: Record<keyof FileFunctions, true> = { open: true, encode: true, exportSgf: true };

/** A call. A string is a message of the language server, in both directions. */
export interface Call {
  id: number;
  name: keyof Functions;
  parameters: unknown[];
}

/** The answer to a call: what it returns, or why it is refused. */
export type Result = { id: number; value: unknown } | { id: number; refusal: string };
