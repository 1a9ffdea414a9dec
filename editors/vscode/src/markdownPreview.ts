/**
 * Draws code blocks with games in VS Code's preview of Markdown. The preview is made without waiting, and the server draws later: what
 * is not drawn yet has the last picture in its place, and the preview is made again when the pictures are there.
 */
import { escapeHtml } from '../../board/src/html.ts';
import { mayBeGame } from './fenceInfo.ts';

/** A picture, the reason why there is none, or null for a block that stays text. */
export type Drawn = { picture: { svg: string; alternative: string } } | { problem: string } | null;

/** The parts of markdown-it that are used here. */
interface Token {
  type: string;
  info: string;
  content: string;
}
interface Renderer {
  renderAttrs(token: Token): string;
}
type Rule = (tokens: Token[], index: number, options: unknown, env: unknown, self: Renderer) => string;
export interface MarkdownIt {
  renderer: { rules: Record<string, Rule | undefined> };
}

/** How many blocks of a text are drawn, and how many pictures are kept: more than those of a text, so that it is drawn once. */
const MAX_DRAWN = 500;
const MAX_KEPT = 2000;

/** How many pictures are asked for at once, so that an answer is not too long. */
const AT_ONCE = 40;

/** How often VS Code is asked to make the previews again. Where none is open, it never makes one. */
const MAX_REFRESHES = 5;

/** A picture as an image: as such it runs no script and loads nothing, whatever a record says. */
function image({ svg, alternative }: { svg: string; alternative: string }): string {
  return `<img alt="${escapeHtml(alternative)}" src="data:image/svg+xml,${encodeURIComponent(svg).replace(/'/g, '%27')}">`;
}

/** What draws: the pictures of code blocks of a text, or undefined where there is no server. */
type Draw = (uri: string | undefined, fences: { info: string; text: string }[]) => Promise<Drawn[] | undefined>;

/** A code block that is to be drawn. */
interface Fence {
  uri: string;
  info: string;
  text: string;
}

/** A game in another file depends on the folder of the text. */
const readsFile = (info: string) => /[\s{,]src=/.test(info);
const keyOf = ({ uri, info, text }: Fence) => JSON.stringify(readsFile(info) ? [info, text, uri] : [info, text]);

export class MarkdownPreview {
  readonly #ask: Draw;
  readonly #refresh: () => unknown;
  readonly #pause: number;
  /** What was drawn, the last used at the end. */
  readonly #drawn = new Map<string, Drawn>();
  /** The keys of the pictures that a text had when it was made last, by its URI. */
  readonly #last = new Map<string, string[]>();
  /** What is to be drawn, by key. */
  readonly #wanted = new Map<string, Fence>();
  /** The blocks with games of the text that is being made, with their numbers. */
  #numbered: { tokens: Token[]; numbers: Map<Token, number> } | undefined;
  #isDrawing = false;
  /** Whether a server has started while the one before it was asked, which gives no answer any more. */
  #isRetried = false;
  /** How many blocks with games were made into HTML. */
  #made = 0;

  /** Pictures come from `draw`; with `refresh` all previews are made again, which takes up to `pause` milliseconds. */
  constructor(draw: Draw, refresh: () => unknown, pause = 1000) {
    this.#ask = draw;
    this.#refresh = refresh;
    this.#pause = pause;
  }

  /** Adds the drawing of blocks to markdown-it. */
  extend(markdown: MarkdownIt): MarkdownIt {
    const { rules } = markdown.renderer;
    const before = rules['fence'];
    rules['fence'] = (tokens, index, options, env, self) => {
      const plain = () => before?.(tokens, index, options, env, self) ?? '';
      const token = tokens[index]!;
      if (!mayBeGame(token.info)) {
        return plain();
      }
      this.#made += 1;
      // VS Code finds the line of a block by its attributes.
      const wrap = (kind: string, inner: string) => `<div${self.renderAttrs(token)}><div class="ishi-${kind}">${inner}</div></div>\n`;
      const { currentDocument } = (env ?? {}) as { currentDocument?: { toString(): string } };
      if (this.#numbered?.tokens !== tokens) {
        const games = tokens.filter(({ type, info }) => type === 'fence' && mayBeGame(info));
        this.#numbered = { tokens, numbers: new Map(games.map((game, nth) => [game, nth])) };
      }
      const nth = this.#numbered.numbers.get(token) ?? MAX_DRAWN;
      return this.#html({ uri: currentDocument?.toString() ?? '', info: token.info, text: token.content }, nth, wrap, plain);
    };
    return markdown;
  }

  /** Draws what could not be drawn before, as there was no server. */
  retry(): void {
    this.#isRetried = this.#isDrawing;
    if (this.#wanted.size > 0) {
      this.#draw();
    }
  }

  /** Draws games in other files again, which may have changed. */
  forgetFiles(): void {
    const keys = [...this.#drawn.keys()].filter((key) => (JSON.parse(key) as string[]).length === 3);
    keys.forEach((key) => this.#drawn.delete(key));
    if (keys.length > 0) {
      void this.#show();
    }
  }

  /**
   * Has the previews made again. VS Code ignores the command while it waits for the end of typing, and then makes no preview if the text is
   * the one that it has a preview of. So the command is repeated until a preview is made.
   */
  async #show(): Promise<void> {
    const before = this.#made;
    for (let times = 0; times < MAX_REFRESHES && this.#made === before; times += 1) {
      this.#refresh();
      // eslint-disable-next-line no-await-in-loop -- each time only if the one before was not heard
      await new Promise((resolve) => setTimeout(resolve, this.#pause));
    }
  }

  #html(fence: Fence, nth: number, wrap: (kind: string, inner: string) => string, plain: () => string): string {
    if (nth >= MAX_DRAWN) {
      return plain();
    }
    const key = keyOf(fence);
    const last = this.#last.get(fence.uri) ?? [];
    const before = last[nth];
    last[nth] = key;
    this.#last.delete(fence.uri);
    this.#last.set(fence.uri, last);
    if (this.#last.size > 20) {
      this.#last.delete(this.#last.keys().next().value!);
    }
    const drawn = this.#drawn.get(key);
    if (drawn === undefined) {
      this.#wanted.set(key, fence);
      this.#draw();
      // A block that is being edited keeps its picture, and so its height.
      const earlier = before === undefined ? undefined : this.#drawn.get(before);
      if (before !== undefined && earlier !== undefined) {
        last[nth] = before;
      }
      return earlier && 'picture' in earlier ? wrap('board', image(earlier.picture)) : wrap('waiting', plain());
    }
    this.#drawn.delete(key);
    this.#drawn.set(key, drawn);
    if (drawn === null) {
      return plain();
    }
    return 'picture' in drawn ? wrap('board', image(drawn.picture)) : wrap('problem', `<p>${escapeHtml(drawn.problem)}</p>${plain()}`);
  }

  /** Draws what is wanted, once the preview that wants it is made. */
  #draw(): void {
    if (!this.#isDrawing) {
      this.#isDrawing = true;
      void this.#drawAll().finally(() => {
        this.#isDrawing = false;
        if (this.#isRetried) {
          this.retry();
        }
      });
    }
  }

  async #drawAll(): Promise<void> {
    // All blocks of a preview are asked for together.
    await new Promise((resolve) => setTimeout(resolve, 0));
    let isNew = false;
    while (this.#wanted.size > 0) {
      const [first] = this.#wanted.values();
      const { uri } = first!;
      const batch = [...this.#wanted].filter(([, fence]) => fence.uri === uri).slice(0, AT_ONCE);
      const fences = batch.map(([, { info, text }]) => ({ info, text }));
      const answer = await this.#ask(uri === '' ? undefined : uri, fences);
      if (answer === undefined) {
        // There is no server, or it does not know the request. The next one is asked.
        break;
      }
      batch.forEach(([key], index) => {
        this.#wanted.delete(key);
        this.#drawn.set(key, answer[index] ?? null);
      });
      isNew = true;
    }
    for (const key of this.#drawn.keys()) {
      if (this.#drawn.size <= MAX_KEPT) {
        break;
      }
      this.#drawn.delete(key);
    }
    if (isNew) {
      void this.#show();
    }
  }
}
