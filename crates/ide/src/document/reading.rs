//! Reads and checks the events of a text, and after edits only the changed ones.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use ropey::Rope;

use super::changes::Changes;
use super::placed::{Placed, index_at};
use ishi_check::check::{self, Findings, GameKey, LineEnds, ReusableExplanation, Severities};
use ishi_record::record::{self, Event};
use ishi_record::syntax::{Block, Delimiter, Delimiters, Following, Foreign, LineCache, Pieces, Reader, Source};

/// How many diagnostics of one event are kept. Further ones are only counted, so that a file full of mistakes costs no
/// more memory than others.
pub const MAX_DIAGNOSTICS: usize = 1000;

/// An event that was read and checked. Nothing in it depends on the position of the event in the text.
#[derive(Debug, PartialEq)]
pub(super) struct Unit {
    pub(super) event: Event,
    pub(super) findings: Findings,
    pub(super) line_ends: LineEnds,
    /// Its game, if that is compared with the others of the document.
    pub(super) game: Option<GameKey>,
    pub(super) has_nul: bool,
    pub(super) bytes: u32,
    /// The end of the EVENT line, or of the remarks if there is no such line: the text that makes the event begin here.
    head: u32,
    /// Text of another kind with which the file begins. Only the first event of a file may have one.
    pub(super) foreign: Option<Box<Foreign>>,
}

/// An event with its position, and the data that every edit needs.
#[derive(Clone, Debug)]
pub(super) struct EventEntry {
    pub(super) unit: Arc<Unit>,
    /// The start of the event in the text, in bytes.
    pub(super) byte: u32,
    /// The first line of the event in the text, from 0.
    pub(super) line: u32,
    pub(super) diagnostics: u32,
    pub(super) delimiters: Delimiters,
    /// Whether a later ENDCOM or ENDUSER would close a COM or a USER block of the event.
    pub(super) open: [bool; 2],
    /// The lines that can be reused when it is read again; `None` for a short event.
    pub(super) pieces: Option<Arc<Pieces>>,
    /// The explanation of its mistakes; `None` if no explanation was needed.
    explanation: Option<ReusableExplanation>,
}

impl Placed for EventEntry {
    type Unit = Unit;

    fn unit(&self) -> &Arc<Unit> {
        &self.unit
    }

    fn byte(&self) -> usize {
        self.byte as usize
    }

    fn line_ends(&self) -> LineEnds {
        self.unit.line_ends
    }
}

/// How many explanations are reused at most when events are read again: enough for an edit, but not for formatting a
/// file.
const MAX_EXPLANATIONS: usize = 16;

/// Returns true when a reading is no longer wanted.
pub(super) type IsCancelled<'s> = &'s (dyn Fn() -> bool + Sync);

/// Reads the events of a text. Given the events of an earlier text and the changes since, reads only changed events.
/// Returns `None` if `stop` returns true in the meantime.
pub(super) fn read(
    text: &Rope,
    from: Option<(&[EventEntry], &Changes)>,
    severities: &Severities,
    stop: IsCancelled<'_>,
) -> Option<Vec<EventEntry>> {
    // What kind of text it is follows from its beginning and, where that is not a record's, from all of it.
    let foreign = foreign(text);
    let is_record = |(before, _): &(&[EventEntry], &Changes)| foreign.is_none() && before[0].unit.foreign.is_none();
    let Some((before, changes)) = from.filter(is_record) else {
        let whole = Stretch { first: 0, last: 0, start: 0, cache: LineCache::of_file(foreign) };
        return reread(&[], vec![whole], text, severities, stop);
    };
    let mut events = reread(before, stretches(before, changes), text, severities, stop)?;
    // An event that ends in an unclosed block continues as soon as an end of the block follows.
    while let Some(event) = continued(&events) {
        let start = events[event].byte as usize;
        let alone = Stretch { first: event, last: event, start, cache: LineCache::default() };
        events = reread(&events, vec![alone], text, severities, stop)?;
    }
    Some(events)
}

/// The text of another kind with which a file begins.
pub(super) fn foreign(text: &Rope) -> Option<Foreign> {
    let is_boundary = |at: usize| text.char_to_byte(text.byte_to_char(at)) == at;
    Foreign::of_long(text.len_bytes(), is_boundary, |end| Cow::from(text.byte_slice(..end)))
}

/// A run of events that has to be read again.
#[derive(Debug)]
struct Stretch {
    first: usize,
    last: usize,
    /// Where it begins in the new text.
    start: usize,
    /// Its lines that can be reused, with places counted from `start`.
    cache: LineCache,
}

/// Returns the stretches of the text that have to be read again after changes.
fn stretches(events: &[EventEntry], changes: &Changes) -> Vec<Stretch> {
    let mut stretches: Vec<Stretch> = Vec::new();
    for change in changes.all() {
        let mut first = index_at(events, change.old.start);
        let last = index_at(events, change.old.end);
        // What is changed in the head of an event may join it with the one before.
        if first > 0 && change.old.start <= (events[first].byte + events[first].unit.head) as usize {
            first -= 1;
        }
        match stretches.last_mut() {
            Some(before) if first <= before.last => before.last = last,
            _ => {
                let start = events[first].byte as usize + change.new.start - change.old.start;
                stretches.push(Stretch { first, last, start, cache: LineCache::default() });
            }
        }
    }
    for stretch in &mut stretches {
        let event = &events[stretch.first];
        if let Some(pieces) = event.pieces.as_ref().filter(|_| stretch.first == stretch.last) {
            let place = |piece: Range<usize>| {
                let start = event.byte as usize;
                Some(changes.moved(start + piece.start..start + piece.end)? - stretch.start)
            };
            stretch.cache = pieces.unchanged(place);
        }
    }
    stretches
}

/// Reads the events of `text` in the stretches again; other events are those of `old`. A stretch is extended until it
/// ends at the end of an event.
fn reread(
    old: &[EventEntry],
    stretches: Vec<Stretch>,
    text: &Rope,
    severities: &Severities,
    stop: IsCancelled<'_>,
) -> Option<Vec<EventEntry>> {
    // From the end to the start, because what an event is may depend on what comes after it.
    let mut following: Vec<EventEntry> = Vec::with_capacity(old.len() + 1);
    let mut end = text.len_bytes();
    let mut left = old.len();
    for Stretch { first, last, start, mut cache } in stretches.into_iter().rev() {
        let explained = old.iter().take(last + 1).skip(first).filter_map(|event| event.explanation.clone());
        let kept: Vec<ReusableExplanation> = explained.take(MAX_EXPLANATIONS).collect();
        for event in old[left.min(last + 1)..left].iter().rev() {
            end -= event.unit.bytes as usize;
            following.push(event.clone());
        }
        left = first;
        let mut step = 1;
        let mut new = loop {
            let part = Cow::from(text.byte_slice(start..end));
            let after = Following { delimiters: delimiters_of(following.iter().rev()), last: following.is_empty() };
            let (new, incomplete) = read_events(&part, after, std::mem::take(&mut cache), &kept, severities, stop)?;
            if !incomplete {
                break new;
            }
            for event in following.drain(following.len().saturating_sub(step)..) {
                end += event.unit.bytes as usize;
            }
            step *= 2;
        };
        end = start;
        new.reverse();
        if following.is_empty() {
            // Most often this is all there is, and it is not held twice.
            following = new;
        } else {
            following.append(&mut new);
        }
    }
    following.extend(old[..left].iter().rev().cloned());
    following.reverse();
    place(&mut following);
    Some(following)
}

/// The first event with an unclosed block whose end now follows after it.
fn continued(events: &[EventEntry]) -> Option<usize> {
    if !events.iter().any(|event| event.open != [false; 2]) {
        return None;
    }
    let mut following = Delimiters::default();
    let mut last = None;
    for (index, event) in events.iter().enumerate().rev() {
        let closes = |block: Block| event.open[block as usize] && following.get(block) == Some(Delimiter::Close);
        if closes(Block::Com) || closes(Block::User) {
            last = Some(index);
        }
        following = event.delimiters.then(following);
    }
    last
}

/// The first delimiters of a run of events.
fn delimiters_of<'e>(events: impl Iterator<Item = &'e EventEntry>) -> Delimiters {
    let mut delimiters = Delimiters::default();
    for event in events {
        delimiters = delimiters.then(event.delimiters);
        if delimiters.com.is_some() && delimiters.user.is_some() {
            break;
        }
    }
    delimiters
}

/// Works out the places of the events.
fn place(events: &mut [EventEntry]) {
    let (mut byte, mut line) = (0, 0);
    for event in events {
        event.byte = byte;
        event.line = line;
        byte += event.unit.bytes;
        line += event.unit.event.lines;
    }
}

/// The events of a part of a text, still without positions, and whether more text is needed to read the last event.
fn read_events(
    text: &str,
    after: Following,
    cache: LineCache,
    kept: &[ReusableExplanation],
    severities: &Severities,
    stop: IsCancelled<'_>,
) -> Option<(Vec<EventEntry>, bool)> {
    let mut reader = Reader::with(text, after, cache);
    let events = reader.work_on_each(|_, source| (!stop()).then(|| read_event(&source, kept, severities)))?;
    Some((events, reader.is_incomplete()))
}

fn read_event(source: &Source<'_>, kept: &[ReusableExplanation], severities: &Severities) -> EventEntry {
    let reading = record::read(source);
    let (findings, explanation) = check::recheck_event(source, &reading, severities, MAX_DIAGNOSTICS, kept);
    let game = GameKey::of(source, &reading, severities);
    let event = reading.event;
    let head = event.definition.map_or(0, |line| source.lines[line as usize].end);
    let diagnostics = (findings.diagnostics.len() + findings.omitted) as u32;
    let unit = Unit {
        event,
        findings,
        line_ends: LineEnds::of_event(source),
        game,
        has_nul: check::has_nul(source.text),
        bytes: source.text.len() as u32,
        head,
        foreign: source.foreign.map(Box::new),
    };
    let open = [Block::Com, Block::User].map(|block| source.open.contains(&block));
    let pieces = Pieces::of(source).map(Arc::new);
    EventEntry {
        unit: Arc::new(unit),
        byte: 0,
        line: 0,
        diagnostics,
        delimiters: source.delimiters,
        open,
        pieces,
        explanation,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::snapshot::Snapshot;
    use ishi_text::{Edit, Span};

    #[test]
    fn typing_in_a_comment_does_not_search_for_causes_again_and_another_move_does() {
        let text = "EVENT a\nB 1 A1\nEVENT b\nCOM\nwords\nENDCOM\nB 1 A1\nW 2 B1\nB 3 A1\n";
        let before = Snapshot::read(Rope::from_str(text), None, Arc::default(), &|| false).unwrap();
        let is_reused = |place: &str, by: &str| {
            let at = text.rfind(place).unwrap();
            let after = before.edited(&[Edit::replace(Span::new(at, at + place.len()), by)]).unwrap();
            let [old, new] = [&before, &after].map(|version| version.events[1].explanation.as_ref().unwrap());
            old.is(new)
        };
        assert!(is_reused("words", "other words"));
        assert!(is_reused("EVENT b", "EVENT another"));
        assert!(!is_reused("W 2 B1", "W 2 C1"));
    }
}
