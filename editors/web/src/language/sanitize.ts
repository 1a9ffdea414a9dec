/** Which HTML a hover may have: what Markdown makes, and pictures that are part of it. */
const ELEMENTS = new Set(['A', 'B', 'BLOCKQUOTE', 'BR', 'CODE', 'DEL', 'EM', 'H1', 'H2', 'H3', 'H4', 'HR', 'I', 'IMG', 'LI', 'OL', 'P', 'PRE', 'STRONG', 'TABLE', 'TBODY', 'TD', 'TH', 'THEAD', 'TR', 'UL']);

const PICTURE = 'data:image/svg+xml';

/** The height of a picture, as VS Code lets Markdown say it. */
const HEIGHT = /(?:\||%7C)height=(\d+)$/;

export function sanitize(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const element of [...body.querySelectorAll('*')]) {
    if (!ELEMENTS.has(element.tagName)) {
      element.replaceWith(document.createTextNode(element.textContent ?? ''));
      continue;
    }
    for (const { name, value } of [...element.attributes]) {
      const isLink = name === 'href' && value.startsWith('https:');
      const isPicture = name === 'src' && value.startsWith(PICTURE);
      if (!isLink && !isPicture && !['alt', 'width', 'height', 'title'].includes(name)) {
        element.removeAttribute(name);
      }
    }
    const source = element.getAttribute('src') ?? '';
    const height = HEIGHT.exec(source)?.[1];
    if (height !== undefined) {
      element.setAttribute('src', source.replace(HEIGHT, ''));
      element.setAttribute('height', height);
    }
    if (element instanceof HTMLAnchorElement) {
      element.target = '_blank';
      element.rel = 'noopener noreferrer';
    }
  }
  return body.innerHTML;
}
