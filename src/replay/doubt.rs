//! Uncertainty of a walk: moves that are played as assumed, and moves whose points are unknown.

use super::assumptions::UnknownMove;
use super::path::{Trace, What};
use super::walk::Walk;
use crate::board::Color;
use crate::record::{MoveId, MoveTarget};

impl Walk<'_> {
    /// Who plays a move and where: as it is written, or as it is assumed.
    #[inline]
    pub fn played_as(&self, id: MoveId) -> (Color, MoveTarget) {
        self.assumed.played_as(self.event, id)
    }

    /// The moves of the path of which it is not known where they were played, the most recent first.
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

    /// Whether it is not known of some move of the path where it was played.
    pub fn has_unknown(&self) -> bool {
        self.path.last().is_some_and(|trace| trace.unknown)
    }

    /// The index of the missing move with this number on the path, in the assumptions.
    pub fn missing(&self, number: u32) -> Option<usize> {
        let index = self.assumed.missing_numbered(number)?;
        self.path.iter().any(|trace| trace.what == What::Missing(index)).then_some(index)
    }

    /// Whether a move that could not be read stands between the current move and this place, so that what follows may
    /// belong to that one; or whether the move after the current one is missing.
    pub fn may_belong_to_another(&self) -> bool {
        let last = self.path.last().map(|trace| trace.what);
        match last {
            Some(What::Lost(_) | What::Missing(_)) => true,
            Some(What::Move(id)) => self.assumed.has_gap_after(id),
            _ => false,
        }
    }

    /// Whether something on the path could not be played as it was meant: a move that can't be read, lies off the
    /// board or is played on a stone. What the board seems to show is then no proof of anything.
    pub fn is_in_doubt(&self) -> bool {
        self.path.last().is_some_and(|trace| trace.in_doubt)
    }

    /// Whether a move of the path has no number, because its line is in error. A number that no move has may be meant
    /// for it.
    pub fn has_unnumbered(&self) -> bool {
        self.path.last().is_some_and(|trace| trace.unnumbered)
    }

    /// How many moves of the path have a number that is not above those before it in its sequence. As many numbers
    /// after the last one are those of moves that are there.
    pub fn misnumbered(&self) -> u32 {
        self.path.last().map_or(0, |trace| trace.misnumbered)
    }
}
