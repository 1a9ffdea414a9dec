import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';

import { asJson, clickAt, type Engine, PATIENCE, type Place, strokes } from './engine.ts';

const has = (program: string) => spawnSync('which', [program]).status === 0;

/** The driver of WebKitGTK, where there is one, and a display for it. */
export const WEBKIT = has('WebKitWebDriver') && (process.env['DISPLAY'] !== undefined || has('Xvfb')) ? 'WebKitWebDriver' : undefined;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}

/** Starts a display in memory, and returns it with its name. */
async function startDisplay(): Promise<[ChildProcess, string]> {
  const display = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'], { stdio: ['ignore', 'pipe', 'ignore'] });
  const [number] = (await once(display.stdout, 'data')) as [Buffer];
  return [display, `:${number.toString().trim()}`];
}

/** A running browser of WebKitGTK with one window. It is driven by WebDriver, which is JSON over HTTP. */
export class WebKit implements Engine {
  readonly #processes: ChildProcess[];
  readonly #driver: string;
  #session = '';

  private constructor(processes: ChildProcess[], driver: string) {
    this.#processes = processes;
    this.#driver = driver;
  }

  static async start(program: string): Promise<WebKit> {
    const processes: ChildProcess[] = [];
    // Without a sandbox, which root has not, and without a graphics card.
    const env: NodeJS.ProcessEnv = { ...process.env, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1', WEBKIT_DISABLE_COMPOSITING_MODE: '1' };
    if (process.env['DISPLAY'] === undefined) {
      const [display, name] = await startDisplay();
      processes.push(display);
      env['DISPLAY'] = name;
    }
    const port = await freePort();
    processes.push(spawn(program, [`--port=${port}`], { env, stdio: 'ignore' }));
    const webkit = new WebKit(processes, `http://127.0.0.1:${port}`);
    try {
      await webkit.#begin();
    } catch (error) {
      webkit.end();
      throw error;
    }
    return webkit;
  }

  async #begin(): Promise<void> {
    await this.#untilReady();
    const { sessionId } = await this.#post<{ sessionId: string }>('/session', { capabilities: {} });
    this.#session = `/session/${sessionId}`;
    await this.#post(`${this.#session}/window/rect`, { width: 1280, height: 860 });
  }

  end(): void {
    for (const one of this.#processes.toReversed()) {
      one.kill();
    }
  }

  async #untilReady(): Promise<void> {
    const end = Date.now() + PATIENCE;
    while (!(await fetch(`${this.#driver}/status`).then(({ ok }) => ok, () => false))) {
      assert.ok(Date.now() < end, 'the driver of WebKit does not answer');
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  async #post<T>(path: string, body: object): Promise<T> {
    const response = await fetch(`${this.#driver}${path}`, { method: 'POST', body: JSON.stringify(body) });
    const { value } = (await response.json()) as { value: T & { message?: string } };
    assert.ok(response.ok, `${path}: ${value?.message}`);
    return value;
  }

  async open(url: string): Promise<void> {
    await this.#post(`${this.#session}/url`, { url });
  }

  async evaluate<T>(expression: string): Promise<T> {
    return JSON.parse(await this.#post<string>(`${this.#session}/execute/sync`, { script: `return ${asJson(expression)}`, args: [] })) as T;
  }

  async type(text: string): Promise<void> {
    await this.#post(`${this.#session}/actions`, { actions: [{ type: 'key', id: 'keys', actions: strokes(text) }] });
  }

  async click(place: Place): Promise<void> {
    await this.#post(`${this.#session}/actions`, { actions: [{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions: clickAt(place) }] });
  }
}
