use crate::document::Snapshot;
use crate::text::Span;

/// What a completion stands for, which decides its icon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CompletionKind {
    /// A keyword alone.
    Keyword,
    /// A block or a line with places to fill in.
    Snippet,
}

/// One proposal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completion {
    /// What the list shows.
    pub label: String,
    /// The icon.
    pub kind: CompletionKind,
    /// The syntax, shown beside the label.
    pub detail: String,
    /// What it means, in Markdown.
    pub documentation: String,
    /// What it replaces.
    pub replace: Span,
    /// The text to insert, for a client without snippets.
    pub plain: String,
    /// The same with tab stops in LSP's snippet syntax, where it has any. Lines end with `\n`.
    pub snippet: Option<String>,
}

/// The proposals at `offset`, the fittest first (`textDocument/completion`).
pub fn completion(_snapshot: &Snapshot, _offset: usize) -> Vec<Completion> {
    Vec::new()
}
