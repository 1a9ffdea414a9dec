//! The node of an item in the tree of moves. The nodes are the root, and all moves and diagrams in the order of lines.

use ishi_record::record::{Event, Owner, SequenceId, Step};

/// The node of an item; for a variation, the node from which it starts.
pub(super) fn node_of(event: &Event, owner: Owner) -> usize {
    match owner {
        Owner::Event => 0,
        Owner::Move(_) | Owner::Diagram(_) => node_at(event, event.line_of(owner)),
        Owner::Variation(id) => branch(event, id),
    }
}

/// The node of the move or diagram in a line of the event: nodes are in the order of their lines, after the root.
fn node_at(event: &Event, line: u32) -> usize {
    let moves = event.moves.partition_point(|played| played.line < line);
    1 + moves + event.diagrams.partition_point(|diagram| diagram.line < line)
}

/// The node from which a variation starts: the node before the replaced move.
fn branch(event: &Event, mut variation: SequenceId) -> usize {
    // The replaced move may itself be the first of a variation.
    while let Some(replaced) = event.sequence(variation).replaces.map(|id| &event[id]) {
        let steps = event.steps(replaced.sequence);
        let before = &steps[..steps.partition_point(|&step| line_of(event, step) < replaced.line)];
        if let Some(&last) = before.iter().rev().find(|step| matches!(step, Step::Move(_))) {
            return node_at(event, line_of(event, last));
        }
        variation = replaced.sequence;
    }
    0
}

/// The line of a step in its event.
pub(super) fn line_of(event: &Event, step: Step) -> u32 {
    match step {
        Step::Move(id) => event[id].line,
        Step::Diagram(id) => event.diagram(id).line,
    }
}
