//! Commands for texts in Markdown, whose code blocks with games become pictures: one file for each program that reads
//! the result.

pub(super) mod markdown;
pub(super) mod mdbook;
pub(super) mod pandoc;

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde::de::DeserializeOwned;

use super::Error;
use super::files::Input;
use super::job::{Job, Settings};
use super::output::{print_error, printable_name};
use super::record::ReadRecord;
use super::target::{Folder, Found};
use ishi_disk as disk;
use ishi_ide::document::MAX_BYTES;
use ishi_markdown::{Drawing, Fence, Language, Options, draw, source_path};
use ishi_position::LineColumns;

/// Draws the code blocks of texts in one folder.
struct Boards<'s> {
    settings: &'s Settings,
    /// The folder from which `src` is read.
    folder: PathBuf,
}

impl<'s> Boards<'s> {
    /// The boards of a text at a path.
    fn of(text: &Path, settings: &'s Settings) -> Self {
        Self { settings, folder: text.parent().map(Path::to_path_buf).unwrap_or_default() }
    }

    /// Draws the game of a code block.
    fn draw(&self, language: Language, content: &str, options: &Options) -> Result<Drawing, String> {
        let record = match &options.source {
            Some(source) => self.read(source)?,
            None => language.record(content)?,
        };
        draw(&record, options)
    }

    /// Draws the code block of a text. Reports one that can't be drawn, with its line in the text.
    fn drawn(&self, name: &str, markdown: &str, fence: &Fence) -> Option<(Drawing, Options)> {
        let drawn = Options::of(fence, markdown).map_err(|fault| (fault.span.start as usize, fault.message));
        let drawn = drawn.and_then(|options| {
            let drawing = self.draw(fence.language, &fence.content(markdown), &options);
            Ok((drawing.map_err(|reason| (fence.span.start as usize, reason))?, options))
        });
        match drawn {
            Ok(drawn) => Some(drawn),
            Err((at, reason)) => {
                let line = LineColumns::new(markdown).of(at as u32).line;
                print_error(&format!("{}: {reason}", printable_name(&format!("{name}:{line}"))));
                None
            }
        }
    }

    /// Reads the game in a file below the folder of the text.
    fn read(&self, source: &str) -> Result<String, String> {
        let inner = source_path(source)?;
        let folder = if self.folder.as_os_str().is_empty() { Path::new(".") } else { &self.folder };
        let opened = Folder::open(folder).ok().map(Arc::new);
        let file = Found::new(self.folder.join(inner), opened, inner.to_path_buf());
        let job = Job::of(Input::Found(file), self.settings).map_err(|reason| reason.to_string())?;
        ReadRecord::read(&job).map(|record| record.text).map_err(|failure| failure.to_string())
    }
}

/// How many bytes another program may pass as JSON.
const MAX_JSON: usize = 4 * MAX_BYTES;

/// Reads what another program passes as JSON on standard input. `wrong` is the reason if it is something else.
fn read_json<T: DeserializeOwned>(what: &str, wrong: &str) -> Result<T, Error> {
    let bytes = disk::read_from(io::stdin().lock(), MAX_JSON);
    let bytes = bytes.map_err(|error| format!("the {what} on standard input can't be read: {error}"))?;
    Ok(serde_json::from_slice(&bytes).map_err(|error| format!("{wrong} ({error})"))?)
}

/// A file as an address that contains it.
fn data_url(kind: &str, bytes: &[u8]) -> String {
    format!("data:{kind};base64,{}", BASE64_STANDARD.encode(bytes))
}
