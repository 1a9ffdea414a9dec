//! A document after any edits is the same as one read afresh from the same text, which is the client's.

use std::sync::Arc;

use ishi_ide::document::{Document, Replacement};
use ishi_position::{ColumnUnit, LineRule, Position};

use super::{Choices, Input, model};

pub fn hold(input: Input<'_>) {
    let Input { text, mut choices } = input;
    let mut text = text.into_owned();
    let mut document = Document::new(&text, Arc::default());
    for _ in 0..12 {
        if choices.are_over() {
            return;
        }
        let unit = choices.unit();
        let count = 1 + if choices.once_in(3) { choices.below(12) } else { 0 };
        let mut edits = Vec::new();
        let mut next = Some(text.clone());
        for _ in 0..count {
            let (start, end) = range(&mut choices, next.as_ref().unwrap_or(&text), unit);
            let piece = choices.piece();
            next = next.and_then(|text| edited(text, start, end, unit, &piece));
            edits.push((start, end, piece));
        }
        let replacements: Vec<_> =
            edits.iter().map(|(start, end, text)| Replacement { start: *start, end: *end, text }).collect();
        let made = document.edit_all(&replacements, unit, LineRule::Unknown);
        assert_eq!(made.is_ok(), next.is_some(), "{edits:?} of {text:?}: {made:?}");
        text = next.unwrap_or(text);
        // A version that is not asked for is read together with the next one.
        if choices.once_in(2) {
            assert_is(&document, &text);
        }
    }
    assert_is(&document, &text);
}

/// The document is as if its text had been read afresh.
pub fn assert_is(document: &Document, text: &str) {
    let now = document.snapshot();
    assert_eq!(now.text().to_string(), text, "the text is not the client's");
    let fresh = Document::new(text, Arc::new(now.severities().clone())).snapshot();
    assert!(now == fresh, "{text:?}\nis read as\n{now:#?}\nand not as\n{fresh:#?}");
    assert_eq!(now.diagnostics(usize::MAX), fresh.diagnostics(usize::MAX), "the diagnostics of {text:?}");
}

/// A range of a text, or sometimes one that it does not have.
pub fn range(choices: &mut Choices<'_>, text: &str, unit: ColumnUnit) -> (Position, Position) {
    if choices.once_in(8) {
        let lines = text.split(['\r', '\n']).count();
        let mut any = || Position::new(choices.below(lines + 2) as u32, choices.below(100) as u32);
        return (any(), any());
    }
    let start = choices.place(text);
    let end = if choices.once_in(4) { choices.place(text).max(start) } else { start };
    (model::position_in(text, start, unit), model::position_in(text, end, unit))
}

/// The text after an edit, if that can be made and means the same whether or not a CR without LF ends a line.
pub fn edited(mut text: String, start: Position, end: Position, unit: ColumnUnit, piece: &str) -> Option<String> {
    let offset = |place: Position| model::agreed_offset(&text, place, unit);
    let (start, end) = (offset(start)?.ok()?, offset(end)?.unwrap_or(text.len()));
    (start <= end).then(|| {
        text.replace_range(start..end, piece);
        text
    })
}
