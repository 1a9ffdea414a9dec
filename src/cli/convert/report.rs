//! What a conversion reports.

use std::path::Path;

use serde::Serialize;

use crate::files::Failure;
use crate::output::json_line;
use crate::{Error, Output};

/// A loss as it is reported.
#[derive(Serialize)]
pub(super) struct LossLine {
    pub(super) file: String,
    pub(super) line: usize,
    pub(super) what: String,
    pub(super) why: &'static str,
}

/// The file of `--report`.
pub(super) struct Report(Output);

impl Report {
    pub(super) fn create(path: &Path) -> Result<Self, Error> {
        Output::file(path).map(Self)
    }

    pub(super) fn line(&mut self, line: &impl Serialize) {
        self.0.raw(json_line(line).as_bytes());
    }

    /// A file that was not converted, as `check --format jsonl` has it.
    pub(super) fn failure(&mut self, failure: &Failure) {
        self.line(&serde_json::json!({"file": failure.name, "error": failure.reason}));
    }

    pub(super) fn close(self) -> Result<(), Error> {
        self.0.close()
    }
}
