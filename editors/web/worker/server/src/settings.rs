//! The `ishi.toml` files of the client: it finds and reads them, and parses them as TOML.
//!
//! The server asks for files and waits for them, and a worker gets what it has asked for only after it has returned. So
//! the client hands over the files before the messages that make the server ask. Their keys and values are read here, by
//! the code that reads the settings of an editor.

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use ishi_archive::ArchiveText;
use ishi_config::{Config, ConfigError, FILE_NAME, SettingsSearch};
use ishi_server::FileSystem;
use ishi_text::Encoding;

/// The files that the client has handed over. There are few.
#[derive(Debug, Default)]
pub(crate) struct SettingsFiles(Mutex<Vec<SettingsFile>>);

/// One of them.
#[derive(Debug)]
struct SettingsFile {
    uri: String,
    path: PathBuf,
    /// `None` if it is gone.
    text: Option<String>,
    /// Its values as JSON, or its mistake.
    values: Result<String, ConfigError>,
}

impl SettingsFiles {
    /// Takes a file whose values are those of an object in JSON.
    ///
    /// # Errors
    /// A key or value that does not exist, after its path in the object. The file is as before then.
    pub(crate) fn set(&self, uri: String, text: String, values: String) -> Result<(), String> {
        parse(&values).map_err(|error| error.message)?;
        self.put(uri, Some(text), Ok(values));
        Ok(())
    }

    /// Takes a file that has a mistake, in these bytes of its text.
    pub(crate) fn refuse(&self, uri: String, text: String, message: String, start: usize, end: usize) {
        self.put(uri, Some(text), Err(ConfigError { path: None, place: None, span: Some(start..end), message }));
    }

    /// Takes note that a file is gone.
    pub(crate) fn remove(&self, uri: String) {
        self.put(uri, None, Ok(String::new()));
    }

    fn put(&self, uri: String, text: Option<String>, values: Result<String, ConfigError>) {
        let file = SettingsFile { path: path_of(&uri), uri, text, values };
        let mut files = self.lock();
        match files.iter_mut().find(|known| known.path == file.path) {
            Some(known) => *known = file,
            None => files.push(file),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Vec<SettingsFile>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Asks something of the file at a path, if it was ever there.
    fn ask<T>(&self, path: &Path, question: impl FnOnce(&SettingsFile) -> T) -> Option<T> {
        self.lock().iter().find(|file| file.path == path).map(question)
    }
}

/// Reads the values of a file.
fn parse(values: &str) -> Result<Config, ConfigError> {
    let values = serde_json::from_slice(values.as_bytes()).unwrap_or_default();
    let wrong = |message: String| ConfigError { path: None, place: None, span: None, message };
    Config::from_json(&values).map_err(|error| wrong(error.to_string()))
}

/// A path for a URI: the URI itself, as a user would write it. So its folders are those of the URI, and patterns match
/// them.
fn path_of(uri: &str) -> PathBuf {
    js_sys::decode_uri_component(uri).map_or_else(|_| uri.into(), String::from).into()
}

impl FileSystem for SettingsFiles {
    fn path(&self, uri: &str) -> Option<PathBuf> {
        Some(path_of(uri))
    }

    fn uri(&self, path: &Path) -> Option<String> {
        self.ask(path, |file| file.uri.clone())
    }

    fn exists(&self, path: &Path) -> bool {
        self.ask(path, |file| file.text.is_some()).unwrap_or_default()
    }

    fn is_record(&self, _: &Path) -> bool {
        false
    }

    fn read_games(
        &self,
        _: &Path,
        _: usize,
        _: Option<Encoding>,
        _: &mut dyn FnMut(ArchiveText<'_>),
    ) -> io::Result<()> {
        Err(io::ErrorKind::NotFound.into())
    }

    fn files_among<'f>(&'f self, _: &'f Path, _: BTreeSet<PathBuf>) -> Box<dyn Iterator<Item = PathBuf> + 'f> {
        Box::new(std::iter::empty())
    }

    fn find_settings(&self, path: &Path) -> SettingsSearch {
        let file = path.ancestors().skip(1).map(|folder| folder.join(FILE_NAME)).find(|file| self.exists(file));
        SettingsSearch { file, skipped: Vec::new() }
    }

    fn read_settings(&self, path: &Path) -> Result<String, ConfigError> {
        Ok(self.ask(path, |file| file.text.clone()).flatten().unwrap_or_default())
    }

    fn parse_settings(&self, path: &Path, _: &str) -> Result<Config, ConfigError> {
        parse(&self.ask(path, |file| file.values.clone()).unwrap_or_else(|| Ok(String::new()))?)
    }
}
