//! Parts of a game that a conversion could not carry over.

use crate::text::Span;

/// Something that is not in the other format as it was in the first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loss {
    /// Where, in the text that was converted.
    pub span: Span,
    /// Name of the lost part, as in "game 2".
    pub what: String,
    /// Explanation of how the part was kept or dropped, and why.
    pub why: &'static str,
}
