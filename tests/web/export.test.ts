/** Export of the board of the page, in Chromium, which also reads the files. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, test } from 'node:test';

import { game, openExport, quit, Tab } from './browser.ts';

after(quit);

/** Exports the board in a format, and returns the bytes of the file. */
async function exported(tab: Tab, format: string): Promise<Buffer> {
  await openExport(tab);
  const [file] = await Promise.all([tab.page.waitForEvent('download'), tab.page.click(`#export-board [data-format=${format}]`)]);
  assert.equal(file.suggestedFilename(), `board.${format}`);
  await tab.page.locator('#export-board').waitFor({ state: 'hidden' });
  return readFileSync(await file.path());
}

/** A browser's decoder of pictures, which TypeScript does not describe. */
interface Decoder {
  readonly tracks: { readonly ready: Promise<void>; readonly selectedTrack: { readonly frameCount: number; readonly repetitionCount: number } };
  decode(options: { frameIndex: number }): Promise<{ image: CanvasImageSource & { displayWidth: number; displayHeight: number; duration: number; close(): void } }>;
}

/** The frames of a picture: its size, how long each is shown in milliseconds, and the color at each place, given in parts of width and height. */
const frames = (tab: Tab, type: string, bytes: Buffer, places: [number, number][] = []) =>
  tab.page.evaluate(
    async ([format, base64, wanted]) => {
      const { ImageDecoder } = window as unknown as { ImageDecoder: new (options: object) => Decoder };
      const decoder = new ImageDecoder({ type: format, data: Uint8Array.from(atob(base64), (character) => character.charCodeAt(0)) });
      await decoder.tracks.ready;
      const { frameCount, repetitionCount } = decoder.tracks.selectedTrack;
      const found = [];
      for (let frameIndex = 0; frameIndex < frameCount; frameIndex += 1) {
        const { image } = await decoder.decode({ frameIndex });
        const { displayWidth: width, displayHeight: height, duration } = image;
        const context = new OffscreenCanvas(width, height).getContext('2d') as OffscreenCanvasRenderingContext2D;
        context.drawImage(image, 0, 0);
        image.close();
        const { data } = context.getImageData(0, 0, width, height);
        const colors = wanted.map(([x, y]) => [...data.subarray(4 * (Math.floor(y * height) * width + Math.floor(x * width))).subarray(0, 3)]);
        found.push({ width, height, duration: duration / 1000, colors });
      }
      return { frames: found, repeats: repetitionCount === Infinity };
    },
    [type, bytes.toString('base64'), places] as const,
  );

/** Where a point of a board of 9 lines is, in parts of the picture. */
function placeOf(location: string): [number, number] {
  const whole = 53 * 2 + 44 * 8;
  return [(53 + 'ABCDEFGHJ'.indexOf(location.charAt(0)) * 44) / whole, (53 + (9 - Number(location.slice(1))) * 44) / whole];
}

const isBlack = (color: number[] | undefined) => Math.max(...(color ?? [255])) < 80;
const isWhite = (color: number[] | undefined) => Math.min(...(color ?? [0])) > 225;

test('the board is exported as SVG and PNG', () =>
  Tab.use({ text: 'EVENT x\nBOARDSIZE 9\nB 1 C7\nW 2 G3\n' }, async (tab) => {
    await tab.line(4).click();
    await tab.board.locator('#state', { hasText: 'White 2 G3' }).waitFor();
    assert.match((await exported(tab, 'svg')).toString(), /^<svg /);
    const { frames: [png] } = await frames(tab, 'image/png', await exported(tab, 'png'), [placeOf('C7'), placeOf('C3')]);
    assert.equal(png?.width, 800);
    assert.ok(isBlack(png?.colors[0]) && !isBlack(png?.colors[1]));
  }));

test('the moves up to the board are exported as GIF, also those of a variation', () =>
  Tab.use({ text: 'EVENT x\nBOARDSIZE 9\nB 1 C7\nW 2 G3\nVAR a\n  W 2 E5\n  B 3 E3\nENDVAR\nB 3 G7\n' }, async (tab) => {
    await tab.line(7).click();
    await tab.board.locator('#state', { hasText: 'Black 3 E3' }).waitFor();
    const places = [placeOf('C7'), placeOf('E5'), placeOf('G3')];
    const { frames: gif, repeats } = await frames(tab, 'image/gif', await exported(tab, 'gif'), places);
    assert.ok(repeats);
    assert.deepEqual(gif.map(({ width, height, duration }) => [width, height, duration]), [[480, 480, 800], [480, 480, 800], [480, 480, 800], [480, 480, 2400]]);
    assert.deepEqual(gif.map(({ colors: [black] }) => isBlack(black)), [false, true, true, true]);
    assert.deepEqual(gif.map(({ colors: [, white] }) => isWhite(white)), [false, false, true, true]);
    assert.ok(gif.every(({ colors: [, , other] }) => !isWhite(other)));
    assert.equal(await tab.notice.textContent(), '');
  }));

test('a board with a note below it is on the canvas of the others', () =>
  Tab.use({ text: 'EVENT x\nBOARDSIZE 9\nB 1 A2\nW 2 A1\nB 3 B1\nW 4 A1\n' }, async (tab) => {
    await tab.line(6).click();
    await tab.board.locator('#state', { hasText: 'White 4 A1' }).waitFor();
    await tab.board.locator('#more').click();
    await tab.board.locator('#numbers').selectOption('all');
    await tab.page.keyboard.press('Escape');
    await tab.page.waitForFunction(() => [...(document.querySelector('ishi-board')?.shadowRoot?.querySelectorAll('#board svg text') ?? [])].some(({ textContent }) => textContent === '3'));
    const { frames: gif } = await frames(tab, 'image/gif', await exported(tab, 'gif'));
    const [first] = gif;
    assert.equal(gif.length, 5);
    assert.ok((first?.height ?? 0) > 480, JSON.stringify(first));
    assert.ok(gif.every(({ width, height }) => width === first?.width && height === first.height));
  }));

test('a GIF of many moves is small, and each pixel is nearly as it was drawn', () =>
  Tab.use({ text: game(40) }, async (tab) => {
    await tab.page.locator('.cm-content').press('Control+End');
    await tab.board.locator('#state', { hasText: 'White 40' }).waitFor();
    const bytes = await exported(tab, 'gif');
    console.log(`a GIF of 40 moves: ${bytes.length} bytes`);
    assert.ok(bytes.length < 80_000, String(bytes.length));
    const grid = Array.from({ length: 24 * 24 }, (_, at): [number, number] => [((at % 24) + 0.5) / 24, (Math.floor(at / 24) + 0.5) / 24]);
    const { frames: gif } = await frames(tab, 'image/gif', bytes, grid);
    assert.equal(gif.length, 41);
    // The answer of the server, drawn by the browser.
    const colors = await tab.page.evaluate(async ([text, line, wanted]) => {
      const worker = new Worker('worker.js', { type: 'module' });
      const answer = new Promise<{ board: string }>((resolve) => {
        worker.addEventListener('message', ({ data }: MessageEvent) => {
          const { id, result } = typeof data === 'string' ? JSON.parse(data) : {};
          if (id === 2) {
            resolve(result);
          }
        });
      });
      const send = (method: string, params: object, id?: number) => worker.postMessage(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
      worker.postMessage({ server: await WebAssembly.compileStreaming(fetch('ishi.wasm')) });
      send('initialize', { capabilities: {} }, 1);
      send('initialized', {});
      const textDocument = { uri: 'inmemory://game.ishi' };
      send('textDocument/didOpen', { textDocument: { ...textDocument, languageId: 'ishi', version: 0, text } });
      send('ishi/board', { textDocument, position: { line, character: 0 }, format: 'svg', colors: 'flat' }, 2);
      const image = new Image();
      image.src = `data:image/svg+xml,${encodeURIComponent((await answer).board)}`;
      await image.decode();
      worker.terminate();
      const context = new OffscreenCanvas(480, 480).getContext('2d') as OffscreenCanvasRenderingContext2D;
      context.drawImage(image, 0, 0, 480, 480);
      const { data } = context.getImageData(0, 0, 480, 480);
      return wanted.map(([x, y]) => [...data.subarray(4 * (Math.floor(y * 480) * 480 + Math.floor(x * 480))).subarray(0, 3)]);
    }, [game(40), 40, grid] as const);
    // The colors at the edges of letters and stones are approximate.
    const far = colors.filter((color, at) => color.some((part, index) => Math.abs(part - (gif.at(-1)?.colors[at]?.[index] ?? 999)) > 64));
    assert.equal(far.length, 0);
  }));

test('an animation of a record that is edited meanwhile is given up', () =>
  Tab.use({ text: game(300) }, async (tab) => {
    await tab.page.locator('.cm-content').press('Control+End');
    await tab.board.locator('#state', { hasText: 'White 300' }).waitFor();
    await openExport(tab);
    await tab.page.click('#export-board [data-format=gif]');
    await tab.notice.getByText('Drawing the animation').waitFor();
    await tab.page.locator('.cm-content').press('Control+Home');
    await tab.page.keyboard.type('REMARK x\n');
    await tab.notice.getByText('The board was not exported: the record has changed meanwhile.').waitFor();
  }));
