//! Reading of files from untrusted folders: regular files only, without following links.

use std::fs::{File, FileType, OpenOptions};
use std::io;
use std::path::Path;

use super::read_from;

/// All bytes of the regular file at `path`.
///
/// A link is not followed, because it may lead anywhere. A pipe or device is not read, because it may have no end, or
/// be in use, as the standard input of a language server is.
///
/// # Errors
/// A file that can't be read, is not a regular file, or has more than `most` bytes.
pub fn read_regular(path: &Path, most: usize) -> io::Result<Vec<u8>> {
    read_from(open_regular(path)?, most)
}

/// Opens the regular file at `path`, as [`read_regular`] does.
///
/// # Errors
/// A file that can't be opened or is not a regular file.
pub fn open_regular(path: &Path) -> io::Result<File> {
    expect_regular(path.symlink_metadata()?.file_type())?;
    let file = options().open(path)?;
    // Another file may have taken its place in the meantime.
    expect_regular(file.metadata()?.file_type())?;
    Ok(file)
}

fn expect_regular(kind: FileType) -> io::Result<()> {
    match kind {
        kind if kind.is_file() => Ok(()),
        kind if kind.is_symlink() => Err(io::Error::other("it is a link, and links are not followed here")),
        kind if kind.is_dir() => Err(io::Error::other("it is a folder, not a file")),
        _ => Err(io::Error::other("it is not a regular file")),
    }
}

/// Opens for reading, without following a link or waiting for the other end of a pipe.
#[cfg(unix)]
fn options() -> OpenOptions {
    use std::os::unix::fs::OpenOptionsExt;

    let mut options = File::options();
    options.read(true).custom_flags(libc::O_NOFOLLOW | libc::O_NONBLOCK | libc::O_NOCTTY);
    options
}

/// Opens for reading. Here a name in a folder can't be that of a pipe.
#[cfg(not(unix))]
fn options() -> OpenOptions {
    let mut options = File::options();
    options.read(true);
    options
}
