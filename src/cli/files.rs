//! Finding the files that arguments name, reading them, and replacing them as a whole.

use std::borrow::Cow;
use std::collections::HashSet;
use std::fmt;
use std::fs;
use std::io::{self, Write};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use super::output::{listed, print_error, printable, printable_name, warn};
use super::target::{Folder, Found, Target};
use super::unfinished::{self, Unfinished};
use ishi_config::{Glob, InvalidGlob};
use ishi_disk as disk;
use ishi_ide::document::MAX_BYTES;
use ishi_record::syntax::SHARED_EXTENSION;

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
            Self::Found(file) => file.target().and_then(|mut target| target.read(MAX_BYTES)),
            Self::Stdin(_) => disk::read_from(io::stdin().lock(), MAX_BYTES),
        };
        bytes.map_err(|error| self.failure(&error))
    }

    /// All its bytes, and the file to replace with others; `None` for standard input.
    pub(super) fn read_to_replace(&self) -> Result<(Vec<u8>, Option<Target>), Failure> {
        let target = match self {
            Self::File(path) if path.is_file() && !is_descriptor(path) => Target::named(path),
            Self::Found(file) => file.target(),
            // What is not a regular file is read, and can't be replaced.
            Self::File(_) | Self::Stdin(_) => return Ok((self.read()?, None)),
        };
        let read = target.and_then(|mut target| Ok((target.read(MAX_BYTES)?, Some(target))));
        read.map_err(|error| self.failure(&error))
    }

    /// Changes the content of the file that was read, and reports the properties of the file that it could not keep.
    pub(super) fn replace(&self, target: Option<&Target>, content: &[u8]) -> Result<(), Failure> {
        let Some(target) = target else {
            return Err(self.failure(&"not a regular file, so it can't be replaced"));
        };
        let lost = target.replace(content).map_err(|error| self.failure(&error))?;
        if !lost.is_empty() {
            warn(&format!("{}: {} could not be kept", printable_name(&self.name()), listed(&lost)));
        }
        Ok(())
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

/// Whether a path stands for a file that the program has opened, such as `/dev/stdin`, and not for the name of a file.
#[cfg(unix)]
fn is_descriptor(path: &Path) -> bool {
    /// More links than a system follows.
    const MAX_LINKS: usize = 64;
    let mut path = path.to_path_buf();
    for _ in 0..MAX_LINKS {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let folder = folder.canonicalize().unwrap_or_default();
        if folder == Path::new("/dev") || ["/dev/fd", "/proc"].iter().any(|special| folder.starts_with(special)) {
            return true;
        }
        match path.read_link() {
            Ok(target) => path = folder.join(target),
            Err(_) => return false,
        }
    }
    false
}

#[cfg(not(unix))]
fn is_descriptor(_: &Path) -> bool {
    false
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
    /// Compressed files in folders, which may have games.
    pub(super) compressed: Vec<PathBuf>,
}

/// Finds the files that are meant by `paths`.
///
/// A file is taken whatever its name, `-` is standard input, a folder is searched for files that are `wanted`, and a
/// pattern that the shell has left alone (`'games/**/*.go'`) is matched here. Nothing at all means the current folder.
pub(super) fn find(paths: &[PathBuf], stdin_name: Option<&Path>, wanted: impl Fn(&Path) -> bool) -> Selected {
    let mut selected = Selected::default();
    let here = [PathBuf::from(".")];
    let paths = if paths.is_empty() { &here } else { paths };
    for path in paths {
        if Input::named(path).is_stdin() {
            selected.sources.push(Input::Stdin(stdin_name.map(Path::to_path_buf)));
        } else if path.is_dir() {
            walk(path, &wanted, &mut selected);
        } else if path.symlink_metadata().is_err() && is_pattern(path) {
            expand(path, &mut selected);
        } else {
            selected.named.insert(path.clone());
            selected.sources.push(Input::File(path.clone()));
        }
    }
    if paths.len() > 1 {
        let mut seen = HashSet::new();
        selected.sources.retain(|source| match source {
            Input::Stdin(_) => true,
            _ => seen.insert(source.path().canonicalize().unwrap_or_else(|_| source.path().to_path_buf())),
        });
    }
    selected
}

/// Adds the files below `folder` that are `wanted`, sorted by path.
fn walk(folder: &Path, wanted: impl Fn(&Path) -> bool, selected: &mut Selected) {
    let handle = Folder::open(folder).ok().map(Arc::new);
    for file in disk::files(folder) {
        match file {
            Ok(path) => {
                let inner = path.strip_prefix(folder).unwrap_or(&path);
                let path = without_dot(&path);
                if wanted(path) {
                    let file = Found::new(path.to_path_buf(), handle.clone(), inner.to_path_buf());
                    selected.sources.push(Input::Found(file));
                } else if disk::is_compressed(path) {
                    selected.compressed.push(path.to_path_buf());
                }
            }
            Err(disk::Unreadable { path, reason, is_ignore_file }) => {
                let path = path.as_deref().unwrap_or(folder);
                let list = if is_ignore_file { &mut selected.warnings } else { &mut selected.failures };
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

/// Whether a path that leads to nothing is a pattern.
pub(super) fn is_pattern(path: &Path) -> bool {
    path.to_string_lossy().contains(['*', '?', '[', '{'])
}

/// Adds the files that a pattern matches. Programs in the Go language are left out, as in folders.
fn expand(pattern: &Path, selected: &mut Selected) {
    let before = (selected.sources.len(), selected.failures.len());
    match glob_of(pattern) {
        Ok(glob) => {
            let folder = &fixed_part(pattern);
            if !folder.exists() {
                selected.failures.push(Failure::new(pattern, &"no record matches this pattern"));
                return;
            }
            let wanted = |path: &Path| {
                let is_shared = disk::has_extension(path, SHARED_EXTENSION);
                glob.matches(path) && (!is_shared || disk::is_record(path))
            };
            let compressed = selected.compressed.len();
            walk(folder, wanted, selected);
            // The pattern says which files are wanted.
            selected.compressed.truncate(compressed);
            if before == (selected.sources.len(), selected.failures.len()) {
                selected.failures.push(Failure::new(pattern, &"no record matches this pattern"));
            }
        }
        Err(error) => selected.failures.push(Failure::new(pattern, &error)),
    }
}

fn glob_of(pattern: &Path) -> Result<Glob, InvalidGlob> {
    let plain: PathBuf = pattern.components().filter(|part| *part != Component::CurDir).collect();
    Glob::new(&plain.to_string_lossy())
}

/// Fails if the output has the name of a compressed file, which is not what would be written.
pub(super) fn refuse_compressed(target: &Path) -> Result<(), Failure> {
    if !disk::is_compressed(target) {
        return Ok(());
    }
    let reason = "this is the name of a compressed file, and no command compresses: write to standard output, and pass \
                  it on, as in `ishi … | gzip > FILE`";
    Err(Failure::new(target, &reason))
}

/// Writes a file in a folder that is there. One that exists is replaced as a whole, and only by `force`.
pub(super) fn write(path: &Path, content: &[u8], force: bool) -> Result<(), Failure> {
    if path.is_file() {
        return if force { replace(path, content) } else { Err(Failure::new(path, &EXISTS)) };
    }
    #[expect(clippy::disallowed_methods, reason = "there is nothing to replace yet")]
    fs::write(path, content).map_err(|error| Failure::new(path, &error))
}

/// The reason why a file is not written.
const EXISTS: &str = "it exists; `--force` replaces it";

/// Replaces a file as a whole. A link stays a link, and the file it leads to is replaced.
fn replace(path: &Path, content: &[u8]) -> Result<(), Failure> {
    let replaced = Target::named(path).and_then(|target| target.replace(content));
    replaced.map(drop).map_err(|error| Failure::new(path, &error))
}

/// Writes a file as a whole, with the folders in which it is to be. One that exists is replaced only by `force`.
pub(super) fn create(path: &Path, content: &[u8], force: bool) -> Result<(), Failure> {
    if force && path.symlink_metadata().is_ok() {
        return replace(path, content);
    }
    let mut file = NewFile::create(path, force)?;
    file.write(content)?;
    file.finish()
}

/// Like [`create`], for the file at a path in a folder. It is written in no other folder: see
/// [`NewFile::create_below`].
pub(super) fn create_below(folder: &Path, inner: &Path, content: &[u8], force: bool) -> Result<(), Failure> {
    let path = folder.join(inner);
    if force && path.symlink_metadata().is_ok_and(|there| there.is_file()) {
        let target = Folder::open(folder).and_then(|folder| Target::below(&folder, inner));
        let replaced = target.and_then(|target| target.replace(content));
        return replaced.map(drop).map_err(|error| Failure::new(&path, &error));
    }
    let mut file = NewFile::create_below(folder, inner, force)?;
    file.write(content)?;
    file.finish()
}

/// Fails if a path in a folder is that of a link, through which files in another folder would be written.
pub(super) fn expect_no_link(folder: &Path, inner: &Path) -> Result<(), Failure> {
    let mut folders = inner.ancestors().filter(|inner| !inner.as_os_str().is_empty()).map(|inner| folder.join(inner));
    match folders.find(|path| path.symlink_metadata().is_ok_and(|there| there.is_symlink())) {
        Some(link) => Err(Failure::new(&link, &"it is a link, and no file is written through a link")),
        None => Ok(()),
    }
}

/// A file that is written piece by piece, and has its name only when it is whole.
pub(super) struct NewFile {
    file: io::BufWriter<tempfile::NamedTempFile>,
    unfinished: Unfinished,
    path: PathBuf,
    /// Whether a file that exists is replaced.
    force: bool,
}

impl NewFile {
    /// Begins a file. One that exists is replaced only by `force`. A link stays a link, and the file it leads to is
    /// replaced.
    pub(super) fn create(path: &Path, force: bool) -> Result<Self, Failure> {
        let is_link = || path.symlink_metadata().is_ok_and(|there| there.is_symlink());
        let target = if force && path.is_file() && is_link() { path.canonicalize() } else { Ok(path.to_path_buf()) };
        target.and_then(|target| Self::begin(target, force)).map_err(|error| Failure::new(path, &error))
    }

    /// Begins the file at a path in a folder. One that exists is replaced only by `force`, and a link is refused: the
    /// file that it leads to may be in another folder, or have two links.
    pub(super) fn create_below(folder: &Path, inner: &Path, force: bool) -> Result<Self, Failure> {
        expect_no_link(folder, inner)?;
        let path = folder.join(inner);
        Self::begin(path.clone(), force).map_err(|error| Failure::new(&path, &error))
    }

    fn begin(path: PathBuf, force: bool) -> io::Result<Self> {
        match path.symlink_metadata() {
            Ok(_) if !force => return Err(io::Error::other(EXISTS)),
            Ok(there) if !there.is_file() => return Err(io::Error::other("not a regular file")),
            _ => {}
        }
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        fs::create_dir_all(folder)?;
        let (prefix, suffix) = unfinished::NAME;
        let mut builder = tempfile::Builder::new();
        with_usual_permissions(builder.prefix(prefix).suffix(suffix));
        let (file, unfinished) = Unfinished::create(
            || builder.tempfile_in(folder),
            |file| {
                let path = file.path().to_path_buf();
                move || drop(fs::remove_file(path))
            },
        )?;
        Ok(Self { file: io::BufWriter::with_capacity(1 << 16, file), unfinished, path, force })
    }

    /// Adds something.
    pub(super) fn write(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        self.file.write_all(bytes).map_err(|error| Failure::new(&self.path, &error))
    }

    /// Gives the file its name.
    pub(super) fn finish(self) -> Result<(), Failure> {
        self.complete()?.name()
    }

    /// Completes the content of the file, which has no name yet.
    pub(super) fn complete(self) -> Result<CompleteFile, Failure> {
        let Self { file, unfinished, path, force } = self;
        let completed = || -> io::Result<_> {
            let file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
            file.as_file().sync_data()?;
            Ok(file.into_temp_path())
        };
        match completed() {
            Ok(file) => Ok(CompleteFile { file, _unfinished: unfinished, path, force }),
            Err(error) => Err(Failure::new(&path, &error)),
        }
    }
}

/// A file that is whole, and has no name yet. It is removed unless it is given its name.
pub(super) struct CompleteFile {
    file: tempfile::TempPath,
    _unfinished: Unfinished,
    path: PathBuf,
    force: bool,
}

impl CompleteFile {
    /// Gives the file its name.
    pub(super) fn name(self) -> Result<(), Failure> {
        let Self { file, _unfinished, path, force } = self;
        let named = if force { file.persist(&path) } else { file.persist_noclobber(&path) };
        named.map_err(|error| Failure::new(&path, &error.error))
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
