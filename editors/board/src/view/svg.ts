/** Elements of pictures. */

export const SVG = 'http://www.w3.org/2000/svg';

type Attributes = Record<string, string | number>;

export function setAttributes(element: Element, attributes: Attributes): void {
  for (const [key, value] of Object.entries(attributes)) {
    element.setAttribute(key, String(value));
  }
}

/** Makes an element of a picture with these attributes. */
export function make<K extends keyof SVGElementTagNameMap>(tag: K, attributes: Attributes): SVGElementTagNameMap[K] {
  const made = document.createElementNS(SVG, tag);
  setAttributes(made, attributes);
  return made;
}
