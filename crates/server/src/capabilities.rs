//! The capabilities of the client, read from `initialize`.

use serde_json::Value;

use ishi_position::{ColumnUnit, LineRule};

/// The capabilities of the client on which answers depend.
///
/// Some capabilities are not read. `codeDescription`, `tags` and `relatedInformation` of diagnostics are always sent,
/// because a client that does not know these members skips them, and because pulled diagnostics have no such
/// capabilities. Code actions are always sent as literals, not only as commands, because every current client that
/// requests them accepts literals.
#[derive(Clone, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "they are independent of each other, as they are in LSP")]
pub(super) struct ClientCapabilities {
    /// The unit of columns in positions.
    pub(super) unit: ColumnUnit,
    /// The rule by which the client ends lines. LSP has no capability for this; the rules differ only for texts with a
    /// CR without LF.
    pub(super) lines: LineRule,
    /// Whether the outline may be a tree.
    pub(super) symbol_tree: bool,
    /// Whether completions may have tab stops.
    pub(super) snippets: bool,
    /// Whether the documentation of a completion may be Markdown.
    pub(super) completion_markdown: bool,
    /// Whether the client asks for the documentation of a completion when the user wants to see it.
    pub(super) completion_resolves: bool,
    /// Whether the documentation of a signature may be Markdown.
    pub(super) signature_markdown: bool,
    /// Whether a signature may have no active parameter.
    pub(super) signature_without_active: bool,
    /// Whether a hover may be Markdown.
    pub(super) hover_markdown: bool,
    /// Whether hovers show pictures in Markdown. LSP has no capability for this, so a client sets `pictures` in its
    /// `initializationOptions`.
    pub(super) pictures: bool,
    /// Whether a definition may have the range of the words that lead to it.
    pub(super) definition_links: bool,
    /// Whether the edit of a code action may name the version that it is for.
    pub(super) versioned_edits: bool,
    /// Whether the edits of several files may have annotations, with which the user confirms them.
    pub(super) annotates_changes: bool,
    /// Whether the client asks for the edit of a code action when the action is chosen.
    pub(super) resolves_edits: bool,
    /// The maximum number of folds that the client wants.
    pub(super) fold_limit: Option<usize>,
    /// Whether the client says that it can pull diagnostics, and can be asked to pull again.
    pub(super) pulls_diagnostics: bool,
    /// Whether the client says that it can pull diagnostics, but can't be asked to pull again. After a change of
    /// settings such a client would still show old diagnostics, so diagnostics are pushed to it.
    pub(super) pulls_diagnostics_once: bool,
    /// Whether the client can be asked to pull diagnostics again.
    pub(super) refreshes_diagnostics: bool,
    /// Whether `workspace/diagnostic` is offered to the client. When Neovim is asked to pull again, it pulls the
    /// reports on the folder instead of those on its open documents, which would stay as they were, unless its plugin
    /// for `ishi` pulls these (`pullsFolders` in the `initializationOptions`).
    pub(super) pulls_folders: bool,
    /// Whether the response to `workspace/diagnostic` has to repeat the partial results. LSP forbids that, but Zed
    /// takes a response before earlier partial results, and then drops these.
    pub(super) repeats_reports: bool,
    /// Whether the client can be asked to request inlay hints again.
    pub(super) refreshes_inlay_hints: bool,
    /// Whether the client can be asked to request semantic tokens again.
    pub(super) refreshes_semantic_tokens: bool,
    /// Whether the client can be asked to request code lenses again.
    pub(super) refreshes_code_lenses: bool,
    /// Whether the client can be asked for settings.
    pub(super) has_configuration: bool,
    /// Whether the client reports changed settings if it is asked to.
    pub(super) registers_configuration: bool,
    /// Whether the client watches files if it is asked to.
    pub(super) watches_files: bool,
    /// Whether the client shows progress.
    pub(super) shows_progress: bool,
    /// Whether the client asks for the tooltip of a hint when the user wants to see it.
    pub(super) resolves_tooltips: bool,
    /// Whether the client makes edits that the server asks for.
    pub(super) applies_edits: bool,
    /// Whether the client formats several ranges with one request.
    pub(super) formats_ranges: bool,
    /// Whether the client asks for the text of documents that only the server has.
    pub(super) reads_content: bool,
    /// Whether the client shows a document that the server names.
    pub(super) shows_documents: bool,
    /// Whether a kind of code actions may have a command that describes it.
    pub(super) documents_actions: bool,
    /// Whether an edit may be a snippet.
    pub(super) snippet_edits: bool,
    /// Whether the items of a list of completions may have a part of their `data` in common.
    pub(super) shares_completion_data: bool,
    /// Whether the client asks for the command of a lens when it shows the lens.
    pub(super) resolves_lenses: bool,
    /// Whether the client can be asked to request folds again.
    pub(super) refreshes_folds: bool,
    /// The client's own commands that a lens or a completion may call. LSP has no capability for this, so a client
    /// lists them as `commands` in its `initializationOptions`.
    pub(super) commands: Vec<String>,
}

impl ClientCapabilities {
    /// Reads the params of `initialize`.
    ///
    /// The capabilities are looked up one by one, and the params are not deserialized as a whole: a client must not be
    /// refused because some other member has an unknown form. Values of another type are ignored.
    pub(super) fn new(initialize: &Value) -> Self {
        let get = |path: &str| initialize.get("capabilities")?.pointer(path);
        let says = |path: &str| get(path).and_then(Value::as_bool).unwrap_or_default();
        let list = |path: &str| get(path).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
        // Formats are in the client's order of preference.
        let prefers_markdown = |path: &str| list(path).first().is_some_and(|format| format == "markdown");
        let pulls_diagnostics = get("/textDocument/diagnostic").is_some_and(Value::is_object);
        let refreshes_diagnostics = says("/workspace/diagnostics/refreshSupport");
        Self {
            unit: list("/general/positionEncodings").iter().find_map(unit_of).unwrap_or_default(),
            lines: lines_of(initialize),
            symbol_tree: says("/textDocument/documentSymbol/hierarchicalDocumentSymbolSupport"),
            snippets: says("/textDocument/completion/completionItem/snippetSupport"),
            completion_markdown: prefers_markdown("/textDocument/completion/completionItem/documentationFormat"),
            completion_resolves: list("/textDocument/completion/completionItem/resolveSupport/properties")
                .iter()
                .any(|property| property == "documentation"),
            signature_markdown: prefers_markdown(
                "/textDocument/signatureHelp/signatureInformation/documentationFormat",
            ),
            signature_without_active: says("/textDocument/signatureHelp/signatureInformation/noActiveParameterSupport"),
            hover_markdown: prefers_markdown("/textDocument/hover/contentFormat"),
            pictures: initialize
                .pointer("/initializationOptions/pictures")
                .and_then(Value::as_bool)
                .unwrap_or_default(),
            definition_links: says("/textDocument/definition/linkSupport"),
            versioned_edits: says("/workspace/workspaceEdit/documentChanges"),
            annotates_changes: get("/workspace/workspaceEdit/changeAnnotationSupport").is_some_and(Value::is_object),
            resolves_edits: list("/textDocument/codeAction/resolveSupport/properties")
                .iter()
                .any(|property| property == "edit"),
            fold_limit: get("/textDocument/foldingRange/rangeLimit")
                .and_then(Value::as_u64)
                .and_then(|limit| usize::try_from(limit).ok()),
            pulls_diagnostics: pulls_diagnostics && refreshes_diagnostics,
            pulls_diagnostics_once: pulls_diagnostics && !refreshes_diagnostics,
            refreshes_diagnostics,
            pulls_folders: client_name(initialize) != Some("Neovim")
                || initialize.pointer("/initializationOptions/pullsFolders").and_then(Value::as_bool) == Some(true),
            repeats_reports: client_name(initialize).is_some_and(|name| name.starts_with("Zed")),
            refreshes_inlay_hints: says("/workspace/inlayHint/refreshSupport"),
            refreshes_semantic_tokens: says("/workspace/semanticTokens/refreshSupport"),
            refreshes_code_lenses: says("/workspace/codeLens/refreshSupport"),
            has_configuration: says("/workspace/configuration"),
            registers_configuration: says("/workspace/didChangeConfiguration/dynamicRegistration"),
            watches_files: says("/workspace/didChangeWatchedFiles/dynamicRegistration"),
            shows_progress: says("/window/workDoneProgress"),
            resolves_tooltips: list("/textDocument/inlayHint/resolveSupport/properties")
                .iter()
                .any(|property| property == "tooltip"),
            applies_edits: says("/workspace/applyEdit"),
            formats_ranges: says("/textDocument/rangeFormatting/rangesSupport"),
            reads_content: get("/workspace/textDocumentContent").is_some_and(Value::is_object),
            shows_documents: says("/window/showDocument/support"),
            documents_actions: says("/textDocument/codeAction/documentationSupport"),
            snippet_edits: says("/workspace/workspaceEdit/snippetEditSupport"),
            shares_completion_data: says("/textDocument/completion/completionList/applyKindSupport")
                && list("/textDocument/completion/completionList/itemDefaults").iter().any(|member| member == "data"),
            // A client that does not say which members it asks for asks for all of them.
            resolves_lenses: get("/textDocument/codeLens/resolveSupport/properties")
                .and_then(Value::as_array)
                .is_none_or(|members| members.iter().any(|member| member == "command")),
            refreshes_folds: says("/workspace/foldingRange/refreshSupport"),
            commands: initialize
                .pointer("/initializationOptions/commands")
                .and_then(Value::as_array)
                .map(|names| names.iter().filter_map(Value::as_str).map(str::to_owned).collect())
                .unwrap_or_default(),
        }
    }
}

impl ClientCapabilities {
    /// Whether the client can show the page of a rule.
    pub(super) fn can_explain(&self) -> bool {
        self.reads_content && self.shows_documents
    }
}

/// Editors that end lines at LF only, by their names in `clientInfo`: Neovim, Helix, and Emacs with Eglot or lsp-mode.
/// None of them has a setting for this.
const LF_ONLY: [&str; 4] = ["Neovim", "helix", "Eglot", "emacs"];

/// Returns the rule by which a known client ends lines.
fn lines_of(initialize: &Value) -> LineRule {
    if client_name(initialize).is_some_and(|name| LF_ONLY.contains(&name)) { LineRule::Lf } else { LineRule::Unknown }
}

/// Returns the name of the client.
fn client_name(initialize: &Value) -> Option<&str> {
    initialize.pointer("/clientInfo/name").and_then(Value::as_str)
}

/// Returns the unit of columns for the name of an encoding, if it is known.
fn unit_of(encoding: &Value) -> Option<ColumnUnit> {
    match encoding.as_str()? {
        "utf-8" => Some(ColumnUnit::Utf8),
        "utf-16" => Some(ColumnUnit::Utf16),
        "utf-32" => Some(ColumnUnit::Utf32),
        _ => None,
    }
}
