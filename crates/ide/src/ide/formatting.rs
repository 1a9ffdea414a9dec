//! `textDocument/formatting` and `rangeFormatting`: the edits of the canonical form.

use crate::document::{EventView, Snapshot};
use ishi_record::format::{Options, format_event};
use ishi_text::{Edit, Span};
use ishi_work::parallel;

/// How many edits are sent separately at most, so that cursors and marks stay in place. More edits take far longer to
/// write, send and apply than the text itself.
const MANY: usize = 20_000;

/// If there are too many edits, those with less than this distance in bytes are joined.
const NEAR: u32 = 80;

/// The edits that make the text canonical, or only those on the lines of `range` (`textDocument/formatting`,
/// `textDocument/rangeFormatting`). Each edit is within one line or covers whole lines. If there are very many, nearby
/// edits of an event are joined. Edits are in order. Line ends are never changed, because the editor decides on them. A
/// file that is not text is left as it is.
pub fn formatting(snapshot: &Snapshot, options: &Options, range: Option<Span>) -> Vec<Edit> {
    if !snapshot.is_text() {
        return Vec::new();
    }
    let lines = range.map_or(Span::new(0, snapshot.text().len_bytes()), |range| whole_lines(snapshot, range));
    let of_event = |event: &EventView<'_>| -> Vec<Edit> {
        let text = event.text();
        let source = event.source(&text);
        let formatted = format_event(&source, event.index() == 0, options);
        formatted.into_iter().filter_map(|edit| within(edit.shifted(event.start()), lines)).collect()
    };
    let events: Vec<EventView<'_>> = snapshot.events_in(lines.start as usize, lines.end as usize).collect();
    let edits: Vec<Edit> = if lines.len() < parallel::THRESHOLD {
        events.iter().flat_map(of_event).collect()
    } else {
        parallel::map(&events, of_event).concat()
    };
    if edits.len() > MANY { joined(edits, snapshot) } else { edits }
}

/// Joins edits that are near to each other in one event.
fn joined(edits: Vec<Edit>, snapshot: &Snapshot) -> Vec<Edit> {
    let mut joined: Vec<Edit> = Vec::new();
    let mut events = snapshot.events();
    let mut end = 0;
    for edit in edits {
        let is_in_next = edit.span.start as usize >= end;
        while edit.span.start as usize >= end
            && let Some(event) = events.next()
        {
            end = event.end();
        }
        match joined.last_mut() {
            Some(last) if !is_in_next && edit.span.start - last.span.end < NEAR => {
                let between = snapshot.text().byte_slice(last.span.end as usize..edit.span.start as usize);
                last.text.extend(between.chunks());
                last.text += &edit.text;
                last.span.end = edit.span.end;
            }
            _ => joined.push(edit),
        }
    }
    joined
}

/// The lines of a selection, with their line ends. A selection that ends at the start of a line does not include that
/// line.
fn whole_lines(snapshot: &Snapshot, range: Span) -> Span {
    let text = snapshot.text();
    let line_of = |byte: u32| text.byte_to_line((byte as usize).min(text.len_bytes()));
    let first = line_of(range.start);
    let last = line_of(range.end.max(range.start.saturating_add(1)) - 1).max(first);
    Span::new(text.line_to_byte(first), text.line_to_byte(last + 1))
}

/// Cuts an edit to `lines`. Only a run of blank lines can extend beyond them, and any part of such a run can be
/// deleted.
fn within(mut edit: Edit, lines: Span) -> Option<Edit> {
    if edit.text.is_empty() {
        edit.span.start = edit.span.start.max(lines.start);
        edit.span.end = edit.span.end.min(lines.end);
        return (edit.span.start < edit.span.end).then_some(edit);
    }
    (lines.start <= edit.span.start && edit.span.end <= lines.end).then_some(edit)
}
