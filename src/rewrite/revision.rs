//! A change that is made by hand, as on a board.

use super::original::{Error, Original, OriginalEvent, refuse};
use crate::text::{Edit, apply};

/// A change that is made by hand at a place, and where the cursor belongs after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Revision {
    /// The edits; none where the record has what is wanted already.
    pub edits: Vec<Edit>,
    /// The line where the cursor belongs afterwards.
    pub line: u32,
}

impl Revision {
    /// Returns the revision if the event is read as `is_meant` expects it afterwards.
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
