//! A text kept parsed and checked while it is being edited.

use std::sync::Arc;

use ropey::Rope;

use crate::check::{Diagnostic, Severities};
use crate::text::{ColumnUnit, Position};

/// Why an edit could not be applied: the client's text is not ours any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EditError {
    /// The range begins on a line that the text does not have.
    NoSuchLine,
    /// The range ends before it begins.
    Reversed,
    /// The text would grow past [`MAX_BYTES`].
    TooLarge,
}

/// The largest text a document can hold, in bytes.
pub const MAX_BYTES: usize = 1 << 30;

/// A text being edited.
#[derive(Debug)]
pub struct Document {
    snapshot: Snapshot,
}

/// A text as it was at one moment, with all that is known of it. Cloning it is cheap, and later edits of the
/// document do not change it.
#[derive(Clone, Debug)]
pub struct Snapshot {
    text: Rope,
    _severities: Arc<Severities>,
}

impl Document {
    /// Parses and checks `text` from scratch. `text` must not be longer than [`MAX_BYTES`].
    pub fn new(text: &str, severities: Arc<Severities>) -> Self {
        Self { snapshot: Snapshot { text: Rope::from_str(text), _severities: severities } }
    }

    /// Replaces the text between two positions, as one `contentChanges` entry of `textDocument/didChange` does.
    ///
    /// # Errors
    /// A range that the text does not have. The document is unchanged then.
    pub fn edit(&mut self, _start: Position, _end: Position, _unit: ColumnUnit, _text: &str) -> Result<(), EditError> {
        Ok(())
    }

    /// Checks again with other severities.
    pub fn set_severities(&mut self, _severities: Arc<Severities>) {}

    /// The document as it is now.
    pub fn snapshot(&self) -> Snapshot {
        self.snapshot.clone()
    }
}

impl Snapshot {
    /// The text.
    pub fn text(&self) -> &Rope {
        &self.text
    }

    /// All diagnostics in the order of their places, with spans counted from the start of the text,
    /// and how many more there are beyond the limit.
    pub fn diagnostics(&self, _limit: usize) -> (Vec<Diagnostic>, usize) {
        (Vec::new(), 0)
    }
}
