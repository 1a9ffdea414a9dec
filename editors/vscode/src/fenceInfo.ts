/** Code blocks with games in Markdown. The server decides which they are; here they are only guessed at, so that nothing is done without one. */

/** The words after an opening fence, of which the first may be the notation of a game, also in the form of Pandoc. */
const INFO = /^[\s{]*\.?(?:ishi|sgf|goban)(?![\w-])/;

/** A line that may open a code block with a game, in any lists and quotes. */
const FENCE = /^[\t >*+\-\d.)]*(?:`{3,}|~{3,})[\t {]*\.?(?:ishi|sgf|goban)(?![\w-])/m;

/** Whether the words after an opening fence may be those of a code block with a game. */
export const mayBeGame = (info: string) => INFO.test(info);

/** Whether a text in Markdown may have a code block with a game. */
export const mayHaveGames = (markdown: string) => FENCE.test(markdown);
