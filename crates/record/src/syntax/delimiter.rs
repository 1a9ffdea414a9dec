//! Lines that begin or end a block of text: COM, ENDCOM, USER and ENDUSER.

use super::Keyword;
use super::line::{self, Block, Line, LineKind};
use ishi_text::Span;

/// A line that begins or ends a block, wherever it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Delimiter {
    /// `COM` or `USER`
    Open,
    /// `ENDCOM` or `ENDUSER`
    Close,
}

/// The first delimiter of each kind of block in a stretch of text, whether or not it stands inside a block.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Delimiters {
    /// The first of `COM` and `ENDCOM`.
    pub com: Option<Delimiter>,
    /// The first of `USER` and `ENDUSER`.
    pub user: Option<Delimiter>,
}

impl Delimiters {
    /// The first delimiter of this kind of block.
    pub fn get(self, block: Block) -> Option<Delimiter> {
        match block {
            Block::Com => self.com,
            Block::User => self.user,
        }
    }

    /// The first delimiters of two consecutive texts; `next` are those of the second text.
    pub fn then(self, next: Self) -> Self {
        Self { com: self.com.or(next.com), user: self.user.or(next.user) }
    }

    /// The first delimiters in lines that were read.
    pub(super) fn of(text: &str, lines: &[Line]) -> Self {
        use Keyword::{Com, Endcom, Enduser, User};
        let mut delimiters = Self::default();
        for line in lines {
            if matches!(line.kind, LineKind::Text(_) | LineKind::Data(Com | Endcom | User | Enduser))
                && let Some((block, delimiter)) = delimiter(text, line.span)
            {
                delimiters.note(block, delimiter);
            }
        }
        delimiters
    }

    /// Adds a delimiter that follows.
    pub(super) fn note(&mut self, block: Block, delimiter: Delimiter) {
        match block {
            Block::Com => self.com.get_or_insert(delimiter),
            Block::User => self.user.get_or_insert(delimiter),
        };
    }
}

/// The block that a line begins or ends, wherever it stands.
pub fn delimits(line: &str) -> Option<(Block, Delimiter)> {
    delimiter(line, Span::new(0, line.len()))
}

/// The block that a line begins or ends, or `None` if the line is not a delimiter.
pub(super) fn delimiter(text: &str, span: Span) -> Option<(Block, Delimiter)> {
    let first = text[span.range()].bytes().find(|byte| !matches!(byte, b' ' | b'\t'))?;
    // The first letter excludes nearly every line of prose, which then needs no search for its first word.
    if first.is_ascii() && !matches!(first, b'C' | b'c' | b'E' | b'e' | b'U' | b'u') && first.is_ascii_graphic() {
        return None;
    }
    match line::first_keyword(text, span)? {
        Keyword::Com => Some((Block::Com, Delimiter::Open)),
        Keyword::Endcom => Some((Block::Com, Delimiter::Close)),
        Keyword::User => Some((Block::User, Delimiter::Open)),
        Keyword::Enduser => Some((Block::User, Delimiter::Close)),
        _ => None,
    }
}
