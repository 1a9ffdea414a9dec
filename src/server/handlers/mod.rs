//! Which method is handled by what.
//!
//! A handler of a request gets a `RequestContext` and the params, runs concurrently with others, and returns an
//! `Answer`. A handler of a notification changes the state of the [`Connection`] at once, in the order of the messages.

pub(super) mod actions;
pub(super) mod board;
pub(super) mod commands;
pub(super) mod completion;
pub(super) mod diagnostics;
mod documents;
pub(super) mod fault;
pub(super) mod formatting;
mod handler;
pub(super) mod hints;
mod initialize;
pub(super) mod navigation;
pub(super) mod status;
pub(super) mod symbols;
pub(super) mod tokens;
mod workspace;

use std::sync::Arc;

use tower_lsp::lsp_types::RegistrationParams;
use tower_lsp::lsp_types::request::RegisterCapability;

use super::session::Connection;

pub(super) use documents::give_up;
pub(super) use handler::{NotificationHandler, uri_of};
pub(super) use initialize::initialize;

/// Returns the handler of the notifications with this method, and whether it reads files, which may take a while.
pub(super) fn of_notification(method: &str) -> Option<(NotificationHandler, bool)> {
    Some(match method {
        "initialized" => (|connection, _| initialized(connection), false),
        "textDocument/didOpen" => (documents::did_open, true),
        "textDocument/didChange" => (documents::did_change, false),
        "textDocument/didClose" => (|connection, params| documents::did_close(connection, &params), false),
        "textDocument/didSave" => (|connection, params| documents::did_save(connection, &params), true),
        "workspace/didChangeConfiguration" => {
            (|connection, params| workspace::did_change_configuration(connection, &params), false)
        }
        "workspace/didChangeWatchedFiles" => {
            (|connection, params| workspace::did_change_watched_files(connection, &params), true)
        }
        "workspace/didChangeWorkspaceFolders" => {
            (|connection, params| workspace::did_change_workspace_folders(connection, &params), false)
        }
        "window/workDoneProgress/cancel" => {
            (|connection, params| workspace::cancel_progress(connection, &params), false)
        }
        _ => return None,
    })
}

/// The client is ready: it is asked for what it is to report from now on, and for its settings.
fn initialized(connection: &Arc<Connection>) {
    let registrations = initialize::registrations(&connection.capabilities());
    if !registrations.is_empty() {
        connection.client.ask::<RegisterCapability>(RegistrationParams { registrations }, drop);
    }
    connection.on_initialized();
}
