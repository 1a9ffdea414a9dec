//! The files that a session reads.

use std::collections::BTreeSet;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use ishi_archive::ArchiveText;
use ishi_archive::find::Search;
use ishi_archive::index::{FileEntry, FoundGame, IndexError, Step};
use ishi_config::{Config, ConfigError, SettingsSearch};
use ishi_ide::document::FenceReader;
use ishi_text::Encoding;

/// The index of games that the user has named. Only a transport with a disk has one.
pub trait Library: fmt::Debug + Send + Sync {
    /// Searches all games. Calls `take` with those in which the position is found, in their order, and between them
    /// with the number of games that were searched since the last time, until it returns false.
    ///
    /// # Errors
    /// Files of the index that can't be read or are damaged.
    fn find(&self, search: &Search, take: &mut dyn FnMut(Step<'_, FoundGame>) -> bool) -> Result<(), IndexError>;

    /// Returns the file at a path from the root, if the index has it.
    fn file(&self, path: &Path) -> Option<&FileEntry>;

    /// Returns the path of a file from the root.
    fn path(&self, file: &FileEntry) -> PathBuf;
}

/// The files that the client's URIs name, on the disk, or in the storage that a transport has instead of a disk.
///
/// If [`Self::path`] returns no path for a URI, a session calls no other method for it. So a transport without files
/// needs no other method.
pub trait FileSystem: fmt::Debug + Send + Sync {
    /// Returns the path of the file or folder that a URI names, if it names one.
    fn path(&self, uri: &str) -> Option<PathBuf>;

    /// Returns the URI of the file at a path, if it has one.
    fn uri(&self, path: &Path) -> Option<String>;

    /// Returns whether there is anything at a path.
    fn exists(&self, path: &Path) -> bool;

    /// Returns whether a file is a record, by its name or by its beginning.
    fn is_record(&self, path: &Path) -> bool;

    /// Returns the paths of ignore files, relative to the folders whose files they name. [`Self::files_among`] reads
    /// these files.
    fn ignore_files(&self) -> &'static [&'static str] {
        &[]
    }

    /// Reads a file in the format of its name, and calls `take` with its text. Without an `encoding`, that is detected.
    ///
    /// A file is decoded here, and not by the session, so that a program whose transport has no such files needs no
    /// tables of encodings.
    ///
    /// # Errors
    /// Returns an error if the file can't be read, has more than `most` bytes, or is not a text. `take` is not called
    /// then.
    fn read_games(
        &self,
        path: &Path,
        most: usize,
        encoding: Option<Encoding>,
        take: &mut dyn FnMut(ArchiveText<'_>),
    ) -> io::Result<()>;

    /// Returns the text of a file in UTF-8, without a byte order mark.
    ///
    /// # Errors
    /// A file that can't be read, has more than `most` bytes, or has another encoding.
    fn read_text(&self, path: &Path, most: usize) -> io::Result<String> {
        let _ = (path, most);
        Err(io::ErrorKind::Unsupported.into())
    }

    /// Returns whether all files of a folder may be read without being asked to: it is not a home folder or above one,
    /// and not on another machine.
    fn may_walk(&self, folder: &Path) -> bool {
        let _ = folder;
        true
    }

    /// Returns a number that differs after a change of a file. 0 if it is not known, or if the file may change without
    /// it. It is that of an index of games ([`FileEntry::stamp`](ishi_archive::index::FileEntry::stamp)).
    fn stamp(&self, path: &Path) -> u64 {
        let _ = path;
        0
    }

    /// Returns the files below `folder` that are among `targets` or below one of them, without ignored files.
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

    /// Returns the page of a rule, or of all rules; `None` if there is no such rule. A transport whose program has to
    /// be small has no pages.
    fn rules(&self, code: Option<&str>) -> Option<String> {
        let _ = code;
        None
    }

    /// Returns whether a path from a folder leads to a file there, without a link on the way.
    fn is_below(&self, folder: &Path, inner: &Path) -> bool {
        let _ = (folder, inner);
        false
    }

    /// Returns the reader of documents in Markdown. A transport whose program has to be small finds no games there.
    fn fence_reader(&self) -> FenceReader {
        FenceReader::NONE
    }

    /// Returns the index of games that the user has named for searches, if there is one.
    ///
    /// # Errors
    /// The reason why it can't be used, as a message for the user.
    fn library(&self) -> Option<Result<Arc<dyn Library>, String>> {
        None
    }

    /// Whether the user has named an index of games for searches.
    fn has_library(&self) -> bool {
        false
    }
}
