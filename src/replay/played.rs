//! Results of a move, and causes of stones on the board.

use std::fmt;
use std::num::NonZeroU32;

use crate::board::{Origin, Point, Stone};
use crate::record::MoveId;

/// The move or setup that put a stone on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// A move.
    Move(MoveId),
    /// The setup stone with this index in the stones of the event. One that the event does not have is a stone that
    /// is assumed.
    Setup(u32),
}

impl Cause {
    const SETUP: u32 = 1 << 31;
    pub(super) const ASSUMED: Self = Self::Setup(!Self::SETUP);

    /// Returns the cause of a stone on the board of a walk.
    pub fn of(stone: Stone) -> Self {
        let Origin(number) = stone.origin;
        if number & Self::SETUP == 0 { Self::Move(MoveId(number)) } else { Self::Setup(number & !Self::SETUP) }
    }

    /// The number that a board keeps for it.
    pub(super) fn origin(self) -> Origin {
        match self {
            Self::Move(MoveId(number)) => Origin(number),
            Self::Setup(number) => Origin(number | Self::SETUP),
        }
    }
}

/// How a line names a stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoneName {
    /// By the number of its move.
    Number(NonZeroU32),
    /// By its location.
    Point(Point),
}

impl fmt::Display for StoneName {
    /// As the Standard writes it: `#45` or `C13`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => write!(f, "#{number}"),
            Self::Point(point) => write!(f, "{point}"),
        }
    }
}

/// A position that came before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Earlier {
    /// That before the first move.
    Start,
    /// The one that a move has left.
    After(MoveId),
}

/// The latest earlier positions with the same stones.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Repetitions {
    /// With the same player to move.
    pub(super) same_turn: Option<Earlier>,
    /// With any player to move.
    pub(super) any_turn: Option<Earlier>,
    /// Left by a stone of the same player.
    pub(super) own_stone: Option<Earlier>,
}

/// Result of a move.
#[derive(Clone, Copy, Debug)]
pub struct Played<'w> {
    /// The move.
    pub id: MoveId,
    /// The stone on which it was played, which is not a prisoner.
    pub overwritten: Option<Stone>,
    /// The opponent's stones that it captured.
    pub captured: &'w [Stone],
    /// Its own group, if that was left without a liberty.
    pub self_captured: &'w [Stone],
    /// The move that has taken in a ko just before, if this one retakes at once. Known only when the walk comes to
    /// the move.
    pub ko: Option<MoveId>,
    /// The latest earlier position that is the same, with the same player to move; `None` for a pass. Known only when
    /// the walk comes to the move.
    pub repeats: Option<Earlier>,
    /// The latest earlier position with the same stones and any player to move. Known only when the walk comes to the
    /// move.
    pub returns: Option<Earlier>,
    /// The latest earlier position with the same stones that a stone of the same player has left, and no pass. Known
    /// only when the walk comes to the move.
    pub replays: Option<Earlier>,
    /// Whether something before it could not be played as it was meant, so that the position is in doubt.
    pub in_doubt: bool,
    /// Whether the overwritten stone is there perhaps only because of that: its group had at most one liberty.
    pub is_echo: bool,
}
