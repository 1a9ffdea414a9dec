//! Edits that take others back.

use ishi_text::{Edit, Span};

/// The edits that take others back, which were made of `text`.
pub fn reverse(text: &str, edits: &[Edit]) -> Vec<Edit> {
    // The ends of the edit before, in the new text and in the old one.
    let (mut new, mut old) = (0, 0);
    let reverse = edits.iter().map(|edit| {
        let start = new + edit.span.start as usize - old;
        (new, old) = (start + edit.text.len(), edit.span.end as usize);
        Edit::replace(Span::new(start, new), edit.span.of(text))
    });
    reverse.collect()
}
