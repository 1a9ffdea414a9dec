//! An index of games: their headers, moves, lines and the hashes of their comments and variations, so that neither a
//! search nor a comparison reads their files.
//!
//! The [`Catalog`] names the files of games and the segments. A [`Segment`] has the games of some files in columns. The
//! first column has the games with each stone, and excludes most games from a search. All numbers are little-endian,
//! and every column has a checksum. The files are read and written by the caller.

mod bytes;
mod catalog;
mod entry;
mod info;
mod items;
mod lines;
mod open;
mod play;
mod presence;
mod segment;

use std::{fmt, io};

pub use bytes::checksum;
pub use catalog::{Catalog, FileEntry, Unit};
pub use entry::{GameEntry, IndexedGame, Summary, Unreadable};
pub use open::{
    CATALOG_FILE, IndexAnswer, OpenIndex, SEGMENT_EXTENSION, Step, open_segment, read_catalog, segment_file,
};
pub use segment::{Answer, FoundGame, ListedGame, Segment, SegmentBuilder, Wanted};

/// The reason why a folder without an index is not searched.
pub const NO_INDEX: &str = "there is no index; `ishi index` makes one";

/// An error in the bytes of an index: they are damaged, or another version has written them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Damaged;

/// The reason why an index can't be used.
#[derive(Debug)]
pub enum IndexError {
    /// The index is damaged, or another version has written it.
    Damaged,
    /// A file of the index can't be read.
    Io(io::Error),
}

impl From<Damaged> for IndexError {
    fn from(_: Damaged) -> Self {
        Self::Damaged
    }
}

/// A file that ends too early is damaged.
impl From<io::Error> for IndexError {
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::UnexpectedEof { Self::Damaged } else { Self::Io(error) }
    }
}

impl fmt::Display for IndexError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Damaged => f.write_str("the index is damaged, or was made by another version of ishi"),
            Self::Io(error) => error.fmt(f),
        }
    }
}

impl IndexError {
    /// Returns the error with its remedy, as a message for the user.
    pub fn with_remedy(&self) -> String {
        match self {
            Self::Damaged => format!("{self}; `ishi index` builds it again"),
            Self::Io(_) => self.to_string(),
        }
    }
}

impl std::error::Error for IndexError {}
