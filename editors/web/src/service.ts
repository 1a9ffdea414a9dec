/** The worker as the page sees it: starts it, starts it again when it dies, and carries messages and calls. */
import type { Transport } from '@codemirror/lsp-client';

import type { Call, Library, Result } from './protocol.ts';

/** How often the worker may die in a period, in milliseconds, before it is left alone. */
const DEATHS = 4;
const PERIOD = 180_000;

interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

export class Service implements Transport {
  readonly #handlers = new Set<(message: string) => void>();
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | null = null;
  #calls = 0;
  /** When it has died, in milliseconds since 1970. */
  #deaths: number[] = [];
  /** Called when another worker has taken the place of one that died; or `false` when none has. */
  onDeath: (isRestarted: boolean) => void = () => {};

  constructor() {
    this.#start();
  }

  send(message: string): void {
    this.#worker?.postMessage(message);
  }

  subscribe(handler: (message: string) => void): void {
    this.#handlers.add(handler);
  }

  unsubscribe(handler: (message: string) => void): void {
    this.#handlers.delete(handler);
  }

  /** Calls a function of the library. Throws an error with the reason if it refuses. */
  call<K extends keyof Library>(name: K, ...parameters: Parameters<Library[K]>): Promise<ReturnType<Library[K]>> {
    this.#calls += 1;
    const id = this.#calls;
    return new Promise((resolve, reject) => {
      if (this.#worker === null) {
        reject(new Error('the language server has ended'));
        return;
      }
      this.#waiting.set(id, { resolve: (value) => resolve(value as ReturnType<Library[K]>), reject });
      this.#worker.postMessage({ id, name, parameters } satisfies Call);
    });
  }

  #start(): void {
    const worker = new Worker(new URL('worker.js', document.baseURI), { type: 'module' });
    worker.addEventListener('message', ({ data }: MessageEvent<string | Result>) => {
      if (worker !== this.#worker) {
        return;
      }
      if (typeof data === 'string') {
        for (const handler of this.#handlers) {
          handler(data);
        }
      } else {
        this.#answered(data);
      }
    });
    worker.addEventListener('error', () => this.#died(worker));
    this.#worker = worker;
  }

  #answered(result: Result): void {
    const waiting = this.#waiting.get(result.id);
    this.#waiting.delete(result.id);
    if ('refusal' in result) {
      waiting?.reject(new Error(result.refusal));
    } else {
      waiting?.resolve(result.value);
    }
  }

  #died(worker: Worker): void {
    if (worker !== this.#worker) {
      return;
    }
    worker.terminate();
    this.#worker = null;
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of waiting) {
      reject(new Error('the language server crashed'));
    }
    const now = Date.now();
    this.#deaths = [...this.#deaths.filter((time) => now - time < PERIOD), now];
    const isRestarted = this.#deaths.length <= DEATHS;
    if (isRestarted) {
      this.#start();
    }
    this.onDeath(isRestarted);
  }
}
