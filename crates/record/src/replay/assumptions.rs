//! Assumptions under which a walk plays a record that contradicts itself: moves on other points, missing moves, another
//! size.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::path::What;
use super::played::Cause;
use crate::record::{Event, MoveId, MoveTarget};
use ishi_board::{BoardSize, Color, Point, Stone};

/// Assumptions about an event that contradicts itself. A [`Walk`](super::Walk) with assumptions plays the event as if
/// it were written according to them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Assumptions {
    /// The size of the board, if it differs from that of the event.
    pub size: Option<BoardSize>,
    /// The color and place of moves that are not played as they are written. [`MoveTarget::Unknown`] means an unknown
    /// other place.
    pub moves: BTreeMap<MoveId, (Color, MoveTarget)>,
    /// The moves that are missing, in the order of the moves before which they belong.
    pub missing: Vec<MissingMove>,
    /// The known moves on the lines of [`Event::lost`](crate::record::Event::lost), by their index there.
    pub lost: BTreeMap<usize, (Color, Point)>,
    /// Moves that are played before an earlier move of their sequence, by that earlier move.
    pub early: BTreeMap<MoveId, Vec<MoveId>>,
    /// The moves right after which a move of their sequence is missing.
    pub before_gap: BTreeSet<MoveId>,
    /// The moves before which so much is missing that the position is unknown.
    pub vague: BTreeSet<MoveId>,
}

/// A move that is missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MissingMove {
    /// The move before which it belongs.
    pub before: MoveId,
    /// The number that the move has if the numbers go on.
    pub number: u32,
    /// The player of the move; players alternate.
    pub color: Color,
    /// The point of the move, if it is known.
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

/// The effect of assumptions on a walk. Without assumptions, the event is played as it is written.
#[derive(Clone, Copy, Debug)]
pub(super) struct Assumed<'e> {
    assumptions: Option<&'e Assumptions>,
    /// The first and the last of [`Assumptions::moves`]: nearly all moves are outside, and need no search.
    moved: Option<(MoveId, MoveId)>,
}

impl<'e> Assumed<'e> {
    pub(super) const NOTHING: Self = Self { assumptions: None, moved: None };

    /// The difference that these assumptions make.
    pub(super) fn of(assumptions: &'e Assumptions) -> Self {
        let moves = &assumptions.moves;
        let moved = moves.first_key_value().zip(moves.last_key_value()).map(|((&first, _), (&last, _))| (first, last));
        Self { assumptions: Some(assumptions), moved }
    }

    /// Returns who plays a move and where.
    #[inline]
    pub(super) fn played_as(self, event: &Event, id: MoveId) -> (Color, MoveTarget) {
        let written = &event[id];
        let is_among = self.moved.is_some_and(|(first, last)| first <= id && id <= last);
        let assumed = self.assumptions.filter(|_| is_among).and_then(|assumed| assumed.moves.get(&id));
        assumed.copied().unwrap_or((written.color, written.place))
    }

    /// Returns the indices of the moves that are missing before a move.
    pub(super) fn missing_before(self, id: MoveId) -> Range<usize> {
        let missing = self.missing();
        let start = missing.partition_point(|missing| missing.before < id);
        let end = missing.partition_point(|missing| missing.before <= id);
        start..end
    }

    /// Returns whether a move is played before an earlier one.
    pub(super) fn is_early(self, id: MoveId) -> bool {
        self.assumptions
            .is_some_and(|assumed| !assumed.early.is_empty() && assumed.early.values().any(|early| early.contains(&id)))
    }

    /// Returns the later moves that are played before a move.
    pub(super) fn played_before(self, id: MoveId) -> &'e [MoveId] {
        self.assumptions.and_then(|assumed| assumed.early.get(&id)).map_or(&[], Vec::as_slice)
    }

    /// Returns the index of the last missing move with a number.
    pub(super) fn missing_numbered(self, number: u32) -> Option<usize> {
        self.missing().iter().rposition(|missing| missing.number == number)
    }

    /// Returns the number of the last missing move that is played on a point.
    pub(super) fn number_on(self, point: Point) -> Option<u32> {
        self.missing().iter().rev().find(|missing| missing.point == Some(point)).map(|missing| missing.number)
    }

    /// Returns whether the move right after a move is missing.
    pub(super) fn has_gap_after(self, id: MoveId) -> bool {
        self.assumptions.is_some_and(|assumed| assumed.before_gap.contains(&id))
    }

    /// Returns the stone of a move that the event does not have.
    pub(super) fn stone(self, what: What) -> Option<Stone> {
        let (color, point) = match what {
            What::Missing(index) => {
                let missing = self.missing().get(index)?;
                (missing.color, missing.point?)
            }
            What::Lost(index) => *self.assumptions?.lost.get(&index)?,
            What::Move(_) | What::Setup(_) => return None,
        };
        Some(Stone { point, color, origin: Cause::ASSUMED.origin() })
    }

    /// Returns the stone with which a step is played; `None` for a pass and for an unknown point.
    pub(super) fn stone_of(self, event: &Event, what: What) -> Option<Stone> {
        match what {
            What::Move(id) => match self.played_as(event, id) {
                (color, MoveTarget::Point(point)) => Some(Stone { point, color, origin: Cause::Move(id).origin() }),
                _ => None,
            },
            _ => self.stone(what),
        }
    }

    /// Returns whether the position after a step is in doubt, given whether it was in doubt `before` the step and
    /// whether it is `as_written`. With assumptions, the unknown moves are known, so only moves before which too much
    /// is missing put the position in doubt.
    pub(super) fn doubt_after(self, what: What, before: bool, as_written: bool) -> bool {
        let Some(assumed) = self.assumptions else { return as_written };
        match what {
            What::Setup(_) => as_written,
            What::Move(id) => before || assumed.vague.contains(&id),
            What::Lost(_) | What::Missing(_) => before,
        }
    }

    fn missing(self) -> &'e [MissingMove] {
        self.assumptions.map_or(&[], |assumed| &assumed.missing)
    }
}
