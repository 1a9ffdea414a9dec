//! Files that are not records.

use crate::check::{Code, Diagnostic, Severities, Sink};
use ishi_record::syntax::{ForeignKind, Source};
use ishi_text::Span;

/// How much of the first line is underlined, in characters. A game in SGF may be a single line.
const UNDERLINED: usize = 40;

pub(in crate::check) fn check(source: &Source<'_>, sink: &mut Sink<'_>) {
    let Some(foreign) = source.foreign else { return };
    let lines = source.lines.iter().map(|line| (line.span.start as usize, source.str(line.span)));
    let Some(span) = first_line(lines) else { return };
    sink.report(Code::NotARecord, span, |diagnostic| {
        let name = foreign.kind.name();
        diagnostic.message = if source.is_foreign() {
            format!("this is {name}, not a record in the Ishi format; nothing in it is checked or changed")
        } else {
            format!("this is {name}; the record begins after it, and what comes before is not checked or changed")
        };
    });
}

/// The beginning of the first line that is not blank. Lines are given with their starts.
fn first_line<'t>(mut lines: impl Iterator<Item = (usize, &'t str)>) -> Option<Span> {
    let is_filled = |text: &str| text.bytes().any(|byte| byte.is_ascii_graphic());
    let (start, text) = lines.find(|(_, text)| is_filled(text))?;
    let length = text.char_indices().nth(UNDERLINED).map_or(text.len(), |(end, _)| end);
    Some(Span::new(start, start + length))
}

/// Returns the diagnostic of a text that is read in its own format, but has the name of another one: `has_record_name`
/// says whether that is the name of a record, or of SGF. `text` needs to have only the beginning of the text.
pub fn check_name(text: &str, has_record_name: bool, severities: &Severities) -> Option<Diagnostic> {
    let kind = ForeignKind::of(text).map_or("a record in the Ishi format", ForeignKind::name);
    let (code, other) = if has_record_name { (Code::NotARecord, "a record") } else { (Code::SgfNoGame, "an SGF file") };
    let mut lines = text.split_inclusive(['\n', '\r']);
    let mut at = 0;
    let lines = std::iter::from_fn(|| {
        let line = lines.next()?;
        at += line.len();
        Some((at - line.len(), line.trim_end_matches(['\n', '\r'])))
    });
    let mut sink = Sink::new(severities, usize::MAX);
    sink.report(code, first_line(lines)?, |diagnostic| {
        diagnostic.message = format!("this is {kind} with the name of {other}; it is checked in its own format");
    });
    sink.findings.diagnostics.pop()
}
