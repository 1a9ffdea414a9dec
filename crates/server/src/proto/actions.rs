//! Code actions.

use serde::{Deserialize, Serialize};
use tower_lsp::lsp_types as lsp;
use tower_lsp::lsp_types::Url;

use super::Converter;
use crate::capabilities::ClientCapabilities;
use ishi_ide::ide::{self, ActionId, ActionKind, AssistKind, Change};
use ishi_text::{Span, bounded};

/// A code action that a client may choose, and the selection for which it was offered, in bytes.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct ActionData {
    pub(crate) id: ActionId,
    pub(crate) start: u32,
    pub(crate) end: u32,
}

/// Maps an action to its LSP code action kind.
pub(crate) fn action_kind(kind: ActionKind) -> lsp::CodeActionKind {
    match kind {
        ActionKind::QuickFix => lsp::CodeActionKind::QUICKFIX,
        ActionKind::Assist(AssistKind::Rewrite) => lsp::CodeActionKind::REFACTOR_REWRITE,
        ActionKind::Assist(AssistKind::Move) => lsp::CodeActionKind::new("refactor.move"),
        ActionKind::Assist(AssistKind::Surround) => lsp::CodeActionKind::new("refactor.surround"),
        ActionKind::FixAll => lsp::CodeActionKind::new("source.fixAll.ishi"),
        ActionKind::OrganizeHeaders => lsp::CodeActionKind::new("source.organizeHeaders.ishi"),
        ActionKind::WriteMoves => lsp::CodeActionKind::new("source.writeMoves.ishi"),
    }
}

impl Converter<'_> {
    /// Converts an action on the document `uri` for the selection `span`. If its edits are not computed yet, they are
    /// computed when the client resolves the action, or now if the client can't resolve actions. `None` if the action
    /// then turns out to be impossible.
    pub(crate) fn action(
        &self,
        action: ide::Action,
        span: Span,
        uri: &Url,
        client: &ClientCapabilities,
        effort: &mut ide::Effort,
    ) -> Option<lsp::CodeAction> {
        let (edits, data) = match action.change {
            Change::Edits(edits) => (Some(edits), None),
            Change::Deferred(id) if client.resolves_edits => {
                (None, self.resolve_data(ActionData { id, start: span.start, end: span.end }))
            }
            Change::Deferred(id) => (Some(self.view.analysis().resolve_in_menu(span, id, effort)?.ok()?), None),
        };
        Some(lsp::CodeAction {
            title: bounded(action.title),
            kind: Some(action_kind(action.kind)),
            diagnostics: action
                .diagnostic
                .and_then(|diagnostic| self.diagnostic(&diagnostic))
                .map(|diagnostic| vec![diagnostic]),
            edit: edits.map(|edits| self.workspace_edit(edits, uri, client)),
            is_preferred: action.preferred.then_some(true),
            data,
            ..lsp::CodeAction::default()
        })
    }
}
