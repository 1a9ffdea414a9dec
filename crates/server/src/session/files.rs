//! Reading files with games, for the index of events and for searches, as their settings say.

use std::collections::HashMap;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use crate::transport::FileSystem;
use ishi_archive::ArchiveText;
use ishi_config::Config;
use ishi_ide::ide::Entries;
use ishi_text::Encoding;

/// The largest file that is read, in bytes.
const MAX_FILE: usize = 16 << 20;

/// The settings about files: those of the nearest `ishi.toml`, or else the editor's.
#[derive(Debug)]
pub(super) struct FileSettings {
    files: Arc<dyn FileSystem>,
    editors: Arc<Config>,
    /// The settings of the `ishi.toml` for the files in a folder; `None` if there is no such file, or it is not valid.
    by_folder: Mutex<HashMap<PathBuf, Option<Nearest>>>,
}

/// The settings of an `ishi.toml`.
#[derive(Clone, Debug)]
struct Nearest {
    /// The folder that its patterns are relative to.
    folder: PathBuf,
    config: Arc<Config>,
}

impl FileSettings {
    pub(super) fn new(files: Arc<dyn FileSystem>, editors: Arc<Config>) -> Self {
        Self { files, editors, by_folder: Mutex::default() }
    }

    /// The settings of the `ishi.toml` for a file.
    fn nearest(&self, path: &Path) -> Option<Nearest> {
        let folder = path.parent().unwrap_or(path);
        let mut by_folder = self.by_folder.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = by_folder.get(folder) {
            return known.clone();
        }
        let read = || {
            let file = self.files.find_settings(path).file?;
            let text = self.files.read_settings(&file).ok()?;
            let config = self.files.parse_settings(&file, &text).ok()?.of_file(&file);
            Some(Nearest { folder: file.parent().unwrap_or(&file).to_path_buf(), config: Arc::new(config) })
        };
        let nearest = read();
        by_folder.insert(folder.to_path_buf(), nearest.clone());
        nearest
    }

    /// Returns whether a file is excluded. The patterns of the editor are relative to the client's `folder`.
    pub(super) fn exclude(&self, path: &Path, folder: &Path) -> bool {
        let matches =
            |config: &Config, folder: &Path| config.files.exclude.iter().any(|pattern| pattern.matches(folder, path));
        match self.nearest(path) {
            Some(Nearest { folder, config }) => matches(&config, &folder),
            None => matches(&self.editors, folder),
        }
    }

    /// The encoding of a file; `None` if it is to be detected.
    pub(super) fn encoding(&self, path: &Path) -> Option<Encoding> {
        self.nearest(path).map_or(self.editors.files.encoding, |nearest| nearest.config.files.encoding).0
    }

    /// Reads a file in its encoding, and calls `take` with its text.
    ///
    /// # Errors
    /// Returns an error if the file can't be read, is too large, or is not a text.
    pub(super) fn read_games(&self, path: &Path, take: &mut dyn FnMut(ArchiveText<'_>)) -> io::Result<()> {
        self.files.read_games(path, MAX_FILE, self.encoding(path), take)
    }
}

/// The events of a record; none if it can't be read.
pub(super) fn entries_of(path: &Path, settings: &FileSettings) -> Entries {
    let read = || {
        let mut entries = Entries::default();
        let read = settings.read_games(path, &mut |text| {
            if let ArchiveText::Record(text) = text {
                entries = Entries::read(text);
            }
        });
        read.map(|()| entries)
    };
    match catch_unwind(AssertUnwindSafe(read)) {
        Ok(Ok(entries)) => entries,
        Ok(Err(error)) => {
            tracing::debug!("{} is not in the index: {error}", path.display());
            Entries::default()
        }
        Err(_) => {
            tracing::error!("{} could not be read, which is a mistake in ishi", path.display());
            Entries::default()
        }
    }
}
