/** Drives the page in a real Chromium, by mouse and keys. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import playwright, { type BrowserContext, type FrameLocator, type Locator, type Page } from '../../editors/web/node_modules/playwright-core/index.js';
import { serve } from '../../editors/web/scripts/serve.mjs';

export function environment(name: string): string {
  return process.env[name] ?? assert.fail(`${name} is not set; use scripts/web test`);
}

/** How long something may take that happens at all, on a busy machine. */
const PATIENCE = 30_000;

export const example = (name: string) => readFileSync(join(environment('ISHI_ROOT'), 'examples', name), 'utf8');

export const RECORD = 'EVENT Final\nB 1 Q16\nW 2 D4\n';

/** A game of so many moves, which are all on free points. */
export function game(moves: number, event = 'Long'): string {
  const points = Array.from({ length: 361 }, (_, index) => `${'ABCDEFGHJKLMNOPQRST'.charAt(index % 19)}${Math.floor(index / 19) + 1}`);
  // Two colors that alternate along a line capture nothing in the first rows that matter here.
  return `EVENT ${event}\n${points.slice(0, moves).map((point, index) => `${index % 2 === 0 ? 'B' : 'W'} ${index + 1} ${point}\n`).join('')}`;
}

let running: { browser: BrowserContext; server: Server; url: string } | undefined;

/** The browser and the server of files that all tests share. */
export async function launch(): Promise<{ browser: BrowserContext; server: Server; url: string }> {
  if (running === undefined) {
    const { server, url } = await serve(environment('ISHI_SITE'));
    const browser = await playwright.chromium.launchPersistentContext(mkdtempSync(join(tmpdir(), 'profile-')), {
      executablePath: environment('CHROMIUM'),
      headless: true,
      viewport: { width: 1280, height: 860 },
      // As root, in which tests often run, Chromium has no sandbox.
      chromiumSandbox: false,
      args: ['--disable-gpu', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
    });
    await browser.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: url });
    running = { browser, server, url };
  }
  return running;
}

export async function quit(): Promise<void> {
  await running?.browser.close();
  running?.server.close();
  running = undefined;
}

/** A tab with the page. What it keeps between visits it shares with other tabs, as those of a user do. */
export class Tab {
  readonly page: Page;
  /** Errors of its scripts, and what its policy has kept out. */
  readonly errors: string[] = [];
  /** Addresses outside of the server of files that the page has asked for. */
  readonly outside = new Set<string>();

  private constructor(page: Page, url: string) {
    this.page = page;
    page.setDefaultTimeout(PATIENCE);
    page.on('pageerror', (error) => this.errors.push(error.message));
    page.on('console', (message) => {
      // For a picture alone the browser looks for an icon.
      if (message.type() === 'error' && !message.location().url.endsWith('/favicon.ico')) {
        this.errors.push(message.text());
      }
    });
    page.on('request', (request) => {
      if (!request.url().startsWith(url) && /^(?:https?|wss?):/.test(request.url())) {
        this.outside.add(request.url());
      }
    });
  }

  /** Opens a tab, with nothing that was kept before unless `keeps` says so. `site` is the address of another server of the page. */
  static async open({ hash = '', keeps = false, text, site }: { hash?: string; keeps?: boolean; text?: string; site?: string } = {}): Promise<Tab> {
    const { browser, url: own } = await launch();
    const url = site ?? own;
    const page = await browser.newPage();
    const tab = new Tab(page, url);
    if (!keeps) {
      // A picture of the same origin, which keeps nothing by itself.
      await page.goto(`${url}icon.svg`);
      await page.evaluate(async () => {
        localStorage.clear();
        sessionStorage.clear();
        await new Promise((resolve) => {
          indexedDB.deleteDatabase('ishi').onsuccess = resolve;
        });
      });
    }
    await page.goto(`${url}${hash}`);
    await tab.line(1).waitFor({ state: 'attached' });
    await tab.board.locator(':is(#record, #reason):not([hidden])').waitFor();
    // The page is on its way until it has put up a text.
    await page.waitForFunction(() => document.querySelector('#outline li') !== null || location.hash !== '');
    if (text !== undefined) {
      await tab.drop('test.ishi', text);
    }
    return tab;
  }

  /** Runs a test in a tab of its own, and leaves a picture of how it failed. No script may fail, and nothing is fetched from elsewhere. */
  static async use(options: Parameters<typeof Tab.open>[0], work: (tab: Tab) => Promise<void>): Promise<void> {
    const tab = await Tab.open(options);
    try {
      await work(tab);
      assert.deepEqual(tab.errors, []);
      assert.deepEqual([...tab.outside], []);
    } catch (error) {
      await tab.picture('failed').catch(() => {});
      throw error;
    } finally {
      await tab.page.close();
    }
  }

  get board(): Locator {
    return this.page.locator('ishi-board');
  }

  get notice(): Locator {
    return this.page.locator('#notice');
  }

  line(number: number): Locator {
    return this.page.locator('.cm-line').nth(number - 1);
  }

  /** The text, where all of it is in view. */
  async text(): Promise<string> {
    return (await this.page.locator('.cm-line').evaluateAll((lines) => lines.map((line) => {
      const copy = line.cloneNode(true) as HTMLElement;
      for (const hint of copy.querySelectorAll('.hint, .cm-placeholder')) {
        hint.remove();
      }
      return copy.textContent;
    }))).join('\n');
  }

  /** Waits until the text is as wanted. */
  async until(what: string, wanted: (text: string) => boolean): Promise<void> {
    const end = Date.now() + PATIENCE;
    let text = await this.text();
    while (!wanted(text)) {
      assert.ok(Date.now() < end, `waited in vain for ${what}:\n${text}`);
      await this.page.waitForTimeout(30);
      text = await this.text();
    }
  }

  /** Goes to another text or the same one as a user does who closes the tab and comes back later, and returns the new tab. */
  async again(hash = ''): Promise<Tab> {
    // The browser asks nothing of the user.
    this.page.on('dialog', (dialog) => assert.fail(`asked when the tab was closed: ${dialog.type()}`));
    const closed = this.page.waitForEvent('close');
    await this.page.close({ runBeforeUnload: true });
    await closed;
    assert.deepEqual(this.errors, []);
    return Tab.open({ hash, keeps: true });
  }

  /** Chooses an entry of a menu of the bar, by its id. */
  choose(id: string): Promise<void> {
    return choose(this.page, id);
  }

  /** Begins an empty text. */
  begin(): Promise<void> {
    return beginText(this.page);
  }

  /** Opens an example of the gallery. */
  async example(file: string): Promise<void> {
    await this.choose('examples');
    await this.page.click(`#gallery [data-example="${file}"]`);
  }

  /** Opens the outline, which is one line until then. */
  async openOutline(): Promise<void> {
    await this.page.locator('#outline h2 button[aria-expanded=false]').click();
  }

  /** The rows of the list of documents that are kept, as it is when it is opened now. */
  async recent(): Promise<Locator> {
    if (!(await this.page.locator('#kept').isVisible())) {
      await this.choose('recent');
    }
    await this.page.locator('#kept').waitFor();
    return this.page.locator('#kept [data-list=unsaved] li');
  }

  async typeAtEndOfLine(line: number, text: string): Promise<void> {
    await this.line(line).click();
    await this.page.keyboard.press('End');
    await this.page.keyboard.type(text);
  }

  /** Drops files on the page, or on the board in it. */
  async dropAll(files: { name: string; content: string | number[] | { size: number } }[], place: 'text' | 'board' = 'text'): Promise<void> {
    await this.page.evaluate(
      ([dropped, where]) => {
        const data = new DataTransfer();
        for (const { name, content } of dropped) {
          const part = typeof content === 'string' ? content : Array.isArray(content) ? new Uint8Array(content) : new Uint8Array(content.size);
          data.items.add(new File([part], name));
        }
        const board = document.querySelector('ishi-board')?.shadowRoot?.getElementById('board');
        const target = where === 'board' ? board : document.querySelector('.cm-content');
        const make = (type: string) => new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true, composed: true });
        // A browser drops nothing where the page does not want it, and goes to the file then.
        if (target?.dispatchEvent(make('dragover')) === false) {
          target.dispatchEvent(make('drop'));
        }
      },
      [files, place] as const,
    );
  }

  /** Drops a file on the page. */
  async drop(name: string, text: string | { size: number }): Promise<void> {
    await this.dropAll([{ name, content: text }]);
    if (typeof text === 'string') {
      const shown = name.replace(/\.sgf$/, '.ishi');
      await this.page.waitForFunction((wanted) => document.getElementById('name')?.textContent?.startsWith(wanted), shown);
    }
  }

  async picture(name: string): Promise<void> {
    await this.page.screenshot({ path: join(environment('ISHI_SCREENS'), `${name}.png`) });
  }
}

/** Chooses an entry of a menu of the bar, by its id. */
export async function choose(page: Page | FrameLocator, id: string): Promise<void> {
  // The board has menus, too.
  const menu = await page.locator(`header > [popover]:has(#${id})`).getAttribute('id');
  await page.locator(`[popovertarget="${menu}"]`).click();
  await page.locator(`header > [popover] #${id}`).click();
}

/** Begins an empty text. */
export async function beginText(page: Page): Promise<void> {
  await choose(page, 'new');
  await page.click('#begin [data-do=empty]');
}

/** Opens the window that exports the board. */
export async function openExport(tab: Tab): Promise<void> {
  await tab.choose('picture');
  await tab.page.locator('#export-board').waitFor();
}

/** Opens a file of the browser's own file system, as the dialog for opening a file would. */
export async function openHandle(tab: Tab, name: string, content: string | number[], shown = name): Promise<void> {
  await tab.page.evaluate(
    async ([file, written]) => {
      const folder = await navigator.storage.getDirectory();
      const handle = await folder.getFileHandle(file, { create: true });
      const stream = await handle.createWritable();
      await stream.write(typeof written === 'string' ? written : new Uint8Array(written));
      await stream.close();
      Object.assign(window, { showOpenFilePicker: async () => [handle], handle, folder });
    },
    [name, content] as const,
  );
  await tab.page.keyboard.press('Control+o');
  await tab.page.waitForFunction((wanted) => document.getElementById('name')?.textContent === wanted, shown);
}

/** The bytes of the file that `openHandle` has opened. */
export const fileBytes = (tab: Tab) =>
  tab.page.evaluate(async () => [...new Uint8Array(await (await (globalThis as unknown as { handle: FileSystemFileHandle }).handle.getFile()).arrayBuffer())]);

/** The text of that file. */
export const fileText = async (tab: Tab) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(new Uint8Array(await fileBytes(tab)));
