//! The numbers of moves.

use super::Family::Numbers;
use super::{Code, Remedy, Row, rows};
use crate::check::Severity::{Error, Hint, Off, Warning};

rows! {
    DuplicateMove = Row {
        name: "duplicate-move", family: Numbers, severity: Error,
        what: "a move number that this sequence has already used",
        why: "Within a sequence each number names one move. A variation is a sequence of its own. Where the numbers \
              start again and run on, only the first of them is reported.",
        source: "Standard 6",
        remedy: Remedy::Suggested("renumber from here"),
        before: "B 1 Q16\nW 1 D4\n", after: "B 1 Q16\nW 2 D4\n",
    };
    OutOfSequence = Row {
        name: "out-of-sequence", family: Numbers, severity: Warning,
        what: "a move number lower than the one before it",
        why: "Moves are numbered in the order they are played. Where a move stands after the one that follows it, \
              its lines belong before that one.",
        source: "Standard 6",
        remedy: Remedy::Suggested("put the move where its number belongs, or renumber from here"),
        before: "B 12 Q16\nW 11 D4\n", after: "B 12 Q16\nW 13 D4\n",
    };
    MissingMove = Row {
        name: "missing-move", family: Numbers, severity: Warning,
        what: "a gap in the move numbers of a sequence",
        why: "Probably a move was forgotten. A player who played elsewhere is recorded with PASS. A number that \
              comes later in the sequence is not missing but out of sequence.",
        source: "Standard 6",
        remedy: Remedy::Suggested("renumber from here, or insert PASS for what is missing"),
        before: "B 1 Q16\nB 3 D4\n", after: "B 1 Q16\nW 2 PASS\nB 3 D4\n",
    };
    VariationNumber = Row {
        name: "variation-number", family: Numbers, severity: Hint,
        what: "a variation that begins with another number than the move it replaces",
        why: "The first move of a variation replaces the move that the variation belongs to. Some programs count \
              each variation from 1; that is legal, but #n then means different moves at different places.",
        source: "Standard 4.3, 5.4 (MARK)",
        remedy: Remedy::None,
        before: "B 7 Q16\nVAR\nB 1 D4\nENDVAR\n", after: "B 7 Q16\nVAR\nB 7 D4\nENDVAR\n",
    };
    SameColorTwice = Row {
        name: "same-color-twice", family: Numbers, severity: Off,
        what: "two moves in a row by one color",
        why: "The Standard allows it, and diagrams of corner sequences use it. Switch this on for records of whole \
              games.",
        source: "Standard 3",
        remedy: Remedy::None,
        before: "B 1 Q16\nB 2 D4\n", after: "B 1 Q16\nW 2 D4\n",
    };
}
