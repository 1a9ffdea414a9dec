//! The outline and the folds of a document, and the events of all files.

use tower_lsp::lsp_types as lsp;

use crate::document::Content;
use crate::ide;
use crate::server::answer::Answer;
use crate::server::jsonrpc::Result;
use crate::server::session::RequestContext;

pub(in crate::server) fn document_symbol(cx: &RequestContext, params: &lsp::DocumentSymbolParams) -> Result<Answer> {
    let (view, convert) = cx.document()?;
    let symbols = match view.content() {
        Content::Record(snapshot) => ide::symbols(snapshot, ide::MAX_SYMBOLS),
        Content::Games(games) => ide::sgf::symbols(games, ide::MAX_SYMBOLS),
    };
    Ok(if cx.client.symbol_tree {
        Answer::list(symbols.into_iter().filter_map(|symbol| convert.symbol(symbol)))
    } else {
        Answer::list(convert.symbol_list(&symbols, &params.text_document.uri))
    })
}

pub(in crate::server) fn folding_range(cx: &RequestContext, _: &lsp::FoldingRangeParams) -> Result<Answer> {
    let (view, convert) = cx.document()?;
    let folds = match view.content() {
        Content::Record(snapshot) => ide::folding(snapshot),
        Content::Games(games) => ide::sgf::folding(games),
    };
    Ok(Answer::list(convert.folds(&folds, cx.client.fold_limit)))
}

pub(in crate::server) fn workspace_symbol(cx: &RequestContext, params: &lsp::WorkspaceSymbolParams) -> Answer {
    cx.connection.workspace.symbols(&params.query)
}
