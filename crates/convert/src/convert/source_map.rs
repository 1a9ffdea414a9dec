//! The map between games in SGF and the record that they are converted to: the origin of each line, and of each word
//! that expresses a value. Origins are recorded while the record is written, so its text is never searched for them.

use std::ops::Range;

use super::Site;
use ishi_sgf::{self as sgf, Collection, NodeId};
use ishi_text::Span;

/// The origins of the lines and words of a record in the games from which it was converted.
///
/// Nodes, properties and values are identified by their indices, so the map of a game does not depend on the position
/// of the game in the file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SourceMap {
    /// The start of each line.
    starts: Vec<u32>,
    nodes: Vec<NodeId>,
    roles: Vec<LineRole>,
    /// The words in the order of the record. Several origins on one piece of text are properties that it expresses
    /// together.
    words: Vec<WordOrigin>,
}

/// The role of a line among those of its node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LineRole {
    /// A move whose origin is the first property of the node, as for nearly all moves. Its point is `target` bytes
    /// after the start of the line.
    PlainMove {
        target: u8,
    },
    /// Moves whose words have origins of their own.
    NotedMove,
    /// Another line with which a step or a game begins.
    Beginning,
    Other,
}

impl LineRole {
    fn is_move(self) -> bool {
        matches!(self, Self::PlainMove { .. } | Self::NotedMove)
    }
}

/// The origin of a piece of text in a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct WordOrigin {
    /// The whole text that expresses the value.
    pub(super) span: Span,
    /// The start of the value itself.
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
    /// Lines of the first value: the lines from that of [`WordOrigin::at`] on are the value from this line on.
    Lines(u32),
}

impl ValueOrigin {
    /// The first value of a property.
    pub(super) fn first(property: usize) -> Self {
        Self { property: property as u32, part: ValuePart::Nth(0) }
    }
}

/// Looking up places.
impl SourceMap {
    /// The nodes, one for each line.
    pub fn nodes(&self) -> &[NodeId] {
        &self.nodes
    }

    /// The node of a byte of the record; `None` if there are no games.
    pub fn node_at(&self, at: usize) -> Option<NodeId> {
        self.nodes.get(self.line_at(at)).copied()
    }

    /// The value in SGF that corresponds to a byte of the record, or the first property name of the node if no value
    /// does. The start of a line with one value leads to that value.
    pub fn to_sgf(&self, games: &Collection<'_>, at: usize) -> Span {
        if let Some(value) = self.word_at(at).and_then(|word| word.value_span(games)) {
            return value;
        }
        let Some(node) = self.node_at(at) else { return Span::empty(0) };
        let Some(first) = games.properties(node).next() else { return games.span(node) };
        let line = self.line_at(at);
        match self.roles[line] {
            LineRole::PlainMove { .. } => first.main_span(),
            LineRole::NotedMove => {
                let noted = self.words_of_line(line).next().and_then(|word| word.value_span(games));
                noted.unwrap_or(first.main_span())
            }
            LineRole::Beginning | LineRole::Other => first.id_span(),
        }
    }

    /// The byte of the record that corresponds to a byte of SGF. A value leads to its word or line of text. Any other
    /// byte of a node leads to the move of the node, or else to the first line of the node, or of an earlier node.
    pub fn to_record(&self, games: &Collection<'_>, at: usize) -> usize {
        let Some(site) = Site::at(games, at) else { return 0 };
        if let Some((property, value)) = site.property
            && let Some(at_value) = self.of_value(games, site.node, property, value, at)
        {
            return at_value;
        }
        let mut nodes = std::iter::successors(Some(site.node), |&node| games.parent(node));
        nodes.find_map(|node| self.of_node(node)).unwrap_or(0)
    }

    /// The byte of the record for a node as a whole: its move, or else its first line. `None` if the record has neither
    /// a line for the node nor a word on the line of another node.
    pub fn of_node(&self, node: NodeId) -> Option<usize> {
        let lines = || (0..self.nodes.len()).filter(|&line| self.nodes[line] == node);
        if let Some(line) = lines().find(|&line| self.roles[line].is_move()) {
            return Some(self.target(line, node));
        }
        let first = lines().find(|&line| self.roles[line] == LineRole::Beginning).or_else(|| lines().next());
        let on_line = || self.words.iter().find(|word| word.node == node).map(|word| word.at as usize);
        first.map(|line| self.starts[line] as usize).or_else(on_line)
    }

    /// The start of the target of a node's move, on the line of the move.
    fn target(&self, line: usize, node: NodeId) -> usize {
        let start = self.starts[line] as usize;
        match self.roles[line] {
            LineRole::PlainMove { target } => start + usize::from(target),
            _ => self.words_of_line(line).find(|word| word.node == node).map_or(start, |word| word.at as usize),
        }
    }

    /// The byte of the record for the value of a property, or for a line of its only value, at a byte of SGF.
    fn of_value(
        &self,
        games: &Collection<'_>,
        node: NodeId,
        property: usize,
        value: Option<usize>,
        at: usize,
    ) -> Option<usize> {
        let words = self.words.iter().filter(|word| word.node == node && word.value.property as usize == property);
        let nth = value.unwrap_or(0) as u32;
        let mut block = None;
        for word in words {
            match word.value.part {
                ValuePart::Nth(index) if index == nth => return Some(word.at as usize),
                ValuePart::Nth(_) => {}
                // The last block that does not begin after the line; the first one, where all do.
                ValuePart::Lines(from) => {
                    let line = line_of_value(games, node, property, at)?;
                    if block.is_none() || from <= line {
                        block = Some((word, line.saturating_sub(from)));
                    }
                }
            }
        }
        let (block, line) = block?;
        let last = self.line_at(block.span.end as usize);
        let line = self.line_at(block.at as usize) + line as usize;
        self.starts.get(line.min(last)).map(|&start| start as usize)
    }

    /// The index of the line that a byte of the record is on.
    pub(super) fn line_at(&self, at: usize) -> usize {
        self.starts.partition_point(|&start| start as usize <= at).saturating_sub(1)
    }

    /// The first origin that was noted for the text at a byte of the record.
    fn word_at(&self, at: usize) -> Option<&WordOrigin> {
        let after = self.words.partition_point(|word| word.span.start as usize <= at);
        let last = self.words[..after].last().filter(|word| at <= word.span.end as usize)?;
        let first = self.words[..after].partition_point(|word| word.span.start < last.span.start);
        self.words.get(first)
    }

    /// The origins that were noted for words that begin on a line.
    fn words_of_line(&self, line: usize) -> impl Iterator<Item = &WordOrigin> {
        let first = self.words.partition_point(|word| word.span.start < self.starts[line]);
        let end = self.starts.get(line + 1).copied().unwrap_or(u32::MAX);
        self.words[first..].iter().take_while(move |word| word.span.start < end)
    }
}

/// Recording origins.
impl SourceMap {
    /// Records a line that begins at `start`.
    #[inline]
    pub(super) fn add_line(&mut self, start: usize, node: NodeId, role: LineRole) {
        self.starts.push(start as u32);
        self.nodes.push(node);
        self.roles.push(role);
    }

    /// Records the line of a move whose origin is a property. The line begins at `start`, its text is at `span`, and
    /// the point at `target`.
    #[inline]
    pub(super) fn add_move(&mut self, start: usize, span: Span, target: usize, node: NodeId, property: usize) {
        match u8::try_from(target - start) {
            Ok(target) if property == 0 => self.add_line(start, node, LineRole::PlainMove { target }),
            _ => {
                self.add_line(start, node, LineRole::NotedMove);
                self.add_word(WordOrigin { span, at: target as u32, node, value: ValueOrigin::first(property) });
            }
        }
    }

    /// Records the origin of a word, which must not begin before the last one.
    pub(super) fn add_word(&mut self, word: WordOrigin) {
        self.words.push(word);
    }

    /// Gives a line another role.
    pub(super) fn set_role(&mut self, line: usize, role: LineRole) {
        self.roles[line] = role;
    }

    /// How many lines and words there are.
    pub(super) fn counts(&self) -> (usize, usize) {
        (self.starts.len(), self.words.len())
    }

    /// Removes all but the first lines and words.
    pub(super) fn truncate(&mut self, lines: usize, words: usize) {
        self.starts.truncate(lines);
        self.nodes.truncate(lines);
        self.roles.truncate(lines);
        self.words.truncate(words);
    }

    /// Adds lines of an earlier record with their words, moved by `by` bytes, with the nodes of `later`.
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
}

impl WordOrigin {
    /// The span of the value in SGF, or of the whole property if the value is empty.
    fn value_span(&self, games: &Collection<'_>) -> Option<Span> {
        let property = games.properties(self.node).nth(self.value.property as usize)?;
        let nth = match self.value.part {
            ValuePart::Nth(nth) => nth as usize,
            ValuePart::Lines(_) => 0,
        };
        let value = property.value_spans().get(nth).copied();
        Some(value.filter(|span| !span.is_empty()).unwrap_or(property.span()))
    }
}

/// The line of the first value of a property at a byte of SGF, counted from 0 in the unescaped text. The file may break
/// such a line into several lines.
fn line_of_value(games: &Collection<'_>, node: NodeId, property: usize, at: usize) -> Option<u32> {
    let value = games.properties(node).nth(property)?.value_spans().first()?.range();
    let before = games.text().get(value.start..at.clamp(value.start, value.end))?;
    Some(sgf::unescape(before).matches('\n').count() as u32)
}
