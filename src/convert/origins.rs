//! Where the lines of a record and their words come from in SGF, noted while they are written.

use std::ops::Range;

use crate::sgf::NodeId;
use crate::text::Span;

/// The nodes in SGF of the lines of a record, and the values in SGF that its words say.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Origins {
    /// Where each line begins.
    pub(super) starts: Vec<u32>,
    pub(super) nodes: Vec<NodeId>,
    pub(super) roles: Vec<LineRole>,
    /// In the order of the record. Those on one piece of text say several properties together.
    pub(super) words: Vec<WordOrigin>,
}

/// The role of a line among those of its node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LineRole {
    /// A move. The first property of the node says it, if the line has no word with another origin.
    Move,
    /// Another line with which a step or a game begins.
    Beginning,
    Other,
}

/// The origin of a piece of text in a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct WordOrigin {
    /// All of the text that says the value.
    pub(super) span: Span,
    /// Where in it the value itself begins.
    pub(super) at: u32,
    pub(super) node: NodeId,
    pub(super) value: ValueOrigin,
}

/// A value of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ValueOrigin {
    /// The index of the property in the node.
    pub(super) property: u32,
    pub(super) part: ValuePart,
}

/// A part of the values of a property.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ValuePart {
    /// The value with this index.
    Nth(u32),
    /// Lines of the first value: those after the first line of the text say the value from this line on.
    Lines(u32),
}

impl Origins {
    /// The nodes, one for each line.
    pub fn nodes(&self) -> &[NodeId] {
        &self.nodes
    }

    /// Notes that a line begins at `start`.
    #[inline]
    pub(super) fn add_line(&mut self, start: usize, node: NodeId, role: LineRole) {
        self.starts.push(start as u32);
        self.nodes.push(node);
        self.roles.push(role);
    }

    /// How many lines and words there are.
    pub(super) fn counts(&self) -> (usize, usize) {
        (self.starts.len(), self.words.len())
    }

    /// Takes back all but the first lines and words.
    pub(super) fn truncate(&mut self, lines: usize, words: usize) {
        self.starts.truncate(lines);
        self.nodes.truncate(lines);
        self.roles.truncate(lines);
        self.words.truncate(words);
    }

    /// Adds lines of an earlier record with their words, which stand `by` bytes later, with the nodes of `later`.
    pub(super) fn extend(
        &mut self,
        earlier: &Self,
        (lines, words): (Range<usize>, Range<usize>),
        by: u32,
        later: impl Fn(NodeId) -> NodeId,
    ) {
        let moved = |at: u32| at.wrapping_add(by);
        self.starts.extend(earlier.starts[lines.clone()].iter().map(|&start| moved(start)));
        self.nodes.extend(earlier.nodes[lines.clone()].iter().map(|&node| later(node)));
        self.roles.extend_from_slice(&earlier.roles[lines]);
        self.words.extend(earlier.words[words].iter().map(|word| WordOrigin {
            span: Span { start: moved(word.span.start), end: moved(word.span.end) },
            at: moved(word.at),
            node: later(word.node),
            value: word.value,
        }));
    }

    /// The index of the line that a byte of the record is on.
    pub(super) fn line_at(&self, at: usize) -> usize {
        self.starts.partition_point(|&start| start as usize <= at).saturating_sub(1)
    }

    /// The first origin that was noted for the text at a byte of the record.
    pub(super) fn word_at(&self, at: usize) -> Option<&WordOrigin> {
        let after = self.words.partition_point(|word| word.span.start as usize <= at);
        let last = self.words[..after].last().filter(|word| at <= word.span.end as usize)?;
        let first = self.words[..after].partition_point(|word| word.span.start < last.span.start);
        self.words.get(first)
    }
}
