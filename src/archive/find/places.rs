//! The places of a game where a pattern was found.

use crate::board::{Color, Point, Symmetry};
use crate::record::{MoveTarget, Owner};

/// A place of a game where a pattern was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The index of the part of the game.
    pub part: usize,
    /// The move, or the item with setup, that left the position.
    pub owner: Owner,
    /// The number of this move; 0 before the first one.
    pub number: u32,
    /// The number of the variation, in the order of its event; none on the main line.
    pub variation: Option<u32>,
    /// How the pattern is turned to lie in the game.
    pub orientation: Symmetry,
    /// Whether the colors are exchanged.
    pub swapped: bool,
    /// The lower left and the upper right corner of the points of the game that the pattern covers.
    pub region: (Point, Point),
    /// The moves that follow in the pattern, that of the line itself first. There are several only where variations
    /// are searched.
    pub next: Vec<Next>,
}

/// The next move in a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Next {
    /// Where it is played in the pattern, by the locations of the pattern.
    pub location: MoveTarget,
    /// Who plays it, in the colors of the pattern.
    pub color: Color,
    /// Where it is played in the game.
    pub played: MoveTarget,
    /// How many moves are played elsewhere before it.
    pub elsewhere: u32,
    /// Of the locations that a symmetry of the pattern exchanges with this one, the uppermost and then the rightmost.
    pub row: MoveTarget,
    /// Whether the colors of the game are exchanged where the move is seen at that location.
    pub row_swapped: bool,
}
