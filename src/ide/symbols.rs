use crate::document::Snapshot;
use crate::text::Span;

/// What an entry of the outline is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SymbolKind {
    /// A game, problem, joseki, …
    Event,
    /// A move.
    Move,
    /// A variation.
    Variation,
    /// A diagram.
    Diagram,
    /// The setup stones of an event.
    Setup,
}

/// An entry of the outline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// Its name; never empty.
    pub name: String,
    /// What is said beside the name.
    pub detail: String,
    /// What it is.
    pub kind: SymbolKind,
    /// All of it.
    pub span: Span,
    /// The part to select on a jump; lies within `span`.
    pub selection: Span,
    /// What lies in it.
    pub children: Vec<Symbol>,
}

/// The outline (`textDocument/documentSymbol`).
pub fn symbols(_snapshot: &Snapshot) -> Vec<Symbol> {
    Vec::new()
}
