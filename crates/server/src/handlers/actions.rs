//! Changes of a record: code actions and renames.

use serde::Serialize;
use serde_json::Value;
use tower_lsp::lsp_types as lsp;
use tower_lsp::lsp_types::Url;

use super::method::RequestContext;
use super::snippets;
use crate::proto::{self, ActionData};
use ishi_ide::ide::{self, ActionKind, AssistKind};
use ishi_rpc::{Answer, Result, content_modified, failed};
use ishi_text::{Span, bounded};

pub(crate) fn code_action(cx: &RequestContext, params: lsp::CodeActionParams) -> Result<Answer> {
    let (view, converter) = cx.document()?;
    let lsp::CodeActionContext { only, diagnostics, trigger_kind } = params.context;
    let wanted = |kind| only.as_ref().is_none_or(|only| only.iter().any(|only| is_kind(kind, only)));
    // Editors ask for the place of the cursor, and name the diagnostics of its whole line.
    let place = converter.span(params.range);
    let selection = place.unwrap_or_default();
    let named = diagnostics.iter().filter_map(|diagnostic| converter.span(diagnostic.range));
    let analysis = view.analysis();
    let actions = match place {
        Some(selection) => analysis.actions(selection, named.fold(selection, Span::to), wanted),
        None => analysis.actions_of_file(wanted),
    };
    let uri = &params.text_document.uri;
    let mut effort = ide::Effort::default();
    // Snippets take longer to make, so they are not offered while the cursor only passes by.
    let is_invoked = trigger_kind == Some(lsp::CodeActionTriggerKind::INVOKED);
    let cursor =
        place.filter(|place| is_invoked && place.is_empty() && wanted(ActionKind::Assist(AssistKind::Rewrite)));
    let snippets = cursor.map(|at| snippets::actions(cx, view, &converter, at.start as usize)).unwrap_or_default();
    let actions = actions.into_iter();
    let actions = actions.filter_map(|action| converter.action(action, selection, uri, &cx.client, &mut effort));
    Ok(Answer::list(
        actions
            .map(|action| OfferedAction::Action(Box::new(action)))
            .chain(snippets.into_iter().map(OfferedAction::Snippet)),
    ))
}

/// A code action in the answer.
#[derive(Serialize)]
#[serde(untagged)]
enum OfferedAction {
    Action(Box<lsp::CodeAction>),
    Snippet(Value),
}

pub(crate) fn resolve(cx: &RequestContext, mut action: lsp::CodeAction) -> Result<Answer> {
    let (view, converter) = cx.document()?;
    let ActionData { id, start, end } = converter.resolve(action.data.take()).ok_or_else(content_modified)?;
    let uri = Url::parse(&view.uri).map_err(|error| failed(error.to_string()))?;
    let edits = view.analysis().resolve(Span { start, end }, id);
    let edits = edits.ok_or_else(content_modified)?;
    let edits = edits.map_err(|refusal| failed(bounded(refusal.to_string())))?;
    action.edit = Some(converter.workspace_edit(edits, &uri, &cx.client));
    Ok(Answer::of(&action))
}

/// Returns whether an action kind is included in the kind that a client wants: `refactor` includes `refactor.move`, and
/// the empty kind includes all.
fn is_kind(kind: ActionKind, only: &lsp::CodeActionKind) -> bool {
    let (kind, only) = (proto::action_kind(kind), only.as_str());
    let rest = kind.as_str().strip_prefix(only);
    only.is_empty() || rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

pub(crate) fn prepare_rename(cx: &RequestContext, params: lsp::TextDocumentPositionParams) -> Result<Answer> {
    let (view, converter) = cx.document()?;
    let renaming = converter.offset(params.position).and_then(|offset| {
        let ide::Renaming { span, name } = view.analysis().prepare_rename(offset)?;
        Some(lsp::PrepareRenameResponse::RangeWithPlaceholder { range: converter.range(span)?, placeholder: name })
    });
    Ok(Answer::of(&renaming))
}

pub(crate) fn rename(cx: &RequestContext, params: lsp::RenameParams) -> Result<Answer> {
    let (view, converter) = cx.document()?;
    let lsp::TextDocumentPositionParams { text_document, position } = &params.text_document_position;
    let offset = converter.offset(*position).ok_or_else(|| failed(proto::UNCERTAIN))?;
    let edits = view.analysis().rename(offset, &params.new_name);
    let edits = edits.map_err(|refusal| failed(bounded(refusal.to_string())))?;
    Ok(Answer::of(&converter.workspace_edit(edits, &text_document.uri, &cx.client)))
}
