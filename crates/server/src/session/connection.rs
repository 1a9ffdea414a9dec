//! The connection to one client: owns its documents, settings, folders and pushed diagnostics.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use serde_json::Value;

use super::backlog::Backlog;
use super::client::Client;
use super::folder_check::{CheckSources, FolderCheck};
use super::folder_commands::{CommandSources, FolderCommands};
use super::last_search::LastSearch;
use super::publisher::{Publisher, Sources};
use super::settings::{Followers, Settings};
use super::workspace::Workspace;
use crate::capabilities::ClientCapabilities;
use crate::documents::{Documents, Name};
use crate::file_system::FileSystem;
use crate::proto;
use ishi_rpc::{Meter, Outbox, Runtime};

/// The state of one client, and the tasks for it.
#[derive(Debug)]
pub(crate) struct Connection {
    pub(crate) client: Arc<Client>,
    pub(crate) documents: Arc<Documents>,
    pub(crate) publisher: Arc<Publisher>,
    pub(crate) check: Arc<FolderCheck>,
    pub(crate) folder_commands: Arc<FolderCommands>,
    pub(crate) workspace: Arc<Workspace>,
    pub(crate) meter: Arc<Meter>,
    pub(crate) backlog: Arc<Backlog>,
    /// The files that the client's URIs name.
    pub(crate) files: Arc<dyn FileSystem>,
    pub(crate) settings: Arc<Settings>,
    pub(crate) last_search: LastSearch,
    capabilities: OnceLock<Arc<ClientCapabilities>>,
    runtime: Arc<dyn Runtime>,
}

impl Connection {
    pub(crate) fn new(outbox: Outbox, runtime: &Arc<dyn Runtime>, files: Arc<dyn FileSystem>) -> Self {
        let client = Arc::new(Client::new(outbox.clone(), Arc::clone(runtime)));
        let documents = Arc::new(Documents::default());
        let meter = Arc::new(Meter::new(Arc::clone(runtime)));
        let backlog = Arc::new(Backlog::default());
        let publisher = Arc::new(Publisher::new(Sources {
            documents: Arc::clone(&documents),
            backlog: Arc::clone(&backlog),
            client: Arc::clone(&client),
            outbox,
            meter: Arc::clone(&meter),
            runtime: Arc::clone(runtime),
        }));
        let check = Arc::new(FolderCheck::new(CheckSources {
            client: Arc::clone(&client),
            documents: Arc::clone(&documents),
            publisher: Arc::clone(&publisher),
            runtime: Arc::clone(runtime),
            files: Arc::clone(&files),
        }));
        let folder_commands = Arc::new(FolderCommands::new(CommandSources {
            client: Arc::clone(&client),
            publisher: Arc::clone(&publisher),
            runtime: Arc::clone(runtime),
            files: Arc::clone(&files),
            check: Arc::clone(&check),
        }));
        let workspace = Arc::new(Workspace::new(
            Arc::clone(&client),
            Arc::clone(&documents),
            Arc::clone(runtime),
            Arc::clone(&files),
            Arc::clone(&check),
        ));
        let settings = Arc::new(Settings::new(Followers {
            client: Arc::clone(&client),
            documents: Arc::clone(&documents),
            publisher: Arc::clone(&publisher),
            workspace: Arc::clone(&workspace),
            check: Arc::clone(&check),
            files: Arc::clone(&files),
        }));
        Self {
            client,
            documents,
            publisher,
            check,
            folder_commands,
            workspace,
            meter,
            backlog,
            files,
            settings,
            last_search: LastSearch::default(),
            capabilities: OnceLock::new(),
            runtime: Arc::clone(runtime),
        }
    }

    /// Whether the client has sent `initialize`.
    pub(crate) fn is_initialized(&self) -> bool {
        self.capabilities.get().is_some()
    }

    /// Returns the capabilities of the client; the default ones before `initialize`.
    pub(crate) fn capabilities(&self) -> Arc<ClientCapabilities> {
        self.capabilities.get().map(Arc::clone).unwrap_or_default()
    }

    /// Returns the time since some fixed moment.
    pub(super) fn now(&self) -> Duration {
        self.runtime.now()
    }

    /// Returns the memory that the server has in use, in bytes, if that is known.
    pub(crate) fn memory(&self) -> Option<u64> {
        self.runtime.memory()
    }

    /// Returns the document with this URI as it is known here.
    pub(crate) fn name(&self, uri: &str) -> Name {
        Name::of_document(uri, self.files.path(uri), self.files.fence_reader())
    }

    /// Notes the capabilities and information of the client in `initialize`, the first time.
    pub(crate) fn on_initialize(&self, initialize: &Value) {
        let capabilities = Arc::new(ClientCapabilities::new(initialize));
        if self.capabilities.set(Arc::clone(&capabilities)).is_ok() {
            self.publisher.on_initialize(capabilities.unit);
            self.check.on_initialize(Arc::clone(&capabilities));
            self.settings.on_initialize(capabilities, initialize.get("initializationOptions").unwrap_or(&Value::Null));
            self.workspace.change_folders(&[], proto::workspace_folders(&*self.files, initialize));
        }
    }

    /// Notes that the client has accepted the registrations, among them that for changes of files if it can report
    /// these.
    pub(crate) fn on_registered(&self) {
        if self.capabilities().watches_files {
            self.workspace.games.on_watched();
            self.check.on_watched();
        }
    }

    /// Begins the work that needs an initialized client: asks for the settings, and reads the folders.
    pub(crate) fn on_initialized(&self) {
        self.settings.ask();
        self.workspace.on_initialized(self.capabilities().shows_progress);
    }
}
