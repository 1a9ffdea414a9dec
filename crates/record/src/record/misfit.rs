//! Lines in the wrong place in an event.

use crate::syntax::Keyword;

/// A line in a place where the Standard does not allow it. All numbers are lines of the event.
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
    /// Data of a move after its variations: its first line, one past its last line, and the VAR line before which it
    /// belongs.
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

/// The reason why bare locations are not read as the next moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotMoves {
    /// The locations may continue the list of the previous line, which has this keyword.
    List(Keyword),
    /// A following move of the sequence or of a variation has this number, and the numbers of the bare locations would
    /// not all be lower.
    Taken(u32),
    /// The previous move has no number, or the largest number.
    Uncounted,
}
