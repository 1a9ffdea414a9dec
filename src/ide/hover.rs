use crate::document::Snapshot;
use crate::text::Span;

/// What is shown for the thing under the cursor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hover {
    /// The thing.
    pub span: Span,
    /// For clients that show Markdown.
    pub markdown: String,
    /// For those that do not.
    pub plain: String,
}

/// What there is to say about the place `offset` (`textDocument/hover`).
pub fn hover(_snapshot: &Snapshot, _offset: usize) -> Option<Hover> {
    None
}
