//! The query of a search: a pattern, and the conditions under which it is found.

use std::ops::RangeInclusive;

use super::pattern::{Allowed, InvalidPattern, Pattern};
use ishi_board::{Color, Point};

/// A pattern, and the conditions under which it is found.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a condition of its own")]
pub struct Query {
    /// The stones and empty points that are searched for.
    pub pattern: Pattern,
    /// Whether the pattern is also found rotated and mirrored.
    pub symmetry: bool,
    /// Whether the pattern is also found with the colors exchanged, those of `to_play` and `then` included.
    pub color_swap: bool,
    /// The numbers of the moves after which the pattern is found; 0 is the position before the first move.
    pub moves: RangeInclusive<u32>,
    /// The player to move, if it matters.
    pub to_play: Option<Color>,
    /// The moves that are played in the pattern next, one after the other, by the locations of the pattern.
    pub then: Vec<(Color, Point)>,
    /// Whether variations are searched, too.
    pub variations: bool,
    /// Whether every place of a game is found, and not only the first.
    pub all: bool,
}

impl Query {
    /// Returns the query for the first place of a pattern on the main line of each game, without other conditions.
    pub fn of(pattern: Pattern) -> Self {
        Self {
            pattern,
            symmetry: true,
            color_swap: true,
            moves: 0..=u32::MAX,
            to_play: None,
            then: Vec::new(),
            variations: false,
            all: false,
        }
    }

    /// Checks that the pattern has a point that matters, and that the moves of `then` are in the pattern.
    pub(super) fn check(&self) -> Result<(), InvalidPattern> {
        let pattern = &self.pattern;
        if pattern.cells.iter().all(|&cell| cell == Allowed::ANY) {
            let reason = "the pattern has only points that do not matter, and would be found in every game";
            return Err(InvalidPattern(reason.to_owned()));
        }
        for (index, &(color, point)) in self.then.iter().enumerate() {
            let Some(inner) = pattern.inner(point) else {
                let reason = format!("the move at {point} is not in the pattern, which has {}", pattern.extent());
                return Err(InvalidPattern(reason));
            };
            if index == 0 && !pattern.cell(inner).permits(Allowed::EMPTY) {
                let reason = format!("{color} can't play {point} next: the pattern has a stone there");
                return Err(InvalidPattern(reason));
            }
        }
        Ok(())
    }
}
