//! What `#n` and locations refer to.

use super::Family::References;
use super::{Code, Remedy, Row, rows};
use crate::check::Severity::{Hint, Warning};

rows! {
    UnknownMove = Row {
        name: "unknown-move", family: References, severity: Warning,
        what: "a #n that no move before it has",
        why: "A number means the most recent move with it on the way to this place: in a variation first its own \
              moves, then those of the line that it leaves. A mark on a number that no such move has shows nothing. \
              Of a range the part is named that exists nowhere.",
        source: "Standard 5.4 (MARK, UNMARK, HIDE)",
        remedy: Remedy::None,
        before: "B 1 Q16\nMARK #2\n", after: "B 1 Q16\nMARK #1\n",
    };
    NoStone = Row {
        name: "no-stone", family: References, severity: Warning,
        what: "a location or number whose stone does not stand there",
        why: "MARK with a location alone shows the number of the stone on it, and HIDE takes a stone from display; \
              where there is none, they do nothing. A label or sign, such as \\t@Q4, may well be put on an empty \
              point.",
        source: "Standard 5.4 (MARK, HIDE)",
        remedy: Remedy::None,
        before: "B 1 Q16\nMARK Q4\n", after: "B 1 Q16\nMARK Q16\n",
    };
    IdleUnmark = Row {
        name: "idle-unmark", family: References, severity: Hint,
        what: "an UNMARK that removes nothing",
        why: "UNMARK removes marks that earlier lines have given to the same move, diagram or event, and marks are \
              shown for that one only, so nothing is left over from elsewhere.",
        source: "Standard 5.4 (MARK, UNMARK)",
        remedy: Remedy::Manual("remove it"),
        before: "B 1 Q16\nW 2 D4\nMARK #1\nUNMARK #2\n", after: "B 1 Q16\nW 2 D4\nMARK #1\n",
    };
}
