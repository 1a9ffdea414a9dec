//! The headers of a game, as they are written in a form.
//!
//! ```text
//! EVENT Final       EVENT Final
//! BLACK Ada         BLACK Ada 3-dan
//! SOURCE a book     WHITE Ben
//!                   SOURCE a book
//!
//! the original      BLACK and WHITE written
//! ```
//!
//! With a new HANDICAP, an event that has no stones gets its handicap stones.

use std::collections::BTreeMap;

use super::headers::place_of;
use super::lines;
use super::original::{Error, Original, OriginalEvent, refuse};
use super::revision::Revision;
use super::setup::handicap_setup;
use super::spelling::Spelling;
use ishi_board::BoardSize;
use ishi_record::record::{Datum, Event, Header, Owner, handicap};
use ishi_record::syntax::{Keyword, Line, LineKind};
use ishi_text::{Edit, Span};

/// Sets headers of the event to these texts, and EVENT to its title; an empty text removes the header. All other
/// headers stay as they are, and the cursor stays at the item at `line`. With HANDICAP, the stones are set up on their
/// customary points, if the event has no stone and no move yet.
///
/// # Errors
/// A text of several lines, a header that has several lines, and a record that has to be fixed first.
pub fn set_headers(original: &Original<'_>, line: u32, wanted: &[(Keyword, String)]) -> Result<Revision, Error> {
    let part = original.whole_blocks()?;
    let mut wanted: Vec<(Keyword, &str)> = wanted.iter().map(|(keyword, text)| (*keyword, text.trim())).collect();
    wanted.sort_by_cached_key(|&(keyword, _)| place_of(keyword));
    let owner = part.event.owner_at(line);
    let place = part.event.line_of(owner);
    // The lines that come and go before the item.
    let mut moved = 0;
    let mut edits = Vec::new();
    let mut added: BTreeMap<u32, Vec<String>> = BTreeMap::new();
    for &(keyword, text) in &wanted {
        if text.contains(['\n', '\r', '\0']) {
            return refuse(format!("{} takes one line", keyword.name()));
        }
        match existing(part, keyword)? {
            Some(at) => {
                let edit = changed(part, &part.source.lines[at as usize], keyword, text);
                moved -= i64::from(edit.is_some() && text.is_empty() && keyword != Keyword::Event && at < place);
                edits.extend(edit);
            }
            None if text.is_empty() => {}
            None => {
                let name = Spelling::of(&part.source, &part.event).spell(keyword.name());
                let at = line_for(part, keyword);
                moved += i64::from(owner != Owner::Event && at <= place);
                added.entry(at).or_default().push(format!("{name} {text}"));
            }
        }
    }
    if let Some(stones) = handicap_stones(&part.event, &wanted) {
        let stones = Spelling::of(&part.source, &part.event).spell(stones);
        added.entry(part.end_of_headers()).or_default().push(stones);
    }
    edits.extend(added.iter().map(|(&at, texts)| lines::insert(&part.source, at as usize, texts)));
    edits.sort_by_cached_key(|edit| edit.span);
    let line = u32::try_from(i64::from(place) + moved).unwrap_or(place);
    Revision { edits, line }.verified(original, "a header that is written here would not be read as one", |new| {
        let others = |part: &OriginalEvent<'_>| -> Vec<(Keyword, Box<str>)> {
            let is_other = |header: &&Header| wanted.iter().all(|&(keyword, _)| keyword != header.keyword);
            part.event.headers.iter().filter(is_other).map(|header| (header.keyword, header.text.clone())).collect()
        };
        let is_written = |&(keyword, text): &(Keyword, &str)| match keyword {
            Keyword::Event => new.event.title.trim() == text,
            keyword => existing(new, keyword)
                .is_ok_and(|line| line.map_or("", |line| text_of(new, &new.source.lines[line as usize])) == text),
        };
        others(new) == others(part) && wanted.iter().all(is_written)
    })
}

/// The SETUP of the handicap that is written, if the event has no stone and no move yet.
fn handicap_stones(event: &Event, wanted: &[(Keyword, &str)]) -> Option<String> {
    let text = |keyword| wanted.iter().find(|&&(other, _)| other == keyword).map(|&(_, text)| text);
    let stones = handicap(text(Keyword::Handicap)?)?;
    if event.tree().is_some() || event.data.iter().any(Datum::is_setup) {
        return None;
    }
    let size = text(Keyword::Boardsize).map_or(Some(event.board_size), |size| BoardSize::new(size.parse().ok()?))?;
    handicap_setup(size, stones)
}

/// The line of a header; the last one of a header that counts once.
fn existing(part: &OriginalEvent<'_>, keyword: Keyword) -> Result<Option<u32>, Error> {
    if keyword == Keyword::Event {
        return Ok(part.event.definition);
    }
    let head = part.source.lines.iter().zip(0..part.event.tree().unwrap_or(part.event.lines));
    let lines: Vec<u32> =
        head.filter(|(line, _)| line.kind == LineKind::Data(keyword)).map(|(_, index)| index).collect();
    if lines.len() > 1 && !keyword.counts_once() {
        return refuse(format!("there are several lines {}: change the text instead", keyword.name()));
    }
    Ok(lines.last().copied())
}

/// The text of a header after its keyword.
fn text_of<'t>(part: &OriginalEvent<'t>, line: &Line) -> &'t str {
    part.source.str(Span { start: line.word.end, end: line.span.end }).trim()
}

/// The edit that gives a header another text, if it has another one. EVENT stays without a title.
fn changed(part: &OriginalEvent<'_>, line: &Line, keyword: Keyword, text: &str) -> Option<Edit> {
    if text_of(part, line) == text {
        return None;
    }
    if text.is_empty() && keyword != Keyword::Event {
        return Some(Edit::delete(Span { start: line.span.start, end: line.end }));
    }
    let new = if text.is_empty() { String::new() } else { format!(" {text}") };
    Some(Edit::replace(Span { start: line.word.end, end: line.span.end }, new))
}

/// The line before which a new header is written: in the usual order, as far as the others are in it.
fn line_for(part: &OriginalEvent<'_>, keyword: Keyword) -> u32 {
    let tree = part.event.tree().unwrap_or(part.event.lines);
    let head = part.source.lines.iter().zip(0..tree);
    let earlier = head.filter(|(line, _)| match line.kind {
        LineKind::Data(other) => place_of(other).is_some_and(|other| Some(other) < place_of(keyword)),
        _ => false,
    });
    let last = earlier.map(|(_, index)| index).next_back();
    last.or(part.event.definition.filter(|_| keyword != Keyword::Event)).map_or(0, |line| line + 1)
}
