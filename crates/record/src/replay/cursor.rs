//! Order of the places of an event, by their lines.

use crate::record::{DiagramId, Event, MoveId, SequenceId};

/// A place of an event to which a walk comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Visit {
    /// A move, which has been played; see [`Walk::played`](super::Walk::played).
    Move(MoveId),
    /// A diagram.
    Diagram(DiagramId),
    /// The datum with this index in [`Event::data`]. A setup outside of diagrams has been added.
    Datum(usize),
    /// A variation begins; the board is back at the position before the move that it replaces.
    Begin(SequenceId),
    /// A variation ends; the board is in the position after the move that the variation replaces.
    End(SequenceId),
}

/// A position between two lines of an event, and the lines where the walk skips variations and stops.
#[derive(Clone, Debug)]
pub(super) struct Cursor<'e> {
    event: &'e Event,
    pub(super) next: Next,
    /// The line before which completed variations are skipped; 0 to skip none.
    pub(super) passed: u32,
    /// The line before which the walk stops; `u32::MAX` for the whole event.
    pub(super) limit: u32,
}

/// Index of the next item in each list of the event.
#[derive(Clone, Debug, Default)]
pub(super) struct Next {
    pub(super) r#move: usize,
    pub(super) diagram: usize,
    pub(super) sequence: usize,
    pub(super) datum: usize,
    pub(super) lost: usize,
}

impl<'e> Cursor<'e> {
    /// A cursor at the start of an event.
    pub(super) fn new(event: &'e Event) -> Self {
        Self { event, next: Next { sequence: 1, ..Next::default() }, passed: 0, limit: u32::MAX }
    }

    /// Skips all places up to the line `end`.
    pub(super) fn pass_by(&mut self, end: u32) {
        let Next { r#move, diagram, sequence, datum, lost } = &mut self.next;
        let event = self.event;
        *r#move += passed(&event.moves[*r#move..], |played| played.line <= end);
        *diagram += passed(&event.diagrams[*diagram..], |diagram| diagram.line <= end);
        *sequence += passed(&event.sequences[*sequence..], |sequence| sequence.line <= Some(end));
        *datum += passed(&event.data[*datum..], |datum| datum.line <= end);
        *lost += passed(&event.lost[*lost..], |&line| line <= end);
    }

    /// Returns the next place and its line. The end of a variation and unreadable lines are not places of their own.
    pub(super) fn upcoming(&self) -> Option<(u32, Visit)> {
        let Next { r#move, diagram, sequence, datum, .. } = self.next;
        let event = self.event;
        let played = event.moves.get(r#move).map_or(u32::MAX, |played| played.line);
        let shown = event.diagrams.get(diagram).map_or(u32::MAX, |shown| shown.line);
        let begun = event.sequences.get(sequence).and_then(|begun| begun.line).unwrap_or(u32::MAX);
        let next_line = event.data.get(datum).map_or(u32::MAX, |datum| datum.line);
        let line = played.min(shown).min(begun).min(next_line);
        let stop = match line {
            u32::MAX => return None,
            _ if line == played => Visit::Move(MoveId(r#move as u32)),
            _ if line == shown => Visit::Diagram(DiagramId(diagram as u32)),
            _ if line == begun => Visit::Begin(SequenceId(sequence as u32)),
            _ => Visit::Datum(datum),
        };
        Some((line, stop))
    }

    /// Returns the next unreadable line that may be a move, with its index in the event, if it stands before `line`.
    pub(super) fn lost_before(&self, line: u32) -> Option<(usize, u32)> {
        let lost = self.event.lost.get(self.next.lost).copied();
        lost.filter(|&lost| lost < line).map(|lost| (self.next.lost, lost))
    }
}

/// Returns how many items at the beginning of a list are passed. The fewer they are, the fewer steps this takes.
fn passed<T>(list: &[T], is_passed: impl Fn(&T) -> bool) -> usize {
    let mut reach = 1;
    while list.get(reach - 1).is_some_and(&is_passed) {
        reach *= 2;
    }
    let certain = reach / 2;
    certain + list[certain..list.len().min(reach)].partition_point(is_passed)
}
