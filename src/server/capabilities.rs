//! What the client can do, as `initialize` says.

use serde_json::Value;

use crate::text::{ColumnUnit, LineRule};

/// What the client can do, as far as an answer depends on it.
///
/// Not among it: `codeDescription`, `tags` and `relatedInformation` of diagnostics. They are sent in any case, because
/// a client that does not know them skips them, and for pulled diagnostics there is no way to say so. Nor whether it
/// takes code actions that are more than the name of a command: a client that asks for them today does.
#[derive(Clone, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "they are independent of each other, as they are in LSP")]
pub(super) struct ClientCapabilities {
    /// What columns count.
    pub(super) unit: ColumnUnit,
    /// What ends a line. Hardly any text makes a difference, and LSP has no word for it.
    pub(super) lines: LineRule,
    /// The outline may be a tree.
    pub(super) symbol_tree: bool,
    /// Completions may have tab stops.
    pub(super) snippets: bool,
    /// The documentation of a completion may be Markdown.
    pub(super) completion_markdown: bool,
    /// The documentation of a completion may come later, when it is asked for.
    pub(super) completion_resolves: bool,
    /// The documentation of a signature may be Markdown.
    pub(super) signature_markdown: bool,
    /// A hover may be Markdown.
    pub(super) hover_markdown: bool,
    /// Its hovers show pictures that are part of the Markdown. LSP has no word for that, so a client says it with
    /// `pictures` in its `initializationOptions`.
    pub(super) pictures: bool,
    /// A definition may say which words lead to it.
    pub(super) definition_links: bool,
    /// The edit of a code action may name the version that it is for.
    pub(super) versioned_edits: bool,
    /// It asks for the edit of a code action when the action is chosen.
    pub(super) resolves_edits: bool,
    /// How many folds it wants at most.
    pub(super) fold_limit: Option<usize>,
    /// It says that it can ask for diagnostics, and can be asked to ask again.
    pub(super) pulls_diagnostics: bool,
    /// It says that it can ask for diagnostics, but it would never learn that others apply because of other settings.
    /// It is better off with those that are pushed.
    pub(super) pulls_diagnostics_once: bool,
    /// It can be asked to ask for diagnostics again.
    pub(super) refreshes_diagnostics: bool,
    /// The same for inlay hints.
    pub(super) refreshes_inlay_hints: bool,
    /// The same for semantic tokens.
    pub(super) refreshes_semantic_tokens: bool,
    /// The same for code lenses.
    pub(super) refreshes_code_lenses: bool,
    /// It can be asked for settings.
    pub(super) has_configuration: bool,
    /// It reports changed settings if it is asked to.
    pub(super) registers_configuration: bool,
    /// It watches files if it is asked to.
    pub(super) watches_files: bool,
    /// It shows how far long work has come.
    pub(super) shows_progress: bool,
    /// It asks for the tooltip of a hint when the user wants to see it.
    pub(super) resolves_tooltips: bool,
    /// It makes edits that the server asks for.
    pub(super) applies_edits: bool,
    /// The commands of its own that a lens may call. LSP has no word for that either, so a client lists them as
    /// `commands` in its `initializationOptions`.
    pub(super) commands: Vec<String>,
}

impl ClientCapabilities {
    /// Reads the params of `initialize`.
    ///
    /// They are looked up one by one and not read as a whole: a client must not be turned away because one of the
    /// hundred other things in there is newer than our idea of it. What makes no sense is ignored.
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
            hover_markdown: prefers_markdown("/textDocument/hover/contentFormat"),
            pictures: initialize
                .pointer("/initializationOptions/pictures")
                .and_then(Value::as_bool)
                .unwrap_or_default(),
            definition_links: says("/textDocument/definition/linkSupport"),
            versioned_edits: says("/workspace/workspaceEdit/documentChanges"),
            resolves_edits: list("/textDocument/codeAction/resolveSupport/properties")
                .iter()
                .any(|property| property == "edit"),
            fold_limit: get("/textDocument/foldingRange/rangeLimit")
                .and_then(Value::as_u64)
                .and_then(|limit| usize::try_from(limit).ok()),
            pulls_diagnostics: pulls_diagnostics && refreshes_diagnostics,
            pulls_diagnostics_once: pulls_diagnostics && !refreshes_diagnostics,
            refreshes_diagnostics,
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
            commands: initialize
                .pointer("/initializationOptions/commands")
                .and_then(Value::as_array)
                .map(|names| names.iter().filter_map(Value::as_str).map(str::to_owned).collect())
                .unwrap_or_default(),
        }
    }
}

/// Editors that end lines at LF only, by the names that they give themselves: Neovim, Helix, and Emacs with Eglot or
/// with lsp-mode. None of them can be set to do otherwise.
const LF_ONLY: [&str; 4] = ["Neovim", "helix", "Eglot", "emacs"];

/// What ends a line for a client that is known.
fn lines_of(initialize: &Value) -> LineRule {
    let name = initialize.pointer("/clientInfo/name").and_then(Value::as_str);
    if name.is_some_and(|name| LF_ONLY.contains(&name)) { LineRule::Lf } else { LineRule::Unknown }
}

/// What the columns of an encoding count, if we know it.
fn unit_of(encoding: &Value) -> Option<ColumnUnit> {
    match encoding.as_str()? {
        "utf-8" => Some(ColumnUnit::Utf8),
        "utf-16" => Some(ColumnUnit::Utf16),
        "utf-32" => Some(ColumnUnit::Utf32),
        _ => None,
    }
}
