//! What may stand where in an event.

use super::Family::Order;
use super::{Code, Remedy, Row, rows};
use crate::check::Severity::{Error, Hint, Info, Warning};

rows! {
    MisplacedHeader = Row {
        name: "misplaced-header", family: Order, severity: Warning,
        what: "a header after the moves have begun",
        why: "Headers, and all other data of the event as a whole, precede its tree of moves and diagrams.",
        source: "Standard 4.2",
        remedy: Remedy::Suggested("move the line up to the other headers"),
        before: "BLACK Ada\nB 1 Q16\nWHITE Ben\n", after: "BLACK Ada\nWHITE Ben\nB 1 Q16\n",
    };
    MisplacedSetup = Row {
        name: "misplaced-setup", family: Order, severity: Error,
        what: "SETUP after the moves have begun, outside a diagram",
        why: "Setup stones stand on the board before the first move. Later ones belong to a DIAGRAM, where they are \
              shown and taken away again.",
        source: "Standard 4.2, 5.4 (SETUP)",
        remedy: Remedy::None,
        before: "B 1 Q16\nSETUP W D4\n", after: "SETUP W D4\nB 1 Q16\n",
    };
    MisplacedBoardSize = Row {
        name: "misplaced-board-size", family: Order, severity: Error,
        what: "BOARDSIZE after the moves have begun",
        why: "An event has a single board size, given before its first move or diagram.",
        source: "Standard 4.2",
        remedy: Remedy::None,
        before: "B 1 C3\nBOARDSIZE 9\n", after: "BOARDSIZE 9\nB 1 C3\n",
    };
    MisplacedHide = Row {
        name: "misplaced-hide", family: Order, severity: Error,
        what: "HIDE outside a diagram",
        why: "Only a DIAGRAM can hide stones, for as long as it is shown.",
        source: "Standard 4.4, 5.4 (HIDE)",
        remedy: Remedy::None,
        before: "B 1 Q16\nHIDE #1\n", after: "B 1 Q16\nDIAGRAM\nHIDE #1\n",
    };
    MisplacedPrisoner = Row {
        name: "misplaced-prisoner", family: Order, severity: Error,
        what: "PRISONER with no current move",
        why: "Prisoners are those taken by the current move, so a B or W line of the same sequence comes before it.",
        source: "Standard 2 (current move), 5.4 (PRISONER)",
        remedy: Remedy::None,
        before: "SETUP B A2 W A1\nPRISONER A1\nB 1 B1\n", after: "SETUP B A2 W A1\nB 1 B1\nPRISONER A1\n",
    };
    DataAfterVariation = Row {
        name: "data-after-variation", family: Order, severity: Warning,
        what: "data of a move after that move's variations",
        why: "Variations follow all other data of their move; a reader may take what comes later for something else.",
        source: "Standard 4.3",
        remedy: Remedy::Suggested("move it up, before the variations"),
        before: "B 1 Q16\nVAR\nB 1 D4\nENDVAR\nMARK Q16\n", after: "B 1 Q16\nMARK Q16\nVAR\nB 1 D4\nENDVAR\n",
    };
    DanglingRemark = Row {
        name: "dangling-remark", family: Order, severity: Hint,
        what: "a REMARK with nothing after it that it could belong to",
        why: "A remark belongs to the next EVENT, SETUP, move or DIAGRAM of the file.",
        source: "Standard 5.4 (REMARK)",
        remedy: Remedy::None,
        before: "B 1 Q16\nREMARK the end\n", after: "REMARK the only move\nB 1 Q16\n",
    };
    RemarkInsideSetup = Row {
        name: "remark-inside-setup", family: Order, severity: Warning,
        what: "a REMARK between the SETUP lines of an event or diagram",
        why: "All its SETUP lines are one step, and only the first of them can have a remark.",
        source: "Standard 5.4 (SETUP)",
        remedy: Remedy::Suggested("move it up, before the first SETUP line"),
        before: "SETUP B D4\nREMARK and White\nSETUP W Q16\n", after: "REMARK and White\nSETUP B D4\nSETUP W Q16\n",
    };
    DataInsideSetup = Row {
        name: "data-inside-setup", family: Order, severity: Warning,
        what: "marks, a comment or user data between the SETUP lines of an event or diagram",
        why: "All its SETUP lines are one step, and only the last of them can have marks, comments and user data.",
        source: "Standard 5.4 (SETUP)",
        remedy: Remedy::Suggested("move it down, after the last SETUP line"),
        before: "SETUP B D4\nMARK a@D4\nSETUP W Q16\n", after: "SETUP B D4\nSETUP W Q16\nMARK a@D4\n",
    };
    RepeatedHeader = Row {
        name: "repeated-header", family: Order, severity: Info,
        what: "a header that counts only once, given again",
        why: "BLACK, WHITE, KOMI, HANDICAP, RESULT, RULES and BOARDSIZE say one thing, and the last line counts. The \
              others add up instead.",
        source: "Standard 5.2",
        remedy: Remedy::None,
        before: "KOMI 5\nKOMI 6\n", after: "KOMI 6\n",
    };
}
