//! An index of earlier board states, for finding repetitions.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use ishi_board::Color;

/// The stones and the player to move, as a hash: the hash of the stones, inverted if White moved last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct BoardState(u64);

impl BoardState {
    /// The position after a move of this color, from the hash of its stones.
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
    /// An empty index with room for `count` positions.
    pub(super) fn with_room_for(count: usize) -> Self {
        Self(HashMap::with_capacity_and_hasher(count, BuildHasherDefault::default()))
    }

    /// The latest place with a position.
    pub(super) fn last(&self, position: BoardState) -> Option<u32> {
        self.0.get(&position).copied()
    }

    /// Notes a position of the path, and returns the earlier place with the same position.
    pub(super) fn enter(&mut self, position: BoardState, place: u32) -> Option<u32> {
        self.0.insert(position, place)
    }

    /// Removes a position when the path goes back; `before` is the earlier place with the same position.
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
