//! Exceptions that say where something is wrong.

use std::io;

use pyo3::create_exception;
use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;

create_exception!(
    ishi,
    Error,
    PyValueError,
    "A text or a value that can't be used.\n\n`file` and `line` (from 1) say where, as far as that is known, and \
     `reason` why. A file that can't be opened is an `OSError` with its `filename`."
);

/// The reason why a text can't be used, before it becomes an exception.
pub(crate) struct Failure {
    /// The name of the file.
    file: Option<String>,
    kind: Kind,
}

enum Kind {
    /// A text that can't be used, and the line of the file, from 1.
    Text { line: Option<usize>, reason: String },
    /// A file that can't be read.
    File(io::Error),
}

impl Failure {
    /// Creates the failure of a file with a reason, on a line from 1 if the line is known.
    pub(crate) fn in_file(file: &str, line: Option<usize>, reason: impl ToString) -> Self {
        Self { file: Some(file.to_owned()), kind: Kind::Text { line, reason: reason.to_string() } }
    }

    /// Creates the failure of a value that can't be used.
    pub(crate) fn of_value(reason: impl ToString) -> Self {
        Self { file: None, kind: Kind::Text { line: None, reason: reason.to_string() } }
    }

    /// Creates the failure of a file that can't be read.
    pub(crate) fn of_file(file: &str, error: io::Error) -> Self {
        Self { file: Some(file.to_owned()), kind: Kind::File(error) }
    }

    /// Converts the failure to an exception.
    pub(crate) fn into_exception(self, py: Python<'_>) -> PyErr {
        match self.exception(py) {
            Ok(exception) => PyErr::from_value(exception),
            Err(error) => error,
        }
    }

    fn exception(self, py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
        let (line, reason) = match self.kind {
            Kind::Text { line, reason } => (line, reason),
            Kind::File(error) => match error.raw_os_error() {
                Some(code) => {
                    let reason = py.import("os")?.call_method1("strerror", (code,))?;
                    return py.get_type::<PyOSError>().call1((code, reason, self.file));
                }
                None => (None, error.to_string()),
            },
        };
        let message = match (&self.file, line) {
            (Some(file), Some(line)) => format!("{file}:{line}: {reason}"),
            (Some(file), None) => format!("{file}: {reason}"),
            (None, _) => reason.clone(),
        };
        let exception = py.get_type::<Error>().call1((message,))?;
        exception.setattr("file", self.file)?;
        exception.setattr("line", line)?;
        exception.setattr("reason", reason)?;
        Ok(exception)
    }
}
