use crate::document::Snapshot;
use crate::format::Options;
use crate::text::{Edit, Span};

/// The edits that make the text canonical, or only those on lines that `range` touches
/// (`textDocument/formatting`, `textDocument/rangeFormatting`). Each edit lies within one line or covers whole
/// lines; they are in order. Line ends are never changed: in an editor they are the editor's.
pub fn formatting(_snapshot: &Snapshot, _options: &Options, _range: Option<Span>) -> Vec<Edit> {
    Vec::new()
}
