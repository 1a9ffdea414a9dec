/** The page in Firefox, where there is one. It is driven by WebDriver BiDi, which is JSON over a web socket. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { createInterface } from 'node:readline';

import { serve } from '../../editors/web/scripts/serve.mjs';
import { environment } from './browser.ts';

/** How long something may take that happens at all, on a busy machine. */
const PATIENCE = 60_000;

const PREFERENCES = ['browser.shell.checkDefaultBrowser', 'datareporting.policy.dataSubmissionEnabled', 'app.update.enabled', 'browser.aboutwelcome.enabled'];

interface Answer {
  id?: number;
  type?: string;
  message?: string;
  result?: unknown;
}

/** A running Firefox with one tab. */
class Firefox {
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

  /** Returns what an expression, or the promise that it is, has as JSON in the page. */
  async evaluate<T>(expression: string): Promise<T> {
    const wrapped = `(async () => JSON.stringify(await (${expression})) ?? 'null')()`;
    const parameters = { expression: wrapped, target: { context: this.#tab }, awaitPromise: true };
    const { result, exceptionDetails } = (await this.#ask('script.evaluate', parameters)) as { result?: { value: string }; exceptionDetails?: { text: string } };
    return JSON.parse(result?.value ?? assert.fail(`${exceptionDetails?.text}: ${expression}`)) as T;
  }

  /** Waits until an expression is true in the page. */
  async until(expression: string): Promise<void> {
    const end = Date.now() + PATIENCE;
    while (!(await this.evaluate<boolean>(`Boolean(${expression})`))) {
      assert.ok(Date.now() < end, `waited in vain for ${expression}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  async type(text: string): Promise<void> {
    const actions = [...text].flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]);
    await this.#ask('input.performActions', { context: this.#tab, actions: [{ type: 'key', id: 'keys', actions }] });
  }

  /** Clicks on the middle of an element, which an expression names, once it is shown. */
  async click(expression: string): Promise<void> {
    await this.until(`${expression}?.getClientRects().length > 0`);
    const place = `(() => {
      const element = ${expression};
      element.scrollIntoView({ block: 'nearest' });
      const box = element.getBoundingClientRect();
      return { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) };
    })()`;
    const { x, y } = await this.evaluate<{ x: number; y: number }>(place);
    const actions = [{ type: 'pointerMove', x, y }, { type: 'pointerDown', button: 0 }, { type: 'pointerUp', button: 0 }];
    await this.#ask('input.performActions', { context: this.#tab, actions: [{ type: 'pointer', id: 'mouse', actions }] });
  }
}

const program = [process.env['FIREFOX'], 'firefox', 'firefox-esr'].find((name) => name !== undefined && spawnSync(name, ['--version']).status === 0);
const skip = program === undefined ? 'SKIPPED: there is no Firefox; the page is not tested in it' : false;
if (skip !== false) {
  console.log(skip);
}

/** Expressions in the page. */
const TEXT = `[...document.querySelectorAll('.cm-line')].map((line) => line.textContent).join('\\n')`;
const board = (selector: string) => `document.querySelector('ishi-board').shadowRoot.querySelector('${selector}')`;
const END = '\uE010';

test('in Firefox a record is typed, checked, fixed, played on the board, saved as SGF and kept', { skip, timeout: 4 * PATIENCE }, async () => {
  const { server, url } = await serve(environment('ISHI_SITE'));
  const firefox = await Firefox.start(program ?? '');
  try {
    await firefox.open(url);
    await firefox.until(`document.querySelector('#outline li') && ${board('#board svg')}`);
    // A game in SGF becomes a record.
    await firefox.evaluate(`(() => {
      const data = new DataTransfer();
      data.items.add(new File(['(;FF[4]GM[1]CA[UTF-8]AP[ishi:1]GN[Final];B[pd];W[dp])'], 'final.sgf'));
      document.querySelector('.cm-content').dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
    })()`);
    await firefox.until(`${TEXT} === 'EVENT Final\\nB 1 Q16\\nW 2 D4\\n'`);
    // What is typed is checked, and fixed by a menu.
    await firefox.click(`document.querySelector('.cm-line')`);
    await firefox.type(`${END}\nBLCAK Ines`);
    await firefox.until(`document.querySelector('#problems li button.error')?.textContent.includes('BLCAK')`);
    await firefox.click(`document.querySelector('#problems li button:last-child')`);
    await firefox.until(`document.querySelector('.menu[aria-label^=Quick] [role=menuitem]')?.textContent.includes('BLACK')`);
    await firefox.click(`document.querySelector('.menu[aria-label^=Quick] [role=menuitem]')`);
    await firefox.until(`${TEXT}.includes('\\nBLACK Ines\\n') && document.querySelector('#problems h2').textContent === 'No problems'`);
    // The middle of the board is one of its points.
    await firefox.click(`document.querySelectorAll('.cm-line')[3]`);
    await firefox.until(`${board('#state')}.textContent.includes('White 2 D4')`);
    await firefox.click(board('#board svg'));
    await firefox.until(`/\\nB 3 K10\\n/.test(${TEXT})`);
    // The page gives the file to the browser, which would put it into a folder.
    await firefox.evaluate(`(() => {
      const make = URL.createObjectURL;
      URL.createObjectURL = (blob) => {
        window.saved = blob;
        return make.call(URL, blob);
      };
    })()`);
    await firefox.click(`document.querySelector('#file-button')`);
    await firefox.click(`document.querySelector('#sgf')`);
    await firefox.until('window.saved');
    assert.match(await firefox.evaluate('window.saved.text()'), /^\(;(?=[^]*GN\[Final\])(?=[^]*PB\[Ines\])[^]*;B\[pd\]\s*;W\[dp\]\s*;B\[jj\]\)\s*$/);
    // What is typed last is there on the next visit, and what it has taken the place of is in the list.
    for (const event of ['EVENT One', 'EVENT Two']) {
      await firefox.click(`document.querySelector('#file-button')`);
      await firefox.click(`document.querySelector('#new')`);
      await firefox.click(`document.querySelector('#begin [data-do=empty]')`);
      await firefox.type(event);
      await firefox.until(`${TEXT} === '${event}'`);
      await firefox.open(url);
      await firefox.until(`${TEXT} === '${event}'`);
    }
    await firefox.click(`document.querySelector('#file-button')`);
    await firefox.click(`document.querySelector('#recent')`);
    await firefox.until(`document.querySelector('#kept [data-list=unsaved]').textContent.includes('EVENT One')`);
    await firefox.click(`[...document.querySelectorAll('#kept li')].find((row) => row.textContent.includes('EVENT One')).querySelector('button')`);
    await firefox.until(`${TEXT} === 'EVENT One'`);
  } finally {
    firefox.end();
    server.close();
  }
});
