//! A game of an archive.

use super::info::GameInfo;
use crate::check::{self, Diagnostic, Severities};
use crate::convert;
use crate::import::Import;
use crate::record::{Datum, Event, MoveId, Reading, SequenceId};
use crate::syntax::Source;
use crate::text::line_ends;

/// A game, while it is read.
#[derive(Debug)]
pub struct Game<'g> {
    /// The number of the game in its file, from 1.
    pub event: usize,
    /// The line of the file on which it begins, from 1.
    pub line: usize,
    /// Its headers.
    pub info: GameInfo,
    pub(super) parts: &'g [Part<'g>],
    pub(super) origin: Origin<'g>,
}

/// The format from which a game was read, with its text.
#[derive(Clone, Copy, Debug)]
pub(super) enum Origin<'t> {
    Record,
    Sgf(&'t str),
    Import(&'t Import, &'t str),
}

/// A part of a game. If a game in SGF sets up a position after moves, the continuation from that position is another
/// part.
#[derive(Debug)]
pub struct Part<'t> {
    /// Its lines as a record.
    pub source: Source<'t>,
    /// The meaning of these lines.
    pub reading: Reading,
}

/// A problem of a game.
#[derive(Clone, Debug)]
pub struct Problem {
    /// The line of the file, from 1.
    pub line: usize,
    /// The problem.
    pub diagnostic: Diagnostic,
}

impl Part<'_> {
    /// The text of a comment, with its title as the first line.
    pub fn comment(&self, block: &Datum) -> String {
        convert::comment(&self.source, block)
    }
}

impl Game<'_> {
    /// The game itself, and the continuations from positions that are set up after moves.
    pub fn parts(&self) -> &[Part<'_>] {
        self.parts
    }

    /// The event of the game itself.
    pub fn main(&self) -> &Event {
        &self.parts[0].reading.event
    }

    /// The moves of the main line.
    pub fn main_line(&self) -> impl DoubleEndedIterator<Item = MoveId> + Clone + '_ {
        self.main().moves_of(SequenceId(0))
    }

    /// The problems of the game, in the order of places, without those of the file as a whole such as mixed line ends.
    pub fn problems(&self, severities: &Severities) -> Vec<Problem> {
        let placed = |found: Vec<Diagnostic>, text: &str| {
            let ends: Vec<usize> = line_ends(text).map(|(at, end)| at + end.len()).collect();
            let line = |at: u32| self.line + ends.partition_point(|&end| end <= at as usize);
            found.into_iter().map(|diagnostic| Problem { line: line(diagnostic.span.start), diagnostic }).collect()
        };
        match self.origin {
            Origin::Record => {
                let Part { source, reading } = &self.parts[0];
                placed(check::check_event(source, reading, severities, usize::MAX).diagnostics, source.text)
            }
            Origin::Sgf(text) => placed(check::check_sgf(text, None, severities), text),
            Origin::Import(game, text) => placed(check::check_import(game, severities), text),
        }
    }
}
