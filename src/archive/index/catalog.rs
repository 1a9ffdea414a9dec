//! The list of the files of games and of the segments of an index.

use std::path::{Component, Path, PathBuf};

use super::Damaged;
use super::bytes::{Reader, Writer, checksum};
use crate::text::Encoding;

/// The first bytes of a catalog. The number at the end is that of the layout.
const MAGIC: &[u8; 8] = b"ishicat1";

/// A file of games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileEntry {
    /// The path of the file as it was given.
    pub path: String,
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
    /// The files.
    pub files: Vec<FileEntry>,
    /// The names of the segments, each with the number of its games.
    pub segments: Vec<(u64, usize)>,
}

/// The files of an index in their order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Catalog {
    /// The folder from which relative paths lead to the files.
    pub base: String,
    /// The files and their segments.
    pub units: Vec<Unit>,
}

impl FileEntry {
    /// Returns the stamp of a file with these facts.
    pub fn stamp_of(facts: Option<[u8; 24]>) -> u64 {
        facts.map_or(0, |facts| checksum(&facts, 2).max(1))
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
        bytes.text(&self.base);
        bytes.number(self.units.len() as u64);
        let mut last = "";
        for unit in &self.units {
            bytes.number(unit.segments.len() as u64);
            for &(name, games) in &unit.segments {
                bytes.u64(name);
                bytes.number(games as u64);
            }
            bytes.number(unit.files.len() as u64);
            for file in &unit.files {
                // Successive paths often begin alike.
                let common = last.bytes().zip(file.path.bytes()).take_while(|(one, other)| one == other).count();
                let common = (0..=common).rev().find(|&end| file.path.is_char_boundary(end)).unwrap_or(0);
                bytes.number(common as u64);
                bytes.text(&file.path[common..]);
                last = &file.path;
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
        let (own, sum) = bytes.split_last_chunk::<8>().ok_or(Damaged)?;
        let mut reader = Reader(own);
        if checksum(own, 0) != u64::from_le_bytes(*sum)
            || reader.bytes(MAGIC.len())? != MAGIC
            || reader.text()? != env!("CARGO_PKG_VERSION")
        {
            return Err(Damaged);
        }
        let mut catalog = Self { base: reader.text()?.to_owned(), units: Vec::new() };
        let mut last = String::new();
        for _ in 0..reader.size()? {
            let mut unit = Unit::default();
            for _ in 0..reader.size()? {
                unit.segments.push((reader.u64()?, reader.size()?));
            }
            for _ in 0..reader.size()? {
                let common = reader.size()?;
                let path = last.get(..common).ok_or(Damaged)?.to_owned() + reader.text()?;
                let (stamp, settings) = (reader.u64()?, reader.u64()?);
                let content = u128::from(reader.u64()?) | u128::from(reader.u64()?) << 64;
                let (games, unread) = (reader.size()?, reader.size()?);
                unit.files.push(FileEntry { path: path.clone(), stamp, settings, content, games, unread });
                last = path;
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
        for part in Path::new(&self.base).join(&file.path).components() {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_catalog_is_read_as_it_was_written() {
        let file = |path: &str, games| FileEntry {
            path: path.to_owned(),
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
            base: "/home/ada".to_owned(),
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
