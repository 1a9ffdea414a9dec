//! What the server says it can do.

use tower_lsp::lsp_types as lsp;

use super::client::Abilities;
use super::convert;
use crate::ide::ActionKind;

/// Exactly what is served.
pub(super) fn of(client: &Abilities) -> lsp::ServerCapabilities {
    lsp::ServerCapabilities {
        position_encoding: Some(convert::encoding(client.unit)),
        text_document_sync: Some(lsp::TextDocumentSyncCapability::Options(lsp::TextDocumentSyncOptions {
            open_close: Some(true),
            change: Some(lsp::TextDocumentSyncKind::INCREMENTAL),
            ..lsp::TextDocumentSyncOptions::default()
        })),
        diagnostic_provider: Some(lsp::DiagnosticServerCapabilities::Options(lsp::DiagnosticOptions {
            identifier: Some(convert::SOURCE.to_owned()),
            ..lsp::DiagnosticOptions::default()
        })),
        document_formatting_provider: Some(lsp::OneOf::Left(true)),
        document_range_formatting_provider: Some(lsp::OneOf::Left(true)),
        document_symbol_provider: Some(lsp::OneOf::Left(true)),
        completion_provider: Some(lsp::CompletionOptions::default()),
        hover_provider: Some(lsp::HoverProviderCapability::Simple(true)),
        definition_provider: Some(lsp::OneOf::Left(true)),
        references_provider: Some(lsp::OneOf::Left(true)),
        document_highlight_provider: Some(lsp::OneOf::Left(true)),
        inlay_hint_provider: Some(lsp::OneOf::Left(true)),
        folding_range_provider: Some(lsp::FoldingRangeProviderCapability::Simple(true)),
        rename_provider: Some(lsp::OneOf::Right(lsp::RenameOptions {
            prepare_provider: Some(true),
            work_done_progress_options: lsp::WorkDoneProgressOptions::default(),
        })),
        code_action_provider: Some(lsp::CodeActionProviderCapability::Options(lsp::CodeActionOptions {
            code_action_kinds: Some(ActionKind::ALL.map(convert::action_kind).to_vec()),
            resolve_provider: Some(true),
            ..lsp::CodeActionOptions::default()
        })),
        ..lsp::ServerCapabilities::default()
    }
}
