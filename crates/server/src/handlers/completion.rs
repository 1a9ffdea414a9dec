//! Completions and signatures.

use tower_lsp::lsp_types as lsp;

use super::method::RequestContext;
use crate::proto;
use ishi_rpc::{Answer, Result};

pub(crate) fn completion(cx: &RequestContext, params: lsp::CompletionParams) -> Result<Answer> {
    let (view, converter) = cx.document()?;
    let position = params.text_document_position.position;
    let typed = params.context.and_then(|context| context.trigger_character).and_then(|typed| typed.chars().next());
    let list = converter.offset(position).and_then(|offset| {
        let used = |keyword| cx.connection.workspace.values(keyword, &view.uri);
        let completions = view.analysis().completion(offset, typed, &used);
        converter.completions(completions, offset, typed, &cx.client)
    });
    Ok(Answer::of(&list))
}

pub(crate) fn resolve(cx: &RequestContext, item: lsp::CompletionItem) -> Result<Answer> {
    // What has no more to say has no `data`, and what is resolved too late has no document.
    if item.data.is_none() || cx.view.is_err() {
        return Ok(Answer::of(&item));
    }
    let (view, converter) = cx.document()?;
    let documentation = converter.proposed(item.data.as_ref()).and_then(|(offset, typed, nth)| {
        // The list is made once more, and the proposal is found by its place in it.
        let used = |keyword| cx.connection.workspace.values(keyword, &view.uri);
        let analysis = view.analysis();
        analysis.documentation(analysis.completion(offset, typed, &used).get(nth)?, offset)
    });
    Ok(Answer::of(&converter.resolved(item, documentation.as_ref(), &cx.client)))
}

pub(crate) fn signature_help(cx: &RequestContext, params: lsp::SignatureHelpParams) -> Result<Answer> {
    let (view, converter) = cx.document()?;
    let offset = converter.offset(params.text_document_position_params.position);
    let signature = offset.and_then(|offset| view.analysis().signature(offset));
    Ok(Answer::of(&signature.map(|signature| proto::signature(&signature, &cx.client))))
}
