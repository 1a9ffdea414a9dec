//! The answers of `ishi find`.

use std::fmt::Write;

use clap::ValueEnum;
use serde::Serialize;

use crate::archive::find::{Continuation, Next, Place};
use crate::archive::index::{Answer as IndexAnswer, FoundGame};
use crate::archive::{GameHeaders, GameInfo};
use crate::board::Point;
use crate::cli::Output;
use crate::cli::headers::columns;
use crate::cli::output::{json_line, printable_name};

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum FindFormat {
    /// Text for a terminal
    Text,
    /// One JSON object on each line
    Jsonl,
}

/// A place that was found, or a game that can't be read. The keys are stable.
#[derive(Serialize)]
pub(super) struct Entry {
    file: String,
    event: usize,
    line: usize,
    #[serde(flatten)]
    read: Answer,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Answer {
    Place(Box<FoundPlace>),
    Unread { parse_error: String },
}

#[derive(Serialize)]
struct FoundPlace {
    /// The number of the move that left the position; 0 before the first.
    r#move: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    variation: Option<u32>,
    symmetry: &'static str,
    swapped: bool,
    /// The part of the board, in the game.
    region: [String; 2],
    next: Option<NextMove>,
    #[serde(flatten)]
    headers: GameHeaders,
}

/// The next move in the pattern.
#[derive(Serialize)]
struct NextMove {
    /// Who plays it and where, as the pattern lies.
    color: char,
    location: Option<String>,
    /// Where it is played in the game.
    played: Option<String>,
    /// How many moves are played elsewhere before it.
    elsewhere: u32,
}

impl Entry {
    /// A place on a line of a file.
    pub(super) fn found(file: &str, event: usize, info: &GameInfo, (place, line): &(Place, usize)) -> Self {
        let (low, high) = place.region;
        let found = FoundPlace {
            r#move: place.number,
            variation: place.variation,
            symmetry: place.orientation.name(),
            swapped: place.swapped,
            region: [low, high].map(|corner: Point| corner.to_string()),
            next: place.next.first().map(NextMove::new),
            headers: GameHeaders::new(info),
        };
        Self { file: file.to_owned(), event, line: *line, read: Answer::Place(Box::new(found)) }
    }

    /// A game that can't be read.
    pub(super) fn unread(file: &str, event: usize, line: usize, reason: &str) -> Self {
        Self { file: file.to_owned(), event, line, read: Answer::Unread { parse_error: reason.to_owned() } }
    }

    /// The entries for a game of an index.
    pub(super) fn of_answer(file: &str, answer: &IndexAnswer<FoundGame>) -> Vec<Self> {
        let &IndexAnswer { event, line, ref game, .. } = answer;
        match game {
            Ok(FoundGame { info, places }) => {
                places.iter().map(|place| Self::found(file, event, info, place)).collect()
            }
            Err(unreadable) => vec![Self::unread(file, event, line, &unreadable.reason)],
        }
    }

    /// Whether it is a place.
    pub(super) fn is_found(&self) -> bool {
        matches!(self.read, Answer::Place(_))
    }

    pub(super) fn print(&self, format: FindFormat, output: &mut Output) {
        match format {
            FindFormat::Text => output.styled(&self.text()),
            FindFormat::Jsonl => output.raw(json_line(self).as_bytes()),
        }
    }

    /// The line for a terminal; nothing for a game that can't be read, which is reported elsewhere.
    fn text(&self) -> String {
        let Answer::Place(place) = &self.read else { return String::new() };
        let file = format!("{}:{}", self.file, self.line);
        let mut text = format!("{}  {:>3}  {}", columns(&place.headers), place.r#move, printable_name(&file));
        if let Some(variation) = place.variation {
            let _ = write!(text, "  variation {variation}");
        }
        if let Some(NextMove { color, location, elsewhere, .. }) = &place.next {
            let _ = write!(text, "  next {color} {}", location.as_deref().unwrap_or("?"));
            if *elsewhere > 0 {
                let _ = write!(text, " after {elsewhere} elsewhere");
            }
        }
        text + "\n"
    }
}

impl NextMove {
    fn new(next: &Next) -> Self {
        let Next { color, location, played, elsewhere, .. } = *next;
        Self { color: color.letter(), location: location.location(), played: played.location(), elsewhere }
    }
}

/// A move that follows the pattern. The keys are stable.
#[derive(Serialize)]
struct ContinuationRow {
    location: Option<String>,
    games: u64,
    black: u64,
    white: u64,
    first_year: Option<u16>,
    last_year: Option<u16>,
    low: Option<f64>,
    high: Option<f64>,
}

/// The lines of the moves that follow the pattern.
pub(super) fn continuation_lines(rows: &[Continuation], format: FindFormat) -> String {
    let mut lines = String::new();
    if format == FindFormat::Text && !rows.is_empty() {
        lines.push_str("next  games  black  white  black wins      years\n");
    }
    for row in rows {
        let location = row.location.location();
        let &Continuation { games, black, white, first_year, last_year, .. } = row;
        if format == FindFormat::Jsonl {
            let rounded = |share: f64| (share * 1e4).round() / 1e4;
            let (low, high) = row.interval().map(|(low, high)| (rounded(low), rounded(high))).unzip();
            lines += &json_line(&ContinuationRow { location, games, black, white, first_year, last_year, low, high });
            continue;
        }
        let location = location.unwrap_or_default();
        let [share, years] = [row.share(), row.years()].map(|text| text.unwrap_or("-".to_owned()));
        let _ = writeln!(lines, "{location:4}  {games:>5}  {black:>5}  {white:>5}  {share:14}  {years}");
    }
    lines
}
