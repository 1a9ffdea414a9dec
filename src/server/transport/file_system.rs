//! The files that a session reads.

use std::collections::BTreeSet;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use crate::config::{Config, ConfigError, SettingsSearch};

/// The files that the client's URIs name: those on the disk, or what a transport has in place of a disk.
///
/// A session asks for nothing else once [`Self::path`] has named no file, so where there are no files, the other
/// methods are never called.
pub trait FileSystem: fmt::Debug + Send + Sync {
    /// Returns the path of the file or folder that a URI names, if it names one.
    fn path(&self, uri: &str) -> Option<PathBuf>;

    /// Returns the URI of the file at a path, if it has one.
    fn uri(&self, path: &Path) -> Option<String>;

    /// Returns whether there is anything at a path.
    fn exists(&self, path: &Path) -> bool;

    /// Returns whether a file is a record, by its name or by how it begins.
    fn is_record(&self, path: &Path) -> bool;

    /// Returns all bytes of a file.
    ///
    /// # Errors
    /// A file that can't be read, or that has more than `most` bytes.
    fn read(&self, path: &Path, most: usize) -> io::Result<Vec<u8>>;

    /// Returns the files below `folder` that are one of `targets` or lie below one, but for those that are to be
    /// ignored.
    fn files_among<'f>(
        &'f self,
        folder: &'f Path,
        targets: BTreeSet<PathBuf>,
    ) -> Box<dyn Iterator<Item = PathBuf> + 'f>;

    /// Looks for an `ishi.toml` upwards from the folder of a path.
    fn find_settings(&self, path: &Path) -> SettingsSearch;

    /// Returns the text of an `ishi.toml`.
    ///
    /// # Errors
    /// A file that can't be read, or is too long.
    fn read_settings(&self, path: &Path) -> Result<String, ConfigError>;

    /// Parses the `ishi.toml` at a path, whose text [`Self::read_settings`] has returned. A transport without a parser
    /// of TOML may have this done elsewhere.
    ///
    /// # Errors
    /// A text that is not valid.
    fn parse_settings(&self, path: &Path, text: &str) -> Result<Config, ConfigError>;
}
