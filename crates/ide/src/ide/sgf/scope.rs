//! The nodes that a command of a board may change: the node at its place, and nodes that are added below it or deleted
//! with it.

use crate::ide::command::BoardCommand;
use ishi_check::rewrite::Error;
use ishi_convert::convert::is_own_property;
use ishi_sgf::{Collection, NodeId, Property, unescape};

/// Checks that `new` is `old` with a change at `node` alone.
///
/// # Errors
/// Returns an error if another node would be changed, added or deleted, because the record expresses this node together
/// with others.
pub(super) fn ensure_own(
    old: &Collection<'_>,
    node: NodeId,
    command: &BoardCommand,
    new: &Collection<'_>,
) -> Result<(), Error> {
    let (before, after) = (Nodes::of(old), Nodes::of(new));
    let (first, end) = (node.0 as usize, before.end_of(node));
    let is_own = match command {
        BoardCommand::Comment(_) | BoardCommand::Headers(_) | BoardCommand::Mark(..) | BoardCommand::Setup(..) => {
            let (next, last) = (first + 1, before.depths.len());
            last == after.depths.len()
                && before.depths[first] == after.depths[first]
                && before.are(0, &after, 0, first, 0)
                && before.are(next, &after, next, last - next, 0)
        }
        BoardCommand::Delete => {
            // A node without a move is deleted alone.
            before.is_without(first..end, &after, 0) || before.is_without(first..first + 1, &after, 1)
        }
        BoardCommand::Play(_) => before.has_child_more(first, end, &after),
        // These change the order of variations, or add a node that others follow.
        BoardCommand::DeleteVariation
        | BoardCommand::Promote
        | BoardCommand::Demote
        | BoardCommand::InsertPass
        | BoardCommand::AddDiagram => true,
    };
    if is_own { Ok(()) } else { Err(Error("this would change other nodes, too: change the text instead".into())) }
}

/// The nodes of a game in the order of the text, with their depths.
struct Nodes<'c> {
    tree: &'c Collection<'c>,
    depths: Vec<u32>,
}

impl<'c> Nodes<'c> {
    fn of(tree: &'c Collection<'c>) -> Self {
        let mut depths: Vec<u32> = Vec::with_capacity(tree.len());
        for node in (0..tree.len() as u32).map(NodeId) {
            depths.push(tree.parent(node).map_or(0, |parent| depths[parent.0 as usize] + 1));
        }
        Self { tree, depths }
    }

    /// One past the last node below a node.
    fn end_of(&self, node: NodeId) -> usize {
        let first = node.0 as usize;
        let below = self.depths[first + 1..].iter().take_while(|&&depth| depth > self.depths[first]);
        first + 1 + below.count()
    }

    /// Whether `count` nodes from `from` on equal those of `other` from `at` on, which are `raised` by some levels.
    fn are(&self, from: usize, other: &Nodes<'_>, at: usize, count: usize, raised: u32) -> bool {
        let (Some(depths), Some(others)) = (self.depths.get(from..from + count), other.depths.get(at..at + count))
        else {
            return false;
        };
        depths.iter().zip(others).enumerate().all(|(nth, (&one, &two))| {
            let node = |first: usize| NodeId((first + nth) as u32);
            one == two + raised && says_the_same(self.tree, node(from), other.tree, node(at))
        })
    }

    /// Whether `other` has all nodes except the `deleted` ones. If a single node is deleted, the nodes below it are
    /// raised by a level.
    fn is_without(&self, deleted: std::ops::Range<usize>, other: &Nodes<'_>, raised: u32) -> bool {
        let (total, count) = (self.depths.len(), deleted.len());
        let below = if raised > 0 { self.end_of(NodeId(deleted.start as u32)) } else { deleted.end };
        other.depths.len() + count == total
            && self.are(0, other, 0, deleted.start, 0)
            && self.are(deleted.end, other, deleted.start, below - deleted.end, raised)
            && self.are(below, other, below - count, total - below, 0)
    }

    /// Whether `other` has the same nodes, or one more node: a leaf that is a child of `node`, before `end`.
    fn has_child_more(&self, node: usize, end: usize, other: &Nodes<'_>) -> bool {
        let total = self.depths.len();
        let is_at = |place: usize| {
            other.depths[place] == self.depths[node] + 1
                && self.are(0, other, 0, place, 0)
                && self.are(place, other, place + 1, total - place, 0)
        };
        // Children begin at few places, and those before the new one are the same.
        let is_place = |&place: &usize| place == end || self.depths[place] == self.depths[node] + 1;
        match other.depths.len().checked_sub(total) {
            Some(0) => self.are(0, other, 0, total, 0),
            Some(1) => (node + 1..=end).filter(is_place).any(is_at),
            _ => false,
        }
    }
}

/// Whether two nodes have the same properties, apart from kept lines of a record.
fn says_the_same(tree: &Collection<'_>, one: NodeId, other_tree: &Collection<'_>, other: NodeId) -> bool {
    let is_said = |property: &Property<'_>| !is_own_property(property.id());
    let mut others = other_tree.properties(other).filter(is_said);
    let is_same = |property: Property<'_>| {
        others.next().is_some_and(|other| {
            property.id() == other.id() && property.raw_values().map(unescape).eq(other.raw_values().map(unescape))
        })
    };
    tree.properties(one).filter(is_said).all(is_same) && others.next().is_none()
}
