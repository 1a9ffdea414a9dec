//! `textDocument/documentHighlight`: the same move, stone or block in the document.

use super::cursor;
use super::definition::pair;
use super::references::uses;
use crate::document::Snapshot;
use ishi_text::Span;

/// The relation of a highlighted word to the item under the cursor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HighlightKind {
    /// It puts the stone on the board.
    Origin,
    /// It refers to the stone.
    Reference,
    /// It begins or ends the same block.
    Delimiter,
}

/// A word to highlight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Highlight {
    /// The span of the word, in bytes from the start of the document.
    pub span: Span,
    /// The relation of the word to the word at the cursor.
    pub kind: HighlightKind,
}

/// Returns the words that belong to those at `offset` (`textDocument/documentHighlight`), in order: a stone and all
/// references to it, or the keywords that begin and end a block.
pub fn highlights(snapshot: &Snapshot, offset: usize) -> Vec<Highlight> {
    let highlights = cursor::at(snapshot, offset, |cursor| {
        let of_kind = |spans: Vec<Span>, kind| spans.into_iter().map(move |span| Highlight { span, kind });
        let mut highlights: Vec<Highlight> = match cursor.named() {
            Some((_, named)) => of_kind(cursor.origins(&named), HighlightKind::Origin)
                .chain(of_kind(uses(cursor, &named), HighlightKind::Reference))
                .collect(),
            None => of_kind(pair(cursor)?.to_vec(), HighlightKind::Delimiter).collect(),
        };
        highlights.sort_by_cached_key(|highlight| highlight.span);
        Some(highlights)
    });
    highlights.unwrap_or_default()
}
