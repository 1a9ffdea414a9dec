//! The folder of an index: the catalog, and a file for each segment, which is never changed.

use std::collections::HashSet;
use std::env;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use crate::archive::index::{Catalog, IndexError, Segment, SegmentBuilder, checksum};
use crate::cli::Error;
use crate::cli::files::{self, Failure};
use crate::cli::output::printable_name;
use crate::cli::target::UNFINISHED;
use crate::disk;
use crate::document::MAX_BYTES;

/// The name of the catalog.
const CATALOG: &str = "catalog.ishi-index";

/// The extension of segments.
const SEGMENT: &str = "games";

/// How long a file that no catalog names is kept: it may be one of a run that is not finished.
const ABANDONED: Duration = Duration::from_secs(24 * 60 * 60);

/// The folder of an index.
#[derive(Debug)]
pub(in crate::cli) struct Store {
    folder: PathBuf,
}

/// The catalog of an index with its segments, which stay readable while the index is rebuilt.
pub(in crate::cli) struct OpenIndex {
    pub(in crate::cli) catalog: Catalog,
    /// The segments of each unit of the catalog.
    pub(in crate::cli) segments: Vec<Vec<Segment<File>>>,
}

impl Store {
    /// The index in a folder, or else that in the user's folder for caches.
    pub(in crate::cli) fn new(folder: Option<&Path>) -> Result<Self, Error> {
        match folder.map(Path::to_path_buf).or_else(default_folder) {
            Some(folder) => Ok(Self { folder }),
            None => Err("there is no folder for caches; name a folder for the index".into()),
        }
    }

    /// An error about the index.
    pub(in crate::cli) fn error(&self, reason: &impl ToString) -> Error {
        format!("{}: {}", printable_name(&self.folder.to_string_lossy()), reason.to_string()).into()
    }

    /// The catalog; none if there is no index yet.
    ///
    /// # Errors
    /// A folder of something else, and a catalog that can't be read.
    pub(super) fn catalog(&self) -> Result<Option<Catalog>, IndexError> {
        match disk::read(&self.folder.join(CATALOG), MAX_BYTES) {
            Ok(bytes) => Ok(Some(Catalog::parse(&bytes)?)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// Opens the index for a search.
    pub(in crate::cli) fn open(&self) -> Result<OpenIndex, Error> {
        // Between the catalog and its segments another process may replace both.
        let mut tries = 3;
        loop {
            let catalog = self.catalog().map_err(|error| self.unusable(&error))?;
            let catalog = catalog.ok_or_else(|| self.error(&"there is no index; `ishi index` makes one"))?;
            let opened = catalog.units.iter().map(|unit| {
                let segments = unit.segments.iter().map(|&(name, games)| self.segment(name, games));
                segments.collect::<Result<Vec<_>, _>>()
            });
            tries -= 1;
            match opened.collect::<Result<Vec<_>, _>>() {
                Ok(segments) => return Ok(OpenIndex { catalog, segments }),
                Err(_) if tries > 0 => {}
                Err(error) => return Err(self.unusable(&error)),
            }
        }
    }

    /// An error about an index that can't be searched.
    pub(in crate::cli) fn unusable(&self, error: &IndexError) -> Error {
        match error {
            IndexError::Damaged => self.error(&format!("{error}; `ishi index` builds it again")),
            IndexError::Io(_) => self.error(error),
        }
    }

    pub(super) fn segment(&self, name: u64, games: usize) -> Result<Segment<File>, IndexError> {
        let segment = match File::open(self.path_of(name)) {
            Ok(file) => Segment::open(file)?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Err(IndexError::Damaged),
            Err(error) => return Err(error.into()),
        };
        if segment.games() == games { Ok(segment) } else { Err(IndexError::Damaged) }
    }

    fn path_of(&self, name: u64) -> PathBuf {
        self.folder.join(format!("{name:016x}.{SEGMENT}"))
    }

    /// Checks that the folder is that of an index, or new or empty.
    pub(super) fn expect_own(&self) -> Result<(), Error> {
        let entries = match fs::read_dir(&self.folder) {
            Ok(entries) => entries,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            Err(error) => return Err(self.error(&error)),
        };
        // Without a catalog, its own files are those of a run that was stopped.
        let has_others = entries.flatten().any(|entry| !is_own(&entry.file_name().to_string_lossy()));
        if has_others && !self.folder.join(CATALOG).is_file() {
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
        replace(&self.path_of(name), &bytes)?;
        Ok((name, games))
    }

    /// Replaces the catalog, and then removes the segments that are no longer needed.
    pub(super) fn finish(&self, catalog: &Catalog, old: Option<&Catalog>) -> Result<(), Error> {
        replace(&self.folder.join(CATALOG), &catalog.to_bytes())?;
        let names = |catalog: &Catalog| {
            let segments = catalog.units.iter().flat_map(|unit| &unit.segments);
            segments.map(|&(name, _)| self.path_of(name)).collect::<HashSet<_>>()
        };
        let (needed, replaced) = (names(catalog), old.map(names).unwrap_or_default());
        for entry in fs::read_dir(&self.folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if needed.contains(&path) || !is_own(&entry.file_name().to_string_lossy()) || path.ends_with(CATALOG) {
                continue;
            }
            if replaced.contains(&path) || is_abandoned(&entry) {
                // One that stays takes some space, and the next run tries again.
                let _ = fs::remove_file(path);
            }
        }
        Ok(())
    }
}

fn replace(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    files::create(path, bytes, true).map_err(|failure: Failure| failure.to_string().into())
}

/// Whether a file of this name is one of an index.
fn is_own(name: &str) -> bool {
    let is_segment = Path::new(name).extension().is_some_and(|extension| extension == SEGMENT);
    name == CATALOG || is_segment || name.starts_with(UNFINISHED.0) && name.ends_with(UNFINISHED.1)
}

fn is_abandoned(entry: &fs::DirEntry) -> bool {
    #[expect(clippy::disallowed_methods, reason = "how old a file is, is a matter of the clock")]
    let now = SystemTime::now();
    let modified = entry.metadata().and_then(|file| file.modified());
    modified.is_ok_and(|modified| now.duration_since(modified).is_ok_and(|age| age > ABANDONED))
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
