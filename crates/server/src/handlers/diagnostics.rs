//! Diagnostics that the client pulls.

use tower_lsp::lsp_types as lsp;

use super::method::RequestContext;
use crate::answer::Answer;
use crate::jsonrpc::Result;
use crate::session::{Connection, DocumentReport};

/// Notes that the client has pulled the diagnostics of a document, so that they are not pushed, too.
pub(super) fn asked(connection: &Connection, uri: &str) {
    if connection.capabilities().pulls_diagnostics {
        connection.publisher.pulled(uri);
    }
}

pub(super) fn diagnostic(cx: &RequestContext, params: &lsp::DocumentDiagnosticParams) -> Result<Answer> {
    let (view, _) = cx.document()?;
    Ok(DocumentReport::new(view, cx.client.unit).answer(params.previous_result_id.as_deref()))
}
