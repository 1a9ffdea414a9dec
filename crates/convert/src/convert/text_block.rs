//! The texts of blocks of a record.

use ishi_record::record::Datum;
use ishi_record::syntax::{LineKind, Source};

/// The lines inside a block.
pub(super) fn text_lines<'s>(source: &'s Source<'_>, block: &Datum) -> impl Iterator<Item = &'s str> {
    let lines = &source.lines[block.line as usize..block.end as usize];
    lines.iter().filter(|line| matches!(line.kind, LineKind::Text(_))).map(|line| source.str(line.span))
}

/// A comment with its title as the first line.
pub fn comment(source: &Source<'_>, block: &Datum) -> String {
    let title = source.free_text(&source.lines[block.line as usize]);
    let mut lines: Vec<&str> = text_lines(source, block).collect();
    if !title.is_empty() {
        lines.insert(0, title);
    }
    lines.join("\n")
}
