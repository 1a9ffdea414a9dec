//! The record in a file, which may be a game in SGF.

use super::content::Content;
use super::files::Failure;
use super::job::Job;
use super::line_column::LineColumns;
use crate::convert;
use crate::sgf;

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
        let content = Content::read(job, &bytes)?;
        content.detected(job).report();
        Ok(match content {
            Content::Sgf(file, _) => Self::of_sgf(&file),
            Content::Record(decoded) => Self { text: decoded.text.into_owned(), lines: None },
        })
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
