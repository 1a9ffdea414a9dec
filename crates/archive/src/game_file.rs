//! A file of games in any format, decoded.

use std::borrow::Cow;
use std::path::Path;

use super::piece::{ArchiveText, is_blank};
use ishi_check::check::{self, Diagnostic, Severities};
use ishi_convert::import::{self, Import};
use ishi_record::syntax::{
    EXTENSIONS, ForeignKind, LineKind, Reader, SGF_EXTENSION, SHARED_EXTENSION, Source, TextFormat, looks_like_ishi,
};
use ishi_sgf::SgfFile;
use ishi_text::{self as text, Decoded, Edit, Encoding, NotText};

/// The reason why a file without text has no game.
pub const EMPTY_FILE: &str = "the file is empty";

/// The reason why a text that is not known to be a record is not read.
pub const NOT_A_RECORD: &str = "this is neither a record nor a game in another format";

/// The format of a file according to its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NamedFormat {
    /// A record, which may also be a program in the Go language.
    Record,
    /// Games in SGF.
    Sgf,
    /// A game in the format of a Go server.
    Import,
    /// The name says nothing about the format.
    Other,
    /// The content has no name.
    Unnamed,
}

impl NamedFormat {
    /// The extensions of all formats, in lower case.
    pub fn extensions() -> impl Iterator<Item = &'static str> {
        EXTENSIONS.into_iter().chain([SHARED_EXTENSION, SGF_EXTENSION]).chain(import::EXTENSIONS)
    }

    /// The format of files with the extension of a path, in any case.
    pub fn of_path(path: &Path) -> Self {
        let extension = path.extension().unwrap_or_default();
        let is_one_of = |extensions: &[&str]| extensions.iter().any(|one| extension.eq_ignore_ascii_case(one));
        match extension {
            _ if is_one_of(&[SGF_EXTENSION]) => Self::Sgf,
            _ if is_one_of(&EXTENSIONS) || is_one_of(&[SHARED_EXTENSION]) => Self::Record,
            _ if is_one_of(&import::EXTENSIONS) => Self::Import,
            _ => Self::Other,
        }
    }
}

/// The beginning of a file, as far as it shows the format. Each format begins with ASCII.
fn head(bytes: &[u8]) -> Cow<'_, str> {
    const HEAD: usize = 1 << 14;
    let head = &bytes[..bytes.len().min(HEAD)];
    if head.starts_with(&[0xfe, 0xff]) || head.starts_with(&[0xff, 0xfe]) {
        return SgfFile::read(&head[..head.len() & !1]).text().to_owned().into();
    }
    String::from_utf8_lossy(head)
}

/// The decoded content of a file.
#[derive(Debug)]
pub enum GameFile<'b> {
    /// A record.
    Record(Decoded<'b>),
    /// Games in SGF.
    Sgf(SgfFile<'b>),
    /// A game in the format of a Go server.
    Import(Import, Decoded<'b>),
}

impl<'b> GameFile<'b> {
    /// Reads a file. If `encoding` is `None`, the encoding is detected; a file in SGF names its own.
    ///
    /// # Errors
    /// Bytes that are not a text.
    pub fn read(name: NamedFormat, bytes: &'b [u8], encoding: Option<Encoding>) -> Result<Self, NotText> {
        match Self::of_games(name, bytes, encoding) {
            Some(games) => Ok(games),
            None => text::decode(bytes, encoding).map(Self::Record),
        }
    }

    /// Reads a file that is known to be a record or SGF, such as a game that was cut out of a file, whatever its
    /// content looks like alone.
    ///
    /// # Errors
    /// As for [`read`](Self::read).
    pub fn read_as_named(name: NamedFormat, bytes: &'b [u8], encoding: Option<Encoding>) -> Result<Self, NotText> {
        match name {
            NamedFormat::Record => text::decode(bytes, encoding).map(Self::Record),
            NamedFormat::Sgf => Ok(Self::Sgf(SgfFile::read(bytes))),
            _ => Self::read(name, bytes, encoding),
        }
    }

    /// Reads games in SGF or in the format of a Go server; returns `None` for any other file. The content decides on
    /// the format. If it is neither a record nor a game in another format, but its name is that of SGF, it is damaged
    /// SGF.
    pub fn of_games(name: NamedFormat, bytes: &'b [u8], encoding: Option<Encoding>) -> Option<Self> {
        let head = head(bytes);
        let is_record = match (ForeignKind::of(&head), name) {
            (Some(ForeignKind::Gib | ForeignKind::Ngf | ForeignKind::Ugf | ForeignKind::Sensei), _) => {
                return Self::import(bytes, encoding).filter(|game| {
                    matches!(TextFormat::of(game.as_str()), TextFormat::Import) || name == NamedFormat::Import
                });
            }
            (Some(ForeignKind::Sgf), _) => false,
            (None, NamedFormat::Sgf) => looks_like_ishi(&head) && TextFormat::of(&head) == TextFormat::Record,
            (_, name) => name != NamedFormat::Sgf,
        };
        if is_record {
            return None;
        }
        let file = SgfFile::read(bytes);
        let is_sgf = name == NamedFormat::Sgf || TextFormat::of(file.text()) == TextFormat::Sgf;
        is_sgf.then_some(Self::Sgf(file))
    }

    /// Whether the content is neither a record nor a game in another format.
    pub fn is_other(&self) -> bool {
        matches!(self, Self::Record(decoded) if TextFormat::of(&decoded.text) == TextFormat::Other)
    }

    /// Whether the content has nothing of a game: it is neither in another format nor has any line of a record. Such a
    /// file is not converted, for the reason [`NOT_A_RECORD`].
    pub fn has_no_game(&self) -> bool {
        let is_data = |kind| matches!(kind, LineKind::Data(_) | LineKind::Misspelt(_) | LineKind::Bare);
        let has_data = |event: Source<'_>| event.lines.iter().any(|line| is_data(line.kind));
        self.is_other() && !Reader::of_file(self.as_str()).any(has_data)
    }

    /// Whether the content has another format than its name says. A record may have the name of a program in the Go
    /// language, and a file without a format may have any name.
    pub fn is_misnamed(&self, name: NamedFormat) -> bool {
        match name {
            NamedFormat::Record => !matches!(self, Self::Record(_)),
            NamedFormat::Sgf => !matches!(self, Self::Sgf(_)),
            NamedFormat::Import | NamedFormat::Other | NamedFormat::Unnamed => false,
        }
    }

    /// Reads a game in the format of a Go server.
    pub fn import(bytes: &'b [u8], encoding: Option<Encoding>) -> Option<Self> {
        if !import::is_import(bytes) {
            return None;
        }
        let decoded = import::decode(bytes, encoding);
        import::read(&decoded.text).map(|game| Self::Import(game, decoded))
    }

    /// The text of the file, to which all spans refer.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Record(decoded) | Self::Import(_, decoded) => &decoded.text,
            Self::Sgf(file) => file.text(),
        }
    }

    /// Whether the file is blank, and its name says that it has a game: the file is then one game that can't be read,
    /// for the reason [`EMPTY_FILE`]. A record may be empty.
    pub fn lacks_game(&self, name: NamedFormat) -> bool {
        matches!(name, NamedFormat::Sgf | NamedFormat::Import) && is_blank(self.as_str())
    }

    /// Returns the bytes of the file after `edits` of its text.
    ///
    /// # Errors
    /// Edits with a character that the encoding of the file does not have, as a message for the user.
    pub fn encode(&self, edits: &[Edit]) -> Result<Vec<u8>, String> {
        let (encoded, encoding) = match self {
            Self::Record(decoded) | Self::Import(_, decoded) => (decoded.encode(edits), decoded.encoding.to_string()),
            Self::Sgf(file) => (file.encode(edits), file.charset().to_string()),
        };
        encoded.map_err(|character| format!("{encoding}, in which the file is read, has no `{character}`"))
    }

    /// Checks the file as what it is, and reports a name that says something else.
    pub fn check(&self, name: NamedFormat, severities: &Severities) -> Vec<Diagnostic> {
        let mut diagnostics = match self {
            Self::Record(decoded) => check::check(&decoded.text, severities),
            Self::Sgf(file) => check::check_sgf(file.text(), file.charset_facts(), severities),
            Self::Import(game, _) => check::check_import(game, severities),
        };
        diagnostics.splice(0..0, self.misnamed(name, severities));
        diagnostics
    }

    /// Returns the diagnostic of a name that says another format than that of the content.
    pub fn misnamed(&self, name: NamedFormat, severities: &Severities) -> Option<Diagnostic> {
        self.is_misnamed(name).then(|| check::check_name(self.as_str(), name == NamedFormat::Record, severities))?
    }

    /// The text, with its format.
    pub fn text(&self) -> ArchiveText<'_> {
        match self {
            Self::Record(decoded) => ArchiveText::Record(&decoded.text),
            Self::Sgf(file) => ArchiveText::Sgf(file.text()),
            Self::Import(game, decoded) => ArchiveText::Import(game, &decoded.text),
        }
    }
}
