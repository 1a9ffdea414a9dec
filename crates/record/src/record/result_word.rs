//! The meanings that words have in a RESULT.

/// The meaning of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    Black,
    White,
    Wins,
    Loses,
    /// A verb: the player resigned.
    Resigns,
    /// A verb: the player forfeited the game.
    Forfeits,
    /// A verb for a player who forfeited the game, or the noun for a game that was won in this way.
    Withdraws,
    /// A verb that means to resign with [`Up`](Self::Up) after it.
    Gives,
    /// The second part of a verb, or a word after which the manner of winning follows.
    Up,
    /// A word after which the manner of winning follows.
    By,
    /// A word after which the number of a move follows.
    MoveWord,
    /// A noun for the way in which a game was won or lost.
    How(Ending),
    Draw,
    Void,
    /// The result is not known.
    Unknown,
    /// The game is not over.
    Unfinished,
    /// The reason why a game has no result.
    Reason,
    /// Moves, after their number.
    Moves,
    /// Nothing by itself.
    Particle,
}

/// A way in which a game ends, other than by points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    Resignation,
    Time,
    Forfeit,
}
