//! Folders by their URIs.

use std::path::PathBuf;

use serde_json::Value;

use crate::file_system::FileSystem;

/// Returns the folders that `initialize` names.
pub(crate) fn workspace_folders(files: &dyn FileSystem, initialize: &Value) -> Vec<PathBuf> {
    match initialize.get("workspaceFolders").and_then(Value::as_array) {
        Some(list) => folders(files, list),
        None => {
            let root = initialize.get("rootUri").and_then(Value::as_str).and_then(|uri| files.path(uri));
            let root = root.or_else(|| Some(initialize.get("rootPath")?.as_str()?.into()));
            root.filter(|root| root.is_absolute()).into_iter().collect()
        }
    }
}

/// Returns the folders in a list of LSP's `WorkspaceFolder`s.
pub(crate) fn folders(files: &dyn FileSystem, list: &[Value]) -> Vec<PathBuf> {
    list.iter().filter_map(|folder| files.path(folder.get("uri")?.as_str()?)).collect()
}
