//! The parts of a long event, which are played in parallel.

use std::ops::Range;

use ishi_record::record::{DatumKind, Event, Misfit, Reading, Sequence, SequenceId, Step};

/// Limits for cutting an event into parts that are played in parallel.
#[derive(Clone, Copy)]
pub(super) struct Cuts {
    pub(super) parts: usize,
    /// How many moves may lead to the beginning of a part. These moves are played again.
    pub(super) path: usize,
}

impl Cuts {
    pub(super) const NONE: Self = Self { parts: 1, path: 0 };

    /// The limits for a long event. They are the same on all machines, so that all machines find the same diagnostics
    /// if there are more than the limit. The moves that are played again have to be few compared with the rest.
    pub(super) fn of_long(event: &Event) -> Self {
        const PARTS: usize = 8;
        Self { parts: PARTS, path: event.moves.len() / (4 * PARTS) }
    }
}

/// The largest number of places that are tried as cuts.
const MAX_TRIES: usize = 1000;

/// How many nested variations, and diagrams after a move, are visited at most for each place.
const MAX_DEPTH: usize = 100;

/// Cuts an event into ranges of lines that the rules can check independently of each other. Each part but the first
/// begins with a variation, because only the moves that lead to the variation are needed for its position.
pub(super) fn parts_of(reading: &Reading, cuts: Cuts) -> Vec<Range<u32>> {
    let event = &reading.event;
    let mut starts = vec![0];
    if cuts.parts > 1 && !lists_after_variations(reading) {
        let mut tries = MAX_TRIES;
        for variation in &event.sequences[1..] {
            let is_far = |line: &u32| *line as usize * cuts.parts >= event.lines as usize * starts.len();
            let Some(line) = variation.line.filter(is_far) else { continue };
            if tries == 0 || starts.len() == cuts.parts {
                break;
            }
            tries -= 1;
            if can_begin(event, variation, cuts.path) {
                starts.push(line);
            }
        }
    }
    let ends = starts.iter().skip(1).copied().chain([u32::MAX]);
    starts.iter().copied().zip(ends).map(|(start, end)| start..end).collect()
}

/// Whether the list of prisoners of a move continues after variations on the move.
fn lists_after_variations(reading: &Reading) -> bool {
    let data = &reading.event.data;
    reading.misfits.iter().any(|misfit| match *misfit {
        Misfit::AfterVariation(line, ..) => data
            .binary_search_by_key(&line, |datum| datum.line)
            .is_ok_and(|index| matches!(data[index].kind, DatumKind::Prisoner(_))),
        _ => false,
    })
}

/// Whether a part can begin with a variation to which up to `path` moves lead.
fn can_begin(event: &Event, variation: &Sequence, path: usize) -> bool {
    let mut sequence = variation;
    let mut moves = 0;
    for _ in 0..MAX_DEPTH {
        // Around a variation on nothing it is not known what has come before.
        let Some(replaced) = sequence.replaces else { return false };
        let replaced_in = event[replaced].sequence;
        let steps = event.steps(replaced_in);
        let line_of = |step: &Step| match *step {
            Step::Move(id) => event[id].line,
            Step::Diagram(id) => event.diagram(id).line,
        };
        let (before, after) = steps.split_at(steps.partition_point(|step| line_of(step) <= event[replaced].line));
        moves += before.len();
        let next = after.iter().take(MAX_DEPTH).find_map(|step| match *step {
            Step::Move(id) => Some(id),
            Step::Diagram(_) => None,
        });
        if next.is_none() && after.len() > MAX_DEPTH {
            return false;
        }
        // The list of prisoners after a move that stands there twice is that of the first.
        if moves > path || next.is_some_and(|next| event.say_the_same(replaced, next)) {
            return false;
        }
        if replaced_in == SequenceId(0) {
            return true;
        }
        sequence = event.sequence(replaced_in);
    }
    false
}
