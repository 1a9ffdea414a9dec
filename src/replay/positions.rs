//! An index of earlier board states, for finding repetitions.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use crate::board::Color;

/// The stones and whose turn it is: the hash of the stones, or that turned over where White has moved last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct BoardState(u64);

impl BoardState {
    /// The position that a move of this color has left, by the hash of its stones.
    pub(super) fn after(color: Color, hash: u64) -> Self {
        match color {
            Color::Black => Self(hash),
            Color::White => Self(!hash),
        }
    }

    /// Returns the state with these stones and the other player to move.
    pub(super) fn with_other_turn(self) -> Self {
        Self(!self.0)
    }
}

/// The latest place of each position on a path.
#[derive(Clone, Debug)]
pub(super) struct Positions(HashMap<BoardState, u32, BuildHasherDefault<AsItIs>>);

impl Positions {
    /// None, with room for some.
    pub(super) fn with_room_for(count: usize) -> Self {
        Self(HashMap::with_capacity_and_hasher(count, BuildHasherDefault::default()))
    }

    /// The latest place with a position.
    pub(super) fn last(&self, position: BoardState) -> Option<u32> {
        self.0.get(&position).copied()
    }

    /// The path has come to a position. Gives the place before that has the same one.
    pub(super) fn enter(&mut self, position: BoardState, place: u32) -> Option<u32> {
        self.0.insert(position, place)
    }

    /// The path goes back from a position, which it had `before` too, at a place that it has not left.
    pub(super) fn leave(&mut self, position: BoardState, before: Option<u32>) {
        match before {
            Some(before) => self.0.insert(position, before),
            None => self.0.remove(&position),
        };
    }
}

/// A hasher for keys that are hashes already: returns the key.
#[derive(Debug, Default)]
struct AsItIs(u64);

impl Hasher for AsItIs {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(self.0.rotate_left(8) ^ u64::from(byte));
        }
    }

    fn write_u64(&mut self, hash: u64) {
        self.0 = hash;
    }

    fn finish(&self) -> u64 {
        self.0
    }
}
