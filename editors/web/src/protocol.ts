/** Messages to the worker besides those of the language server: its module, and calls of the library, for files. */

/** The module, or its address. */
export type Module = string | WebAssembly.Module;

/** The first message. */
export interface Start {
  module: Module;
}

export interface Opened {
  text: string;
  /** The encoding to save the text in. */
  encoding: string;
  /** The format of the file: a record, games in SGF, or a game in the format of a Go server. */
  format: 'ishi' | 'sgf' | 'import';
  /** The parts of the file that the text does not keep, one sentence each. */
  losses: string[];
}

export interface Exported {
  bytes: Uint8Array<ArrayBuffer>;
  losses: string[];
}

/** The functions of the library, each with its arguments and its result. */
export interface Library {
  /** Reads a file, whose format its content decides, unless it is said to be SGF. */
  open(bytes: Uint8Array<ArrayBuffer>, isSgf: boolean): Opened;
  encode(text: string, encoding: string): Uint8Array<ArrayBuffer>;
  /** Converts a record to SGF. Unchanged parts of the file `base`, if there is one, keep their bytes. */
  exportSgf(text: string, base?: Uint8Array<ArrayBuffer>): Exported;
  /** Hands an `ishi.toml` to the server: its text, and its values as JSON. Refuses values that are not valid. */
  setSettings(uri: string, text: string, values: string): void;
  /** Hands over one with a mistake, in these bytes of its text. */
  refuseSettings(uri: string, text: string, message: string, start: number, end: number): void;
  removeSettings(uri: string): void;
}

/** A call. A string is a message of the language server, in both directions. */
export interface Call {
  id: number;
  name: keyof Library;
  parameters: unknown[];
}

/** The answer to a call: what it returns, or why it is refused. */
export type Result = { id: number; value: unknown } | { id: number; refusal: string };
