//! COM, USER and VAR and their ends.

use super::Family::Blocks;
use super::{Code, Remedy, Row, rows};
use crate::check::Severity::{Error, Off, Warning};

rows! {
    UnclosedCom = Row {
        name: "unclosed-com", family: Blocks, severity: Error,
        what: "COM without ENDCOM",
        why: "Everything after COM is commentary up to ENDCOM. Where it is missing, the comment is read as ending \
              before the first line that can only be data.",
        source: "Standard 5.4 (COM, ENDCOM)",
        remedy: Remedy::Suggested("insert ENDCOM where the comment ends"),
        before: "B 1 Q16\nCOM\nA calm start.\nW 2 D4\n", after: "B 1 Q16\nCOM\nA calm start.\nENDCOM\nW 2 D4\n",
    };
    UnmatchedEndcom = Row {
        name: "unmatched-endcom", family: Blocks, severity: Error,
        what: "ENDCOM without COM",
        why: "There is no comment here to end.",
        source: "Standard 5.4 (ENDCOM)",
        remedy: Remedy::Manual("remove the line"),
        before: "B 1 Q16\nENDCOM\nW 2 D4\n", after: "B 1 Q16\nW 2 D4\n",
    };
    NestedCom = Row {
        name: "nested-com", family: Blocks, severity: Error,
        what: "COM inside a comment",
        why: "Comments can't be nested: the next keyword line after COM is ENDCOM.",
        source: "Standard 5.4 (COM)",
        remedy: Remedy::Suggested("close the outer comment first"),
        before: "COM\nFor the event.\nCOM\nAnd more.\nENDCOM\n",
        after: "COM\nFor the event.\nENDCOM\nCOM\nAnd more.\nENDCOM\n",
    };
    UnclosedUser = Row {
        name: "unclosed-user", family: Blocks, severity: Error,
        what: "USER without ENDUSER",
        why: "Everything after USER is a program's own data up to ENDUSER. Where it is missing, the block is read as \
              ending before the first line that can only be data of the record.",
        source: "Standard 5.4 (USER, ENDUSER)",
        remedy: Remedy::Suggested("insert ENDUSER where the block ends"),
        before: "B 1 Q16\nUSER\nnumbase -22\nW 2 D4\n", after: "B 1 Q16\nUSER\nnumbase -22\nENDUSER\nW 2 D4\n",
    };
    UnmatchedEnduser = Row {
        name: "unmatched-enduser", family: Blocks, severity: Error,
        what: "ENDUSER without USER",
        why: "There is no block of user data here to end.",
        source: "Standard 5.4 (ENDUSER)",
        remedy: Remedy::Manual("remove the line"),
        before: "B 1 Q16\nENDUSER\nW 2 D4\n", after: "B 1 Q16\nW 2 D4\n",
    };
    NestedUser = Row {
        name: "nested-user", family: Blocks, severity: Off,
        what: "USER inside a block of user data (not reported any more)",
        why: "User data has any format whatsoever, up to the next ENDUSER line. So a line in it that begins with \
              USER is a part of it, and nothing is wrong. The code is kept so that settings which name it stay \
              valid.",
        source: "Standard 5.4 (USER)",
        remedy: Remedy::None,
        before: "USER\npage 1\nUSER\npage 2\nENDUSER\n", after: "USER\npage 1\nUSER\npage 2\nENDUSER\n",
    };
    UnclosedVar = Row {
        name: "unclosed-var", family: Blocks, severity: Error,
        what: "VAR without ENDVAR",
        why: "A variation ends with ENDVAR. Without it, what follows would belong to the variation and not to the \
              game.",
        source: "Standard 2 (sequence), 5.4 (VAR, ENDVAR)",
        remedy: Remedy::Suggested("insert ENDVAR where the variation seems to end"),
        before: "B 1 Q16\nVAR\nB 1 D4\nW 2 Q4\n", after: "B 1 Q16\nVAR\nB 1 D4\nW 2 Q4\nENDVAR\n",
    };
    UnmatchedEndvar = Row {
        name: "unmatched-endvar", family: Blocks, severity: Error,
        what: "ENDVAR without VAR",
        why: "There is no variation here to end.",
        source: "Standard 5.4 (ENDVAR)",
        remedy: Remedy::Manual("remove the line"),
        before: "B 1 Q16\nENDVAR\nW 2 D4\n", after: "B 1 Q16\nW 2 D4\n",
    };
    MisplacedVar = Row {
        name: "misplaced-var", family: Blocks, severity: Error,
        what: "VAR where there is no move for it to vary",
        why: "A variation replaces the current move, so a B or W line of the same sequence comes before it.",
        source: "Standard 5.4 (VAR)",
        remedy: Remedy::None,
        before: "VAR\nB 1 D4\nENDVAR\nB 1 Q16\n", after: "B 1 Q16\nVAR\nB 1 D4\nENDVAR\n",
    };
    EmptyVariation = Row {
        name: "empty-variation", family: Blocks, severity: Warning,
        what: "a variation with neither move nor diagram",
        why: "There is nothing to show for it; often a move was deleted or its line is misspelt.",
        source: "Standard 5.4 (VAR)",
        remedy: Remedy::Manual("remove the variation"),
        before: "B 1 Q16\nVAR\nENDVAR\nW 2 D4\n", after: "B 1 Q16\nW 2 D4\n",
    };
}
