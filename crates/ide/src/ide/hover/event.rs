//! The hover of an EVENT line: the headers of the event and its last position.

use super::super::board::{picture, title_of_event};
use super::super::cursor::Cursor;
use super::Hover;
use ishi_record::record::{Owner, SequenceId};
use ishi_record::replay::View;
use ishi_record::syntax::Keyword;
use ishi_text::clipped;

/// How many characters of a header are shown at most.
const MAX_VALUE: usize = 1000;

/// The title, the headers, and the last position of the main line.
pub(super) fn fill(cursor: &Cursor<'_>, hover: &mut Hover) {
    fill_headers(cursor, hover);
    let event = cursor.event;
    let main = event.moves_of(SequenceId(0));
    let (last, moves) = (main.clone().next_back(), main.count());
    let variations = event.sequences.len() - 1;
    let counted = |count: usize, what: &str| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
    hover.facts.push(format!("{}, {}.", counted(moves, "move"), counted(variations, "variation")));
    let view = View::of(event, last.map_or(Owner::Event, Owner::Move));
    hover.picture = Some(picture(event, cursor.source, &view, Vec::new()));
}

/// The title and the headers.
pub(super) fn fill_headers(cursor: &Cursor<'_>, hover: &mut Hover) {
    let event = cursor.event;
    hover.heading = match title_of_event(event) {
        title if title.is_empty() => "Event".into(),
        title => title,
    };
    let mut seen = Vec::new();
    for header in event.headers.iter().filter(|header| !header.text.is_empty()) {
        if !seen.contains(&header.keyword) {
            seen.push(header.keyword);
            let of_keyword =
                event.headers.iter().filter(|other| other.keyword == header.keyword && !other.text.is_empty());
            let texts: Vec<&str> = of_keyword.map(|other| &*other.text).collect();
            let text = if header.keyword.counts_once() {
                texts.last().copied().unwrap_or_default().to_owned()
            } else {
                texts.join("; ")
            };
            hover.table.push((capitalized(header.keyword), clipped(&text, MAX_VALUE).into_owned()));
        }
    }
}

fn capitalized(keyword: Keyword) -> String {
    let lower = keyword.to_string().to_ascii_lowercase();
    lower[..1].to_ascii_uppercase() + &lower[1..]
}
