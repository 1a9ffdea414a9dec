//! The lines of one event.

use std::sync::Arc;

use super::Keyword;
use super::field::{Field, FieldKind};
use super::foreign::Foreign;
use super::line::{Block, Line};
use super::pieces::{LineCache, Piece};
use super::reader::{Delimiters, Following, Reader};
use crate::text::Span;

/// What is wrong with a block. Lines are indices into the lines of the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlockFault {
    /// A block that is never ended.
    Unclosed {
        /// What it is.
        block: Block,
        /// The line that begins it.
        line: usize,
        /// The line before which it is taken to end; may be one past the last.
        end: usize,
    },
    /// A block that begins inside a block of the same kind.
    Nested {
        /// What it is.
        block: Block,
        /// The line that begins the outer one.
        outer: usize,
        /// The line that begins the inner one.
        line: usize,
    },
    /// An end where no block is open.
    Unmatched {
        /// What would be ended.
        block: Block,
        /// The line.
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
    /// What is wrong with its blocks, in order.
    pub faults: Vec<BlockFault>,
    /// Whether this is the last event of the file.
    pub last: bool,
    /// The first delimiters of blocks in it.
    pub delimiters: Delimiters,
    /// The kinds of block that were taken to be unclosed because of what stands behind this event: it must be
    /// read again as soon as the next delimiter behind it is the end of such a block.
    pub open: Vec<Block>,
    /// Text of another kind with which the file begins.
    pub foreign: Option<Foreign>,
    pub(super) fields: Vec<Field>,
    /// What was not read again but taken over, each piece with its first line.
    pub(super) taken_over: Vec<(usize, Arc<Piece>)>,
}

impl<'t> Source<'t> {
    /// Reads again the text of one event, as a [`Reader`] has cut it out.
    pub fn of_event(text: &'t str, last: bool) -> Self {
        Self::of_known_event(text, last, LineCache::default())
    }

    /// The same, where something is known of it.
    pub fn of_known_event(text: &'t str, last: bool, known: LineCache) -> Self {
        Reader::with(text, Following { last, ..Following::NOTHING }, known).event()
    }

    /// Whether there is nothing in it but text of another kind.
    pub fn is_foreign(&self) -> bool {
        self.foreign.is_some_and(|foreign| foreign.end >= self.text.len())
    }

    /// The fields of one of its lines.
    pub fn fields(&self, line: &Line) -> &[Field] {
        &self.fields[line.fields.0 as usize..line.fields.1 as usize]
    }

    /// The index of the line that holds a byte; the last line for all bytes behind it. 0 where there are no lines.
    pub fn line_at(&self, byte: usize) -> usize {
        self.lines.partition_point(|line| line.end as usize <= byte).min(self.lines.len().saturating_sub(1))
    }

    /// The line end that new lines get: that of the first line which has one.
    pub fn line_end(&self) -> &'t str {
        let first = self.lines.first().map_or("", |line| self.str(Span { start: line.span.end, end: line.end }));
        if first.is_empty() { "\n" } else { first }
    }

    /// The VAR lines in order, and whether an ENDVAR answers each.
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

    /// The free text of a line: a title, a header, a remark; empty where there is none.
    pub fn free_text(&self, line: &Line) -> &'t str {
        match self.fields(line) {
            [Field { span, kind: FieldKind::Text }] => self.str(*span),
            _ => "",
        }
    }
}
