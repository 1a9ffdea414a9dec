//! The tree of an SGF text.

use std::borrow::Cow;

use super::fault::{SgfFault, SgfFaultKind};
use super::table::name;
use super::token::{Token, TokenKind, Tokens};
use ishi_text::Span;

/// The games of a text as trees of nodes, which refer to the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Collection<'t> {
    pub(super) text: Cow<'t, str>,
    pub(super) games: Vec<NodeId>,
    pub(super) nodes: Vec<NodeEntry>,
    pub(super) properties: Vec<PropertyEntry>,
    pub(super) values: Vec<Span>,
    pub(super) faults: Vec<SgfFault>,
    /// Whether the end of any value depends on more than the name of the property that follows.
    pub(super) looked_far: bool,
}

/// The index of a node of a [`Collection`]. Nodes are counted in the order of the text: a parent comes before its
/// children.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(pub u32);

/// An index that refers to nothing.
pub(super) const NONE: u32 = u32::MAX;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NodeEntry {
    pub(super) start: u32,
    pub(super) parent: u32,
    first_child: u32,
    next_sibling: u32,
    /// The range of its properties in the list of the collection.
    pub(super) properties: (u32, u32),
}

impl NodeEntry {
    /// A node without children.
    pub(super) fn new(start: u32, parent: u32, properties: (u32, u32)) -> Self {
        Self { start, parent, first_child: NONE, next_sibling: NONE, properties }
    }
}

/// A property in the list of a collection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PropertyEntry {
    /// The span of the name.
    pub(super) id: Span,
    /// The range of its values in the list of the collection.
    pub(super) values: (u32, u32),
}

/// A property of a node. It has one value or more.
#[derive(Clone, Copy, Debug)]
pub struct Property<'c> {
    text: &'c str,
    entry: PropertyEntry,
    values: &'c [Span],
}

impl<'c> Property<'c> {
    /// The name as it is written in the text.
    pub fn id(&self) -> &'c str {
        self.entry.id.of(self.text)
    }

    /// The span of the name in the text.
    pub fn id_span(&self) -> Span {
        self.entry.id
    }

    /// The name without ignored letters; see [`name`].
    #[inline]
    pub fn name(&self) -> Cow<'c, str> {
        name(self.id())
    }

    /// Whether it has this name.
    #[inline]
    pub fn is(&self, name: &str) -> bool {
        self.id() == name || self.name() == name
    }

    /// The spans of the values, without their brackets.
    pub fn value_spans(&self) -> &'c [Span] {
        self.values
    }

    /// The values as they are written in the text, with all escapes.
    pub fn raw_values(&self) -> impl ExactSizeIterator<Item = &'c str> + Clone + use<'c> {
        let text = self.text;
        self.values.iter().map(move |span| span.of(text))
    }

    /// The span of the first value, or of the whole property if that value is empty.
    pub fn main_span(&self) -> Span {
        self.values.first().copied().filter(|span| !span.is_empty()).unwrap_or(self.span())
    }

    /// The span from the name to the closing bracket of the last value.
    pub fn span(&self) -> Span {
        let last = self.values.last().map_or(self.entry.id.end, |last| self.with_brackets(*last).end);
        Span { start: self.entry.id.start, end: last }
    }

    /// The span of a value with its brackets. The closing one may be missing.
    pub fn with_brackets(&self, value: Span) -> Span {
        let is_closed = self.text[value.end as usize..].starts_with(']');
        Span { start: value.start - 1, end: value.end + u32::from(is_closed) }
    }
}

impl Collection<'_> {
    /// The text of the whole collection, as it was parsed.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The roots of the games.
    pub fn games(&self) -> &[NodeId] {
        &self.games
    }

    /// The faults in the form of the text, in order.
    pub fn faults(&self) -> &[SgfFault] {
        &self.faults
    }

    /// How many nodes there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there are no nodes.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    fn node(&self, id: NodeId) -> &NodeEntry {
        &self.nodes[id.0 as usize]
    }

    /// The nodes of the game with this index, which are consecutive.
    pub fn nodes_of_game(&self, game: usize) -> impl DoubleEndedIterator<Item = NodeId> + use<> {
        let end = self.games.get(game + 1).map_or(self.nodes.len() as u32, |next| next.0);
        (self.games[game].0..end).map(NodeId)
    }

    /// The names of all properties of the game with this index, as they are written in the text.
    pub fn ids_of_game(&self, game: usize) -> impl Iterator<Item = &str> {
        let mut nodes = self.nodes_of_game(game).map(|node| self.node(node).properties);
        let start = nodes.next().map_or(0, |(first, _)| first as usize);
        let end = nodes.next_back().map_or(self.node(self.games[game]).properties.1, |(_, end)| end) as usize;
        self.properties[start..end].iter().map(|entry| entry.id.of(&self.text))
    }

    /// The root of the game of a node.
    pub fn root_of(&self, id: NodeId) -> NodeId {
        let games = self.games.partition_point(|&root| root <= id);
        games.checked_sub(1).map_or(id, |last| self.games[last])
    }

    /// The last node that begins at or before a byte of the text; `None` before the first node.
    pub fn node_at(&self, at: usize) -> Option<NodeId> {
        let nodes = self.nodes.partition_point(|node| node.start as usize <= at);
        nodes.checked_sub(1).map(|last| NodeId(last as u32))
    }

    /// The parent of a node; `None` for the root of a game.
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        Some(self.node(id).parent).filter(|&parent| parent != NONE).map(NodeId)
    }

    /// The children of a node, in order.
    pub fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let id_of = |index: u32| (index != NONE).then_some(NodeId(index));
        std::iter::successors(id_of(self.node(id).first_child), move |child| id_of(self.node(*child).next_sibling))
    }

    /// The properties of a node, in order.
    pub fn properties(&self, id: NodeId) -> impl DoubleEndedIterator<Item = Property<'_>> + ExactSizeIterator + Clone {
        let (first, end) = self.node(id).properties;
        self.properties[first as usize..end as usize].iter().map(|&entry| Property {
            text: &self.text,
            entry,
            values: &self.values[entry.values.0 as usize..entry.values.1 as usize],
        })
    }

    /// The first property of a node with this name.
    pub fn property(&self, id: NodeId, name: &str) -> Option<Property<'_>> {
        self.properties(id).find(|property| property.is(name))
    }

    /// The span from the `;` of a node to the end of its last property.
    pub fn span(&self, id: NodeId) -> Span {
        let start = self.node(id).start;
        let last = self.properties(id).next_back().map(|last| last.span().end);
        Span { start, end: last.unwrap_or(start).max((start + 1).min(self.text.len() as u32)) }
    }
}

/// Reads a text. This never fails: syntax errors are faults of the collection.
///
/// ```
/// let games = ishi_sgf::parse("(;FF[4]PB[Ada];B[pd](;W[dd])(;W[dp]))");
/// let root = games.games()[0];
/// assert_eq!(games.property(root, "PB").unwrap().raw_values().next(), Some("Ada"));
/// let first = games.children(root).next().unwrap();
/// assert_eq!(games.children(first).count(), 2);
/// ```
pub fn parse(text: &str) -> Collection<'_> {
    Collection { text: Cow::Borrowed(text), ..parsed(text) }
}

/// Reads a text, which the collection then owns; see [`parse`].
pub fn parse_owned(text: String) -> Collection<'static> {
    let parsed = parsed(&text);
    Collection { text: Cow::Owned(text), ..parsed }
}

/// The collection of a text, without the text.
fn parsed(text: &str) -> Collection<'static> {
    // A move takes some six bytes.
    let mut parser = Parser::new(text, NONE, text.len() / 8);
    let mut tokens = Tokens::new(text);
    for token in &mut tokens {
        parser.token(token);
    }
    parser.tree.looked_far = tokens.looked_far();
    parser.close_property();
    if !parser.open.is_empty() {
        parser.fault(SgfFaultKind::UnclosedGame, Span::empty(text.len()));
    }
    if parser.tree.games.is_empty() {
        parser.fault(SgfFaultKind::NoGame, Span::empty(0));
    }
    link(&mut parser.tree.nodes);
    parser.tree
}

/// Makes nodes the children of their parents.
pub(super) fn link(nodes: &mut [NodeEntry]) {
    for index in (0..nodes.len()).rev() {
        let parent = nodes[index].parent as usize;
        if let Some(parent) = nodes.get_mut(parent) {
            let following = std::mem::replace(&mut parent.first_child, index as u32);
            nodes[index].next_sibling = following;
        }
    }
}

/// The token before another one, other than white space.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum After {
    Open,
    Close,
    /// A `;` or a value: a property can follow.
    Node,
    /// A value of the last property: another one can follow.
    Value,
    /// A name: a value has to follow.
    Identifier,
}

/// Builds the tree of the nodes that are read. The nodes are linked at the end.
pub(super) struct Parser<'t> {
    text: &'t str,
    pub(super) tree: Collection<'static>,
    /// The nodes from which the open variations branch.
    pub(super) open: Vec<u32>,
    /// The node that the next one follows.
    pub(super) current: u32,
    pub(super) after: After,
}

impl<'t> Parser<'t> {
    /// Creates a parser for a text with about `expected` nodes, whose first node follows the node `current`.
    pub(super) fn new(text: &'t str, current: u32, expected: usize) -> Self {
        let tree = Collection {
            text: Cow::Borrowed(""),
            games: Vec::new(),
            nodes: Vec::with_capacity(expected),
            properties: Vec::with_capacity(expected),
            values: Vec::with_capacity(expected),
            faults: Vec::new(),
            looked_far: false,
        };
        Self { text, tree, open: Vec::new(), current, after: After::Open }
    }

    #[inline]
    pub(super) fn token(&mut self, Token { kind, span }: Token) {
        match kind {
            TokenKind::Space => {}
            TokenKind::Semicolon => {
                self.close_property();
                if self.after == After::Close {
                    self.fault(SgfFaultKind::NodeAfterVariation, span);
                }
                self.node(span.start);
            }
            TokenKind::Identifier => {
                self.close_property();
                if matches!(self.after, After::Open | After::Close) {
                    self.fault(SgfFaultKind::MissingSemicolon, span);
                    self.node(span.start);
                }
                let values = self.tree.values.len() as u32;
                self.tree.properties.push(PropertyEntry { id: span, values: (values, values) });
                self.after = After::Identifier;
            }
            TokenKind::Value { closed, unescaped } => self.value(span, closed, unescaped),
            TokenKind::Open { game } => self.open(game, span),
            TokenKind::Close => {
                self.close_property();
                if self.after == After::Open {
                    self.fault(SgfFaultKind::EmptyVariation, span);
                }
                self.current = self.open.pop().unwrap_or(NONE);
                self.after = After::Close;
            }
            TokenKind::Stray => self.fault(SgfFaultKind::StrayText, span),
            TokenKind::Outside => {
                if span.of(self.text).contains(|character: char| character > ' ' && character != '\u{feff}') {
                    self.fault(SgfFaultKind::TextOutsideGames, span);
                }
            }
        }
    }

    fn fault(&mut self, kind: SgfFaultKind, span: Span) {
        // A name without a value is seen after the characters that follow it.
        let at = self.tree.faults.iter().rposition(|fault| fault.span.start <= span.start).map_or(0, |last| last + 1);
        self.tree.faults.insert(at, SgfFault { kind, span });
    }

    #[inline]
    fn node(&mut self, start: u32) {
        let index = self.tree.nodes.len() as u32;
        let first = self.tree.properties.len() as u32;
        let parent = self.current;
        self.tree.nodes.push(NodeEntry::new(start, parent, (first, first)));
        if parent == NONE {
            self.tree.games.push(NodeId(index));
        }
        self.current = index;
        self.after = After::Node;
    }

    /// Ends the last property, which is dropped if it has no value.
    #[inline]
    pub(super) fn close_property(&mut self) {
        if self.after == After::Identifier {
            if let Some(entry) = self.tree.properties.pop() {
                self.fault(SgfFaultKind::NoValue, entry.id);
            }
            self.after = After::Node;
        }
    }

    #[inline]
    fn value(&mut self, span: Span, closed: bool, unescaped: bool) {
        if !matches!(self.after, After::Identifier | After::Value) {
            return self.fault(SgfFaultKind::NoProperty, span);
        }
        if !closed || unescaped {
            let kind = match (closed, span.end as usize == self.text.len()) {
                (true, _) => SgfFaultKind::UnescapedBracket,
                (false, true) => SgfFaultKind::UnclosedValue,
                (false, false) => SgfFaultKind::MissingBracket,
            };
            self.fault(kind, span);
        }
        self.tree.values.push(Span { start: span.start + 1, end: span.end - u32::from(closed) });
        let end = self.tree.values.len() as u32;
        if let (Some(entry), Some(node)) =
            (self.tree.properties.last_mut(), self.tree.nodes.get_mut(self.current as usize))
        {
            entry.values.1 = end;
            node.properties.1 = self.tree.properties.len() as u32;
        }
        self.after = After::Value;
    }

    fn open(&mut self, game: bool, span: Span) {
        self.close_property();
        if game {
            if !self.open.is_empty() {
                self.fault(SgfFaultKind::UnclosedGame, Span::empty(span.start as usize));
            }
            self.open.clear();
            self.current = NONE;
        }
        self.open.push(self.current);
        self.after = After::Open;
        if span.of(self.text) == ";" {
            self.fault(SgfFaultKind::MissingOpen, span);
            self.node(span.start);
        }
    }
}
