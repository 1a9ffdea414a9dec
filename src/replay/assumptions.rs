//! Assumptions under which a walk plays a record that contradicts itself: moves on other points, missing moves, another
//! size.

use std::collections::{BTreeMap, BTreeSet};

use crate::board::{BoardSize, Color, Point};
use crate::record::{MoveId, MoveTarget};

/// Assumptions about an event that can't be right as it stands. A [`Walk`](super::Walk) that is given assumptions
/// plays the event as if it were written that way.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Assumptions {
    /// The size of the board, where it is not the one that the event names.
    pub size: Option<BoardSize>,
    /// The color and place of moves that are not played as they are written. [`MoveTarget::Unknown`] is somewhere
    /// else.
    pub moves: BTreeMap<MoveId, (Color, MoveTarget)>,
    /// The moves that are missing, in the order of the moves before which they belong.
    pub missing: Vec<MissingMove>,
    /// The moves on the lines of [`Event::lost`](crate::record::Event::lost), by their index there, as far as they
    /// are known.
    pub lost: BTreeMap<usize, (Color, Point)>,
    /// Moves that are played before an earlier one of their sequence, by that one.
    pub early: BTreeMap<MoveId, Vec<MoveId>>,
    /// The moves right after which a move of their sequence is missing.
    pub before_gap: BTreeSet<MoveId>,
    /// The moves before which so much is missing that nothing is known of the board.
    pub vague: BTreeSet<MoveId>,
}

/// A move that is missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MissingMove {
    /// The move before which it belongs.
    pub before: MoveId,
    /// Its number.
    pub number: u32,
    /// Who plays it.
    pub color: Color,
    /// Where it is played, if that is known.
    pub point: Option<Point>,
}

/// A move on the path whose point is not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnknownMove {
    /// A move that can't be read, or that is not played where it is written.
    Move(MoveId),
    /// The move with this index in [`Assumptions::missing`].
    Missing(usize),
    /// The unreadable line with this index in [`Event::lost`](crate::record::Event::lost), which may be a move.
    Lost(usize),
}

impl Assumptions {
    /// Returns the indices of the moves that are missing before a move.
    pub(super) fn missing_before(&self, id: MoveId) -> std::ops::Range<usize> {
        let start = self.missing.partition_point(|missing| missing.before < id);
        let end = self.missing.partition_point(|missing| missing.before <= id);
        start..end
    }

    /// Returns whether a move is played before an earlier one.
    pub(super) fn is_early(&self, id: MoveId) -> bool {
        self.early.values().any(|early| early.contains(&id))
    }
}
