//! The text of a file: a record, or games in another format.

use std::fmt;

use super::diff;
use super::files::{Failure, Input};
use super::job::{Detected, Job};
use super::output::DiffReader;
use crate::check::{self, Diagnostic, Fixed, Severities};
use crate::disk;
use crate::import::{self, Import};
use crate::sgf;
use crate::syntax::{Foreign, ForeignKind, SGF_EXTENSION};
use crate::text::{self, Decoded, Edit};

/// The text of a file, and how to write it back.
pub(super) enum FileContent<'b> {
    Record(Decoded<'b>),
    /// With the bytes of the file.
    Sgf(sgf::SgfFile<'b>, &'b [u8]),
    /// A game in the format of a Go server, which is only read.
    Import(Import, Decoded<'b>),
}

/// The reason why a game in the format of a Go server is not changed.
pub(super) const ONLY_READ: &str = "this format is only read; `ishi convert` makes a record or SGF of it";

/// Reads the bytes of a job as a game in the format of a Go server; none if they are something else.
pub(super) fn read_import<'b>(job: &Job, bytes: &'b [u8]) -> Option<(Import, Decoded<'b>)> {
    if !import::is_import(bytes) {
        return None;
    }
    let decoded = import::decode(bytes, job.config.files.encoding.0);
    import::read(&decoded.text).map(|game| (game, decoded))
}

impl<'b> FileContent<'b> {
    /// Reads the bytes of a job: those of a file whose name ends as SGF does, or those on standard input that look like
    /// SGF, are games in SGF. Those in the format of a Go server are recognised unless the name is that of a record or
    /// of SGF.
    pub(super) fn read(job: &Job, bytes: &'b [u8]) -> Result<Self, Failure> {
        let sgf = Self::sgf(job, bytes);
        let may_be_import = !disk::has_record_extension(job.source.path());
        match sgf.or_else(|| may_be_import.then(|| Self::import(job, bytes)).flatten()) {
            Some(games) => Ok(games),
            None => job.decode(bytes).map(Self::Record),
        }
    }

    /// Reads a file by its content alone: a game in the format of a Go server may have any name.
    pub(super) fn read_by_content(job: &Job, bytes: &'b [u8]) -> Result<Self, Failure> {
        match Self::import(job, bytes).or_else(|| Self::sgf(job, bytes)) {
            Some(games) => Ok(games),
            None => job.decode(bytes).map(Self::Record),
        }
    }

    fn sgf(job: &Job, bytes: &'b [u8]) -> Option<Self> {
        let is_named = disk::has_extension(job.source.path(), SGF_EXTENSION);
        if !is_named && !job.source.is_stdin() {
            return None;
        }
        let file = sgf::SgfFile::read(bytes);
        let is_sgf = is_named || matches!(Foreign::of(file.text()), Some(Foreign { kind: ForeignKind::Sgf, .. }));
        is_sgf.then_some(Self::Sgf(file, bytes))
    }

    fn import(job: &Job, bytes: &'b [u8]) -> Option<Self> {
        read_import(job, bytes).map(|(game, decoded)| Self::Import(game, decoded))
    }

    pub(super) fn text(&self) -> &str {
        match self {
            Self::Record(decoded) | Self::Import(_, decoded) => &decoded.text,
            Self::Sgf(file, _) => file.text(),
        }
    }

    fn bytes(&self) -> &[u8] {
        match self {
            Self::Record(decoded) | Self::Import(_, decoded) => decoded.bytes(),
            Self::Sgf(_, bytes) => bytes,
        }
    }

    /// The encoding, if that was detected. An SGF file names its own.
    pub(super) fn detected(&self, job: &Job) -> Detected {
        match self {
            Self::Record(decoded) | Self::Import(_, decoded) => Detected::of(decoded, job),
            Self::Sgf(..) => Detected::default(),
        }
    }

    /// The bytes that are to stand in the place of its file once its text is edited.
    pub(super) fn encode(&self, input: &Input, edits: &[Edit]) -> Result<Vec<u8>, Failure> {
        let (encoded, encoding): (_, &dyn fmt::Display) = match self {
            Self::Record(decoded) | Self::Import(_, decoded) => (decoded.encode(edits), &decoded.encoding),
            Self::Sgf(file, _) => (file.encode(edits), &file.charset()),
        };
        encoded.map_err(|character| {
            input.failure(&format_args!(
                "{encoding}, in which the file is read, has no `{character}`; nothing was written"
            ))
        })
    }

    /// The diff to what the file would be once its text is edited.
    pub(super) fn diff(&self, input: &Input, edits: &[Edit], reader: DiffReader) -> Result<Vec<u8>, Failure> {
        let name = input.name();
        Ok(match reader {
            DiffReader::Patch => diff::unified(&name, self.bytes(), &self.encode(input, edits)?, reader),
            DiffReader::Person { .. } => {
                let edited = text::apply(self.text(), edits);
                diff::unified(&name, self.text().as_bytes(), edited.as_bytes(), reader)
            }
        })
    }

    /// Checks the content.
    pub(super) fn check(&self, severities: &Severities) -> Vec<Diagnostic> {
        match self {
            Self::Record(decoded) => check::check(&decoded.text, severities),
            Self::Sgf(file, _) => check::check_sgf(file.text(), file.unnamed_charset(), severities),
            Self::Import(game, _) => check::check_import(game, severities),
        }
    }

    /// The text after its fixes; an error says why it has none.
    pub(super) fn fix(&self, severities: &Severities, with_unsafe: bool) -> Result<Fixed, &'static str> {
        match self {
            Self::Record(decoded) => Ok(check::fix(&decoded.text, severities, with_unsafe)),
            Self::Sgf(file, _) => Ok(check::fix_sgf(file.text(), file.unnamed_charset(), severities, with_unsafe)),
            Self::Import(..) => Err(ONLY_READ),
        }
    }
}
