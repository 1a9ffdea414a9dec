use crate::document::Snapshot;
use crate::format::{Options, format_event};
use crate::syntax::Source;
use crate::text::{Edit, Span};

/// The edits that make the text canonical, or only those on the lines of `range`
/// (`textDocument/formatting`, `textDocument/rangeFormatting`). Each edit lies within one line or covers whole
/// lines; they are in order. Line ends are never changed: in an editor they are the editor's.
pub fn formatting(snapshot: &Snapshot, options: &Options, range: Option<Span>) -> Vec<Edit> {
    let lines = range.map_or(Span::new(0, snapshot.text().len_bytes()), |range| whole_lines(snapshot, range));
    let mut edits = Vec::new();
    for event in snapshot.events_in(lines.start as usize, lines.end as usize) {
        let text = event.text();
        let source = Source::of_event(&text, event.is_last());
        let formatted = format_event(&source, event.index() == 0, options);
        edits.extend(formatted.into_iter().filter_map(|edit| within(edit.shifted(event.start()), lines)));
    }
    edits
}

/// The lines of a selection, with their line ends. One that ends where a line begins does not mean that line.
fn whole_lines(snapshot: &Snapshot, range: Span) -> Span {
    let text = snapshot.text();
    let line_of = |byte: u32| text.byte_to_line((byte as usize).min(text.len_bytes()));
    let first = line_of(range.start);
    let last = line_of(range.end.max(range.start.saturating_add(1)) - 1).max(first);
    Span::new(text.line_to_byte(first), text.line_to_byte(last + 1))
}

/// What an edit does within `lines`. Only a run of blank lines can reach beyond them, and of a run any part can be
/// deleted.
fn within(mut edit: Edit, lines: Span) -> Option<Edit> {
    if edit.text.is_empty() {
        edit.span.start = edit.span.start.max(lines.start);
        edit.span.end = edit.span.end.min(lines.end);
        return (edit.span.start < edit.span.end).then_some(edit);
    }
    (lines.start <= edit.span.start && edit.span.end <= lines.end).then_some(edit)
}
