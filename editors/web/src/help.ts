/** The window that lists the keys of the page. */

/** Lets a button open the window, and returns what opens it. */
export function connectHelp(help: HTMLDialogElement, button: HTMLElement): () => void {
  const open = () => {
    if (!help.open) {
      help.showModal();
    }
  };
  button.addEventListener('click', open);
  help.querySelector('[data-do=close]')?.addEventListener('click', () => help.close());
  return open;
}
