//! The positions of the nodes of a text, with their brackets and the white space before them.

use std::ops::Range;

use crate::token::{TokenKind, Tokens};
use crate::tree::{Collection, NodeId};

/// The position of a node in its text.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct NodeLayout {
    /// The end of the previous text, which belongs to another node. Only white space follows up to the node and its
    /// bracket, if the text has no faults.
    pub(super) lead: usize,
    /// The `(` of the variation, or of the game, that begins with the node.
    pub(super) open: Option<usize>,
    /// The `)` of that variation, and the end of the text before it.
    pub(super) close: Option<Closing>,
    /// The place of the `;`, in bytes.
    pub(super) start: usize,
}

impl NodeLayout {
    /// The start of the node, or of its bracket if it has one.
    pub(super) fn first(&self) -> usize {
        self.open.unwrap_or(self.start)
    }
}

/// The position of a `)`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Closing {
    pub(super) lead: usize,
    pub(super) at: usize,
}

/// Positions of all nodes of a collection.
#[derive(Debug)]
pub(super) struct Layout {
    nodes: Vec<NodeLayout>,
    /// The text before each game, and after the last one, without the white space before a game.
    pub(super) outside: Vec<Range<usize>>,
    /// Whether there are surplus brackets, which do not enclose a variation.
    pub(super) has_surplus_brackets: bool,
}

impl Layout {
    /// Finds the brackets of all nodes.
    pub(super) fn of(games: &Collection<'_>) -> Self {
        let text = games.text();
        let mut out = Self { nodes: Vec::with_capacity(games.len()), outside: Vec::new(), has_surplus_brackets: false };
        // The open brackets: where each stands, and the node with which its variation begins.
        let mut open: Vec<(usize, Option<usize>)> = Vec::new();
        let mut lead = 0;
        for token in Tokens::new(text) {
            let at = token.span.start as usize;
            match token.kind {
                TokenKind::Open { game } => {
                    if game {
                        open.clear();
                    }
                    if token.span.of(text) == "(" {
                        open.push((at, None));
                    }
                }
                TokenKind::Close => match open.pop() {
                    Some((_, Some(node))) => {
                        out.nodes[node].close = Some(Closing { lead, at });
                        lead = at + 1;
                    }
                    _ => out.has_surplus_brackets = true,
                },
                _ => {}
            }
            let next = NodeId(out.nodes.len() as u32);
            if out.nodes.len() < games.len() && games.span(next).start as usize == at {
                let bracket = open.last_mut().filter(|(_, first)| first.is_none());
                let bracket = bracket.map(|(at, first)| {
                    *first = Some(next.0 as usize);
                    *at
                });
                if games.parent(next).is_none() {
                    let start = bracket.unwrap_or(at);
                    let blank = text[lead..start].trim_end_matches(|last: char| last.is_ascii_whitespace()).len();
                    out.outside.push(lead..lead + blank);
                    lead += blank;
                }
                let span = games.span(next);
                out.nodes.push(NodeLayout { lead, open: bracket, close: None, start: at });
                lead = span.end as usize;
            }
        }
        out.outside.push(lead..text.len());
        out
    }

    pub(super) fn of_node(&self, node: NodeId) -> &NodeLayout {
        &self.nodes[node.0 as usize]
    }
}
