//! `initialize`: the capabilities of the server, and the registrations that it asks for afterwards.

use serde_json::{Value, json};
use tower_lsp::lsp_types as lsp;

use super::commands;
use crate::capabilities::ClientCapabilities;
use crate::{proto, session};
use ishi_archive::NamedFormat;
use ishi_config as config;
use ishi_ide::ide::{self, ActionKind};

/// The result of `initialize`.
pub(crate) fn initialize(client: &ClientCapabilities) -> lsp::InitializeResult {
    let version = Some(env!("CARGO_PKG_VERSION").to_owned());
    lsp::InitializeResult {
        capabilities: server_capabilities(client),
        server_info: Some(lsp::ServerInfo { name: "ishi".to_owned(), version }),
    }
}

/// Returns the capabilities of the server for a client with these capabilities.
fn server_capabilities(client: &ClientCapabilities) -> lsp::ServerCapabilities {
    lsp::ServerCapabilities {
        position_encoding: Some(proto::encoding(client.unit)),
        text_document_sync: Some(lsp::TextDocumentSyncCapability::Options(lsp::TextDocumentSyncOptions {
            open_close: Some(true),
            change: Some(lsp::TextDocumentSyncKind::INCREMENTAL),
            // A client that can't watch files still says when it has written one, and with the text a document that was
            // given up is in sync again.
            save: Some(lsp::TextDocumentSyncSaveOptions::SaveOptions(lsp::SaveOptions { include_text: Some(true) })),
            ..lsp::TextDocumentSyncOptions::default()
        })),
        diagnostic_provider: (!client.pulls_diagnostics_once).then(|| {
            lsp::DiagnosticServerCapabilities::Options(lsp::DiagnosticOptions {
                identifier: Some(proto::SOURCE.to_owned()),
                workspace_diagnostics: client.pulls_folders,
                ..lsp::DiagnosticOptions::default()
            })
        }),
        document_formatting_provider: Some(lsp::OneOf::Left(true)),
        document_range_formatting_provider: Some(lsp::OneOf::Left(true)),
        document_symbol_provider: Some(lsp::OneOf::Left(true)),
        completion_provider: Some(lsp::CompletionOptions {
            trigger_characters: Some(characters(" #@\\")),
            resolve_provider: Some(true),
            ..lsp::CompletionOptions::default()
        }),
        signature_help_provider: Some(lsp::SignatureHelpOptions {
            trigger_characters: Some(characters(" #@")),
            ..lsp::SignatureHelpOptions::default()
        }),
        document_on_type_formatting_provider: Some(lsp::DocumentOnTypeFormattingOptions {
            first_trigger_character: "\n".to_owned(),
            more_trigger_character: Some(ide::TYPED.map(String::from).to_vec()),
        }),
        hover_provider: Some(lsp::HoverProviderCapability::Simple(true)),
        definition_provider: Some(lsp::OneOf::Left(true)),
        references_provider: Some(lsp::OneOf::Left(true)),
        document_highlight_provider: Some(lsp::OneOf::Left(true)),
        inlay_hint_provider: Some(lsp::OneOf::Right(lsp::InlayHintServerCapabilities::Options(
            lsp::InlayHintOptions {
                resolve_provider: Some(client.resolves_tooltips),
                ..lsp::InlayHintOptions::default()
            },
        ))),
        selection_range_provider: Some(lsp::SelectionRangeProviderCapability::Simple(true)),
        semantic_tokens_provider: Some(lsp::SemanticTokensServerCapabilities::SemanticTokensOptions(
            lsp::SemanticTokensOptions {
                legend: proto::legend(),
                range: Some(true),
                full: Some(lsp::SemanticTokensFullOptions::Delta { delta: Some(true) }),
                ..lsp::SemanticTokensOptions::default()
            },
        )),
        code_lens_provider: Some(lsp::CodeLensOptions { resolve_provider: Some(true) }),
        execute_command_provider: Some(lsp::ExecuteCommandOptions {
            commands: commands::commands(),
            ..lsp::ExecuteCommandOptions::default()
        }),
        document_link_provider: Some(lsp::DocumentLinkOptions {
            resolve_provider: None,
            work_done_progress_options: lsp::WorkDoneProgressOptions::default(),
        }),
        folding_range_provider: Some(lsp::FoldingRangeProviderCapability::Simple(true)),
        rename_provider: Some(lsp::OneOf::Right(lsp::RenameOptions {
            prepare_provider: Some(true),
            work_done_progress_options: lsp::WorkDoneProgressOptions::default(),
        })),
        code_action_provider: Some(lsp::CodeActionProviderCapability::Options(lsp::CodeActionOptions {
            code_action_kinds: Some(ActionKind::ALL.map(proto::action_kind).to_vec()),
            resolve_provider: Some(true),
            ..lsp::CodeActionOptions::default()
        })),
        workspace_symbol_provider: Some(lsp::OneOf::Left(true)),
        workspace: Some(lsp::WorkspaceServerCapabilities {
            workspace_folders: Some(lsp::WorkspaceFoldersServerCapabilities {
                supported: Some(true),
                change_notifications: Some(lsp::OneOf::Left(true)),
            }),
            file_operations: None,
        }),
        ..lsp::ServerCapabilities::default()
    }
}

/// Returns the dynamic registrations for a client that supports them: changes of settings and of files, among them
/// those of `ignore_files`.
pub(crate) fn registrations(client: &ClientCapabilities, ignore_files: &[&str]) -> Vec<lsp::Registration> {
    let ask = |method: &str, options: Value| lsp::Registration {
        id: method.to_owned(),
        method: method.to_owned(),
        register_options: Some(options),
    };
    let settings = || ask("workspace/didChangeConfiguration", json!({"section": session::SECTION}));
    let files = || {
        // Records of 1990 have names in upper case, and a glob means one case only.
        let both_cases = |lower: &str| [lower.to_owned(), lower.to_uppercase()];
        let extensions: Vec<String> = NamedFormat::extensions().flat_map(both_cases).collect();
        let records = format!("*.{{{}}}", extensions.join(","));
        let names = [config::FILE_NAME, &records].into_iter().chain(ignore_files.iter().copied());
        let watchers: Vec<Value> = names.map(|name| json!({"globPattern": format!("**/{name}")})).collect();
        ask("workspace/didChangeWatchedFiles", json!({"watchers": watchers}))
    };
    let wanted = [client.registers_configuration.then(settings), client.watches_files.then(files)];
    wanted.into_iter().flatten().collect()
}

fn characters(text: &str) -> Vec<String> {
    text.chars().map(String::from).collect()
}
