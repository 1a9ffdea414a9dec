//! The files on the disk.

use std::collections::BTreeSet;
use std::fs::File;
use std::io;
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use tower_lsp::lsp_types::Url;

use super::remote::is_remote;
use crate::file_system::{FileSystem, Library};
use ishi_archive::find::Search;
use ishi_archive::index::{CATALOG_FILE, FileEntry, FoundGame, IndexError, NO_INDEX, OpenIndex, Step};
use ishi_archive::{ArchiveText, GameFile, NamedFormat};
use ishi_check::check::{self, Code};
use ishi_config::{self as config, Config, ConfigError, SettingsSearch};
use ishi_disk as disk;
use ishi_ide::document::FenceReader;
use ishi_markdown as markdown;
use ishi_text::{Encoding, printable};

/// The files of this machine, by their `file:` URIs. Files in folders are read with the precautions of `disk`, because
/// a folder may come from somebody else.
#[derive(Debug)]
pub(super) struct Disk {
    library: Option<LibraryFolder>,
}

/// The folder of the library, which is opened for the first search and stays open until another index takes its place.
#[derive(Debug)]
struct LibraryFolder {
    path: PathBuf,
    open: Mutex<Option<(CatalogStamp, Arc<dyn Library>)>>,
}

/// The time and length of the file of a catalog, which change if the index is rebuilt.
type CatalogStamp = (SystemTime, u64);

/// How many bytes of the library stay in memory at most: those of some 150,000 games.
const MAX_KEPT: usize = 128 << 20;

impl Disk {
    pub(super) fn new(library: Option<PathBuf>) -> Self {
        Self { library: library.map(|path| LibraryFolder { path, open: Mutex::default() }) }
    }
}

impl LibraryFolder {
    /// Returns the index, which is opened unless it is open.
    fn library(&self) -> Result<Arc<dyn Library>, String> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let stamp = self.stamp();
        if let (Some((of, library)), Some(stamp)) = (&*open, stamp)
            && *of == stamp
        {
            return Ok(Arc::clone(library));
        }
        *open = None;
        let library: Arc<dyn Library> = Arc::new(open_index(&self.path)?.kept(MAX_KEPT));
        *open = stamp.map(|stamp| (stamp, Arc::clone(&library)));
        Ok(library)
    }

    fn stamp(&self) -> Option<CatalogStamp> {
        let catalog = self.path.join(CATALOG_FILE).symlink_metadata().ok()?;
        Some((catalog.modified().ok()?, catalog.len()))
    }
}

impl FileSystem for Disk {
    fn path(&self, uri: &str) -> Option<PathBuf> {
        let uri = Url::parse(uri).ok().filter(|uri| uri.scheme() == "file")?;
        // `%2E%2E%2F` is a part of a name in a URI, but leads out of the folder in a path.
        uri.to_file_path().ok().filter(|path| !path.components().any(|part| part == Component::ParentDir))
    }

    fn uri(&self, path: &Path) -> Option<String> {
        Url::from_file_path(path).ok().map(String::from)
    }

    fn exists(&self, path: &Path) -> bool {
        // A link is there, wherever it leads.
        path.symlink_metadata().is_ok()
    }

    fn is_record(&self, path: &Path) -> bool {
        disk::is_record(path)
    }

    fn ignore_files(&self) -> &'static [&'static str] {
        &disk::IGNORE_FILES
    }

    fn read_games(
        &self,
        path: &Path,
        most: usize,
        encoding: Option<Encoding>,
        take: &mut dyn FnMut(ArchiveText<'_>),
    ) -> io::Result<()> {
        let bytes = disk::read_regular(path, most)?;
        let file = GameFile::read(NamedFormat::of_path(path), &bytes, encoding);
        take(file.map_err(|reason| io::Error::other(reason.to_string()))?.text());
        Ok(())
    }

    fn read_text(&self, path: &Path, most: usize) -> io::Result<String> {
        let mut bytes = disk::read_regular(path, most)?;
        if bytes.starts_with(b"\xef\xbb\xbf") {
            bytes.drain(..3);
        }
        String::from_utf8(bytes).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
    }

    fn may_walk(&self, folder: &Path) -> bool {
        let home = std::env::home_dir().filter(|home| !home.as_os_str().is_empty());
        !home.is_some_and(|home| home.starts_with(folder)) && !is_remote(folder)
    }

    fn stamp(&self, path: &Path) -> u64 {
        FileEntry::stamp_of(disk::facts(path))
    }

    fn files_among<'f>(
        &'f self,
        folder: &'f Path,
        targets: BTreeSet<PathBuf>,
    ) -> Box<dyn Iterator<Item = PathBuf> + 'f> {
        Box::new(disk::files_among(folder, &targets).filter_map(|file| file.map_err(|error| log(&error, folder)).ok()))
    }

    fn find_settings(&self, path: &Path) -> SettingsSearch {
        config::find(path)
    }

    fn read_settings(&self, path: &Path) -> Result<String, ConfigError> {
        config::text(path)
    }

    fn parse_settings(&self, _: &Path, text: &str) -> Result<Config, ConfigError> {
        Config::from_toml(text)
    }

    fn rules(&self, code: Option<&str>) -> Option<String> {
        match code {
            Some(code) => code.parse::<Code>().ok().map(check::rule_page),
            None => Some(check::rules_page()),
        }
    }

    fn is_below(&self, folder: &Path, inner: &Path) -> bool {
        let mut path = folder.to_path_buf();
        inner.components().all(|part| {
            path.push(part);
            path.symlink_metadata().is_ok_and(|facts| !facts.is_symlink())
        })
    }

    fn fence_reader(&self) -> FenceReader {
        markdown::READER
    }

    fn library(&self) -> Option<Result<Arc<dyn Library>, String>> {
        let folder = self.library.as_ref()?;
        let name = || printable(&folder.path.to_string_lossy()).into_owned();
        Some(folder.library().map_err(|reason| format!("library.index: {}: {reason}", name())))
    }

    fn has_library(&self) -> bool {
        self.library.is_some()
    }
}

impl Library for OpenIndex<File> {
    fn find(&self, search: &Search, take: &mut dyn FnMut(Step<'_, FoundGame>) -> bool) -> Result<(), IndexError> {
        self.find(search, None, take)
    }

    fn file(&self, path: &Path) -> Option<&FileEntry> {
        self.file(path)
    }

    fn path(&self, file: &FileEntry) -> PathBuf {
        self.catalog().path(file)
    }
}

/// Opens the index in a folder of this machine.
fn open_index(folder: &Path) -> Result<OpenIndex<File>, String> {
    let name = folder.to_string_lossy();
    if name.contains("://") || name.starts_with(['/', '\\']) && name[1..].starts_with(['/', '\\']) {
        return Err("network paths and URLs are not read; name a folder of this machine".to_owned());
    }
    // A relative path would lead to whatever folder is open.
    if !folder.is_absolute() {
        return Err("the path is relative; name the folder from the root".to_owned());
    }
    let index = OpenIndex::open(|file| disk::open_regular(&folder.join(file))).map_err(|error| error.with_remedy())?;
    index.ok_or_else(|| NO_INDEX.to_owned())
}

fn log(disk::Unreadable { path, reason, is_ignore_file }: &disk::Unreadable, folder: &Path) {
    let path = path.as_deref().unwrap_or(folder).display();
    if *is_ignore_file {
        tracing::warn!("{path} is not used: {reason}");
    } else {
        tracing::debug!("{path} can't be read: {reason}");
    }
}
