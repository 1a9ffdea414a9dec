//! The order of headers.
//!
//! ```text
//! EVENT               EVENT
//! KOMI 5              BLACK Ada
//! RESULT B+R          WHITE Ben
//! WHITE Ben           KOMI 5
//! BLACK Ada           RESULT B+R
//!
//! the original        organize_headers
//! ```

use super::original::{Original, OriginalEvent};
use ishi_record::record::Event;
use ishi_record::syntax::{Keyword, KeywordGroup, Line, LineKind};
use ishi_text::{BYTE_ORDER_MARK, Edit, Span};

/// The usual order: who, when and where, on what terms, how it ended, and who recorded it.
const ORDER: [Keyword; 13] = [
    Keyword::Black,
    Keyword::White,
    Keyword::Date,
    Keyword::Place,
    Keyword::Rules,
    Keyword::Boardsize,
    Keyword::Handicap,
    Keyword::Komi,
    Keyword::Timelimit,
    Keyword::Result,
    Keyword::Source,
    Keyword::Analysis,
    Keyword::Recorder,
];

/// Puts the header lines before the tree in the usual order, separately for each event. Header lines exchange places,
/// and every other line stays in place. Lines with the same keyword keep their order, because the last one may be the
/// one that counts. If a line before the tree is not data, nothing is moved, because prose may begin with "Black".
pub fn organize_headers(original: &Original<'_>) -> Vec<Edit> {
    original.parts.iter().flat_map(organize).collect()
}

/// Whether the headers before the tree are in the usual order already, as far as the event shows.
pub fn are_headers_organized(event: &Event) -> bool {
    let tree = event.tree().unwrap_or(event.lines);
    let above = event.headers.iter().take_while(|header| header.line < tree);
    above.is_sorted_by_key(|header| place_of(header.keyword))
}

/// The place of a keyword in the usual order.
pub(super) fn place_of(keyword: Keyword) -> Option<usize> {
    ORDER.iter().position(|&other| other == keyword)
}

fn organize(part: &OriginalEvent<'_>) -> Vec<Edit> {
    let head = &part.source.lines[..part.event.tree().unwrap_or(part.event.lines) as usize];
    if !part.source.faults.is_empty() || head.iter().any(|line| matches!(line.kind, LineKind::Unknown)) {
        return Vec::new();
    }
    let places: Vec<(&Line, Keyword)> = head.iter().filter_map(|line| Some((line, header(line)?))).collect();
    let mut wanted = places.clone();
    wanted.sort_by_cached_key(|&(_, keyword)| place_of(keyword));
    let content = |line: &Line| part.source.str(span(part, line));
    let moved = places.into_iter().zip(wanted).filter(|((old, _), (new, _))| content(old) != content(new));
    moved.map(|((old, _), (new, _))| Edit::replace(span(part, old), content(new)).shifted(part.byte as usize)).collect()
}

/// The keyword of a header line; BOARDSIZE counts as one.
fn header(line: &Line) -> Option<Keyword> {
    let LineKind::Data(keyword) = line.kind else { return None };
    (keyword.info().group == KeywordGroup::Header || keyword == Keyword::Boardsize).then_some(keyword)
}

/// A line without its line end, and without a byte order mark, which stays at the start of its file.
fn span(part: &OriginalEvent<'_>, line: &Line) -> Span {
    let text = part.source.str(line.span);
    let mark = text.len() - text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text).len();
    Span::new(line.span.start as usize + mark, line.span.end as usize)
}
