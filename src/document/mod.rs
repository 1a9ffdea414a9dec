//! A text kept parsed and checked while it is being edited.
//!
//! The event is the unit of recomputation: everything known of an event counts from its own first line, so an
//! event that an edit does not touch is shared as it is, whatever moves above it. An edit reads again the
//! events it touches, as far as the old and the new cut of the text into events agree again.

mod snapshot;

use std::borrow::Cow;
use std::sync::Arc;

use ropey::Rope;

use crate::check::{self, Findings, LineEnds, Severities};
use crate::record::{self, Event};
use crate::syntax::{After, Block, Delimiter, Delimiters, Reader, Source};
use crate::text::{ColumnUnit, Position, byte_at};

pub use snapshot::{EventView, Snapshot};

/// The largest text that a document can hold, in bytes.
pub const MAX_BYTES: usize = 1 << 30;

/// How many diagnostics are kept of one event. The rest are only counted, so that a file full of nonsense costs
/// no more memory than others.
pub const MAX_DIAGNOSTICS: usize = 1000;

/// Why an edit could not be applied: the text of whoever sent it is not ours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EditError {
    /// The range begins on a line that the text does not have.
    NoSuchLine,
    /// The range ends before it begins.
    Reversed,
    /// The text would grow past [`MAX_BYTES`].
    TooLarge,
}

/// New text for the place between two positions.
#[derive(Clone, Copy, Debug)]
pub struct Replacement<'t> {
    /// Where the old text begins.
    pub start: Position,
    /// Where it ends.
    pub end: Position,
    /// The new text.
    pub text: &'t str,
}

/// A text being edited.
///
/// ```
/// use std::sync::Arc;
///
/// use ishi::check::Severities;
/// use ishi::document::Document;
/// use ishi::text::{ColumnUnit, Position};
///
/// let mut document = Document::new("EVENT x\nBLCAK Ada\n", Arc::new(Severities::default()));
/// assert_eq!(document.snapshot().diagnostics(10).0.len(), 1);
/// let (start, end) = (Position { line: 1, column: 0 }, Position { line: 1, column: 5 });
/// document.edit(start, end, ColumnUnit::Utf16, "BLACK")?;
/// assert_eq!(document.snapshot().diagnostics(10).0, []);
/// # Ok::<(), ishi::document::EditError>(())
/// ```
#[derive(Debug)]
pub struct Document {
    now: Snapshot,
}

/// What is known of one event. Nothing in it depends on where the event stands.
#[derive(Debug, PartialEq)]
struct Unit {
    event: Event,
    findings: Findings,
    line_ends: LineEnds,
    bytes: u32,
    lines: u32,
    /// Where the EVENT line ends, or the remarks where there is none: what decides that the event begins here.
    head: u32,
}

/// An event in its place, with what every edit looks at.
#[derive(Clone, Debug)]
struct Placed {
    unit: Arc<Unit>,
    /// Where it begins.
    byte: u32,
    /// Its first line.
    line: u32,
    diagnostics: u32,
    delimiters: Delimiters,
    /// Whether a COM or a USER block of it would be closed by an end that follows behind it.
    open: [bool; 2],
}

impl Document {
    /// Parses and checks `text` from scratch. `text` must not be longer than [`MAX_BYTES`].
    pub fn new(text: &str, severities: Arc<Severities>) -> Self {
        let (events, _) = read(text, After::NOTHING, &severities);
        let mut now = Snapshot { text: Rope::from_str(text), events: Arc::new(events), severities };
        place(Arc::make_mut(&mut now.events).as_mut_slice(), 0);
        Self { now }
    }

    /// Replaces the text between two positions, as one entry of `contentChanges` in `textDocument/didChange` does.
    /// An end behind the last line means the end of the text.
    ///
    /// # Errors
    /// A range that the text does not have, or a text that grows too large. The document is unchanged then.
    pub fn edit(&mut self, start: Position, end: Position, unit: ColumnUnit, text: &str) -> Result<(), EditError> {
        self.edit_all(&[Replacement { start, end, text }], unit)
    }

    /// Makes several edits, each of the text that the one before has left, as `textDocument/didChange` has them.
    ///
    /// # Errors
    /// The same as for [`Self::edit`]; if one edit can't be made, none is.
    pub fn edit_all(&mut self, edits: &[Replacement<'_>], unit: ColumnUnit) -> Result<(), EditError> {
        // Where a few cursors type at once, each costs its own event. But the edits of a formatter are everywhere,
        // and then it is cheaper to read once whatever lies between the first and the last.
        const FEW: usize = 8;
        // A single edit is refused before it changes anything.
        let before = (edits.len() > 1).then(|| self.now.clone());
        let chunk = if edits.len() <= FEW { 1 } else { edits.len() };
        for edits in edits.chunks(chunk) {
            if let Err(error) = self.edit_together(edits, unit) {
                if let Some(before) = before {
                    self.now = before;
                }
                return Err(error);
            }
        }
        Ok(())
    }

    /// Makes edits and reads again, once, all that lies between them.
    fn edit_together(&mut self, edits: &[Replacement<'_>], unit: ColumnUnit) -> Result<(), EditError> {
        let old_length = self.now.text.len_bytes();
        // How much of the text no edit has touched, at its start and at its end.
        let mut untouched = (old_length, old_length);
        for &Replacement { start, end, text: new } in edits {
            let text = &mut self.now.text;
            let start = byte_at(text, start, unit).ok_or(EditError::NoSuchLine)?;
            let end = byte_at(text, end, unit).unwrap_or(text.len_bytes());
            if end < start {
                return Err(EditError::Reversed);
            }
            if text.len_bytes() - (end - start) + new.len() > MAX_BYTES {
                return Err(EditError::TooLarge);
            }
            untouched = (untouched.0.min(start), untouched.1.min(text.len_bytes() - end));
            let first_char = text.byte_to_char(start);
            text.remove(first_char..text.byte_to_char(end));
            text.insert(first_char, new);
        }
        let (start, end) = (untouched.0, (old_length - untouched.1).max(untouched.0));

        let events = &self.now.events;
        let containing = |byte: usize| events.partition_point(|event| event.byte as usize <= byte) - 1;
        let mut first = containing(start);
        let last = containing(end);
        // What is changed in the head of an event may join it with the one before.
        if first > 0 && start <= (events[first].byte + events[first].unit.head) as usize {
            first -= 1;
        }
        self.reread(first, last, old_length);
        // An event that ends in an unclosed block goes on as soon as an end of the block follows.
        while let Some(event) = self.continued() {
            self.reread(event, event, self.now.text.len_bytes());
        }
        Ok(())
    }

    /// Reads again the events from `first` to `last`, and as many behind them as are needed to come to the end of
    /// one. The text had `old_length` bytes when their places were right, and has not changed behind `last`.
    fn reread(&mut self, first: usize, mut last: usize, old_length: usize) {
        let mut step = 1;
        loop {
            let events = &self.now.events;
            let start = events[first].byte as usize;
            let behind = events.get(last + 1).map_or(0, |next| old_length - next.byte as usize);
            let end = self.now.text.len_bytes() - behind;
            let text = Cow::from(self.now.text.byte_slice(start..end));
            let behind = &events[last + 1..];
            let after = After { delimiters: delimiters_of(behind), last: behind.is_empty() };
            let (new, incomplete) = read(&text, after, &self.now.severities);
            if incomplete {
                last = (last + step).min(events.len() - 1);
                step *= 2;
                continue;
            }
            let events = Arc::make_mut(&mut self.now.events);
            events.splice(first..=last, new);
            place(events, first);
            return;
        }
    }

    /// The first event with an unclosed block whose end now follows behind it.
    fn continued(&self) -> Option<usize> {
        let events = &self.now.events;
        if !events.iter().any(|event| event.open != [false; 2]) {
            return None;
        }
        let mut behind = Delimiters::default();
        let mut found = None;
        for (index, event) in events.iter().enumerate().rev() {
            let closes = |block: Block| event.open[block as usize] && behind.get(block) == Some(Delimiter::Close);
            if closes(Block::Com) || closes(Block::User) {
                found = Some(index);
            }
            behind = event.delimiters.then(behind);
        }
        found
    }

    /// Checks all of it again with other severities.
    pub fn set_severities(&mut self, severities: Arc<Severities>) {
        let text = Cow::from(&self.now.text);
        let (events, _) = read(&text, After::NOTHING, &severities);
        self.now.events = Arc::new(events);
        self.now.severities = severities;
        place(Arc::make_mut(&mut self.now.events).as_mut_slice(), 0);
    }

    /// The document as it is now.
    pub fn snapshot(&self) -> Snapshot {
        self.now.clone()
    }
}

/// The first delimiters of a run of events.
fn delimiters_of(events: &[Placed]) -> Delimiters {
    let mut found = Delimiters::default();
    for event in events {
        found = found.then(event.delimiters);
        if found.com.is_some() && found.user.is_some() {
            break;
        }
    }
    found
}

/// Works out the places of the events from `first` on.
fn place(events: &mut [Placed], first: usize) {
    let (mut byte, mut line) = match first.checked_sub(1).map(|before| &events[before]) {
        Some(before) => (before.byte + before.unit.bytes, before.line + before.unit.lines),
        None => (0, 0),
    };
    for event in &mut events[first..] {
        event.byte = byte;
        event.line = line;
        byte += event.unit.bytes;
        line += event.unit.lines;
    }
}

/// The events of a text, still without their places, and whether more text is needed to read the last one.
fn read(text: &str, after: After, severities: &Severities) -> (Vec<Placed>, bool) {
    let mut reader = Reader::new(text, after);
    let events = reader.by_ref().map(|source| read_event(&source, severities)).collect();
    (events, reader.is_incomplete())
}

fn read_event(source: &Source<'_>, severities: &Severities) -> Placed {
    let reading = record::read(source);
    let findings = check::check_event(source, &reading, severities, MAX_DIAGNOSTICS);
    let event = reading.event;
    let head = event.definition.map_or(0, |line| source.lines[line as usize].end);
    let diagnostics = (findings.diagnostics.len() + findings.omitted) as u32;
    let unit = Unit {
        event,
        findings,
        line_ends: LineEnds::of(source.text),
        bytes: source.text.len() as u32,
        lines: source.lines.len() as u32,
        head,
    };
    let open = [Block::Com, Block::User].map(|block| source.open.contains(&block));
    Placed { unit: Arc::new(unit), byte: 0, line: 0, diagnostics, delimiters: source.delimiters, open }
}
