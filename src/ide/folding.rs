use crate::document::Snapshot;

/// What a fold hides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FoldKind {
    /// An event or a variation.
    Region,
    /// A comment or a block of user data.
    Comment,
}

/// Lines that can be folded away, counted from 0; the first stays visible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fold {
    /// The line that stays.
    pub start: u32,
    /// The last line that is hidden.
    pub end: u32,
    /// What they are.
    pub kind: FoldKind,
}

/// What can be folded (`textDocument/foldingRange`).
pub fn folding(_snapshot: &Snapshot) -> Vec<Fold> {
    Vec::new()
}
