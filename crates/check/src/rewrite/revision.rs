//! The result of a change that a user makes by hand, as on a board.

use super::original::{Error, Original, OriginalEvent, refuse};
use ishi_text::{Edit, apply};

/// A change that a user makes by hand at a place, and the place of the cursor after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Revision {
    /// The edits; empty if nothing has to change.
    pub edits: Vec<Edit>,
    /// The line of the cursor after the change.
    pub line: u32,
}

impl Revision {
    /// Returns the revision if the changed event fulfills `is_meant`.
    ///
    /// # Errors
    /// The new text does not have the expected meaning; the reason is `refusal`.
    pub(super) fn verified(
        self,
        original: &Original<'_>,
        refusal: &str,
        is_meant: impl FnOnce(&OriginalEvent<'_>) -> bool,
    ) -> Result<Self, Error> {
        let text = apply(original.text, &self.edits);
        let new = Original::read(&text, original.last);
        if new.parts.len() != original.parts.len() || !is_meant(new.first()) {
            return refuse(refusal);
        }
        Ok(self)
    }
}
