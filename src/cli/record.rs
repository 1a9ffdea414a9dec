//! The record in a file, which may be a game in SGF.

use super::files::Failure;
use super::job::{Detected, Job};
use super::line_column::LineColumns;
use crate::convert;
use crate::disk;
use crate::sgf;
use crate::syntax::{Foreign, ForeignKind, SGF_EXTENSION};

/// The text of a record, and where its lines come from.
pub(super) struct Record {
    pub(super) text: String,
    /// For a file in SGF: the line of the file, counted from 1, from which each line of the text comes.
    lines: Option<Vec<usize>>,
}

impl Record {
    /// Reads the file of a job. A game in SGF is converted.
    pub(super) fn read(job: &Job) -> Result<Self, Failure> {
        let bytes = job.source.read()?;
        let is_sgf = disk::has_extension(job.source.path(), SGF_EXTENSION);
        if is_sgf || job.source.is_stdin() {
            let file = sgf::File::read(&bytes);
            let is_sgf = is_sgf || matches!(Foreign::of(file.text()), Some(Foreign { kind: ForeignKind::Sgf, .. }));
            if is_sgf {
                return Ok(Self::of_sgf(&file));
            }
        }
        let decoded = job.decode(&bytes)?;
        Detected::of(&decoded, job).report();
        Ok(Self { text: decoded.text.into_owned(), lines: None })
    }

    fn of_sgf(file: &sgf::File<'_>) -> Self {
        let games = sgf::parse(file.text());
        let record = convert::to_ishi(&games, Some(file.charset()));
        let places = LineColumns::new(file.text());
        let lines = record.origins.iter().map(|&node| places.of(games.span(node).start).line).collect();
        Self { text: record.text, lines: Some(lines) }
    }

    /// The line of the file for a line of the text; both are counted from 1.
    pub(super) fn line_in_file(&self, line: usize) -> usize {
        let Some(lines) = &self.lines else { return line };
        lines.get(line - 1).or(lines.last()).copied().unwrap_or(line)
    }

    /// The line of the text for a line of the file: the last that comes from it, or else from a line before it.
    pub(super) fn line_of(&self, line_in_file: usize) -> usize {
        let Some(lines) = &self.lines else { return line_in_file };
        // Variations stand in another order than in SGF.
        let before = lines.iter().enumerate().filter(|(_, line)| **line <= line_in_file);
        before.max_by_key(|(index, line)| (**line, *index)).map_or(1, |(index, _)| index + 1)
    }
}
