//! Files that are not records.

use crate::check::{Code, Sink};
use crate::syntax::Source;
use crate::text::Span;

/// How much of the first line is underlined, in characters. A game in SGF may be a single line.
const UNDERLINED: usize = 40;

pub(in crate::check) fn check(source: &Source<'_>, sink: &mut Sink<'_>) {
    let Some(foreign) = source.foreign else { return };
    let is_filled = |text: &&str| text.bytes().any(|byte| byte.is_ascii_graphic());
    let Some(line) = source.lines.iter().find(|line| is_filled(&source.str(line.span))) else { return };
    let text = source.str(line.span);
    let length = text.char_indices().nth(UNDERLINED).map_or(text.len(), |(end, _)| end);
    let start = line.span.start as usize;
    sink.report(Code::NotARecord, Span::new(start, start + length), |diagnostic| {
        let name = foreign.kind.name();
        diagnostic.message = if source.is_foreign() {
            format!("this is {name}, not a record in the Ishi format; nothing in it is checked or changed")
        } else {
            format!("this is {name}; the record begins after it, and what comes before is not checked or changed")
        };
    });
}
