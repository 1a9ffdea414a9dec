//! Hovers, definitions, references, highlights, selection ranges and links: the features about one place.

use std::sync::atomic::{AtomicBool, Ordering};

use tower_lsp::lsp_types as lsp;

use crate::document::Content;
use crate::ide;
use crate::server::answer::Answer;
use crate::server::jsonrpc::{Result, content_modified};
use crate::server::session::RequestContext;

pub(in crate::server) fn hover(cx: &RequestContext, params: &lsp::HoverParams) -> Result<Answer> {
    let (view, convert) = cx.document()?;
    let offset = convert.offset(params.text_document_position_params.position);
    let is_stopped = AtomicBool::new(false);
    let stop = || {
        let stop = view.document.is_superseded() || cx.cancellation.is_cancelled();
        is_stopped.fetch_or(stop, Ordering::Relaxed);
        stop
    };
    let hover = offset.and_then(|offset| match view.content() {
        Content::Record(snapshot) => ide::hover_unless(snapshot, offset, &stop),
        Content::Games(games) => ide::sgf::hover_unless(games, offset, &stop),
    });
    if is_stopped.into_inner() {
        return Err(content_modified());
    }
    Ok(Answer::of(&hover.map(|hover| convert.hover(&hover, &cx.client))))
}

pub(in crate::server) fn definition(cx: &RequestContext, params: lsp::GotoDefinitionParams) -> Result<Answer> {
    let (view, convert) = cx.document()?;
    let lsp::TextDocumentPositionParams { text_document, position } = params.text_document_position_params;
    let definition = convert.record_offset(position).and_then(|offset| ide::definition(view.snapshot(), offset));
    Ok(definition.map_or_else(Answer::null, |found| convert.definition(&found, &text_document.uri, &cx.client)))
}

pub(in crate::server) fn references(cx: &RequestContext, params: lsp::ReferenceParams) -> Result<Answer> {
    let (view, convert) = cx.document()?;
    let lsp::TextDocumentPositionParams { text_document, position } = params.text_document_position;
    let Some(offset) = convert.record_offset(position) else { return Ok(Answer::null()) };
    let found = ide::references(view.snapshot(), offset, params.context.include_declaration);
    Ok(Answer::list(found.into_iter().filter_map(|span| convert.location(span, &text_document.uri))))
}

pub(in crate::server) fn document_highlight(
    cx: &RequestContext,
    params: &lsp::DocumentHighlightParams,
) -> Result<Answer> {
    let (view, convert) = cx.document()?;
    let position = params.text_document_position_params.position;
    let Some(offset) = convert.record_offset(position) else { return Ok(Answer::null()) };
    let highlights = ide::highlights(view.snapshot(), offset);
    Ok(Answer::list(highlights.into_iter().filter_map(|highlight| convert.highlight(highlight))))
}

pub(in crate::server) fn selection_range(cx: &RequestContext, params: lsp::SelectionRangeParams) -> Result<Answer> {
    let (view, convert) = cx.document()?;
    let offsets: Option<Vec<usize>> = params.positions.into_iter().map(|position| convert.offset(position)).collect();
    let Some(offsets) = offsets else { return Ok(Answer::null()) };
    let content = view.content();
    let selection = |offset| match content {
        Content::Record(snapshot) => ide::selection(snapshot, offset),
        Content::Games(games) => ide::sgf::selection(games, offset),
    };
    Answer::whole_list(offsets.into_iter().map(|offset| convert.selection(&selection(offset))))
}

pub(in crate::server) fn document_link(cx: &RequestContext, _: &lsp::DocumentLinkParams) -> Result<Answer> {
    let (view, convert) = cx.document()?;
    let Content::Record(snapshot) = view.content() else { return Ok(Answer::null()) };
    Ok(Answer::list(ide::links(snapshot).iter().filter_map(|link| convert.link(link))))
}
