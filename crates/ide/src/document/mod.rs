//! A text that stays parsed and checked while it is edited.
//!
//! The event is the unit of recomputation. All results for an event count from its own first line, so an event that an
//! edit does not touch is shared between versions, even if it moves. The edited events are read again, and the
//! following events until the old and the new boundaries of events agree.
//!
//! An edit changes the text immediately and parses nothing. A [`Version`] is read on demand, and versions in between
//! are never read.

mod changes;
mod content;
mod fence;
mod games;
mod notes;
mod placed;
mod reading;
mod snapshot;
mod version;

use std::sync::Arc;

use ropey::Rope;

use ishi_check::check::Severities;
use ishi_position::{ColumnUnit, LineRule, Position, byte_by_rule, lone_crs};

use ishi_text::Span;

pub use content::{Content, Format};
pub use fence::{Fence, FenceOption, FenceReader, FenceReading, Language, OptionFault, ReadFences};
pub use games::{GameView, Games};
pub(crate) use notes::NotePlace;
pub use notes::Notes;
pub use placed::MAX_BYTES;
pub use reading::MAX_DIAGNOSTICS;
pub use snapshot::{EventView, Snapshot};
pub use version::Version;

/// The reason why an edit could not be applied: the sender's text differs from this text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Error {
    /// The range begins on a line that the text does not have.
    NoSuchLine,
    /// The range ends before it begins.
    Reversed,
    /// The text would grow past [`Format::max_bytes`].
    TooLarge,
    /// A position after a CR that is not followed by LF. Its meaning depends on whether that CR ends a line.
    Ambiguous,
}

/// A replacement of the text between two positions.
#[derive(Clone, Copy, Debug)]
pub struct Replacement<'t> {
    /// The start of the text that is replaced.
    pub start: Position,
    /// The end of the text that is replaced.
    pub end: Position,
    /// The text that replaces it; empty to delete.
    pub text: &'t str,
}

/// A text being edited.
///
/// ```
/// use std::sync::Arc;
///
/// use ishi_check::check::Severities;
/// use ishi_ide::document::Document;
/// use ishi_position::{ColumnUnit, Position};
///
/// let mut document = Document::new("EVENT x\nBLCAK Ada\n", Arc::new(Severities::default()));
/// assert_eq!(document.snapshot().diagnostics(10).0.len(), 1);
/// let (start, end) = (Position { line: 1, column: 0 }, Position { line: 1, column: 5 });
/// document.edit(start, end, ColumnUnit::Utf16, "BLACK")?;
/// assert_eq!(document.snapshot().diagnostics(10).0, []);
/// # Ok::<(), ishi_ide::document::Error>(())
/// ```
#[derive(Debug)]
pub struct Document {
    now: Version,
    /// The word that is being typed, in bytes of the text.
    typed: Option<Span>,
}

impl Document {
    /// A record with this text, which must not be longer than [`MAX_BYTES`].
    pub fn new(text: &str, severities: Arc<Severities>) -> Self {
        Self::of_format(text, Format::Record, severities)
    }

    /// A document with this text, which must not be longer than [`Format::max_bytes`].
    pub fn of_format(text: &str, format: Format, severities: Arc<Severities>) -> Self {
        let text = Rope::from_str(text);
        let lone_crs = count_lone_crs(&text, 0, text.len_bytes());
        Self { now: Version::new(text, lone_crs, format, severities), typed: None }
    }

    /// Replaces the text between two positions of LSP, as one entry of `contentChanges` in `textDocument/didChange`
    /// does. An end after the last line means the end of the text.
    ///
    /// # Errors
    /// Returns an error if the text does not have the range, or would grow too large. The document then does not
    /// change.
    pub fn edit(&mut self, start: Position, end: Position, unit: ColumnUnit, text: &str) -> Result<(), Error> {
        self.edit_all(&[Replacement { start, end, text }], unit, LineRule::Lsp)
    }

    /// Makes several edits, each of the text after the previous edit, as in `textDocument/didChange`.
    ///
    /// # Errors
    /// Those of [`Self::edit`]; if one edit can't be made, none is.
    pub fn edit_all(&mut self, edits: &[Replacement<'_>], unit: ColumnUnit, rule: LineRule) -> Result<(), Error> {
        let (next, end) = self.made(edits, unit, rule)?;
        let is_typed = edits.last().is_some_and(|edit| !edit.text.is_empty());
        self.typed = if is_typed && next.format() != Format::Sgf { lone_word(next.text(), end) } else { None };
        self.go_on_to(next);
        Ok(())
    }

    /// Returns the text after [`Self::edit_all`], without changing the document.
    ///
    /// # Errors
    /// Those of [`Self::edit_all`].
    pub fn after(&self, edits: &[Replacement<'_>], unit: ColumnUnit, rule: LineRule) -> Result<Version, Error> {
        self.made(edits, unit, rule).map(|(version, _)| version)
    }

    /// The version after some edits, and the byte at which the last edit ends in it.
    fn made(&self, edits: &[Replacement<'_>], unit: ColumnUnit, rule: LineRule) -> Result<(Version, usize), Error> {
        let mut last = 0;
        let mut text = self.now.text().clone();
        let mut lone_crs = self.now.lone_crs();
        let mut origin = self.now.origin();
        for &Replacement { start, end, text: new } in edits {
            // The search for the first one may go through the whole text, and few texts have one.
            let first = if lone_crs == 0 { None } else { self::lone_crs(&text, 0..text.len_bytes()).next() };
            let byte = |position| byte_by_rule(&text, first, position, unit, rule).map_err(|_| Error::Ambiguous);
            let start = byte(start)?.ok_or(Error::NoSuchLine)?;
            let end = byte(end)?.unwrap_or(text.len_bytes());
            if end < start {
                return Err(Error::Reversed);
            }
            if text.len_bytes() - (end - start) + new.len() > self.now.format().max_bytes() {
                return Err(Error::TooLarge);
            }
            let before = count_lone_crs(&text, start, end);
            let first_char = text.byte_to_char(start);
            text.remove(first_char..text.byte_to_char(end));
            text.insert(first_char, new);
            lone_crs = lone_crs + count_lone_crs(&text, start, start + new.len()) - before;
            if let Some(origin) = &mut origin {
                origin.changes.add(start..end, new.len());
            }
            last = start + new.len();
        }
        Ok((self.now.changed(text, lone_crs, origin), last))
    }

    /// The word of a record, in bytes of its text, that the last edit has begun or continued, if the word is alone on
    /// its line. It may still become a keyword, or a location that is written as a move. `None` after [`Self::rest`].
    pub fn typed(&self) -> Option<Span> {
        self.typed
    }

    /// Marks the last typed word as finished, and returns whether there was such a word.
    pub fn rest(&mut self) -> bool {
        self.typed.take().is_some()
    }

    /// Sets the severities. The whole text is checked again.
    pub fn set_severities(&mut self, severities: Arc<Severities>) {
        self.go_on_to(Version::new(self.now.text().clone(), self.now.lone_crs(), self.now.format(), severities));
    }

    fn go_on_to(&mut self, next: Version) {
        self.now.supersede();
        self.now = next;
    }

    /// The document as it is now, read or not.
    pub fn version(&self) -> &Version {
        &self.now
    }

    /// The current record, or the record that the current text is converted to, read and checked.
    pub fn snapshot(&self) -> Snapshot {
        self.now.snapshot().clone()
    }
}

/// The word that ends at the byte `end` of a text and is alone on its line.
fn lone_word(text: &Rope, end: usize) -> Option<Span> {
    /// More than an indentation and the longest word that means anything, in bytes.
    const MAX_BYTES: usize = 100;
    let is_line_end = |byte: u8| matches!(byte, b'\n' | b'\r');
    if text.get_byte(end).is_some_and(|byte| !is_line_end(byte)) {
        return None;
    }
    let before = || text.bytes_at(end).reversed().take(MAX_BYTES).take_while(|&byte| !is_line_end(byte));
    let length = before().take_while(|byte| !byte.is_ascii_whitespace()).count();
    let is_alone = before().skip(length).all(|byte| byte.is_ascii_whitespace());
    (length > 0 && before().count() < MAX_BYTES && is_alone).then(|| Span::new(end - length, end))
}

/// Returns how many CR without LF there are from the byte before `start` up to `end`: all that an edit there can
/// affect.
fn count_lone_crs(text: &Rope, start: usize, end: usize) -> usize {
    let has_cr_before = start > 0 && text.byte(start - 1) == b'\r';
    lone_crs(text, start - usize::from(has_cr_before)..end).count()
}

impl Drop for Document {
    fn drop(&mut self) {
        self.now.supersede();
    }
}
