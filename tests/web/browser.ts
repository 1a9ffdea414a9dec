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
  /** What it has asked for outside of the server of files. */
  readonly outside = new Set<string>();

  private constructor(page: Page, url: string) {
    this.page = page;
    page.setDefaultTimeout(PATIENCE);
    page.on('pageerror', (error) => this.errors.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') {
        this.errors.push(message.text());
      }
    });
    page.on('request', (request) => {
      if (!request.url().startsWith(url) && /^(?:https?|wss?):/.test(request.url())) {
        this.outside.add(request.url());
      }
    });
  }

  /** Opens a tab, with nothing that was kept before unless `keeps` says so. */
  static async open({ hash = '', keeps = false, text }: { hash?: string; keeps?: boolean; text?: string } = {}): Promise<Tab> {
    const { browser, url } = await launch();
    const page = await browser.newPage();
    const tab = new Tab(page, url);
    if (!keeps) {
      await page.goto(`${url}board.html`);
      await page.evaluate(() => localStorage.clear());
    }
    await page.goto(`${url}${hash}`);
    await tab.line(1).waitFor();
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
      await tab.picture('failed');
      throw error;
    } finally {
      await tab.page.close();
    }
  }

  get board(): FrameLocator {
    return this.page.frameLocator('iframe');
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
      for (const hint of copy.querySelectorAll('.hint')) {
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

  /** Drops a file on the page. */
  async drop(name: string, text: string | { size: number }): Promise<void> {
    await this.page.evaluate(
      ({ name: named, content }) => {
        const data = new DataTransfer();
        data.items.add(new File([typeof content === 'string' ? content : new Uint8Array(content.size)], named));
        document.querySelector('.cm-content')?.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
      },
      { name, content: text },
    );
    if (typeof text === 'string') {
      const shown = name.replace(/\.sgf$/, '.ishi');
      await this.page.waitForFunction((wanted) => document.getElementById('name')?.textContent?.startsWith(wanted), shown);
    }
  }

  async picture(name: string): Promise<void> {
    await this.page.screenshot({ path: join(environment('ISHI_SCREENS'), `${name}.png`) });
  }
}
