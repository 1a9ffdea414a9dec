//! The outline and the folds of a document, and the events of all files.

use tower_lsp::lsp_types as lsp;

use super::method::RequestContext;
use ishi_rpc::{Answer, Result};

pub(crate) fn document_symbol(cx: &RequestContext, params: lsp::DocumentSymbolParams) -> Result<Answer> {
    let (view, converter) = cx.document()?;
    let symbols = view.analysis().symbols();
    Ok(if cx.client.symbol_tree {
        Answer::list(symbols.into_iter().filter_map(|symbol| converter.symbol(symbol)))
    } else {
        Answer::list(converter.symbol_list(&symbols, &params.text_document.uri))
    })
}

pub(crate) fn folding_range(cx: &RequestContext, _: lsp::FoldingRangeParams) -> Result<Answer> {
    let (view, converter) = cx.document()?;
    Ok(Answer::list(converter.folds(&view.analysis().folding(), cx.client.fold_limit)))
}

pub(crate) fn workspace_symbol(cx: &RequestContext, params: &lsp::WorkspaceSymbolParams) -> Answer {
    cx.connection.workspace.symbols(&params.query)
}
