//! Syntax errors of an SGF text.

use std::fmt;

use ishi_text::Span;

/// A syntax error in an SGF text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SgfFault {
    /// The kind of the fault.
    pub kind: SgfFaultKind,
    /// The place of the fault, counted from the start of the text.
    pub span: Span,
}

/// The kind of a syntax error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SgfFaultKind {
    /// The text has no game.
    NoGame,
    /// Text before, between or after the games, other than white space.
    TextOutsideGames,
    /// Characters in a game that are not part of a property.
    StrayText,
    /// A game at the beginning of the text without its `(`.
    MissingOpen,
    /// A game that is not closed before the next one or before the end of the text.
    UnclosedGame,
    /// A value that is not closed before the end of the text.
    UnclosedValue,
    /// A value that is not closed before a property on the next line.
    MissingBracket,
    /// A text with `]` without a backslash, which are read as a part of the text.
    UnescapedBracket,
    /// A variation without nodes.
    EmptyVariation,
    /// A property at the beginning of a variation, or after one, without the `;` of its node.
    MissingSemicolon,
    /// A node after a variation. It is read as another variation.
    NodeAfterVariation,
    /// A property without values.
    NoValue,
    /// A value without a property.
    NoProperty,
}

impl fmt::Display for SgfFaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoGame => "no SGF game in this text",
            Self::TextOutsideGames => "text outside of the games",
            Self::StrayText => "characters that are not part of a property",
            Self::MissingOpen => "game without its opening `(`",
            Self::UnclosedGame => "game without its closing `)`",
            Self::UnclosedValue => "value without its closing `]`",
            Self::MissingBracket => "text without its closing `]` at the end of a line",
            Self::UnescapedBracket => "`]` in a text without a backslash",
            Self::EmptyVariation => "variation without nodes",
            Self::MissingSemicolon => "node without `;`",
            Self::NodeAfterVariation => "node after a variation, read as another variation",
            Self::NoValue => "property without a value",
            Self::NoProperty => "value without a property",
        })
    }
}
