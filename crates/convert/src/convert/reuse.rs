//! Results of the conversion of a game that are kept to convert the edited game faster, because nearly all of its
//! variations stay the same.

use std::ops::Range;

use super::content::NodePlace;
use super::names::LongNames;
use super::source_map::SourceMap;
use ishi_sgf::{NodeId, UnchangedNodes};

/// Properties of a node that are determined before any line is written.
#[derive(Clone, Copy, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "they are independent of each other")]
pub(super) struct NodeFacts {
    pub(super) depth: u32,
    /// The number of the last move before the node.
    pub(super) number_before: u32,
    /// Whether no move of its sequence comes before it.
    pub(super) begins_sequence: bool,
    /// Whether moves may be missing before it; see [`NodePlace`](super::content::NodePlace).
    pub(super) may_jump: bool,
    /// The number of the last move up to the node.
    pub(super) number: u32,
    /// One past the last node below it.
    pub(super) end: u32,
    pub(super) has_move: bool,
    pub(super) has_stones: bool,
    /// Whether a move is played in this event at the node or below it.
    pub(super) is_live: bool,
    /// Whether this is so below the node.
    pub(super) has_live_child: bool,
    pub(super) is_leaf: bool,
}

impl NodeFacts {
    /// Whether the game continues from stones of the node that are set up after the first move.
    pub(super) fn is_split(&self) -> bool {
        self.has_stones && (self.has_move || !self.is_leaf)
    }
}

/// The lines of a variation, without its ENDVAR.
#[derive(Clone, Debug)]
pub(super) struct VariationLines {
    /// The node with which it begins.
    pub(super) node: NodeId,
    /// Its bytes in the record.
    pub(super) text: Range<u32>,
    /// Its lines in the record.
    pub(super) lines: Range<u32>,
    /// Its words of which the origins were noted.
    pub(super) words: Range<u32>,
    /// One past the last variation inside of it, in the list of all.
    pub(super) end: u32,
}

/// Results of converting a game that a later conversion can reuse. Empty for a game that consists of several events.
#[derive(Debug, Default)]
pub struct Reusable {
    pub(super) size: u8,
    pub(super) names: LongNames,
    pub(super) facts: Vec<NodeFacts>,
    /// In the order in which they begin.
    pub(super) variations: Vec<VariationLines>,
}

/// The conversion of a game before an edit.
#[derive(Debug)]
pub struct EarlierIshi<'e> {
    text: &'e str,
    map: &'e SourceMap,
    reusable: &'e Reusable,
    unchanged: UnchangedNodes,
    /// For each node the variation that begins with it.
    variations: Vec<u32>,
}

const NONE: u32 = u32::MAX;

impl<'e> EarlierIshi<'e> {
    /// The conversion to `text` of a game, with the nodes that have not changed since.
    pub fn new(text: &'e str, map: &'e SourceMap, reusable: &'e Reusable, unchanged: UnchangedNodes) -> Self {
        let mut variations = vec![NONE; reusable.facts.len()];
        for (index, variation) in reusable.variations.iter().enumerate() {
            variations[variation.node.0 as usize] = index as u32;
        }
        Self { text, map, reusable, unchanged, variations }
    }

    /// Whether the earlier game had this board size and these long names.
    pub(super) fn fits(&self, size: u8, names: &LongNames) -> bool {
        self.reusable.size == size && self.reusable.names == *names
    }

    /// The facts of an unchanged node, if its place among the moves is still the same.
    pub(super) fn facts(&self, node: NodeId, place: NodePlace) -> Option<NodeFacts> {
        let earlier = self.reusable.facts.get(self.unchanged.earlier(node)?.0 as usize)?;
        let is_same = |earlier: &NodeFacts| {
            (earlier.number_before, earlier.begins_sequence) == (place.number, place.begins_sequence)
        };
        Some(*earlier).filter(is_same)
    }

    /// The variation that begins with a node, and all variations inside it, if its lines are the same as before.
    pub(super) fn variation(&self, node: NodeId, facts: &NodeFacts) -> Option<Range<usize>> {
        let earlier = self.unchanged.earlier(node)?;
        let before = self.reusable.facts.get(earlier.0 as usize)?;
        let is_same = before.number_before == facts.number_before
            && before.end - earlier.0 == facts.end - node.0
            && self.unchanged.are_all(node..NodeId(facts.end));
        let index = self.variations[earlier.0 as usize];
        let variation = self.reusable.variations.get(index as usize).filter(|_| is_same)?;
        Some(index as usize..variation.end as usize)
    }

    /// Adds the lines of variations to those of a record, and the variations to a list.
    pub(super) fn add(
        &self,
        variations: Range<usize>,
        (text, map): (&mut String, &mut SourceMap),
        list: &mut Vec<VariationLines>,
    ) {
        let variations = &self.reusable.variations[variations];
        let Some(first) = variations.first() else { return };
        let usizes = |range: &Range<u32>| range.start as usize..range.end as usize;
        let by = (text.len() as u32).wrapping_sub(first.text.start);
        let (lines, words) = map.counts();
        let lines_by = (lines as u32).wrapping_sub(first.lines.start);
        let words_by = (words as u32).wrapping_sub(first.words.start);
        let index_by = (list.len() as u32).wrapping_sub(self.variations[first.node.0 as usize]);
        let shifted = |range: &Range<u32>, by: u32| range.start.wrapping_add(by)..range.end.wrapping_add(by);
        let later = |node: NodeId| self.unchanged.later(node).unwrap_or(node);
        text.push_str(&self.text[usizes(&first.text)]);
        map.extend(self.map, (usizes(&first.lines), usizes(&first.words)), by, later);
        list.extend(variations.iter().map(|variation| VariationLines {
            node: later(variation.node),
            text: shifted(&variation.text, by),
            lines: shifted(&variation.lines, lines_by),
            words: shifted(&variation.words, words_by),
            end: variation.end.wrapping_add(index_by),
        }));
    }
}
