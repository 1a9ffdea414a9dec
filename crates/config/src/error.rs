//! Errors in settings, with their places in the file.

use std::fmt;
use std::ops::Range;
use std::path::PathBuf;

use ishi_text::bounded;

/// An error in a settings file, or in the settings of an editor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfigError {
    /// The file, where there is one.
    pub path: Option<PathBuf>,
    /// Line and column, both from 1 and the column in characters, where the text itself is at fault.
    pub place: Option<(usize, usize)>,
    /// The key or value that is wrong, in bytes of the text.
    pub span: Option<Range<usize>>,
    /// The problem and what to do about it, without the place.
    pub message: String,
}

impl ConfigError {
    /// Something wrong at `span` of `text`.
    pub(super) fn in_text(text: &str, span: Option<Range<usize>>, message: &str) -> Self {
        let place = span.as_ref().and_then(|span| text.get(..span.start)).map(|before| {
            let line = before.rsplit('\n').next().unwrap_or_default();
            (before.matches('\n').count() + 1, line.chars().count() + 1)
        });
        Self { path: None, place, span, message: bounded(message.trim_end().replace('\n', ", ")) }
    }

    /// Adds the path of the file to the error.
    pub fn in_file(mut self, path: PathBuf) -> Self {
        self.path = Some(path);
        self
    }
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.path {
            Some(path) => write!(f, "{}:", path.display())?,
            None => f.write_str("settings:")?,
        }
        if let Some((line, column)) = self.place {
            write!(f, "{line}:{column}:")?;
        }
        write!(f, " {}", self.message)
    }
}

impl std::error::Error for ConfigError {}

/// An error in one setting, without its place, which the reader of the text adds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidSetting(pub(super) String);

impl fmt::Display for InvalidSetting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for InvalidSetting {}
