//! One client: what it can do, what it has open, its settings, and what is asked of it.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use serde_json::{Value, json};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tower_lsp::Client;
use tower_lsp::jsonrpc::Result;
use tower_lsp::lsp_types as lsp;

use super::backlog::Backlog;
use super::client::Abilities;
use super::documents::Documents;
use super::publish::Publisher;
use super::pump::Outbox;
use super::status::Meter;
use super::workspace::Workspace;
use super::{capabilities, convert, settings};
use crate::config::{self, Config};
use crate::syntax::Keyword;

/// How long an answer of the client is waited for.
const ANSWER: Duration = Duration::from_secs(10);

/// How many messages and questions of ours wait for the client at most.
const MOST_WAITING: usize = 64;

/// All that there is for one client.
#[derive(Debug)]
pub(super) struct Connection {
    /// The way to the client.
    pub(super) client: Client,
    /// The same way for messages that are written already.
    pub(super) outbox: Outbox,
    pub(super) documents: Documents,
    pub(super) publisher: Publisher,
    pub(super) workspace: Workspace,
    /// How long everything takes.
    pub(super) meter: Arc<Meter>,
    /// What it has sent that is not taken in yet.
    pub(super) backlog: Arc<Backlog>,
    abilities: OnceLock<Arc<Abilities>>,
    settings_files: settings::Files,
    /// What the client sent as `initializationOptions`.
    initial_settings: OnceLock<Value>,
    /// Counts what has been heard or asked of the editor's settings, so that an answer that is late is known for one.
    settings_turn: Mutex<u64>,
    /// One for each message or question that may wait for the client.
    places: Arc<Semaphore>,
}

/// The folder that a file lies in.
fn folder_of(path: &Path) -> Option<PathBuf> {
    path.parent().map(Path::to_path_buf)
}

/// What the client answers; none where it takes longer than [`ANSWER`]. The question goes on to wait then, for tower-lsp
/// panics over an answer that nobody waits for any more.
pub(super) async fn patiently<T: Send + 'static>(
    question: impl Future<Output = Result<T>> + Send + 'static,
) -> Option<Result<T>> {
    let answer = tokio::spawn(question);
    tokio::time::timeout(ANSWER, answer).await.ok()?.ok()
}

impl Connection {
    pub(super) fn new(client: Client, outbox: Outbox, backlog: Arc<Backlog>) -> Self {
        Self {
            client,
            outbox,
            documents: Documents::default(),
            publisher: Publisher::default(),
            workspace: Workspace::default(),
            meter: Arc::new(Meter::new()),
            backlog,
            abilities: OnceLock::new(),
            settings_files: settings::Files::default(),
            initial_settings: OnceLock::new(),
            settings_turn: Mutex::default(),
            places: Arc::new(Semaphore::new(MOST_WAITING)),
        }
    }

    /// Whether the client has introduced itself.
    pub(super) fn is_initialized(&self) -> bool {
        self.abilities.get().is_some()
    }

    /// What the client can do; nothing, before it has introduced itself.
    pub(super) fn abilities(&self) -> Arc<Abilities> {
        self.abilities.get().map(Arc::clone).unwrap_or_default()
    }

    /// Takes note of what the client says of itself in `initialize`, the first time.
    pub(super) fn introduce(&self, initialize: &Value) {
        if self.abilities.set(Arc::new(Abilities::new(initialize))).is_ok() {
            let sent = initialize.get("initializationOptions").unwrap_or(&Value::Null);
            let _ = self.initial_settings.set(sent.clone());
            self.configure(sent);
            self.workspace.change(&[], convert::workspace_folders(initialize));
        }
    }

    /// Asks the client for what it is to tell from now on, and for its settings. It has said that it is ready.
    pub(super) fn begin(self: &Arc<Self>) {
        let registrations = capabilities::registrations(&self.abilities());
        if !registrations.is_empty() {
            let client = self.client.clone();
            self.ask(async move { client.register_capability(registrations).await });
        }
        self.ask_for_settings();
        self.workspace.begin();
    }

    /// What the headers with this keyword say in all documents and files.
    pub(super) fn values(&self, keyword: Keyword) -> Vec<String> {
        self.workspace.values(&self.documents.views(), keyword)
    }

    /// Shows a message to the user, without waiting until it is sent.
    pub(super) fn tell(&self, kind: lsp::MessageType, message: String) {
        tracing::warn!("{message}");
        let Some(place) = self.place() else { return };
        let client = self.client.clone();
        tokio::spawn(async move {
            client.show_message(kind, message).await;
            drop(place);
        });
    }

    /// Asks the client for something, and goes on without the answer, which it may never give.
    /// False where it can't be asked.
    fn ask<T: Send + 'static>(&self, question: impl Future<Output = Result<T>> + Send + 'static) -> bool {
        let Some(place) = self.place() else { return false };
        tokio::spawn(async move {
            match patiently(question).await {
                Some(Ok(_)) => {}
                Some(Err(error)) => tracing::warn!("the client has refused: {error}"),
                None => tracing::warn!("the client has not answered for {} seconds", ANSWER.as_secs()),
            }
            drop(place);
        });
        true
    }

    /// A place among what waits to be sent or answered. A client that has stopped reading fills them, and what there is none
    /// for is dropped: it would learn nothing from it that the others do not tell.
    fn place(&self) -> Option<OwnedSemaphorePermit> {
        let place = Arc::clone(&self.places).try_acquire_owned().ok();
        if place.is_none() {
            tracing::warn!("the client was not told: it has {MOST_WAITING} messages to read or answer");
        }
        place
    }

    /// Takes the editor's settings. Where there is a mistake in them, the user is told and nothing changes.
    fn configure(&self, sent: &Value) {
        match settings::from_client(sent) {
            None => {}
            Some(Err(error)) => {
                self.tell(lsp::MessageType::WARNING, format!("The settings of ishi are not used: {error}"));
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

    /// Takes the settings in `workspace/didChangeConfiguration`. Where there are none of ours, the client is asked for them.
    pub(super) fn reconfigure(self: &Arc<Self>, sent: &Value) {
        if settings::from_client(sent).is_none() {
            return self.ask_for_settings();
        }
        let mut turn = self.settings_turn();
        *turn += 1;
        self.configure(sent);
    }

    /// Asks a client that can be asked for the settings (`workspace/configuration`), and takes what it answers.
    fn ask_for_settings(self: &Arc<Self>) {
        if !self.abilities().gives_settings {
            return;
        }
        let mut turn = self.settings_turn();
        let mine = *turn + 1;
        let connection = Arc::clone(self);
        let asked = self.ask(async move {
            let item = lsp::ConfigurationItem { scope_uri: None, section: Some(settings::SECTION.to_owned()) };
            let answer = connection.client.configuration(vec![item]).await?;
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
            Ok(())
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
    pub(super) fn settings_of(&self, uri: &str) -> Option<Arc<Config>> {
        let (config, is_changed) = self.nearest_settings(uri);
        if is_changed {
            self.follow_settings_files();
        }
        config
    }

    /// Reads the `ishi.toml` for a document, and shows what is wrong with those that are nearer and can't be read. Says
    /// whether it has changed.
    fn nearest_settings(&self, uri: &str) -> (Option<Arc<Config>>, bool) {
        let config::Search { file, skipped } = settings::files_of(uri);
        for path in &skipped {
            self.read_settings_file(path);
        }
        file.map_or((None, false), |path| self.read_settings_file(&path))
    }

    /// Reads again the `ishi.toml` files that are known and those that have `changed`, and lets all documents follow.
    pub(super) fn read_settings(&self, changed: &[PathBuf]) {
        let known = self.settings_files.known();
        for path in known.iter().chain(changed) {
            self.read_settings_file(path);
        }
        // What is read for the first time may have said something else when the index of events was made.
        self.workspace.touch(changed.iter().filter(|path| !known.contains(path)).filter_map(|path| folder_of(path)));
        self.follow_settings_files();
    }

    /// Reads an `ishi.toml` and shows what is wrong in it. Says whether it has changed.
    fn read_settings_file(&self, path: &Path) -> (Option<Arc<Config>>, bool) {
        let is_known = self.settings_files.known().iter().any(|known| known == path);
        let settings::Reading { config, news, is_changed, changes_files } =
            self.settings_files.read(path, self.abilities().unit);
        if changes_files && is_known {
            self.workspace.touch(folder_of(path));
        }
        if let Some(diagnostics) = news
            && let Ok(uri) = lsp::Url::from_file_path(path)
        {
            self.publisher.file(&uri, &diagnostics);
        }
        (config, is_changed)
    }

    /// Gives every document the settings of the `ishi.toml` that is the nearest to it now.
    fn follow_settings_files(&self) {
        // Most documents lie in few folders.
        let mut by_folder: HashMap<Option<PathBuf>, Option<Arc<Config>>> = HashMap::new();
        let mut changed = self.documents.uris();
        changed.retain(|uri| {
            let folder = convert::path(uri).and_then(|path| Some(path.parent()?.to_path_buf()));
            let read = || self.nearest_settings(uri).0;
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
        let abilities = self.abilities();
        let client = || self.client.clone();
        if abilities.refreshes_diagnostics {
            let client = client();
            self.ask(async move { client.workspace_diagnostic_refresh().await });
        }
        if abilities.refreshes_inlay_hints {
            let client = client();
            self.ask(async move { client.inlay_hint_refresh().await });
        }
        if abilities.refreshes_semantic_tokens {
            let client = client();
            self.ask(async move { client.semantic_tokens_refresh().await });
        }
        if abilities.refreshes_code_lenses {
            let client = client();
            self.ask(async move { client.code_lens_refresh().await });
        }
    }
}

impl Connection {
    /// Asks the client to make an edit, and tells the user where it does not. Nobody waits for it.
    pub(super) fn edit(self: &Arc<Self>, edit: lsp::WorkspaceEdit) {
        let connection = Arc::clone(self);
        tokio::spawn(async move {
            // A user may first have to agree to the edit, so there is no limit to the time that this may take.
            let answer = connection.client.apply_edit(edit).await;
            let reason = match answer {
                Ok(lsp::ApplyWorkspaceEditResponse { applied: true, .. }) => return,
                Ok(refusal) => refusal.failure_reason.unwrap_or_default(),
                Err(error) => error.to_string(),
            };
            connection.tell(lsp::MessageType::WARNING, format!("The editor did not make the change. {reason}"));
        });
    }
}
