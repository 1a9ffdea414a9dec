//! Lines of a long event that are reused when the event is read again.

use super::Keyword;
use super::delimiter::Delimiters;
use super::field::Field;
use super::line::{Line, LineKind};
use ishi_text::Span;

/// Consecutive lines of an event, which begin and end outside of blocks.
#[derive(Debug)]
pub(super) struct Piece {
    pub(super) span: Span,
    pub(super) first_field: u32,
    pub(super) lines: Vec<Line>,
    pub(super) fields: Vec<Field>,
    pub(super) delimiters: Delimiters,
    /// Whether it is read in the same way anywhere outside a block: no line depends on later text, and it does not end
    /// with a remark on the next item.
    pub(super) is_independent: bool,
}

impl Piece {
    /// Creates a piece from some lines of `text`; `fields` are all fields of the text.
    pub(super) fn of(text: &str, lines: &[Line], fields: &[Field]) -> Self {
        let (first, last) = (&lines[0], &lines[lines.len() - 1]);
        let looks_ahead = |line: &Line| {
            use Keyword::{Com, Endcom, Enduser, User};
            matches!(line.kind, LineKind::Unknown | LineKind::Misspelt(Com | User | Endcom | Enduser))
        };
        Self {
            span: first.whole().to(last.whole()),
            first_field: first.fields.0,
            lines: lines.to_vec(),
            fields: fields[first.fields.0 as usize..last.fields.1 as usize].to_vec(),
            delimiters: Delimiters::of(text, lines),
            is_independent: is_content(last) && !lines.iter().any(looks_ahead),
        }
    }
}

/// Returns whether a line is neither blank nor a remark, which belongs to the next item.
pub(super) fn is_content(line: &Line) -> bool {
    line.kind != LineKind::Blank && line.keyword() != Some(Keyword::Remark)
}
