//! The nodes of the lines of an event that a game has kept as a whole.

use super::verbatim::Checksum;

/// The nodes of an event that a game has kept as a whole, each as the number of nodes before it in the game.
pub(super) struct LineNodes {
    pub of_lines: Vec<u32>,
    pub of_moves: Vec<u32>,
    /// The size of the board.
    pub size: u8,
}

/// Returns the nodes of an event with this text; `None` if the event is not converted to a game with this checksum.
pub(super) type FindLineNodes = fn(&str, Checksum) -> Option<LineNodes>;
