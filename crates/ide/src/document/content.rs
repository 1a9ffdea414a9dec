//! The content of a document of any format: the text, read and checked.

use std::borrow::Cow;
use std::sync::Arc;

use ropey::Rope;

use super::changes::Changes;
use super::fence::FenceReader;
use super::games::Games;
use super::notes::Notes;
use super::placed::MAX_BYTES;
use super::reading::foreign;
use super::snapshot::Snapshot;
use ishi_check::check::{Diagnostic, LineEnds, Severities};
use ishi_record::syntax::{Foreign, ForeignKind, TextFormat, looks_like_ishi};
use ishi_text::Span;

/// The format of a document.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    /// A record.
    #[default]
    Record,
    /// Games in SGF.
    Sgf,
    /// Markdown, with games in its code blocks.
    Notes(FenceReader),
}

impl Format {
    /// The format of a text, by its content. `named` is the format that its name says, which is that of a text that
    /// does not show its format, and of a text that would be too long as SGF. Only the beginning of most texts is read.
    pub fn of_text(text: &Rope, named: Self) -> Self {
        const HEAD: usize = 1 << 14;
        match named {
            Self::Record => {
                let is_short = text.len_bytes() <= Self::Sgf.max_bytes();
                let foreign_part = if is_short { foreign(text) } else { None };
                let is_sgf = |one: Foreign| one.kind == ForeignKind::Sgf && one.end == text.len_bytes();
                if foreign_part.is_some_and(is_sgf) { Self::Sgf } else { Self::Record }
            }
            Self::Sgf => {
                let end = text.char_to_byte(text.byte_to_char(HEAD.min(text.len_bytes())));
                let head = Cow::from(text.byte_slice(..end));
                let is_record = looks_like_ishi(&head) && TextFormat::of(&head) == TextFormat::Record;
                if is_record { Self::Record } else { Self::Sgf }
            }
            // Any text is Markdown, even one that begins as a record does.
            Self::Notes(_) => named,
        }
    }

    /// The format of a text that is not in a document yet; see [`Self::of_text`].
    pub fn of_str(text: &str, named: Self) -> Self {
        Self::of_text(&Rope::from_str(text), named)
    }

    /// The largest length of a document of this format, in bytes. The record that games are converted to is several
    /// times as long.
    pub const fn max_bytes(self) -> usize {
        match self {
            Self::Record => MAX_BYTES,
            Self::Sgf => MAX_BYTES / 8,
            Self::Notes(_) => MAX_BYTES / 32,
        }
    }
}

/// A text at one moment, read and checked. Cloning is cheap.
#[derive(Clone, Debug, PartialEq)]
pub enum Content {
    /// A record.
    Record(Snapshot),
    /// Games in SGF, with the record that they are converted to.
    Games(Games),
    /// A text in Markdown, with games in its code blocks.
    Notes(Notes),
}

impl Content {
    /// Reads a text, reusing an earlier version of the same format with the changes since, if there is one.
    pub(super) fn read(
        text: &Rope,
        format: Format,
        from: Option<(&Self, &Changes)>,
        severities: &Arc<Severities>,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Option<Self> {
        match format {
            Format::Record => {
                let from = from.map(|(before, changes)| (before.record(), changes));
                Snapshot::read(text.clone(), from, Arc::clone(severities), stop).map(Self::Record)
            }
            Format::Sgf => {
                let from = from.and_then(|(before, changes)| before.games().map(|games| (games, changes)));
                Games::read(text, from, severities, stop).map(Self::Games)
            }
            Format::Notes(reader) => {
                let before = from.and_then(|(before, _)| before.notes());
                Notes::read(text, reader, before, severities, stop).map(Self::Notes)
            }
        }
    }

    /// The record, or the record that the text is converted to. [`Self::to_record`] maps places of the text to this
    /// record. That of a text in Markdown is empty.
    pub fn record(&self) -> &Snapshot {
        match self {
            Self::Record(snapshot) => snapshot,
            Self::Games(games) => games.record(),
            Self::Notes(notes) => notes.record(),
        }
    }

    /// The games, if the text is in SGF.
    pub fn games(&self) -> Option<&Games> {
        match self {
            Self::Record(_) | Self::Notes(_) => None,
            Self::Games(games) => Some(games),
        }
    }

    /// The code blocks, if the text is in Markdown.
    pub(crate) fn notes(&self) -> Option<&Notes> {
        match self {
            Self::Record(_) | Self::Games(_) => None,
            Self::Notes(notes) => Some(notes),
        }
    }

    /// The whole text of the document, in any format.
    pub fn text(&self) -> &Rope {
        match self {
            Self::Record(snapshot) => snapshot.text(),
            Self::Games(games) => games.text(),
            Self::Notes(notes) => notes.text(),
        }
    }

    /// The severity of each rule.
    pub fn severities(&self) -> &Severities {
        match self {
            Self::Record(snapshot) => snapshot.severities(),
            Self::Games(games) => games.severities(),
            Self::Notes(notes) => notes.severities(),
        }
    }

    /// The number of lines for each line end.
    pub fn line_ends(&self) -> LineEnds {
        match self {
            Self::Record(snapshot) => snapshot.line_ends(),
            Self::Games(games) => games.line_ends(),
            // They are those of Markdown, about which there are no rules.
            Self::Notes(_) => LineEnds::default(),
        }
    }

    /// Returns whether the text can be edited: it is text, and none of its characters were lost when it was decoded.
    pub(crate) fn is_editable(&self) -> bool {
        match self {
            Self::Record(snapshot) => snapshot.is_text(),
            Self::Games(games) => games.is_whole(),
            // An edit of a code block does not know the signs of a list or a quote.
            Self::Notes(_) => false,
        }
    }

    /// Up to `limit` diagnostics in the order of their places, and the number of further ones.
    pub fn diagnostics(&self, limit: usize) -> (Vec<Diagnostic>, usize) {
        match self {
            Self::Record(snapshot) => snapshot.diagnostics(limit),
            Self::Games(games) => games.diagnostics(limit),
            Self::Notes(notes) => notes.diagnostics(limit),
        }
    }

    /// The diagnostic on line ends for an editor, if the text has a CR without LF; see
    /// [`check_lone_cr`](ishi_check::check::check_lone_cr).
    pub fn lone_cr_diagnostic(&self) -> Option<Diagnostic> {
        match self {
            Self::Record(snapshot) => snapshot.lone_cr_diagnostic(),
            Self::Games(games) => games.lone_cr_diagnostic(),
            Self::Notes(_) => None,
        }
    }

    /// The place in the record for a byte of the text.
    pub fn to_record(&self, byte: usize) -> usize {
        match self {
            Self::Record(_) => byte,
            Self::Games(games) => games.to_record(byte),
            Self::Notes(_) => 0,
        }
    }

    /// The place in the text for a place in the record.
    pub fn to_text(&self, span: Span) -> Span {
        match self {
            Self::Record(_) | Self::Notes(_) => span,
            Self::Games(games) => games.to_sgf(span),
        }
    }

    /// The places in the text for lines of the record, counted from 0.
    pub(crate) fn places_of_lines(&self, lines: impl Iterator<Item = u32>) -> Vec<usize> {
        let record = self.record().text();
        let starts = lines.map(|line| record.line_to_byte((line as usize).min(record.len_lines())));
        match self {
            Self::Record(_) | Self::Notes(_) => starts.collect(),
            Self::Games(games) => games.places_of_lines(starts),
        }
    }
}

impl From<Snapshot> for Content {
    fn from(snapshot: Snapshot) -> Self {
        Self::Record(snapshot)
    }
}

impl From<Games> for Content {
    fn from(games: Games) -> Self {
        Self::Games(games)
    }
}
