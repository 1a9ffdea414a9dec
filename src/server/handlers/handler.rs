//! What a handler of a notification is, and what all handlers read of params.

use std::sync::Arc;

use serde_json::Value;

use crate::server::session::Connection;

/// Handles a notification.
pub(in crate::server) type NotificationHandler = fn(&Arc<Connection>, Value);

/// Returns the document that a message is about. What is to be resolved (`codeAction/resolve` and its like) has it in
/// its `data` (see `convert::ResolveData`), and a command in its argument.
pub(in crate::server) fn uri_of(params: &Value) -> Option<&str> {
    let about = params
        .get("textDocument")
        .or_else(|| params.get("data")?.get("textDocument"))
        .or_else(|| params.pointer("/arguments/0/textDocument"))?;
    about.get("uri")?.as_str()
}
