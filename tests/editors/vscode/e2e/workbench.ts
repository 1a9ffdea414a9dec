/** Drives a real VS Code workbench, as `tests/editors/vscode/run` has started it, by mouse and keys. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

import playwright, { type BrowserContext, type FrameLocator, type Locator, type Page } from '../../../../editors/vscode/node_modules/playwright-core/index.js';

export function environment(name: string): string {
  return process.env[name] ?? assert.fail(`${name} is not set; use tests/editors/vscode/run`);
}

const root = environment('ISHI_ROOT');
const files = environment('ISHI_FILES');
const base = environment('VSCODE_URL');

/** How long something may take that happens at all: on a busy machine the first page alone takes most of a minute. */
export const PATIENCE = 120_000;

/** How long something may take that a user would try again. */
const SOON = 10_000;

const VIEWPORT = { width: 1280, height: 860 };

let browser: BrowserContext | undefined;

/** The browser of all tests. It has a profile on the disk, so that only the first window loads and compiles the workbench. */
export async function launch(): Promise<BrowserContext> {
  if (browser !== undefined) {
    return browser;
  }
  browser = await playwright.chromium.launchPersistentContext(mkdtempSync(join(tmpdir(), 'profile-')), {
    executablePath: environment('CHROMIUM'),
    headless: true,
    viewport: VIEWPORT,
    // As root, in which tests often run, Chromium has no sandbox.
    chromiumSandbox: false,
    // Most scripts run for seconds, in which the last step of compiling them is not paid back.
    args: ['--js-flags=--no-turbofan', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
  });
  await browser.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: base });
  return browser;
}

export async function quit(): Promise<void> {
  await browser?.close();
  browser = undefined;
}

/** Returns the output of the program under test. */
export function ishi(args: string[], input?: string): string {
  try {
    return execFileSync(environment('ISHI'), args, { encoding: 'utf8', input: input ?? '' });
  } catch (error) {
    // It has found something, which is not a failure.
    const { status, stdout } = error as { status: number; stdout: string };
    assert.equal(status, 1, `ishi ${args.join(' ')} failed`);
    return stdout;
  }
}

/** The game that is written by hand in each editor. */
export const wholeGame = () => readFileSync(join(root, 'tests/editors/game.ishi'), 'utf8');

export const example = (name: string) => readFileSync(join(root, 'examples', name), 'utf8');

/** A folder with these files, by name. */
export function folderWith(contents: Record<string, string | Buffer>): string {
  const folder = mkdtempSync(join(files, 'folder-'));
  for (const [name, text] of Object.entries(contents)) {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

/** The workbench's address for a folder, with what it is to do there. */
export function address(folder: string, payload: [string, string][], server = base): string {
  // What the URI of a file begins with: the server's own, or that of a virtual file system.
  const start = process.env['VSCODE_FILES'] ?? `vscode-remote://${new URL(server).host}`;
  const uris = payload.map(([key, path]) => [key, `${start}${path}`]);
  return `${server}/?folder=${encodeURIComponent(`${start}${folder}`)}&payload=${encodeURIComponent(JSON.stringify(uris))}`;
}

/** Options of a workbench. One that has any of them gets a window of its own, unless it is `LATE`. */
interface Surroundings {
  /** Other files of the folder, by name. */
  beside?: Record<string, string>;
  /** Changes the workbench's own script before it runs. */
  script?: (text: string) => string;
  /** The size of the window, in CSS pixels. */
  viewport?: { width: number; height: number };
}

/** Replaces the one place of the workbench's script that a pattern finds. */
export function replaced(script: string, place: RegExp, by: string): string {
  assert.equal(script.match(new RegExp(place, 'g'))?.length, 1, `the workbench has changed: ${place}`);
  return script.replace(place, by);
}

/**
 * A workbench that is late. It registers what it does on save when it is idle, which may be later than the first keys: here it never does.
 * And lenses are so long on their way that a key comes in between, so that they are resolved for a text that has changed.
 */
export const LATE: Surroundings = {
  script: (workbench) => {
    const saves = replaced(workbench, /registerSaveParticipants\(\)\{(?=this\._register\(this\.textFileService\.)/, '$&return;');
    return replaced(saves, /(_getCodeLensModelPromise\.then\()(\w+)=>\{/, '$1async $2=>{await new Promise((resolve)=>setTimeout(resolve,150));');
  },
};

/** How long the window that tests share may take for what every window does at once. If it takes longer, it is given up for a new one. */
const SHARED_PATIENCE = 30_000;

/** A workbench with one file open. */
export class Workbench {
  /** The windows that are left open for the next test, with no file in them: the usual one, and one that is late. */
  static readonly #shared = new Map<Surroundings | undefined, Page>();

  readonly page: Page;
  readonly path: string;
  /** Addresses outside of this machine that the page has asked for. */
  readonly outside = new Set<string>();

  private constructor(page: Page, path: string) {
    this.page = page;
    this.path = path;
    page.setDefaultTimeout(PATIENCE);
    page.on('request', (request) => {
      const url = new URL(request.url());
      // The files of an extension have a name of that kind, which the workbench itself answers for.
      const isOurs = url.hostname === '127.0.0.1' || url.hostname.endsWith('.vscode-resource.vscode-cdn.net');
      if (['http:', 'https:', 'ws:', 'wss:'].includes(url.protocol) && !isOurs) {
        this.outside.add(url.host);
      }
    });
  }

  /** Opens a file with a text of its own. */
  static async open(name: string, text: string | Buffer, { beside, script, viewport }: Surroundings = {}): Promise<Workbench> {
    const folder = folderWith({ [name]: text, ...beside });
    const page = await (await launch()).newPage();
    if (viewport !== undefined) {
      await page.setViewportSize(viewport);
    }
    if (script !== undefined) {
      await page.route('**/workbench/workbench.js', async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, body: script(await response.text()) });
      });
    }
    return Workbench.#load(page, join(folder, name));
  }

  /** Opens the file of a workbench in a second window. */
  static async beside({ path }: Workbench): Promise<Workbench> {
    return Workbench.#load(await (await launch()).newPage(), path);
  }

  static async #load(page: Page, path: string): Promise<Workbench> {
    const workbench = new Workbench(page, path);
    await page.goto(address(join(path, '..'), [['openFile', path]]), { waitUntil: 'domcontentloaded' });
    await workbench.editor.locator('.view-line').first().waitFor();
    return workbench;
  }

  /** Runs a test and leaves a picture of how it ended. Loading a window takes longer than most tests, so they share one if they can. */
  static async use(name: string, text: string | Buffer, work: (workbench: Workbench) => Promise<void>, surroundings?: Surroundings): Promise<void> {
    const isShared = surroundings === undefined || surroundings === LATE;
    const workbench = (isShared && (await Workbench.#reuse(name, text, surroundings))) || (await Workbench.open(name, text, surroundings));
    try {
      await work(workbench);
    } catch (error) {
      await workbench.picture(`failed-${basename(workbench.path)}`);
      await workbench.page.close();
      throw error;
    }
    if (isShared && (await workbench.#clear())) {
      Workbench.#shared.set(surroundings, workbench.page);
    } else {
      await workbench.page.close();
    }
  }

  /** Opens a file in the window that the last test has left, if there is one. */
  static async #reuse(name: string, text: string | Buffer, surroundings?: Surroundings): Promise<Workbench | undefined> {
    const page = Workbench.#shared.get(surroundings);
    Workbench.#shared.delete(surroundings);
    if (page === undefined) {
      return undefined;
    }
    const workbench = new Workbench(page, join(folderWith({ [name]: text }), name));
    page.setDefaultTimeout(SHARED_PATIENCE);
    try {
      await workbench.press('Control+p');
      await workbench.#pick(workbench.path);
      // Files of earlier tests are proposed, too, and may have the same name.
      const folder = basename(join(workbench.path, '..'));
      await page.locator('.quick-input-list .monaco-list-row', { hasText: folder }).first().click();
      await page.locator('.breadcrumbs-control', { hasText: folder }).first().waitFor();
      await workbench.editor.locator('.view-line').first().waitFor();
    } catch {
      await page.close();
      return undefined;
    }
    page.setDefaultTimeout(PATIENCE);
    return workbench;
  }

  /** Closes all that a test may have opened; false if that does not work. */
  async #clear(): Promise<boolean> {
    this.page.removeAllListeners('request');
    this.page.setDefaultTimeout(SHARED_PATIENCE);
    try {
      await this.page.setViewportSize(VIEWPORT);
      // In the panel Escape gives the focus back, which closes a command palette that is opened meanwhile.
      if ((await this.editor.count()) > 0) {
        await this.focus();
      }
      await this.press('Escape', 'Escape');
      const dontSave = this.page.locator('.monaco-dialog-box').getByRole('button', { name: "Don't Save" });
      const empty = this.page.locator('.editor-group-container.empty');
      // By its keys: the list of all commands takes a second to open and to be searched.
      await this.show(dontSave.or(empty), 'Control+k', 'Control+w');
      if (await dontSave.isVisible()) {
        await dontSave.click();
        await empty.first().waitFor();
      }
      if (await this.page.locator('.part.panel').isVisible()) {
        await this.press('Control+j');
        await this.page.locator('.part.panel').waitFor({ state: 'hidden' });
      }
      await this.status.waitFor({ state: 'hidden' });
      return true;
    } catch (error) {
      // The next test gets a new window, which only takes longer.
      await this.picture(`not-cleared-${basename(this.path)}`);
      console.error(`The window of ${basename(this.path)} could not be cleared:`, error);
      return false;
    }
  }

  /** The editor of the file. */
  get editor(): Locator {
    return this.page.locator('.editor-instance .monaco-editor').first();
  }

  /** The language in the status bar. */
  get language(): Locator {
    return this.page.locator('#status\\.editor\\.mode');
  }

  /** The extension's item in the status bar. */
  get status(): Locator {
    return this.page.locator('[id="ishi.ishi.ishi.status"]');
  }

  /** The page inside the board panel. */
  get panel(): FrameLocator {
    return this.page.frameLocator('iframe.webview').frameLocator('#active-frame');
  }

  /** Chooses an entry of the board's menu, also one that is faint because it can't be done here. */
  async choose(name: string): Promise<void> {
    // The entry may open a second panel before the menu is closed.
    const panel = this.page.frameLocator('iframe.webview').first().frameLocator('#active-frame');
    await panel.locator('#more').click();
    await panel.locator('#menu').getByRole('button', { name, exact: true }).click({ force: true });
    await panel.locator('#menu').waitFor({ state: 'hidden' });
  }

  /** Takes a tool from the palette of the board, which is opened for it, also one that is faint because it can't be used here. */
  async take(name: string): Promise<void> {
    const palette = this.panel.locator('#palette');
    if ((await palette.getAttribute('aria-expanded')) === 'false') {
      await palette.click();
    }
    await this.panel.locator('#tools').getByRole('button', { name, exact: true }).click({ force: true });
  }

  /** Chooses which moves of the board show their numbers. */
  async number(moves: string): Promise<void> {
    await this.panel.locator('#more').click();
    await this.panel.locator('#numbers').selectOption(moves);
    await this.panel.locator('#numbers').press('Escape');
    await this.panel.locator('#menu').waitFor({ state: 'hidden' });
  }

  async picture(name: string): Promise<void> {
    await this.page.screenshot({ path: join(environment('ISHI_SCREENS'), `${name}.png`) });
  }

  /** Returns the text on the disk: of the file, or of another one beside it. */
  saved(name = basename(this.path)): string {
    return readFileSync(join(this.path, '..', name), 'utf8');
  }

  /** When that was written last, in milliseconds. */
  savedAt(): number {
    return statSync(this.path).mtimeMs;
  }

  /** Whether there is something to save, as the tab shows it. */
  async isChanged(): Promise<boolean> {
    return (await this.page.locator('.tab.active.dirty').count()) > 0;
  }

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) {
      await this.page.keyboard.press(key);
    }
  }

  /** Presses keys until something shows: on a busy machine the editor may not be listening yet. */
  async show(what: Locator, ...keys: string[]): Promise<void> {
    // They may have been heard, and to press them again is to begin again; so each time there is more time.
    let timeout = 2000;
    await this.#until(`${keys.join(' ')} to show something`, async () => {
      await this.press(...keys);
      timeout *= 2;
      return what.first().waitFor({ timeout }).then(() => true);
    });
  }

  /** The box of the workbench into which one types what to look for. */
  get #box(): Locator {
    return this.page.locator('.quick-input-widget:visible input[type=text]').first();
  }

  /** Types into the box of the workbench that is open. */
  async #pick(text: string): Promise<void> {
    await this.#box.waitFor();
    await this.#box.fill(text);
  }

  /**
   * Opens the box of the workbench, types into it, and does something with the row that says what was meant. A panel that gets
   * the focus back at this moment closes the box, or is what the box is opened for; then all of it is done again.
   */
  async #pickRow(open: () => Promise<void>, text: string, title: string, take: (row: Locator) => Promise<void>): Promise<void> {
    await this.#until(title, async () => {
      await open();
      await this.#box.fill(text, { timeout: SOON });
      const row = this.page.locator('.quick-input-list .monaco-list-row', { hasText: title }).first();
      await row.waitFor({ timeout: SOON });
      await take(row);
      return true;
    });
  }

  /** Puts the cursor on a line and a column, both from 1. */
  async goTo(line: number, column = 1): Promise<void> {
    const open = async () => {
      await this.focus();
      await this.press('Control+g');
    };
    await this.#pickRow(open, `:${line}:${column}`, `line ${line} at column ${column}`, () => this.#box.press('Enter', { timeout: SOON }));
    await this.page.locator('.quick-input-widget').waitFor({ state: 'hidden' });
    await this.#until(`the cursor in ${line}:${column}`, async () => (await this.page.locator('#status\\.editor\\.selection').innerText()).includes(`Ln ${line}, Col ${column}`));
  }

  /** Runs a command by its title. */
  async command(title: string): Promise<void> {
    await this.#pickRow(() => this.press('F1'), `>${title}`, title, (row) => row.click({ timeout: SOON }));
  }

  /** Shows the board by its keys, which takes a second less than the list of all commands. */
  async showBoard(): Promise<void> {
    await this.ready();
    await this.focus();
    await this.press('Control+k', 'v');
    await this.panel.locator('#board svg').waitFor();
  }

  /** Chooses a color theme. A test that does so puts it back to "Light Modern". */
  async theme(name: string): Promise<void> {
    await this.command('Preferences: Color Theme');
    await this.page.locator('.quick-input-list .monaco-list-row', { hasText: 'Modern' }).first().waitFor();
    await this.#box.fill(name);
    await this.page.locator('.quick-input-list .monaco-list-row', { hasText: name }).first().click();
    await this.page.locator('.quick-input-widget').waitFor({ state: 'hidden' });
  }

  /** Gives the text the focus, without moving its cursor. */
  async focus(): Promise<void> {
    await this.editor.locator('textarea, .native-edit-context').first().focus();
  }

  /** Waits until a board has the focus. It gets it back a moment after what its buttons for Undo and Redo have done. */
  async boardHasFocus(): Promise<void> {
    await this.#until('the focus of the board', () => this.page.evaluate(() => document.activeElement?.tagName === 'IFRAME'));
  }

  /** Waits until the server has read the file: it has answered what is on the board, so it is asked for all else too. */
  async ready(): Promise<void> {
    await this.#until('the language server', async () => /[●○]|start/.test(await this.status.innerText()));
  }

  /** The lines of the text that are on the screen, each with its place; without inlay hints, which come when they come. */
  async lines(): Promise<{ text: string; top: number }[]> {
    const lines = await this.editor.locator('.view-line').evaluateAll((all) =>
      all.map((line) => {
        const text = line.cloneNode(true) as Element;
        for (const hint of text.querySelectorAll('[class*="dyn-rule-"]')) {
          hint.remove();
        }
        return { text: (text.textContent ?? '').replaceAll('\u00a0', ' '), top: line.getBoundingClientRect().top };
      }),
    );
    return lines.sort((one, other) => one.top - other.top);
  }

  /** Waits until the cursor of the text is at a move, such as `3 G7`. The board shows a move before, which the text may not have yet. */
  async isAt(move: string): Promise<void> {
    await this.#until(`the cursor at ${move}`, async () => (await this.status.innerText()).includes(move));
  }

  /** The whole text, by way of the clipboard; the cursor is at its end afterwards. */
  async text(): Promise<string> {
    await this.focus();
    await this.press('Control+a', 'Control+c');
    return this.page.evaluate(() => navigator.clipboard.readText());
  }

  /** Waits until the text on the screen is this. */
  async reads(text: string): Promise<void> {
    let last = '';
    await this.#until(`the text ${JSON.stringify(text)}`, async () => {
      last = (await this.lines()).map((line) => line.text).join('\n');
      return last === text;
    }).catch((error: unknown) => assert.fail(`${String(error)}\nbut there is ${JSON.stringify(last)}`));
  }

  /** The lines on the screen as they are at one moment, and which of them are underlined in one way. */
  async underlined(how: 'error' | 'warning' | 'info' | 'hint'): Promise<{ text: string; isUnderlined: boolean }[]> {
    const { lines, marks } = await this.editor.evaluate((editor, mark) => {
      const top = (element: Element) => element.getBoundingClientRect().top;
      const text = (line: Element) => (line.textContent ?? '').replaceAll('\u00a0', ' ');
      return {
        lines: [...editor.querySelectorAll('.view-line')].map((line) => ({ text: text(line), top: top(line) })),
        marks: [...editor.querySelectorAll(mark)].map(top),
      };
    }, `.squiggly-${how}`);
    lines.sort((one, other) => one.top - other.top);
    return lines.map(({ text, top }) => ({ text, isUnderlined: marks.some((mark) => Math.abs(mark - top) < 8) }));
  }

  async waitFor(what: string, holds: () => Promise<boolean>): Promise<void> {
    await this.#until(what, holds);
  }

  async #until(what: string, holds: () => Promise<boolean>): Promise<void> {
    const end = Date.now() + PATIENCE;
    while (!(await holds().catch(() => false))) {
      assert.ok(Date.now() < end, `waited in vain for ${what}`);
      await this.page.waitForTimeout(50);
    }
  }
}
