//! The files that a search covers, in words.

use std::fmt;
use std::path::PathBuf;

/// The files that a search covers.
#[derive(Debug, Default)]
pub(crate) struct Scope {
    /// The number of open documents.
    pub(super) documents: usize,
    /// The number of other files in the folders of the client.
    pub(super) files: usize,
    /// The folders of the client.
    pub(super) folders: Vec<PathBuf>,
    /// The number of folders of the client that are not read, because the user has not asked for it.
    pub(super) unasked: usize,
    /// Whether the library is searched.
    pub(super) has_library: bool,
}

impl fmt::Display for Scope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let files = |count| if count == 1 { "file" } else { "files" };
        write!(f, "{} open {}", self.documents, files(self.documents))?;
        match &*self.folders {
            [] => {}
            [folder] => {
                let name = folder.file_name().unwrap_or(folder.as_os_str()).to_string_lossy();
                write!(f, ", {} {} in {name}", self.files, files(self.files))?;
            }
            folders => write!(f, ", {} {} in {} folders", self.files, files(self.files), folders.len())?,
        }
        if self.unasked > 0 {
            f.write_str("; a home or network folder is not read: open one inside it, or put an ishi.toml into it")?;
        }
        if self.has_library {
            f.write_str(", an index")?;
        } else if self.unasked == 0 && self.folders.is_empty() {
            f.write_str("; no folder: open one, or put an ishi.toml into it")?;
        }
        Ok(())
    }
}
