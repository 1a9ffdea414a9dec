/** One worker: carries the messages of its language server, and calls of its functions, until it is ended or dies. */
import { once } from './once.ts';
import { type Call, FILE_FUNCTIONS, type Functions, type Load, type Result } from './protocol.ts';

/** The modules of a worker. */
export interface Modules {
  /** That of the server. If it can't be had, that is the death of the worker. */
  server: Promise<WebAssembly.Module>;
  /** Loads that for files, when it is needed first. If that fails, it is loaded again for the next call. */
  files(): Promise<WebAssembly.Module>;
}

interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

export class Connection {
  readonly #worker: Worker;
  /** Is done when the worker has the module of the server: what is sent earlier waits. */
  readonly #server: Promise<void>;
  /** Hands the module for files to the worker. */
  readonly #files: () => Promise<void>;
  readonly #waiting = new Map<number, Waiting>();
  #calls = 0;
  #isOver = false;
  /** Called with each message of the server. */
  onMessage: (message: string) => void = () => {};
  /** Called when the worker has died. */
  onDeath: () => void = () => {};

  constructor(worker: Worker, { server, files }: Modules) {
    this.#worker = worker;
    const handOver = (module: Load) => worker.postMessage(module);
    this.#server = server.then((module) => handOver({ server: module }));
    this.#server.catch(() => this.#died());
    this.#files = once(async () => handOver({ files: await files() }));
    worker.addEventListener('message', ({ data }: MessageEvent<string | Result>) => {
      if (this.#isOver) {
        return;
      }
      if (typeof data === 'string') {
        this.onMessage(data);
      } else {
        this.#answered(data);
      }
    });
    worker.addEventListener('error', () => this.#died());
  }

  send(message: string): void {
    void this.#server.then(() => this.#worker.postMessage(message), () => {});
  }

  /** Calls a function. Throws an error with the reason if it refuses, or if its module can't be loaded. */
  call<K extends keyof Functions>(name: K, ...parameters: Parameters<Functions[K]>): Promise<ReturnType<Functions[K]>> {
    this.#calls += 1;
    const id = this.#calls;
    return new Promise((resolve, reject) => {
      if (this.#isOver) {
        reject(new Error('the language server has ended'));
        return;
      }
      this.#waiting.set(id, { resolve: (value) => resolve(value as ReturnType<Functions[K]>), reject });
      const post = () => this.#worker.postMessage({ id, name, parameters } satisfies Call);
      if (name in FILE_FUNCTIONS) {
        this.#files().then(post, ({ message }: Error) => {
          this.#answered({ id, refusal: `the part that reads and writes files could not be loaded (${message}); check the network, and try again` });
        });
      } else {
        void this.#server.then(post, () => {});
      }
    });
  }

  /** Loads the module for files before a call needs it. */
  prepareFiles(): void {
    // The call says why it has failed.
    this.#files().catch(() => {});
  }

  /** Ends the worker. Calls that are not answered yet fail. */
  end(): void {
    this.#end('the language server has ended');
  }

  #died(): void {
    if (!this.#isOver) {
      this.#end('the language server crashed');
      this.onDeath();
    }
  }

  #end(reason: string): void {
    this.#isOver = true;
    this.#worker.terminate();
    for (const { reject } of this.#waiting.values()) {
      reject(new Error(reason));
    }
    this.#waiting.clear();
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
}
