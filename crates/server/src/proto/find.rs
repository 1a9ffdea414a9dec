//! The answer to `ishi/find`.

use serde::Serialize;

use ishi_archive::GameHeaders;
use ishi_archive::find::{BoardContinuation, Continuation, Next, Place};

/// A game in which the position is found.
#[derive(Debug)]
pub(crate) struct FoundGame {
    /// The document or file.
    pub(crate) uri: String,
    /// The number of the game in its file, from 0.
    pub(crate) event: usize,
    /// The line on which the position arises, from 0. None if it may mean two places.
    pub(crate) line: Option<usize>,
    /// The column on this line in SGF, if it is known.
    pub(crate) column: Option<usize>,
    /// Whether the game was found in the library, whose files may have changed since.
    pub(crate) is_indexed: bool,
    /// Where in the game the position arises.
    pub(crate) place: Place,
    /// Its headers.
    pub(crate) headers: GameHeaders,
}

/// The answer to `ishi/find`.
#[derive(Serialize)]
pub(crate) struct FindAnswer<'g> {
    /// The games that were not sent as partial results.
    pub(crate) games: Vec<GameAnswer<'g>>,
    pub(crate) continuations: Vec<ContinuationAnswer>,
    pub(crate) found: usize,
    pub(crate) searched: usize,
    pub(crate) unread: usize,
    /// The limit that was reached before all games were searched or listed.
    pub(crate) incomplete: Option<&'static str>,
    pub(crate) problem: Option<String>,
    /// The files that were searched, in words.
    pub(crate) scope: Option<String>,
}

/// A game in which the position is found.
#[derive(Serialize)]
pub(crate) struct GameAnswer<'g> {
    uri: &'g str,
    event: usize,
    line: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    character: Option<usize>,
    indexed: bool,
    r#move: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    variation: Option<u32>,
    symmetry: &'static str,
    swapped: bool,
    region: RegionAnswer,
    next: Option<NextAnswer>,
    #[serde(flatten)]
    headers: &'g GameHeaders,
}

#[derive(Serialize)]
struct RegionAnswer {
    from: String,
    to: String,
}

#[derive(Serialize)]
struct NextAnswer {
    color: &'static str,
    location: Option<String>,
    played: Option<String>,
    elsewhere: u32,
}

/// A move that follows the position, with the games in which it does.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ContinuationAnswer {
    /// The first of its locations.
    location: Option<String>,
    locations: Vec<Option<String>>,
    games: u64,
    black: u64,
    white: u64,
    first_year: Option<u16>,
    last_year: Option<u16>,
    low: Option<f64>,
    high: Option<f64>,
}

/// Returns games as they are sent.
pub(crate) fn found_games(games: &[FoundGame]) -> Vec<GameAnswer<'_>> {
    games.iter().map(game).collect()
}

fn game(game: &FoundGame) -> GameAnswer<'_> {
    let FoundGame { uri, event, line, column, is_indexed, place, headers } = game;
    let next = |next: &Next| NextAnswer {
        color: next.color.name(),
        location: next.location.location(),
        played: next.played.location(),
        elsewhere: next.elsewhere,
    };
    let (low, high) = place.region;
    GameAnswer {
        uri,
        event: *event,
        line: *line,
        character: *column,
        indexed: *is_indexed,
        r#move: place.number,
        variation: place.variation,
        symmetry: place.orientation.name(),
        swapped: place.swapped,
        region: RegionAnswer { from: low.to_string(), to: high.to_string() },
        next: place.next.first().map(next),
        headers,
    }
}

/// Returns a game as a line of a list in Markdown, with a link to the place of the position.
pub(crate) fn found_line(game: &FoundGame) -> String {
    let FoundGame { uri, event, line, place, headers, .. } = game;
    let headers = serde_json::to_value(headers).unwrap_or_default();
    let words = ["title", "black", "white", "date", "result"].map(|key| headers[key].as_str().map(str::trim));
    let words: Vec<&str> = words.into_iter().flatten().filter(|word| !word.is_empty()).collect();
    let name = if words.is_empty() { format!("game {}", event + 1) } else { words.join(" · ") };
    // What a record says must not become a part of the list.
    let name = name.replace(['[', ']', '<', '`', '*', '_', '\\'], " ");
    let fragment = line.map(|line| format!("#L{}", line + 1)).unwrap_or_default();
    format!("- [{name}](<{uri}{fragment}>) at move {}\n", place.number)
}

/// Returns the moves that follow a position as they are sent.
pub(crate) fn continuations(moves: Vec<BoardContinuation>) -> Vec<ContinuationAnswer> {
    let answer = |BoardContinuation { row, locations }: BoardContinuation| {
        let (low, high) = row.interval().unzip();
        let Continuation { games, black, white, first_year, last_year, .. } = row;
        let locations = locations.iter().map(|location| location.location()).collect();
        let location = row.location.location();
        ContinuationAnswer { location, locations, games, black, white, first_year, last_year, low, high }
    };
    moves.into_iter().map(answer).collect()
}
