//! One client: what it can do, what it has open, and its settings.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use serde_json::{Value, json};
use tower_lsp::lsp_types as lsp;
use tower_lsp::lsp_types::request::{
    CodeLensRefresh, InlayHintRefreshRequest, SemanticTokensRefresh, WorkspaceConfiguration, WorkspaceDiagnosticRefresh,
};

use super::backlog::Backlog;
use super::client::Client;
use super::meter::Meter;
use super::publisher::{Publisher, Sources};
use super::settings;
use super::workspace::Workspace;
use crate::config::{Config, SettingsSearch};
use crate::document::Format;
use crate::server::capabilities::ClientCapabilities;
use crate::server::convert;
use crate::server::documents::{Documents, Name};
use crate::server::transport::{FileSystem, Outbox, Runtime};
use crate::syntax::SGF_EXTENSION;

/// All that belongs to one client.
#[derive(Debug)]
pub(in crate::server) struct Connection {
    pub(in crate::server) client: Arc<Client>,
    pub(in crate::server) documents: Arc<Documents>,
    pub(in crate::server) publisher: Arc<Publisher>,
    pub(in crate::server) workspace: Arc<Workspace>,
    pub(in crate::server) meter: Arc<Meter>,
    pub(in crate::server) backlog: Arc<Backlog>,
    /// The files that the client's URIs name.
    pub(in crate::server) files: Arc<dyn FileSystem>,
    capabilities: OnceLock<Arc<ClientCapabilities>>,
    settings_files: settings::SettingsFiles,
    runtime: Arc<dyn Runtime>,
    /// What the client sent as `initializationOptions`.
    initial_settings: OnceLock<Value>,
    /// Counts how often the editor's settings were sent or asked for, so that an answer that is late is known for one.
    settings_turn: Mutex<u64>,
}

/// The folder that a file lies in.
fn folder_of(path: &Path) -> Option<PathBuf> {
    path.parent().map(Path::to_path_buf)
}

impl Connection {
    pub(in crate::server) fn new(outbox: Outbox, runtime: &Arc<dyn Runtime>, files: Arc<dyn FileSystem>) -> Self {
        let client = Arc::new(Client::new(outbox.clone(), Arc::clone(runtime)));
        let documents = Arc::new(Documents::default());
        let meter = Arc::new(Meter::new(Arc::clone(runtime)));
        let backlog = Arc::new(Backlog::default());
        let publisher = Publisher::new(Sources {
            documents: Arc::clone(&documents),
            backlog: Arc::clone(&backlog),
            client: Arc::clone(&client),
            outbox,
            meter: Arc::clone(&meter),
            runtime: Arc::clone(runtime),
        });
        let workspace =
            Workspace::new(Arc::clone(&client), Arc::clone(&documents), Arc::clone(runtime), Arc::clone(&files));
        Self {
            client,
            documents,
            publisher: Arc::new(publisher),
            workspace: Arc::new(workspace),
            meter,
            backlog,
            runtime: Arc::clone(runtime),
            settings_files: settings::SettingsFiles::new(Arc::clone(&files)),
            files,
            capabilities: OnceLock::new(),
            initial_settings: OnceLock::new(),
            settings_turn: Mutex::default(),
        }
    }

    /// Whether the client has sent `initialize`.
    pub(in crate::server) fn is_initialized(&self) -> bool {
        self.capabilities.get().is_some()
    }

    /// What the client can do; nothing before `initialize`.
    pub(in crate::server) fn capabilities(&self) -> Arc<ClientCapabilities> {
        self.capabilities.get().map(Arc::clone).unwrap_or_default()
    }

    /// Returns the memory that the server has in use, in bytes, if that is known.
    pub(in crate::server) fn memory(&self) -> Option<u64> {
        self.runtime.memory()
    }

    /// Returns the document with this URI as it is known here.
    pub(in crate::server) fn name(&self, uri: &str) -> Name {
        let is_sgf = uri.rsplit_once('.').is_some_and(|(_, ending)| ending.eq_ignore_ascii_case(SGF_EXTENSION));
        let format = if is_sgf { Format::Sgf } else { Format::Record };
        Name { uri: uri.to_owned(), path: self.files.path(uri), format }
    }

    /// Takes note of what the client says of itself in `initialize`, the first time.
    pub(in crate::server) fn on_initialize(&self, initialize: &Value) {
        let capabilities = ClientCapabilities::new(initialize);
        let unit = capabilities.unit;
        if self.capabilities.set(Arc::new(capabilities)).is_ok() {
            self.publisher.on_initialize(unit);
            let sent = initialize.get("initializationOptions").unwrap_or(&Value::Null);
            let _ = self.initial_settings.set(sent.clone());
            self.configure(sent);
            self.workspace.change_folders(&[], convert::workspace_folders(&*self.files, initialize));
        }
    }

    /// Begins what needs a client that is ready: asks for the settings, and reads the folders.
    pub(in crate::server) fn on_initialized(self: &Arc<Self>) {
        self.ask_for_settings();
        self.workspace.on_initialized(self.capabilities().shows_progress);
    }

    /// Takes the editor's settings. If there is a mistake in them, the user gets a message and nothing changes.
    fn configure(&self, sent: &Value) {
        match settings::from_client(sent) {
            None => {}
            Some(Err(error)) => {
                let message = format!("The settings of ishi are not used: {error}");
                self.client.show_message(lsp::MessageType::WARNING, message);
            }
            Some(Ok(config)) => {
                let is_read_anew = config.files != self.documents.settings().files;
                let changed = self.documents.configure(config);
                if is_read_anew {
                    self.workspace.touch_all();
                }
                self.show_again(&changed);
            }
        }
    }

    /// Takes the settings in `workspace/didChangeConfiguration`. Where there are none of ours, the client is asked for
    /// them.
    pub(in crate::server) fn reconfigure(self: &Arc<Self>, sent: &Value) {
        if settings::from_client(sent).is_none() {
            return self.ask_for_settings();
        }
        let mut turn = self.settings_turn();
        *turn += 1;
        self.configure(sent);
    }

    /// Asks a client that can be asked for the settings (`workspace/configuration`), and takes what it answers.
    fn ask_for_settings(self: &Arc<Self>) {
        if !self.capabilities().has_configuration {
            return;
        }
        let mut turn = self.settings_turn();
        let mine = *turn + 1;
        let connection = Arc::clone(self);
        let item = lsp::ConfigurationItem { scope_uri: None, section: Some(settings::SECTION.to_owned()) };
        let params = lsp::ConfigurationParams { items: vec![item] };
        let asked = self.client.ask::<WorkspaceConfiguration>(params, move |answer| {
            let turn = connection.settings_turn();
            if *turn == mine {
                match answer.into_iter().next() {
                    // Nothing is set, or not in this way.
                    None | Some(Value::Null) => {
                        let initial = connection.initial_settings.get().unwrap_or(&Value::Null);
                        let nothing = json!({ settings::SECTION: null });
                        let is_ours = settings::from_client(initial).is_some();
                        connection.configure(if is_ours { initial } else { &nothing });
                    }
                    Some(section) => connection.configure(&json!({ settings::SECTION: section })),
                }
            }
        });
        // Where it can't be asked now, the answers to earlier questions are as good.
        if asked {
            *turn = mine;
        }
    }

    fn settings_turn(&self) -> MutexGuard<'_, u64> {
        self.settings_turn.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The settings of the `ishi.toml` for a document, if there is one. Where that file has changed since it was read,
    /// all documents follow.
    pub(in crate::server) fn settings_of(&self, uri: &str) -> Option<Arc<Config>> {
        let (config, is_changed) = self.nearest_settings(uri);
        if is_changed {
            self.follow_settings_files();
        }
        config
    }

    /// Reads the `ishi.toml` for a document, and shows what is wrong with those that are nearer and can't be read. Says
    /// whether it has changed.
    fn nearest_settings(&self, uri: &str) -> (Option<Arc<Config>>, bool) {
        let SettingsSearch { file, skipped } = self.settings_files.nearest(uri);
        for path in &skipped {
            self.read_settings_file(path);
        }
        file.map_or((None, false), |path| self.read_settings_file(&path))
    }

    /// The same without reading a file again that has been read.
    fn known_settings(&self, uri: &str) -> Option<Arc<Config>> {
        let SettingsSearch { file, skipped } = self.settings_files.nearest(uri);
        let known = self.settings_files.known();
        let read = |path: &Path| {
            let is_known = known.iter().any(|known| known == path);
            if is_known { self.settings_files.get(path) } else { self.read_settings_file(path).0 }
        };
        for path in &skipped {
            read(path);
        }
        file.and_then(|path| read(&path))
    }

    /// Reads again the `ishi.toml` files that are known and those that have `changed`, and lets all documents follow.
    pub(in crate::server) fn read_settings(&self, changed: &[PathBuf]) {
        let known = self.settings_files.known();
        let unknown: Vec<&PathBuf> = changed.iter().filter(|path| !known.contains(path)).collect();
        for path in known.iter().chain(unknown.iter().copied()) {
            self.read_settings_file(path);
        }
        // The index of events may have been made with other settings from a file that is read for the first time.
        self.workspace.touch(unknown.into_iter().filter_map(|path| folder_of(path)));
        self.follow_settings_files();
    }

    /// Reads an `ishi.toml` and shows what is wrong in it. Says whether it has changed.
    fn read_settings_file(&self, path: &Path) -> (Option<Arc<Config>>, bool) {
        let is_known = self.settings_files.known().iter().any(|known| known == path);
        let settings::Reread { config, news, is_changed, changes_files } =
            self.settings_files.read(path, self.capabilities().unit);
        if changes_files && is_known {
            self.workspace.touch(folder_of(path));
        }
        if let Some(diagnostics) = news
            && let Some(uri) = self.files.uri(path)
        {
            self.publisher.file(uri, &diagnostics);
        }
        (config, is_changed)
    }

    /// Gives every document the settings of the `ishi.toml` that is the nearest to it now.
    fn follow_settings_files(&self) {
        // Most documents lie in few folders.
        let mut by_folder: HashMap<Option<PathBuf>, Option<Arc<Config>>> = HashMap::new();
        let mut changed = self.documents.uris();
        changed.retain(|uri| {
            let folder = self.files.path(uri).and_then(|path| Some(path.parent()?.to_path_buf()));
            let read = || self.known_settings(uri);
            let config = by_folder.entry(folder).or_insert_with(read).clone();
            self.documents.configure_by_file(uri, config)
        });
        self.show_again(&changed);
    }

    /// Makes the client show documents anew for which other settings apply.
    fn show_again(&self, changed: &[String]) {
        for uri in changed {
            self.publisher.changed(uri);
        }
        if !changed.is_empty() {
            self.refresh();
        }
    }

    /// Asks the client to ask again for all that it may have asked for.
    fn refresh(&self) {
        let capabilities = self.capabilities();
        if capabilities.refreshes_diagnostics {
            self.client.ask::<WorkspaceDiagnosticRefresh>((), drop);
        }
        if capabilities.refreshes_inlay_hints {
            self.client.ask::<InlayHintRefreshRequest>((), drop);
        }
        if capabilities.refreshes_semantic_tokens {
            self.client.ask::<SemanticTokensRefresh>((), drop);
        }
        if capabilities.refreshes_code_lenses {
            self.client.ask::<CodeLensRefresh>((), drop);
        }
    }
}
