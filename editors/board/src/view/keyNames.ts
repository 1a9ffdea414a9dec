/** The names of keys, as the keyboard of this machine has them. */

/** The signs of a Mac, in the order in which its menus have them. */
const SIGNS = [['Alt', '⌥'], ['Shift', '⇧'], ['Ctrl', '⌘']] as const;

/** Returns a text in which each shortcut, such as `Ctrl+S`, is written as on a Mac. */
export function namesOnMac(text: string): string {
  return text
    .replaceAll('Ctrl+Y', 'Ctrl+Shift+Z')
    .replaceAll('Ctrl+Space', '⌃Space')
    .replace(/\b(?:(?:Ctrl|Shift|Alt)\+)+(?=[A-Z.,])/g, (keys) =>
      SIGNS.map(([name, sign]) => (keys.includes(name) ? sign : '')).join(''));
}

/** Returns a text in which each shortcut is written as this machine has it. */
export const namesHere = (text: string) => (/Mac|iP(?:hone|ad|od)/.test(navigator.platform) ? namesOnMac(text) : text);
