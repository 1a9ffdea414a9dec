//! The problems of games, by the settings that apply without an `ishi.toml`.

use std::sync::LazyLock;

use ishi_archive::{Game, Problem};
use ishi_check::check::Diagnostic;
use ishi_config::Check;
use pyo3::prelude::*;

static CHECK: LazyLock<Check> = LazyLock::new(Check::default);

/// The problems of a game that `ishi check` shows.
pub(crate) fn problems(game: &Game<'_>) -> Vec<Problem> {
    let mut found = game.problems(&CHECK.severities);
    found.retain(|problem| is_shown(&problem.diagnostic));
    found
}

/// Whether `ishi check` shows a problem.
pub(crate) fn is_shown(diagnostic: &Diagnostic) -> bool {
    diagnostic.severity >= CHECK.show
}

/// A problem in a file.
///
/// Lines and columns count from 1, columns in characters; the end is the place after the last character. `str()` of it
/// is a line for people. Diagnostics can be compared, hashed and pickled; they are ordered by file and place.
#[pyclass(frozen, get_all, eq, ord, hash, module = "ishi", name = "Diagnostic")]
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct FileDiagnostic {
    /// The name of the file.
    pub(crate) file: String,
    /// The line on which the problem begins.
    pub(crate) line: usize,
    /// The column at which it begins.
    pub(crate) column: usize,
    /// The line on which it ends.
    pub(crate) end_line: usize,
    /// The column after its end.
    pub(crate) end_column: usize,
    /// The rule, as in `occupied-point`.
    pub(crate) code: String,
    /// `error`, `warning` or `info`.
    pub(crate) severity: String,
    /// The problem, and what to do about it.
    pub(crate) message: String,
}

#[pymethods]
impl FileDiagnostic {
    #[new]
    #[expect(clippy::too_many_arguments, reason = "one for each field")]
    fn new(
        file: String,
        line: usize,
        column: usize,
        end_line: usize,
        end_column: usize,
        code: String,
        severity: String,
        message: String,
    ) -> Self {
        Self { file, line, column, end_line, end_column, code, severity, message }
    }

    /// The arguments with which `pickle` makes a copy.
    fn __getnewargs__(&self) -> (&str, usize, usize, usize, usize, &str, &str, &str) {
        let Self { file, line, column, end_line, end_column, code, severity, message } = self;
        (file, *line, *column, *end_line, *end_column, code, severity, message)
    }

    fn __str__(&self) -> String {
        let Self { file, line, column, severity, code, message, .. } = self;
        format!("{file}:{line}:{column}: {severity}[{code}]: {message}")
    }

    fn __repr__(&self) -> String {
        format!("<Diagnostic {self}>", self = self.__str__())
    }
}
