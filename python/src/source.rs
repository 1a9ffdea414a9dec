//! The source that an argument names: a file, or the content of one.

use std::borrow::Cow;
use std::io;
use std::path::{Path, PathBuf};

use ishi_archive::{GameFile, NamedFormat};
use ishi_disk as disk;
use ishi_ide::document::MAX_BYTES;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::{PyByteArray, PyBytes, PyString, PyTuple};

use crate::failure::Failure;

/// A file, or the content of one.
#[derive(Debug)]
pub(crate) enum Source {
    /// The file with this path.
    Path(PathBuf),
    /// The name and the bytes of a file. Content without a name has the name [`UNNAMED`].
    Content(String, PyBackedBytes),
}

/// The name of content that has none.
const UNNAMED: &str = "<bytes>";

impl Source {
    /// Reads an argument: bytes, a path, or a pair of a name and bytes. Returns `None` for any other value.
    pub(crate) fn of(argument: &Bound<'_, PyAny>) -> PyResult<Option<Self>> {
        if argument.is_instance_of::<PyBytes>() || argument.is_instance_of::<PyByteArray>() {
            return Ok(Some(Self::Content(UNNAMED.to_owned(), argument.extract()?)));
        }
        if argument.is_instance_of::<PyTuple>() {
            return Ok(argument.extract().ok().map(|(name, bytes)| Self::Content(name, bytes)));
        }
        if argument.is_instance_of::<PyString>() || argument.hasattr("__fspath__")? {
            return Ok(Some(Self::Path(argument.extract()?)));
        }
        Ok(None)
    }

    /// The name of the file, for messages and tables.
    pub(crate) fn name(&self) -> Cow<'_, str> {
        match self {
            Self::Path(path) => path.to_string_lossy(),
            Self::Content(name, _) => Cow::Borrowed(name),
        }
    }

    /// The bytes of the file.
    ///
    /// # Errors
    /// A file that can't be read, and more bytes than can be read.
    pub(crate) fn bytes(&self) -> io::Result<Cow<'_, [u8]>> {
        match self {
            Self::Path(path) => disk::read(path, MAX_BYTES).map(Cow::Owned),
            Self::Content(_, bytes) if bytes.len() > MAX_BYTES => disk::read_from(&**bytes, MAX_BYTES).map(Cow::Owned),
            Self::Content(_, bytes) => Ok(Cow::Borrowed(bytes)),
        }
    }

    /// The format according to the name.
    pub(crate) fn named_format(&self) -> NamedFormat {
        named_format(&self.name(), matches!(self, Self::Content(name, _) if name == UNNAMED))
    }

    /// Reads the file without the lock of the interpreter, and calls `work` with it.
    ///
    /// # Errors
    /// A file that can't be read or is not a text, and the failure of `work`.
    pub(crate) fn read<R: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&str, &GameFile<'_>) -> Result<R, Failure> + Send,
    ) -> PyResult<R> {
        let read = py.detach(|| {
            let name = self.name();
            let bytes = self.bytes().map_err(|error| Failure::of_file(&name, error))?;
            let file = GameFile::read(self.named_format(), &bytes, None);
            work(&name, &file.map_err(|reason| Failure::in_file(&name, None, reason))?)
        });
        read.map_err(|failure| failure.into_exception(py))
    }
}

/// The format of a file with this name.
pub(crate) fn named_format(name: &str, is_unnamed: bool) -> NamedFormat {
    if is_unnamed { NamedFormat::Unnamed } else { NamedFormat::of_path(Path::new(name)) }
}

impl FromPyObject<'_, '_> for Source {
    type Error = PyErr;

    fn extract(argument: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        Self::of(&argument)?.ok_or_else(|| {
            let kind = argument.get_type();
            PyTypeError::new_err(format!("expected a path (str or os.PathLike), bytes, or (name, bytes), not {kind}"))
        })
    }
}
