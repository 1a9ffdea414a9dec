//! `ishi/tree`: the tree of moves for a panel.

use super::board::{MAX_TITLE, title_of_diagram, title_of_event};
use super::cursor;
use super::node::{line_of, node_of};
use crate::document::Snapshot;
use ishi_board::Color;
use ishi_record::record::{DatumKind, DiagramId, Event, MoveId, MoveTarget, Owner, SequenceId, Step};
use ishi_text::clipped;
use ishi_work::cancel::checkpoint;

/// How many nodes an answer has at most. A client requests further nodes separately.
const MAX_NODES: usize = 20_000;

/// The variations of an event, for a panel that draws them. Lines count from 0 at the start of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tree {
    /// The title of the event, or else its players.
    pub title: String,
    /// The first line of the event.
    pub line: u32,
    /// The node at the cursor, which may be outside of `nodes`.
    pub current: usize,
    /// The index of the first node in `nodes`.
    pub from: usize,
    /// The nodes, each after its parent; the first of all is the root.
    pub nodes: Vec<Node>,
    /// Whether more nodes follow.
    pub truncated: bool,
}

/// A node of a tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// The index of the parent; `None` for the root. The first move after a node continues its line, and the other
    /// moves begin variations. A diagram is a leaf: no node has it as its parent.
    pub parent: Option<usize>,
    /// Its kind.
    pub kind: NodeKind,
    /// The line of the move or diagram; of the event for the root.
    pub line: u32,
    /// The marker of the variation that begins with it.
    pub marker: Option<String>,
    /// Whether it has a comment.
    pub comment: bool,
    /// Whether it belongs to the main line.
    pub main: bool,
}

/// The kind of a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NodeKind {
    /// The position before the first move.
    Root,
    /// A move: its player, its number where it has one, and where it is played.
    Move(Color, Option<u32>, MoveTarget),
    /// A diagram, with its name.
    Diagram(String),
}

/// The tree of the event at `offset` (`ishi/tree`), with at most `MAX_NODES` nodes, from the node `from` on.
pub fn tree(snapshot: &Snapshot, offset: usize, from: usize) -> Option<Tree> {
    cursor::at(snapshot, offset, |cursor| {
        let event = cursor.event;
        let first_line = cursor.view.first_line();
        let root = || Node {
            parent: None,
            kind: NodeKind::Root,
            line: first_line,
            marker: None,
            comment: event.data_of(Owner::Event).any(|datum| datum.kind == DatumKind::Comment),
            main: true,
        };
        let moves = (0..event.moves.len() as u32).map(|id| Step::Move(MoveId(id)));
        let mut steps: Vec<Step> =
            moves.chain((0..event.diagrams.len() as u32).map(|id| Step::Diagram(DiagramId(id)))).collect();
        steps.sort_by_cached_key(|&step| line_of(event, step));
        let parents = parents(event, &steps);
        let nodes = steps.iter().zip(parents).skip(from.saturating_sub(1)).map(|(&step, parent)| {
            let (kind, owner, line, sequence) = match step {
                Step::Move(id) => {
                    let played = &event[id];
                    let number = played.number.map(std::num::NonZeroU32::get);
                    let kind = NodeKind::Move(played.color, number, played.place);
                    (kind, Owner::Move(id), played.line, played.sequence)
                }
                Step::Diagram(id) => {
                    let diagram = event.diagram(id);
                    (NodeKind::Diagram(title_of_diagram(event, id)), Owner::Diagram(id), diagram.line, diagram.sequence)
                }
            };
            let begins = event.steps(sequence).first() == Some(&step);
            let marker = &event.sequence(sequence).marker;
            Node {
                parent: Some(parent),
                kind,
                line: first_line + line,
                marker: (begins && !marker.is_empty()).then(|| clipped(marker, MAX_TITLE).into_owned()),
                comment: has_comment(event, owner, line),
                main: sequence == SequenceId(0),
            }
        });
        let nodes: Vec<Node> = (from == 0).then(root).into_iter().chain(nodes).take(MAX_NODES).collect();
        Some(Tree {
            title: title_of_event(event),
            line: first_line,
            current: node_of(event, cursor.owner()),
            from,
            truncated: from.saturating_add(nodes.len()) <= steps.len(),
            nodes,
        })
    })
}

/// The parent of each step: the previous move of its sequence, or the node from which the sequence starts.
fn parents(event: &Event, steps: &[Step]) -> Vec<usize> {
    // For each sequence its last move so far, or else where it starts.
    let mut last: Vec<Option<usize>> = vec![None; event.sequences.len()];
    last[0] = Some(0);
    let mut parents: Vec<usize> = Vec::with_capacity(steps.len());
    let mut nodes = vec![0; event.moves.len()];
    for (&step, node) in steps.iter().zip(1..) {
        checkpoint();
        let sequence = match step {
            Step::Move(id) => event[id].sequence,
            Step::Diagram(id) => event.diagram(id).sequence,
        };
        let replaced = event.sequence(sequence).replaces;
        let start = || replaced.map_or(0, |id| parents[nodes[id.0 as usize] - 1]);
        let parent = *last[sequence.0 as usize].get_or_insert_with(start);
        if let Step::Move(id) = step {
            nodes[id.0 as usize] = node;
            last[sequence.0 as usize] = Some(node);
        }
        parents.push(parent);
    }
    parents
}

/// Whether a comment directly follows a step. Comments after its variations are misplaced.
fn has_comment(event: &Event, owner: Owner, line: u32) -> bool {
    let first = event.data.partition_point(|datum| datum.line < line);
    let mut data = event.data[first..].iter().take_while(|datum| datum.owner == owner);
    data.any(|datum| datum.kind == DatumKind::Comment)
}
