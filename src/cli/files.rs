//! Finding the files that arguments name, reading them, and replacing them as a whole.

use std::borrow::Cow;
use std::collections::HashSet;
use std::fmt;
use std::fs;
use std::io::{self, Write};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use super::Error;
use super::output::{print_error, printable};
use super::target::{Folder, Found, Target, UNFINISHED};
use crate::config::{Glob, InvalidGlob};
use crate::disk;
use crate::document::MAX_BYTES;
use crate::syntax::SHARED_EXTENSION;

/// A text to work on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Input {
    /// A file that an argument names. A link is followed.
    File(PathBuf),
    /// A file in a folder that was searched. A link that takes its place is not followed.
    Found(Found),
    /// Standard input, and the path of `--stdin-filename`.
    Stdin(Option<PathBuf>),
}

/// A file or folder that could not be read or written, and why.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Failure {
    pub(super) name: String,
    pub(super) reason: String,
}

impl Failure {
    /// The reason why a file can't be used.
    pub(super) fn new(path: &Path, reason: &impl ToString) -> Self {
        Self { name: path.display().to_string(), reason: reason.to_string() }
    }

    /// Says so on standard error.
    pub(super) fn report(&self) {
        print_error(self);
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", printable(&self.name), self.reason)
    }
}

impl Input {
    /// The file that an argument names; `-` is standard input.
    pub(super) fn named(path: &Path) -> Self {
        if path == Path::new("-") { Self::Stdin(None) } else { Self::File(path.to_path_buf()) }
    }

    /// The name to show.
    pub(super) fn name(&self) -> Cow<'_, str> {
        self.path().to_string_lossy()
    }

    /// The exact path, for opening the file: a path need not be text.
    pub(super) fn path(&self) -> &Path {
        match self {
            Self::File(path) | Self::Found(Found { path, .. }) | Self::Stdin(Some(path)) => path,
            Self::Stdin(None) => Path::new("<stdin>"),
        }
    }

    /// The path from which the search for settings begins.
    pub(super) fn settings_path(&self) -> &Path {
        match self {
            Self::File(path) | Self::Found(Found { path, .. }) | Self::Stdin(Some(path)) => path,
            Self::Stdin(None) => Path::new("stdin"),
        }
    }

    /// All its bytes.
    pub(super) fn read(&self) -> Result<Vec<u8>, Failure> {
        let bytes = match self {
            Self::File(path) => disk::read(path, MAX_BYTES),
            Self::Found(found) => found.target().and_then(|mut target| target.read(MAX_BYTES)),
            Self::Stdin(_) => disk::read_from(io::stdin().lock(), MAX_BYTES),
        };
        bytes.map_err(|error| self.failure(&error))
    }

    /// All its bytes, and the file to replace with others; `None` for standard input.
    pub(super) fn read_to_replace(&self) -> Result<(Vec<u8>, Option<Target>), Failure> {
        let target = match self {
            Self::File(path) if path.is_file() => Target::named(path),
            Self::Found(found) => found.target(),
            // What is not a regular file is read, and can't be replaced.
            Self::File(_) | Self::Stdin(_) => return Ok((self.read()?, None)),
        };
        let read = target.and_then(|mut target| Ok((target.read(MAX_BYTES)?, Some(target))));
        read.map_err(|error| self.failure(&error))
    }

    /// Replaces the file that was read as a whole.
    pub(super) fn replace(&self, target: Option<&Target>, content: &[u8]) -> Result<(), Failure> {
        match target {
            Some(target) => target.replace(content).map_err(|error| self.failure(&error)),
            None => Err(self.failure(&"not a regular file, so it can't be replaced")),
        }
    }

    /// Whether it is standard input.
    pub(super) fn is_stdin(&self) -> bool {
        matches!(self, Self::Stdin(_))
    }

    /// A failure to do something with it.
    pub(super) fn failure(&self, reason: &impl ToString) -> Failure {
        Failure { name: self.name().into_owned(), reason: reason.to_string() }
    }
}

/// The files that the arguments of a command name.
#[derive(Debug, Default)]
pub(super) struct Selected {
    /// Each file once, in the order of the arguments and sorted within a folder.
    pub(super) sources: Vec<Input>,
    /// The files that an argument names directly, and not by a folder or a pattern.
    pub(super) named: HashSet<PathBuf>,
    /// Arguments and folders that could not be read.
    pub(super) failures: Vec<Failure>,
    /// Ignore files that were skipped.
    pub(super) warnings: Vec<Failure>,
}

/// Finds the files that are meant by `paths`.
///
/// A file is taken whatever its name, `-` is standard input, a folder is searched for files that are `wanted`, and a
/// pattern that the shell has left alone (`'games/**/*.go'`) is matched here. Nothing at all means the current folder.
pub(super) fn find(paths: &[PathBuf], stdin_name: Option<&Path>, wanted: impl Fn(&Path) -> bool) -> Selected {
    let mut found = Selected::default();
    let here = [PathBuf::from(".")];
    let paths = if paths.is_empty() { &here } else { paths };
    for path in paths {
        if path == Path::new("-") {
            found.sources.push(Input::Stdin(stdin_name.map(Path::to_path_buf)));
        } else if path.is_dir() {
            walk(path, &wanted, &mut found);
        } else if path.symlink_metadata().is_err() && is_pattern(path) {
            expand(path, &mut found);
        } else {
            found.named.insert(path.clone());
            found.sources.push(Input::File(path.clone()));
        }
    }
    if paths.len() > 1 {
        let mut seen = HashSet::new();
        found.sources.retain(|source| match source {
            Input::Stdin(_) => true,
            _ => seen.insert(source.path().canonicalize().unwrap_or_else(|_| source.path().to_path_buf())),
        });
    }
    found
}

/// Adds the files below `folder` that are `wanted`, sorted by path.
fn walk(folder: &Path, wanted: impl Fn(&Path) -> bool, found: &mut Selected) {
    let handle = Folder::open(folder).ok().map(Arc::new);
    for file in disk::files(folder) {
        match file {
            Ok(path) => {
                let inner = path.strip_prefix(folder).unwrap_or(&path);
                let path = without_dot(&path);
                if wanted(path) {
                    let file = Found::new(path.to_path_buf(), handle.clone(), inner.to_path_buf());
                    found.sources.push(Input::Found(file));
                }
            }
            Err(disk::Unreadable { path, reason, is_ignore_file }) => {
                let path = path.as_deref().unwrap_or(folder);
                let list = if is_ignore_file { &mut found.warnings } else { &mut found.failures };
                list.push(Failure::new(path, &reason));
            }
        }
    }
}

/// `a.ishi` for `./a.ishi`.
fn without_dot(path: &Path) -> &Path {
    path.strip_prefix(".").unwrap_or(path)
}

/// The folder in which the files of an argument lie, and whether they may lie in a folder below it.
pub(super) fn folder_of(path: &Path) -> (PathBuf, bool) {
    if path.is_dir() {
        (path.to_path_buf(), true)
    } else if path.symlink_metadata().is_err() && is_pattern(path) {
        (fixed_part(path), true)
    } else {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        (folder.unwrap_or(Path::new(".")).to_path_buf(), false)
    }
}

/// The folder that all files lie in which a pattern matches.
fn fixed_part(pattern: &Path) -> PathBuf {
    let folder: PathBuf = pattern.components().take_while(|part| !is_pattern(Path::new(part))).collect();
    if folder.as_os_str().is_empty() { PathBuf::from(".") } else { folder }
}

fn is_pattern(path: &Path) -> bool {
    path.to_string_lossy().contains(['*', '?', '[', '{'])
}

/// Adds the files that a pattern matches. Programs in the Go language are left out, as in folders.
fn expand(pattern: &Path, found: &mut Selected) {
    let before = (found.sources.len(), found.failures.len());
    match glob_of(pattern) {
        Ok(glob) => {
            let folder = &fixed_part(pattern);
            if !folder.exists() {
                found.failures.push(Failure::new(pattern, &"no record matches this pattern"));
                return;
            }
            let wanted = |path: &Path| {
                let is_shared = disk::has_extension(path, SHARED_EXTENSION);
                glob.matches(path) && (!is_shared || disk::is_record(path))
            };
            walk(folder, wanted, found);
            if before == (found.sources.len(), found.failures.len()) {
                found.failures.push(Failure::new(pattern, &"no record matches this pattern"));
            }
        }
        Err(error) => found.failures.push(Failure::new(pattern, &error)),
    }
}

fn glob_of(pattern: &Path) -> Result<Glob, InvalidGlob> {
    let plain: PathBuf = pattern.components().filter(|part| *part != Component::CurDir).collect();
    Glob::new(&plain.to_string_lossy())
}

/// Writes a file that may be new. One that is there already is replaced as a whole.
pub(super) fn write(path: &Path, content: &[u8]) -> Result<(), Failure> {
    if path.is_file() {
        return replace(path, content);
    }
    #[expect(clippy::disallowed_methods, reason = "there is nothing to replace yet")]
    fs::write(path, content).map_err(|error| Failure::new(path, &error))
}

/// Replaces the content of a file as a whole. A link stays a link, and the file it leads to is replaced.
fn replace(path: &Path, content: &[u8]) -> Result<(), Failure> {
    Target::named(path).and_then(|target| target.replace(content)).map_err(|error| Failure::new(path, &error))
}

/// Writes a file as a whole, with the folders in which it is to be. One that exists is replaced only by `force`.
pub(super) fn create(path: &Path, content: &[u8], force: bool) -> Result<(), Failure> {
    if path.symlink_metadata().is_ok() {
        return if force {
            replace(path, content)
        } else {
            Err(Failure::new(path, &"it exists; `--force` replaces it"))
        };
    }
    let created = || -> io::Result<()> {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        fs::create_dir_all(folder)?;
        let mut builder = tempfile::Builder::new();
        with_usual_permissions(builder.prefix(UNFINISHED.0).suffix(UNFINISHED.1));
        let mut new = builder.tempfile_in(folder)?;
        new.write_all(content)?;
        new.as_file().sync_data()?;
        new.persist_noclobber(path).map_err(|error| error.error)?;
        Ok(())
    };
    created().map_err(|error| Failure::new(path, &error))
}

/// A file that is written piece by piece, and has its name only when it is whole.
pub(super) struct NewFile {
    file: io::BufWriter<tempfile::NamedTempFile>,
    path: PathBuf,
    /// Whether a file that exists is replaced.
    force: bool,
}

impl NewFile {
    /// Begins a file. One that exists is replaced only by `force`.
    pub(super) fn create(path: &Path, force: bool) -> Result<Self, Error> {
        let created = || -> io::Result<_> {
            let path = match path.symlink_metadata() {
                Ok(_) if !force => return Err(io::Error::other("it exists; `--force` replaces it")),
                // A link stays a link, and the file it leads to is replaced.
                Ok(there) if there.is_symlink() && path.is_file() => path.canonicalize()?,
                Ok(there) if !there.is_file() => return Err(io::Error::other("not a regular file")),
                _ => path.to_path_buf(),
            };
            let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
            fs::create_dir_all(folder)?;
            let mut builder = tempfile::Builder::new();
            with_usual_permissions(builder.prefix(UNFINISHED.0).suffix(UNFINISHED.1));
            Ok((builder.tempfile_in(folder)?, path))
        };
        let (file, path) = created().map_err(|error| Failure::new(path, &error).to_string())?;
        Ok(Self { file: io::BufWriter::with_capacity(1 << 16, file), path, force })
    }

    /// Adds something.
    pub(super) fn write(&mut self, bytes: &[u8]) -> Result<(), Error> {
        self.file.write_all(bytes).map_err(|error| Failure::new(&self.path, &error).to_string().into())
    }

    /// Gives the file its name.
    pub(super) fn finish(self) -> Result<(), Error> {
        self.complete()?.name()
    }

    /// Completes the content of the file, which has no name yet.
    pub(super) fn complete(self) -> Result<CompleteFile, Error> {
        let Self { file, path, force } = self;
        let completed = || -> io::Result<_> {
            let file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
            file.as_file().sync_data()?;
            Ok(file.into_temp_path())
        };
        match completed() {
            Ok(file) => Ok(CompleteFile { file, path, force }),
            Err(error) => Err(Failure::new(&path, &error).to_string().into()),
        }
    }
}

/// A file that is whole, and has no name yet. It is removed unless it is given its name.
pub(super) struct CompleteFile {
    file: tempfile::TempPath,
    path: PathBuf,
    force: bool,
}

impl CompleteFile {
    /// Gives the file its name.
    pub(super) fn name(self) -> Result<(), Error> {
        let Self { file, path, force } = self;
        let named = if force { file.persist(&path) } else { file.persist_noclobber(&path) };
        named.map_err(|error| Failure::new(&path, &error.error).to_string().into())
    }
}

#[cfg(feature = "parquet")]
impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// Gives a new file the permissions that files usually have; those of a temporary file are its owner's only.
#[cfg(unix)]
fn with_usual_permissions(builder: &mut tempfile::Builder<'_, '_>) {
    use std::os::unix::fs::PermissionsExt;

    builder.permissions(fs::Permissions::from_mode(0o666));
}

#[cfg(not(unix))]
fn with_usual_permissions(_: &mut tempfile::Builder<'_, '_>) {}
