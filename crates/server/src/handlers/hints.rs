//! Inlay hints and code lenses, and the command of a lens.

use serde_json::Value;
use tower_lsp::lsp_types as lsp;

use super::method::RequestContext;
use crate::proto::LensData;
use ishi_rpc::{Answer, Error, Result, content_modified};

pub(crate) fn inlay_hint(cx: &RequestContext, params: lsp::InlayHintParams) -> Result<Answer> {
    let (_, converter) = cx.document()?;
    let hints = converter.current_inlay_hints(converter.visible(params.range)).ok_or_else(content_modified)?;
    Ok(Answer::list(hints.into_iter().filter_map(|hint| converter.inlay_hint(hint, &cx.client))))
}

pub(crate) fn resolve_inlay_hint(cx: &RequestContext, mut hint: lsp::InlayHint) -> Result<Answer> {
    let (_, converter) = cx.document()?;
    if let Some(tooltip) = converter.tooltip(hint.data.clone(), &cx.client) {
        hint.tooltip = Some(tooltip);
    }
    Ok(Answer::of(&hint))
}

pub(crate) fn code_lens(cx: &RequestContext, _: lsp::CodeLensParams) -> Result<Answer> {
    let (view, converter) = cx.document()?;
    let lenses = converter.lenses(view.analysis().lenses(), view.config.lens, &cx.client);
    if cx.client.resolves_lenses {
        return Ok(Answer::list(lenses));
    }
    let complete = |lens: lsp::CodeLens| {
        let data: LensData = converter.resolve(lens.data)?;
        Some(lsp::CodeLens { range: lens.range, command: Some(converter.lens_command(&data)?), data: None })
    };
    Ok(Answer::list(lenses.filter_map(complete)))
}

pub(crate) fn resolve_code_lens(cx: &RequestContext, lens: lsp::CodeLens) -> Result<Answer> {
    let (_, converter) = cx.document()?;
    let data: Option<LensData> = converter.resolve(lens.data.clone());
    let command = data.and_then(|data| converter.lens_command(&data));
    // A lens has to say something, and what it would say of another text is wrong.
    let command = command.ok_or_else(content_modified)?;
    Ok(Answer::of(&lsp::CodeLens { command: Some(command), ..lens }))
}

/// Writes the prisoners of an event: the command of a lens.
pub(crate) fn insert_prisoners(cx: &RequestContext, arguments: Vec<Value>) -> Result<Answer> {
    let (view, converter) = cx.document()?;
    let offset = converter.event_of_command(arguments)?;
    let edits = view.analysis().prisoner_edits(offset);
    let edits = edits.map_err(|refusal| Error::invalid_params(refusal.to_string()))?;
    let uri = lsp::Url::parse(&view.uri).map_err(|error| Error::invalid_params(error.to_string()))?;
    cx.connection.client.apply_edit(&converter.workspace_edit(edits, &uri, &cx.client), &view.uri);
    Ok(Answer::null())
}
