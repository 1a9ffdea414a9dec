//! Merging two copies of a game: the first copy gets the lines of the second that it does not have.
//!
//! ```text
//! EVENT Final        EVENT Final        REMARK BLACK Eda
//! BLACK Ada          BLACK Eda          EVENT Final
//! B 1 Q16            PLACE Edo          BLACK Ada
//! W 2 D4             B 1 Q16            PLACE Edo
//!                    MARK a@Q16         B 1 Q16
//!                    W 2 C4             MARK a@Q16
//!                                       W 2 D4
//!                                       VAR
//!                                         W 2 C4
//!                                       ENDVAR
//!
//! the first copy     the second         merge_copies
//! ```

mod data;
mod headers;
mod lines;
mod merger;
mod tree;

use super::original::{Error, Original, OriginalEvent, refuse};
use super::references;
use super::spelling::Spelling;
use ishi_board::{Color, Point};
use ishi_record::record::{Event, Owner};
use ishi_record::syntax::{Keyword, Line, LineKind};
use ishi_text::BYTE_ORDER_MARK;
use lines::texts;
use merger::Merger;
pub use merger::{Contradiction, KeptAs, MergedCopies};

/// The reason why two copies can't be merged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MergeFault {
    /// The copy that has to be fixed first, 0 or 1; `None` if both are valid.
    pub copy: Option<usize>,
    /// Why the copies can't be merged, in words for the user.
    pub error: Error,
}

/// Adds the comments, marks, variations, headers and other lines of the second copy of a game to the first. The first
/// copy keeps all its lines. Where the second contradicts it, a move becomes a variation and another line a remark.
///
/// # Errors
/// Copies that do not have exactly one event, or have different boards or setups; a mark that would mean something
/// else; a record that has to be fixed first.
pub fn merge_copies(first: &Original<'_>, second: &Original<'_>) -> Result<MergedCopies, MergeFault> {
    for (copy, original) in [first, second].into_iter().enumerate() {
        ensure_mergeable(original).map_err(|error| MergeFault { copy: Some(copy), error })?;
    }
    merge(first, second).map_err(|error| MergeFault { copy: None, error })
}

fn ensure_mergeable(copy: &Original<'_>) -> Result<(), Error> {
    let [part] = copy.all_sound()? else {
        return refuse(format!("a game that is merged is one event, and this one has {}", copy.parts.len()));
    };
    let tree = part.event.tree().unwrap_or(u32::MAX);
    match part.event.data.iter().find(|datum| datum.is_setup() && datum.line > tree) {
        Some(late) => refuse(format!(
            "a SETUP stands among the moves in line {}: fix that first",
            copy.line_number(part.line + late.line)
        )),
        None => Ok(()),
    }
}

fn merge(first: &Original<'_>, second: &Original<'_>) -> Result<MergedCopies, Error> {
    let (one, other) = (first.first(), second.first());
    if one.event.board_size != other.event.board_size {
        let [one, other] = [one, other].map(|part| part.event.board_size);
        return refuse(format!("the first game has a board of {one} and the second of {other}"));
    }
    if setup(&one.event) != setup(&other.event) {
        return refuse("the games begin with different stones on the board");
    }
    let bodies = [one, other].map(body);
    let text = joined([one, other], bodies);
    let original = Original::read(&text, true);
    let kinds = |lines: &[Line]| lines.iter().map(|line| line.kind).collect::<Vec<_>>();
    let [kept, appended] = &original.parts[..] else { return refuse(NOT_JOINED) };
    let added = usize::from(other.event.definition.is_none());
    if kinds(&kept.source.lines) != kinds(&one.source.lines[..bodies[0]])
        || kinds(&appended.source.lines[added..]) != kinds(&other.source.lines[..bodies[1]])
    {
        return refuse(NOT_JOINED);
    }
    let mut merger = Merger::new(kept, appended);
    let title = merger.title();
    merger.headers();
    let pairs = merger.tree();
    let lines = merger.same.iter().map(|(second, first)| (appended.line + second, *first));
    let meanings = references::meanings(&original, &lines.collect())?;
    for (first, second) in pairs {
        merger.data(first, second, &meanings);
    }
    merger.remarks();
    let mut merged = merger.write(&original, title)?;
    add_tails(&mut merged.text, [one, other], bodies);
    Ok(merged)
}

/// The number of lines without the remarks at the end, which would belong to an event after them.
fn body(part: &OriginalEvent<'_>) -> usize {
    let is_last = |line: &Line| matches!(line.kind, LineKind::Blank | LineKind::Data(Keyword::Remark));
    let lines = &part.source.lines;
    let tail = lines.iter().rev().take_while(|line| is_last(line));
    let remark = tail.enumerate().filter(|(_, line)| line.kind != LineKind::Blank).last();
    remark.map_or(lines.len(), |(index, _)| lines.len() - index - 1)
}

/// Adds the remarks at the end of both copies, each once.
fn add_tails(text: &mut String, copies: [&OriginalEvent<'_>; 2], bodies: [usize; 2]) {
    let [first, second] = copies.map(|part| &part.source);
    let tail = &first.text[first.lines.get(bodies[0]).map_or(first.text.len(), |line| line.span.start as usize)..];
    let lines_of_first = texts(first, bodies[0] as u32..first.lines.len() as u32);
    let lines_of_second = texts(second, bodies[1] as u32..second.lines.len() as u32);
    let missing: Vec<&str> = lines_of_second.into_iter().filter(|line| !lines_of_first.contains(line)).collect();
    for part in [tail].into_iter().chain(missing).filter(|part| !part.is_empty()) {
        if !text.ends_with(['\n', '\r']) {
            text.push_str(first.line_end());
        }
        text.push_str(part);
    }
    if !text.ends_with(['\n', '\r']) && second.text.ends_with(['\n', '\r']) {
        text.push_str(first.line_end());
    }
}

const NOT_JOINED: &str = "a line of one game would mean something else next to the other game";

/// The first lines of both copies as one text, with the line ends of the first copy.
fn joined([first, second]: [&OriginalEvent<'_>; 2], lines: [usize; 2]) -> String {
    let line_end = first.source.line_end();
    let end = first.source.lines[..lines[0]].last().map_or(0, |line| line.end as usize);
    let mut text = first.source.text[..end].to_owned();
    if !text.is_empty() && !text.ends_with(['\n', '\r']) {
        text += line_end;
    }
    if second.event.definition.is_none() {
        text.extend([Spelling::of(&first.source, &first.event).spell("EVENT").as_str(), line_end]);
    }
    for line in &second.source.lines[..lines[1]] {
        let content = second.source.str(line.span);
        text += content.strip_prefix(BYTE_ORDER_MARK).filter(|_| line.span.start == 0).unwrap_or(content);
        if line.end > line.span.end {
            text += line_end;
        }
    }
    text
}

/// The stones before the first move, sorted.
fn setup(event: &Event) -> Vec<(Point, Color)> {
    let setup = event.data_of(Owner::Event).flat_map(|datum| event.stones_of(datum));
    let mut stones: Vec<(Point, Color)> = setup.map(|stone| (stone.point, stone.color)).collect();
    stones.sort_unstable_by_key(|&(point, color)| (point, color as u8));
    stones.dedup();
    stones
}
