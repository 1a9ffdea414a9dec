//! The lines of one event.

use std::sync::Arc;

use super::Keyword;
use super::delimiter::Delimiters;
use super::field::{Field, FieldKind};
use super::foreign::Foreign;
use super::line::{Block, Line};
use super::piece::Piece;
use ishi_text::Span;

/// A fault in the nesting of blocks. Lines are indices into the lines of the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlockFault {
    /// A block that is never ended.
    Unclosed {
        /// The kind of the block.
        block: Block,
        /// The line that begins it.
        line: usize,
        /// The line before which it is assumed to end; may be one past the last line.
        end: usize,
    },
    /// A block that begins inside a block of the same kind.
    Nested {
        /// The kind of both blocks.
        block: Block,
        /// The line that begins the outer one.
        outer: usize,
        /// The line that begins the inner one.
        line: usize,
    },
    /// The end of a block that was not begun.
    Unmatched {
        /// The kind of block that the line would end.
        block: Block,
        /// The line that would end the block.
        line: usize,
    },
}

/// The lines of one event.
#[derive(Clone, Debug)]
pub struct Source<'t> {
    /// The text, from the first line of the event to the end of its last line. All spans count from its start.
    pub text: &'t str,
    /// Its lines.
    pub lines: Vec<Line>,
    /// The faults of its blocks, in order.
    pub faults: Vec<BlockFault>,
    /// Whether this is the last event of the file.
    pub last: bool,
    /// The first delimiters of blocks in it.
    pub delimiters: Delimiters,
    /// The kinds of block that are unclosed because of the text after this event. The event must be read again when the
    /// next delimiter after it is the end of such a block.
    pub open: Vec<Block>,
    /// Text of another kind with which the file begins.
    pub foreign: Option<Foreign>,
    pub(super) fields: Vec<Field>,
    /// The pieces that were reused and not read again, each with its first line.
    pub(super) taken_over: Vec<(usize, Arc<Piece>)>,
}

impl<'t> Source<'t> {
    /// Whether it has only text of another kind.
    pub fn is_foreign(&self) -> bool {
        self.foreign.is_some_and(|foreign| foreign.end >= self.text.len())
    }

    /// Adds a piece at the end, and returns its length in bytes.
    pub(super) fn take_over(&mut self, piece: Arc<Piece>) -> usize {
        let place = self.lines.last().map_or(0, |line| line.end);
        // The piece may have moved either way.
        let by = place.wrapping_sub(piece.span.start);
        let fields_by = (self.fields.len() as u32).wrapping_sub(piece.first_field);
        let moved = |span: Span| Span { start: span.start.wrapping_add(by), end: span.end.wrapping_add(by) };
        self.lines.extend(piece.lines.iter().map(|line| Line {
            span: moved(line.span),
            end: line.end.wrapping_add(by),
            word: moved(line.word),
            kind: line.kind,
            fields: (line.fields.0.wrapping_add(fields_by), line.fields.1.wrapping_add(fields_by)),
        }));
        self.fields.extend(piece.fields.iter().map(|field| Field { span: moved(field.span), kind: field.kind }));
        self.delimiters = self.delimiters.then(piece.delimiters);
        let length = piece.span.len();
        self.taken_over.push((self.lines.len() - piece.lines.len(), piece));
        length
    }

    /// The fields of one of its lines.
    pub fn fields(&self, line: &Line) -> &[Field] {
        &self.fields[line.fields.0 as usize..line.fields.1 as usize]
    }

    /// The index of the line that contains a byte; the last line for bytes after it; 0 if there are no lines.
    pub fn line_at(&self, byte: usize) -> usize {
        self.lines.partition_point(|line| line.end as usize <= byte).min(self.lines.len().saturating_sub(1))
    }

    /// The line end for new lines: that of the first line with a line end.
    pub fn line_end(&self) -> &'t str {
        let first = self.lines.first().map_or("", |line| self.str(Span { start: line.span.end, end: line.end }));
        if first.is_empty() { "\n" } else { first }
    }

    /// The VAR lines in order, and whether each has an ENDVAR.
    pub fn variations(&self) -> Vec<(usize, bool)> {
        let mut variations: Vec<(usize, bool)> = Vec::new();
        let mut open = Vec::new();
        for (index, line) in self.lines.iter().enumerate() {
            match line.keyword() {
                Some(Keyword::Var) => {
                    open.push(variations.len());
                    variations.push((index, false));
                }
                Some(Keyword::Endvar) => {
                    if let Some(variation) = open.pop() {
                        variations[variation].1 = true;
                    }
                }
                _ => {}
            }
        }
        variations
    }

    /// The text of a field as it stands.
    pub fn str(&self, span: Span) -> &'t str {
        &self.text[span.range()]
    }

    /// The free text of a line: a title, a header, a remark; empty if there is none.
    pub fn free_text(&self, line: &Line) -> &'t str {
        match self.fields(line) {
            [Field { span, kind: FieldKind::Text }] => self.str(*span),
            _ => "",
        }
    }
}
