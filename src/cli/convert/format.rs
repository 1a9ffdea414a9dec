//! The formats of game records that are converted to each other.

use std::path::Path;

use clap::ValueEnum;
use ishi_disk as disk;
use ishi_record::syntax::{EXTENSIONS, SGF_EXTENSION};

/// A format of game records.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum RecordFormat {
    /// The Standard Format
    Ishi,
    /// The Smart Game Format
    Sgf,
}

impl RecordFormat {
    /// The format that a file's extension names, if any.
    pub(super) fn by_name(path: &Path) -> Option<Self> {
        if disk::has_extension(path, SGF_EXTENSION) {
            Some(Self::Sgf)
        } else {
            disk::has_record_extension(path).then_some(Self::Ishi)
        }
    }

    pub(super) fn other(self) -> Self {
        match self {
            Self::Ishi => Self::Sgf,
            Self::Sgf => Self::Ishi,
        }
    }

    pub(super) fn extension(self) -> &'static str {
        match self {
            Self::Ishi => EXTENSIONS[0],
            Self::Sgf => SGF_EXTENSION,
        }
    }
}
