//! Uncertainty of a walk: moves that are played as assumed, and moves whose points are unknown.

use super::assumptions::UnknownMove;
use super::path::{Trace, What};
use super::walk::Walk;
use crate::record::{MoveId, MoveTarget};
use ishi_board::Color;

impl Walk<'_> {
    /// The color and target of a move, as written or as assumed.
    #[inline]
    pub fn played_as(&self, id: MoveId) -> (Color, MoveTarget) {
        self.assumed.played_as(self.event, id)
    }

    /// The moves of the path whose points are unknown, the most recent first.
    pub fn unknown_moves(&self) -> Vec<UnknownMove> {
        let unknown = |trace: &Trace| match trace.what {
            What::Move(id) => match self.played_as(id).1 {
                MoveTarget::Point(point) if self.board.size().contains(point) => None,
                MoveTarget::Pass => None,
                MoveTarget::Point(_) | MoveTarget::Unknown => Some(UnknownMove::Move(id)),
            },
            What::Missing(index) => {
                Some(UnknownMove::Missing(index)).filter(|_| self.assumed.stone(trace.what).is_none())
            }
            What::Lost(index) => Some(UnknownMove::Lost(index)).filter(|_| self.assumed.stone(trace.what).is_none()),
            What::Setup(_) => None,
        };
        if !self.has_unknown() {
            return Vec::new();
        }
        self.path.iter().rev().filter_map(unknown).collect()
    }

    /// Whether the path has a move whose point is unknown.
    pub fn has_unknown(&self) -> bool {
        self.path.last().is_some_and(|trace| trace.unknown)
    }

    /// The index of the missing move with this number on the path, in the assumptions.
    pub fn missing(&self, number: u32) -> Option<usize> {
        let index = self.assumed.missing_numbered(number)?;
        self.path.iter().any(|trace| trace.what == What::Missing(index)).then_some(index)
    }

    /// Whether an unreadable move is between the current move and this place, so that the following data may belong to
    /// that move; or whether the move after the current move is missing.
    pub fn may_belong_to_another(&self) -> bool {
        let last = self.path.last().map(|trace| trace.what);
        match last {
            Some(What::Lost(_) | What::Missing(_)) => true,
            Some(What::Move(id)) => self.assumed.has_gap_after(id),
            _ => false,
        }
    }

    /// Whether a move on the path could not be played as intended, because it can't be read, is off the board, or is on
    /// an occupied point. The position then proves nothing.
    pub fn is_in_doubt(&self) -> bool {
        self.path.last().is_some_and(|trace| trace.in_doubt)
    }

    /// Whether a move of the path has no number, because its line is in error. A reference to an unknown number may be
    /// meant for this move.
    pub fn has_unnumbered(&self) -> bool {
        self.path.last().is_some_and(|trace| trace.unnumbered)
    }

    /// How many moves of the path have a number that is not higher than those before it in its sequence. References to
    /// as many numbers after the last one may be meant for these moves.
    pub fn misnumbered(&self) -> u32 {
        self.path.last().map_or(0, |trace| trace.misnumbered)
    }
}
