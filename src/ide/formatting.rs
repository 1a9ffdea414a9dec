use crate::document::Snapshot;
use crate::format::{Options, format_event};
use crate::syntax::Source;
use crate::text::{Edit, Span};

/// The edits that make the text canonical, or only those on lines that `range` touches
/// (`textDocument/formatting`, `textDocument/rangeFormatting`). Each edit lies within one line or covers whole
/// lines; they are in order. Line ends are never changed: in an editor they are the editor's.
pub fn formatting(snapshot: &Snapshot, options: &Options, range: Option<Span>) -> Vec<Edit> {
    let (from, to) = range.map_or((0, usize::MAX), |span| (span.start as usize, span.end as usize));
    let mut edits = Vec::new();
    for event in snapshot.events_in(from, to) {
        let text = event.text();
        let source = Source::of_event(&text, event.is_last());
        let formatted = format_event(&source, event.index() == 0, options);
        edits.extend(formatted.into_iter().map(|edit| edit.shifted(event.start())));
    }
    if let Some(range) = range {
        // A selection of whole lines ends where the next line begins, and that line is not meant.
        edits.retain(|edit| edit.span.touches(range) && (range.is_empty() || edit.span.start < range.end));
    }
    edits
}
