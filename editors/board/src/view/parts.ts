/** The parts of a board by their ids, which `markup.ts` gives them. */
export class Parts {
  readonly root: ShadowRoot;

  constructor(root: ShadowRoot) {
    this.root = root;
  }

  /** Whether the host changes nothing. */
  get isReadOnly(): boolean {
    return this.root.host.hasAttribute('readonly');
  }

  get<T extends HTMLElement = HTMLElement>(id: string): T {
    const found = this.root.getElementById(id);
    if (found === null) {
      throw new Error(`The board has no ${id}.`);
    }
    return found as T;
  }

  all(selector: string): NodeListOf<HTMLElement> {
    return this.root.querySelectorAll<HTMLElement>(selector);
  }

  onClick(id: string, work: () => void): void {
    this.get(id).addEventListener('click', work);
  }

  /** Makes what a selector finds look usable or not. What is faint still says why it does nothing. */
  enable(selector: string, isOn: boolean): void {
    for (const part of this.all(selector)) {
      part.setAttribute('aria-disabled', String(!isOn));
    }
  }

  /** Says something about what was done, also to screen readers. */
  announce(text: string): void {
    this.get('live').textContent = text;
  }

  isPressed(id: string): boolean {
    return this.get(id).getAttribute('aria-pressed') === 'true';
  }

  press(id: string, isOn: boolean): void {
    this.get(id).setAttribute('aria-pressed', String(isOn));
  }
}
