//! A version of a document that is read and checked, and its events.

use std::borrow::Cow;
use std::sync::Arc;

use ropey::Rope;

use super::changes::Changes;
use super::placed;
use super::reading::{self, EventEntry, Unit};
use ishi_check::check::{self, Code, Diagnostic, Findings, LineEnds, Severities, Severity};
use ishi_record::record::Event;
use ishi_record::syntax::{LineCache, Source};
use ishi_text::Edit;
use ishi_work::cancel::checkpoint;

/// A text at one moment, read and checked. Cloning is cheap, and later edits of the document do not change it.
#[derive(Clone, Debug)]
pub struct Snapshot {
    pub(super) text: Rope,
    pub(super) events: Arc<Vec<EventEntry>>,
    pub(super) severities: Arc<Severities>,
}

/// An event of the document, with its position.
#[derive(Clone, Copy, Debug)]
pub struct EventView<'s> {
    snapshot: &'s Snapshot,
    index: usize,
}

impl Snapshot {
    /// The whole text of the document.
    pub fn text(&self) -> &Rope {
        &self.text
    }

    /// The severity of each rule.
    pub fn severities(&self) -> &Severities {
        &self.severities
    }

    /// The events in order. There is always at least one.
    pub fn events(&self) -> impl ExactSizeIterator<Item = EventView<'_>> {
        (0..self.events.len()).map(|index| {
            checkpoint();
            EventView { snapshot: self, index }
        })
    }

    /// The event to which a byte offset belongs; the last one for an offset at or after the end of the text.
    pub fn event_at(&self, byte: usize) -> EventView<'_> {
        EventView { snapshot: self, index: placed::index_at(&self.events, byte) }
    }

    /// The events that a run of bytes touches.
    pub(crate) fn events_in(&self, start: usize, end: usize) -> impl Iterator<Item = EventView<'_>> {
        let first = self.event_at(start).index;
        let last = self.event_at(end).index;
        (first..=last).map(|index| {
            checkpoint();
            EventView { snapshot: self, index }
        })
    }

    /// Reads a text, reusing an earlier version with the changes since, if there is one. Returns `None` if `stop`
    /// returns true in the meantime.
    pub(super) fn read(
        text: Rope,
        from: Option<(&Self, &Changes)>,
        severities: Arc<Severities>,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Option<Self> {
        let from = from.map(|(before, changes)| (&before.events[..], changes));
        let events = reading::read(&text, from, &severities, stop)?;
        Some(Self { text, events: Arc::new(events), severities })
    }

    /// Returns a copy with `edits` applied, which must be in order and must not overlap. Only edited events are read
    /// again. `None` if the text would be too long for a document.
    pub fn edited(&self, edits: &[Edit]) -> Option<Self> {
        let (text, changes) = placed::applied(&self.text, edits)?;
        Self::read(text, Some((self, &changes)), Arc::clone(&self.severities), &|| false)
    }

    /// The events that differ between this and another version of the text, for each of the two.
    pub fn different<'s>(&'s self, other: &'s Self) -> [impl Iterator<Item = EventView<'s>>; 2] {
        let [indices, others] = placed::different(&self.events, &other.events);
        [(self, indices), (other, others)]
            .map(|(snapshot, indices)| indices.map(move |index| EventView { snapshot, index }))
    }

    /// Whether this is text, and not the bytes of another kind of file that were read as UTF-8. Otherwise the only
    /// diagnostic says so.
    pub fn is_text(&self) -> bool {
        let begins =
            self.text.chars().zip(check::MISREAD_MARK.chars()).filter(|(character, mark)| character == mark).count();
        begins < check::MISREAD_MARK.chars().count() && !self.events.iter().any(|event| event.unit.has_nul)
    }

    /// Up to `limit` diagnostics in the order of their places, with spans counted from the start of the text, and the
    /// number of further ones.
    pub fn diagnostics(&self, limit: usize) -> (Vec<Diagnostic>, usize) {
        if !self.is_text() {
            return (check::not_text(&Cow::from(self.text.line(0)), &self.severities), 0);
        }
        let mut shown = self.line_end_diagnostics();
        let mut copies = self.copies(0..self.events.len());
        let mut omitted = copies.len().saturating_sub(limit);
        copies.truncate(limit);
        shown.append(&mut copies);
        for event in self.events.iter().filter(|event| event.diagnostics > 0) {
            let Findings { diagnostics, omitted: beyond } = &event.unit.findings;
            let kept = diagnostics.len().min(limit.saturating_sub(shown.len()));
            shown.extend(diagnostics[..kept].iter().map(|one| one.clone().shifted(event.byte as usize)));
            omitted += diagnostics.len() - kept + beyond;
        }
        shown.sort_by_key(Diagnostic::order);
        (shown, omitted)
    }

    /// The number of lines for each line end.
    pub fn line_ends(&self) -> LineEnds {
        placed::line_ends(&self.events)
    }

    /// The diagnostic on line ends for an editor, if the text has a CR without LF (see [`check::check_lone_cr`]).
    pub fn lone_cr_diagnostic(&self) -> Option<Diagnostic> {
        placed::lone_cr_diagnostic(&self.text, self.line_ends(), &self.severities)
    }

    /// The diagnostics of games that the document has twice. Only these events are compared.
    pub(super) fn copies(&self, events: impl Iterator<Item = usize>) -> Vec<Diagnostic> {
        if self.severities.of(Code::DuplicateGame) == Severity::Off {
            return Vec::new();
        }
        let games = events.filter_map(|index| {
            let event = &self.events[index];
            Some((event.byte as usize, event.unit.game.as_ref()?))
        });
        check::check_copies(games, &self.severities)
    }

    /// The diagnostics on line ends: at most one for each of the two rules on line ends.
    fn line_end_diagnostics(&self) -> Vec<Diagnostic> {
        let total = self.line_ends();
        let expected = |code: Code| match code {
            Code::LineEnding => "\r\n",
            _ => total.majority(),
        };
        let mut diagnostics = Vec::new();
        for code in [Code::MixedLineEndings, Code::LineEnding] {
            if self.severities.of(code) == Severity::Off || code == Code::MixedLineEndings && !total.are_mixed() {
                continue;
            }
            let first = self.events.iter().position(|event| event.unit.line_ends.has_other_than(expected(code)));
            if let Some(event) = first.map(|index| EventView { snapshot: self, index }) {
                let of_event = check::check_line_ends(&event.text(), total, &self.severities);
                diagnostics
                    .extend(of_event.into_iter().filter(|one| one.code == code).map(|one| one.shifted(event.start())));
            }
        }
        diagnostics
    }
}

impl PartialEq for Snapshot {
    /// Whether both have the same text, with the same results.
    fn eq(&self, other: &Self) -> bool {
        let same = |(one, other): (&EventEntry, &EventEntry)| {
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
    fn placed(&self) -> &'s EventEntry {
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

    /// Whether the file begins with text of another kind here.
    pub(crate) fn has_foreign_text(&self) -> bool {
        self.unit().foreign.is_some()
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

    /// The meaning of its lines, which count from its first line.
    pub fn event(&self) -> &'s Event {
        &self.unit().event
    }

    /// Its diagnostics. Spans count from its start.
    pub fn findings(&self) -> &'s Findings {
        &self.unit().findings
    }

    /// Its text.
    pub fn text(&self) -> Cow<'s, str> {
        Cow::from(self.snapshot.text.byte_slice(self.start()..self.end()))
    }

    /// The lines of its text. For a long event nearly all lines are reused.
    pub fn source<'t>(&self, text: &'t str) -> Source<'t> {
        let cache = match &self.placed().pieces {
            Some(pieces) => pieces.unchanged(|piece| Some(piece.start)),
            None => LineCache::of_file(self.unit().foreign.as_deref().copied()),
        };
        Source::of_known_event(text, self.is_last(), cache)
    }
}
