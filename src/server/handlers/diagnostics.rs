//! Diagnostics that the client asks for.

use tower_lsp::lsp_types as lsp;

use crate::server::answer::Answer;
use crate::server::jsonrpc::Result;
use crate::server::session::{DocumentReport, RequestContext};

pub(in crate::server) fn diagnostic(cx: &RequestContext, params: &lsp::DocumentDiagnosticParams) -> Result<Answer> {
    let (view, _) = cx.document()?;
    Ok(DocumentReport::new(view, cx.client.unit).answer(params.previous_result_id.as_deref()))
}
