//! Where the results of a conversion are written.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use super::ConvertArguments;
use super::format::RecordFormat;
use crate::Error;
use crate::files::{self, Failure, Input};
use crate::job::{Job, is_import};
use crate::output::printable;

/// The destination of a job's output.
#[derive(Clone, Debug)]
pub(super) enum Destination {
    Stdout,
    /// This file.
    File(PathBuf),
    /// The file in a folder, with the path from there and the extension of the format.
    Below(PathBuf, PathBuf),
}

impl Destination {
    /// Writes a text in a format, and returns the bytes for standard output.
    pub(super) fn write(&self, format: RecordFormat, content: Vec<u8>, force: bool) -> Result<Vec<u8>, Failure> {
        match self {
            Self::Stdout => return Ok(content),
            Self::File(path) => files::create(path, &content, force)?,
            Self::Below(folder, inner) => {
                files::create_below(folder, &inner.with_extension(format.extension()), &content, force)?;
            }
        }
        Ok(Vec::new())
    }
}

/// The destination of each job. Two jobs with the same destination are an error.
pub(super) fn targets(arguments: &ConvertArguments, jobs: &[Job]) -> Result<Vec<Destination>, Error> {
    let output = arguments.output.as_deref().filter(|path| *path != Path::new("-"));
    let is_single = jobs.len() == 1 && !arguments.inputs.has_folder();
    let Some(output) = output else {
        return match jobs {
            [_] => Ok(vec![Destination::Stdout]),
            _ if arguments.output.is_some() => Err("`-o -` is for one file; name a folder for several".into()),
            [] => Ok(Vec::new()),
            _ => Err("name a folder for several files with `-o`".into()),
        };
    };
    let is_folder = output.is_dir() || output.to_string_lossy().ends_with(std::path::MAIN_SEPARATOR);
    if is_single && !is_folder {
        files::refuse_compressed(output)?;
        return Ok(vec![Destination::File(output.to_path_buf())]);
    }
    let is_file = output.exists() && !output.is_dir();
    // A name that is not there yet is that of a file if it ends as those do.
    if is_file || !is_folder && (RecordFormat::by_name(output).is_some() || is_import(output)) {
        let name = printable_path(output);
        let end = std::path::MAIN_SEPARATOR;
        return Err(format!(
            "{name}: several files, or those of a folder, need a folder; one of this name is `{name}{end}`"
        )
        .into());
    }
    let mut seen: HashMap<PathBuf, &Path> = HashMap::new();
    let mut targets = Vec::new();
    for job in jobs {
        let path = job.source.path();
        let inner = inner(&job.source, arguments);
        if let Some(other) = seen.insert(inner.with_extension(""), path) {
            let (one, other) = (printable_path(other), printable_path(path));
            return Err(format!("{one} and {other} would be written to the same file").into());
        }
        targets.push(Destination::Below(output.to_path_buf(), inner.to_path_buf()));
    }
    Ok(targets)
}

/// The path of a job's file below the folder in which it was found.
pub(super) fn inner<'j>(source: &'j Input, arguments: &ConvertArguments) -> &'j Path {
    match source {
        Input::Stdin(None) => Path::new("stdin"),
        _ => arguments.inputs.inner(source.path()),
    }
}

pub(super) fn printable_path(path: &Path) -> String {
    printable(&path.to_string_lossy()).into_owned()
}
