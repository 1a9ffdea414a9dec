//! The text of a file: a record, or games in another format.

use super::diff;
use super::files::{Failure, Input};
use super::job::{Detected, Job};
use super::output::DiffReader;
use crate::archive::{GameFile, NamedFormat};
use crate::check::{self, Fixed, Severities};
use crate::import::Import;
use crate::text::{self, Decoded, Edit};

/// The games of a file, and how to write it back.
pub(super) struct FileContent<'b>(pub(super) GameFile<'b>);

/// The reason why a game in the format of a Go server is not changed.
pub(super) const ONLY_READ: &str = "this format is only read; `ishi convert` makes a record or SGF of it";

/// The format of a job, as far as its name shows it.
fn named_format(job: &Job) -> NamedFormat {
    if job.source.is_stdin() { NamedFormat::Unnamed } else { NamedFormat::of_path(job.source.path()) }
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
        Self::or_record(job, bytes, games)
    }

    /// Reads a file by its content alone: a game in the format of a Go server may have any name.
    pub(super) fn read_by_content(job: &Job, bytes: &'b [u8]) -> Result<Self, Failure> {
        let import = GameFile::import(bytes, job.config.files.encoding.0);
        Self::or_record(job, bytes, import.or_else(|| GameFile::sgf(named_format(job), bytes)))
    }

    /// The content of games, or else of a record.
    fn or_record(job: &Job, bytes: &'b [u8], games: Option<GameFile<'b>>) -> Result<Self, Failure> {
        games.map_or_else(|| job.decode(bytes).map(GameFile::Record), Ok).map(Self)
    }

    /// Whether the file is blank, and its name says that it has a game.
    pub(super) fn lacks_game(&self, job: &Job) -> bool {
        self.0.lacks_game(named_format(job))
    }

    fn bytes(&self) -> &[u8] {
        match &self.0 {
            GameFile::Record(decoded) | GameFile::Import(_, decoded) => decoded.bytes(),
            GameFile::Sgf(file) => file.bytes(),
        }
    }

    /// The encoding, if that was detected. An SGF file names its own.
    pub(super) fn detected(&self, job: &Job) -> Detected {
        match &self.0 {
            GameFile::Record(decoded) | GameFile::Import(_, decoded) => Detected::of(decoded, job),
            GameFile::Sgf(_) => Detected::default(),
        }
    }

    /// The bytes that are to stand in the place of its file once its text is edited.
    pub(super) fn encode(&self, input: &Input, edits: &[Edit]) -> Result<Vec<u8>, Failure> {
        self.0.encode(edits).map_err(|reason| input.failure(&format_args!("{reason}; nothing was written")))
    }

    /// The diff to what the file would be once its text is edited.
    pub(super) fn diff(&self, input: &Input, edits: &[Edit], reader: DiffReader) -> Result<Vec<u8>, Failure> {
        let name = input.name();
        Ok(match reader {
            DiffReader::Patch => diff::unified(&name, self.bytes(), &self.encode(input, edits)?, reader),
            DiffReader::Person { .. } => {
                let edited = text::apply(self.0.as_str(), edits);
                diff::unified(&name, self.0.as_str().as_bytes(), edited.as_bytes(), reader)
            }
        })
    }

    /// The text after its fixes; an error says why it has none.
    pub(super) fn fix(&self, severities: &Severities, with_unsafe: bool) -> Result<Fixed, &'static str> {
        match &self.0 {
            GameFile::Record(decoded) => Ok(check::fix(&decoded.text, severities, with_unsafe)),
            GameFile::Sgf(file) => Ok(check::fix_sgf(file.text(), file.charset_facts(), severities, with_unsafe)),
            GameFile::Import(..) => Err(ONLY_READ),
        }
    }
}
