/** The worker as the page sees it: starts it, starts it again when it dies, and carries messages and calls. */
import type { Transport } from '@codemirror/lsp-client';

import { Connection } from './connection.ts';
import type { Functions } from './protocol.ts';

/** How often the worker may die in a period, in milliseconds, before it is left alone. */
const DEATHS = 4;
const PERIOD = 180_000;

/** The message for when no other worker is started. */
export const GIVEN_UP = 'the language server crashed repeatedly and is not started again. The text is still here: save it, and load the page again';

const addressOf = (name: string) => new URL(name, document.baseURI).href;

/**
 * Fetches and compiles a module. The page does it, because the browser has begun to load that of the server for the page, and not for a
 * worker.
 */
async function compile(name: string): Promise<WebAssembly.Module> {
  const response = await fetch(addressOf(name));
  if (!response.ok) {
    throw new Error(`${name}: ${response.status}`);
  }
  const isNamed = response.headers.get('content-type') === 'application/wasm';
  return isNamed ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}

export class Service implements Transport {
  readonly #handlers = new Set<(message: string) => void>();
  #connection: Connection | null = null;
  /** When it has died, in milliseconds since 1970. */
  #deaths: number[] = [];
  /** Called when another worker has taken the place of one that died; or `false` when none has. */
  onDeath: (isRestarted: boolean) => void = () => {};
  readonly #isWanted: Promise<void>;

  /** The server is compiled as soon as `isWanted`: a phone needs its processor for the page before that. */
  constructor(isWanted: Promise<void>) {
    this.#isWanted = isWanted;
    this.#start();
  }

  send(message: string): void {
    this.#connection?.send(message);
  }

  subscribe(handler: (message: string) => void): void {
    this.#handlers.add(handler);
  }

  unsubscribe(handler: (message: string) => void): void {
    this.#handlers.delete(handler);
  }

  /** Calls a function of the worker. Throws an error with the reason if it refuses, or can't be loaded. */
  async call<K extends keyof Functions>(name: K, ...parameters: Parameters<Functions[K]>): Promise<ReturnType<Functions[K]>> {
    if (this.#connection === null) {
      throw new Error(GIVEN_UP);
    }
    return this.#connection.call(name, ...parameters);
  }

  /** Loads what the functions for files need, before one is called. */
  prepareFiles(): void {
    this.#connection?.prepareFiles();
  }

  #start(): void {
    const modules = { server: this.#isWanted.then(() => compile('ishi.wasm')), files: () => compile('files.wasm') };
    const connection = new Connection(new Worker(addressOf('worker.js'), { type: 'module' }), modules);
    connection.onMessage = (message) => {
      for (const handler of this.#handlers) {
        handler(message);
      }
    };
    connection.onDeath = () => this.#died();
    this.#connection = connection;
  }

  #died(): void {
    this.#connection = null;
    const now = Date.now();
    this.#deaths = [...this.#deaths.filter((time) => now - time < PERIOD), now];
    const isRestarted = this.#deaths.length <= DEATHS;
    if (isRestarted) {
      this.#start();
    }
    this.onDeath(isRestarted);
  }
}
