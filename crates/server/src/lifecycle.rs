//! The part of the protocol that is left to tower-lsp: the lifecycle of a session.

use std::sync::Arc;

use tower_lsp::lsp_types as lsp;
use tower_lsp::{LanguageServer, LspService, async_trait};

use super::handlers;
use super::session::Connection;
use ishi_rpc::Result;

/// Answers `initialize` and `shutdown`.
#[derive(Debug)]
pub(super) struct Lifecycle(Arc<Connection>);

/// Returns tower-lsp's service for a session.
pub(super) fn service(connection: Arc<Connection>) -> LspService<Lifecycle> {
    // Requests of the server go through the outbox, so tower-lsp's own way to the client stays empty.
    let (service, _) = LspService::new(|_| Lifecycle(connection));
    service
}

#[async_trait]
impl LanguageServer for Lifecycle {
    async fn initialize(&self, _: lsp::InitializeParams) -> Result<lsp::InitializeResult> {
        Ok(handlers::initialize(&self.0.capabilities()))
    }

    async fn shutdown(&self) -> Result<()> {
        Ok(())
    }
}
