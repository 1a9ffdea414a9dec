/** Elements of pictures. */

export const SVG = 'http://www.w3.org/2000/svg';

type Attributes = Record<string, string | number>;

/** Makes an element of a picture with these attributes. */
export function make<K extends keyof SVGElementTagNameMap>(tag: K, attributes: Attributes): SVGElementTagNameMap[K] {
  const made = document.createElementNS(SVG, tag);
  for (const [key, value] of Object.entries(attributes)) {
    made.setAttribute(key, String(value));
  }
  return made;
}
