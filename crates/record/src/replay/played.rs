//! Results of a move, and causes of stones on the board.

use std::fmt;
use std::num::NonZeroU32;

use crate::record::MoveId;
use ishi_board::{Origin, Point, Stone};

/// The move or setup that put a stone on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// A move.
    Move(MoveId),
    /// The setup stone with this index in the stones of the event. An index beyond the list is an assumed stone.
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

/// The name of a stone in a line.
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
    /// The position before the first move.
    Start,
    /// The position after a move.
    After(MoveId),
}

/// The latest earlier positions with the same stones.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Repetitions {
    /// With the same player to move.
    pub(super) same_turn: Option<Earlier>,
    /// With any player to move.
    pub(super) any_turn: Option<Earlier>,
    /// Made by a stone of the same player.
    pub(super) own_stone: Option<Earlier>,
}

/// Result of a move.
#[derive(Clone, Copy, Debug)]
pub struct Played<'w> {
    /// The move that was played.
    pub id: MoveId,
    /// The stone on its point, which it replaces. It is not a prisoner.
    pub overwritten: Option<Stone>,
    /// The opponent's stones that it captured.
    pub captured: &'w [Stone],
    /// Its own group, if that was left without a liberty.
    pub self_captured: &'w [Stone],
    /// The previous move, if it took a ko and this move recaptures immediately. Available only when the walk visits the
    /// move.
    pub ko: Option<MoveId>,
    /// The latest earlier position with the same stones and the same player to move; `None` for a pass. Available only
    /// when the walk visits the move.
    pub repeats: Option<Earlier>,
    /// The latest earlier position with the same stones and any player to move. Available only when the walk visits the
    /// move.
    pub returns: Option<Earlier>,
    /// The latest earlier position with the same stones that was made by a stone of the same player, not by a pass.
    /// Available only when the walk visits the move.
    pub replays: Option<Earlier>,
    /// Whether an earlier move could not be played as intended, so that the position is in doubt.
    pub in_doubt: bool,
    /// Whether the overwritten stone may be on the board only because of an earlier mistake: its group had at most one
    /// liberty.
    pub is_echo: bool,
}
