/** The picture of a board that the server has drawn. */
import { SVG } from '../svg.ts';

/** Elements that a picture of the server does not have, and those that would act by themselves. */
const FOREIGN = new Set(['script', 'foreignObject', 'a', 'image', 'title']);

/**
 * Parses a picture of the server. It holds no script, and none would get into the page. Its title would be shown below
 * the mouse all the time; the label of the board says the same.
 */
export function parseDrawing(svg: string): SVGSVGElement | null {
  const root = new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement;
  if (!(root instanceof SVGSVGElement)) {
    return null;
  }
  for (const inner of [...root.querySelectorAll('*')]) {
    if (inner.namespaceURI !== SVG || FOREIGN.has(inner.localName)) {
      inner.remove();
    }
    for (const { name: attribute } of [...inner.attributes]) {
      if (attribute.startsWith('on')) {
        inner.removeAttribute(attribute);
      }
    }
  }
  const drawing = document.importNode(root, true);
  // Screen readers get the label of the board instead.
  drawing.setAttribute('aria-hidden', 'true');
  return drawing;
}
