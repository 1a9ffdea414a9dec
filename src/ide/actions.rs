use crate::check::Diagnostic;
use crate::document::Snapshot;
use crate::text::{Edit, Span};

/// A change that an editor offers for a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Action {
    /// What it does.
    pub title: String,
    /// The changes, in order and without overlap.
    pub edits: Vec<Edit>,
    /// What it mends.
    pub diagnostic: Diagnostic,
    /// Whether it is the one to take where an editor takes one unasked.
    pub preferred: bool,
}

/// The quick fixes of the diagnostics that touch `span` (`textDocument/codeAction`).
pub fn actions(_snapshot: &Snapshot, _span: Span) -> Vec<Action> {
    Vec::new()
}
