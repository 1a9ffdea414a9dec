//! The text of a file: a record, or games in another format.

use super::diff;
use super::files::{Failure, Input};
use super::job::{Detected, Job};
use super::output::DiffReader;
use ishi_archive::{GameFile, NOT_A_RECORD, NamedFormat};
use ishi_check::check::{self, Diagnostic, Fixed, Severities};
use ishi_record::syntax::{Foreign, ForeignKind};
use ishi_sgf::SgfFile;
use ishi_text::{self as text, Edit};

/// The games of a file, and how to write it back.
pub(super) struct FileContent<'b> {
    pub(super) file: GameFile<'b>,
    /// The format that the name of the file says.
    name: NamedFormat,
}

/// The reason why a game in the format of a Go server is not changed.
pub(super) const ONLY_READ: &str = "this format is only read; `ishi convert` makes a record or SGF of it";

/// The format of a job, as far as its name shows it.
fn named_format(job: &Job) -> NamedFormat {
    if job.source.is_stdin() { NamedFormat::Unnamed } else { NamedFormat::of_path(job.source.path()) }
}

impl<'b> FileContent<'b> {
    /// Reads the bytes of a job, whose format is that of its content. Where the name says nothing either, a text that
    /// is not a record is a failure.
    pub(super) fn read(job: &Job, bytes: &'b [u8]) -> Result<Self, Failure> {
        let name = named_format(job);
        let games = GameFile::of_games(name, bytes, job.config.files.encoding.0);
        let content = games.map_or_else(|| job.decode(bytes).map(GameFile::Record), Ok)?;
        if name == NamedFormat::Other && content.is_other() {
            return Err(job.source.failure(&NOT_A_RECORD));
        }
        Ok(Self { file: content, name })
    }

    /// Reads a game that was cut out of this file, in the format of the file.
    pub(super) fn read_part<'p>(&self, job: &Job, bytes: &'p [u8]) -> Result<GameFile<'p>, Failure> {
        match &self.file {
            GameFile::Record(_) => job.decode(bytes).map(GameFile::Record),
            GameFile::Sgf(_) => Ok(GameFile::Sgf(SgfFile::read(bytes))),
            GameFile::Import(..) => FileContent::read(job, bytes).map(|content| content.file),
        }
    }

    /// The reason why a file is not formatted as a record: it is text of another kind. `None` for a record, or for SGF
    /// with the name of SGF.
    pub(super) fn other_kind(&self) -> Option<String> {
        let text = self.file.as_str();
        let kind = match &self.file {
            GameFile::Record(_) => Foreign::of(text).filter(|foreign| foreign.end == text.len())?.kind,
            _ if self.file.is_misnamed(self.name) => ForeignKind::of(text)?,
            _ => return None,
        };
        Some(format!("this is {}, not a record in the Ishi format", kind.name()))
    }

    /// Checks the file as what it is, and reports a name that says something else.
    pub(super) fn check(&self, severities: &Severities) -> Vec<Diagnostic> {
        self.file.check(self.name, severities)
    }

    /// Reads the bytes of a job to convert them. A text that is not a record is a failure, whatever its name is.
    pub(super) fn read_to_convert(job: &Job, bytes: &'b [u8]) -> Result<Self, Failure> {
        let content = Self::read(job, bytes)?;
        if content.file.has_no_game() { Err(job.source.failure(&NOT_A_RECORD)) } else { Ok(content) }
    }

    /// Whether the file is blank, and its name says that it has a game.
    pub(super) fn lacks_game(&self) -> bool {
        self.file.lacks_game(self.name)
    }

    fn bytes(&self) -> &[u8] {
        match &self.file {
            GameFile::Record(decoded) | GameFile::Import(_, decoded) => decoded.bytes(),
            GameFile::Sgf(file) => file.bytes(),
        }
    }

    /// The encoding, if that was detected. An SGF file names its own.
    pub(super) fn detected(&self, job: &Job) -> Detected {
        match &self.file {
            GameFile::Record(decoded) | GameFile::Import(_, decoded) => Detected::of(decoded, job),
            GameFile::Sgf(_) => Detected::default(),
        }
    }

    /// The bytes that are to stand in the place of its file once its text is edited.
    pub(super) fn encode(&self, input: &Input, edits: &[Edit]) -> Result<Vec<u8>, Failure> {
        self.file.encode(edits).map_err(|reason| input.failure(&format_args!("{reason}; nothing was written")))
    }

    /// The diff to what the file would be once its text is edited.
    pub(super) fn diff(&self, input: &Input, edits: &[Edit], reader: DiffReader) -> Result<Vec<u8>, Failure> {
        let name = input.name();
        Ok(match reader {
            DiffReader::Patch => diff::unified(&name, self.bytes(), &self.encode(input, edits)?, reader),
            DiffReader::Person { .. } => {
                let edited = text::apply(self.file.as_str(), edits);
                diff::unified(&name, self.file.as_str().as_bytes(), edited.as_bytes(), reader)
            }
        })
    }

    /// The text after its fixes; an error says why it has none.
    pub(super) fn fix(&self, severities: &Severities, with_unsafe: bool) -> Result<Fixed, &'static str> {
        let mut fixed = match &self.file {
            GameFile::Record(decoded) => check::fix(&decoded.text, severities, with_unsafe),
            GameFile::Sgf(file) => check::fix_sgf(file.text(), file.charset_facts(), severities, with_unsafe),
            GameFile::Import(..) => return Err(ONLY_READ),
        };
        fixed.remaining.splice(0..0, self.file.misnamed(self.name, severities));
        Ok(fixed)
    }
}
