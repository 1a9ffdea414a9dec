//! A game as it is kept in an index.

use super::bytes::Writer;
use super::{lines, play};
use crate::duplicates::annotations;
use crate::find::Presence;
use crate::{Game, GameInfo};

/// A game of a file, or the reason why it can't be read.
#[derive(Clone, Debug, PartialEq)]
pub struct GameEntry {
    /// The number of the game in its file, from 1.
    pub event: usize,
    /// The line of the file on which it begins, from 1.
    pub line: usize,
    /// The data of the game, or the reason why it can't be read.
    pub game: Result<IndexedGame, Unreadable>,
}

/// The reason why a game can't be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreadable {
    /// The reason, as a message for the user.
    pub reason: String,
    /// Whether the file can't be read, and not only this game.
    pub is_file: bool,
}

/// The data of a game that a search and a comparison need.
#[derive(Clone, Debug, PartialEq)]
pub struct IndexedGame {
    pub(super) summary: Summary,
    pub(super) moves: Vec<u8>,
    pub(super) lines: Vec<u8>,
    /// The hashes of the comments and variations of the game.
    pub(super) annotations: Vec<u8>,
}

/// The facts about a game by which it is selected.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    /// The headers of the game.
    pub info: GameInfo,
    /// The number of moves on the main line.
    pub moves: usize,
    pub(super) presence: Presence,
}

impl GameEntry {
    /// Creates the entry of a game.
    pub fn of(game: &Game<'_>) -> Self {
        let presence = Presence::of(game.parts().iter().map(|part| &part.reading.event));
        let summary = Summary { info: game.info.clone(), moves: game.move_count(), presence };
        let mut hashes = Writer::default();
        for hash in annotations(game) {
            hashes.u64(hash);
        }
        let indexed =
            IndexedGame { summary, moves: play::write(game), lines: lines::write(game), annotations: hashes.0 };
        Self { event: game.event, line: game.line, game: Ok(indexed) }
    }
}
