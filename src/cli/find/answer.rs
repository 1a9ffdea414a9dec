//! The output of `ishi find`: places and continuations, as text or JSON.

use std::fmt::Write;

use clap::ValueEnum;
use serde::Serialize;

use crate::Output;
use crate::headers::columns;
use crate::output::{json_line, printable_name};
use ishi_archive::find::{Answer, Continuation, Entry, NextMove};
use ishi_archive::index::{Answer as IndexAnswer, FoundGame};

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum FindFormat {
    /// Text for a terminal
    Text,
    /// One JSON object on each line
    Jsonl,
}

/// Returns the entries for a game of an index.
pub(super) fn entries(file: &str, answer: &IndexAnswer<FoundGame>) -> Vec<Entry> {
    let &IndexAnswer { event, line, ref game, .. } = answer;
    match game {
        Ok(FoundGame { info, places }) => places.iter().map(|place| Entry::found(file, event, info, place)).collect(),
        Err(unreadable) => vec![Entry::unread(file, event, line, &unreadable.reason)],
    }
}

/// Prints a place. A game that can't be read is reported elsewhere, and has no line for a terminal.
pub(super) fn print(entry: &Entry, format: FindFormat, output: &mut Output) {
    match format {
        FindFormat::Text => output.styled(&text(entry)),
        FindFormat::Jsonl => output.raw(json_line(entry).as_bytes()),
    }
}

fn text(entry: &Entry) -> String {
    let Answer::Place(place) = &entry.answer else { return String::new() };
    let file = format!("{}:{}", entry.file, entry.line);
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
