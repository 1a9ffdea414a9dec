/** The HTML in the page of a board, whose script is `panel.ts`. */

/** The tools of the board: what a click does, how its button looks, and its name. */
const TOOLS = [
  ['play', '●○', 'Play'],
  ['black', '●', 'Set up black stones'],
  ['white', '○', 'Set up white stones'],
  ['triangle', '△', 'Mark with a triangle'],
  ['square', '□', 'Mark with a square'],
  ['diamond', '◇', 'Mark with a diamond'],
  ['check', '✓', 'Mark with a check mark'],
  ['letter', 'a', 'Mark with the next letter'],
  ['number', '1', 'Mark with the next number'],
  ['label', 'Ab', 'Mark with the label'],
  ['erase', '⌫', 'Erase marks'],
] as const;

function tool([name, sign, title]: (typeof TOOLS)[number]): string {
  return `<button type="button" data-tool="${name}" aria-pressed="${name === 'play'}" title="${title}" aria-label="${title}">${sign}</button>`;
}

/** The remaining buttons: the id or the command of each, its name, and a sign for where there is little room. */
const EDITS = [
  ['id="edit-comment"', 'Comment', '✎', 'Write the comment here'],
  ['data-command="ishi.insertPass"', 'Insert pass', '+P', 'Insert a pass after this move'],
  ['data-command="ishi.addDiagram"', 'Add diagram', '+▦', 'Add a diagram after this move'],
  ['data-command="ishi.delete"', 'Delete move', '✕', 'Delete this move and all that follows'],
  ['data-command="ishi.deleteVariation"', 'Delete variation', '✕v', 'Delete this variation'],
  ['data-command="ishi.promote"', 'Promote', '⇧', 'Make this variation the main line'],
  ['data-command="ishi.demote"', 'Demote', '⇩', 'Make this move a variation'],
  ['id="export"', 'Export', '⤓', 'Save as SVG, PNG, PDF or animation'],
  ['id="copy-png"', 'Copy PNG', 'PNG', 'Copy the picture as PNG'],
  ['id="copy-svg"', 'Copy SVG', 'SVG', 'Copy the picture as SVG'],
] as const;

function edit([key, name, sign, title]: (typeof EDITS)[number]): string {
  return `<button type="button" ${key} title="${title}" aria-label="${name}"><span class="long">${name}</span><span class="short">${sign}</span></button>`;
}

/** The content of the page's body. */
export const MARKUP = `<p id="reason">Waiting for the record.</p>
<main id="record" hidden>
<h1 id="title"></h1>
<section id="play">
<div id="tools" role="toolbar" aria-label="Tools">
${TOOLS.map(tool).join('\n')}
<input id="label" type="text" maxlength="2" size="2" value="A" title="Label of one or two characters" aria-label="Label">
</div>
<div id="board" role="application" aria-roledescription="Go board" aria-describedby="board-help" tabindex="0"></div>
<p id="board-help" class="for-readers">Arrow keys choose a point, Enter uses the tool there, P passes, Page Up and Page Down walk through the game, Escape goes back to the text.</p>
<p id="state"></p>
<div role="toolbar" aria-label="Moves">
<button type="button" id="first" title="First move (Home)" aria-label="First move">«</button>
<button type="button" id="previous" title="Previous move (Left)" aria-label="Previous move">‹</button>
<button type="button" id="autoplay" aria-pressed="false" title="Play the moves one after the other" aria-label="Autoplay">▶</button>
<button type="button" id="next" title="Next move (Right)" aria-label="Next move">›</button>
<button type="button" id="last" title="Last move (End)" aria-label="Last move">»</button>
<button type="button" data-command="ishi.pass">Pass</button>
<button type="button" id="undo" title="Undo (Ctrl+Z)" aria-label="Undo">↶</button>
<button type="button" id="redo" title="Redo (Ctrl+Y)" aria-label="Redo">↷</button>
<select id="numbers" aria-label="Move numbers" title="Move numbers">
<option value="none">No numbers</option>
<option value="last">Last number</option>
<option id="numbers-from" hidden></option>
<option value="here">From here</option>
<option value="all">All numbers</option>
</select>
<button type="button" id="coordinates" aria-pressed="true" title="Coordinates" aria-label="Coordinates A1">A1</button>
<button type="button" id="variations" aria-pressed="false" title="Show the following moves and variations as ghost stones" aria-label="Variations">◌</button>
<button type="button" id="sound" aria-pressed="false" title="Sound of a stone" aria-label="Sound">♪</button>
<button type="button" id="guess" aria-pressed="false" title="Guess the moves of a problem: the answer is hidden" aria-label="Guess">?</button>
<button type="button" id="lock" aria-pressed="false" title="Stay here, also when the cursor moves" aria-label="Lock">⚓</button>
<button type="button" id="another" title="Open another board, locked here" aria-label="Another board">⊞</button>
</div>
</section>
<section id="text">
<div id="editing" role="toolbar" aria-label="Record">
${EDITS.map(edit).join('\n')}
</div>
<p id="live" role="status" aria-live="polite"></p>
<p id="verdict" role="status" aria-live="polite" hidden></p>
<section id="comment" aria-label="Comment" tabindex="0" hidden></section>
<form id="comment-form" hidden>
<textarea id="comment-text" rows="5" aria-label="Comment" aria-describedby="comment-help"></textarea>
<button type="submit">Write comment</button>
<button type="button" id="cancel-comment">Cancel</button>
<span id="comment-help" class="for-readers">Ctrl+Enter writes the comment, Escape leaves it as it was.</span>
</form>
<div id="tree" role="tree" aria-label="Moves and variations"></div>
<p id="truncated" hidden>The record has more moves than are drawn here.</p>
</section>
</main>`;
