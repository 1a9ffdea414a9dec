//! Folders, events found in them, and how far the work on them has come.

use std::path::PathBuf;

use serde_json::Value;
use tower_lsp::lsp_types::{self as lsp, Url};

use crate::ide;
use crate::server::workspace::Folder;

/// The file that a URI names, if it names one.
pub(in crate::server) fn path(uri: &str) -> Option<PathBuf> {
    let uri = Url::parse(uri).ok().filter(|uri| uri.scheme() == "file")?;
    uri.to_file_path().ok()
}

/// The folders that `initialize` names.
pub(in crate::server) fn workspace_folders(initialize: &Value) -> Vec<Folder> {
    match initialize.get("workspaceFolders").and_then(Value::as_array) {
        Some(list) => folders(list),
        None => {
            let root = initialize.get("rootUri").and_then(Value::as_str).and_then(path);
            let root = root.or_else(|| Some(initialize.get("rootPath")?.as_str()?.into()));
            root.filter(|root| root.is_absolute()).map(Folder::new).into_iter().collect()
        }
    }
}

/// The folders in a list of LSP's `WorkspaceFolder`s.
pub(in crate::server) fn folders(list: &[Value]) -> Vec<Folder> {
    list.iter().filter_map(|folder| path(folder.get("uri")?.as_str()?)).map(Folder::new).collect()
}

/// An event that was found in the file of a URI, which is called `file` here.
#[expect(deprecated, reason = "a field that the struct still has")]
pub(in crate::server) fn found<F>(found: ide::Found<F>, uri: Url, file: &str) -> lsp::SymbolInformation {
    let start = lsp::Position::new(found.line, 0);
    let container = if found.detail.is_empty() { file.to_owned() } else { format!("{file} · {}", found.detail) };
    lsp::SymbolInformation {
        name: found.name,
        kind: super::symbol_kind(ide::SymbolKind::Event),
        tags: None,
        deprecated: None,
        location: lsp::Location::new(uri, lsp::Range::new(start, start)),
        container_name: Some(container),
    }
}

/// What is told of long work.
#[derive(Clone, Debug)]
pub(in crate::server) enum Progress {
    /// It begins.
    Begin(&'static str),
    /// How much of it is done, in percent where that is known, and in words.
    Report(Option<u32>, String),
    /// It is over, and this has come of it.
    End(String),
}

/// The params of `$/progress`.
pub(in crate::server) fn progress(token: &str, progress: Progress) -> lsp::ProgressParams {
    let value = match progress {
        Progress::Begin(title) => lsp::WorkDoneProgress::Begin(lsp::WorkDoneProgressBegin {
            title: title.to_owned(),
            cancellable: Some(true),
            message: None,
            percentage: Some(0),
        }),
        Progress::Report(percentage, message) => lsp::WorkDoneProgress::Report(lsp::WorkDoneProgressReport {
            cancellable: Some(true),
            message: Some(message),
            percentage,
        }),
        Progress::End(message) => lsp::WorkDoneProgress::End(lsp::WorkDoneProgressEnd { message: Some(message) }),
    };
    let token = lsp::NumberOrString::String(token.to_owned());
    lsp::ProgressParams { token, value: lsp::ProgressParamsValue::WorkDone(value) }
}
