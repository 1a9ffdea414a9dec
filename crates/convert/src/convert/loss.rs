//! Parts of a game that differ after a conversion.

use ishi_text::Span;

/// A part of the text that differs in the other format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loss {
    /// The span of the part in the converted text.
    pub span: Span,
    /// Name of the lost part, as in "game 2".
    pub what: String,
    /// Explanation of how the part was kept or dropped, and why.
    pub why: &'static str,
}
