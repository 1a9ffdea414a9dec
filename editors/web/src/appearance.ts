/** The settings of the page and its board, in the dialog that has those of the server, too. */
import type { Setting, Value } from 'ishi-settings';

import { type BoardOptions, DEFAULT_OPTIONS } from '../../board/src/protocol.ts';
import type { PageBoard } from './board/board.ts';
import type { Entry } from './settingsDialog.ts';
import { chooseTheme, chosenTheme, THEMES, type Theme } from './theme.ts';

const GROUP = 'Appearance';

/** The options of the board that are on or off, with their titles and descriptions. */
const OPTIONS: readonly [name: Exclude<keyof BoardOptions, 'numbers'>, title: string, description: string][] = [
  ['coordinates', 'Coordinates', 'Show the letters and numbers beside the board.'],
  ['variations', 'Variations', 'Show the following moves and variations as ghost stones.'],
  ['continuations', 'Found moves', 'Show the moves that followed in the games of the last search.'],
  ['sound', 'Sound', 'Hear the stone of each move.'],
];

export function appearance(board: PageBoard): Entry[] {
  const theme: Setting = { name: 'theme', type: 'string', default: 'system', values: [...THEMES] };
  const themes: Entry = {
    setting: theme,
    words: { title: 'Theme', group: GROUP, description: 'Light or dark, or as the system has it.' },
    get: chosenTheme,
    set: (value) => chooseTheme(value as Theme),
  };
  const options = OPTIONS.map(([name, title, description]): Entry => ({
    setting: { name: `board-${name}`, type: 'boolean', default: DEFAULT_OPTIONS[name] },
    words: { title, group: GROUP, description },
    get: () => board.options[name],
    set: (value: Value) => board.setOptions({ ...board.options, [name]: value === true }),
  }));
  return [themes, ...options];
}
