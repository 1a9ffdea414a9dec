//! The table of games as a stream of Arrow.

use std::sync::{Mutex, PoisonError};

use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{RecordBatch, RecordBatchReader};
use arrow_schema::ffi::FFI_ArrowSchema;
use arrow_schema::{ArrowError, SchemaRef};
use ishi_archive::MainLine;
use ishi_archive::tables::{GameRow, games};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;

use crate::failure::Failure;
use crate::problems::problems;
use crate::sources::Sources;
use crate::stream::{Item, Stream};

/// The games of `games()`, a row each, for any library that reads Arrow by the `PyCapsule` interface.
///
/// The games are read as the other library asks for them, and only once: for another read, call `games()` again.
#[pyclass(frozen, module = "ishi")]
pub(crate) struct Games {
    schema: SchemaRef,
    batches: Mutex<Option<Batches>>,
}

impl Games {
    pub(crate) fn new(sources: Sources) -> Self {
        let schema = games(&[]).schema();
        let batches = Batches { schema: schema.clone(), rows: Stream::new(sources, row), count: 0 };
        Self { schema, batches: Mutex::new(Some(batches)) }
    }
}

#[pymethods]
impl Games {
    /// Hands the games over to a library that reads Arrow, without a copy.
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // In the interface, requested types are only a preference.
        drop(requested_schema);
        let batches = self.batches.lock().unwrap_or_else(PoisonError::into_inner).take();
        let Some(batches) = batches else {
            let reason = "these games were read already; call `games` again";
            return Err(Failure::of_value(reason).into_exception(py));
        };
        PyCapsule::new_with_value(py, FFI_ArrowArrayStream::new(Box::new(batches)), c"arrow_array_stream")
    }

    /// The columns, without reading a game.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let schema = FFI_ArrowSchema::try_from(&*self.schema);
        let schema = schema.map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
        PyCapsule::new_with_value(py, schema, c"arrow_schema")
    }
}

fn row(item: &Item<'_>) -> GameRow {
    let place = (item.event, item.line);
    match item.game {
        Ok(game) => {
            let line = MainLine::of(game);
            GameRow::new(item.file, place, Ok((game, &line, problems(game).len())))
        }
        Err(reason) => GameRow::new(item.file, place, Err((reason, item.unplayed))),
    }
}

/// The batches of a table.
struct Batches {
    schema: SchemaRef,
    rows: Stream<GameRow>,
    /// The number of games so far.
    count: i64,
}

impl Iterator for Batches {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        // When the interpreter has ended, there are no more batches.
        let next = Python::try_attach(|py| {
            let rows = self.rows.next(py);
            rows.map(|rows| rows.map(|rows| py.detach(|| self.batch(rows))))
        });
        next?.map_err(|error| ArrowError::ExternalError(Box::new(error))).transpose()
    }
}

impl Batches {
    fn batch(&mut self, mut rows: Vec<GameRow>) -> RecordBatch {
        for row in &mut rows {
            row.id = self.count;
            self.count += 1;
        }
        games(&rows)
    }
}

impl RecordBatchReader for Batches {
    fn schema(&self) -> SchemaRef {
        self.schema.clone()
    }
}
