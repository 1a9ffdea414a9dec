//! What one line says.

use super::Family::Fields;
use super::{Code, Remedy, Row, rows};
use crate::check::Severity::{Error, Hint, Info};

rows! {
    UnknownKeyword = Row {
        name: "unknown-keyword", family: Fields, severity: Error,
        what: "a line whose first word is not a keyword",
        why: "Outside a COM or USER block every line begins with one of the keywords of the Standard. For the rest \
              of the file a misspelt keyword is read as the one it most resembles.",
        source: "Standard 3, 5.1",
        remedy: Remedy::Suggested("take the nearest keyword, or make the line a REMARK"),
        before: "B 1 Q16\nMARKK Q16\n", after: "B 1 Q16\nMARK Q16\n",
    };
    BareLocation = Row {
        name: "bare-location", family: Fields, severity: Error,
        what: "a line with nothing but locations",
        why: "A move needs its color and its number. A line of nothing but locations or PASS is read as the next \
              moves, so that nothing else is reported because of it, unless these numbers are taken or the locations \
              may continue the list of the line before. In an editor, Enter writes the moves; where the number is \
              taken, they can be inserted, or made a variation.",
        source: "Standard 3, 5.4 (B, W)",
        remedy: Remedy::Suggested("write the moves with color and number"),
        before: "B 1 Q16\nD4\n", after: "B 1 Q16\nW 2 D4\n",
    };
    MissingData = Row {
        name: "missing-data", family: Fields, severity: Error,
        what: "a keyword without the data that it needs",
        why: "B and W need a number and a location or PASS, and BOARDSIZE needs a number.",
        source: "Standard 5.4 (B, W, BOARDSIZE), 6",
        remedy: Remedy::None,
        before: "B 1\n", after: "B 1 Q16\n",
    };
    MissingColor = Row {
        name: "missing-color", family: Fields, severity: Error,
        what: "SETUP stones with no color before them",
        why: "A list of setup stones is led by B or W; without it the color of the stones is unknown.",
        source: "Standard 5.4 (SETUP)",
        remedy: Remedy::Suggested("insert B or W"),
        before: "SETUP D4 Q16\n", after: "SETUP B D4 Q16\n",
    };
    InvalidMoveNumber = Row {
        name: "invalid-move-number", family: Fields, severity: Error,
        what: "a move number that is not a positive integer",
        why: "A move number is greater than 0. Numbers greater than 4294967295 are not valid either. A number that \
              can only mean one thing, such as `1.` or `1O`, is read like that for the rest of the file, and so are \
              a number and a location that are joined or swapped.",
        source: "Standard 4.3, 5.3 (n), 5.4 (B, W)",
        remedy: Remedy::Suggested("write the number that it can only mean, put a space between number and location, \
              or swap them"),
        before: "B 1. Q16\n", after: "B 1 Q16\n",
    };
    InvalidLocation = Row {
        name: "invalid-location", family: Fields, severity: Error,
        what: "a location that is not valid",
        why: "A location is a letter from A to T for the column (there is no I) and a number from 1 to 19 for the \
              row, in this order and without a space. What can only mean one location, such as `Ql6`, `Q 16` or \
              `16Q`, is read like that for the rest of the file. `16-4` can mean several points, depending on the \
              corner that one counts from: each of them is offered, and none is assumed.",
        source: "Standard 5.3 (loc)",
        remedy: Remedy::Suggested("write the location that it can only mean; J or H for the column I"),
        before: "B 1 I4\n", after: "B 1 J4\n",
    };
    OffBoard = Row {
        name: "off-board", family: Fields, severity: Error,
        what: "a location outside the board of the event",
        why: "The location is well formed, and the board given by BOARDSIZE (19x19 where there is none) has no such \
              point.",
        source: "Standard 4.2, 5.4 (BOARDSIZE)",
        remedy: Remedy::None,
        before: "BOARDSIZE 9\nB 1 Q16\n", after: "BOARDSIZE 9\nB 1 G7\n",
    };
    UnexpectedData = Row {
        name: "unexpected-data", family: Fields, severity: Error,
        what: "more data than the keyword takes",
        why: "Free text after the data of a line is allowed, and readers drop it. Data that the keyword itself would \
              read is different: a second location after a move can only be a mistake.",
        source: "Standard 6",
        remedy: Remedy::Suggested("put the second move on a line of its own, or turn the text into a REMARK"),
        before: "B 1 Q16 R7\n", after: "B 1 Q16\nW 2 R7\n",
    };
    IgnoredData = Row {
        name: "ignored-data", family: Fields, severity: Hint,
        what: "free text that readers drop",
        why: "Text after the data of a line is allowed, but a program that reads and writes the file is not expected \
              to keep it. A REMARK is kept.",
        source: "Standard 6",
        remedy: Remedy::Suggested("put a move or marks on a line of their own, and turn any other text into a \
              REMARK"),
        before: "B 1 Q16\nVAR\nB 1 D4\nENDVAR back to the game\nW 2 D4\n",
        after: "B 1 Q16\nVAR\nB 1 D4\nENDVAR\nREMARK back to the game\nW 2 D4\n",
    };
    InvalidBoardSize = Row {
        name: "invalid-board-size", family: Fields, severity: Error,
        what: "a BOARDSIZE that is not an integer from 2 to 19",
        why: "Boards are square and have 2 to 19 lines each way. The event is read as if the line were not there.",
        source: "Standard 4.2, 5.4 (BOARDSIZE)",
        remedy: Remedy::None,
        before: "BOARDSIZE 21\n", after: "BOARDSIZE 19\n",
    };
    InvalidRegion = Row {
        name: "invalid-region", family: Fields, severity: Error,
        what: "a DIAGRAM region that is neither a size nor two locations",
        why: "A region is a whole board such as 9x9 (2 to 19, the same number twice) or two opposite corners such as \
              A1 J9.",
        source: "Standard 4.4, 5.4 (DIAGRAM)",
        remedy: Remedy::None,
        before: "DIAGRAM 9x13\n", after: "DIAGRAM A1 J13\n",
    };
    InvalidMark = Row {
        name: "invalid-mark", family: Fields, severity: Error,
        what: "a field of MARK, UNMARK, HIDE or PRISONER that is not valid",
        why: "MARK takes ALL, a location, #n, #n-n, and each of the last three after a label and @. A label is one \
              or two characters or one of the signs \\c \\d \\s \\t. UNMARK takes no labels, HIDE also no ALL, and \
              PRISONER only locations and #n. A range runs from the lower number to the higher.",
        source: "Standard 5.3 (cc, \\C, n-n), 5.4 (MARK, UNMARK, HIDE, PRISONER)",
        remedy: Remedy::Suggested("swap the ends of a descending range"),
        before: "B 1 Q16\nW 2 D4\nMARK #2-1\n", after: "B 1 Q16\nW 2 D4\nMARK #1-2\n",
    };
    UnreadableHeader = Row {
        name: "unreadable-header", family: Fields, severity: Info,
        what: "a KOMI, HANDICAP, RULES or RESULT that no program can interpret",
        why: "Header text is free, so this is not an error; but a program that wants the number or the winner will \
              not find it.",
        source: "Standard 5.2",
        remedy: Remedy::None,
        before: "KOMI as usual\n", after: "KOMI 5 1/2\n",
    };
}
