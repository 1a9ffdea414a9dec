//! The tree of an edited text. Only the nodes that the edit may have changed are read again.

use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;

use super::fault::{SgfFault, SgfFaultKind};
use super::text_end::is_space;
use super::token::{Token, TokenKind, Tokens};
use super::tree::{After, Collection, NONE, NodeEntry, NodeId, Parser, PropertyEntry, link};
use ishi_text::Span;

/// A mapping between the unchanged nodes of two versions of a collection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnchangedNodes {
    /// The nodes before this one are the same in both collections.
    before: u32,
    /// From these nodes on, they are the same again, in the earlier collection and in the later one.
    after: (u32, u32),
}

impl UnchangedNodes {
    /// The node of the earlier collection that corresponds to a node of the later one.
    pub fn earlier(self, node: NodeId) -> Option<NodeId> {
        let (earlier, later) = self.after;
        match node.0 {
            index if index < self.before => Some(node),
            index if index >= later => Some(NodeId(index - later + earlier)),
            _ => None,
        }
    }

    /// The node of the later collection that corresponds to a node of the earlier one.
    pub fn later(self, node: NodeId) -> Option<NodeId> {
        let Self { before, after: (earlier, later) } = self;
        Self { before, after: (later, earlier) }.earlier(node)
    }

    /// Whether all nodes in a range of the later collection are unchanged and consecutive in the earlier one.
    pub fn are_all(self, nodes: Range<NodeId>) -> bool {
        nodes.end.0 <= self.before || nodes.start.0 >= self.after.1
    }
}

/// Stands for the node before the first one that is read again.
const OUTER: u32 = NONE - 1;

/// Reads a part of a game, beginning with the `;` of a node.
struct PartReader<'t> {
    parser: Parser<'t>,
    tokens: Tokens<'t>,
    /// The token that was found but not yet read.
    pending: Option<Token>,
}

impl<'t> PartReader<'t> {
    fn new(text: &'t str, at: usize, is_after_variation: bool) -> Self {
        let mut parser = Parser::new(text, OUTER, 8);
        if is_after_variation {
            parser.after = After::Close;
        }
        Self { parser, tokens: Tokens::within_game(text, at), pending: None }
    }

    /// Reads up to the next `;` or bracket of a variation at `least` or later, and returns its place. `None` if the
    /// variation of the first node, or the text, ends before that.
    fn advance(&mut self, least: usize) -> Option<usize> {
        loop {
            if let Some(token) = self.pending.take() {
                match token.kind {
                    TokenKind::Close if self.parser.open.is_empty() => return None,
                    TokenKind::Open { game: true } => return None,
                    _ => self.parser.token(token),
                }
            }
            let token = self.tokens.next()?;
            self.pending = Some(token);
            let is_boundary = matches!(token.kind, TokenKind::Semicolon | TokenKind::Open { .. } | TokenKind::Close);
            if is_boundary && token.span.start as usize >= least {
                self.parser.close_property();
                return Some(token.span.start as usize);
            }
        }
    }

    /// The nodes to which the following text may refer, each with the corresponding node of another reader, if both
    /// readers are followed by the same text. `None` if the two readers would read this text differently.
    fn joined(&self, other: &Self) -> Option<HashMap<u32, u32>> {
        let is_between = |reader: &Self| match reader.parser.after {
            after @ (After::Open | After::Close) => Some(after),
            _ => None,
        };
        let (one, other) = ((self, is_between(self)), (other, is_between(other)));
        let is_alike = one.1 == other.1
            && one.0.parser.open.len() == other.0.parser.open.len()
            && one.0.pending.map(|token| token.kind) == other.0.pending.map(|token| token.kind);
        let nodes = |reader: &'_ Self| {
            let parser = &reader.parser;
            parser.open.iter().copied().chain([parser.current]).collect::<Vec<_>>()
        };
        let mut joined = HashMap::new();
        let is_one_way = nodes(one.0)
            .into_iter()
            .zip(nodes(other.0))
            .all(|(one, other)| *joined.entry(one).or_insert(other) == other);
        (is_alike && is_one_way).then_some(joined)
    }
}

impl Collection<'_> {
    /// The collection of `text`, which differs from the text of this collection only in the range `old` here and `new`
    /// in `text`. `None` if too much may have changed, so that the whole text has to be read.
    pub fn edited(
        &self,
        text: String,
        old: Range<usize>,
        new: Range<usize>,
    ) -> Option<(Collection<'static>, UnchangedNodes)> {
        let first = self.first_to_read_again(&text, &old)?;
        let start = self.nodes[first].start;
        let is_after_variation =
            self.faults.iter().any(|fault| fault.kind == SgfFaultKind::NodeAfterVariation && fault.span.start == start);
        let mut before = PartReader::new(&self.text, start as usize, is_after_variation);
        let mut after = PartReader::new(&text, start as usize, is_after_variation);
        let (mut old_end, mut new_end) = (before.advance(old.end)?, after.advance(new.end)?);
        let joined = loop {
            let shifted = old_end - old.end + new.end;
            if shifted == new_end
                && let Some(joined) = before.joined(&after)
            {
                break joined;
            }
            if shifted <= new_end {
                old_end = before.advance(old.end)?;
            }
            if shifted >= new_end {
                new_end = after.advance(new.end)?;
            }
        };
        if after.tokens.looked_far() {
            return None;
        }
        let (before, after) = (before.parser.tree, after.parser.tree);
        let parts = Parts { first, old: &before, new: &after, by: (new_end as u32).wrapping_sub(old_end as u32) };
        let nodes = parts.nodes(self, &joined)?;
        let (properties, values) = parts.properties(self);
        let before_start = self.faults.partition_point(|fault| fault.span.start < start);
        let after_end = self.faults.partition_point(|fault| (fault.span.start as usize) < old_end);
        let following = self.faults[after_end..].iter().map(|fault| {
            let span = parts.moved(fault.span);
            SgfFault { span, ..*fault }
        });
        let faults = self.faults[..before_start].iter().chain(&after.faults).copied().chain(following).collect();
        let first = first as u32;
        let ends = (first + before.nodes.len() as u32, first + after.nodes.len() as u32);
        let unchanged = UnchangedNodes { before: first, after: ends };
        let games = self.games.clone();
        let text = Cow::Owned(text);
        Some((Collection { text, games, nodes, properties, values, faults, looked_far: false }, unchanged))
    }

    /// Whether a node begins with the name of a property and the bracket of its first value, which end before `end`.
    fn begins_with_property(&self, node: NodeId, end: usize) -> bool {
        let entry = &self.nodes[node.0 as usize];
        let Some(property) = self.properties(node).next() else { return false };
        let start = entry.start as usize + usize::from(self.text[entry.start as usize..].starts_with(';'));
        let value = property.value_spans().first().map_or(end + 1, |value| value.start as usize);
        let between = [start..property.id_span().start as usize, property.id_span().end as usize..value - 1];
        value <= end && between.iter().all(|between| self.text[between.clone()].bytes().all(is_space))
    }

    /// The first node that has to be read again after an edit, if the text before this node is read in the same way.
    fn first_to_read_again(&self, text: &str, old: &Range<usize>) -> Option<usize> {
        let [root] = self.games[..] else { return None };
        // The first `;` is not that of a node, or the end of a value may depend on any other node.
        if self.looked_far || self.faults.first().is_some_and(|fault| fault.kind == SgfFaultKind::MissingOpen) {
            return None;
        }
        // The end of a text depends on the name of the property that follows.
        let mut first = self.node_at(old.start.checked_sub(1)?)?;
        while !self.begins_with_property(first, old.start) {
            first = NodeId(first.0.checked_sub(1)?);
        }
        let start = self.nodes[first.0 as usize].start as usize;
        // A `(` is read with the name that follows on its node.
        let name = |text: &str| {
            let rest = text[start..].strip_prefix(';')?;
            Some(text.len() - rest.trim_start_matches(|first: char| first <= ' ' || first == '\u{7f}').len())
        };
        let (before, after) = (name(&self.text)?, name(text)?);
        let begins_game = ["FF[", "GM["].iter().any(|root| text[after..].starts_with(root));
        let is_same = if first == root { old.start >= before + 3 } else { !begins_game };
        is_same.then_some(first.0 as usize)
    }
}

/// A part of a collection, and the part that replaces it in a later collection.
struct Parts<'p> {
    /// The node with which both begin.
    first: usize,
    old: &'p Collection<'static>,
    new: &'p Collection<'static>,
    /// The distance by which the following text has moved.
    by: u32,
}

impl Parts<'_> {
    fn moved(&self, span: Span) -> Span {
        Span { start: span.start.wrapping_add(self.by), end: span.end.wrapping_add(self.by) }
    }

    /// The change in the number of some items, which may be negative.
    fn more<T>(&self, of: impl for<'c> Fn(&'c Collection<'static>) -> &'c Vec<T>) -> u32 {
        (of(self.new).len() as u32).wrapping_sub(of(self.old).len() as u32)
    }

    /// The nodes of the later collection. `joined` maps the nodes of the old part to which following nodes refer to
    /// nodes of the new part.
    fn nodes(&self, collection: &Collection<'_>, joined: &HashMap<u32, u32>) -> Option<Vec<NodeEntry>> {
        let first = self.first as u32;
        let outer = collection.nodes[self.first].parent;
        let first_property = collection.nodes[self.first].properties.0;
        let following = self.first + self.old.nodes.len();
        let (more, more_properties) = (self.more(|part| &part.nodes), self.more(|part| &part.properties));
        let mut nodes = Vec::with_capacity(collection.nodes.len() + self.new.nodes.len());
        let unlinked = |node: &NodeEntry| NodeEntry::new(node.start, node.parent, node.properties);
        nodes.extend(collection.nodes[..self.first].iter().map(unlinked));
        nodes.extend(self.new.nodes.iter().map(|node| {
            let parent = if node.parent == OUTER { outer } else { node.parent + first };
            let properties = (node.properties.0 + first_property, node.properties.1 + first_property);
            NodeEntry::new(node.start, parent, properties)
        }));
        for node in &collection.nodes[following..] {
            let parent = match node.parent {
                NONE => NONE,
                parent if parent < first => parent,
                parent if parent as usize >= following => parent.wrapping_add(more),
                parent => joined.get(&(parent - first)).copied().filter(|&parent| parent != OUTER)? + first,
            };
            let (start, end) = node.properties;
            let properties = (start.wrapping_add(more_properties), end.wrapping_add(more_properties));
            nodes.push(NodeEntry::new(node.start.wrapping_add(self.by), parent, properties));
        }
        link(&mut nodes);
        Some(nodes)
    }

    /// The properties of the later collection, and their values.
    fn properties(&self, collection: &Collection<'_>) -> (Vec<PropertyEntry>, Vec<Span>) {
        let start = collection.nodes[self.first].properties.0 as usize;
        let end = start + self.old.properties.len();
        let first_value = |index: usize| {
            collection.properties.get(index).map_or(collection.values.len(), |entry| entry.values.0 as usize)
        };
        let (start_of_values, end_of_values) = (first_value(start), first_value(end));
        let shifted = |values: (u32, u32), by: u32| (values.0.wrapping_add(by), values.1.wrapping_add(by));
        let mut properties = Vec::with_capacity(collection.properties.len() + self.new.properties.len());
        properties.extend_from_slice(&collection.properties[..start]);
        properties.extend(
            self.new
                .properties
                .iter()
                .map(|entry| PropertyEntry { values: shifted(entry.values, start_of_values as u32), ..*entry }),
        );
        let more = self.more(|part| &part.values);
        properties.extend(
            collection.properties[end..]
                .iter()
                .map(|entry| PropertyEntry { id: self.moved(entry.id), values: shifted(entry.values, more) }),
        );
        let mut values = Vec::with_capacity(collection.values.len() + self.new.values.len());
        values.extend_from_slice(&collection.values[..start_of_values]);
        values.extend_from_slice(&self.new.values);
        values.extend(collection.values[end_of_values..].iter().map(|&span| self.moved(span)));
        (properties, values)
    }
}

#[cfg(test)]
mod tests {
    use super::super::tree::{parse, parse_owned};
    use proptest::prelude::*;

    const PIECES: &[&str] = &[
        "(;FF[4]GM[1]",
        "(;",
        "(",
        ")",
        ")",
        ";",
        "[",
        "]",
        "\\",
        "\n(",
        ";W[aa]",
        "B[bb]",
        ";B[a](;W[b])(;W[c]",
        "C[x]",
        "C[a [3k]: b]",
        "[3k] ",
        ": b",
        "\n;B[aa]",
        "W",
        "\n",
        " ",
        "FF[4]",
        "x",
        "1",
        "é",
    ];

    fn text(most: usize) -> impl Strategy<Value = String> {
        prop::collection::vec(prop::sample::select(PIECES), 0..most).prop_map(|pieces| pieces.concat())
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 32 * ProptestConfig::default().cases, ..ProptestConfig::default() })]
        /// After any edit, the reused tree equals a tree that is read from scratch.
        #[test]
        fn an_edited_tree_is_as_if_read_again(
            start in text(30),
            (place, length) in (any::<prop::sample::Index>(), 0usize..9),
            new in text(4),
        ) {
            let start = format!("(;FF[4]{start}");
            let boundary = |mut at: usize| { while !start.is_char_boundary(at) { at += 1; } at };
            let from = boundary(place.index(start.len() + 1));
            let to = boundary((from + length).min(start.len()));
            let text = [&start[..from], &new, &start[to..]].concat();
            let before = parse(&start);
            if let Some((edited, unchanged)) = before.edited(text.clone(), from..to, from..from + new.len()) {
                let fresh = parse_owned(text.clone());
                prop_assert_eq!(&edited, &fresh);
                for index in 0..fresh.len() as u32 {
                    let node = super::NodeId(index);
                    let Some(earlier) = unchanged.earlier(node) else { continue };
                    prop_assert_eq!(unchanged.later(earlier), Some(node));
                    let said = |games: &super::Collection<'_>, node| games.span(node).of(games.text()).to_owned();
                    prop_assert_eq!(said(&fresh, node), said(&before, earlier));
                }
            }
        }

        /// An edit of a value alone is never too much.
        #[test]
        fn a_value_is_edited(value in "[a-z]{0,3}", nth in 0usize..4) {
            let start = "(;FF[4];B[aa]C[x](;W[bb];B[cc])\n(;W[dd]))";
            let at = ["aa]C", "x](", "cc", "dd"].map(|next| start.find(next).unwrap_or_default())[nth];
            let text = [&start[..at], &*value, &start[at + 1..]].concat();
            let edited = parse(start).edited(text.clone(), at..at + 1, at..at + value.len());
            prop_assert_eq!(edited.map(|(edited, _)| edited), Some(parse_owned(text)));
        }
    }
}
