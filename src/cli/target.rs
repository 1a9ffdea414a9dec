//! Files that are read and then replaced. In between, another file or a link may take the name: what is replaced is
//! the file that was read, in the folder in which it was read, or nothing.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::SystemTime;

pub(super) use system::{Folder, Target};

/// A file in a folder that was searched.
#[derive(Clone, Debug)]
pub(super) struct Found {
    /// The path as the user will recognise it.
    pub(super) path: PathBuf,
    /// The folder; `None` if it can't be opened.
    folder: Option<Arc<Folder>>,
    /// The path from there.
    inner: PathBuf,
}

impl Found {
    pub(super) fn new(path: PathBuf, folder: Option<Arc<Folder>>, inner: PathBuf) -> Self {
        Self { path, folder, inner }
    }

    /// Finds the file without following a link on the way to it.
    pub(super) fn target(&self) -> io::Result<Target> {
        match &self.folder {
            Some(folder) => Target::below(folder, &self.inner),
            None => Err(io::Error::other("its folder can't be opened")),
        }
    }
}

impl PartialEq for Found {
    fn eq(&self, other: &Self) -> bool {
        self.path == other.path
    }
}

impl Eq for Found {}

/// Distinguishes a file from another one, and from itself after a change.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Stamp {
    /// The device and the number of the file on it, where the system has such a number.
    number: Option<(u64, u64)>,
    bytes: u64,
    modified: Option<SystemTime>,
}

/// Fails where the file that is there now is not the one that was read.
fn expect_same(read: Option<&Stamp>, now: &Stamp) -> io::Result<()> {
    match read {
        Some(read) if read != now => Err(io::Error::other("it has changed since it was read, and was not written")),
        _ => Ok(()),
    }
}

/// Fails where renaming over a file would work, and would not be what "read-only" says.
fn expect_writable(is_readonly: bool) -> io::Result<()> {
    let refusal = || io::Error::new(io::ErrorKind::PermissionDenied, "the file is read-only");
    if is_readonly { Err(refusal()) } else { Ok(()) }
}

/// Where files are found from the handle of a folder.
#[cfg(unix)]
mod system {
    use std::collections::hash_map::RandomState;
    use std::ffi::OsString;
    use std::fs::File;
    use std::hash::BuildHasher;
    use std::io::{self, Write};
    use std::os::fd::OwnedFd;
    use std::os::unix::fs::MetadataExt;
    use std::path::{Component, Path};
    use std::sync::Arc;

    use rustix::fs::{AtFlags, CWD, Mode, OFlags, openat, renameat, unlinkat};
    use rustix::io::Errno;

    use super::{Stamp, expect_same, expect_writable};
    use crate::properties;
    use crate::unfinished::{NAME, Unfinished};
    use ishi_disk as disk;

    /// A folder that stays the same one, whatever takes its name.
    #[derive(Debug)]
    pub(crate) struct Folder(OwnedFd);

    impl Folder {
        pub(crate) fn open(path: &Path) -> io::Result<Self> {
            // Without a path it is the current folder.
            let path = if path.as_os_str().is_empty() { Path::new(".") } else { path };
            Ok(Self(openat(CWD, path, FOLDER, Mode::empty())?))
        }
    }

    const FOLDER: OFlags = OFlags::RDONLY.union(OFlags::DIRECTORY).union(OFlags::CLOEXEC);

    /// For reading, without following a link or waiting for the other end of a pipe.
    const FILE: OFlags =
        OFlags::RDONLY.union(OFlags::NOFOLLOW).union(OFlags::NONBLOCK).union(OFlags::NOCTTY).union(OFlags::CLOEXEC);

    const NEW: OFlags =
        OFlags::RDWR.union(OFlags::CREATE).union(OFlags::EXCL).union(OFlags::NOFOLLOW).union(OFlags::CLOEXEC);

    /// A file by its name in an open folder.
    #[derive(Debug)]
    pub(crate) struct Target {
        folder: Arc<OwnedFd>,
        name: OsString,
        /// The file as it was read, if it was.
        read: Option<Stamp>,
    }

    impl Target {
        /// The file at a path, which may be that of a link.
        pub(crate) fn named(path: &Path) -> io::Result<Self> {
            let path = path.canonicalize()?;
            let (Some(folder), Some(name)) = (path.parent(), path.file_name()) else {
                return Err(io::ErrorKind::IsADirectory.into());
            };
            let Folder(folder) = Folder::open(folder)?;
            Ok(Self { folder: Arc::new(folder), name: name.to_owned(), read: None })
        }

        /// The file at a path from a folder. No part of the path may be a link.
        pub(crate) fn below(folder: &Folder, inner: &Path) -> io::Result<Self> {
            let mut folder = folder.0.try_clone()?;
            let mut rest = inner.components().filter(|part| *part != Component::CurDir).peekable();
            while let Some(part) = rest.next() {
                let Component::Normal(name) = part else { break };
                if rest.peek().is_none() {
                    return Ok(Self { folder: Arc::new(folder), name: name.to_owned(), read: None });
                }
                folder = openat(&folder, name, FOLDER | OFlags::NOFOLLOW, Mode::empty()).map_err(explained)?;
            }
            Err(io::ErrorKind::InvalidInput.into())
        }

        /// Reads the file, which must be a regular one.
        pub(crate) fn read(&mut self, most: usize) -> io::Result<Vec<u8>> {
            let file = self.open()?;
            self.read = Some(Stamp::of(&file)?);
            disk::read_from(file, most)
        }

        fn open(&self) -> io::Result<File> {
            let file = File::from(openat(&self.folder, &self.name, FILE, Mode::empty()).map_err(explained)?);
            if !file.metadata()?.is_file() {
                return Err(io::Error::other("not a regular file, so it can't be replaced"));
            }
            Ok(file)
        }

        /// Replaces the file by another one as a whole: at every moment its name has either all of the old content or
        /// all of the new. Returns the properties of the old file that the new one could not be given.
        ///
        /// The new content is written beside the old, under a name such as `.ishi-a1b2c3.tmp`, and takes its name and
        /// its properties. If the process is killed in between, that file is left.
        pub(crate) fn replace(&self, content: &[u8]) -> io::Result<Vec<String>> {
            let old = self.open()?;
            let (mut new, name, _unfinished) = self.create()?;
            let done = self.write(&old, &mut new, content).and_then(|lost| {
                // A link that takes the name now is replaced itself, and not what it leads to.
                renameat(&self.folder, &name, &self.folder, &self.name)?;
                Ok(lost)
            });
            if done.is_err() {
                let _ = unlinkat(&self.folder, &name, AtFlags::empty());
            }
            done
        }

        /// Writes a new file that is to take the place of an old one.
        fn write(&self, old: &File, new: &mut File, content: &[u8]) -> io::Result<Vec<String>> {
            expect_writable(old.metadata()?.permissions().readonly())?;
            new.write_all(content)?;
            let lost = properties::copy(old, new)?;
            // The name must not come to the disk before the content, or a power cut would leave an empty file.
            new.sync_data()?;
            expect_same(self.read.as_ref(), &Stamp::of(&self.open()?)?)?;
            Ok(lost)
        }

        /// Creates a file beside it, and returns it with its name.
        fn create(&self) -> io::Result<(File, OsString, Unfinished)> {
            let (begin, end) = NAME;
            let create = || loop {
                let random = RandomState::new().hash_one(0);
                let name = OsString::from(format!("{begin}{random:016x}{end}"));
                match openat(&self.folder, &name, NEW, Mode::RUSR | Mode::WUSR) {
                    Ok(file) => return Ok((File::from(file), name)),
                    Err(Errno::EXIST) => {}
                    Err(error) => return Err(error.into()),
                }
            };
            let ((file, name), unfinished) = Unfinished::create(create, |(_, name)| {
                let (folder, name) = (Arc::clone(&self.folder), name.clone());
                move || {
                    let _ = unlinkat(&folder, &name, AtFlags::empty());
                }
            })?;
            Ok((file, name, unfinished))
        }
    }

    impl Stamp {
        fn of(file: &File) -> io::Result<Self> {
            let metadata = file.metadata()?;
            let number = Some((metadata.dev(), metadata.ino()));
            Ok(Self { number, bytes: metadata.len(), modified: metadata.modified().ok() })
        }
    }

    fn explained(error: Errno) -> io::Error {
        match error {
            // Some systems have another word for it.
            Errno::LOOP | Errno::MLINK => io::Error::other("it is a link, and links are not followed here"),
            error => error.into(),
        }
    }
}

/// Where a file has no other handle than its path. A link that is there when the file is read or replaced is not
/// followed.
#[cfg(not(unix))]
mod system {
    use std::fs;
    use std::io::{self, Write};
    use std::path::{Path, PathBuf};

    use super::{Stamp, expect_same, expect_writable};
    use crate::unfinished::NAME;
    use ishi_disk as disk;

    /// A folder, by its path.
    #[derive(Debug)]
    pub(crate) struct Folder(PathBuf);

    impl Folder {
        pub(crate) fn open(path: &Path) -> io::Result<Self> {
            Ok(Self(path.to_path_buf()))
        }
    }

    /// A file by its path.
    #[derive(Debug)]
    pub(crate) struct Target {
        path: PathBuf,
        /// The file as it was read, if it was.
        read: Option<Stamp>,
    }

    impl Target {
        /// The file at a path, which may be that of a link.
        pub(crate) fn named(path: &Path) -> io::Result<Self> {
            Ok(Self { path: path.canonicalize()?, read: None })
        }

        /// The file at a path from a folder.
        pub(crate) fn below(Folder(folder): &Folder, inner: &Path) -> io::Result<Self> {
            Ok(Self { path: folder.join(inner), read: None })
        }

        /// Reads the file, which must be a regular one.
        pub(crate) fn read(&mut self, most: usize) -> io::Result<Vec<u8>> {
            self.read = Some(Stamp::of(&self.path.symlink_metadata()?));
            disk::read_regular(&self.path, most)
        }

        /// Replaces the file by another one as a whole: at every moment its name has either all of the old content or
        /// all of the new. Of its properties it keeps whether it is read-only.
        pub(crate) fn replace(&self, content: &[u8]) -> io::Result<Vec<String>> {
            let old = self.path.symlink_metadata()?;
            if !old.is_file() {
                return Err(io::Error::other("not a regular file, so it can't be replaced"));
            }
            expect_writable(old.permissions().readonly())?;
            let folder = self.path.parent().unwrap_or(Path::new("."));
            let (begin, end) = NAME;
            let mut new = tempfile::Builder::new().prefix(begin).suffix(end).tempfile_in(folder)?;
            new.write_all(content)?;
            new.as_file().set_permissions(old.permissions())?;
            new.as_file().sync_data()?;
            expect_same(self.read.as_ref(), &Stamp::of(&self.path.symlink_metadata()?))?;
            new.persist(&self.path).map_err(|error| error.error)?;
            Ok(Vec::new())
        }
    }

    impl Stamp {
        fn of(metadata: &fs::Metadata) -> Self {
            Self { number: None, bytes: metadata.len(), modified: metadata.modified().ok() }
        }
    }
}

#[cfg(all(test, unix))]
#[allow(clippy::disallowed_methods, reason = "the files are the tests' own")]
mod tests {
    use std::fs::{self, Permissions};
    use std::os::unix::fs::{PermissionsExt, symlink};
    use std::path::Path;

    use super::*;
    use crate::unfinished::NAME;

    const OLD: &str = "event\n";

    /// A folder with `folder/sub/a` and `secret`, and the first of them after it was read.
    fn read() -> (tempfile::TempDir, Target) {
        let temporary = tempfile::tempdir().unwrap();
        fs::create_dir_all(temporary.path().join("folder/sub")).unwrap();
        fs::write(temporary.path().join("folder/sub/a"), OLD).unwrap();
        fs::write(temporary.path().join("secret"), OLD).unwrap();
        let folder = Folder::open(&temporary.path().join("folder")).unwrap();
        let mut target = Target::below(&folder, Path::new("sub/a")).unwrap();
        assert_eq!(target.read(100).unwrap(), OLD.as_bytes());
        (temporary, target)
    }

    #[test]
    fn what_takes_the_place_of_a_file_that_was_read_is_left_alone() {
        type Swap = fn(&Path);
        let swaps: [(Swap, &str); 6] = [
            (|temporary| symlink(temporary.join("secret"), temporary.join("folder/sub/a")).unwrap(), "it is a link"),
            (
                |temporary| fs::hard_link(temporary.join("secret"), temporary.join("folder/sub/a")).unwrap(),
                "it has changed",
            ),
            (|temporary| fs::write(temporary.join("folder/sub/a"), OLD).unwrap(), "it has changed"),
            (|temporary| fs::create_dir(temporary.join("folder/sub/a")).unwrap(), "not a regular file"),
            (
                |temporary| {
                    fs::rename(temporary.join("folder/sub"), temporary.join("folder/moved")).unwrap();
                    symlink(temporary, temporary.join("folder/sub")).unwrap();
                    fs::write(temporary.join("a"), OLD).unwrap();
                },
                "No such file",
            ),
            (|_| {}, "No such file"),
        ];
        for (swap, reason) in swaps {
            let (temporary, target) = read();
            let before = fs::metadata(temporary.path().join("secret")).unwrap().modified().unwrap();
            // The number of a file that is removed may be given to the next.
            fs::rename(temporary.path().join("folder/sub/a"), temporary.path().join("folder/old")).unwrap();
            swap(temporary.path());
            let error = target.replace(b"EVENT\n").unwrap_err().to_string();
            assert!(error.starts_with(reason), "{error}, not {reason}");
            assert_eq!(fs::metadata(temporary.path().join("secret")).unwrap().modified().unwrap(), before);
            for name in ["secret", "a", "folder/sub/a"] {
                assert!(fs::read(temporary.path().join(name)).map_or(true, |bytes| bytes == OLD.as_bytes()), "{name}");
            }
            let left = fs::read_dir(temporary.path().join("folder/sub")).unwrap();
            let names: Vec<_> = left.map(|entry| entry.unwrap().file_name()).collect();
            assert!(names.iter().all(|name| !name.to_string_lossy().ends_with(NAME.1)), "{names:?}");
        }
    }

    #[test]
    fn a_file_that_is_written_by_another_program_is_left_alone() {
        let (temporary, target) = read();
        let path = temporary.path().join("folder/sub/a");
        fs::write(&path, "another text\n").unwrap();
        assert!(target.replace(b"EVENT\n").unwrap_err().to_string().starts_with("it has changed"));
        assert_eq!(fs::read_to_string(&path).unwrap(), "another text\n");
    }

    #[test]
    fn the_file_that_was_read_is_replaced_wherever_its_folder_is() {
        let (temporary, target) = read();
        let path = temporary.path().join("folder/sub/a");
        fs::set_permissions(&path, Permissions::from_mode(0o640)).unwrap();
        fs::rename(temporary.path().join("folder"), temporary.path().join("elsewhere")).unwrap();
        symlink(temporary.path(), temporary.path().join("folder")).unwrap();
        target.replace(b"EVENT\n").unwrap();
        let path = temporary.path().join("elsewhere/sub/a");
        assert_eq!(fs::read_to_string(&path).unwrap(), "EVENT\n");
        assert_eq!(path.metadata().unwrap().permissions().mode() & 0o777, 0o640);
    }

    #[test]
    fn no_link_is_followed_on_the_way_to_a_file() {
        let (temporary, _) = read();
        let folder = Folder::open(&temporary.path().join("folder")).unwrap();
        symlink(temporary.path(), temporary.path().join("folder/out")).unwrap();
        symlink("a", temporary.path().join("folder/sub/link")).unwrap();
        for inner in ["out/secret", "sub/link", "../secret", "sub/../../secret", "/etc/passwd", ""] {
            let read = Target::below(&folder, Path::new(inner)).and_then(|mut target| target.read(100));
            assert!(read.is_err(), "{inner}");
        }
    }
}
