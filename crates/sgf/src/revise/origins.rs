//! Matches the nodes of two collections: equal, changed and moved nodes.

use std::collections::{HashMap, VecDeque};
use std::hash::{DefaultHasher, Hash, Hasher};

use crate::tree::{Collection, NodeId};
use crate::value::unescape;

/// Checksums of the nodes of a collection, to find equal nodes in another collection.
struct Keys {
    /// The checksum of the properties of each node.
    properties: Vec<u64>,
    /// The checksum of each node with all nodes below it.
    whole: Vec<u64>,
    /// The checksum of all nodes below each node; `None` if there are none.
    below: Vec<Option<u64>>,
    /// The checksum of the move of each node, if it has a move.
    moves: Vec<Option<u64>>,
    /// One past the last node on the line of first children that begins with each node. The nodes of such a line are
    /// consecutive.
    line_end: Vec<u32>,
    /// One past the last node below each node. The nodes below a node are consecutive, too.
    end: Vec<u32>,
    /// The nodes with each checksum of their properties, in order.
    by_properties: HashMap<u64, Vec<u32>>,
    by_whole: HashMap<u64, Vec<u32>>,
}

fn hash(value: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

impl Keys {
    fn of(games: &Collection<'_>) -> Self {
        let count = games.len();
        let mut out = Self {
            properties: Vec::with_capacity(count),
            whole: vec![0; count],
            below: vec![None; count],
            moves: Vec::with_capacity(count),
            line_end: (1..=count as u32).collect(),
            end: (1..=count as u32).collect(),
            by_properties: HashMap::new(),
            by_whole: HashMap::new(),
        };
        for node in (0..count as u32).map(NodeId) {
            let mut hasher = DefaultHasher::new();
            let mut played = None;
            for property in games.properties(node) {
                property.id().hash(&mut hasher);
                property.value_spans().len().hash(&mut hasher);
                for raw in property.raw_values() {
                    unescape(raw).hash(&mut hasher);
                }
                if played.is_none() && matches!(&*property.name(), "B" | "W") {
                    played = Some(hash((property.name(), property.raw_values().next().map(unescape))));
                }
            }
            out.properties.push(hasher.finish());
            out.moves.push(played);
        }
        for node in (0..count as u32).map(NodeId).rev() {
            let index = node.0 as usize;
            let mut below = DefaultHasher::new();
            let mut children = 0;
            for child in games.children(node) {
                out.whole[child.0 as usize].hash(&mut below);
                out.end[index] = out.end[child.0 as usize];
                children += 1;
            }
            out.below[index] = (children > 0).then(|| below.finish());
            out.whole[index] = hash((out.properties[index], out.below[index]));
            if let Some(first) = games.children(node).next() {
                out.line_end[index] = out.line_end[first.0 as usize];
            }
        }
        for index in 0..count as u32 {
            out.by_properties.entry(out.properties[index as usize]).or_default().push(index);
            out.by_whole.entry(out.whole[index as usize]).or_default().push(index);
        }
        out
    }

    /// The first node on the line of first children from `node` on that is among `nodes`, the nodes with some checksum.
    fn on_line(&self, node: NodeId, nodes: Option<&Vec<u32>>) -> Option<u32> {
        let nodes = nodes?;
        let next = *nodes.get(nodes.partition_point(|&other| other < node.0))?;
        (next < self.line_end[node.0 as usize]).then_some(next)
    }

    /// The node on the line from `node` on that equals a node of another collection, if any.
    fn find_on_line(&self, node: NodeId, keys: &Self, other: NodeId) -> Option<NodeId> {
        let (properties, whole) = (keys.properties[other.0 as usize], keys.whole[other.0 as usize]);
        let equal = self
            .on_line(node, self.by_whole.get(&whole))
            .or_else(|| self.on_line(node, self.by_properties.get(&properties)));
        equal.map(NodeId)
    }
}

/// Finds for each node of a new collection the node of an old one from which it came.
struct Search<'c> {
    old: &'c Collection<'c>,
    new: &'c Collection<'c>,
    old_keys: Keys,
    new_keys: Keys,
    origins: Vec<Option<NodeId>>,
    is_taken: Vec<bool>,
    /// Pairs of nodes whose children are still to be compared.
    waiting: Vec<(NodeId, NodeId)>,
}

/// For each node of `new`, the node of `old` from which it came; `None` if both have the same games. No node is the
/// origin of two nodes.
pub(super) fn origins(old: &Collection<'_>, new: &Collection<'_>) -> Option<Vec<Option<NodeId>>> {
    let (old_keys, new_keys) = (Keys::of(old), Keys::of(new));
    let (origins, is_taken) = (vec![None; new.len()], vec![false; old.len()]);
    let mut search = Search { old, new, old_keys, new_keys, origins, is_taken, waiting: Vec::new() };
    let (before, after) = (old.games(), new.games());
    if before.len() == after.len() && before.iter().zip(after).all(|(&one, &other)| search.are_same(one, other)) {
        return None;
    }
    search.among(before, after);
    while let Some((one, other)) = search.waiting.pop() {
        let before: Vec<NodeId> = old.children(one).collect();
        let after: Vec<NodeId> = new.children(other).collect();
        search.among(&before, &after);
    }
    search.find_moved();
    Some(search.origins)
}

/// Whether two collections have the same games.
pub(super) fn are_same(one: &Collection<'_>, other: &Collection<'_>) -> bool {
    origins(one, other).is_none()
}

impl Search<'_> {
    /// Whether two nodes are equal, including all nodes below them.
    fn are_same(&self, one: NodeId, other: NodeId) -> bool {
        self.old_keys.whole[one.0 as usize] == self.new_keys.whole[other.0 as usize]
    }

    /// Makes a node the origin of another one. If both are equal including all nodes below them, the nodes below are
    /// matched, too.
    fn pair(&mut self, one: NodeId, other: NodeId) {
        let is_same = self.are_same(one, other);
        let end = |node: NodeId, keys: &Keys| if is_same { keys.end[node.0 as usize] } else { node.0 + 1 };
        let (before, after) = (one.0..end(one, &self.old_keys), other.0..end(other, &self.new_keys));
        for (one, other) in before.zip(after) {
            let (is_taken, origin) = (&mut self.is_taken[one as usize], &mut self.origins[other as usize]);
            if !*is_taken && origin.is_none() {
                *is_taken = true;
                *origin = Some(NodeId(one));
            }
        }
        if !is_same {
            self.waiting.push((one, other));
        }
    }

    /// Matches sibling nodes in this order: nodes that are equal including all nodes below, nodes with equal
    /// properties, nodes with the same move, and nodes with equal nodes below.
    fn among(&mut self, before: &[NodeId], after: &[NodeId]) {
        let (mut before, mut after) = (before.to_vec(), after.to_vec());
        self.by(&mut before, &mut after, |keys, node| Some(keys.whole[node]));
        self.by(&mut before, &mut after, |keys, node| Some(keys.properties[node]));
        self.by(&mut before, &mut after, |keys, node| keys.moves[node]);
        self.by(&mut before, &mut after, |keys, node| keys.below[node]);
        for (&one, &other) in before.iter().zip(&after) {
            self.along(one, other);
        }
    }

    /// Pairs nodes that have the same key, and leaves the others.
    fn by(&mut self, before: &mut Vec<NodeId>, after: &mut Vec<NodeId>, key: impl Fn(&Keys, usize) -> Option<u64>) {
        if before.is_empty() || after.is_empty() {
            return;
        }
        let mut unpaired: HashMap<u64, VecDeque<NodeId>> = HashMap::new();
        for &one in &*before {
            if let Some(key) = key(&self.old_keys, one.0 as usize) {
                unpaired.entry(key).or_default().push_back(one);
            }
        }
        after.retain(|&other| {
            let partner = key(&self.new_keys, other.0 as usize).and_then(|key| unpaired.get_mut(&key)?.pop_front());
            if let Some(one) = partner {
                self.pair(one, other);
            }
            partner.is_none()
        });
        before.retain(|one| !self.is_taken[one.0 as usize]);
    }

    /// Pairs two different nodes, or one of them with a later node of the other's line, if the nodes in between were
    /// added or removed.
    fn along(&mut self, one: NodeId, other: NodeId) {
        let added = self.new_keys.find_on_line(other, &self.old_keys, one);
        let removed = self.old_keys.find_on_line(one, &self.new_keys, other);
        match (added, removed) {
            (Some(added), Some(removed)) if removed.0 - one.0 < added.0 - other.0 => self.pair(removed, other),
            (Some(added), _) => self.pair(one, added),
            (None, Some(removed)) => self.pair(removed, other),
            (None, None) => self.pair(one, other),
        }
    }

    /// Finds nodes that have moved to another place with all nodes below them.
    fn find_moved(&mut self) {
        let mut left: HashMap<u64, VecDeque<NodeId>> = HashMap::new();
        for one in (0..self.old.len() as u32).map(NodeId).filter(|one| !self.is_taken[one.0 as usize]) {
            left.entry(self.old_keys.whole[one.0 as usize]).or_default().push_back(one);
        }
        if left.is_empty() {
            return;
        }
        for other in (0..self.new.len() as u32).map(NodeId) {
            if self.origins[other.0 as usize].is_some() {
                continue;
            }
            let candidates = left.get_mut(&self.new_keys.whole[other.0 as usize]);
            let Some(one) = candidates.and_then(|nodes| {
                // A node that was found with one above it is taken.
                while nodes.front().is_some_and(|one| self.is_taken[one.0 as usize]) {
                    nodes.pop_front();
                }
                nodes.pop_front()
            }) else {
                continue;
            };
            self.pair(one, other);
        }
    }
}
