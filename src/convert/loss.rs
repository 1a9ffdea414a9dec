//! What a conversion could not do.

use crate::text::Span;

/// Something that is not in the other format as it was in the first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loss {
    /// Where, in the text that was converted.
    pub span: Span,
    /// What it is.
    pub what: String,
    /// What became of it, and why.
    pub why: &'static str,
}
