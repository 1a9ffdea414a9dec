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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_searched_is_said() {
        let scope = |documents, files, folders: &[&str], has_library| {
            let folders = folders.iter().map(PathBuf::from).collect();
            Scope { documents, files, folders, unasked: 0, has_library }.to_string()
        };
        assert_eq!(scope(1, 0, &[], false), "1 open file; no folder: open one, or put an ishi.toml into it");
        assert_eq!(scope(2, 0, &[], true), "2 open files, an index");
        assert_eq!(scope(1, 3, &["/home/ada/games"], false), "1 open file, 3 files in games");
        assert_eq!(scope(0, 1, &["/"], false), "0 open files, 1 file in /");
        assert_eq!(scope(1, 0, &["/a", "/b"], true), "1 open file, 0 files in 2 folders, an index");
    }
}
