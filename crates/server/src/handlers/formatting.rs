//! Formatting of a document, of a range, and while typing.
//!
//! The client's tab size is ignored, because the indentation of variations is a setting of the record, not of the
//! editor.

use tower_lsp::lsp_types as lsp;

use super::method::RequestContext;
use crate::documents::Refusal;
use crate::lsp_3_18::RangesFormattingParams;
use crate::proto;
use ishi_rpc::{Answer, Result, failed};

pub(crate) fn formatting(cx: &RequestContext, _: lsp::DocumentFormattingParams) -> Result<Answer> {
    // Emacs does not save what can't be formatted, and the save is what helps here. The user knows already.
    if matches!(cx.view, Err(Refusal::Ambiguous)) {
        return Ok(Answer::null());
    }
    let (view, converter) = cx.document()?;
    // An editor that formats records when they are saved would format SGF, which is only formatted on request.
    if view.is_misnamed {
        return Ok(Answer::of(&converter.text_edits(Vec::new())));
    }
    let edits = view.analysis().formatting(&view.config.format, None);
    Ok(Answer::of(&converter.text_edits(edits)))
}

pub(crate) fn range_formatting(cx: &RequestContext, params: lsp::DocumentRangeFormattingParams) -> Result<Answer> {
    let (view, converter) = cx.document()?;
    let span = converter.span(params.range).ok_or_else(|| failed(proto::UNCERTAIN))?;
    let edits = view.analysis().formatting(&view.config.format, Some(span));
    Ok(Answer::of(&converter.text_edits(edits)))
}

pub(crate) fn ranges_formatting(cx: &RequestContext, params: RangesFormattingParams) -> Result<Answer> {
    let (view, converter) = cx.document()?;
    let spans: Option<Vec<_>> = params.ranges.iter().map(|range| converter.span(*range)).collect();
    let spans = spans.ok_or_else(|| failed(proto::UNCERTAIN))?;
    let analysis = view.analysis();
    let edits = spans.into_iter().flat_map(|span| analysis.formatting(&view.config.format, Some(span)));
    let mut edits: Vec<_> = edits.collect();
    // Ranges may share a line, which is then edited in the same way for each of them.
    edits.sort_by_cached_key(|edit| edit.span);
    edits.dedup();
    Ok(Answer::of(&converter.text_edits(edits)))
}

pub(crate) fn on_type_formatting(cx: &RequestContext, params: lsp::DocumentOnTypeFormattingParams) -> Result<Answer> {
    let (view, converter) = cx.document()?;
    let offset = converter.offset(params.text_document_position.position);
    let edits = offset.map_or_else(Vec::new, |offset| view.analysis().typing(offset, &params.ch));
    // While typing, the whole text must not be replaced under the cursor.
    let edits = (converter.is_certain() && !edits.is_empty()).then(|| converter.text_edits(edits));
    Ok(Answer::of(&edits))
}
