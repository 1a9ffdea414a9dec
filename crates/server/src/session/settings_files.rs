//! The `ishi.toml` files of a session, with the diagnostics of their mistakes.
//!
//! If a file has a mistake, its last valid settings stay in effect, so that nothing else changes while the file is
//! being edited. If it never had valid settings, the editor's settings apply. The mistake is a diagnostic of the file.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tower_lsp::lsp_types::Diagnostic;

use crate::file_system::FileSystem;
use crate::proto;
use ishi_config::{Config, SettingsSearch};
use ishi_position::ColumnUnit;

/// The `ishi.toml` files that have been read, by their paths.
#[derive(Debug)]
pub(super) struct SettingsFiles {
    files: Arc<dyn FileSystem>,
    read: Mutex<HashMap<PathBuf, SettingsFile>>,
}

/// An `ishi.toml` as it was read last.
#[derive(Debug, Default)]
struct SettingsFile {
    /// The text of the file; `None` if it can't be read.
    text: Option<String>,
    /// The last valid settings of the file.
    config: Option<Arc<Config>>,
    /// The diagnostic of its mistake.
    problem: Option<Diagnostic>,
}

/// The result of reading a file again.
#[derive(Debug)]
pub(super) struct Reread {
    /// The last valid settings in it; `None` if there were none, or the file was removed.
    pub(super) config: Option<Arc<Config>>,
    /// The diagnostics of the file, if they differ from those before.
    pub(super) news: Option<Vec<Diagnostic>>,
    /// Whether its settings differ from those before.
    pub(super) is_changed: bool,
    /// Whether its settings about files differ from those before.
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

    /// Returns the files that have been read.
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
            let removed = files.remove(path);
            let is_changed = removed.as_ref().is_some_and(|file| file.config.is_some());
            let had_problem = removed.is_some_and(|file| file.problem.is_some());
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
            Err(error) => Some((proto::config_error(&error, file.text.as_deref().unwrap_or_default(), unit), error)),
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
