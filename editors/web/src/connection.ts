/** One worker: carries the messages of its language server, and calls of its library, until it is ended or dies. */
import type { Call, Library, Module, Result, Start } from './protocol.ts';

interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

export class Connection {
  readonly #worker: Worker;
  /** Is done when the worker has its module: what is sent earlier waits. */
  readonly #started: Promise<void>;
  readonly #waiting = new Map<number, Waiting>();
  #calls = 0;
  #isOver = false;
  /** Called with each message of the server. */
  onMessage: (message: string) => void = () => {};
  /** Called when the worker has died. */
  onDeath: () => void = () => {};

  /** A module that can't be had is the death of the worker. */
  constructor(worker: Worker, module: Module | Promise<Module>) {
    this.#worker = worker;
    this.#started = Promise.resolve(module).then((had) => worker.postMessage({ module: had } satisfies Start));
    this.#started.catch(() => this.#died());
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
    this.#post(message);
  }

  /** Calls a function of the library. Throws an error with the reason if it refuses. */
  call<K extends keyof Library>(name: K, ...parameters: Parameters<Library[K]>): Promise<ReturnType<Library[K]>> {
    this.#calls += 1;
    const id = this.#calls;
    return new Promise((resolve, reject) => {
      if (this.#isOver) {
        reject(new Error('the language server has ended'));
        return;
      }
      this.#waiting.set(id, { resolve: (value) => resolve(value as ReturnType<Library[K]>), reject });
      this.#post({ id, name, parameters });
    });
  }

  /** Ends the worker. Calls that are not answered yet fail. */
  end(): void {
    this.#end('the language server has ended');
  }

  #post(message: string | Call): void {
    void this.#started.then(() => this.#worker.postMessage(message), () => {});
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
