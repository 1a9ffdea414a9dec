//! Positions as lines and columns in the encodings of LSP, and their conversion from and to bytes.

use std::ops::Range;

use ropey::{Rope, RopeSlice};

pub use line_column::{LineColumn, LineColumns};

mod line_column;

/// The unit in which columns are counted: one of the position encodings of LSP 3.17 (`PositionEncodingKind`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ColumnUnit {
    /// Bytes of UTF-8.
    Utf8,
    /// Code units of UTF-16: the default of LSP.
    #[default]
    Utf16,
    /// Unicode scalar values: the characters of a text.
    Utf32,
}

impl ColumnUnit {
    /// The length of a text in this unit.
    pub fn length(self, text: &str) -> usize {
        match self {
            Self::Utf8 => text.len(),
            Self::Utf16 => text.encode_utf16().count(),
            Self::Utf32 => text.chars().count(),
        }
    }
}

/// A place between two characters: a line and a column, both counted from 0. A separate [`ColumnUnit`] gives the unit
/// of the column.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// The line, from 0. Lines end with CR, LF or CRLF, and with nothing else.
    pub line: u32,
    /// The column, from 0.
    pub column: u32,
}

impl Position {
    /// The place at `column` of `line`.
    pub fn new(line: u32, column: u32) -> Self {
        Self { line, column }
    }
}

/// The byte offset of a position in `text`.
///
/// As LSP requires, a column past the end of its line means the end of the line, before its line end. A column inside a
/// character, such as the middle of a surrogate pair, means the start of that character. `None` if the text has no such
/// line.
pub fn byte_at(text: &Rope, position: Position, unit: ColumnUnit) -> Option<usize> {
    let line = position.line as usize;
    let start = text.try_line_to_byte(line).ok()?;
    let content = content_of(text.get_line(line)?);
    let column = position.column as usize;
    let within = match unit {
        ColumnUnit::Utf8 => {
            let byte = column.min(content.len_bytes());
            content.char_to_byte(content.byte_to_char(byte))
        }
        ColumnUnit::Utf16 => {
            let units = column.min(content.len_utf16_cu());
            content.char_to_byte(content.utf16_cu_to_char(units))
        }
        ColumnUnit::Utf32 => content.char_to_byte(column.min(content.len_chars())),
    };
    Some(start + within)
}

/// The characters that end a line for the sender of a position.
///
/// In LSP, CR LF, LF and CR end a line. For editors that end lines only at an LF (Neovim, Emacs, Helix, Kakoune), a
/// lone CR is part of its line, and they count positions accordingly.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LineRule {
    /// Unknown: one of the other two rules. A column between CR and LF means the place before the CR, as in LSP.
    #[default]
    Unknown,
    /// LF and CR LF. A column may lie between CR and LF.
    Lf,
    /// LF, CR LF and CR, as in LSP.
    Lsp,
}

/// The error of a position that means different places under the two rules for lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ambiguous;

/// Returns the bytes of each CR without LF in a part of `text`. Before the first such CR of a text, positions are the
/// same under both rules for lines.
pub fn lone_crs(text: &Rope, part: Range<usize>) -> impl Iterator<Item = usize> {
    let mut before = part.start;
    text.byte_slice(part).chunks().flat_map(move |chunk| {
        let start = before;
        before += chunk.len();
        let bytes = chunk.as_bytes();
        memchr::memchr_iter(b'\r', bytes).filter_map(move |at| {
            let next = bytes.get(at + 1).copied().or_else(|| text.get_byte(start + at + 1));
            (next != Some(b'\n')).then_some(start + at)
        })
    })
}

/// The byte offset of a position in `text` under a rule for lines; `None` if the text has no such line. `lone_cr` is
/// the first CR without LF of the text.
///
/// # Errors
/// Returns an error if the rule is unknown and the position may mean either of two places.
pub fn byte_by_rule(
    text: &Rope,
    lone_cr: Option<usize>,
    position: Position,
    unit: ColumnUnit,
    rule: LineRule,
) -> Result<Option<usize>, Ambiguous> {
    let by_lsp = byte_at(text, position, unit);
    if rule == LineRule::Lsp {
        return Ok(by_lsp);
    }
    let by_lf = match lone_cr {
        Some(_) => line_by_lf(text, position.line),
        // Both find the same lines then.
        None => by_lsp.map(|_| {
            let line = position.line as usize;
            (text.line_to_byte(line), text.line(line))
        }),
    };
    let by_lf = by_lf.map(|(start, line)| start + in_line(line, position.column, unit, rule));
    let end = text.len_bytes();
    match rule {
        LineRule::Unknown if by_lsp.unwrap_or(end) != by_lf.unwrap_or(end) => Err(Ambiguous),
        LineRule::Unknown => Ok(by_lsp),
        _ => Ok(by_lf),
    }
}

/// The line under the rule that only LF ends lines, with its line end, and its start.
fn line_by_lf(text: &Rope, line: u32) -> Option<(usize, RopeSlice<'_>)> {
    let line_feeds = || {
        let mut before = 0;
        text.chunks().flat_map(move |chunk| {
            let start = before;
            before += chunk.len();
            memchr::memchr_iter(b'\n', chunk.as_bytes()).map(move |at| start + at + 1)
        })
    };
    let start = match line.checked_sub(1) {
        None => 0,
        Some(before) => line_feeds().nth(before as usize)?,
    };
    let end = line_feeds().nth(line as usize).unwrap_or(text.len_bytes());
    Some((start, text.byte_slice(start..end)))
}

/// The byte offset of a column in a line that only LF ends. A larger column than the line has means the end of the
/// line, which is before a CR LF. Only for [`LineRule::Lf`] a column may be between CR and LF. A CR at the end of the
/// text does not end a line.
fn in_line(line: RopeSlice<'_>, column: u32, unit: ColumnUnit, rule: LineRule) -> usize {
    let length = line.len_bytes();
    let has_line_feed = length > 0 && line.byte(length - 1) == b'\n';
    let end = if has_line_feed { content_of(line).len_bytes() } else { length };
    let last = if has_line_feed && rule == LineRule::Lf { length - 1 } else { end };
    let content = line.byte_slice(..last);
    let column = column as usize;
    let chars = match unit {
        ColumnUnit::Utf8 => (column <= content.len_bytes()).then(|| content.byte_to_char(column)),
        ColumnUnit::Utf16 => (column <= content.len_utf16_cu()).then(|| content.utf16_cu_to_char(column)),
        ColumnUnit::Utf32 => (column <= content.len_chars()).then_some(column),
    };
    chars.map_or(end, |chars| content.char_to_byte(chars))
}

/// The position of a byte offset in `text`.
///
/// LSP has no position between CR and LF, so an offset there becomes the end of the line. An offset past the text
/// becomes the end of the text.
pub fn position_at(text: &Rope, byte: usize, unit: ColumnUnit) -> Position {
    let byte = byte.min(text.len_bytes());
    let line = text.byte_to_line(byte);
    let start = text.line_to_byte(line);
    // Where every character is a byte, columns count bytes; only between CR and LF there is none.
    if text.len_bytes() == text.len_chars() {
        let is_in_line_end =
            start < byte && byte < text.len_bytes() && text.byte(byte) == b'\n' && text.byte(byte - 1) == b'\r';
        return Position::new(line as u32, (byte - start - usize::from(is_in_line_end)) as u32);
    }
    let content = content_of(text.line(line));
    let within = (byte - start).min(content.len_bytes());
    let chars = content.byte_to_char(within);
    let column = match unit {
        ColumnUnit::Utf8 => within,
        ColumnUnit::Utf16 => content.char_to_utf16_cu(chars),
        ColumnUnit::Utf32 => chars,
    };
    Position::new(line as u32, column as u32)
}

/// A line without its line end.
fn content_of(line: RopeSlice<'_>) -> RopeSlice<'_> {
    let bytes = line.len_bytes();
    let mut end = bytes;
    if end > 0 && line.byte(end - 1) == b'\n' {
        end -= 1;
    }
    if end > 0 && line.byte(end - 1) == b'\r' {
        end -= 1;
    }
    line.byte_slice(..end)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const UNITS: [ColumnUnit; 3] = [ColumnUnit::Utf8, ColumnUnit::Utf16, ColumnUnit::Utf32];

    #[test]
    fn a_cr_at_the_end_of_the_text_ends_a_line_only_in_lsp() {
        let text = Rope::from_str("a\n\r");
        let past = |rule| byte_by_rule(&text, Some(2), Position::new(1, 9), ColumnUnit::Utf16, rule);
        assert_eq!(past(LineRule::Lsp), Ok(Some(2)));
        assert_eq!(past(LineRule::Lf), Ok(Some(3)));
        assert_eq!(past(LineRule::Unknown), Err(Ambiguous));
    }

    #[test]
    fn only_where_lf_alone_ends_lines_is_there_a_column_between_cr_and_lf() {
        let text = Rope::from_str("a\r\nb\rc\r\n");
        let at =
            |line, column, rule| byte_by_rule(&text, Some(4), Position::new(line, column), ColumnUnit::Utf16, rule);
        for (column, byte) in [(1, 1), (2, 1), (3, 1), (99, 1)] {
            assert_eq!(at(0, column, LineRule::Unknown), Ok(Some(byte)));
            assert_eq!(at(0, column, LineRule::Lsp), Ok(Some(byte)));
        }
        assert_eq!(at(0, 2, LineRule::Lf), Ok(Some(2)));
        assert_eq!(at(0, 3, LineRule::Lf), Ok(Some(1)));
        assert_eq!(at(1, 4, LineRule::Unknown), Err(Ambiguous));
    }

    proptest! {
        /// Every place that LSP can name comes back as itself.
        #[test]
        fn positions_round_trip(text in "([a-zé😀\r\n]|\r\n){0,40}") {
            let rope = Rope::from_str(&text);
            for (byte, _) in text.char_indices().chain([(text.len(), ' ')]) {
                let between_cr_and_lf = byte > 0 && text[..byte].ends_with('\r') && text[byte..].starts_with('\n');
                for unit in UNITS {
                    let back = byte_at(&rope, position_at(&rope, byte, unit), unit);
                    prop_assert_eq!(back, Some(if between_cr_and_lf { byte - 1 } else { byte }));
                }
            }
        }

        /// No position a client can send panics, and each lands on a character.
        #[test]
        fn any_position_is_safe(text in "[a-zé😀\r\n]{0,40}", line in 0u32..50, column in 0u32..100) {
            let rope = Rope::from_str(&text);
            for unit in UNITS {
                if let Some(byte) = byte_at(&rope, Position::new(line, column), unit) {
                    prop_assert!(text.is_char_boundary(byte));
                }
            }
        }
    }
}
