/** The engine of the extension: the server and the conversions, which are programs on a desktop and a worker in a browser. */
import type * as vscode from 'vscode';
import type { BaseLanguageClient, LanguageClientOptions } from 'vscode-languageclient';

import type { Place } from './cursor.ts';

/** The launcher of the server, or the problem that prevents it and its remedy. */
export type Found = ({ name: string } | { problem: string }) & {
  /** Whether the user has named it in the setting `ishi.server.path`. */
  isNamed: boolean;
};

/** A file that another one becomes. */
export interface Converted {
  text: string;
  /** The parts of the file that the text does not keep, one sentence each. */
  notes: string[];
}

/** Runs the server, converts SGF and draws pictures: the program `ishi`, or the same as WebAssembly. */
export interface Engine {
  /** Whether two files may have names that differ only in case. */
  readonly isCaseSensitive: boolean;
  /** The formats of pictures that it draws, as the names of files end. */
  readonly formats: readonly string[];
  find(): Promise<Found>;
  /** A client that starts a server of its own. What runs is found before. */
  createClient(options: LanguageClientOptions): Promise<BaseLanguageClient>;
  /** Ends the server at once. */
  kill(): void;
  /** Whether games in SGF are written to a file. */
  canWrite(file: vscode.Uri): boolean;
  /** Reads a file in SGF as a record. Throws an error with the reason if it is none. */
  readSgf(file: vscode.Uri): Promise<Converted>;
  /** Writes a record to a file in SGF, and returns what other programs will not find there. */
  writeSgf(file: vscode.Uri, text: string): Promise<string[]>;
  /** Draws the board at a place. */
  draw(place: Place, format: string): Promise<Uint8Array>;
}
