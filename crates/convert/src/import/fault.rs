//! Faults in an imported text.

use std::fmt;

use ishi_text::Span;

/// A place that can't be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ImportFault {
    /// The kind of the fault.
    pub kind: ImportFaultKind,
    /// Where, counted from the start of the text.
    pub span: Span,
}

/// The kind of a fault in an imported game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImportFaultKind {
    /// A line of an unknown kind.
    UnknownLine,
    /// A header whose value has another form than in known files.
    InvalidHeader,
    /// A size that no board has.
    InvalidSize,
    /// A move in another form, or not on the board.
    InvalidMove,
    /// A handicap for which it is not known where the stones are.
    InvalidHandicap,
    /// Names of players without their colors.
    UnknownColors,
    /// The file has fewer moves than it says, or no end.
    Unfinished,
    /// There are no moves.
    NoMoves,
    /// A file has one game, and this is another one.
    AnotherGame,
    /// The file can be read only by the program that wrote it.
    Encrypted,
    /// A diagram without a row of the board.
    NoRows,
    /// A sign that no diagram has.
    UnknownSign,
    /// A digit that is in the diagram already.
    RepeatedNumber,
    /// An arrow or a line in another form, or not on the board.
    InvalidArrow,
}

impl fmt::Display for ImportFaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::UnknownLine => "line of an unknown kind",
            Self::InvalidHeader => "the value of this header can't be read",
            Self::InvalidSize => "this is not the size of a board",
            Self::InvalidMove => "this move can't be read, or is not on the board",
            Self::InvalidHandicap => "it is not known where the stones of this handicap are",
            Self::UnknownColors => "the file does not say who has Black",
            Self::Unfinished => "the file ends before the game does",
            Self::NoMoves => "the game has no moves",
            Self::AnotherGame => "another game, which is not read",
            Self::Encrypted => "the file is encrypted",
            Self::NoRows => "the diagram has no rows",
            Self::UnknownSign => "unknown sign in a diagram",
            Self::RepeatedNumber => "this move number is used twice in the diagram",
            Self::InvalidArrow => "this arrow or line can't be read, or is not on the board",
        })
    }
}
