//! Bare locations are written as moves.
//!
//! ```text
//! B 1 Q16           B 1 Q16
//! d4          →     W 2 D4
//! q4 d16            B 3 Q4
//!                   W 4 D16
//! ```

use crate::record::{Event, MoveTarget};
use crate::syntax::{LineKind, Source};
use crate::text::{Edit, Span};

/// Returns the edit that writes the locations of a line, counted from 0 in the event, as the moves that they are read
/// as; none where they are not read as moves. Letters are as in the first move of the event.
pub fn write_moves(source: &Source<'_>, event: &Event, line: u32) -> Option<Edit> {
    let found = source.lines.get(line as usize).filter(|found| found.kind == LineKind::Bare)?;
    let first = event.moves.partition_point(|found| found.line < line);
    let moves = event.moves[first..].iter().take_while(|found| found.line == line);
    let line_end = match &source.text[found.span.end as usize..found.end as usize] {
        "" => "\n",
        line_end => line_end,
    };
    let separator = format!("{line_end}{}", super::lines::indent(source, line as usize));
    let is_lower = is_lower_case(source, event);
    let written = moves.map(|found| {
        let written = match found.place {
            MoveTarget::Pass => found.to_string().replace("pass", "PASS"),
            _ => found.to_string(),
        };
        if is_lower { written.to_ascii_lowercase() } else { written }
    });
    let written: Vec<String> = written.collect();
    let end = source.fields(found).last()?.span.end;
    (!written.is_empty()).then(|| Edit::replace(Span { start: found.word.start, end }, written.join(&separator)))
}

/// Whether the first move of the event is written in small letters.
fn is_lower_case(source: &Source<'_>, event: &Event) -> bool {
    let first = event.moves.first().map(|first| &source.lines[first.line as usize]);
    first.is_some_and(|line| line.keyword().is_some() && source.str(line.word).starts_with(['b', 'w']))
}
