//! Diagnostics that the client pulls.

use std::sync::Arc;

use futures::FutureExt;
use futures::future::BoxFuture;
use serde::Deserialize;
use tower_lsp::lsp_types as lsp;

use super::method::RequestContext;
use crate::documents::Refusal;
use crate::session::{Connection, DocumentReport, Pull, PulledBefore};
use ishi_rpc::{Answer, Result};

/// Notes that the client has pulled the diagnostics of a document, so that they are not pushed, too.
pub(super) fn asked(connection: &Connection, uri: &str) {
    if connection.capabilities().pulls_diagnostics {
        connection.publisher.pulled(uri);
    }
}

pub(super) fn diagnostic(cx: &RequestContext, params: lsp::DocumentDiagnosticParams) -> Result<Answer> {
    let previous = params.previous_result_id.as_deref();
    // VS Code asks once more for a document that it has closed, and shows an error to the user. What is not in a folder
    // of the client has no problems without a document.
    if let Err(Refusal::NotOpen) = cx.view {
        let report = cx.connection.check.file_report(params.text_document.uri.as_str());
        return Ok(report.unwrap_or_else(DocumentReport::nothing).answer(previous));
    }
    let (view, _) = cx.document()?;
    Ok(DocumentReport::new(view, cx.client.unit).answer(previous))
}

/// The params of `workspace/diagnostic`. The type of `lsp_types` would rewrite the URIs.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct WorkspaceDiagnosticParams {
    #[serde(default)]
    previous_result_ids: Vec<PreviousResultId>,
    partial_result_token: Option<lsp::NumberOrString>,
}

#[derive(Debug, Deserialize)]
struct PreviousResultId {
    uri: String,
    value: String,
}

pub(super) fn workspace_diagnostic(
    connection: &Arc<Connection>,
    params: WorkspaceDiagnosticParams,
) -> BoxFuture<'static, Answer> {
    let before = |PreviousResultId { uri, value }| PulledBefore { uri, id: value };
    let before = params.previous_result_ids.into_iter().map(before).collect();
    Arc::clone(&connection.check).pull(Pull { token: params.partial_result_token, before }).boxed()
}
