//! Notifications about documents that are opened, edited, saved and closed.

use std::sync::Arc;

use serde::Deserialize;
use serde_json::Value;
use tower_lsp::lsp_types::{MessageType, TextDocumentContentChangeEvent};

#[cfg(feature = "fault-injection")]
use super::fault;
use super::method::uri_of;
use super::workspace::is_settings_file;
use crate::documents::{Effect, TextChange};
use crate::lsp_3_18::FoldingRangeRefresh;
use crate::proto;
use crate::session::Connection;
use ishi_ide::document::Format;
use ishi_text::clipped;
use ishi_work::background;

// The types of `lsp_types` for these would rewrite the URI.

#[derive(Deserialize)]
struct OpenParams {
    #[serde(rename = "textDocument")]
    document: OpenedDocument,
}

#[derive(Deserialize)]
struct OpenedDocument {
    uri: String,
    #[serde(rename = "languageId", default)]
    language: String,
    version: Option<i32>,
    text: String,
}

#[derive(Deserialize)]
struct Changed {
    #[serde(rename = "textDocument")]
    document: ChangedDocument,
    #[serde(rename = "contentChanges")]
    changes: Vec<TextDocumentContentChangeEvent>,
}

#[derive(Deserialize)]
struct ChangedDocument {
    version: Option<i32>,
}

pub(super) fn did_open(connection: &Arc<Connection>, params: Value) {
    let uri = uri_of(&params).map(str::to_owned);
    let document = match OpenParams::deserialize(params) {
        Ok(OpenParams { document }) => document,
        Err(error) => return lose(connection, uri.as_deref(), &error),
    };
    let uri = &document.uri;
    let config = connection.settings.of_document(uri);
    let mut name = connection.name(uri);
    // A client knows better than the name of the file, and the text decides.
    name.format = match &*document.language {
        "ishi" => Format::Record,
        "sgf" => Format::Sgf,
        "markdown" => Format::Notes(connection.files.fence_reader()),
        _ => name.format,
    };
    let is_note = matches!(name.format, Format::Notes(_));
    let opened = connection.documents.read(name, document.version, &document.text, config);
    #[cfg(feature = "fault-injection")]
    fault::on_open();
    if let Err(refusal) = connection.documents.open(opened) {
        connection.client.show_message(MessageType::ERROR, format!("{uri}: {refusal}"));
    }
    connection.publisher.opened(uri, connection.capabilities().pulls_diagnostics);
    // A text in Markdown does not make the server read the folder around it.
    if let Some(path) = connection.files.path(uri).filter(|_| !is_note) {
        connection.workspace.adopt(&path);
    }
    connection.check.document_opened();
}

pub(super) fn did_change(connection: &Arc<Connection>, params: Value) {
    #[cfg(feature = "fault-injection")]
    fault::on_edit();
    background::pause();
    let Some(uri) = uri_of(&params).map(str::to_owned) else {
        tracing::error!("an edit names no document");
        return give_up(connection, &connection.documents.uris(), "it names no document");
    };
    let Changed { document, changes } = match Changed::deserialize(params) {
        Ok(changed) => changed,
        Err(error) => return lose(connection, Some(&uri), &error),
    };
    let changes: Vec<TextChange> = changes.into_iter().map(proto::text_change).collect();
    let client = connection.capabilities();
    match connection.documents.change(&uri, document.version, client.unit, client.lines, &changes) {
        Ok(Effect::Nothing) => return,
        Ok(Effect::Edited) => connection.publisher.changed(&uri),
        Ok(Effect::Typed) => connection.publisher.typed(&uri),
        Ok(Effect::Resynced) => connection.publisher.opened(&uri, client.pulls_diagnostics),
        Err(refusal) => {
            connection.client.show_message(MessageType::ERROR, format!("{uri}: {refusal}"));
            connection.publisher.closed(&uri);
        }
    }
    connection.check.document_changed(&uri);
}

/// Gives up the document of a notification whose params can't be read, because it may have been an edit.
fn lose(connection: &Arc<Connection>, uri: Option<&str>, error: &serde_json::Error) {
    tracing::error!("a message about a document was skipped: {error}");
    if let Some(uri) = uri {
        give_up(connection, &[uri.to_owned()], &error.to_string());
    }
}

/// Gives up documents after an edit was lost for some reason, and shows the user one message.
pub(crate) fn give_up(connection: &Connection, uris: &[String], reason: &str) {
    const MAX_NAMES: usize = 3;
    const MAX_REASON: usize = 200;
    let lost: Vec<&str> =
        uris.iter().filter(|uri| connection.documents.give_up(connection.name(uri))).map(String::as_str).collect();
    for uri in &lost {
        connection.publisher.closed(uri);
    }
    let names = lost.iter().take(MAX_NAMES).map(|uri| uri.rsplit('/').next().unwrap_or(uri));
    let names = names.collect::<Vec<_>>().join(", ");
    let them = match lost.len() {
        0 => return,
        1 => names,
        count if count <= MAX_NAMES => names,
        count => format!("{names} and {} more", count - MAX_NAMES),
    };
    let it = if lost.len() == 1 { "it" } else { "each" };
    let message = format!(
        "An edit of {them} could not be read ({}), so nothing is answered there. \
         Save {it}, or close {it} and open {it} again.",
        clipped(reason, MAX_REASON)
    );
    connection.client.show_message(MessageType::ERROR, message);
}

pub(super) fn did_close(connection: &Arc<Connection>, params: Value) {
    let Some(uri) = uri_of(&params) else { return tracing::error!("a closing that names no document was skipped") };
    connection.documents.close(uri);
    connection.publisher.closed(uri);
    if let Some(path) = connection.files.path(uri) {
        connection.check.document_closed(path.clone());
        connection.folder_commands.document_closed(path.clone());
        // Text that was never saved is lost with it.
        connection.workspace.touch([path]);
    }
}

/// Handles a saved document. The client sends its text, so a document that was given up is in sync again. For a client
/// that can't watch files, a save is also the sign that an `ishi.toml` or an ignore file may have changed.
pub(super) fn did_save(connection: &Arc<Connection>, params: Value) {
    if let (Some(uri), Some(text)) = (uri_of(&params), params.get("text").and_then(Value::as_str))
        && connection.documents.resync(uri, text)
    {
        tracing::info!("{uri} is in sync again");
        connection.publisher.opened(uri, connection.capabilities().pulls_diagnostics);
        if connection.capabilities().refreshes_folds {
            connection.client.ask::<FoldingRangeRefresh>((), drop);
        }
    }
    let settings = uri_of(&params).and_then(|uri| connection.files.path(uri)).filter(|path| is_settings_file(path));
    let is_watched = connection.capabilities().watches_files;
    if settings.is_some() || !is_watched {
        connection.settings.read_files(settings.as_slice());
    }
    if !is_watched {
        connection.workspace.list_again();
    }
}
