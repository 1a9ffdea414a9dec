//! Hovers, definitions, references, highlights, selection ranges and links: the features about one place.

use std::sync::atomic::{AtomicBool, Ordering};

use tower_lsp::lsp_types as lsp;

use super::method::RequestContext;
use ishi_archive::find::{BoardContinuation, BoardContinuations};
use ishi_rpc::{Answer, Result, content_modified};

pub(crate) fn hover(cx: &RequestContext, params: lsp::HoverParams) -> Result<Answer> {
    let (view, converter) = cx.document()?;
    let offset = converter.offset(params.text_document_position_params.position);
    let is_stopped = AtomicBool::new(false);
    let stop = || {
        let stop = view.document.is_superseded() || cx.cancellation.is_cancelled();
        is_stopped.fetch_or(stop, Ordering::Relaxed);
        stop
    };
    let hover = offset.and_then(|offset| view.analysis().hover(offset, &stop));
    if is_stopped.into_inner() {
        return Err(content_modified());
    }
    let last_search = || offset.and_then(|offset| cx.connection.last_search.at(&view.analysis(), offset));
    let hover = hover.map(|hover| match hover.has_board().then(last_search).flatten() {
        Some(continuations) => hover.with_rows(found_rows(&continuations)),
        None => hover,
    });
    Ok(Answer::of(&hover.map(|hover| converter.hover(&hover, &cx.client))))
}

/// How many of the moves that follow are named.
const MAX_CONTINUATIONS: usize = 10;

/// The result of the last search, as rows of a hover.
fn found_rows(continuations: &BoardContinuations) -> Vec<(String, String)> {
    let games = |count: u64| if count == 1 { "1 game".to_owned() } else { format!("{count} games") };
    let row = |BoardContinuation { row, locations }: &BoardContinuation| {
        let share = row.share().map(|share| format!("Black won {share}"));
        let parts = [Some(games(row.games)), share, row.years()];
        let locations: Vec<String> = locations.iter().filter_map(|location| location.location()).collect();
        (locations.join(" "), parts.into_iter().flatten().collect::<Vec<_>>().join(" · "))
    };
    let first = ("Found in".to_owned(), games(continuations.games as u64));
    std::iter::once(first).chain(continuations.moves.iter().take(MAX_CONTINUATIONS).map(row)).collect()
}

pub(crate) fn definition(cx: &RequestContext, params: lsp::GotoDefinitionParams) -> Result<Answer> {
    let (view, converter) = cx.document()?;
    let lsp::TextDocumentPositionParams { text_document, position } = params.text_document_position_params;
    let definition = converter.offset(position).and_then(|offset| view.analysis().definition(offset));
    Ok(definition.map_or_else(Answer::null, |target| converter.definition(&target, &text_document.uri, &cx.client)))
}

pub(crate) fn references(cx: &RequestContext, params: lsp::ReferenceParams) -> Result<Answer> {
    let (view, converter) = cx.document()?;
    let lsp::TextDocumentPositionParams { text_document, position } = params.text_document_position;
    let Some(offset) = converter.offset(position) else { return Ok(Answer::null()) };
    let references = view.analysis().references(offset, params.context.include_declaration);
    Ok(Answer::list(references.into_iter().filter_map(|span| converter.location(span, &text_document.uri))))
}

pub(crate) fn document_highlight(cx: &RequestContext, params: lsp::DocumentHighlightParams) -> Result<Answer> {
    let (view, converter) = cx.document()?;
    let position = params.text_document_position_params.position;
    let Some(offset) = converter.offset(position) else { return Ok(Answer::null()) };
    let highlights = view.analysis().highlights(offset);
    Ok(Answer::list(highlights.into_iter().filter_map(|highlight| converter.highlight(highlight))))
}

pub(crate) fn selection_range(cx: &RequestContext, params: lsp::SelectionRangeParams) -> Result<Answer> {
    let (view, converter) = cx.document()?;
    let offsets: Option<Vec<usize>> = params.positions.into_iter().map(|position| converter.offset(position)).collect();
    let Some(offsets) = offsets else { return Ok(Answer::null()) };
    let analysis = view.analysis();
    Answer::whole_list(offsets.into_iter().map(|offset| converter.selection(&analysis.selection(offset))))
}

pub(crate) fn document_link(cx: &RequestContext, _: lsp::DocumentLinkParams) -> Result<Answer> {
    let (view, converter) = cx.document()?;
    Ok(Answer::list(view.analysis().links().iter().filter_map(|link| converter.link(link))))
}
