//! An index of values by their points, to find the origin in SGF of a stone or a mark on a line of a record.

use std::collections::HashMap;

use super::content::{ListedPoints, NodePlace, PointWord, area_of, point_group};
use super::property::Prop;
use super::source_map::{ValueOrigin, ValuePart};
use ishi_board::Point;
use ishi_sgf::NodeId;

/// The values of some nodes that name points. If several values put the same item on a point, the first is used.
#[derive(Default)]
pub(super) struct PointValues {
    /// Each with its group of properties, its point, its node and its origin; sorted in this order.
    values: Vec<(&'static str, usize, NodeId, ValueOrigin)>,
}

impl PointValues {
    /// The values of a node.
    pub(super) fn of(node: NodeId, properties: &[Prop<'_>], place: NodePlace) -> Self {
        Self::of_nodes([(node, properties)].into_iter(), place)
    }

    /// The values of several nodes.
    pub(super) fn of_nodes<'n>(nodes: impl Iterator<Item = (NodeId, &'n [Prop<'n>])>, place: NodePlace) -> Self {
        let mut values = Vec::new();
        let mut lists: HashMap<&'static str, ListedPoints> = HashMap::new();
        for (node, properties) in nodes {
            for (property, prop) in (0..).zip(properties) {
                let name = prop.name();
                let Some(group) = point_group(&name) else { continue };
                let listed = lists.entry(group).or_default();
                for (nth, value) in (0..).zip(&prop.values) {
                    let origin = ValueOrigin { property, part: ValuePart::Nth(nth) };
                    let Some(area) = area_of(&name, value, place.size) else { continue };
                    listed.add(place.size, area, |point| values.push((group, point.index(), node, origin)));
                }
            }
        }
        values.sort_by_key(|&(group, point, ..)| (group, point));
        Self { values }
    }

    /// The value that is the origin of a word.
    pub(super) fn get(&self, &PointWord { group, point, .. }: &PointWord) -> Option<(NodeId, ValueOrigin)> {
        self.find(group, point)
    }

    /// The value of a group of properties for a point.
    pub(super) fn find(&self, group: &'static str, point: Point) -> Option<(NodeId, ValueOrigin)> {
        let key = (group, point.index());
        let first = self.values.partition_point(|&(group, point, ..)| (group, point) < key);
        let &(group, point, node, origin) = self.values.get(first)?;
        ((group, point) == key).then_some((node, origin))
    }
}
