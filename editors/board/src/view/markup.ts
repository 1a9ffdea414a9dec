/** The HTML of a board, which `panel.ts` brings to life. */
import { DOTS, icon, type IconName, stone, STONES } from './icons.ts';

/** A button that is an icon: its attributes, its name, what its tooltip adds to it, and the icon. */
function button(attributes: string, name: string, more: string, content: string): string {
  return `<button type="button" ${attributes} title="${name}${more}" aria-label="${name}">${content}</button>`;
}

const walk = (id: IconName, name: string, key: string) => button(`id="${id}"`, name, ` (${key})`, icon(id));

const letter = (text: string) => `<span class="letter" aria-hidden="true">${text}</span>`;

/** The marks of a point: what is put there, the name, and how the button looks. */
const MARKS = [
  ['triangle', 'Mark with a triangle', icon('triangle')],
  ['square', 'Mark with a square', icon('square')],
  ['diamond', 'Mark with a diamond', icon('diamond')],
  ['check', 'Mark with a check mark', icon('check')],
  ['letter', 'Mark with the next letter', letter('a')],
  ['number', 'Mark with the next number', letter('1')],
  ['label', 'Mark with the label', letter('Ab')],
] as const;

/** The tools of the palette: what a click on the board does. */
const TOOLS = [
  ['black', 'Set up black stones', stone('black')],
  ['white', 'Set up white stones', stone('white')],
  ...MARKS,
] as const;

const tool = (name: string, title: string, content: string) => button(`data-tool="${name}" aria-pressed="false"`, title, '', content);

/** An entry of the menu: its attributes, its name, a key or nothing, and what it does in a sentence. */
function entry(attributes: string, name: string, key: string, help: string): string {
  const shortcut = key === '' ? '' : `<kbd aria-hidden="true">${key}</kbd>`;
  // The sign of what is on would be a part of the name.
  const label = key === '' ? ` aria-label="${name}"` : '';
  return `<button type="button" ${attributes} title="${help}"${label}><span>${name}</span>${shortcut}</button>`;
}

/** An entry that is on or off. */
const toggle = (id: string, name: string, help: string) => entry(`id="${id}" aria-pressed="false"`, name, '', help);

/** A split that can be moved. */
const separator = (id: string, name: string, first: string) =>
  `<div id="${id}" role="separator" tabindex="0" aria-label="${name}" aria-controls="${first}" aria-valuemin="0" aria-valuemax="100" aria-valuenow="50" title="Drag, or double click for the usual size"></div>`;

/** An entry of the menu that stands for an icon, where the row has no room for it. */
const spare = (id: string, name: string, key: string, help: string) => entry(`data-for="${id}"`, name, key, help);

/** The fields of a game: the header, its name in the form, and an example. */
const FIELDS = [
  ['event', 'Event', ''],
  ['black', 'Black', 'name and rank: Ada 3-dan'],
  ['white', 'White', 'name and rank: Ben 5-kyu'],
  ['date', 'Date', '2024-05-01'],
  ['place', 'Place', ''],
  ['boardsize', 'Board size', '19'],
  ['handicap', 'Handicap', '0'],
  ['komi', 'Komi', '6.5'],
  ['rules', 'Rules', 'Japanese'],
  ['result', 'Result', 'B+2.5'],
] as const;

/** The keys, for the window that lists them. Those for a record that can be changed have the class `edits`, as all such parts have. */
const KEYS = [
  ['← →', 'the move before, the next move'],
  ['↑ ↓', 'the variation before, the one after'],
  ['Home End', 'the start, the end of the line'],
  ['- + in the tree', 'fold and unfold variations and long runs'],
  ['Page Up, Page Down', 'ten moves back, ten moves on'],
  ['wheel', 'back and on, over the board'],
  ['arrows on the board', 'choose a point'],
  ['Enter', 'use the tool on the point', 'edits'],
  ['Shift+F10, right click', 'what can be done at the point'],
  ['P', 'pass, on the board', 'edits'],
  ['Shift+drag, Shift+arrows', 'select a part of the board', 'edits'],
  ['F', 'find the position, or the part, in other games', 'edits'],
  ['Ctrl+Z, Ctrl+Y', 'undo, redo', 'edits'],
  ['Ctrl+Enter', 'write the comment', 'edits'],
  ['arrows on a split', 'move it; Enter: the usual size'],
  ['Esc', 'back to the text', 'edits'],
  ['?', 'this list'],
] as const;

const player = (color: 'black' | 'white', name: string) =>
  `<span class="player" id="${color}" data-color="${color}">${stone(color)}<b>${name}</b><i title="Stones that ${name} has taken"><output></output><span> captured</span></i></span>`;

/** The content of the element. Icons and the tree have the stones of the board, from the definitions in `art.svg`. */
export const markup = (art: string) => `<svg id="art" aria-hidden="true">${art}</svg>
<div id="frame">
<p id="reason">Waiting for the record.</p>
<div id="record" hidden>
<header id="who">
${player('black', 'Black')}
${player('white', 'White')}
<h1 id="title"></h1>
<p id="game"></p>
</header>
<div id="board" role="application" aria-roledescription="Go board" aria-describedby="board-help" tabindex="0"></div>
<p id="board-help" class="for-readers">Arrow keys choose a point, <span class="edits">Enter uses the tool there, Shift+F10 lists what can be done there, P passes, Shift with the arrow keys selects a part, F finds the position or the part in other games,</span> Page Up and Page Down walk through the game<span class="edits">, Escape goes back to the text</span>.</p>
<section id="row" part="row">
<div id="walking" role="toolbar" aria-label="Moves">
${walk('first', 'First move', 'Home')}
${walk('previous', 'Previous move', 'Left')}
<output id="place" aria-label="Move"></output>
${walk('next', 'Next move', 'Right')}
${walk('last', 'Last move', 'End')}
${button('id="autoplay" aria-pressed="false"', 'Autoplay', ': the moves one after the other', `${icon('autoplay')}${icon('pause')}`)}
</div>
<div id="bar" role="toolbar" aria-label="Tools">
${button('class="edits" data-tool="play" aria-pressed="true"', 'Play', ': a click puts the next stone', STONES)}
${button('class="edits" id="palette" aria-expanded="false" aria-controls="tools"', 'Marks, labels and setup', '', icon('palette'))}
${button('class="edits" id="undo" part="history"', 'Undo', ' (Ctrl+Z)', icon('undo'))}
${button('class="edits" id="redo" part="history"', 'Redo', ' (Ctrl+Y)', icon('redo'))}
${button('id="more" popovertarget="menu" aria-haspopup="true"', 'More', '', DOTS)}
</div>
<div id="tools" role="toolbar" aria-label="Marks, labels and setup" hidden>
${TOOLS.map(([name, title, content]) => tool(name, title, content)).join('\n')}
<input id="label" type="text" maxlength="2" size="2" value="A" title="Label of one or two characters" aria-label="Label">
${tool('erase', 'Erase marks', icon('erase'))}
</div>
</section>
${separator('board-split', 'Size of the board', 'board')}
<section id="text">
<div id="about">
<p id="state"></p>
<button type="button" id="guess" aria-pressed="false" title="Guess the moves of a problem: the answer is hidden">Guess</button>
${button('class="edits" id="edit-comment"', 'Comment', ': write what is to be said here', icon('edit'))}
</div>
<p id="verdict" role="status" aria-live="polite" hidden></p>
<div id="said">
<section id="comment" aria-label="Comment" tabindex="0" hidden></section>
<form id="comment-form" hidden>
<textarea id="comment-text" rows="5" aria-label="Comment" aria-describedby="comment-help"></textarea>
<button type="submit">Write comment</button>
<button type="button" id="cancel-comment">Cancel</button>
<span id="comment-help" class="for-readers">Ctrl+Enter writes the comment, Escape leaves it as it was.</span>
</form>
</div>
${separator('comment-split', 'Size of the comment', 'said')}
<div id="tree" role="tree" aria-label="Moves and variations"></div>
<p id="truncated" hidden>The record has more moves than are drawn here.</p>
<p id="live" role="status" aria-live="polite"></p>
</section>
<div id="menu" class="menu" role="group" aria-label="More" popover>
<div id="spare" role="group" aria-label="Moves">
${spare('first', 'First move', 'Home', 'Go to the start')}
${spare('last', 'Last move', 'End', 'Go to the end of the line')}
${spare('autoplay', 'Autoplay', '', 'Play the moves one after the other')}
${spare('redo', 'Redo', 'Ctrl+Y', 'Make the change again that was undone')}
</div>
<div class="edits" id="editing" role="group" aria-label="Record">
${entry('data-command="ishi.pass"', 'Pass', 'P', 'Write a pass')}
${entry('data-command="ishi.delete"', 'Delete move', '', 'Delete this move and all that follows')}
${entry('id="edit-game"', 'Game information', '', 'Write players, date, komi and result')}
${entry('data-command="ishi.promote"', 'Promote', '', 'Make this variation the main line')}
${entry('data-command="ishi.demote"', 'Demote', '', 'Make this move a variation')}
${entry('data-command="ishi.deleteVariation"', 'Delete variation', '', 'Delete this variation')}
${entry('data-command="ishi.addDiagram"', 'Add diagram', '', 'Add a diagram after this move')}
${entry('data-command="ishi.insertPass"', 'Insert pass', '', 'Insert a pass after this move')}
${entry('id="new-game" part="elsewhere"', 'New game', '', 'Begin another record')}
</div>
<div role="group" aria-label="Picture">
${entry('class="edits" id="export" part="elsewhere"', 'Export', '', 'Save as SVG, PNG, PDF or animation')}
${entry('id="copy-png"', 'Copy PNG', '', 'Copy the picture as PNG')}
${entry('id="copy-svg"', 'Copy SVG', '', 'Copy the picture as SVG')}
</div>
<div role="group" aria-label="View">
${entry('class="edits" id="find" part="elsewhere"', 'Find this position', 'F', 'List the games in which the position, or the part that is selected, arises')}
<label><span>Move numbers</span><select id="numbers">
<option value="none">No numbers</option>
<option value="last">Last number</option>
<option id="numbers-from" hidden></option>
<option value="here">From here</option>
<option value="all">All numbers</option>
</select></label>
${toggle('coordinates', 'Coordinates', 'Show the letters and numbers beside the board')}
${toggle('variations', 'Variations', 'Show the following moves and variations as ghost stones')}
${toggle('continuations', 'Found moves', 'Show the moves that followed in the games of the last search')}
${toggle('fold-variations', 'Fold variations', 'Show the variations of each move as their number in the tree')}
${toggle('fold-runs', 'Fold long runs', 'Show moves without comments and variations as one sign in the tree')}
${toggle('sound', 'Sound', 'Hear the stone of each move')}
${toggle('lock', 'Lock', 'Stay here, also when the cursor moves')}
${entry('class="edits" id="another"', 'Another board', '', 'Open another board, locked here')}
</div>
<div role="group" aria-label="Help">
${entry('id="show-keys"', 'Keys', '?', 'List the keys')}
</div>
</div>
<div id="point-menu" class="menu" role="group" aria-labelledby="point" popover>
<p id="point"></p>
<div role="group" aria-label="Move">
${entry('class="edits" data-at="play"', 'Play here', '', 'Put the next stone here')}
${entry('data-at="go"', 'Go to this move', '', 'Go to the move that has put this stone')}
${entry('data-at="link" part="link"', 'Copy link to this move', '', 'Copy a link that opens the record at this move')}
</div>
<div class="edits" role="group" aria-label="Marks">
<div class="marks">
${MARKS.map(([name, title, content]) => button(`data-at="${name}"`, title, '', content)).join('\n')}
<input id="point-label" type="text" maxlength="2" size="2" value="A" title="Label of one or two characters: Enter puts it here" aria-label="Label">
</div>
${entry('data-at="erase"', 'Remove mark', '', 'Remove the mark of this point')}
</div>
<div class="edits" role="group" aria-label="Setup">
${entry('data-at="black"', 'Set up a black stone', '', 'Put a black stone here, or take it away')}
${entry('data-at="white"', 'Set up a white stone', '', 'Put a white stone here, or take it away')}
</div>
<div class="edits" role="group" aria-label="The move on this stone">
${entry('data-at="delete"', 'Delete this move', '', 'Delete the move that has put this stone and all that follows')}
${entry('data-at="promote"', 'Promote its variation', '', 'Make the variation of this stone the main line')}
</div>
</div>
<dialog id="game-info" class="window" aria-labelledby="game-title">
<form id="game-form">
<header><h2 id="game-title">Game information</h2></header>
${FIELDS.map(([name, label, example]) => `<label><span>${label}</span><input name="${name}" type="text" maxlength="200" autocomplete="off" placeholder="${example}"></label>`).join('\n')}
<p id="game-refusal" role="alert"></p>
<footer><button type="submit">Write</button><button type="button" id="cancel-game">Cancel</button></footer>
</form>
</dialog>
<dialog id="keys" class="window" aria-labelledby="keys-title">
<header><h2 id="keys-title">Keys</h2><button type="button" id="close-keys">Close</button></header>
<dl>
${KEYS.map(([key, what, kind = '']) => `<div class="${kind}"><dt>${key}</dt><dd>${what}</dd></div>`).join('\n')}
</dl>
</dialog>
</div>
</div>`;
