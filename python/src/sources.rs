//! Many files, in the order in which an argument names them.

use std::collections::VecDeque;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyIterator;

use crate::failure::Failure;
use crate::source::Source;

/// The most bytes of content, and the most sources, that are taken from an iterator before they are read.
const MAX_BYTES: usize = 32 << 20;
const MAX_SOURCES: usize = 4096;

/// The sources of an argument: one, or those of an iterable, which is advanced only as they are read.
pub(crate) struct Sources {
    /// The sources that were taken from the argument and not returned yet.
    taken: VecDeque<Vec<Source>>,
    rest: Option<Py<PyIterator>>,
}

impl Sources {
    /// Takes the first sources of an argument, so that mistakes in them are found at once.
    pub(crate) fn new(argument: &Bound<'_, PyAny>) -> PyResult<Self> {
        if let Some(source) = Source::of(argument)? {
            expect_file(argument.py(), &source)?;
            return Ok(Self { taken: VecDeque::from([vec![source]]), rest: None });
        }
        let Ok(iterator) = argument.try_iter() else {
            let kind = argument.get_type();
            let expected = "a path (str or os.PathLike), bytes, (name, bytes), or an iterable of these";
            return Err(PyTypeError::new_err(format!("expected {expected}, not {kind}")));
        };
        let mut sources = Self { taken: VecDeque::new(), rest: Some(iterator.unbind()) };
        let first = sources.next(argument.py())?;
        sources.taken.push_back(first);
        Ok(sources)
    }

    /// Returns the next sources; empty at the end.
    pub(crate) fn next(&mut self, py: Python<'_>) -> PyResult<Vec<Source>> {
        if let Some(taken) = self.taken.pop_front() {
            return Ok(taken);
        }
        let (mut taken, mut bytes) = (Vec::new(), 0);
        let Some(rest) = &self.rest else { return Ok(taken) };
        for argument in rest.bind(py).clone() {
            let source: Source = argument?.extract()?;
            expect_file(py, &source)?;
            bytes += match &source {
                Source::Path(_) => 0,
                Source::Content(_, content) => content.len(),
            };
            taken.push(source);
            if bytes >= MAX_BYTES || taken.len() >= MAX_SOURCES {
                return Ok(taken);
            }
        }
        self.rest = None;
        Ok(taken)
    }
}

/// Fails if the path of a source does not exist, which is a mistake of the caller and not of an archive.
fn expect_file(py: Python<'_>, source: &Source) -> PyResult<()> {
    match source {
        Source::Path(path) => match path.metadata() {
            Ok(_) => Ok(()),
            Err(error) => Err(Failure::of_file(&source.name(), error).into_exception(py)),
        },
        Source::Content(..) => Ok(()),
    }
}
