import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { asJson, clickAt, type Engine, type Place, strokes } from './engine.ts';

/** The program, where there is one. */
export const FIREFOX = [process.env['FIREFOX'], 'firefox', 'firefox-esr'].find((name) => name !== undefined && spawnSync(name, ['--version']).status === 0);

const PREFERENCES = ['browser.shell.checkDefaultBrowser', 'datareporting.policy.dataSubmissionEnabled', 'app.update.enabled', 'browser.aboutwelcome.enabled'];

interface Answer {
  id?: number;
  type?: string;
  message?: string;
  result?: unknown;
}

/** A running Firefox with one tab. It is driven by WebDriver BiDi, which is JSON over a web socket. */
export class Firefox implements Engine {
  readonly #process: ChildProcess;
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  #commands = 0;
  #tab = '';

  private constructor(started: ChildProcess, socket: WebSocket) {
    this.#process = started;
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => {
      const answer = JSON.parse(String(data)) as Answer;
      this.#waiting.get(answer.id ?? 0)?.(answer);
    });
  }

  static async start(program: string): Promise<Firefox> {
    const profile = mkdtempSync(join(tmpdir(), 'firefox-'));
    writeFileSync(join(profile, 'user.js'), PREFERENCES.map((name) => `user_pref(${JSON.stringify(name)}, false);\n`).join(''));
    const started = spawn(program, ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port=0'], { stdio: ['ignore', 'ignore', 'pipe'] });
    let address: string | undefined;
    for await (const line of createInterface(started.stderr)) {
      address = /^WebDriver BiDi listening on (ws:\S+)/.exec(line)?.[1];
      if (address !== undefined) {
        break;
      }
    }
    const socket = new WebSocket(`${address ?? assert.fail('Firefox has ended')}/session`);
    await new Promise((resolve, reject) => {
      socket.addEventListener('open', resolve);
      socket.addEventListener('error', reject);
    });
    const firefox = new Firefox(started, socket);
    await firefox.#ask('session.new', { capabilities: {} });
    const { contexts } = (await firefox.#ask('browsingContext.getTree', {})) as { contexts: { context: string }[] };
    firefox.#tab = contexts[0]?.context ?? assert.fail('a tab');
    await firefox.#ask('browsingContext.setViewport', { context: firefox.#tab, viewport: { width: 1280, height: 860 } });
    return firefox;
  }

  end(): void {
    this.#socket.close();
    this.#process.kill();
  }

  async #ask(method: string, params: object): Promise<unknown> {
    this.#commands += 1;
    const id = this.#commands;
    const answer = await new Promise<Answer>((resolve) => {
      this.#waiting.set(id, resolve);
      this.#socket.send(JSON.stringify({ id, method, params }));
    });
    this.#waiting.delete(id);
    assert.notEqual(answer.type, 'error', `${method}: ${answer.message}`);
    return answer.result;
  }

  async open(url: string): Promise<void> {
    await this.#ask('browsingContext.navigate', { context: this.#tab, url, wait: 'complete' });
  }

  async evaluate<T>(expression: string): Promise<T> {
    const parameters = { expression: asJson(expression), target: { context: this.#tab }, awaitPromise: true };
    const { result, exceptionDetails } = (await this.#ask('script.evaluate', parameters)) as { result?: { value: string }; exceptionDetails?: { text: string } };
    return JSON.parse(result?.value ?? assert.fail(`${exceptionDetails?.text}: ${expression}`)) as T;
  }

  async type(text: string): Promise<void> {
    await this.#ask('input.performActions', { context: this.#tab, actions: [{ type: 'key', id: 'keys', actions: strokes(text) }] });
  }

  async click(place: Place): Promise<void> {
    await this.#ask('input.performActions', { context: this.#tab, actions: [{ type: 'pointer', id: 'mouse', actions: clickAt(place) }] });
  }
}
