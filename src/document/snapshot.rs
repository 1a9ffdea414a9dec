use std::borrow::Cow;
use std::sync::Arc;

use ropey::Rope;

use super::reading::{Placed, Unit};
use crate::check::{self, Code, Diagnostic, Findings, LineEnds, Severities, Severity};
use crate::record::Event;
use crate::syntax::Source;

/// A text as it was at one moment, with all that is known of it. Cloning it is cheap, and later edits of the
/// document do not change it.
#[derive(Clone, Debug)]
pub struct Snapshot {
    pub(super) text: Rope,
    pub(super) events: Arc<Vec<Placed>>,
    pub(super) severities: Arc<Severities>,
}

/// One event in its place.
#[derive(Clone, Copy, Debug)]
pub struct EventView<'s> {
    snapshot: &'s Snapshot,
    index: usize,
}

impl Snapshot {
    /// The text.
    pub fn text(&self) -> &Rope {
        &self.text
    }

    /// How grave each rule is.
    pub fn severities(&self) -> &Severities {
        &self.severities
    }

    /// The events in order. There is always at least one.
    pub fn events(&self) -> impl ExactSizeIterator<Item = EventView<'_>> {
        (0..self.events.len()).map(|index| EventView { snapshot: self, index })
    }

    /// The event to which a byte offset belongs; the last one for an offset at or behind the end of the text.
    pub fn event_at(&self, byte: usize) -> EventView<'_> {
        let index = self.events.partition_point(|event| event.byte as usize <= byte);
        EventView { snapshot: self, index: index.saturating_sub(1) }
    }

    /// The events that a run of bytes touches.
    pub fn events_in(&self, start: usize, end: usize) -> impl Iterator<Item = EventView<'_>> {
        let first = self.event_at(start).index;
        let last = self.event_at(end).index;
        (first..=last).map(|index| EventView { snapshot: self, index })
    }

    /// Up to `limit` diagnostics in the order of their places, with spans counted from the start of the text,
    /// and how many more there are.
    pub fn diagnostics(&self, limit: usize) -> (Vec<Diagnostic>, usize) {
        let mut found = self.line_end_diagnostics();
        let mut omitted = 0;
        for event in self.events.iter().filter(|event| event.diagnostics > 0) {
            let Findings { diagnostics, omitted: beyond } = &event.unit.findings;
            let kept = diagnostics.len().min(limit.saturating_sub(found.len()));
            found.extend(diagnostics[..kept].iter().map(|one| one.clone().shifted(event.byte as usize)));
            omitted += diagnostics.len() - kept + beyond;
        }
        found.sort_by_key(Diagnostic::order);
        (found, omitted)
    }

    /// What only the file as a whole can say: at most one diagnostic for each of the two rules on line ends.
    fn line_end_diagnostics(&self) -> Vec<Diagnostic> {
        let mut total = LineEnds::default();
        for event in self.events.iter() {
            total += event.unit.line_ends;
        }
        let expected = |code: Code| match code {
            Code::LineEnding => "\r\n",
            _ => total.majority(),
        };
        let mut found = Vec::new();
        for code in [Code::MixedLineEndings, Code::LineEnding] {
            if self.severities.of(code) == Severity::Off || code == Code::MixedLineEndings && !total.are_mixed() {
                continue;
            }
            let first = self.events.iter().position(|event| event.unit.line_ends.has_other_than(expected(code)));
            if let Some(event) = first.map(|index| EventView { snapshot: self, index }) {
                let diagnostics = check::check_line_ends(&event.text(), total, &self.severities);
                found.extend(
                    diagnostics.into_iter().filter(|one| one.code == code).map(|one| one.shifted(event.start())),
                );
            }
        }
        found
    }
}

impl PartialEq for Snapshot {
    /// Whether both hold the same text and know the same of it.
    fn eq(&self, other: &Self) -> bool {
        let same = |(one, other): (&Placed, &Placed)| {
            one.unit == other.unit
                && (one.byte, one.line, one.delimiters, one.open)
                    == (other.byte, other.line, other.delimiters, other.open)
        };
        self.text == other.text
            && self.events.len() == other.events.len()
            && self.events.iter().zip(other.events.iter()).all(same)
    }
}

impl<'s> EventView<'s> {
    fn placed(&self) -> &'s Placed {
        &self.snapshot.events[self.index]
    }

    fn unit(&self) -> &'s Unit {
        &self.placed().unit
    }

    /// Its place among the events, from 0.
    pub fn index(&self) -> usize {
        self.index
    }

    /// Whether it is the last one of the file.
    pub fn is_last(&self) -> bool {
        self.index + 1 == self.snapshot.events.len()
    }

    /// Where it begins, in bytes from the start of the text.
    pub fn start(&self) -> usize {
        self.placed().byte as usize
    }

    /// Where it ends, in bytes from the start of the text.
    pub fn end(&self) -> usize {
        self.start() + self.unit().bytes as usize
    }

    /// Its first line, from 0.
    pub fn first_line(&self) -> u32 {
        self.placed().line
    }

    /// What it means. Lines count from its first line.
    pub fn event(&self) -> &'s Event {
        &self.unit().event
    }

    /// What is wrong with it. Spans count from its start.
    pub fn findings(&self) -> &'s Findings {
        &self.unit().findings
    }

    /// Its text.
    pub fn text(&self) -> Cow<'s, str> {
        Cow::from(self.snapshot.text.byte_slice(self.start()..self.end()))
    }

    /// The lines of its text. Of a long event nearly all are known already.
    pub fn source<'t>(&self, text: &'t str) -> Source<'t> {
        let known = self.placed().pieces.as_ref().map(|pieces| pieces.unchanged(|piece| Some(piece.start)));
        Source::of_known_event(text, self.is_last(), known.unwrap_or_default())
    }
}
