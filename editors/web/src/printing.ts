/** Printing: the page of the record, as `ishi html` writes it; or the text, where there was no time for that. */
import type { Content } from '../../preview/src/content.ts';

/** The elements of a part of a page, in which the server has escaped all text. */
function elementsOf(html: string): DocumentFragment {
  const template = document.createElement('template');
  template.innerHTML = html;
  return template.content;
}

/** Fills the part of the page that is printed, and waits for its pictures. */
async function fillPaper(paper: HTMLElement, { articles }: Content): Promise<void> {
  const made = articles.map(({ parts }) => {
    const article = document.createElement('article');
    article.append(...parts.map(({ html }) => elementsOf(html ?? '')));
    return article;
  });
  paper.replaceChildren(...made);
  // One that can't be drawn is printed as its words.
  await Promise.all([...paper.querySelectorAll('img')].map((image) => image.decode().catch(() => {})));
}

/** Prints a page, or the text if the browser begins by itself, which does not wait for a page. */
export class Printing {
  readonly #paper: HTMLElement;
  #isReady = false;

  constructor(paper: HTMLElement, text: () => string) {
    this.#paper = paper;
    window.addEventListener('beforeprint', () => {
      if (!this.#isReady) {
        const words = document.createElement('pre');
        words.textContent = text();
        paper.replaceChildren(words);
      }
    });
    window.addEventListener('afterprint', () => {
      this.#isReady = false;
    });
  }

  /** Prints a page; the text if there is none. */
  async print(content: Content | null): Promise<void> {
    if (content?.articles.some(({ parts }) => parts.length > 0)) {
      await fillPaper(this.#paper, content);
      this.#isReady = true;
    }
    window.print();
  }
}
