/** Makes a drawing the same as another one, and changes only what differs, so that the browser draws only that again. */
export function patch(drawn: Element, wanted: Element): void {
  for (const { name } of [...drawn.attributes]) {
    if (!wanted.hasAttribute(name)) {
      drawn.removeAttribute(name);
    }
  }
  for (const { name, value } of wanted.attributes) {
    if (drawn.getAttribute(name) !== value) {
      drawn.setAttribute(name, value);
    }
  }
  const before = [...drawn.childNodes];
  const after = [...wanted.childNodes];
  for (const [index, node] of after.entries()) {
    const old = before[index];
    if (old instanceof Element && node instanceof Element && old.localName === node.localName) {
      patch(old, node);
    } else if (old === undefined) {
      drawn.append(node);
    } else if (!old.isEqualNode(node)) {
      old.replaceWith(node);
    }
  }
  for (const rest of before.slice(after.length)) {
    rest.remove();
  }
}
