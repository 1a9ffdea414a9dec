//! `ishi/tree`: the tree of moves for a panel.

use super::board::{MAX_TITLE, title_of_diagram, title_of_event};
use super::cursor;
use crate::board::Color;
use crate::document::Snapshot;
use crate::record::{DatumKind, Event, MoveId, MoveTarget, Owner, SequenceId, Step};
use crate::text::clipped;

/// How many nodes a tree has at most.
const MOST: usize = 20_000;

/// The variations of an event, for a panel that draws them. Lines count from 0 at the start of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tree {
    /// The title of the event, or else its players.
    pub title: String,
    /// Its first line.
    pub line: u32,
    /// The node at the cursor; `None` if it was left out.
    pub current: Option<usize>,
    /// The nodes, each after its parent; the first is the root.
    pub nodes: Vec<Node>,
    /// Whether some were left out because they are too many.
    pub truncated: bool,
}

/// A node of a tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// The node before it, as its index; `None` for the root. The first move after a node continues its line, and the
    /// other moves begin variations. A diagram hangs beside the line: no node has it as its parent.
    pub parent: Option<usize>,
    /// What it is.
    pub kind: NodeKind,
    /// Its line.
    pub line: u32,
    /// The marker of the variation that begins with it.
    pub marker: Option<String>,
    /// Whether it has a comment or other data.
    pub comment: bool,
    /// Whether it belongs to the main line.
    pub main: bool,
}

/// What a node is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NodeKind {
    /// The position before the first move.
    Root,
    /// A move: its player, its number where it has one, and where it is played.
    Move(Color, Option<u32>, MoveTarget),
    /// A diagram, and what it is called.
    Diagram(String),
}

/// The tree of the event at `offset` (`ishi/tree`).
pub fn tree(snapshot: &Snapshot, offset: usize) -> Option<Tree> {
    cursor::at(snapshot, offset, |cursor| {
        let event = cursor.event;
        let first_line = cursor.view.first_line();
        let mut nodes = vec![Node {
            parent: None,
            kind: NodeKind::Root,
            line: first_line,
            marker: None,
            comment: false,
            main: true,
        }];
        let mut moves = vec![0; event.moves.len()];
        let mut diagrams = vec![0; event.diagrams.len()];
        // The last move of each sequence so far. A variation begins where the move stands that it replaces.
        let mut last: Vec<Option<usize>> = vec![None; event.sequences.len()];
        last[0] = Some(0);
        let mut steps: Vec<(u32, Step)> = Vec::with_capacity(event.moves.len() + event.diagrams.len());
        steps.extend(event.moves.iter().enumerate().map(|(id, found)| (found.line, Step::Move(MoveId(id as u32)))));
        steps.extend((0..event.sequences.len() as u32).map(SequenceId).flat_map(|sequence| {
            event.steps(sequence).iter().filter_map(|&step| match step {
                Step::Diagram(id) => Some((event.diagram(id).line, step)),
                Step::Move(_) => None,
            })
        }));
        steps.sort_by_key(|&(line, _)| line);
        for &(line, step) in steps.iter().take(MOST) {
            let sequence = match step {
                Step::Move(id) => event[id].sequence,
                Step::Diagram(id) => event.diagram(id).sequence,
            };
            let begins = event.steps(sequence).first() == Some(&step);
            let index = sequence.0 as usize;
            let parent = last[index].unwrap_or_else(|| branch(event, sequence, &moves, &nodes));
            let (kind, owner) = match step {
                Step::Move(id) => {
                    let found = &event[id];
                    moves[id.0 as usize] = nodes.len();
                    last[index] = Some(nodes.len());
                    let number = found.number.map(std::num::NonZeroU32::get);
                    (NodeKind::Move(found.color, number, found.place), Owner::Move(id))
                }
                Step::Diagram(id) => {
                    diagrams[id.0 as usize] = nodes.len();
                    (NodeKind::Diagram(title_of_diagram(event, id)), Owner::Diagram(id))
                }
            };
            let marker = &event.sequence(sequence).marker;
            nodes.push(Node {
                parent: Some(parent),
                kind,
                line: first_line + line,
                marker: (begins && !marker.is_empty()).then(|| clipped(marker, MAX_TITLE).into_owned()),
                comment: has_comment(event, owner, line),
                main: sequence == SequenceId(0),
            });
        }
        let known = |node: usize| (node > 0).then_some(node);
        let current = match cursor.owner() {
            Owner::Event => Some(0),
            Owner::Move(id) => known(moves[id.0 as usize]),
            Owner::Diagram(id) => known(diagrams[id.0 as usize]),
            Owner::Variation(id) => Some(branch(event, id, &moves, &nodes)),
        };
        let title = title_of_event(event);
        let truncated = steps.len() > MOST;
        Some(Tree { title, line: first_line, current, nodes, truncated })
    })
}

/// The node from which a variation starts: that before the move that it replaces.
fn branch(event: &Event, sequence: SequenceId, moves: &[usize], nodes: &[Node]) -> usize {
    let replaced = event.sequence(sequence).replaces.map(|id| moves[id.0 as usize]);
    replaced.and_then(|node| nodes[node].parent).unwrap_or(0)
}

/// Whether a comment stands right after a step. Those after its variations are misplaced.
fn has_comment(event: &Event, owner: Owner, line: u32) -> bool {
    let first = event.data.partition_point(|datum| datum.line < line);
    let mut own = event.data[first..].iter().take_while(|datum| datum.owner == owner);
    own.any(|datum| datum.kind == DatumKind::Comment)
}
