//! The list of the files of games and of the segments of an index.

use std::borrow::Cow;
use std::path::{Component, Path, PathBuf};

use super::Damaged;
use super::bytes::{Reader, Writer, checksum};
use ishi_text::Encoding;

/// The first bytes of a catalog. The number at the end is that of the layout.
const MAGIC: &[u8; 8] = b"ishicat2";

/// A file of games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileEntry {
    /// The path of the file as it was given.
    pub path: PathBuf,
    /// A checksum of the facts about the file that differ after a change, such as its length and time; 0 if they are
    /// not known.
    pub stamp: u64,
    /// A checksum of the settings with which the file was read.
    pub settings: u64,
    /// A checksum of the content; 0 if it is not known.
    pub content: u128,
    /// The number of games in the file, those that can't be read included.
    pub games: usize,
    /// The number of games that can't be read.
    pub unread: usize,
}

/// Files whose games are in the same segments, one after the other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Unit {
    /// The files, in the order of their games in the segments.
    pub files: Vec<FileEntry>,
    /// The names of the segments, each with the number of its games.
    pub segments: Vec<(u64, usize)>,
}

/// The files of an index in their order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Catalog {
    /// The folder from which relative paths lead to the files.
    pub base: PathBuf,
    /// The files and their segments.
    pub units: Vec<Unit>,
}

impl FileEntry {
    /// Returns the stamp of a file with these facts.
    pub fn stamp_of(facts: Option<[u8; 24]>) -> u64 {
        facts.map_or(0, |facts| checksum(&facts, 2).max(1))
    }

    /// Returns the checksum of the content of a file.
    pub fn content_of(bytes: &[u8]) -> u128 {
        let [low, high] = [3, 4].map(|seed| u128::from(checksum(bytes, seed)));
        (low | high << 64).max(1)
    }

    /// Returns the checksum of the settings with which a file is read.
    pub fn settings_of(encoding: Option<Encoding>) -> u64 {
        checksum(encoding.map_or_else(String::new, |encoding| encoding.to_string()).as_bytes(), 0)
    }
}

impl Catalog {
    /// Returns the bytes of the file. Only a program of the same version reads them.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Writer(MAGIC.to_vec());
        bytes.text(env!("CARGO_PKG_VERSION"));
        bytes.blob(&path_bytes(&self.base));
        bytes.number(self.units.len() as u64);
        let mut last = Cow::Borrowed(&[][..]);
        for unit in &self.units {
            bytes.number(unit.segments.len() as u64);
            for &(name, games) in &unit.segments {
                bytes.u64(name);
                bytes.number(games as u64);
            }
            bytes.number(unit.files.len() as u64);
            for file in &unit.files {
                // Successive paths often begin alike.
                let path = path_bytes(&file.path);
                let common = last.iter().zip(&*path).take_while(|(one, other)| one == other).count();
                bytes.number(common as u64);
                bytes.blob(&path[common..]);
                last = path;
                bytes.u64(file.stamp);
                bytes.u64(file.settings);
                bytes.u64(file.content as u64);
                bytes.u64((file.content >> 64) as u64);
                bytes.number(file.games as u64);
                bytes.number(file.unread as u64);
            }
        }
        let sum = checksum(&bytes.0, 0);
        bytes.u64(sum);
        bytes.0
    }

    /// Reads the bytes of the file.
    ///
    /// # Errors
    /// Bytes of another version, or that are damaged.
    pub fn parse(bytes: &[u8]) -> Result<Self, Damaged> {
        let (content, sum) = bytes.split_last_chunk::<8>().ok_or(Damaged)?;
        let mut reader = Reader(content);
        if checksum(content, 0) != u64::from_le_bytes(*sum)
            || reader.bytes(MAGIC.len())? != MAGIC
            || reader.text()? != env!("CARGO_PKG_VERSION")
        {
            return Err(Damaged);
        }
        let mut catalog = Self { base: path_of(reader.blob()?.to_vec())?, units: Vec::new() };
        let mut last = Vec::new();
        for _ in 0..reader.size()? {
            let mut unit = Unit::default();
            for _ in 0..reader.size()? {
                unit.segments.push((reader.u64()?, reader.size()?));
            }
            for _ in 0..reader.size()? {
                let common = reader.size()?;
                let bytes = [last.get(..common).ok_or(Damaged)?, reader.blob()?].concat();
                let path = path_of(bytes.clone())?;
                let (stamp, settings) = (reader.u64()?, reader.u64()?);
                let content = u128::from(reader.u64()?) | u128::from(reader.u64()?) << 64;
                let (games, unread) = (reader.size()?, reader.size()?);
                unit.files.push(FileEntry { path, stamp, settings, content, games, unread });
                last = bytes;
            }
            let games = |unit: &Unit| unit.files.iter().map(|file| file.games).sum::<usize>();
            if unit.segments.iter().map(|(_, games)| games).sum::<usize>() != games(&unit) {
                return Err(Damaged);
            }
            catalog.units.push(unit);
        }
        Ok(catalog)
    }

    /// The path of a file from the root, without `.` and `..`.
    pub fn path(&self, file: &FileEntry) -> PathBuf {
        let mut path = PathBuf::new();
        for part in self.base.join(&file.path).components() {
            match part {
                Component::CurDir => {}
                Component::ParentDir => drop(path.pop()),
                part => path.push(part),
            }
        }
        path
    }

    /// All files, in order.
    pub fn files(&self) -> impl Iterator<Item = &FileEntry> {
        self.units.iter().flat_map(|unit| &unit.files)
    }
}

/// The bytes of a path, which need not be text.
#[cfg(unix)]
fn path_bytes(path: &Path) -> Cow<'_, [u8]> {
    use std::os::unix::ffi::OsStrExt;

    Cow::Borrowed(path.as_os_str().as_bytes())
}

/// The path that has these bytes.
#[cfg(unix)]
#[expect(clippy::unnecessary_wraps, reason = "elsewhere not all bytes are a path")]
fn path_of(bytes: Vec<u8>) -> Result<PathBuf, Damaged> {
    use std::os::unix::ffi::OsStringExt;

    Ok(PathBuf::from(std::ffi::OsString::from_vec(bytes)))
}

/// The bytes of a path. On Windows, half of a surrogate pair in it is replaced.
#[cfg(not(unix))]
fn path_bytes(path: &Path) -> Cow<'_, [u8]> {
    match path.to_string_lossy() {
        Cow::Borrowed(path) => Cow::Borrowed(path.as_bytes()),
        Cow::Owned(path) => Cow::Owned(path.into_bytes()),
    }
}

/// The path that has these bytes.
#[cfg(not(unix))]
fn path_of(bytes: Vec<u8>) -> Result<PathBuf, Damaged> {
    String::from_utf8(bytes).map(PathBuf::from).map_err(|_| Damaged)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_catalog_is_read_as_it_was_written() {
        let file = |path: &str, games| FileEntry {
            path: path.into(),
            stamp: u64::MAX,
            settings: 5,
            content: u128::MAX / 3,
            games,
            unread: 0,
        };
        let unit = |files: &[FileEntry], segments: &[(u64, usize)]| Unit {
            files: files.to_vec(),
            segments: segments.to_vec(),
        };
        let catalog = Catalog {
            base: "/home/ada".into(),
            units: vec![
                unit(&[file("games/é1.sgf", 1), file("games/è2.sgf", 0)], &[(7, 1)]),
                unit(&[file("games/è2.sgf.ishi", 300)], &[(8, 200), (9, 100)]),
            ],
        };
        let mut bytes = catalog.to_bytes();
        assert_eq!(Catalog::parse(&bytes), Ok(catalog));
        for index in 0..bytes.len() {
            bytes[index] ^= 1;
            assert_eq!(Catalog::parse(&bytes), Err(Damaged), "{index}");
            assert_eq!(Catalog::parse(&bytes[..index]), Err(Damaged), "{index}");
            bytes[index] ^= 1;
        }
    }
}
