//! The folder of an index: the catalog, and a file for each segment, which is never changed.

use std::collections::HashSet;
use std::env;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use crate::Error;
use crate::files;
use crate::output::printable_name;
use crate::unfinished;
use ishi_archive::index::{
    CATALOG_FILE, Catalog, IndexError, NO_INDEX, OpenIndex, SEGMENT_EXTENSION, Segment, SegmentBuilder, checksum,
    open_segment, read_catalog, segment_file,
};
use ishi_disk as disk;

/// The time for which a segment that no catalog names is kept, because it may belong to a run that is not finished.
const ABANDONED: Duration = Duration::from_secs(24 * 60 * 60);

/// The time for which a file without its final name is kept. It is written at once, so after this time its run was
/// stopped.
const UNFINISHED_FOR: Duration = Duration::from_secs(10 * 60);

/// The folder of an index.
#[derive(Debug)]
pub(crate) struct Store {
    folder: PathBuf,
}

impl Store {
    /// Returns the index in a folder; without a folder, the index in the user's folder for caches.
    pub(crate) fn new(folder: Option<&Path>) -> Result<Self, Error> {
        match folder.map(Path::to_path_buf).or_else(default_folder) {
            Some(folder) => Ok(Self { folder }),
            None => Err("there is no folder for caches; name a folder for the index".into()),
        }
    }

    /// Creates an error about the index.
    pub(crate) fn error(&self, reason: &impl ToString) -> Error {
        format!("{}: {}", printable_name(&self.folder.to_string_lossy()), reason.to_string()).into()
    }

    /// Reads the catalog; `None` if there is no index yet.
    ///
    /// # Errors
    /// A catalog that can't be read or is damaged.
    pub(super) fn catalog(&self) -> Result<Option<Catalog>, IndexError> {
        read_catalog(|name| self.open_file(name))
    }

    /// Opens the index for a search.
    pub(crate) fn open(&self) -> Result<OpenIndex<File>, Error> {
        let index = OpenIndex::open(|name| self.open_file(name)).map_err(|error| self.unusable(&error))?;
        index.ok_or_else(|| self.error(&NO_INDEX))
    }

    fn open_file(&self, name: &str) -> io::Result<File> {
        disk::open_regular(&self.folder.join(name))
    }

    /// The folder of the index.
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Creates an error about an index that can't be searched.
    pub(crate) fn unusable(&self, error: &IndexError) -> Error {
        self.error(&error.with_remedy())
    }

    pub(super) fn segment(&self, name: u64, games: usize) -> Result<Segment<File>, IndexError> {
        open_segment(|name| self.open_file(name), name, games)
    }

    fn path_of(&self, name: u64) -> PathBuf {
        self.folder.join(segment_file(name))
    }

    /// Checks that the folder has an index, or is new or empty.
    pub(super) fn expect_own(&self) -> Result<(), Error> {
        let entries = match fs::read_dir(&self.folder) {
            Ok(entries) => entries,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            Err(error) => return Err(self.error(&error)),
        };
        // Without a catalog, files of an index are the files of a run that was stopped.
        let has_others = entries.flatten().any(|entry| !is_own(&entry.file_name().to_string_lossy()));
        if has_others && !self.folder.join(CATALOG_FILE).is_file() {
            return Err(self.error(&"the folder has other files and no index; name another folder with `-o`"));
        }
        Ok(())
    }

    /// Writes a segment, and returns its name with the number of its games.
    pub(super) fn write(&self, segment: SegmentBuilder) -> Result<(u64, usize), Error> {
        let games = segment.games();
        let bytes = segment.finish();
        // The name comes from the content, so a name never has another content.
        let name = checksum(&bytes, 1);
        self.replace(&segment_file(name), &bytes)?;
        Ok((name, games))
    }

    fn replace(&self, name: &str, bytes: &[u8]) -> Result<(), Error> {
        Ok(files::create_below(&self.folder, Path::new(name), bytes, true)?)
    }

    /// Replaces the catalog, and then removes the segments that are no longer needed.
    pub(super) fn finish(&self, catalog: &Catalog, old: Option<&Catalog>) -> Result<(), Error> {
        self.replace(CATALOG_FILE, &catalog.to_bytes())?;
        let names = |catalog: &Catalog| {
            let segments = catalog.units.iter().flat_map(|unit| &unit.segments);
            segments.map(|&(name, _)| self.path_of(name)).collect::<HashSet<_>>()
        };
        let (needed, replaced) = (names(catalog), old.map(names).unwrap_or_default());
        for entry in fs::read_dir(&self.folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if needed.contains(&path) || !is_own(&entry.file_name().to_string_lossy()) || path.ends_with(CATALOG_FILE) {
                continue;
            }
            if replaced.contains(&path) || is_abandoned(&entry) {
                // A file that stays only takes space, and a later run removes it.
                let _ = fs::remove_file(path);
            }
        }
        Ok(())
    }
}

/// Whether a file of this name is one of an index.
fn is_own(name: &str) -> bool {
    let is_segment = Path::new(name).extension().is_some_and(|extension| extension == SEGMENT_EXTENSION);
    name == CATALOG_FILE || is_segment || is_unfinished(name)
}

fn is_unfinished(name: &str) -> bool {
    name.starts_with(unfinished::NAME.0) && name.ends_with(unfinished::NAME.1)
}

fn is_abandoned(entry: &fs::DirEntry) -> bool {
    let most = if is_unfinished(&entry.file_name().to_string_lossy()) { UNFINISHED_FOR } else { ABANDONED };
    #[expect(clippy::disallowed_methods, reason = "how old a file is, is a matter of the clock")]
    let now = SystemTime::now();
    let modified = entry.metadata().and_then(|file| file.modified());
    modified.is_ok_and(|modified| now.duration_since(modified).is_ok_and(|age| age > most))
}

/// The folder of the index below the user's folder for caches.
fn default_folder() -> Option<PathBuf> {
    let named = |name: &str| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let caches = if cfg!(windows) {
        named("LOCALAPPDATA")
    } else if cfg!(target_os = "macos") {
        named("HOME").map(|home| home.join("Library/Caches"))
    } else {
        named("XDG_CACHE_HOME").or_else(|| named("HOME").map(|home| home.join(".cache")))
    };
    caches.map(|caches| caches.join("ishi").join("index"))
}
