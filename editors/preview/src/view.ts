/** A page that changes in place while its text is edited, and scrolls with it. */
import { type Article, type Content, type Move, numberOf, type Part, type Spot } from './content.ts';

/** How far from a move a click still means it, in thousandths of the width of a picture. */
const REACH = 30;

/** How far the page may be from where it was scrolled to, in pixels, to be there. */
const NEAR = 2;

/** An element of the page, in the order of the text. */
interface Landmark {
  place: number;
  element: HTMLElement;
}

export class View {
  /** Called when the user clicks on something that has a place in the text. */
  onGo: (spot: Spot) => void = () => {};
  /** Called when the user scrolls, with the place at the top. */
  onScroll: (place: number) => void = () => {};

  readonly #main: HTMLElement;
  /** The ring around the move at the cursor. */
  readonly #ring = document.createElement('span');
  readonly #parts = new WeakMap<Element, Part>();
  /** All elements with a place, in the order of the text. */
  #landmarks: Landmark[] = [];
  #cursor: Spot | null = null;
  /** Where the page was scrolled to by the text. */
  #target: number | null = null;

  constructor(main: HTMLElement) {
    this.#main = main;
    this.#ring.className = 'ring';
    main.addEventListener('click', (event) => this.#onClick(event));
    // An image has a size once it is read.
    main.addEventListener('load', () => this.#mark(), { capture: true });
    window.addEventListener('scroll', () => this.#onScroll(), { passive: true });
  }

  /** Shows a page; false if it lacks elements that are not there. */
  show({ articles }: Content): boolean {
    const shown = this.#shown();
    const isComplete = articles.every(({ parts }) => parts.every(({ key, html }) => html !== undefined || shown.has(key)));
    if (!isComplete) {
      return false;
    }
    const wanted = new Set(articles.flatMap(({ parts }) => parts.map(({ key }) => key)));
    for (const article of this.#withoutNote()) {
      article.hidden = false;
    }
    articles.forEach((article, index) => this.#showArticle(article, this.#article(index), shown, wanted));
    for (const left of [...this.#main.children].slice(articles.length)) {
      left.remove();
    }
    const landmarks = [...this.#main.querySelectorAll<HTMLElement>('[data-line]')].map((element) => ({ place: Number(element.dataset['place']), element }));
    this.#landmarks = landmarks.sort((one, other) => one.place - other.place);
    this.#mark();
    return true;
  }

  /** Shows a sentence instead of a page. */
  say(sentence: string): void {
    const note = document.createElement('p');
    note.className = 'note';
    note.setAttribute('role', 'status');
    note.textContent = sentence;
    // They stay for the next page, which may have most of them.
    for (const article of this.#withoutNote()) {
      article.hidden = true;
    }
    this.#main.append(note);
  }

  /** Shows where the cursor of the text is. */
  mark(cursor: Spot): void {
    this.#cursor = cursor;
    this.#mark();
  }

  /** Scrolls so that what belongs to a place of the text is at the top. */
  scrollTo(place: number): void {
    const [before, after] = this.#around(place);
    const from = before ? this.#topOf(before.element) : 0;
    const to = after ? this.#topOf(after.element) : from;
    const part = before && after && to > from ? (place - before.place) / (after.place - before.place) : 0;
    // The first line is the top of the page, with its margin.
    const top = place <= 0 ? 0 : from + part * (to - from);
    this.#scroll(top);
  }

  /** Scrolls to what belongs to the cursor, unless it is in view, or the cursor was there already, as it is while one types. */
  reveal(cursor: Spot): void {
    if (this.#cursor !== null && numberOf(cursor) === numberOf(this.#cursor)) {
      return;
    }
    this.mark(cursor);
    const [current] = this.#around(numberOf(cursor));
    if (current === undefined) {
      return;
    }
    const { top, bottom } = current.element.getBoundingClientRect();
    // What is longer than the window never is as a whole.
    const isLong = bottom - top > window.innerHeight;
    const isInView = isLong ? top < window.innerHeight && bottom > 0 : top >= 0 && bottom <= window.innerHeight;
    if (!isInView) {
      this.#scroll(top + window.scrollY - Math.max(16, (window.innerHeight - (bottom - top)) / 2));
    }
  }

  /** The elements that are shown, by their keys. */
  #shown(): Map<string, HTMLElement[]> {
    const shown = new Map<string, HTMLElement[]>();
    for (const element of this.#main.querySelectorAll<HTMLElement>('article > *')) {
      const key = this.#parts.get(element)?.key;
      if (key !== undefined) {
        shown.set(key, [...(shown.get(key) ?? []), element]);
      }
    }
    return shown;
  }

  /** Removes the sentence that is shown, and returns the articles. */
  #withoutNote(): HTMLElement[] {
    for (const note of this.#main.querySelectorAll(':scope > :not(article)')) {
      note.remove();
    }
    return [...this.#main.querySelectorAll('article')];
  }

  #article(index: number): HTMLElement {
    return (this.#main.children[index] as HTMLElement | undefined) ?? this.#main.appendChild(document.createElement('article'));
  }

  #showArticle(article: Article, element: HTMLElement, shown: Map<string, HTMLElement[]>, wanted: ReadonlySet<string>): void {
    setPlace(element, article);
    let next = element.firstElementChild;
    for (const part of article.parts) {
      while (next !== null && !wanted.has(this.#parts.get(next)?.key ?? '')) {
        const gone = next;
        next = next.nextElementSibling;
        gone.remove();
      }
      // Of several that are equal, the one that is in its place stays there.
      const equal = shown.get(part.key) ?? [];
      const reused = equal.find((one) => one === next) ?? equal[0];
      shown.set(part.key, equal.filter((one) => one !== reused));
      const shownPart = reused ?? elementOf(part.html ?? equalOf(this.#main, this.#parts, part.key));
      if (shownPart === next) {
        next = next.nextElementSibling;
      } else {
        element.insertBefore(shownPart, next);
      }
      this.#parts.set(shownPart, part);
      setPlace(shownPart, part);
    }
    while (next !== null) {
      const gone = next;
      next = next.nextElementSibling;
      gone.remove();
    }
  }

  /** The last landmark up to a place, and the first one after it. */
  #around(place: number): [Landmark | undefined, Landmark | undefined] {
    const after = this.#landmarks.findIndex((landmark) => landmark.place > place);
    return after === -1 ? [this.#landmarks.at(-1), undefined] : [this.#landmarks[after - 1], this.#landmarks[after]];
  }

  #topOf(element: HTMLElement): number {
    return element.getBoundingClientRect().top + window.scrollY;
  }

  #scroll(top: number): void {
    const most = document.documentElement.scrollHeight - window.innerHeight;
    this.#target = Math.max(0, Math.min(top, most));
    window.scrollTo(0, this.#target);
  }

  #onScroll(): void {
    if (this.#target !== null && Math.abs(window.scrollY - this.#target) < NEAR) {
      return;
    }
    this.#target = null;
    const tops = [...this.#main.querySelectorAll<HTMLElement>('[data-line]')].map((element) => ({ top: this.#topOf(element), place: Number(element.dataset['place']) }));
    const next = tops.findIndex(({ top }) => top > window.scrollY);
    const [above, below] = next === -1 ? [tops.at(-1), undefined] : [tops[next - 1], tops[next]];
    if (above === undefined) {
      this.onScroll(0);
      return;
    }
    const part = below && below.place > above.place ? (window.scrollY - above.top) / (below.top - above.top) : 0;
    this.onScroll(above.place + part * ((below?.place ?? above.place) - above.place));
  }

  #onClick(event: MouseEvent): void {
    const { target } = event;
    // Text that is being selected is to be copied.
    if (!(target instanceof Element) || event.button !== 0 || window.getSelection()?.isCollapsed === false) {
      return;
    }
    const element = target.closest('[data-line]');
    const part = element && this.#parts.get(element);
    const move = part && target instanceof HTMLImageElement ? nearest(part.moves ?? [], target, event) : undefined;
    const spot = move ?? (element instanceof HTMLElement ? spotOf(element) : undefined);
    if (spot !== undefined) {
      this.onGo(spot);
    }
  }

  /**
   * Marks the element at the cursor, and puts a ring around the last move up to the cursor. What stays as it is is not touched,
   * because the browser would draw the picture again.
   */
  #mark(): void {
    const at = this.#cursor && numberOf(this.#cursor);
    const current = at === null ? undefined : this.#around(at)[0]?.element;
    const marked = current?.tagName === 'ARTICLE' ? undefined : current;
    for (const element of this.#main.querySelectorAll('.current')) {
      if (element !== marked) {
        element.classList.remove('current');
      }
    }
    marked?.classList.add('current');
    const image = current?.querySelector('img');
    // The moves of a figure are in the order of the text.
    const moves = (current && this.#parts.get(current)?.moves) ?? [];
    const next = moves.findIndex((one) => at !== null && numberOf(one) > at);
    const move = next === -1 ? moves.at(-1) : moves[next - 1];
    if (!current || !image || move === undefined || image.naturalWidth === 0) {
      this.#ring.remove();
      return;
    }
    const ratio = image.naturalHeight / image.naturalWidth;
    // Both are parts of the width, so that the ring stays in its place when the window changes.
    this.#ring.style.insetInlineStart = `${move.x / 10}%`;
    this.#ring.style.marginBlockStart = `${(move.y / 10) * ratio}%`;
    this.#ring.style.inlineSize = `${2400 / image.naturalWidth}%`;
    if (this.#ring.parentElement !== current) {
      current.append(this.#ring);
    }
  }
}

function elementOf(html: string): HTMLElement {
  const template = document.createElement('template');
  template.innerHTML = html;
  return template.content.firstElementChild as HTMLElement;
}

/** The HTML of an element that is there and equal, for one more of the kind. */
function equalOf(main: HTMLElement, parts: WeakMap<Element, Part>, key: string): string {
  const equal = [...main.querySelectorAll<HTMLElement>('article > *')].find((element) => parts.get(element)?.key === key);
  const copy = equal?.cloneNode(true) as HTMLElement | undefined;
  copy?.querySelector('.ring')?.remove();
  copy?.classList.remove('current');
  return copy?.outerHTML ?? '<p></p>';
}

function setPlace(element: HTMLElement, { line, character }: Partial<Spot>): void {
  if (line === undefined) {
    delete element.dataset['line'];
    delete element.dataset['place'];
    return;
  }
  const spot = character === undefined ? { line } : { line, character };
  element.dataset['line'] = String(line);
  element.dataset['place'] = String(numberOf(spot));
}

function spotOf(element: HTMLElement): Spot {
  const line = Number(element.dataset['line']);
  const character = Math.round((Number(element.dataset['place']) - line) * 100_000);
  return character === 0 ? { line } : { line, character };
}

/** The move at a click on a picture. */
function nearest(moves: Move[], image: HTMLImageElement, { clientX, clientY }: MouseEvent): Spot | undefined {
  const { left, top, width, height } = image.getBoundingClientRect();
  const distance = ({ x, y }: Move) => Math.hypot((x * width) / 1000 - (clientX - left), (y * height) / 1000 - (clientY - top));
  const [move] = [...moves].sort((one, other) => distance(one) - distance(other));
  // A small diagram has few lines, which are farther from each other.
  const reach = Math.max((REACH * width) / 1000, (22 * width) / (image.naturalWidth * 2));
  if (move === undefined || distance(move) > reach) {
    return undefined;
  }
  const { line, character } = move;
  return character === undefined ? { line } : { line, character };
}
