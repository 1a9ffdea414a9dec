//! Lines and columns as people count them.

use std::ops::Range;

use ropey::Rope;

use super::{ColumnUnit, Position, byte_at, position_at};
use ishi_text::Span;

/// A line and a column as people count them: from 1, the column in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LineColumn {
    /// The number of the line, from 1.
    pub line: usize,
    /// The number of the character in the line, from 1.
    pub column: usize,
}

/// The places of a text, for messages. All line and column numbers of messages come from here.
#[derive(Debug)]
pub struct LineColumns {
    text: Rope,
}

impl LineColumns {
    /// The places of this text.
    pub fn new(text: &str) -> Self {
        Self { text: Rope::from_str(text) }
    }

    /// The place of a byte offset; one inside a line end is the end of that line.
    pub fn of(&self, offset: u32) -> LineColumn {
        let position = position_at(&self.text, offset as usize, ColumnUnit::Utf32);
        LineColumn { line: position.line as usize + 1, column: position.column as usize + 1 }
    }

    /// The byte offset of a place; the end of its line for one past it.
    pub fn byte(&self, LineColumn { line, column }: LineColumn) -> usize {
        let position = Position::new((line - 1) as u32, (column - 1) as u32);
        byte_at(&self.text, position, ColumnUnit::Utf32).unwrap_or_else(|| self.text.len_bytes())
    }

    /// The start and the end of a span; the end is exclusive.
    pub fn range(&self, span: Span) -> (LineColumn, LineColumn) {
        (self.of(span.start), self.of(span.end))
    }

    /// How many characters precede a byte offset.
    pub fn chars_before(&self, offset: u32) -> usize {
        self.text.byte_to_char((offset as usize).min(self.text.len_bytes()))
    }

    /// The offset of the first byte of a line, counted from 1.
    pub fn line_start(&self, line: usize) -> usize {
        self.text.try_line_to_byte(line - 1).unwrap_or_else(|_| self.text.len_bytes())
    }

    /// The part of a line between two offsets, without the line end, and where it really begins: an offset inside
    /// a character means the start of that character.
    pub fn part_of_line(&self, line: usize, bytes: Range<usize>) -> (usize, String) {
        let start = self.line_start(line);
        let end = self.line_start(line + 1);
        // Nearly every line is short enough to be asked for as a whole.
        let boundary = |byte: usize| match byte.clamp(start, end) {
            whole if whole == start || whole == end => whole,
            within => self.text.char_to_byte(self.text.byte_to_char(within)),
        };
        let (from, to) = (boundary(bytes.start), boundary(bytes.end));
        let mut part = self.text.byte_slice(from..to.max(from)).to_string();
        part.truncate(part.trim_end_matches(['\r', '\n']).len());
        (from, part)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_cr_lf_and_crlf_end_a_line_and_characters_are_counted() {
        let places = LineColumns::new("a\rbé\u{2028}😀x\r\n\u{b}c\n");
        let line_columns: Vec<_> = [0, 1, 2, 3, 5, 8, 12, 13, 14, 15, 16, 17, 99]
            .map(|offset| places.of(offset))
            .iter()
            .map(|place| (place.line, place.column))
            .collect();
        assert_eq!(
            line_columns,
            [(1, 1), (1, 2), (2, 1), (2, 2), (2, 3), (2, 4), (2, 5), (2, 6), (2, 6), (3, 1), (3, 2), (3, 3), (4, 1)]
        );
        assert_eq!(places.part_of_line(2, 0..99), (2, "bé\u{2028}😀x".to_owned()));
        assert_eq!(places.part_of_line(2, 4..6), (3, "é".to_owned()));
        assert_eq!(places.part_of_line(2, 11..15), (8, "😀x".to_owned()));
        assert_eq!(places.part_of_line(4, 0..99), (18, String::new()));
        assert_eq!(places.part_of_line(9, 0..99), (18, String::new()));
    }
}
