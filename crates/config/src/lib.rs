//! The settings, in `ishi.toml` and under `ishi.*` in an editor: the same keys in both.
//!
//! The structs are the only definition of the keys. Reading, writing, the JSON Schema, the table in `docs/settings.md`
//! and the settings page of VS Code follow from their fields and doc comments.

mod check;
mod depth;
mod error;
mod glob;
mod pattern;
mod schema;
#[cfg(feature = "disk")]
mod search;

pub use check::{Check, PerFileIgnore, SHOWN};
pub use error::{ConfigError, InvalidSetting};
pub use glob::{Glob, InvalidGlob};
pub use pattern::Pattern;
pub use schema::{names, schema};
#[cfg(feature = "disk")]
pub use search::{find, read, read_named, text};

use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};

use ishi_ide::ide::HintKinds;
use ishi_record::format;
use ishi_text::{ENCODINGS, Encoding, bounded};

/// The name of the settings file.
pub const FILE_NAME: &str = "ishi.toml";

/// The settings files upwards from the folder of a path.
#[derive(Debug, Default)]
pub struct SettingsSearch {
    /// The nearest one.
    pub file: Option<PathBuf>,
    /// Nearer entries with its name that are not regular files, most often links. They are not read, because a link may
    /// lead to anything; the search continues above them.
    pub skipped: Vec<PathBuf>,
}

/// The settings of ishi.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// Severity of each rule, by its code. The other keys choose the rules that are checked.
    pub check: Check,
    /// The problems that an editor shows besides those of open documents.
    pub diagnostics: DiagnosticsOptions,
    /// How files are read from disk.
    pub files: FileOptions,
    /// How the formatter writes a record.
    pub format: format::Options,
    /// The content of hovers.
    pub hover: HoverOptions,
    /// Inlay hints: notes that an editor shows within the lines of a record.
    pub hints: HintKinds,
    /// Code lenses: lines that an editor shows above each event.
    pub lens: LensOptions,
}

/// The options of `[diagnostics]`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct DiagnosticsOptions {
    /// The files in the open folders whose problems are shown although they are not open: none, the records, or games
    /// in SGF, too. Most problems of games in SGF are habits of other programs.
    pub workspace: WorkspaceDiagnostics,
}

/// The files whose problems are shown although they are not open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum WorkspaceDiagnostics {
    /// None.
    Off,
    /// Records.
    #[default]
    Records,
    /// Records, and games in SGF.
    All,
}

/// The options of `[files]`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct FileOptions {
    /// The encoding of the files that ishi itself reads, such as those in which an editor searches for events. With
    /// `auto` it is UTF-8 if the bytes are valid UTF-8, and otherwise the detected encoding. A file that is not valid
    /// in its encoding is read as UTF-8 or windows-1252. An open document has the encoding of the editor.
    pub encoding: FileEncoding,
    /// Files and folders to skip, as patterns with the syntax of `.gitignore`.
    #[schemars(with = "Vec<String>")]
    pub exclude: Vec<Pattern>,
}

/// An encoding, or `None` to detect it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct FileEncoding(pub Option<Encoding>);

impl FileEncoding {
    /// The names of all, `auto` first.
    pub fn names() -> Vec<&'static str> {
        std::iter::once("auto").chain(ENCODINGS.iter().map(|(name, _)| *name)).collect()
    }
}

impl JsonSchema for FileEncoding {
    fn schema_name() -> Cow<'static, str> {
        "FileEncoding".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "enum": Self::names() })
    }
}

/// The options of `[hover]`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct HoverOptions {
    /// How hovers draw the board.
    pub board: HoverBoard,
}

/// How a hover draws the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum HoverBoard {
    /// A picture where the editor shows pictures, and text elsewhere.
    #[default]
    Auto,
    /// Text in Unicode characters.
    Text,
    /// Text in ASCII.
    Ascii,
    /// A picture.
    Svg,
    /// No board.
    Off,
}

/// The options of `[lens]`: which lenses are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct LensOptions {
    /// Show a lens that opens the board beside the text, where the editor has a board.
    pub board: bool,
    /// Show a lens with the number of moves and variations of the event, and the stones that each player has captured.
    pub statistics: bool,
    /// Show a lens that inserts missing PRISONER lines and corrects wrong ones.
    pub prisoners: bool,
}

impl Default for LensOptions {
    fn default() -> Self {
        Self { board: true, statistics: true, prisoners: true }
    }
}

/// The names of the sections, such as `check` and `format`.
pub fn sections() -> &'static [String] {
    // Not from the schema: a server needs nothing else of that.
    static SECTIONS: LazyLock<Vec<String>> = LazyLock::new(|| {
        let settings = serde_json::to_value(Config::default()).unwrap_or_default();
        settings.as_object().into_iter().flat_map(|sections| sections.keys().cloned()).collect()
    });
    &SECTIONS
}

impl TryFrom<String> for FileEncoding {
    type Error = InvalidSetting;

    fn try_from(name: String) -> Result<Self, InvalidSetting> {
        if name == "auto" {
            return Ok(Self(None));
        }
        let named = ENCODINGS.iter().find(|(label, _)| *label == name);
        named.map(|&(_, encoding)| Self(Some(encoding))).ok_or_else(|| {
            let names = Self::names().join(", ");
            InvalidSetting(format!("unknown value `{name}`: use {names}"))
        })
    }
}

impl From<FileEncoding> for String {
    fn from(FileEncoding(encoding): FileEncoding) -> Self {
        encoding.map_or_else(|| "auto".to_owned(), |encoding| encoding.to_string())
    }
}

impl Config {
    /// The text of an `ishi.toml` that says the same, with every key.
    pub fn to_toml(&self) -> String {
        // Tables of strings, numbers and lists can always be written as TOML.
        toml::to_string(self).unwrap_or_default()
    }

    /// Reads the text of an `ishi.toml`.
    ///
    /// # Errors
    /// Text that is not TOML, and every key, code or value that does not exist, with its place.
    pub fn from_toml(text: &str) -> Result<Self, ConfigError> {
        if let Some(at) = depth::too_deep(text) {
            return Err(ConfigError::in_text(text, Some(at..at + 1), "nested deeper than any setting"));
        }
        toml::from_str(text).map_err(|error| ConfigError::in_text(text, error.span(), &in_words(error.message())))
    }

    /// Returns the settings as those of the `ishi.toml` at `path`: patterns in them are relative to its folder.
    pub fn of_file(mut self, path: &Path) -> Self {
        for ignore in &mut self.check.per_file_ignores {
            ignore.folder = path.parent().unwrap_or(path).to_path_buf();
        }
        self
    }

    /// Reads the settings that an editor keeps under `ishi`. A `null`, at any depth, is a key that is not set.
    ///
    /// # Errors
    /// Every key, code or value that does not exist, by name.
    pub fn from_json(settings: &serde_json::Value) -> Result<Self, InvalidSetting> {
        match without_nulls(settings) {
            serde_json::Value::Null => Ok(Self::default()),
            // An empty table of Lua, in which an object and an array are the same.
            serde_json::Value::Array(nothing) if nothing.is_empty() => Ok(Self::default()),
            settings @ serde_json::Value::Object(_) => serde_path_to_error::deserialize(settings)
                .map_err(|error| InvalidSetting(bounded(in_words(&error.to_string())))),
            _ => {
                let sections = sections().join("`, `");
                Err(InvalidSetting(format!("settings are an object with the keys `{sections}`")))
            }
        }
    }
}

/// The reason why the index of games is not a setting, as a message for the user. It is named only where no folder can
/// name it: on the command line of the server.
pub const LIBRARY_REFUSED: &str = "`library.index` can't be set here, because a folder could name any index: use \
                                   `ishi lsp --library-index DIR`, or in VS Code the user's setting \
                                   `ishi.library.index`";

/// A message of serde without the names of Rust's types.
fn in_words(message: &str) -> String {
    if message.contains("unknown field `library`, expected one of `check`") {
        return LIBRARY_REFUSED.to_owned();
    }
    message
        .replace("unknown variant", "unknown value")
        .replace("expected u8", "expected a whole number from 0 to 255")
        .replace("expected u16", "expected a whole number from 0 to 65535")
}

/// Returns a copy of the settings without the keys whose value is `null`. Settings are three levels deep, so anything
/// deeper is an error anyway, and the recursion stops there.
fn without_nulls(settings: &serde_json::Value) -> serde_json::Value {
    fn at(depth: u8, value: &serde_json::Value) -> serde_json::Value {
        match value {
            serde_json::Value::Object(keys) if depth < 3 => keys
                .iter()
                .filter(|(_, value)| !value.is_null())
                .map(|(key, value)| (key.clone(), at(depth + 1, value)))
                .collect(),
            other => other.clone(),
        }
    }
    at(0, settings)
}
