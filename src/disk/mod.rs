//! Records on disk: which files they are, finding and reading them. The server and the command line share it.

mod ignored;
mod regular;
mod walk;

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

pub use regular::read_regular;
pub use walk::{FolderWalk, files, files_among};

use crate::syntax::{EXTENSIONS, SHARED_EXTENSION, looks_like_ishi};
use crate::text::{self, Encoding};

/// A file or folder that could not be read, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreadable {
    /// Where, if that is known.
    pub path: Option<PathBuf>,
    /// The bare reason.
    pub reason: String,
    /// Whether it only lists files to leave out. All others are found without it.
    pub is_ignore_file: bool,
}

/// Whether a file met in a folder is a record: by its name, or, as `.go` belongs to the Go language, by its content.
pub fn is_record(path: &Path) -> bool {
    EXTENSIONS.iter().any(|known| has_extension(path, known))
        || has_extension(path, SHARED_EXTENSION) && begins_like_ishi(path)
}

/// Whether the name of a file is one that records have. Programs in the Go language have such a name, too.
pub fn has_record_extension(path: &Path) -> bool {
    EXTENSIONS.iter().chain([&SHARED_EXTENSION]).any(|known| has_extension(path, known))
}

/// Whether the name of a file ends with this extension, in any case.
pub fn has_extension(path: &Path, extension: &str) -> bool {
    path.extension().is_some_and(|own| own.eq_ignore_ascii_case(extension))
}

/// Whether the first lines of a file are Ishi. A file that can't be read is taken for one, so that the reason is
/// reported where it is read in earnest.
fn begins_like_ishi(path: &Path) -> bool {
    const ENOUGH: u64 = 16 << 10;
    let mut head = Vec::new();
    match regular::open_regular(path).and_then(|file| file.take(ENOUGH).read_to_end(&mut head)) {
        Ok(_) => text::decode(&head, Some(Encoding::UTF_8)).is_ok_and(|head| looks_like_ishi(&head.text)),
        Err(_) => true,
    }
}

/// All bytes of a file.
///
/// # Errors
/// A file that can't be read, or that has more than `most` bytes; a named pipe, which may never be written to.
pub fn read(path: &Path, most: usize) -> io::Result<Vec<u8>> {
    let most = if is_endless(path)? { most.min(LARGEST_OF_A_DEVICE) } else { most };
    read_from(File::open(path)?, most)
}

/// The most that is read of a device, in bytes: `/dev/zero` would fill the memory first.
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
    let mut bytes = Vec::new();
    from.take(most as u64 + 1).read_to_end(&mut bytes)?;
    if bytes.len() > most {
        let most = if most >> 20 > 0 { format!("{} MiB", most >> 20) } else { format!("{} KiB", most >> 10) };
        return Err(io::Error::other(format!("larger than {most}, which is more than can be read")));
    }
    Ok(bytes)
}
