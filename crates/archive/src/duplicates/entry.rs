//! Copies of a game, as JSON objects.

use serde::Serialize;

use super::{ComparedMove, Difference, Duplicates};
use crate::main_line::Target;
use ishi_board::Point;

/// Copies of a game. The keys are stable.
#[derive(Clone, Debug, Serialize)]
pub struct CopiesEntry<'g> {
    kind: &'static str,
    games: Vec<GamePlace<'g>>,
    /// The symmetry that turns the games after the first into the first.
    symmetry: &'static str,
    swapped: bool,
    differences: Vec<DifferenceEntry>,
}

/// The place of a game.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct GamePlace<'g> {
    /// The name of the file.
    pub file: &'g str,
    /// The number of the game in its file, from 1.
    pub event: usize,
    /// The line of the file on which it begins, from 1.
    pub line: usize,
}

/// A difference of two games. Each array has the value of the first game and that of the second.
#[derive(Clone, Debug, Serialize)]
struct DifferenceEntry {
    /// The numbers of the moves, from 1.
    r#move: [Option<usize>; 2],
    /// The locations on the board of the first game.
    location: [Option<String>; 2],
    /// The game that is right, from 1.
    right: Option<usize>,
}

impl<'g> CopiesEntry<'g> {
    /// Creates the entry of some copies. `place` returns the place of a game by its index among the compared games.
    pub fn new(copies: &Duplicates, place: impl Fn(usize) -> GamePlace<'g>) -> Self {
        Self {
            kind: copies.kind.name(),
            games: copies.games.iter().map(|&game| place(game)).collect(),
            symmetry: copies.orientation.symmetry.name(),
            swapped: copies.orientation.swapped,
            differences: copies.differences.iter().map(DifferenceEntry::new).collect(),
        }
    }
}

impl DifferenceEntry {
    fn new(difference: &Difference) -> Self {
        Self {
            r#move: difference.moves.map(|played| played.map(|played| played.number)),
            location: difference.moves.map(|played| played?.location()),
            right: difference.right.map(|game| game + 1),
        }
    }
}

impl ComparedMove {
    /// The location, or `pass`; `None` if it is unknown. On a board of more than 19 lines it is the column and the row,
    /// such as `20-3`.
    pub fn location(self) -> Option<String> {
        match self.target {
            Target::Point((column, row)) => Some(
                Point::new(column, row)
                    .map_or_else(|| format!("{}-{}", column + 1, row + 1), |point| point.to_string()),
            ),
            Target::Pass => Some("pass".to_owned()),
            Target::Unknown => None,
        }
    }
}
