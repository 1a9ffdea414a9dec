//! Where settings come from: the editor, and `ishi.toml` beside a record.
//!
//! A record below an `ishi.toml` is read by that file alone: it belongs to the project and says the same to everybody
//! who works on it, on the command line too. The editor's settings are for all other records.
//!
//! The settings of a file with a mistake in it stay as they were before the mistake, so that nothing else changes while
//! it is being edited; if it never had valid settings, the editor's settings apply. The mistake is a
//! diagnostic of the file, and one in the editor's settings, which have no place, a message.
//!
//! Files are read when a record is opened or saved and when the client says that one has changed: never for an edit.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde_json::{Map, Value};
use tower_lsp::lsp_types::Diagnostic;

use crate::config::{self, Config, InvalidSetting, SettingsSearch};
use crate::server::convert;
use crate::server::transport::FileSystem;
use crate::text::ColumnUnit;

/// The name under which an editor keeps our settings.
pub(in crate::server) const SECTION: &str = "ishi";

/// What editors keep beside them under `ishi` for themselves.
const EDITOR_KEYS: [&str; 5] = ["goFiles", "openSgfAsText", "path", "server", "trace"];

/// The settings in what a client sent as `initializationOptions` or with `workspace/didChangeConfiguration`: under the
/// key `ishi`, or bare. `None` if it says nothing of us, as when a client sends null and expects to be asked.
pub(super) fn from_client(sent: &Value) -> Option<Result<Config, InvalidSetting>> {
    let keys: Map<_, _> = match sent.get(SECTION) {
        Some(Value::Object(ours)) => {
            ours.clone().into_iter().filter(|(key, _)| !EDITOR_KEYS.contains(&&**key)).collect()
        }
        Some(other) => return Some(Config::from_json(other)),
        None => {
            // Some clients send the sections bare.
            let bare = sent.as_object()?.clone();
            let ours: Map<_, _> = bare.into_iter().filter(|(key, _)| config::sections().contains(key)).collect();
            if ours.is_empty() {
                return None;
            }
            ours
        }
    };
    Some(Config::from_json(&Value::Object(keys)))
}

/// The `ishi.toml` files that have been read, by their paths.
#[derive(Debug)]
pub(super) struct SettingsFiles {
    files: Arc<dyn FileSystem>,
    read: Mutex<HashMap<PathBuf, SettingsFile>>,
}

/// One of them as it was read last.
#[derive(Debug, Default)]
struct SettingsFile {
    /// `None` if it can't be read.
    text: Option<String>,
    /// Its settings, or those that it had when it was valid last.
    config: Option<Arc<Config>>,
    /// What is wrong with it.
    problem: Option<Diagnostic>,
}

/// What has come of reading a file.
#[derive(Debug)]
pub(super) struct Reread {
    /// The last valid settings in it; `None` if there were none, or the file was removed.
    pub(super) config: Option<Arc<Config>>,
    /// Its diagnostics, if they are others than before.
    pub(super) news: Option<Vec<Diagnostic>>,
    /// Whether it says something else than before.
    pub(super) is_changed: bool,
    /// Whether it says something else of which files are read below it, and how.
    pub(super) changes_files: bool,
}

impl SettingsFiles {
    pub(super) fn new(files: Arc<dyn FileSystem>) -> Self {
        Self { files, read: Mutex::default() }
    }

    /// Looks for the `ishi.toml` files for a document, if it is a file.
    pub(super) fn nearest(&self, uri: &str) -> SettingsSearch {
        self.files.path(uri).map(|path| self.files.find_settings(&path)).unwrap_or_default()
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<PathBuf, SettingsFile>> {
        self.read.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The files that have been read.
    pub(super) fn known(&self) -> Vec<PathBuf> {
        self.lock().keys().cloned().collect()
    }

    /// Returns the settings of a file as it was read last.
    pub(super) fn get(&self, path: &Path) -> Option<Arc<Config>> {
        self.lock().get(path)?.config.clone()
    }

    /// Reads a file, and parses it if its text has changed.
    pub(super) fn read(&self, path: &Path, unit: ColumnUnit) -> Reread {
        let mut files = self.lock();
        if !self.files.exists(path) {
            let gone = files.remove(path);
            let is_changed = gone.as_ref().is_some_and(|file| file.config.is_some());
            let had_problem = gone.is_some_and(|file| file.problem.is_some());
            return Reread { config: None, news: had_problem.then(Vec::new), is_changed, changes_files: is_changed };
        }
        let file = files.entry(path.to_path_buf()).or_default();
        let (text, result) = match self.files.read_settings(path) {
            Ok(text) if file.text.as_ref() == Some(&text) => {
                let config = file.config.clone();
                return Reread { config, news: None, is_changed: false, changes_files: false };
            }
            Ok(text) => {
                let result = self.files.parse_settings(path, &text).map(|config| config.of_file(path));
                (Some(text), result)
            }
            Err(error) => (None, Err(error)),
        };
        file.text = text;
        let mut is_changed = false;
        let mut changes_files = false;
        let problem = match result {
            Ok(config) => {
                let before = file.config.as_deref();
                is_changed = before != Some(&config);
                changes_files = before.is_none_or(|before| before.files != config.files);
                file.config = Some(Arc::new(config));
                None
            }
            Err(error) => Some((convert::config_error(&error, file.text.as_deref().unwrap_or_default(), unit), error)),
        };
        let (problem, error) = problem.unzip();
        let is_news = problem != file.problem;
        if let Some(error) = error.filter(|_| is_news) {
            tracing::warn!("{}", error.in_file(path.to_path_buf()));
        }
        let news = is_news.then(|| problem.iter().cloned().collect());
        file.problem = problem;
        Reread { config: file.config.clone(), news, is_changed, changes_files }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn settings_may_be_bare_or_under_our_name() {
        let settings = json!({"check": {"missing-move": "off"}});
        let bare = from_client(&settings).unwrap().unwrap();
        assert_ne!(bare, Config::default());
        assert_eq!(from_client(&json!({"ishi": settings, "other": 1})), Some(Ok(bare)));
    }

    #[test]
    fn what_is_not_ours_is_left_alone() {
        for other in [json!(null), json!({}), json!({"editor": {"tabSize": 2}}), json!([1])] {
            assert_eq!(from_client(&other), None, "{other}");
        }
        for default in [json!({"ishi": {}}), json!({"ishi": null}), json!({"ishi": {"trace": {"server": "off"}}})] {
            assert_eq!(from_client(&default), Some(Ok(Config::default())), "{default}");
        }
    }

    #[test]
    fn a_mistake_is_told() {
        assert!(from_client(&json!({"ishi": {"chekc": {}}})).unwrap().is_err());
        assert!(from_client(&json!({"check": {"missing-move": "loud"}})).unwrap().is_err());
    }
}
