//! The settings of a session: their sources, and the consequences of a change.
//!
//! For a record below an `ishi.toml` only the settings of that file apply, because the file belongs to the project and
//! is the same for all users, also on the command line. The editor's settings are for all other records. A mistake in
//! the editor's settings has no place in a text, so the user gets a message.
//!
//! Files are read when a record is opened or saved, and when the client reports that a file has changed, but never for
//! an edit.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use serde_json::{Map, Value, json};
use tower_lsp::lsp_types as lsp;
use tower_lsp::lsp_types::request::{
    CodeLensRefresh, InlayHintRefreshRequest, SemanticTokensRefresh, WorkspaceConfiguration, WorkspaceDiagnosticRefresh,
};

use super::client::Client;
use super::folder_check::FolderCheck;
use super::publisher::Publisher;
use super::settings_files::{Reread, SettingsFiles};
use super::workspace::Workspace;
use crate::capabilities::ClientCapabilities;
use crate::documents::Documents;
use crate::file_system::FileSystem;
use ishi_config::{self as config, Config, InvalidSetting, SettingsSearch};

/// The section of the editor's settings that belongs to this server.
pub(crate) const SECTION: &str = "ishi";

/// Keys under `ishi` that belong to the extensions of editors.
const EDITOR_KEYS: [&str; 6] = ["goFiles", "library", "openSgfAsText", "path", "server", "trace"];

/// Reads the settings that a client sent as `initializationOptions` or with `workspace/didChangeConfiguration`: under
/// the key `ishi`, or at the top level. Returns `None` if there are no settings of this server, for example if a client
/// sends null and expects a request for the settings.
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

/// Whether settings name an index of games.
fn names_library(sent: &Value) -> bool {
    let index = sent.get(SECTION).unwrap_or(sent).pointer("/library/index").and_then(Value::as_str);
    index.is_some_and(|index| !index.is_empty())
}

/// The parts of a session that follow its settings.
#[derive(Debug)]
pub(super) struct Followers {
    pub(super) client: Arc<Client>,
    pub(super) documents: Arc<Documents>,
    pub(super) publisher: Arc<Publisher>,
    pub(super) workspace: Arc<Workspace>,
    pub(super) check: Arc<FolderCheck>,
    pub(super) files: Arc<dyn FileSystem>,
}

/// The settings of a session: those of the editor and of `ishi.toml` files.
#[derive(Debug)]
pub(crate) struct Settings {
    followers: Followers,
    files: SettingsFiles,
    capabilities: OnceLock<Arc<ClientCapabilities>>,
    /// The client's `initializationOptions`.
    initial: OnceLock<Value>,
    /// The number of times that the editor's settings were sent or requested, to detect late answers.
    turn: Mutex<u64>,
}

/// Returns the folder that a file lies in.
fn folder_of(path: &Path) -> Option<PathBuf> {
    path.parent().map(Path::to_path_buf)
}

impl Settings {
    pub(super) fn new(followers: Followers) -> Self {
        let files = SettingsFiles::new(Arc::clone(&followers.files));
        Self { followers, files, capabilities: OnceLock::new(), initial: OnceLock::new(), turn: Mutex::default() }
    }

    /// Returns the capabilities of the client; the defaults before `initialize`.
    fn capabilities(&self) -> Arc<ClientCapabilities> {
        self.capabilities.get().map(Arc::clone).unwrap_or_default()
    }

    /// Takes the settings that the client sends in `initialize`.
    pub(super) fn on_initialize(&self, capabilities: Arc<ClientCapabilities>, sent: &Value) {
        let _ = self.capabilities.set(capabilities);
        let _ = self.initial.set(sent.clone());
        self.configure(sent);
    }

    /// Takes the editor's settings. If there is a mistake in them, the user gets a message and nothing changes.
    fn configure(&self, sent: &Value) {
        self.refuse_library(sent);
        match from_client(sent) {
            None => {}
            Some(Err(error)) => {
                let message = format!("The settings of ishi are not used: {error}");
                self.followers.client.show_message(lsp::MessageType::WARNING, message);
            }
            Some(Ok(config)) => {
                let is_read_anew = config.files != self.followers.documents.settings().files;
                let changed = self.followers.documents.configure(config);
                if is_read_anew {
                    self.followers.workspace.touch_all();
                }
                self.followers.check.report_all();
                self.show_again(&changed);
            }
        }
    }

    /// Reports an index that only the settings name: they may be those of a folder. The extension of VS Code, where
    /// they can't be, also names it on the command line.
    fn refuse_library(&self, sent: &Value) {
        if names_library(sent) && !self.followers.files.has_library() {
            self.followers.client.show_message(lsp::MessageType::WARNING, config::LIBRARY_REFUSED.to_owned());
        }
    }

    /// Takes the settings in `workspace/didChangeConfiguration`. If it has no settings of this server, requests them
    /// from the client.
    pub(crate) fn reconfigure(self: &Arc<Self>, sent: &Value) {
        if from_client(sent).is_none() {
            self.refuse_library(sent);
            return self.ask();
        }
        let mut turn = self.turn();
        *turn += 1;
        self.configure(sent);
    }

    /// Requests the settings from a client that supports it (`workspace/configuration`), and takes the answer.
    pub(super) fn ask(self: &Arc<Self>) {
        if !self.capabilities().has_configuration {
            return;
        }
        let mut turn = self.turn();
        let mine = *turn + 1;
        let settings = Arc::clone(self);
        let item = lsp::ConfigurationItem { scope_uri: None, section: Some(SECTION.to_owned()) };
        let params = lsp::ConfigurationParams { items: vec![item] };
        let asked = self.followers.client.ask::<WorkspaceConfiguration>(params, move |answer| {
            let turn = settings.turn();
            if *turn == mine {
                match answer.into_iter().next() {
                    // Nothing is set, or not in this way.
                    None | Some(Value::Null) => {
                        let initial = settings.initial.get().unwrap_or(&Value::Null);
                        let nothing = json!({ SECTION: null });
                        let is_ours = from_client(initial).is_some();
                        settings.configure(if is_ours { initial } else { &nothing });
                    }
                    Some(section) => settings.configure(&json!({ SECTION: section })),
                }
            }
        });
        // Where it can't be asked now, the answers to earlier questions are as good.
        if asked {
            *turn = mine;
        }
    }

    fn turn(&self) -> MutexGuard<'_, u64> {
        self.turn.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the settings of the `ishi.toml` for a document, if there is one. If that file has changed since it was
    /// read, updates all documents.
    pub(crate) fn of_document(&self, uri: &str) -> Option<Arc<Config>> {
        let (config, is_changed) = self.nearest(uri);
        if is_changed {
            self.follow_files();
        }
        config
    }

    /// Reads the `ishi.toml` for a document, and shows problems of nearer files that can't be read. Also returns
    /// whether the settings have changed.
    fn nearest(&self, uri: &str) -> (Option<Arc<Config>>, bool) {
        let SettingsSearch { file, skipped } = self.files.nearest(uri);
        for path in &skipped {
            self.read_file(path);
        }
        file.map_or((None, false), |path| self.read_file(&path))
    }

    /// Returns the settings of the `ishi.toml` for a document. Reads only files that were never read.
    fn known(&self, uri: &str) -> Option<Arc<Config>> {
        let SettingsSearch { file, skipped } = self.files.nearest(uri);
        let known_files = self.files.known();
        let read = |path: &Path| {
            let is_known = known_files.iter().any(|known| known == path);
            if is_known { self.files.get(path) } else { self.read_file(path).0 }
        };
        for path in &skipped {
            read(path);
        }
        file.and_then(|path| read(&path))
    }

    /// Reads the known and the `changed` `ishi.toml` files again, and updates all documents.
    pub(crate) fn read_files(&self, changed: &[PathBuf]) {
        let known_files = self.files.known();
        let unknown: Vec<&PathBuf> = changed.iter().filter(|path| !known_files.contains(path)).collect();
        for path in known_files.iter().chain(unknown.iter().copied()) {
            self.read_file(path);
        }
        // The index of events may have been made with other settings from a file that is read for the first time.
        self.followers.workspace.touch(unknown.into_iter().filter_map(|path| folder_of(path)));
        self.follow_files();
    }

    /// Reads an `ishi.toml` and shows its mistakes. Also returns whether the settings have changed.
    fn read_file(&self, path: &Path) -> (Option<Arc<Config>>, bool) {
        let is_known = self.files.known().iter().any(|known| known == path);
        let Reread { config, news, is_changed, changes_files } = self.files.read(path, self.capabilities().unit);
        if changes_files && is_known {
            self.followers.workspace.touch(folder_of(path));
        } else if is_changed && is_known {
            self.followers.check.report(folder_of(path));
        }
        if let Some(diagnostics) = news
            && let Some(uri) = self.followers.files.uri(path)
        {
            self.followers.publisher.file(uri, &*diagnostics);
        }
        (config, is_changed)
    }

    /// Applies to every document the settings of the `ishi.toml` that is now nearest to it.
    fn follow_files(&self) {
        // Most documents lie in few folders.
        let mut by_folder: HashMap<Option<PathBuf>, Option<Arc<Config>>> = HashMap::new();
        let mut changed = self.followers.documents.uris();
        changed.retain(|uri| {
            let folder = self.followers.files.path(uri).and_then(|path| Some(path.parent()?.to_path_buf()));
            let read = || self.known(uri);
            let config = by_folder.entry(folder).or_insert_with(read).clone();
            self.followers.documents.configure_by_file(uri, config)
        });
        self.show_again(&changed);
    }

    /// Pushes the diagnostics of documents whose settings have changed, and asks the client to refresh other features.
    fn show_again(&self, changed: &[String]) {
        for uri in changed {
            self.followers.publisher.changed(uri);
        }
        if !changed.is_empty() {
            self.refresh();
        }
    }

    /// Asks the client to request again everything that depends on settings.
    fn refresh(&self) {
        let capabilities = self.capabilities();
        if capabilities.refreshes_diagnostics {
            self.followers.client.ask::<WorkspaceDiagnosticRefresh>((), drop);
        }
        if capabilities.refreshes_inlay_hints {
            self.followers.client.ask::<InlayHintRefreshRequest>((), drop);
        }
        if capabilities.refreshes_semantic_tokens {
            self.followers.client.ask::<SemanticTokensRefresh>((), drop);
        }
        if capabilities.refreshes_code_lenses {
            self.followers.client.ask::<CodeLensRefresh>((), drop);
        }
    }
}
