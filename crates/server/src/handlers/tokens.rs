//! Semantic tokens.

use std::sync::Arc;

use tower_lsp::lsp_types as lsp;

use super::method::RequestContext;
use crate::proto;
use ishi_ide::ide::SemanticToken;
use ishi_rpc::{Answer, Result};
use ishi_text::Span;

/// The largest length in bytes of a document whose semantic tokens are sent as a whole. The tokens take five times as
/// much memory as the text, are kept for the next answer, and the editor has to process all of them before it shows
/// any.
const MAX_TOKENIZED_BYTES: usize = 1 << 20;

/// The tokens of a whole document, and the id by which the client may refer to them.
struct IssuedTokens {
    tokens: Arc<[SemanticToken]>,
    id: Option<String>,
}

/// Returns the tokens of the whole document, which are kept for the next answer; `None` for a large document, for which
/// the editor can use its own grammar or request the visible range.
fn all(cx: &RequestContext) -> Result<Option<IssuedTokens>> {
    let (view, converter) = cx.document()?;
    if view.document.text().len_bytes() > MAX_TOKENIZED_BYTES {
        return Ok(None);
    }
    let tokens: Arc<[SemanticToken]> = view.analysis().tokens(converter.all_visible(), cx.client.unit).into();
    let id = cx.connection.documents.keep_tokens(&view.uri, Arc::clone(&tokens));
    Ok(Some(IssuedTokens { tokens, id }))
}

fn whole(tokens: &[SemanticToken], result_id: Option<String>) -> Answer {
    Answer::of(&lsp::SemanticTokens { result_id, data: proto::encode(tokens) })
}

pub(crate) fn full(cx: &RequestContext, _: lsp::SemanticTokensParams) -> Result<Answer> {
    Ok(all(cx)?.map_or_else(Answer::null, |IssuedTokens { tokens, id }| whole(&tokens, id)))
}

pub(crate) fn delta(cx: &RequestContext, params: lsp::SemanticTokensDeltaParams) -> Result<Answer> {
    let (view, _) = cx.document()?;
    let before = cx.connection.documents.kept_tokens(&view.uri, &params.previous_result_id);
    let Some(IssuedTokens { tokens, id: result_id }) = all(cx)? else { return Ok(Answer::null()) };
    let Some(before) = before else { return Ok(whole(&tokens, result_id)) };
    let edits = proto::delta(&proto::encode(&before), &proto::encode(&tokens));
    Ok(Answer::of(&lsp::SemanticTokensDelta { result_id, edits }))
}

pub(crate) fn range(cx: &RequestContext, params: lsp::SemanticTokensRangeParams) -> Result<Answer> {
    let (view, converter) = cx.document()?;
    let Span { start, end } = converter.visible(params.range);
    let part = Span { start, end: end.min(start.saturating_add(MAX_TOKENIZED_BYTES as u32)) };
    Ok(whole(&view.analysis().tokens(part, cx.client.unit), None))
}
