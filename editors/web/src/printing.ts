/** Printing: the board and the whole text go on the paper, because the editor has only the lines in view. */

/** Fills the part of the page that is printed. An empty picture is left out. */
export function prepareToPrint(paper: HTMLElement, picture: string, text: string): void {
  const image = document.createElement('img');
  image.alt = 'The board';
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(picture)}`;
  const whole = document.createElement('pre');
  whole.textContent = text;
  paper.replaceChildren(...(picture === '' ? [] : [image]), whole);
}
