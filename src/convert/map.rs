//! The way between games in SGF and the lines of the record that they become, in both directions.

use super::origins::{LineRole, Origins, ValuePart, WordOrigin};
use crate::sgf::{Collection, NodeId, Property};
use crate::text::Span;

/// Games in SGF and the record that they become.
#[derive(Clone, Copy, Debug)]
pub struct Map<'m> {
    games: &'m Collection<'m>,
    record: &'m str,
    origins: &'m Origins,
}

/// A node, property name or value at a place in SGF.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Site {
    /// The node.
    pub node: NodeId,
    /// The index of its property, and of a value of that. None where the place is on its name.
    pub property: Option<(usize, Option<usize>)>,
}

impl Site {
    /// The site at a byte of a text; none before the first node.
    pub fn at(games: &Collection<'_>, at: usize) -> Option<Self> {
        let node = games.node_at(at)?;
        let is_on = |span: Span| span.start as usize <= at && at <= span.end as usize;
        let mut properties = games.properties(node).enumerate();
        // Between two properties it is the second.
        let property = properties.rfind(|(_, property)| is_on(property.span())).map(|(index, property)| {
            let values = property.value_spans();
            let is_on_name = at < property.id_span().end as usize;
            (index, values.iter().position(|&span| is_on(span)).filter(|_| !is_on_name))
        });
        Some(Self { node, property })
    }

    /// The property.
    pub fn property<'c>(&self, games: &'c Collection<'_>) -> Option<Property<'c>> {
        self.property.and_then(|(index, _)| games.properties(self.node).nth(index))
    }
}

impl<'m> Map<'m> {
    /// The map of games and `record`, the text that `origins` are of.
    pub fn new(games: &'m Collection<'m>, record: &'m str, origins: &'m Origins) -> Self {
        Self { games, record, origins }
    }

    /// The node that a place in the record is of; none where there are no games.
    pub fn node(&self, at: usize) -> Option<NodeId> {
        self.origins.nodes.get(self.origins.line_at(at)).or(self.games.games().first()).copied()
    }

    /// The value in SGF that says what a place in the record does; where no value does, the first name of its node.
    pub fn to_sgf(&self, span: Span) -> Span {
        let at = span.start as usize;
        let word = self.origins.word_at(at);
        if let Some(value) = word.and_then(|word| self.value(word)) {
            return value;
        }
        let Some(node) = self.node(at) else { return Span::empty(0) };
        let Some(first) = self.games.properties(node).next() else { return self.games.span(node) };
        let line = self.origins.line_at(at);
        if self.origins.roles.get(line) != Some(&LineRole::Move) {
            return first.id_span();
        }
        self.move_words(line).next().and_then(|word| self.value(word)).unwrap_or(first.main_span())
    }

    /// The place of a value.
    fn value(&self, word: &WordOrigin) -> Option<Span> {
        let property = self.games.properties(word.node).nth(word.value.property as usize)?;
        let nth = match word.value.part {
            ValuePart::Nth(nth) => nth as usize,
            ValuePart::Lines(_) => 0,
        };
        let value = property.value_spans().get(nth).copied();
        Some(value.filter(|span| !span.is_empty()).unwrap_or(property.span()))
    }

    /// The place in the record that says what a place in SGF does: on a value the word or the line of text for it,
    /// elsewhere in a node its move, or else the line with which the node, or one before it, begins.
    pub fn to_record(&self, at: usize) -> usize {
        let Some(site) = Site::at(self.games, at) else { return 0 };
        if let Some((property, value)) = site.property
            && let Some(found) = self.word_of(site.node, property, value, at)
        {
            return found;
        }
        let mut nodes = std::iter::successors(Some(site.node), |&node| self.games.parent(node));
        nodes.find_map(|node| self.of_node(node)).unwrap_or(0)
    }

    /// The place in the record of a node as a whole: its move, or else the line with which it begins. None where the
    /// record has no line for the node, and no word on the line of another one.
    pub fn of_node(&self, node: NodeId) -> Option<usize> {
        let Origins { nodes, roles, .. } = self.origins;
        let lines = || nodes.iter().enumerate().filter(|(_, own)| **own == node).map(|(line, _)| line);
        if let Some(line) = lines().find(|&line| roles[line] == LineRole::Move) {
            return Some(self.target(line));
        }
        let first = lines().find(|&line| roles[line] == LineRole::Beginning).or_else(|| lines().next());
        let on_line = || self.origins.words.iter().find(|word| word.node == node).map(|word| word.at as usize);
        first.map(|line| self.origins.starts[line] as usize).or_else(on_line)
    }

    /// Where a move is played, on the line of a move.
    fn target(&self, line: usize) -> usize {
        if let Some(word) = self.move_words(line).find(|word| word.node == self.origins.nodes[line]) {
            return word.at as usize;
        }
        let start = self.origins.starts[line] as usize;
        let text = self.record[start..self.end(line)].trim_end();
        start + text.rfind(' ').map_or(0, |space| space + 1)
    }

    fn end(&self, line: usize) -> usize {
        self.origins.starts.get(line + 1).map_or(self.record.len(), |&next| next as usize)
    }

    /// The origins of the moves on a line; none where it has one, which is the first property.
    fn move_words(&self, line: usize) -> impl Iterator<Item = &'m WordOrigin> {
        let words = &self.origins.words;
        let first = words.partition_point(|word| word.span.start < self.origins.starts[line]);
        let end = self.end(line);
        words[first..].iter().take_while(move |word| (word.span.start as usize) < end)
    }

    /// The place in the record that says a value of a property.
    fn word_of(&self, node: NodeId, property: usize, value: Option<usize>, at: usize) -> Option<usize> {
        let own = self.origins.words.iter().filter(|word| word.node == node);
        let mut own = own.filter(|word| word.value.property as usize == property);
        let first = own.next()?;
        let ValuePart::Lines(_) = first.value.part else {
            let nth = value.unwrap_or(0);
            let is_it = |word: &&WordOrigin| word.value.part == ValuePart::Nth(nth as u32);
            return std::iter::once(first).chain(own).find(is_it).map(|word| word.at as usize);
        };
        // The block of text that has the line of the value, and the line in it.
        let start = self.games.properties(node).nth(property)?.value_spans().first()?.start as usize;
        let before = self.games.text().get(start..at.max(start))?;
        let line = before.matches('\n').count() as u32;
        let (block, from) = std::iter::once(first)
            .chain(own)
            .filter_map(|word| match word.value.part {
                ValuePart::Lines(from) => Some((word, from)),
                ValuePart::Nth(_) => None,
            })
            .take_while(|(word, from)| *from <= line || std::ptr::eq(*word, first))
            .last()?;
        let last = self.origins.line_at(block.span.end as usize);
        let line = self.origins.line_at(block.at as usize) + line.saturating_sub(from) as usize;
        self.origins.starts.get(line.min(last)).map(|&start| start as usize)
    }
}
