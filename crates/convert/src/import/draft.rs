//! A game in SGF while it is read.

use super::fault::{ImportFault, ImportFaultKind};
use super::game::Import;
use crate::convert::Loss;
use ishi_sgf as sgf;
use ishi_text::Span;

/// The properties of a root in the order in which they are written. Those of other nodes come after all of these.
const ORDER: [&str; 24] = [
    "FF", "GM", "CA", "AP", "GN", "SZ", "PB", "BR", "PW", "WR", "DT", "PC", "RU", "KM", "HA", "TM", "OT", "RE", "AN",
    "US", "CP", "AB", "AW", "C",
];

/// The properties that a board shows, besides moves.
const SHOWN: [&str; 7] = ["AB", "AW", "CR", "SQ", "TR", "MA", "LB"];

/// The index of a node of a draft.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct DraftNode(usize);

/// The point of a move: column and row, counted from 0 at the upper left.
pub(super) type DraftPlace = (u8, u8);

#[derive(Debug, Default)]
struct GameNode {
    children: Vec<usize>,
    properties: Vec<DraftProperty>,
}

/// A property; each value with the part of the file that it comes from.
#[derive(Debug)]
struct DraftProperty {
    name: &'static str,
    values: Vec<(String, Span)>,
}

/// A game while it is read.
#[derive(Debug)]
pub(super) struct GameDraft {
    nodes: Vec<GameNode>,
    faults: Vec<ImportFault>,
    losses: Vec<Loss>,
}

impl GameDraft {
    pub(super) const ROOT: DraftNode = DraftNode(0);

    pub(super) fn new() -> Self {
        let mut draft = Self { nodes: vec![GameNode::default()], faults: Vec::new(), losses: Vec::new() };
        for (name, value) in [("FF", "4"), ("GM", "1"), ("CA", "UTF-8"), ("AP", "ishi:1")] {
            draft.set(Self::ROOT, name, value, Span::empty(0));
        }
        draft
    }

    /// Gives a node a property, unless it has one with this name or the value is empty.
    pub(super) fn set(&mut self, node: DraftNode, name: &'static str, value: impl Into<String>, span: Span) {
        let value = value.into();
        if !value.is_empty() && !self.has(node, name) {
            self.add(node, name, value, span);
        }
    }

    /// Gives a node one more value of a property.
    pub(super) fn add(&mut self, node: DraftNode, name: &'static str, value: impl Into<String>, span: Span) {
        let properties = &mut self.nodes[node.0].properties;
        let value = (value.into(), span);
        match properties.iter_mut().find(|property| property.name == name) {
            Some(property) => property.values.push(value),
            None => properties.push(DraftProperty { name, values: vec![value] }),
        }
    }

    /// Adds a line to the comment of a node.
    pub(super) fn comment(&mut self, node: DraftNode, line: &str, span: Span) {
        let properties = &mut self.nodes[node.0].properties;
        match properties.iter_mut().find(|property| property.name == "C").and_then(|own| own.values.first_mut()) {
            Some((text, _)) => text.extend(["\n", line]),
            None => self.set(node, "C", line, span),
        }
    }

    pub(super) fn has(&self, node: DraftNode, name: &str) -> bool {
        self.nodes[node.0].properties.iter().any(|property| property.name == name)
    }

    /// Adds a node after another one.
    pub(super) fn node(&mut self, parent: DraftNode) -> DraftNode {
        let node = self.nodes.len();
        self.nodes.push(GameNode::default());
        self.nodes[parent.0].children.push(node);
        DraftNode(node)
    }

    /// Adds a move after a node; a pass has no place.
    pub(super) fn play(
        &mut self,
        parent: DraftNode,
        color: &'static str,
        place: Option<DraftPlace>,
        span: Span,
    ) -> DraftNode {
        let node = self.node(parent);
        self.add(node, color, place.map_or(String::new(), point), span);
        node
    }

    /// Whether a move was added.
    pub(super) fn has_moves(&self) -> bool {
        self.nodes.len() > 1
    }

    pub(super) fn fault(&mut self, kind: ImportFaultKind, span: Span) {
        self.faults.push(ImportFault { kind, span });
    }

    pub(super) fn lose(&mut self, what: impl Into<String>, why: &'static str, span: Span) {
        self.losses.push(Loss { span, what: what.into(), why });
    }

    /// The game.
    pub(super) fn finish(mut self) -> Import {
        let rank = |property: &DraftProperty| ORDER.iter().position(|name| *name == property.name);
        self.nodes[0].properties.sort_by_cached_key(|property| rank(property).unwrap_or(ORDER.len()));
        // A game that begins as that of a record that was never in SGF gets no `USER sgf` block. That block says that
        // the text may have any characters.
        let has_others = |property: &DraftProperty| property.values.iter().any(|(value, _)| !value.is_ascii());
        if self.nodes.iter().flat_map(|node| &node.properties).any(has_others) {
            self.nodes[0].properties.retain(|property| property.name != "AP");
        }
        let mut sgf = String::new();
        let id = |node: usize| sgf::NodeId(node as u32);
        let children = |node: sgf::NodeId| self.nodes[node.0 as usize].children.iter().map(move |&child| id(child));
        let write = |node: sgf::NodeId, out: &mut String| {
            out.push(';');
            for property in &self.nodes[node.0 as usize].properties {
                out.push_str(property.name);
                for (value, _) in &property.values {
                    out.push('[');
                    sgf::escape(value, out);
                    out.push(']');
                }
            }
        };
        sgf::print(id(0), children, write, &mut sgf);
        let sources = self.sources(&sgf);
        let has_game = self.has_moves() || SHOWN.iter().any(|name| self.has(Self::ROOT, name));
        self.faults.sort_by_cached_key(|fault| fault.span);
        self.losses.sort_by_cached_key(|loss| loss.span);
        Import { sgf, faults: self.faults, losses: self.losses, has_game, sources }
    }

    /// The origins in the file of the parts of the printed text.
    fn sources(&self, sgf: &str) -> Vec<(u32, Span)> {
        let games = sgf::parse(sgf);
        let mut sources = Vec::new();
        let mut waiting = vec![(sgf::NodeId(0), 0)];
        while let Some((printed, own)) = waiting.pop() {
            let node = &self.nodes[own];
            let first = node.properties.iter().flat_map(|property| &property.values).next();
            sources.push((games.span(printed).start, first.map_or(Span::empty(0), |(_, span)| *span)));
            for (printed, own) in games.properties(printed).zip(&node.properties) {
                let starts = printed.value_spans().iter().map(|span| span.start);
                let spans = own.values.iter().map(|(_, span)| *span);
                sources.extend([printed.id_span().start].into_iter().zip(spans.clone()));
                sources.extend(starts.zip(spans));
            }
            let first = waiting.len();
            waiting.extend(games.children(printed).zip(node.children.iter().copied()));
            waiting[first..].reverse();
        }
        sources
    }
}

/// A place as SGF writes it.
pub(super) fn point((column, row): DraftPlace) -> String {
    [column, row].map(|line| char::from(b'a' + line)).iter().collect()
}
