//! The text of a file: a record, or games in another format.

use std::fmt;

use super::diff;
use super::files::{Failure, Input};
use super::job::{Detected, Job};
use super::output::DiffReader;
use crate::archive::{GameFile, NamedFormat};
use crate::check::{self, Diagnostic, Fixed, Severities};
use crate::import::Import;
use crate::sgf;
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

/// The format of a job, as far as its name shows it.
fn named_format(job: &Job) -> NamedFormat {
    match job.source.path().extension() {
        _ if job.source.is_stdin() => NamedFormat::Unnamed,
        extension => NamedFormat::of_extension(&extension.unwrap_or_default().to_string_lossy()),
    }
}

/// Reads the bytes of a job as a game in the format of a Go server; none if they are something else.
pub(super) fn read_import<'b>(job: &Job, bytes: &'b [u8]) -> Option<(Import, Decoded<'b>)> {
    match GameFile::import(bytes, job.config.files.encoding.0)? {
        GameFile::Import(game, decoded) => Some((game, decoded)),
        GameFile::Record(_) | GameFile::Sgf(_) => None,
    }
}

impl<'b> FileContent<'b> {
    /// Reads the bytes of a job, whose format is that of its name, or else that of its content.
    pub(super) fn read(job: &Job, bytes: &'b [u8]) -> Result<Self, Failure> {
        let games = GameFile::of_games(named_format(job), bytes, job.config.files.encoding.0);
        Self::of(job, bytes, games)
    }

    /// Reads a file by its content alone: a game in the format of a Go server may have any name.
    pub(super) fn read_by_content(job: &Job, bytes: &'b [u8]) -> Result<Self, Failure> {
        let import = GameFile::import(bytes, job.config.files.encoding.0);
        Self::of(job, bytes, import.or_else(|| GameFile::sgf(named_format(job), bytes)))
    }

    /// The content of games, or else of a record.
    fn of(job: &Job, bytes: &'b [u8], games: Option<GameFile<'b>>) -> Result<Self, Failure> {
        Ok(match games {
            Some(GameFile::Sgf(file)) => Self::Sgf(file, bytes),
            Some(GameFile::Import(game, decoded)) => Self::Import(game, decoded),
            Some(GameFile::Record(decoded)) => Self::Record(decoded),
            None => Self::Record(job.decode(bytes)?),
        })
    }

    /// The file with its format.
    pub(super) fn into_games(self) -> GameFile<'b> {
        match self {
            Self::Record(decoded) => GameFile::Record(decoded),
            Self::Sgf(file, _) => GameFile::Sgf(file),
            Self::Import(game, decoded) => GameFile::Import(game, decoded),
        }
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
