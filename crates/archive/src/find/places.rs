//! The places of a game where a pattern was found.

use ishi_board::{Color, Point, Symmetry};
use ishi_record::record::{MoveTarget, Owner};

/// A place of a game where a pattern was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The index of the part of the game.
    pub part: usize,
    /// The move, or the item with setup, after which the pattern is on the board.
    pub owner: Owner,
    /// The number of the last move; 0 before the first move.
    pub number: u32,
    /// The number of the variation, from 1 in the order of its event; `None` on the main line.
    pub variation: Option<u32>,
    /// The symmetry that turns the pattern into its orientation in the game.
    pub orientation: Symmetry,
    /// Whether the pattern was found with the colors exchanged.
    pub swapped: bool,
    /// The lower left and the upper right corner of the points of the game that the pattern covers.
    pub region: (Point, Point),
    /// The next moves in the pattern, the move of the same line of play first. There are several only if variations are
    /// searched.
    pub next: Vec<Next>,
}

/// The next move in a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Next {
    /// The location of the move in the pattern.
    pub location: MoveTarget,
    /// The player, in the colors of the pattern.
    pub color: Color,
    /// The location of the move in the game.
    pub played: MoveTarget,
    /// The number of moves that are played elsewhere before this move.
    pub elsewhere: u32,
    /// The uppermost, and then the rightmost, of the locations that a symmetry of the pattern exchanges with
    /// `location`.
    pub row: MoveTarget,
    /// Whether the colors are exchanged in the placement in which the move is at `row`.
    pub row_swapped: bool,
}
