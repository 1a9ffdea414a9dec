//! Texts that only the server has, as documents that are read in an editor (`workspace/textDocumentContent`).
//!
//! | URI | text |
//! |---|---|
//! | `ishi:/rules.md` | all rules |
//! | `ishi:/rules/CODE.md` | one rule, as `ishi explain CODE` describes it |
//! | `ishi:/record/NAME.ishi?URI` | the games of a file or document as records |
//! | `ishi:/search.md` | the games of the last search |

use percent_encoding::percent_decode_str;
use serde_json::{Value, json};
use tower_lsp::lsp_types as lsp;
use tower_lsp::lsp_types::Url;
use tower_lsp::lsp_types::request::ShowDocument;

use super::method::RequestContext;
use crate::lsp_3_18::{SCHEME, TextDocumentContentParams, TextDocumentContentRefresh};
use ishi_archive::{ArchiveText, games_in};
use ishi_rpc::{Answer, Error, Result, failed};
use ishi_text::quoted;

/// The path of the list of the games that the last search has found.
const SEARCH: &str = "/search.md";

pub(crate) fn text_document_content(cx: &RequestContext, params: TextDocumentContentParams) -> Result<Answer> {
    let unknown = || Error::invalid_params(format!("there is no text with the URI {}", quoted(&params.uri)));
    let uri = Url::parse(&params.uri).ok().filter(|uri| uri.scheme() == SCHEME).ok_or_else(unknown)?;
    let files = &cx.connection.files;
    let text = match uri.path() {
        "/rules.md" => files.rules(None),
        SEARCH => cx.connection.last_search.list(),
        path => match path.strip_prefix("/rules/").and_then(|name| name.strip_suffix(".md")) {
            Some(code) => files.rules(Some(code)),
            None if path.starts_with("/record/") => return record(cx, &uri),
            None => None,
        },
    };
    Ok(Answer::of(&json!({"text": text.ok_or_else(unknown)?})))
}

/// Keeps the list of the games that a search has found, and lets the client read it again.
pub(super) fn set_search(cx: &RequestContext, list: String) {
    cx.connection.last_search.set_list(list);
    if cx.client.reads_content {
        let params = TextDocumentContentParams { uri: format!("{SCHEME}:{SEARCH}") };
        cx.connection.client.ask::<TextDocumentContentRefresh>(params, drop);
    }
}

/// Returns the games of the document or file that the query of a URI names, as records.
fn record(cx: &RequestContext, uri: &Url) -> Result<Answer> {
    let connection = &cx.connection;
    let query = uri.query().unwrap_or_default();
    // A client may encode the query, or leave it as it is.
    let sources = [query.to_owned(), decoded(query)];
    if let Some(view) = sources.iter().find_map(|source| connection.documents.view(source).ok()) {
        return Ok(Answer::of(&json!({"text": view.snapshot().text().to_string()})));
    }
    let path = sources.iter().find_map(|source| connection.files.path(source));
    let path = path.ok_or_else(|| Error::invalid_params(format!("there is no file {}", quoted(query))))?;
    let mut records = Vec::new();
    let read = connection.workspace.read_games(&path, &mut |text: ArchiveText<'_>| {
        records.extend(games_in(text).map(|game| game.to_record().map(std::borrow::Cow::into_owned)));
    });
    read.map_err(|error| failed(error.to_string()))?;
    let records: std::result::Result<Vec<String>, _> = records.into_iter().collect();
    let records = records.map_err(|reason| failed(reason.reason))?;
    Ok(Answer::of(&json!({"text": records.join("\n")})))
}

/// Returns a query without its percent encoding.
fn decoded(query: &str) -> String {
    percent_decode_str(query).decode_utf8_lossy().into_owned()
}

/// Shows the page of a rule, or of all rules: the command [`EXPLAIN`](crate::lsp_3_18::EXPLAIN).
pub(super) fn explain(cx: &RequestContext, arguments: &[Value]) -> Result<Answer> {
    if !cx.client.can_explain() {
        return Err(failed("this editor shows no documents of a server; use `ishi explain`"));
    }
    let page = match arguments.first().and_then(Value::as_str) {
        Some(code) if cx.connection.files.rules(Some(code)).is_some() => format!("{SCHEME}:/rules/{code}.md"),
        Some(code) => return Err(Error::invalid_params(format!("there is no rule {}", quoted(code)))),
        None => format!("{SCHEME}:/rules.md"),
    };
    let uri = Url::parse(&page).map_err(|error| failed(error.to_string()))?;
    let params = lsp::ShowDocumentParams { uri, external: None, take_focus: Some(true), selection: None };
    cx.connection.client.ask::<ShowDocument>(params, drop);
    Ok(Answer::null())
}
