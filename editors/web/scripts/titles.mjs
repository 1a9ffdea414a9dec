/** The names of settings that a person reads. */

/** The headings of the groups, by the sections of the keys. */
const GROUPS = {
  format: 'Formatting',
  hints: 'Hints in the text',
  hover: 'Hovers',
  lens: 'Lines above an event',
  check: 'Checks of records',
};

/** The heading of the rules that are only for SGF. */
const SGF = 'Checks of SGF';

const TITLES = {
  'format.indent': 'Spaces for each level of variation',
  'format.keyword-case': 'Case of keywords',
  'format.location-case': 'Case of locations',
  'format.wrap': 'Longest line of a list',
  'hints.blocks': 'Beginning of a long block',
  'hints.captures': 'Captured stones',
  'hints.ko': 'Ko',
  'hints.numbers': 'Move numbers in SGF',
  'hints.result': 'Counted result',
  'hints.variations': 'Player to move after variations',
  'hover.board': 'Board in hovers',
  'lens.board': 'Show board',
  'lens.prisoners': 'Missing prisoners',
  'lens.statistics': 'Number of moves and captures',
};

/** Words of rules that are keywords or names. */
const NAMES = {
  com: 'COM',
  endcom: 'ENDCOM',
  enduser: 'ENDUSER',
  endvar: 'ENDVAR',
  prisoners: 'PRISONER lines',
  user: 'USER',
  var: 'VAR',
};

/** Returns the words of a rule: `check.sgf-no-game` is "No game", among those of SGF. */
function wordsOf(key) {
  const words = key.replace(/^sgf-/, '').split('-').map((word) => NAMES[word] ?? word).join(' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Returns the title of a setting, by its section and key, and the heading of its group. */
export function titlesOf(name) {
  const [section, key] = name.split('.');
  const group = key.startsWith('sgf-') ? SGF : (GROUPS[section] ?? section);
  return { title: TITLES[name] ?? wordsOf(key), group };
}
