//! Notifications about settings, files and folders.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_json::Value;

use crate::proto;
use crate::session::Connection;
use ishi_config as config;

pub(super) fn did_change_configuration(connection: &Arc<Connection>, params: Value) {
    connection.settings.reconfigure(params.get("settings").unwrap_or(&Value::Null));
}

pub(super) fn did_change_watched_files(connection: &Arc<Connection>, params: Value) {
    let changes = params.get("changes").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let paths: Vec<PathBuf> =
        changes.iter().filter_map(|change| connection.files.path(change.get("uri")?.as_str()?)).collect();
    let (settings, others): (Vec<_>, Vec<_>) = paths.into_iter().partition(|path| is_settings_file(path));
    if !settings.is_empty() {
        connection.settings.read_files(&settings);
    }
    connection.workspace.touch(others);
}

pub(super) fn is_settings_file(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name == config::FILE_NAME)
}

pub(super) fn did_change_workspace_folders(connection: &Arc<Connection>, params: Value) {
    let list = |name: &str| {
        let list = params.get("event").and_then(|event| event.get(name)?.as_array());
        proto::folders(&*connection.files, list.map(Vec::as_slice).unwrap_or_default())
    };
    connection.workspace.change_folders(&list("removed"), list("added"));
}

pub(super) fn cancel_progress(connection: &Arc<Connection>, params: Value) {
    if let Some(token) = params.get("token").and_then(Value::as_str) {
        connection.workspace.cancel(token);
        connection.folder_commands.cancel(token);
    }
}
