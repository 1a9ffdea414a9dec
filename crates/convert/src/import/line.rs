//! The lines of a text without the white space around them.

use ishi_text::{self as text, Span};

/// A line that is not blank.
#[derive(Clone, Copy, Debug)]
pub(super) struct ImportLine<'t> {
    pub(super) text: &'t str,
    pub(super) span: Span,
}

/// The lines of a text that are not blank.
pub(super) fn lines(text: &str) -> impl Iterator<Item = ImportLine<'_>> {
    all_lines(text).filter(|line| !line.text.is_empty())
}

/// The lines of a text.
pub(super) fn all_lines(text: &str) -> impl Iterator<Item = ImportLine<'_>> {
    let mut at = 0;
    text::lines(text).map(move |line| {
        let content = line.trim_matches(|one: char| one.is_whitespace() || one.is_control() || one == '\u{feff}');
        let start = at + content.as_ptr() as usize - line.as_ptr() as usize;
        at += line.len();
        ImportLine { text: content, span: Span::new(start, start + content.len()) }
    })
}
