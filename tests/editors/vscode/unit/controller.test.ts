/** The controller of a board, in an editor that is made of values. */
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Controller } from '../../../../editors/board/src/controller.ts';
import type { Anchor, Host, Place } from '../../../../editors/board/src/host.ts';
import type { Board, Region, Spot, ToView } from '../../../../editors/board/src/protocol.ts';
import { Session } from '../../../../editors/board/src/session.ts';

const boardAt = (line: number) => ({ line, title: `line ${line}`, board: `<svg>${line}</svg>`, event: { index: 0, title: 'x', line: 0 }, node: line }) as Board;

/** An editor with one text, whose server answers at once, or when it is let. */
class Editor implements Host<Place> {
  readonly document = { uri: 'text:1', version: 1, isClosed: false, getText: () => this.text };
  text = 'EVENT';
  line = 0;
  isVisible = true;
  problem: string | null = null;
  readonly remedy = 'Update it.';
  /** What was done, in its order. */
  readonly log: string[] = [];
  readonly sent: ToView[] = [];
  readonly session = new Session();
  /** The answer to an edit command. */
  revision: object | Error = { edit: {}, line: 7, board: boardAt(7) };
  answers = true;
  readonly #waiting: (() => void)[] = [];
  #done: string[] = [];
  #undone: string[] = [];
  readonly #anchors = new Set<{ line: number; moved(): void }>();

  controller(): Controller<Place> {
    return new Controller(this, this.session, (message) => {
      this.sent.push(message);
      this.log.push(message.type === 'show' ? `show ${message.board.line}` : message.type === 'say' ? `say ${message.text}` : message.type);
    });
  }

  get place(): Place {
    return { document: this.document, position: { line: this.line, character: 0 } };
  }

  async request<T>(method: string, params: object): Promise<T | undefined> {
    const { position } = params as { position: Spot };
    this.log.push(`${method} ${position.line}`);
    if (!this.answers) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    return (method === 'ishi/board' ? boardAt(position.line) : { nodes: [{ id: 0 }], truncated: false }) as T;
  }

  /** Lets the server answer all that it was asked. */
  async answer(): Promise<void> {
    for (const resolve of this.#waiting.splice(0)) {
      resolve();
    }
    await settled();
  }

  async execute<T>(command: string, argument: object): Promise<T> {
    const { position } = argument as { position: Spot };
    this.log.push(`${command} ${position.line}`);
    if (this.revision instanceof Error) {
      throw this.revision;
    }
    return this.revision as T;
  }

  at({ document }: Place, { line, character = 0 }: Spot): Place {
    return { document, position: { line, character } };
  }

  anchor({ document, position }: Place, moved: () => void): Anchor<Place> {
    const anchor = { line: position.line, moved };
    this.#anchors.add(anchor);
    return {
      get place() {
        return { document, position: { line: anchor.line, character: 0 } };
      },
      dispose: () => this.#anchors.delete(anchor),
    };
  }

  /** Inserts a line above all. */
  insertLine(): void {
    this.document.version += 1;
    for (const anchor of this.#anchors) {
      anchor.line += 1;
      anchor.moved();
    }
  }

  get anchors(): number {
    return this.#anchors.size;
  }

  async goTo({ line }: Spot): Promise<void> {
    this.log.push(`go ${line}`);
    this.line = line;
  }

  async turnTo({ position }: Place): Promise<void> {
    this.log.push(`turn ${position.line}`);
  }

  async apply(_: object, { document }: Place, version: number, expect: () => void): Promise<boolean> {
    if (document.version !== version) {
      return false;
    }
    expect();
    this.log.push('apply');
    this.#undone = [];
    this.#done.push(this.text);
    this.#become(`${this.text}+`);
    return true;
  }

  async history(command: 'undo' | 'redo'): Promise<void> {
    this.log.push(command);
    const [from, to] = command === 'undo' ? [this.#done, this.#undone] : [this.#undone, this.#done];
    const text = from.pop();
    if (text !== undefined) {
      to.push(this.text);
      this.#become(text);
      // An editor puts its cursor beside the change.
      this.line = 99;
      this.session.onHistory(this.document, command);
    }
  }

  /** Types into the text. */
  type(text: string): void {
    this.#undone = [];
    this.#done.push(this.text);
    this.#become(text);
  }

  #become(text: string): void {
    this.text = text;
    this.document.version += 1;
  }

  returnFocus(): void {
    this.log.push('focus');
  }

  async save(place: Place): Promise<Place | null> {
    this.log.push('save');
    return place;
  }

  async create(): Promise<void> {
    this.log.push('create');
    this.line = 0;
  }

  async find(_: Place, region: Region | null): Promise<void> {
    this.log.push(`find ${region === null ? 'all' : `${region.from} ${region.to}`}`);
  }

  async export(): Promise<void> {}
  async savePicture(bytes: Uint8Array): Promise<void> {
    this.log.push(`picture ${[...bytes].join()}`);
  }
  async copy(text: string): Promise<void> {
    this.log.push(`copy ${text}`);
  }
  async open(address: string): Promise<void> {
    this.log.push(`open ${address}`);
  }
  async focusText(): Promise<void> {
    this.log.push('text');
  }
}

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

/** What an editor has logged since it was asked last. */
async function since(editor: Editor): Promise<string[]> {
  await settled();
  return editor.log.splice(0);
}

test('of the places that follow each other only the last one is asked for', async () => {
  const editor = new Editor();
  const controller = editor.controller();
  editor.answers = false;
  const goThrough = (...lines: number[]) => {
    for (const line of lines) {
      editor.line = line;
      controller.followCursor();
    }
  };
  // At once, and while an answer is awaited.
  goThrough(0, 1);
  assert.deepEqual(await since(editor), ['ishi/board 1']);
  goThrough(2, 3);
  assert.deepEqual(await since(editor), []);
  await editor.answer();
  assert.deepEqual(await since(editor), ['ishi/tree 1', 'show 1', 'ishi/board 3']);
  await editor.answer();
  assert.deepEqual(await since(editor), ['tree', 'show 3']);
});

test('a board that is not in view asks for nothing', async () => {
  const editor = new Editor();
  editor.isVisible = false;
  editor.controller().followCursor();
  assert.deepEqual(await since(editor), []);
});

test('a change is shown before the editor has made it, and older answers are ignored', async () => {
  const editor = new Editor();
  const controller = editor.controller();
  controller.look();
  await since(editor);
  editor.answers = false;
  controller.look();
  await controller.receive({ type: 'hand', command: 'ishi.play', more: { point: 'C3' } });
  assert.deepEqual(await since(editor), ['ishi/board 0', 'ishi.play 0', 'show 7', 'apply', 'go 7', 'say ']);
  controller.followCursor();
  await editor.answer();
  // The answer from before the change is not shown.
  assert.deepEqual(await since(editor), ['ishi/board 7']);
  assert.equal((editor.sent.find((message) => message.type === 'show' && message.board.line === 7) as { tree: string | null }).tree, null);
});

test('what is refused is said in a sentence, and the board stays', async () => {
  const editor = new Editor();
  const controller = editor.controller();
  editor.revision = new Error('C3 is taken');
  await controller.make('ishi.play', { point: 'C3' });
  assert.deepEqual(editor.sent.at(-1), { type: 'say', text: 'C3 is taken.', failed: 'ishi.play' });
  editor.revision = { edit: {}, line: 7 };
  const apply = editor.apply.bind(editor);
  editor.apply = (edit, place, version, expect) => {
    editor.document.version += 1;
    return apply(edit, place, version, expect);
  };
  await controller.make('ishi.play', { point: 'C4' });
  assert.deepEqual(editor.sent.findLast(({ type }) => type === 'say'), { type: 'say', text: 'The record has changed meanwhile. Try again.', failed: 'ishi.play' });
  assert.ok(!editor.log.includes('go 7'));
});

test('one change begins where the last one has led, also from another board', async () => {
  const editor = new Editor();
  const [one, other] = [editor.controller(), editor.controller()];
  await Promise.all([one.make('ishi.pass', {}), other.make('ishi.pass', {}), one.history('undo'), one.history('undo')]);
  const done = (await since(editor)).filter((step) => /^(?:ishi\.|go|undo|focus)/.test(step));
  assert.deepEqual(done, ['ishi.pass 0', 'go 7', 'ishi.pass 7', 'go 7', 'undo', 'go 7', 'undo', 'go 0', 'focus']);
});

test('a locked board stays with its line, and walks without the cursor', async () => {
  const editor = new Editor();
  const controller = editor.controller();
  editor.line = 4;
  await controller.receive({ type: 'lock', isLocked: true });
  await since(editor);
  editor.line = 9;
  controller.followCursor();
  assert.deepEqual(await since(editor), []);
  editor.insertLine();
  assert.deepEqual((await since(editor)).sort(), ['ishi/board 5', 'ishi/tree 5', 'show 5', 'tree']);
  await controller.receive({ type: 'go', to: { line: 2 } });
  assert.deepEqual(await since(editor), ['ishi/board 2', 'show 2']);
  assert.equal(editor.anchors, 1);
  assert.deepEqual((editor.sent.findLast(({ type }) => type === 'show') as { locked: object }).locked, { uri: 'text:1', line: 2, character: 0 });
  await controller.receive({ type: 'lock', isLocked: false });
  assert.deepEqual(await since(editor), ['ishi/board 9', 'show 9']);
  assert.equal(editor.anchors, 0);
});

test('after Undo and Redo the board is where it was, also if the change was undone in the text', async () => {
  const editor = new Editor();
  const controller = editor.controller();
  editor.line = 3;
  await controller.make('ishi.pass', {});
  editor.line = 5;
  await controller.make('ishi.pass', {});
  const history = async (command: 'undo' | 'redo') => {
    await controller.history(command);
    return editor.line;
  };
  assert.deepEqual([editor.line, await history('undo'), await history('undo')], [7, 5, 3]);
  // There is nothing more to undo.
  assert.deepEqual([await history('undo'), await history('redo'), await history('redo')], [3, 7, 7]);
  await editor.history('undo');
  await settled();
  assert.equal(editor.line, 5);
  // What was typed leads where the editor leads.
  editor.type('typed');
  assert.deepEqual([await history('undo'), await history('undo')], [99, 3]);
  assert.deepEqual([await history('redo'), await history('redo')], [7, 99]);
});

test('a locked board is where it was after Undo, and so is the cursor', async () => {
  const editor = new Editor();
  const controller = editor.controller();
  editor.line = 4;
  controller.lock(editor.place);
  editor.line = 9;
  await controller.make('ishi.pass', {});
  assert.equal(controller.place?.position.line, 7);
  await controller.history('undo');
  assert.deepEqual([controller.place?.position.line, editor.line], [4, 9]);
  await controller.history('redo');
  assert.deepEqual([controller.place?.position.line, editor.line], [7, 9]);
  // A board that is not locked any more follows the cursor.
  controller.lock(undefined);
  await controller.history('undo');
  assert.deepEqual([controller.isLocked, editor.line], [false, 9]);
});

test('the position of the board is searched, or a part of it', async () => {
  const editor = new Editor();
  const controller = editor.controller();
  await controller.receive({ type: 'find', region: null });
  await controller.receive({ type: 'find', region: { from: 'A1', to: 'J9' } });
  assert.deepEqual(editor.log.filter((entry) => entry.startsWith('find')), ['find all', 'find A1 J9']);
});

test('options outlive a board, and only addresses of the web are opened', async () => {
  const editor = new Editor();
  const controller = editor.controller();
  await controller.receive({ type: 'options', options: { numbers: 'all', coordinates: false, variations: true, continuations: true, sound: false } });
  assert.equal(editor.session.options.numbers, 'all');
  editor.controller().look();
  await since(editor);
  assert.equal((editor.sent.findLast(({ type }) => type === 'show') as { options: { coordinates: boolean } }).options.coordinates, false);
  for (const address of ['https://example.org/x', 'javascript:alert(1)', 'command:x']) {
    await controller.receive({ type: 'open', address });
  }
  await controller.receive({ type: 'save-picture', png: btoa('\u0001\u0002') });
  assert.deepEqual(await since(editor), ['open https://example.org/x', 'picture 1,2']);
});

test('without a board the reason is said', async () => {
  const editor = new Editor();
  const controller = editor.controller();
  editor.request = async () => undefined;
  const reason = async () => {
    controller.look();
    await since(editor);
    return (editor.sent.at(-1) as { reason: string }).reason;
  };
  assert.equal(await reason(), 'The language server does not draw boards. Update it.');
  editor.request = async <T>() => ({ title: 'Ann – Bob', reason: 'There is no board' }) as T;
  assert.equal(await reason(), 'Ann – Bob. There is no board.');
  editor.document.isClosed = true;
  assert.equal(await reason(), 'The record is closed.');
  editor.problem = 'The language server is starting.';
  assert.equal(await reason(), 'The language server is starting.');
});

test('a new game is begun in a record of its own, also from a locked board', async () => {
  const editor = new Editor();
  editor.line = 3;
  const controller = editor.controller();
  controller.lock(editor.place);
  await settled();
  editor.log.length = 0;
  await controller.receive({ type: 'new-game', headers: { black: 'Ada' } });
  const [, ...done] = editor.log.filter((entry) => entry === 'create' || entry.startsWith('ishi.'));
  assert.deepEqual([editor.log.includes('create'), done], [true, ['ishi.headers 0']]);
});
