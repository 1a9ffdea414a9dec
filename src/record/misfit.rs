//! Lines in the wrong place in an event.

use crate::syntax::Keyword;

/// A line that stands where the Standard does not have it. All numbers are lines of the event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Misfit {
    /// A VAR with no current move.
    Var(u32),
    /// A VAR without ENDVAR, and the line before which it seems to end.
    UnclosedVar(u32, u32),
    /// An ENDVAR without VAR.
    Endvar(u32),
    /// A variation with neither move nor diagram: its VAR and ENDVAR lines.
    EmptyVariation(u32, u32),
    /// A header after the beginning of the tree.
    Header(u32),
    /// A SETUP after the beginning of the tree, outside a diagram.
    Setup(u32),
    /// A BOARDSIZE after the beginning of the tree.
    BoardSize(u32),
    /// A HIDE outside a diagram.
    Hide(u32),
    /// A PRISONER with no current move.
    Prisoner(u32),
    /// Data of a move after its variations: first line, one past the last, and the VAR line to move it before.
    AfterVariation(u32, u32, u32),
    /// A REMARK with nothing after it to belong to.
    Dangling(u32),
    /// A REMARK between the lines of a setup, and the first of these lines.
    RemarkInSetup(u32, u32),
    /// A line of bare locations that are not read as moves, and why.
    Bare(u32, NotMoves),
    /// Data between the lines of a setup: first line, one past the last, and the last line of the setup.
    DataInSetup(u32, u32, u32),
}

/// Why bare locations are not read as the next moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotMoves {
    /// They may continue the list of the line before, which has this keyword.
    List(Keyword),
    /// A move with this number follows, in their sequence or in a variation, and theirs are not before it.
    Taken(u32),
    /// The move before has no number, or the largest.
    Uncounted,
}
