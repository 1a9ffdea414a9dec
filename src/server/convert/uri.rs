//! Files and folders by their URIs.

use std::path::PathBuf;

use serde_json::Value;
use tower_lsp::lsp_types::Url;

use crate::server::documents::Name;

/// Returns the path of the file that a URI names, if it names one.
pub(in crate::server) fn path(uri: &str) -> Option<PathBuf> {
    let uri = Url::parse(uri).ok().filter(|uri| uri.scheme() == "file")?;
    uri.to_file_path().ok()
}

/// Returns the document with this URI.
pub(in crate::server) fn document(uri: &str) -> Name {
    Name { uri: uri.to_owned(), path: path(uri) }
}

/// Returns the folders that `initialize` names.
pub(in crate::server) fn workspace_folders(initialize: &Value) -> Vec<PathBuf> {
    match initialize.get("workspaceFolders").and_then(Value::as_array) {
        Some(list) => folders(list),
        None => {
            let root = initialize.get("rootUri").and_then(Value::as_str).and_then(path);
            let root = root.or_else(|| Some(initialize.get("rootPath")?.as_str()?.into()));
            root.filter(|root| root.is_absolute()).into_iter().collect()
        }
    }
}

/// Returns the folders in a list of LSP's `WorkspaceFolder`s.
pub(in crate::server) fn folders(list: &[Value]) -> Vec<PathBuf> {
    list.iter().filter_map(|folder| path(folder.get("uri")?.as_str()?)).collect()
}
