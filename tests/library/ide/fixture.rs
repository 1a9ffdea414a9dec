//! A record with the cursor in it.

use std::sync::Arc;

use ishi_ide::document::{Document, Snapshot};
use ishi_text::Span;

const CURSOR: &str = "$0";

pub(crate) fn snapshot(text: &str) -> Snapshot {
    Document::new(text, Arc::default()).snapshot()
}

/// A record in which `$0` marks the cursor, or a selection where it stands twice.
pub(crate) fn selection(fixture: &str) -> (String, Span) {
    let parts: Vec<&str> = fixture.split(CURSOR).collect();
    let start = parts[0].len();
    match parts[..] {
        [_, _] => (parts.concat(), Span::empty(start)),
        [_, selected, _] => (parts.concat(), Span::new(start, start + selected.len())),
        _ => panic!("one cursor or one selection is wanted in {fixture:?}"),
    }
}

pub(crate) fn cursor(fixture: &str) -> (String, usize) {
    let (text, span) = selection(fixture);
    assert!(span.is_empty(), "one cursor is wanted in {fixture:?}");
    (text, span.start as usize)
}

/// Where spans lie and what they hold: a line `line:column words` for each.
pub(crate) fn places(text: &str, spans: impl IntoIterator<Item = Span>) -> String {
    let place = |span: Span| {
        let before = &text[..span.start as usize];
        let line = 1 + before.matches('\n').count();
        let column = 1 + before.len() - before.rfind('\n').map_or(0, |end| end + 1);
        format!("{line}:{column} {}\n", span.of(text))
    };
    spans.into_iter().map(place).collect()
}
