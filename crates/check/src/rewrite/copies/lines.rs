//! Texts of lines of the copies, for comparisons.

use std::ops::Range;

use crate::rewrite::original::OriginalEvent;
use ishi_record::syntax::{BLANKS, LineKind, Source};
use ishi_text::BYTE_ORDER_MARK;

/// The white space at the start of a line.
pub(super) fn indent<'t>(part: &OriginalEvent<'t>, line: u32) -> &'t str {
    crate::rewrite::lines::indent(&part.source, line as usize)
}

/// The text of a line without the white space around it.
pub(super) fn text_of<'t>(source: &Source<'t>, line: u32) -> &'t str {
    source.str(source.lines[line as usize].span).trim_matches(BLANKS).trim_start_matches(BYTE_ORDER_MARK)
}

/// The texts of lines, as they are compared. White space is significant only within comments and user data.
pub(super) fn texts<'t>(source: &Source<'t>, lines: Range<u32>) -> Vec<&'t str> {
    let text = |line: u32| {
        let content = &source.lines[line as usize];
        let is_text = matches!(content.kind, LineKind::Text(_));
        if is_text { source.str(content.span).trim_end_matches(BLANKS) } else { text_of(source, line) }
    };
    lines.filter(|&line| source.lines[line as usize].kind != LineKind::Blank).map(text).collect()
}

/// The text after the keyword of a line.
pub(super) fn after_keyword<'t>(source: &Source<'t>, line: u32) -> &'t str {
    let line = &source.lines[line as usize];
    source.text[line.word.end as usize..line.span.end as usize].trim_matches(BLANKS)
}
