//! The record before a change, and the error of a refused change.

use std::fmt;
use std::ops::Range;

use super::lines;
use ishi_board::Point;
use ishi_record::record::{self, Event, MoveId, SequenceId, Step};
use ishi_record::syntax::{BlockFault, Following, Line, LineKind, Reader, Source};
use ishi_text::Span;

/// The reason why a change can't be made, as a sentence for the user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error(pub String);

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Error {}

/// Refuses with a message.
pub(super) fn refuse<T>(message: impl Into<String>) -> Result<T, Error> {
    Err(Error(message.into()))
}

/// The text of one or a few consecutive events before a change. Lines and bytes count from its start.
#[derive(Debug)]
pub struct Original<'t> {
    /// The text of all events.
    pub(super) text: &'t str,
    /// Its events.
    pub(super) parts: Vec<OriginalEvent<'t>>,
    /// Whether the file ends with it.
    pub(super) last: bool,
    /// Its first line in the file, from 0, for messages.
    first_line: u32,
}

/// One event of an [`Original`].
#[derive(Debug)]
pub(super) struct OriginalEvent<'t> {
    /// The first byte and the first line of the event, counted from the start of the text.
    pub(super) byte: u32,
    pub(super) line: u32,
    pub(super) source: Source<'t>,
    pub(super) event: Event,
}

impl<'t> Original<'t> {
    /// Reads the text of whole events; `last` is true if the file ends with them.
    pub fn read(text: &'t str, last: bool) -> Self {
        let sources: Vec<_> = Reader::new(text, Following { last, ..Following::NOTHING }).collect();
        // An empty text is an event without lines.
        if sources.is_empty() { Self::of_event(text, last) } else { Self::of(text, sources, last) }
    }

    /// Reads the text of one event, as cut by a document or a [`Reader`].
    pub fn of_event(text: &'t str, last: bool) -> Self {
        Self::of(text, vec![Source::of_event(text, last)], last)
    }

    /// Takes an event that was read already.
    pub(crate) fn of_read(source: Source<'t>, event: Event) -> Self {
        let (text, last) = (source.text, source.last);
        Self { text, parts: vec![OriginalEvent { byte: 0, line: 0, source, event }], last, first_line: 0 }
    }

    fn of(text: &'t str, sources: Vec<Source<'t>>, last: bool) -> Self {
        let mut parts: Vec<OriginalEvent<'_>> = Vec::new();
        let (mut byte, mut line) = (0, 0);
        for source in sources {
            let event = record::read(&source).event;
            let (bytes, lines) = (source.text.len() as u32, source.lines.len() as u32);
            parts.push(OriginalEvent { byte, line, source, event });
            byte += bytes;
            line += lines;
        }
        Self { text, parts, last, first_line: 0 }
    }

    /// Sets the line of the file with which the text begins, counted from 0, because messages name lines of the file.
    pub fn placed(self, first_line: u32) -> Self {
        Self { first_line, ..self }
    }

    /// The number of a line in the file, from 1.
    pub(super) fn line_number(&self, line: u32) -> u32 {
        self.first_line + line + 1
    }

    /// Returns the first event, if each of its blocks and variations is ended and belongs to something, so that lines
    /// can be moved.
    ///
    /// # Errors
    /// A fault that has to be fixed first, with its line.
    pub(super) fn sound(&self) -> Result<&OriginalEvent<'t>, Error> {
        let part = self.first();
        self.ensure_sound(part).map(|()| part)
    }

    /// Returns all events, if each fulfills the conditions of [`Self::sound`].
    ///
    /// # Errors
    /// A fault that has to be fixed first, with its line.
    pub(super) fn all_sound(&self) -> Result<&[OriginalEvent<'t>], Error> {
        self.parts.iter().try_for_each(|part| self.ensure_sound(part))?;
        Ok(&self.parts)
    }

    fn ensure_sound(&self, part: &OriginalEvent<'t>) -> Result<(), Error> {
        self.ensure(part, |part| part.damage().or_else(|| part.bare_line(|_| true)))
    }

    /// Returns the first event under the conditions of [`Self::sound`], but allows lines of locations without color and
    /// number that are not read as moves.
    ///
    /// # Errors
    /// A fault that has to be fixed first, with its line.
    pub(super) fn sound_but_for_locations(&self) -> Result<&OriginalEvent<'t>, Error> {
        let part = self.first();
        let is_move = |line: u32| part.event.moves.binary_search_by_key(&line, |played| played.line).is_ok();
        self.ensure(part, |part| part.damage().or_else(|| part.bare_line(is_move))).map(|()| part)
    }

    /// Returns the first event, if each of its blocks and variations is ended, so that an added line is read as
    /// intended.
    ///
    /// # Errors
    /// A fault that has to be fixed first, with its line.
    pub(super) fn whole_blocks(&self) -> Result<&OriginalEvent<'t>, Error> {
        let part = self.first();
        self.ensure(part, OriginalEvent::open_block).map(|()| part)
    }

    fn ensure(
        &self,
        part: &OriginalEvent<'t>,
        fault: impl FnOnce(&OriginalEvent<'t>) -> Option<(u32, &'static str)>,
    ) -> Result<(), Error> {
        let Some((line, what)) = fault(part) else { return Ok(()) };
        refuse(format!("{what} in line {}: fix that first", self.line_number(part.line + line)))
    }

    /// How many lines it has.
    pub(super) fn lines(&self) -> u32 {
        self.parts.last().map_or(0, |part| part.line + part.source.lines.len() as u32)
    }

    /// The event to which a line belongs.
    pub(super) fn part_at(&self, line: u32) -> Option<&OriginalEvent<'t>> {
        self.parts.iter().rev().find(|part| part.line <= line)
    }

    /// The first event, which every text has. Its lines and bytes count as those of the original.
    pub(super) fn first(&self) -> &OriginalEvent<'t> {
        &self.parts[0]
    }

    /// A line, and the event that it is of.
    pub(super) fn line(&self, line: u32) -> (&OriginalEvent<'t>, &Line) {
        let part = self.part_at(line).unwrap_or_else(|| self.first());
        (part, &part.source.lines[(line - part.line) as usize])
    }

    /// A line with its line end, in bytes of the text.
    pub(super) fn whole(&self, line: u32) -> Span {
        let (part, line) = self.line(line);
        line.whole().shifted(part.byte as usize)
    }
}

/// Questions about the structure of an event. All lines count from its start.
impl OriginalEvent<'_> {
    /// The first block or variation with a fault, with its line.
    fn open_block(&self) -> Option<(u32, &'static str)> {
        let fault = self.source.faults.first().map(|fault| match *fault {
            BlockFault::Unclosed { line, .. } => (line as u32, "a block without an end begins"),
            BlockFault::Nested { line, .. } => (line as u32, "a block begins within another"),
            BlockFault::Unmatched { line, .. } => (line as u32, "the end of no block stands"),
        });
        let variation = self.event.sequences[1..].iter().find_map(|sequence| {
            let line = sequence.line.unwrap_or(0);
            match (sequence.replaces, sequence.end) {
                (None, _) => Some((line, "a variation on no move stands")),
                (_, None) => Some((line, "a variation without ENDVAR begins")),
                _ => None,
            }
        });
        fault.or(variation)
    }

    /// The first fault that prevents lines from being moved, with its line; bare locations are ignored.
    fn damage(&self) -> Option<(u32, &'static str)> {
        let guess = self.source.lines.iter().position(|line| matches!(line.kind, LineKind::Misspelt(_)));
        let guess = guess.map(|line| (line as u32, "a misspelt keyword stands"));
        let lost = self.event.lost.first().map(|&line| (line, "something that can't be read stands"));
        self.open_block().or(guess).or(lost).or_else(|| self.torn_remark())
    }

    /// The first line with locations without color and number for which the condition holds.
    fn bare_line(&self, condition: impl Fn(u32) -> bool) -> Option<(u32, &'static str)> {
        let bare = |&line: &u32| self.source.lines[line as usize].kind == LineKind::Bare && condition(line);
        let line = (0..self.event.lines).find(bare)?;
        Some((line, "a location without color and number stands"))
    }

    /// A remark at the end of a variation that belongs to an item after the variation, because that is the next line
    /// that can have a remark. Wherever the remark were moved, its meaning would change.
    fn torn_remark(&self) -> Option<(u32, &'static str)> {
        let mut ends: Vec<u32> = self.event.sequences.iter().filter_map(|sequence| sequence.end).collect();
        ends.sort_unstable();
        self.event.remarks.iter().find_map(|remark| {
            let next = *ends.get(ends.partition_point(|&end| end < remark.line))?;
            (next < remark.on?).then_some((remark.line, "a remark on what follows its variation stands"))
        })
    }

    /// The move on a line, or else the last move before it in the sequence of the line.
    pub(super) fn move_at(&self, line: u32) -> Option<MoveId> {
        match self.event.owner_at(line) {
            record::Owner::Move(id) => Some(id),
            record::Owner::Diagram(id) => {
                let steps = self.event.steps(self.event.diagram(id).sequence);
                let above = steps.iter().take_while(|step| **step != Step::Diagram(id));
                above.filter_map(|step| if let Step::Move(id) = step { Some(*id) } else { None }).last()
            }
            record::Owner::Event | record::Owner::Variation(_) => None,
        }
    }

    /// The lines between VAR and ENDVAR.
    pub(super) fn body(&self, id: SequenceId) -> Option<Range<u32>> {
        let sequence = self.event.sequence(id);
        Some(sequence.line? + 1..sequence.end?)
    }

    /// The lines of a variation from VAR to ENDVAR, and the blank lines and remarks on its first move directly before
    /// them.
    pub(super) fn block(&self, id: SequenceId) -> Option<Range<u32>> {
        let body = self.body(id)?;
        Some(self.above(body.start - 1)..body.end + 1)
    }

    /// The first of the blank lines and remarks directly before a line.
    pub(super) fn above(&self, line: u32) -> u32 {
        lines::above(&self.source, line as usize) as u32
    }

    /// The first of the remarks of a line, without blank lines before them.
    pub(super) fn with_remarks(&self, line: u32) -> u32 {
        lines::with_remarks(&self.source, line as usize) as u32
    }

    /// The line before which further data of an item is inserted: after its other data, and before its variations. `on`
    /// is its own line, or the SETUP line of an event.
    pub(super) fn after_data(&self, owner: record::Owner, on: u32) -> u32 {
        let event = &self.event;
        let data = event.data_of(owner).filter(|datum| datum.line > on);
        match owner {
            record::Owner::Move(id) => {
                let variation = event.variations(id).filter_map(|id| self.block(id)).map(|block| block.start).min();
                let above = data.filter(|datum| variation.is_none_or(|variation| datum.line < variation));
                above.map(|datum| datum.end).last().unwrap_or(on + 1)
            }
            record::Owner::Event if event.definition == Some(on) => {
                // After the setup it would be data of the setup.
                let data = event.data.first().map(|datum| datum.line).into_iter().chain(event.tree()).min();
                let above = event.headers.iter().map(|header| header.line);
                above.filter(|&line| data.is_none_or(|data| line < data)).max().unwrap_or(on) + 1
            }
            _ => data.map(|datum| datum.end).last().unwrap_or(on + 1),
        }
    }

    /// The line after all that belongs to a move: its data and its variations.
    pub(super) fn after_move(&self, id: MoveId) -> u32 {
        let event = &self.event;
        let data = event.data_of(record::Owner::Move(id)).map(|datum| datum.end);
        data.fold(self.after_variations(id), u32::max)
    }

    /// The line after the variations on a move; after the move itself where it has none.
    pub(super) fn after_variations(&self, id: MoveId) -> u32 {
        let event = &self.event;
        let ends = event.variations(id).filter_map(|id| event.sequence(id).end).map(|end| end + 1);
        ends.fold(event[id].line + 1, u32::max)
    }

    /// The line before which further data of an item is inserted: after its other data, and before the variations on
    /// it.
    pub(super) fn end_of_data(&self, owner: record::Owner) -> u32 {
        match owner {
            record::Owner::Event => {
                let tree = self.event.tree().unwrap_or(self.event.lines);
                let data = self.event.data_of(owner).filter(|datum| datum.line < tree).map(|datum| datum.end);
                data.fold(self.end_of_headers(), u32::max)
            }
            _ => self.after_data(owner, self.event.line_of(owner)),
        }
    }

    /// The line after all that belongs to an item.
    pub(super) fn end_of_item(&self, owner: record::Owner) -> u32 {
        match owner {
            record::Owner::Move(id) => self.after_move(id),
            _ => self.end_of_data(owner),
        }
    }

    /// The white space at the start of the data of an item.
    pub(super) fn item_indent(&self, owner: record::Owner) -> String {
        match owner {
            record::Owner::Event => String::new(),
            _ => lines::indent(&self.source, self.event.line_of(owner) as usize).to_owned(),
        }
    }

    /// Refuses a point that is not on the board of an item, or not in the part of it that a diagram shows.
    pub(super) fn ensure_shown(&self, owner: record::Owner, point: Point) -> Result<(), Error> {
        let board = self.event.board_size;
        match owner {
            record::Owner::Diagram(id) if !self.event.diagram(id).region.contains(point, board) => {
                refuse(format!("{point} is not in the part of the board that the diagram shows"))
            }
            record::Owner::Diagram(_) => Ok(()),
            _ if board.contains(point) => Ok(()),
            _ => refuse(format!("{point} is off the board, which is {board}")),
        }
    }

    /// The line after the last header before the tree, or else after EVENT, or else the first line.
    pub(super) fn end_of_headers(&self) -> u32 {
        let tree = self.event.tree().unwrap_or(self.event.lines);
        let headers = self.event.headers.iter().map(|header| header.line).filter(|&line| line < tree);
        headers.chain(self.event.definition).max().map_or(0, |line| line + 1)
    }

    /// The line after the last line of a sequence: its ENDVAR, or the blank lines at the end of the event.
    pub(super) fn end_of(&self, id: SequenceId) -> u32 {
        self.event.sequence(id).end.unwrap_or(self.event.filled_lines)
    }

    /// The first step of a variation, if that is a move.
    pub(super) fn first_move(&self, id: SequenceId) -> Option<MoveId> {
        match self.event.steps(id).first() {
            Some(Step::Move(id)) => Some(*id),
            _ => None,
        }
    }

    /// The indentation of a line, in characters.
    pub(super) fn indent(&self, line: u32) -> i32 {
        i32::try_from(lines::indent(&self.source, line as usize).len()).unwrap_or(i32::MAX)
    }
}
