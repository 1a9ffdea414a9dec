//! The methods that the server handles: one table of notifications and requests, and the handlers, a file for each
//! group.
#![allow(clippy::needless_pass_by_value, reason = "the table has handlers of one type, and some keep their params")]

mod actions;
mod board;
mod commands;
mod completion;
mod content;
mod diagnostics;
mod documents;
#[cfg(feature = "fault-injection")]
mod fault;
mod fences;
mod find;
mod formatting;
mod hints;
mod initialize;
mod method;
mod navigation;
mod page;
mod snippets;
mod status;
mod symbols;
mod tokens;
mod workspace;

use std::sync::{Arc, LazyLock};

use serde::de::IgnoredAny;
use tower_lsp::lsp_types::request::RegisterCapability;
use tower_lsp::lsp_types::{RegistrationParams, notification as note, request};

use self::method::Methods;
use super::lsp_3_18::{RangesFormatting, TextDocumentContent};
use super::session::Connection;

pub(super) use documents::give_up;
pub(super) use initialize::initialize;
pub(super) use method::{Method, NotificationHandler, RequestContext, SnapshotMethod, WaitingMethod, uri_of};

/// Returns the method with this name, unless it is left to tower-lsp (`initialize`, `shutdown`, `exit`) or not known.
pub(super) fn method(name: &str) -> Option<&'static Method> {
    static METHODS: LazyLock<Methods> = LazyLock::new(|| {
        let methods = requests(notifications(Methods::default()));
        #[cfg(feature = "fault-injection")]
        let methods = fault::requests(methods);
        methods
    });
    METHODS.get(name)
}

/// Adds the notifications of the client.
fn notifications(methods: Methods) -> Methods {
    methods
        .on_loop::<note::Initialized>(|connection, _| initialized(connection))
        .with_files::<note::DidOpenTextDocument>(documents::did_open)
        .on_loop::<note::DidChangeTextDocument>(documents::did_change)
        .on_loop::<note::DidCloseTextDocument>(documents::did_close)
        .with_files::<note::DidSaveTextDocument>(documents::did_save)
        .on_loop::<note::DidChangeConfiguration>(workspace::did_change_configuration)
        .with_files::<note::DidChangeWatchedFiles>(workspace::did_change_watched_files)
        .on_loop::<note::DidChangeWorkspaceFolders>(workspace::did_change_workspace_folders)
        .on_loop::<note::WorkDoneProgressCancel>(workspace::cancel_progress)
}

/// Adds the requests of the client.
fn requests(methods: Methods) -> Methods {
    methods
        .noted_on_snapshot::<request::DocumentDiagnosticRequest>(diagnostics::asked, diagnostics::diagnostic)
        .waiting::<request::WorkspaceDiagnosticRequest, _>(diagnostics::workspace_diagnostic)
        .on_snapshot::<request::HoverRequest>(navigation::hover)
        .on_snapshot::<request::GotoDefinition>(navigation::definition)
        .on_snapshot::<request::References>(navigation::references)
        .on_snapshot::<request::DocumentHighlightRequest>(navigation::document_highlight)
        .on_snapshot::<request::SelectionRangeRequest>(navigation::selection_range)
        .on_snapshot::<request::DocumentLinkRequest>(navigation::document_link)
        .on_snapshot::<request::DocumentSymbolRequest>(symbols::document_symbol)
        .on_snapshot::<request::FoldingRangeRequest>(symbols::folding_range)
        .on_snapshot::<request::WorkspaceSymbolRequest>(|cx, params| Ok(symbols::workspace_symbol(cx, &params)))
        .on_snapshot::<request::Completion>(completion::completion)
        .on_snapshot::<request::ResolveCompletionItem>(completion::resolve)
        .on_snapshot::<request::SignatureHelpRequest>(completion::signature_help)
        .on_snapshot::<request::InlayHintRequest>(hints::inlay_hint)
        .on_snapshot::<request::InlayHintResolveRequest>(hints::resolve_inlay_hint)
        .on_snapshot::<request::CodeLensRequest>(hints::code_lens)
        .on_snapshot::<request::CodeLensResolve>(hints::resolve_code_lens)
        .on_snapshot::<request::SemanticTokensFullRequest>(tokens::full)
        .on_snapshot::<request::SemanticTokensFullDeltaRequest>(tokens::delta)
        .on_snapshot::<request::SemanticTokensRangeRequest>(tokens::range)
        .on_snapshot::<request::Formatting>(formatting::formatting)
        .on_snapshot::<request::RangeFormatting>(formatting::range_formatting)
        .on_snapshot::<RangesFormatting>(formatting::ranges_formatting)
        .on_snapshot::<request::OnTypeFormatting>(formatting::on_type_formatting)
        .on_snapshot::<request::CodeActionRequest>(actions::code_action)
        .on_snapshot::<request::CodeActionResolveRequest>(actions::resolve)
        .on_snapshot::<request::PrepareRenameRequest>(actions::prepare_rename)
        .on_snapshot::<request::Rename>(actions::rename)
        .on_snapshot::<TextDocumentContent>(content::text_document_content)
        .on_snapshot::<request::ExecuteCommand>(commands::execute_command)
        .custom("ishi/board", board::board)
        .custom("ishi/tree", board::tree)
        .custom("ishi/find", find::find)
        .custom("ishi/page", page::page)
        .custom("ishi/player", page::player)
        .custom("ishi/fences", fences::fences)
        // It has no params, and clients write null or `{}`.
        .custom("ishi/status", |cx, IgnoredAny| Ok(status::status(cx)))
}

/// Handles `initialized`: registers for reports of the client, and asks the client for its settings.
fn initialized(connection: &Arc<Connection>) {
    let registrations = initialize::registrations(&connection.capabilities(), connection.files.ignore_files());
    if !registrations.is_empty() {
        let registered = Arc::clone(connection);
        connection.client.ask::<RegisterCapability>(RegistrationParams { registrations }, move |()| {
            registered.on_registered();
        });
    }
    connection.on_initialized();
}
