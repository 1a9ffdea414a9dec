//! Finding and reading records on disk, for the server and the command line.

mod facts;
mod ignored;
mod regular;
mod walk;

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

pub use facts::facts;
pub use ignored::NAMES as IGNORE_FILES;
pub use regular::{open_regular, read_regular};
pub use walk::{FolderWalk, files, files_among};

use ishi_record::syntax::{EXTENSIONS, SHARED_EXTENSION, looks_like_ishi};
use ishi_text::{self as text, Encoding};

/// A file or folder that could not be read, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreadable {
    /// The path; `None` if it is not known.
    pub path: Option<PathBuf>,
    /// The reason, without the path.
    pub reason: String,
    /// Whether it is an ignore file. Without it, all files are found.
    pub is_ignore_file: bool,
}

/// Whether a file met in a folder is a record: by its name, or, as `.go` belongs to the Go language, by its content.
pub fn is_record(path: &Path) -> bool {
    EXTENSIONS.iter().any(|extension| has_extension(path, extension))
        || has_extension(path, SHARED_EXTENSION) && begins_like_ishi(path)
}

/// Whether a file has an extension of records, which programs in the Go language may also have.
pub fn has_record_extension(path: &Path) -> bool {
    EXTENSIONS.iter().chain([&SHARED_EXTENSION]).any(|extension| has_extension(path, extension))
}

/// Whether the name of a file ends with this extension, in any case.
pub fn has_extension(path: &Path, extension: &str) -> bool {
    path.extension().is_some_and(|actual| actual.eq_ignore_ascii_case(extension))
}

/// Whether the name of a file says that it is compressed or an archive, which is not read and not written.
pub fn is_compressed(path: &Path) -> bool {
    const EXTENSIONS: [&str; 11] = ["gz", "tgz", "zip", "bz2", "xz", "zst", "lz", "lzma", "lz4", "7z", "rar"];
    EXTENSIONS.iter().any(|extension| has_extension(path, extension))
}

/// Whether the first lines of a file are Ishi. An unreadable file counts as a record, so that the reason is reported
/// when the file is read.
fn begins_like_ishi(path: &Path) -> bool {
    const ENOUGH: u64 = 16 << 10;
    let mut head = Vec::new();
    match open_regular(path).and_then(|file| file.take(ENOUGH).read_to_end(&mut head)) {
        Ok(_) => text::decode(&head, Some(Encoding::UTF_8)).is_ok_and(|head| looks_like_ishi(&head.text)),
        Err(_) => true,
    }
}

/// All bytes of a file.
///
/// # Errors
/// Returns an error if the file can't be read, has more than `most` bytes, or is a named pipe, which may never be
/// written to.
pub fn read(path: &Path, most: usize) -> io::Result<Vec<u8>> {
    let most = if is_endless(path)? { most.min(LARGEST_OF_A_DEVICE) } else { most };
    read_from(File::open(path)?, most)
}

/// The largest number of bytes that is read from a device. Without it, `/dev/zero` would fill the memory.
const LARGEST_OF_A_DEVICE: usize = 16 << 20;

/// Whether reading from here may never end.
#[cfg(unix)]
fn is_endless(path: &Path) -> io::Result<bool> {
    use std::os::unix::fs::FileTypeExt;

    let kind = path.metadata()?.file_type();
    // A pipe that the shell made has a writer. It has no path of its own.
    if kind.is_fifo() && path.canonicalize().is_ok() {
        let reason = "a named pipe, which may never end; read it as `-` from standard input";
        return Err(io::Error::other(reason));
    }
    Ok(kind.is_char_device() || kind.is_block_device())
}

/// Whether reading from here may never end.
#[cfg(not(unix))]
fn is_endless(_: &Path) -> io::Result<bool> {
    Ok(false)
}

/// Reads up to the end.
///
/// # Errors
/// Errors of the reader, and more than `most` bytes.
pub fn read_from(from: impl Read, most: usize) -> io::Result<Vec<u8>> {
    // With room for most games, one takes two reads, and not one for each time that the room is doubled.
    let mut bytes = Vec::with_capacity(most.min(8 << 10));
    from.take(most as u64 + 1).read_to_end(&mut bytes)?;
    if bytes.len() > most {
        let most = if most >> 20 > 0 { format!("{} MiB", most >> 20) } else { format!("{} KiB", most >> 10) };
        return Err(io::Error::other(format!("larger than {most}, which is more than can be read")));
    }
    Ok(bytes)
}
