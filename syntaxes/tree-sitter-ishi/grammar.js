/**
 * @file Go records in the Ishi Standard Format
 * @license MIT OR Apache-2.0
 */

/// <reference types="tree-sitter-cli/dsl" />
// @ts-check

// The scanner decides what a line is, by its first word and, where it must, by what follows. The rules below say what the fields of each
// kind of line are. They accept every line: what can't be read is `invalid` or `unknown`, so that a mistake never reaches past its line.

/** The keywords in the order of the Standard, which is that of the scanner's list. */
const KEYWORDS = [
  'EVENT', 'ANALYSIS', 'BLACK', 'DATE', 'HANDICAP', 'KOMI', 'PLACE', 'RECORDER', 'RESULT', 'RULES', 'SOURCE', 'TIMELIMIT', 'WHITE',
  'B', 'BOARDSIZE', 'COM', 'DIAGRAM', 'ENDCOM', 'ENDUSER', 'ENDVAR', 'HIDE', 'MARK', 'PRISONER', 'REMARK', 'SETUP', 'UNMARK', 'USER',
  'VAR', 'W',
];
const HEADERS = KEYWORDS.slice(1, 13);

const letters = (word) => word.replace(/[A-Z]/g, (letter) => `[${letter}${letter.toLowerCase()}]`);
const NUMBER = '0*[1-9][0-9]*';
// A backslash that is only a character.
const BACKSLASH = /\\([^CDSTcdst\r\n]|[CDSTcdst][A-Za-z])/;
const SIZES = Array.from({ length: 18 }, (_, index) => `0*${index + 2}`);

export default grammar({
  name: 'ishi',

  // Characters that the Standard does not know are ignored where they are not part of a word.
  extras: ($) => [/[^\S\r\n]/, $.ignored_characters],

  externals: ($) => [
    ...KEYWORDS.map((keyword) => $[`_${keyword}`]),
    // Before a move whose color and number are one word, and before a line of nothing but locations.
    $._joined_move,
    $._bare_locations,
    // The number of a move that the location follows without a blank.
    $._joined_number,
    // What stands before the `@` of a mark.
    $.sign,
    $.label,
    // Before each line of a block that holds text, and before the line that a block without an end ends at.
    $._comment_start,
    $._user_start,
    $._block_end,
    $._end_of_file,
    $._error_sentinel,
  ],

  rules: {
    source_file: ($) => repeat(choice($.event, $._item, $._stray_end, $._newline)),

    event: ($) => prec.right(seq($.event_line, repeat(choice($._item, $._stray_end, $._newline)))),

    event_line: ($) => line($, '_EVENT', optional(field('title', alias($._text, $.title)))),

    _item: ($) =>
      choice(
        $.header,
        $.move,
        $.board_size,
        $.setup,
        $.mark,
        $.unmark,
        $.hide,
        $.prisoner,
        $.diagram,
        $.remark,
        $.comment,
        $.user_data,
        $.variation,
        $.bare_locations,
        $.unknown,
      ),

    header: ($) =>
      seq(
        field('name', alias(choice(...HEADERS.map((keyword) => $[`_${keyword}`])), $.keyword)),
        optional(field('value', alias($._text, $.text))),
        $._line_end,
      ),

    remark: ($) => line($, '_REMARK', optional(alias($._text, $.text))),

    // Moves

    move: ($) =>
      seq(
        choice(
          seq(
            field('color', choice(alias($._B, $.black), alias($._W, $.white))),
            optional(
              choice(
                seq(
                  choice(field('number', $.number), $.invalid),
                  optional(seq(choice($._place, $.invalid), optional($.surplus))),
                ),
                seq(field('number', alias($._joined_number, $.number)), $._place, optional($.surplus)),
                // The number is missing, or comes after the location.
                seq(
                  $._place,
                  optional(seq(choice(field('number', $.number), $.invalid), optional($.surplus))),
                ),
              ),
            ),
          ),
          seq(
            $._joined_move,
            field('color', choice(alias($._black_letter, $.black), alias($._white_letter, $.white))),
            field('number', $.number),
            $._place,
          ),
        ),
        $._line_end,
      ),

    _place: ($) => field('place', choice($.location, $.pass)),

    // Moves without color and number.
    bare_locations: ($) => seq($._bare_locations, repeat1(choice($.location, $.pass)), $._line_end),

    // The board

    board_size: ($) => line($, '_BOARDSIZE', optional(seq(choice($.size, $.invalid), optional($.surplus)))),

    setup: ($) => line($, '_SETUP', repeat($.invalid), repeat($.stones)),

    stones: ($) =>
      prec.right(
        seq(
          field('color', choice(alias($._black_letter, $.black), alias($._white_letter, $.white))),
          repeat(choice($.location, $.invalid)),
        ),
      ),

    diagram: ($) =>
      line(
        $,
        '_DIAGRAM',
        optional(
          choice(
            seq(alias($._square, $.size), optional($.surplus)),
            seq($.location, optional(seq(choice($.location, $.invalid), optional($.surplus)))),
            seq($.invalid, optional($.surplus)),
          ),
        ),
      ),

    // Marks and references

    mark: ($) =>
      line($, '_MARK', repeat(choice($.all, $.location, $.reference, $.range, $.labelled, $.invalid))),

    labelled: ($) =>
      seq(choice($.sign, $.label), '@', field('target', choice($.location, $.reference, $.range))),

    unmark: ($) => line($, '_UNMARK', repeat(choice($.all, $.location, $.reference, $.range, $.invalid))),

    hide: ($) => line($, '_HIDE', repeat(choice($.location, $.reference, $.range, $.invalid))),

    prisoner: ($) => line($, '_PRISONER', repeat(choice($.location, $.reference, $.invalid))),

    // Blocks

    variation: ($) =>
      prec.right(seq($.variation_line, repeat(choice($._item, $._stray_text_end, $._newline)), optional($.end_variation))),

    variation_line: ($) =>
      line($, '_VAR', optional(seq(choice(field('marker', $.marker), $.invalid), optional($.surplus)))),

    end_variation: ($) => line($, '_ENDVAR', optional($.surplus)),

    comment: ($) =>
      prec.right(
        seq($.comment_line, repeat(choice($._comment_text_line, $._newline)), optional(choice($.end_comment, $._block_end))),
      ),

    comment_line: ($) => line($, '_COM', optional(field('title', $.title))),

    title: ($) => $._prose,

    _comment_text_line: ($) => seq($._comment_start, $.comment_text, $._line_end),

    comment_text: ($) => $._prose,

    _prose: ($) => repeat1(choice($._prose_text, $._backslash, alias($._inline_sign, $.sign))),

    end_comment: ($) => line($, '_ENDCOM', optional($.surplus)),

    user_data: ($) =>
      prec.right(
        seq($.user_line, repeat(choice($._user_text_line, $._newline)), optional(choice($.end_user, $._block_end))),
      ),

    user_line: ($) => line($, '_USER', optional(field('name', alias($._untrimmed, $.text)))),

    _user_text_line: ($) => seq($._user_start, alias($._untrimmed, $.user_text), $._line_end),

    end_user: ($) => line($, '_ENDUSER', optional($.surplus)),

    _stray_end: ($) => choice($._stray_text_end, $.end_variation),

    // The end of a block that was never begun.
    _stray_text_end: ($) => choice($.end_comment, $.end_user),

    // A line whose first word is not a keyword.
    unknown: ($) =>
      seq(alias($._word, $.word), repeat(choice($.number, $.location, $.pass, alias($._word, $.word))), $._line_end),

    // Words. Of two that match the same characters the first of this list is taken; of others the longest.

    number: () => new RegExp(NUMBER),
    size: () => token(choice(...SIZES.map((size) => new RegExp(size)))),
    _square: () => token(choice(...SIZES.map((size) => new RegExp(`${size}[Xx]${size}`)))),
    location: () => /[A-HJ-Ta-hj-t](0?[1-9]|1[0-9])/,
    pass: () => new RegExp(letters('PASS')),
    all: () => new RegExp(letters('ALL')),
    reference: () => new RegExp(`#${NUMBER}`),
    range: () => new RegExp(`#${NUMBER}-${NUMBER}`),
    marker: () => /[!-~]{1,2}/,
    _black_letter: () => /[Bb]/,
    _white_letter: () => /[Ww]/,

    // What can't be read.
    invalid: ($) => $._word,

    // What readers drop after a complete line.
    surplus: ($) => repeat1($._word),

    _word: () => /[^\s!-~]*[!-~]\S*/,
    ignored_characters: () => /[^\s!-~]+/,

    // Text up to the end of a line, without the blanks after it, or with them.
    _text: () => token(prec(1, /\S([^\r\n]*\S)?/)),
    _untrimmed: () => token(prec(1, /\S[^\r\n]*/)),

    // Text in which signs stand, such as \c; \cat is a word.
    _prose_text: () =>
      token(prec(1, seq(choice(/[^\\\s]/, BACKSLASH), repeat(choice(/[^\\\r\n]/, BACKSLASH))))),
    _inline_sign: () => token(prec(1, /\\[CDSTcdst]/)),
    _backslash: () => token(prec(1, /\\/)),

    _newline: () => /\r\n|\r|\n/,
    _line_end: ($) => choice($._newline, $._end_of_file),
  },
});

/** A line with this keyword and these fields. */
function line($, keyword, ...fields) {
  return seq(field('keyword', alias($[keyword], $.keyword)), ...fields, $._line_end);
}
