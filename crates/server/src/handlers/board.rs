//! Boards and trees for a panel beside the text: requests that are not part of LSP.

use serde::Deserialize;
use tower_lsp::lsp_types as lsp;

use super::method::RequestContext;
use crate::proto::{self, BoardDrawing};
use ishi_rpc::{Answer, Result};

/// The params of `ishi/board`.
#[derive(Debug, Deserialize)]
pub(crate) struct BoardParams {
    #[serde(flatten)]
    place: lsp::TextDocumentPositionParams,
    #[serde(flatten)]
    drawing: BoardDrawing,
}

/// `ishi/board`: the board of the item at a position, for a panel that follows the cursor; or the reason why its event
/// has none. Null outside any document text.
pub(crate) fn board(cx: &RequestContext, params: BoardParams) -> Result<Answer> {
    let (view, converter) = cx.document()?;
    let analysis = view.analysis();
    let offset = converter.offset(params.place.position);
    let board = offset.and_then(|offset| analysis.board(offset, params.drawing.options()));
    let continuations = offset.and_then(|offset| cx.connection.last_search.at(&analysis, offset));
    let json = |board| proto::board(&board, params.drawing, continuations, &analysis, cx.client.unit);
    let missing = || offset.and_then(|offset| analysis.missing_board(offset));
    let missing = || missing().map(|missing| proto::missing_board(&missing, &analysis, cx.client.unit));
    Ok(Answer::of(&board.map(json).or_else(missing)))
}

/// The params of `ishi/tree`.
#[derive(Debug, Deserialize)]
pub(crate) struct TreeParams {
    #[serde(flatten)]
    place: lsp::TextDocumentPositionParams,
    /// The first node to return.
    #[serde(default)]
    from: usize,
}

/// `ishi/tree`: the variations of the event at a position, for a panel that draws them.
pub(crate) fn tree(cx: &RequestContext, params: TreeParams) -> Result<Answer> {
    let (view, converter) = cx.document()?;
    let Some(offset) = converter.offset(params.place.position) else { return Ok(Answer::null()) };
    // Its nodes have lines, which must be certain.
    let analysis = view.analysis();
    let tree = analysis.tree(offset, params.from).filter(|_| converter.is_certain());
    Ok(Answer::of(&tree.as_ref().map(|tree| proto::tree(tree, &analysis, cx.client.unit))))
}
