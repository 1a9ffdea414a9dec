//! The files of the client's folders: which of them belong to the work on a folder, and reading them as their settings
//! say. The index of events, searches and the check of the folders all find their files here.

use std::collections::{BTreeSet, HashMap};
use std::fmt::Display;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use crate::file_system::FileSystem;
use ishi_archive::{ArchiveText, NamedFormat};
use ishi_config::{Config, WorkspaceDiagnostics};
use ishi_ide::ide::Entries;
use ishi_text::Encoding;
use ishi_work::cancel::checkpoint;

/// The largest file that is read, in bytes.
pub(super) const MAX_FILE: usize = 16 << 20;

/// The work for which the files of a folder are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// The index of events, which records have.
    Events,
    /// A search for a position in games of all formats.
    Search,
    /// The check of the folder, in the files that `diagnostics.workspace` says; in records at least if the user has
    /// asked for it.
    Check { is_asked: bool },
}

/// The settings about files: those of the nearest `ishi.toml`, or else the editor's.
#[derive(Debug)]
pub(super) struct FileSettings {
    files: Arc<dyn FileSystem>,
    editors: Arc<Config>,
    /// The number of the editor's settings; see [`Self::number`].
    number: u64,
    /// The settings of the `ishi.toml` for the files in a folder; `None` if there is no such file, or it is not valid.
    by_folder: Mutex<HashMap<PathBuf, Option<Arc<Nearest>>>>,
}

/// The settings of an `ishi.toml`.
#[derive(Debug)]
struct Nearest {
    /// The folder that its patterns are relative to.
    folder: PathBuf,
    config: Arc<Config>,
    number: u64,
}

/// Returns a number that is equal for settings under which a check of a file has the same result.
fn number_of(config: &Config, folder: &Path) -> u64 {
    let mut hasher = DefaultHasher::new();
    serde_json::to_string(&(&config.check, config.files.encoding)).unwrap_or_default().hash(&mut hasher);
    folder.hash(&mut hasher);
    hasher.finish()
}

impl FileSettings {
    pub(super) fn new(files: Arc<dyn FileSystem>, editors: Arc<Config>) -> Self {
        let number = number_of(&editors, Path::new(""));
        Self { files, editors, number, by_folder: Mutex::default() }
    }

    /// The settings of the `ishi.toml` for a file.
    fn nearest(&self, path: &Path) -> Option<Arc<Nearest>> {
        let folder = path.parent().unwrap_or(path);
        let mut by_folder = self.by_folder.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(nearest) = by_folder.get(folder) {
            return nearest.clone();
        }
        let read = || {
            let file = self.files.find_settings(path).file?;
            let text = self.files.read_settings(&file).ok()?;
            let config = self.files.parse_settings(&file, &text).ok()?.of_file(&file);
            let folder = file.parent().unwrap_or(&file).to_path_buf();
            let number = number_of(&config, &folder);
            Some(Arc::new(Nearest { folder, config: Arc::new(config), number }))
        };
        let nearest = read();
        by_folder.insert(folder.to_path_buf(), nearest.clone());
        nearest
    }

    /// Returns whether a file in the client's `folder` is read for this purpose, as far as its name, its beginning and
    /// the settings decide. A walk of the folder leaves out what ignore files name.
    pub(super) fn is_read_for(&self, purpose: Purpose, path: &Path, folder: &Path) -> bool {
        let named = NamedFormat::of_path(path);
        let is_wanted = match purpose {
            Purpose::Events => self.files.is_record(path),
            Purpose::Search => matches!(named, NamedFormat::Sgf | NamedFormat::Import) || self.files.is_record(path),
            Purpose::Check { is_asked } => match self.config(path).diagnostics.workspace {
                WorkspaceDiagnostics::Off => is_asked && self.files.is_record(path),
                WorkspaceDiagnostics::Records => self.files.is_record(path),
                WorkspaceDiagnostics::All => named == NamedFormat::Sgf || self.files.is_record(path),
            },
        };
        is_wanted && !self.exclude(path, folder)
    }

    /// Finds the files in the client's `folder` that are read for this purpose, and are among these paths or below one
    /// of them.
    pub(super) fn find<'f>(
        &'f self,
        purpose: Purpose,
        folder: &'f Path,
        among: &BTreeSet<PathBuf>,
    ) -> impl Iterator<Item = PathBuf> + use<'f> {
        let targets: BTreeSet<_> = among.iter().filter(|path| path.starts_with(folder)).cloned().collect();
        let files = (!targets.is_empty()).then(|| self.files.files_among(folder, targets));
        files
            .into_iter()
            .flatten()
            .inspect(|_| checkpoint())
            .filter(move |path| self.is_read_for(purpose, path, folder))
    }

    /// Returns the settings for a file.
    pub(super) fn config(&self, path: &Path) -> Arc<Config> {
        Arc::clone(self.nearest(path).as_ref().map_or(&self.editors, |nearest| &nearest.config))
    }

    /// Returns a number that is equal for settings under which a check of the file has the same result.
    pub(super) fn number(&self, path: &Path) -> u64 {
        self.nearest(path).map_or(self.number, |nearest| nearest.number)
    }

    /// Returns whether a file is excluded. The patterns of the editor are relative to the client's `folder`.
    fn exclude(&self, path: &Path, folder: &Path) -> bool {
        let matches =
            |config: &Config, folder: &Path| config.files.exclude.iter().any(|pattern| pattern.matches(folder, path));
        match self.nearest(path) {
            Some(nearest) => matches(&nearest.config, &nearest.folder),
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

/// Returns the result of work on a file or document, or `None` if it panics, which is a mistake in `ishi`. `done` says
/// in the log what could not be done.
pub(super) fn guarded<T>(name: impl Display, done: &str, work: impl FnOnce() -> T) -> Option<T> {
    catch_unwind(AssertUnwindSafe(work))
        .map_err(|_| {
            // If the panic cancels the work, it unwinds further from here.
            checkpoint();
            tracing::error!("{name} could not be {done}, which is a mistake in ishi");
        })
        .ok()
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
    match guarded(path.display(), "read", read) {
        Some(Ok(entries)) => entries,
        Some(Err(error)) => {
            tracing::debug!("{} is not in the index: {error}", path.display());
            Entries::default()
        }
        None => Entries::default(),
    }
}
