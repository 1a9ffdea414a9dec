//! The Python package `ishi`. Its functions only translate between Python and the library; they release the lock of the
//! interpreter while they work.

#![allow(
    clippy::doc_link_with_quotes,
    clippy::doc_markdown,
    reason = "comments on functions are the documentation in Python"
)]
#![allow(clippy::needless_pass_by_value, reason = "arguments of Python are values")]

mod dupes;
mod failure;
mod find;
mod problems;
mod source;
mod sources;
mod stream;
mod table;

use ishi_archive::{EMPTY_FILE, GameFile, NO_GAME, NOT_A_RECORD, Unread, games_in, json};
use ishi_check::check::{Selector, Severities};
use ishi_convert::convert;
use ishi_position::LineColumns;
use ishi_record::format::{self, Options};
use ishi_sgf as sgf;
use ishi_text as text;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::failure::{Error, Failure};
use crate::problems::{FileDiagnostic, is_shown, problems};
use crate::source::Source;
use crate::sources::Sources;
use crate::table::Games;

/// Check a file: a record, or games in SGF, GIB, NGF or UGF.
///
/// `select` and `ignore` name rules, or all of them as `ALL`, as `ishi check --select` and `--ignore` do.
///
/// >>> for problem in ishi.check(b"EVENT x\nB 1 Q16\nW 2 Q16\n"):
/// ...     print(problem.line, problem.code)
/// 3 occupied-point
/// >>> ishi.check(b"EVENT x\nB 1 Q16\nW 2 Q16\n", ignore=["occupied-point"])
/// []
#[pyfunction]
#[pyo3(signature = (source, *, select = None, ignore = None))]
fn check(
    py: Python<'_>,
    source: Source,
    select: Option<Vec<String>>,
    ignore: Option<Vec<String>>,
) -> PyResult<Vec<FileDiagnostic>> {
    let severities = severities(select, ignore).map_err(|failure| failure.into_exception(py))?;
    let format = source.named_format();
    source.read(py, |name, file| {
        let places = LineColumns::new(file.as_str());
        let found = file.check(format, &severities).into_iter().filter(is_shown);
        let diagnostics = found.map(|diagnostic| {
            let (start, end) = places.range(diagnostic.span);
            FileDiagnostic {
                file: name.to_owned(),
                line: start.line,
                column: start.column,
                end_line: end.line,
                end_column: end.column,
                code: diagnostic.code.name().to_owned(),
                severity: diagnostic.severity.name().to_owned(),
                message: diagnostic.message,
            }
        });
        Ok(diagnostics.collect())
    })
}

fn severities(select: Option<Vec<String>>, ignore: Option<Vec<String>>) -> Result<Severities, Failure> {
    let selectors = |names: Vec<String>| {
        let selectors = names.iter().map(|name| name.parse().map_err(Failure::of_value));
        selectors.collect::<Result<Vec<Selector>, Failure>>()
    };
    let mut severities = Severities::default();
    if let Some(names) = select {
        severities.select(&selectors(names)?);
    }
    if let Some(names) = ignore {
        severities.ignore(&selectors(names)?);
    }
    Ok(severities)
}

/// Return the bytes of a file in canonical form. Formatting loses nothing, and keeps the encoding.
///
/// The options are those of `ishi fmt`: `keyword_case` and `location_case` are `upper`, `lower`, `title` or `preserve`,
/// `line_ending` is `preserve`, `crlf` or `lf`. Games in SGF have no options.
///
/// >>> ishi.format(b"event x\n b  1 q16\n")
/// b'EVENT x\nB 1 Q16\n'
/// >>> ishi.format(b"event x\n b  1 q16\n", keyword_case="lower")
/// b'event x\nb 1 Q16\n'
#[pyfunction]
#[pyo3(
    name = "format",
    signature = (
        source, *, keyword_case = "upper", location_case = "upper", indent = 2, line_ending = "preserve", wrap = 0
    )
)]
fn format_file<'py>(
    py: Python<'py>,
    source: Source,
    keyword_case: &str,
    location_case: &str,
    indent: u8,
    line_ending: &str,
    wrap: u16,
) -> PyResult<Bound<'py, PyBytes>> {
    let options = || {
        Ok(Options {
            keyword_case: option("keyword_case", keyword_case)?,
            location_case: option("location_case", location_case)?,
            indent,
            line_ending: option("line_ending", line_ending)?,
            wrap,
        })
    };
    let options = options().map_err(|failure: Failure| failure.into_exception(py))?;
    let formatted = source.read(py, |name, file| {
        let failure = |line, reason: String| Failure::in_file(name, line, reason);
        let edits = match file {
            GameFile::Record(decoded) => format::format(&decoded.text, &options),
            GameFile::Sgf(sgf) => {
                let formatted = format::format_sgf(sgf.text()).map_err(|fault| {
                    let line = LineColumns::new(sgf.text()).of(fault.span.start).line;
                    failure(Some(line), fault.kind.to_string())
                })?;
                text::difference(sgf.text(), &formatted)
            }
            GameFile::Import(..) => return Err(failure(None, "this format is only read".to_owned())),
        };
        file.encode(&edits).map_err(|reason| failure(None, reason))
    })?;
    Ok(PyBytes::new(py, &formatted))
}

/// Reads the value of an option by the names that it has in `ishi.toml`.
fn option<T: DeserializeOwned>(name: &str, value: &str) -> Result<T, Failure> {
    serde_json::from_value(value.into()).map_err(|reason| Failure::of_value(format!("{name}: {reason}")))
}

/// Return the bytes of a file with the games in SGF. A file in SGF is returned as it is.
///
/// Nothing is lost: lines that no property can express are kept in a property of their own.
///
/// >>> ishi.to_sgf(b"EVENT x\nB 1 Q16\nW 2 D4\n")
/// b'(;FF[4]GM[1]CA[UTF-8]AP[ishi:1]GN[x];B[pd];W[dp])\n'
#[pyfunction]
fn to_sgf(py: Python<'_>, source: Source) -> PyResult<Bound<'_, PyBytes>> {
    let converted = source.read(py, |name, file| {
        let failure = |reason: String| Failure::in_file(name, None, reason);
        match file {
            _ if file.has_no_game() => Err(failure(NOT_A_RECORD.to_owned())),
            GameFile::Record(decoded) => {
                let games = convert::to_sgf(&decoded.text);
                if games.readable == 0 {
                    return Err(failure("no event in it could be read".to_owned()));
                }
                let lacks = |character| failure(format!("{} has no `{character}`", games.charset_or_utf8()));
                games.encode().map_err(lacks)
            }
            GameFile::Sgf(games) => Ok(games.bytes().to_vec()),
            GameFile::Import(game, _) if game.to_ishi().is_none() => Err(failure(NO_GAME.to_owned())),
            GameFile::Import(game, _) => Ok(game.sgf.clone().into_bytes()),
        }
    })?;
    Ok(PyBytes::new(py, &converted))
}

/// Return the bytes of a record, in UTF-8, with the games of a file. A record is returned as it is.
///
/// Nothing is lost: properties that no line can express are kept in a USER block.
///
/// >>> record = ishi.to_ishi(b"(;SZ[9]PB[Ada];B[cc];W[gg])").decode()
/// >>> record.splitlines()[-2:]
/// ['B 1 C7', 'W 2 G3']
#[pyfunction]
fn to_ishi(py: Python<'_>, source: Source) -> PyResult<Bound<'_, PyBytes>> {
    let converted = source.read(py, |name, file| {
        let failure = || Failure::in_file(name, None, NO_GAME);
        match file {
            _ if file.has_no_game() => Err(Failure::in_file(name, None, NOT_A_RECORD)),
            GameFile::Record(decoded) => Ok(decoded.bytes().to_vec()),
            GameFile::Sgf(games) => {
                let record = convert::to_ishi(&sgf::parse(games.text()), Some(games.charset()));
                if record.readable > 0 { Ok(record.text.into_bytes()) } else { Err(failure()) }
            }
            GameFile::Import(game, _) => game.to_ishi().map(|record| record.text.into_bytes()).ok_or_else(failure),
        }
    })?;
    Ok(PyBytes::new(py, &converted))
}

/// Return the games of a file as dictionaries, with headers, moves, variations, comments, marks and problems.
///
/// The keys are those of `ishi export --to jsonl`, which `ishi schema game` describes. A game that can't be read is a
/// dictionary with the reason as `parse_error`.
///
/// >>> [game] = ishi.read(b"(;SZ[9]PB[Ada];B[cc];W[gg])")
/// >>> game["headers"]["black"]["name"]
/// 'Ada'
/// >>> [move["location"] for move in game["moves"]]
/// ['C7', 'G3']
#[pyfunction]
fn read(py: Python<'_>, source: Source) -> PyResult<Bound<'_, PyList>> {
    let format = source.named_format();
    let lines = source.read(py, |name, file| {
        if file.lacks_game(format) {
            return Ok(vec![json::line(name, (1, 1), Err((EMPTY_FILE, None)))]);
        }
        let lines = games_in(file.text()).map(|piece| {
            let place = (piece.event, piece.line);
            piece.read(|game| match game {
                Ok(game) => json::line(name, place, Ok((game, problems(game)))),
                Err(Unread { reason, info }) => json::line(name, place, Err((&reason, info.as_deref()))),
            })
        });
        Ok(lines.collect::<Vec<String>>())
    })?;
    Ok(objects(py, &lines)?.cast_into()?)
}

/// Returns an answer as a JSON object.
fn json_of(answer: &impl Serialize) -> String {
    // Strings, numbers and lists of them can always be written as JSON.
    serde_json::to_string(answer).unwrap_or_default()
}

/// Converts JSON objects to dictionaries.
fn objects<'py>(py: Python<'py>, lines: &[String]) -> PyResult<Bound<'py, PyAny>> {
    py.import("json")?.call_method1("loads", (format!("[{}]", lines.join(",")),))
}

/// Return the games of many files as a table, which libraries read by the PyCapsule interface of Arrow.
///
/// `sources` is one source or an iterable of them; a folder stands for all files of games below it. The columns are
/// those of `ishi export --to parquet`. A game that can't be read is a row with the reason as `parse_error`. The games
/// are read while the other library takes them, on all cores, and memory does not grow with their number.
///
/// >>> import pyarrow
/// >>> table = pyarrow.table(ishi.games([b"(;SZ[9]PB[Ada];B[cc];W[gg])", ("b.sgf", b"(;PB[Ben];B[dd])")]))
/// >>> table.select(["file", "black", "n_moves"]).to_pylist()
/// [{'file': '<bytes>', 'black': 'Ada', 'n_moves': 2}, {'file': 'b.sgf', 'black': 'Ben', 'n_moves': 1}]
#[pyfunction]
#[pyo3(name = "games")]
fn games_of(sources: &Bound<'_, PyAny>) -> PyResult<Games> {
    Ok(Games::new(Sources::new(sources)?))
}

/// Go game records: check, format, convert, search, and read as Arrow.
///
/// A source is a path (`str` or `os.PathLike`), the content of a file (`bytes`), or a pair of a name and bytes. Content
/// without a name is recognised by itself. No `ishi.toml` is read: a result depends on the arguments alone.
#[pymodule(name = "ishi")]
fn package(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("Error", module.py().get_type::<Error>())?;
    module.add_class::<FileDiagnostic>()?;
    module.add_class::<Games>()?;
    module.add_function(wrap_pyfunction!(check, module)?)?;
    module.add_function(wrap_pyfunction!(format_file, module)?)?;
    module.add_function(wrap_pyfunction!(to_sgf, module)?)?;
    module.add_function(wrap_pyfunction!(to_ishi, module)?)?;
    module.add_function(wrap_pyfunction!(read, module)?)?;
    module.add_function(wrap_pyfunction!(games_of, module)?)?;
    module.add_function(wrap_pyfunction!(dupes::dupes, module)?)?;
    module.add_function(wrap_pyfunction!(find::find, module)?)?;
    module.add_function(wrap_pyfunction!(find::position, module)?)?;
    Ok(())
}
