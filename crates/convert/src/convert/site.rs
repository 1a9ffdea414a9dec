//! Nodes, properties and values at places of a text in SGF.

use ishi_sgf::{Collection, NodeId, Property};
use ishi_text::Span;

/// A node, property name or value at a place in SGF.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Site {
    /// The node that the place is in.
    pub node: NodeId,
    /// The index of the property, and of its value; the inner `None` if the place is on the name of the property.
    pub property: Option<(usize, Option<usize>)>,
}

impl Site {
    /// The site at a byte of a text; `None` before the first node.
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

    /// The property at the place; `None` outside of properties.
    pub fn property<'c>(&self, games: &'c Collection<'_>) -> Option<Property<'c>> {
        self.property.and_then(|(index, _)| games.properties(self.node).nth(index))
    }
}
