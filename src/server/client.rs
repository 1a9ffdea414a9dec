//! What the other side can do, as it says in `initialize`.

use tower_lsp::lsp_types::{
    ClientCapabilities, MarkupKind, PositionEncodingKind, TextDocumentClientCapabilities,
    WorkspaceEditClientCapabilities,
};

use crate::text::ColumnUnit;

/// What the client can do, as far as an answer depends on it.
///
/// Not among it: `codeDescription`, `tags` and `relatedInformation` of diagnostics. They are sent in any case, because a client
/// that does not know them skips them, and for pulled diagnostics there is no way to say so.
#[derive(Clone, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "they are independent of each other, as they are in LSP")]
pub(super) struct Abilities {
    /// What columns count.
    pub(super) unit: ColumnUnit,
    /// The outline may be a tree.
    pub(super) symbol_tree: bool,
    /// Completions may have tab stops.
    pub(super) snippets: bool,
    /// The documentation of a completion may be Markdown.
    pub(super) completion_markdown: bool,
    /// A hover may be Markdown.
    pub(super) hover_markdown: bool,
    /// Code actions may be more than the name of a command, which is all we have.
    pub(super) code_actions: bool,
    /// The edit of a code action may name the version that it is for.
    pub(super) versioned_edits: bool,
    /// How many folds it wants at most.
    pub(super) fold_limit: Option<usize>,
    /// It says that it can ask for diagnostics.
    pub(super) pulls_diagnostics: bool,
    /// It can be asked to ask for diagnostics again.
    pub(super) refreshes_diagnostics: bool,
}

impl Abilities {
    pub(super) fn new(client: &ClientCapabilities) -> Self {
        let none = TextDocumentClientCapabilities::default();
        let text = client.text_document.as_ref().unwrap_or(&none);
        let workspace_edit = client.workspace.as_ref().and_then(|workspace| workspace.workspace_edit.as_ref());
        let completion = text.completion.as_ref().and_then(|completion| completion.completion_item.as_ref());
        let encodings = client.general.as_ref().and_then(|general| general.position_encodings.as_deref());
        Self {
            unit: encodings.unwrap_or_default().iter().find_map(unit_of).unwrap_or_default(),
            symbol_tree: text
                .document_symbol
                .as_ref()
                .and_then(|symbol| symbol.hierarchical_document_symbol_support)
                .unwrap_or_default(),
            snippets: completion.and_then(|item| item.snippet_support).unwrap_or_default(),
            completion_markdown: prefers_markdown(completion.and_then(|item| item.documentation_format.as_deref())),
            hover_markdown: prefers_markdown(text.hover.as_ref().and_then(|hover| hover.content_format.as_deref())),
            code_actions: text.code_action.as_ref().is_some_and(|action| action.code_action_literal_support.is_some()),
            versioned_edits: workspace_edit
                .and_then(|edit: &WorkspaceEditClientCapabilities| edit.document_changes)
                .unwrap_or_default(),
            fold_limit: text.folding_range.as_ref().and_then(|fold| fold.range_limit).map(|limit| limit as usize),
            pulls_diagnostics: text.diagnostic.is_some(),
            refreshes_diagnostics: client
                .workspace
                .as_ref()
                .and_then(|workspace| workspace.diagnostic.as_ref()?.refresh_support)
                .unwrap_or_default(),
        }
    }
}

/// What the columns of an encoding count, if we know it.
fn unit_of(encoding: &PositionEncodingKind) -> Option<ColumnUnit> {
    match encoding.as_str() {
        "utf-8" => Some(ColumnUnit::Utf8),
        "utf-16" => Some(ColumnUnit::Utf16),
        "utf-32" => Some(ColumnUnit::Utf32),
        _ => None,
    }
}

/// The list is in the client's order of preference.
fn prefers_markdown(formats: Option<&[MarkupKind]>) -> bool {
    formats.and_then(<[_]>::first) == Some(&MarkupKind::Markdown)
}
