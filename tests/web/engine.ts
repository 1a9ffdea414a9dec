/** Browsers of other engines than Chromium, as far as a short test drives them. */
import assert from 'node:assert/strict';

/** How long something may take that happens at all, on a busy machine. */
export const PATIENCE = 60_000;

/** A place in the window, in CSS pixels. */
export interface Place {
  x: number;
  y: number;
}

/** A running browser with one tab. */
export interface Engine {
  open(url: string): Promise<void>;
  /** Returns what an expression, or the promise that it is, has as JSON in the page. */
  evaluate<T>(expression: string): Promise<T>;
  type(text: string): Promise<void>;
  click(place: Place): Promise<void>;
  end(): void;
}

/** An expression for the value of another one, or of the promise that it is, as JSON. */
export const asJson = (expression: string) => `(async () => JSON.stringify(await (${expression})) ?? 'null')()`;

/** The actions of WebDriver that type a text. */
export const strokes = (text: string) =>
  [...text].flatMap((value) => [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ]);

/** The actions of WebDriver that click on a place. */
export const clickAt = ({ x, y }: Place) => [{ type: 'pointerMove', x, y }, { type: 'pointerDown', button: 0 }, { type: 'pointerUp', button: 0 }];

/** Waits for longer than a frame. */
const pause = () => new Promise((resolve) => setTimeout(resolve, 50));

/** Waits until an expression is true in the page. */
export async function until(engine: Engine, expression: string): Promise<void> {
  const end = Date.now() + PATIENCE;
  while (!(await engine.evaluate<boolean>(`Boolean(${expression})`))) {
    assert.ok(Date.now() < end, `waited in vain for ${expression}`);
    await pause();
  }
}

/** Clicks on the middle of an element, which an expression names, once it is shown. */
export async function click(engine: Engine, expression: string): Promise<void> {
  await until(engine, `${expression}?.getClientRects().length > 0`);
  const place = `(() => {
    const element = ${expression};
    element.scrollIntoView({ block: 'nearest' });
    const box = element.getBoundingClientRect();
    return { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) };
  })()`;
  // A menu is placed with the next frame: no user sees it where it is before.
  let at: Place;
  let next = await engine.evaluate<Place>(place);
  do {
    at = next;
    await pause();
    next = await engine.evaluate<Place>(place);
  } while (next.x !== at.x || next.y !== at.y);
  await engine.click(next);
}
