//! Places that were found, as JSON objects.

use serde::Serialize;

use super::places::{Next, Place};
use super::search::Search;
use crate::game::Game;
use crate::{GameHeaders, GameInfo};
use ishi_board::Point;

/// A place that was found, or a game that can't be read. The keys are stable.
#[derive(Clone, Debug, Serialize)]
pub struct Entry {
    /// The name of the file.
    pub file: String,
    /// The number of the game in its file, from 1.
    pub event: usize,
    /// The line of the file, from 1.
    pub line: usize,
    /// The place, or the reason why the game can't be read.
    #[serde(flatten)]
    pub answer: Answer,
}

/// The result for a game.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum Answer {
    /// A place.
    Place(Box<FoundPlace>),
    /// The game can't be read.
    Unread {
        /// Why the game can't be read, in words for the user.
        parse_error: String,
    },
}

/// A place, with the headers of its game.
#[derive(Clone, Debug, Serialize)]
pub struct FoundPlace {
    /// The number of the move that left the position; 0 before the first.
    pub r#move: u32,
    /// The number of the variation, if the place is in one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub variation: Option<u32>,
    /// The symmetry that turns the pattern into its orientation in the game.
    pub symmetry: &'static str,
    /// Whether the pattern was found with the colors exchanged.
    pub swapped: bool,
    /// Two opposite corners of the pattern, as locations of the game.
    pub region: [String; 2],
    /// The next move in the pattern.
    pub next: Option<NextMove>,
    /// The headers of the game.
    #[serde(flatten)]
    pub headers: GameHeaders,
}

/// The next move in the pattern.
#[derive(Clone, Debug, Serialize)]
pub struct NextMove {
    /// The player, in the colors of the pattern.
    pub color: char,
    /// The location of the move in the pattern.
    pub location: Option<String>,
    /// The location of the move in the game.
    pub played: Option<String>,
    /// The number of moves that are played elsewhere before this move.
    pub elsewhere: u32,
}

impl Entry {
    /// Searches a game, and returns an entry for each place.
    pub fn of_game(search: &Search, file: &str, game: &Game<'_>) -> Vec<Self> {
        let with_line = |place: Place| {
            let line = game.line_of(place.part, place.owner);
            Self::found(file, game.event, &game.info, &(place, line))
        };
        search.find(game).into_iter().map(with_line).collect()
    }

    /// Creates the entry of a place on a line of a file.
    pub fn found(file: &str, event: usize, info: &GameInfo, (place, line): &(Place, usize)) -> Self {
        let (low, high) = place.region;
        let place_found = FoundPlace {
            r#move: place.number,
            variation: place.variation,
            symmetry: place.orientation.name(),
            swapped: place.swapped,
            region: [low, high].map(|corner: Point| corner.to_string()),
            next: place.next.first().map(NextMove::new),
            headers: GameHeaders::new(info),
        };
        Self { file: file.to_owned(), event, line: *line, answer: Answer::Place(Box::new(place_found)) }
    }

    /// Creates the entry of a game that can't be read.
    pub fn unread(file: &str, event: usize, line: usize, reason: &str) -> Self {
        Self { file: file.to_owned(), event, line, answer: Answer::Unread { parse_error: reason.to_owned() } }
    }

    /// Whether the entry is a place.
    pub fn is_found(&self) -> bool {
        matches!(self.answer, Answer::Place(_))
    }
}

impl NextMove {
    fn new(next: &Next) -> Self {
        let Next { color, location, played, elsewhere, .. } = *next;
        Self { color: color.letter(), location: location.location(), played: played.location(), elsewhere }
    }
}
