//! The path of a walk: the steps from the start of the event to the current place.

use std::ops::{Deref, DerefMut};

use super::positions::BoardState;
use crate::record::{MoveId, SequenceId};

/// The steps from the start of an event to a place in it.
#[derive(Debug)]
pub(super) struct Path(Vec<Trace>);

impl Path {
    /// Returns an empty path that takes this many steps, or the first of very many, before it has to be moved.
    pub(super) fn with_room_for(steps: usize) -> Self {
        Self(Vec::with_capacity(steps.min(1000)))
    }
}

impl Clone for Path {
    /// Returns a copy with as much room, since a walk is copied to go on.
    fn clone(&self) -> Self {
        let mut copy = Vec::with_capacity(self.0.capacity());
        copy.extend_from_slice(&self.0);
        Self(copy)
    }
}

impl Deref for Path {
    type Target = Vec<Trace>;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl DerefMut for Path {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.0
    }
}

/// A step on the path.
#[derive(Clone, Copy, Debug)]
pub(super) struct Trace {
    pub(super) what: What,
    /// How many steps the board had before it.
    pub(super) steps: usize,
    /// The hash of the stones after it.
    pub(super) hash: u64,
    /// The earlier place on the path with the same position, if the positions of the path are known.
    pub(super) same_position: Option<u32>,
    /// The position before the first move of the path; `None` before the first move.
    pub(super) start: Option<BoardState>,
    /// How many of the opponent's stones it captured.
    pub(super) captured: u32,
    /// The move that had its number before on the path.
    pub(super) same_number: Option<MoveId>,
    /// Whether the position after it is in doubt.
    pub(super) in_doubt: bool,
    /// Whether it or a move before it has no number.
    pub(super) unnumbered: bool,
    /// Whether the point of it or of an earlier move is unknown.
    pub(super) unknown: bool,
    /// How many moves up to it have a number that is not higher than those before it in its sequence.
    pub(super) misnumbered: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum What {
    Move(MoveId),
    /// A datum of setup.
    Setup(usize),
    /// A line that may be a move and could not be read, by its index in the event.
    Lost(usize),
    /// A move that is missing, by its index in the assumptions.
    Missing(usize),
}

impl What {
    /// The move, if it is one.
    pub(super) fn r#move(self) -> Option<MoveId> {
        match self {
            Self::Move(id) => Some(id),
            Self::Setup(_) | Self::Lost(_) | Self::Missing(_) => None,
        }
    }
}

/// A variation that has begun.
#[derive(Clone, Debug)]
pub(super) struct VariationFrame {
    pub(super) sequence: SequenceId,
    pub(super) end: Option<u32>,
    /// The length of the path at its beginning.
    pub(super) base: usize,
    /// The number of steps that were undone for the variations around it.
    pub(super) undone: usize,
}
