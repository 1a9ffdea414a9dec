//! The methods that the server handles: one table of notifications and requests, and the handlers, a file for each
//! group.

mod actions;
mod board;
mod commands;
mod completion;
mod content;
mod diagnostics;
mod documents;
#[cfg(feature = "fault-injection")]
mod fault;
mod find;
mod formatting;
mod hints;
mod initialize;
mod method;
mod navigation;
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
pub(super) use method::{Job, Method, NotificationHandler, RequestContext, SnapshotMethod, WaitingMethod, uri_of};

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
        .on_loop::<note::DidCloseTextDocument>(|connection, params| documents::did_close(connection, &params))
        .with_files::<note::DidSaveTextDocument>(|connection, params| documents::did_save(connection, &params))
        .on_loop::<note::DidChangeConfiguration>(|connection, params| {
            workspace::did_change_configuration(connection, &params);
        })
        .with_files::<note::DidChangeWatchedFiles>(|connection, params| {
            workspace::did_change_watched_files(connection, &params);
        })
        .on_loop::<note::DidChangeWorkspaceFolders>(|connection, params| {
            workspace::did_change_workspace_folders(connection, &params);
        })
        .on_loop::<note::WorkDoneProgressCancel>(|connection, params| workspace::cancel_progress(connection, &params))
}

/// Adds the requests of the client.
fn requests(methods: Methods) -> Methods {
    methods
        .noted_on_snapshot::<request::DocumentDiagnosticRequest>(diagnostics::asked, |cx, params| {
            diagnostics::diagnostic(cx, &params)
        })
        .waiting::<request::WorkspaceDiagnosticRequest, _>(diagnostics::workspace_diagnostic)
        .on_snapshot::<request::HoverRequest>(|cx, params| navigation::hover(cx, &params))
        .on_snapshot::<request::GotoDefinition>(navigation::definition)
        .on_snapshot::<request::References>(navigation::references)
        .on_snapshot::<request::DocumentHighlightRequest>(|cx, params| navigation::document_highlight(cx, &params))
        .on_snapshot::<request::SelectionRangeRequest>(navigation::selection_range)
        .on_snapshot::<request::DocumentLinkRequest>(|cx, params| navigation::document_link(cx, &params))
        .on_snapshot::<request::DocumentSymbolRequest>(|cx, params| symbols::document_symbol(cx, &params))
        .on_snapshot::<request::FoldingRangeRequest>(|cx, params| symbols::folding_range(cx, &params))
        .on_snapshot::<request::WorkspaceSymbolRequest>(|cx, params| Ok(symbols::workspace_symbol(cx, &params)))
        .on_snapshot::<request::Completion>(completion::completion)
        .on_snapshot::<request::ResolveCompletionItem>(completion::resolve)
        .on_snapshot::<request::SignatureHelpRequest>(|cx, params| completion::signature_help(cx, &params))
        .on_snapshot::<request::InlayHintRequest>(|cx, params| hints::inlay_hint(cx, &params))
        .on_snapshot::<request::InlayHintResolveRequest>(hints::resolve_inlay_hint)
        .on_snapshot::<request::CodeLensRequest>(|cx, params| hints::code_lens(cx, &params))
        .on_snapshot::<request::CodeLensResolve>(hints::resolve_code_lens)
        .on_snapshot::<request::SemanticTokensFullRequest>(|cx, params| tokens::full(cx, &params))
        .on_snapshot::<request::SemanticTokensFullDeltaRequest>(|cx, params| tokens::delta(cx, &params))
        .on_snapshot::<request::SemanticTokensRangeRequest>(|cx, params| tokens::range(cx, &params))
        .on_snapshot::<request::Formatting>(|cx, params| formatting::formatting(cx, &params))
        .on_snapshot::<request::RangeFormatting>(|cx, params| formatting::range_formatting(cx, &params))
        .on_snapshot::<RangesFormatting>(|cx, params| formatting::ranges_formatting(cx, &params))
        .on_snapshot::<request::OnTypeFormatting>(|cx, params| formatting::on_type_formatting(cx, &params))
        .on_snapshot::<request::CodeActionRequest>(actions::code_action)
        .on_snapshot::<request::CodeActionResolveRequest>(actions::resolve)
        .on_snapshot::<request::PrepareRenameRequest>(|cx, params| actions::prepare_rename(cx, &params))
        .on_snapshot::<request::Rename>(|cx, params| actions::rename(cx, &params))
        .on_snapshot::<TextDocumentContent>(|cx, params| content::text_document_content(cx, &params))
        .on_snapshot::<request::ExecuteCommand>(commands::execute_command)
        .custom("ishi/board", |cx, params| board::board(cx, &params))
        .custom("ishi/tree", |cx, params| board::tree(cx, &params))
        .custom("ishi/find", |cx, params| find::find(cx, &params))
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
