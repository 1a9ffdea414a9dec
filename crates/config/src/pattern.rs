//! Patterns of files in settings.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::{Glob, InvalidSetting};

/// A pattern of files and folders, as in a `.gitignore`.
///
/// One without a slash, but at its end, means names at any depth; another counts from a folder.
#[derive(Clone, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Pattern {
    text: String,
    glob: Glob,
}

impl FromStr for Pattern {
    type Err = InvalidSetting;

    fn from_str(text: &str) -> Result<Self, InvalidSetting> {
        let inner = text.trim_end_matches('/').trim_start_matches("./");
        let from_folder =
            if inner.contains('/') { inner.trim_start_matches('/').to_owned() } else { format!("**/{inner}") };
        let glob =
            Glob::new(&from_folder).map_err(|error| InvalidSetting(format!("invalid pattern `{text}`: {error}")))?;
        Ok(Self { text: text.to_owned(), glob })
    }
}

impl Pattern {
    /// As it was written.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether it matches a file, or a folder that the file lies in, where it counts from `folder`.
    pub fn matches(&self, folder: &Path, file: &Path) -> bool {
        let file = absolute(file);
        let inner = file.strip_prefix(absolute(folder)).map(Path::to_path_buf);
        inner.is_ok_and(|inner| inner.ancestors().any(|part| self.glob.matches(part)))
    }
}

impl TryFrom<String> for Pattern {
    type Error = InvalidSetting;

    fn try_from(text: String) -> Result<Self, InvalidSetting> {
        text.parse()
    }
}

impl From<Pattern> for String {
    fn from(pattern: Pattern) -> Self {
        pattern.text
    }
}

impl PartialEq for Pattern {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl Eq for Pattern {}

impl fmt::Debug for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.text, f)
    }
}

fn absolute(path: &Path) -> PathBuf {
    let inner = path.strip_prefix(".").unwrap_or(path);
    // The current folder has no name of its own here.
    let path = if inner.as_os_str().is_empty() { Path::new(".") } else { inner };
    std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf())
}
