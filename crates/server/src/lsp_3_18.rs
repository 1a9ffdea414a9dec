//! The parts of LSP 3.18 that `lsp_types` does not have: values of messages, and members of the server's capabilities.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use tower_lsp::lsp_types as lsp;
use tower_lsp::lsp_types::request::Request;

use super::capabilities::ClientCapabilities;

/// The scheme of the URIs whose texts the server provides.
pub(super) const SCHEME: &str = "ishi";

/// The command that shows the page of a rule, or of all rules.
pub(super) const EXPLAIN: &str = "ishi.explain";

/// Adds the server's capabilities to those in the result of `initialize`.
pub(super) fn add_capabilities(result: &mut Value, client: &ClientCapabilities) {
    let Some(capabilities) = result.get_mut("capabilities") else { return };
    if client.formats_ranges {
        capabilities["documentRangeFormattingProvider"] = json!({"rangesSupport": true});
    }
    if client.reads_content {
        capabilities["workspace"]["textDocumentContent"] = json!({"schemes": [SCHEME]});
    }
    if client.documents_actions && client.can_explain() {
        let command = json!({"title": "Explain the rules", "command": EXPLAIN});
        let documentation = json!([{"kind": lsp::CodeActionKind::QUICKFIX, "command": command}]);
        capabilities["codeActionProvider"]["documentation"] = documentation;
    }
}

/// `textDocument/rangesFormatting`.
pub(super) enum RangesFormatting {}

impl Request for RangesFormatting {
    type Params = RangesFormattingParams;
    type Result = Option<Vec<lsp::TextEdit>>;

    const METHOD: &'static str = "textDocument/rangesFormatting";
}

/// The params of `textDocument/rangesFormatting`. The options of the client are not read.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct RangesFormattingParams {
    pub(super) ranges: Vec<lsp::Range>,
}

/// `workspace/textDocumentContent`.
pub(super) enum TextDocumentContent {}

impl Request for TextDocumentContent {
    type Params = TextDocumentContentParams;
    type Result = Value;

    const METHOD: &'static str = "workspace/textDocumentContent";
}

/// The params of `workspace/textDocumentContent`.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct TextDocumentContentParams {
    pub(super) uri: String,
}

/// `workspace/textDocumentContent/refresh`.
pub(super) enum TextDocumentContentRefresh {}

impl Request for TextDocumentContentRefresh {
    type Params = TextDocumentContentParams;
    type Result = ();

    const METHOD: &'static str = "workspace/textDocumentContent/refresh";
}

/// `workspace/foldingRange/refresh`.
pub(super) enum FoldingRangeRefresh {}

impl Request for FoldingRangeRefresh {
    type Params = ();
    type Result = ();

    const METHOD: &'static str = "workspace/foldingRange/refresh";
}

/// A list of completions whose `data` has common members, which a client adds to the `data` of each item.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct CompletionList {
    pub(super) is_incomplete: bool,
    pub(super) items: Vec<lsp::CompletionItem>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) item_defaults: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) apply_kind: Option<Value>,
}

impl CompletionList {
    /// Returns a list of items that are complete, which the client has to request again for each further letter.
    pub(super) fn of(items: Vec<lsp::CompletionItem>) -> Self {
        Self { is_incomplete: true, items, item_defaults: None, apply_kind: None }
    }

    /// Returns a list of items that have the members of `data` in common.
    pub(super) fn with_common_data(items: Vec<lsp::CompletionItem>, data: &Map<String, Value>) -> Self {
        /// `ApplyKind.Merge`.
        const MERGE: u8 = 2;
        let (defaults, kind) = (json!({ "data": data }), json!({ "data": MERGE }));
        Self { item_defaults: Some(defaults), apply_kind: Some(kind), ..Self::of(items) }
    }
}

/// Returns a `WorkspaceEdit` that inserts a snippet in one version of a document.
pub(super) fn snippet_edit(
    uri: &str,
    version: Option<i32>,
    edits: impl Iterator<Item = (lsp::Range, String)>,
) -> Value {
    let edit =
        |(range, text): (lsp::Range, String)| json!({"range": range, "snippet": {"kind": "snippet", "value": text}});
    let edits: Vec<Value> = edits.map(edit).collect();
    json!({"documentChanges": [{"textDocument": {"uri": uri, "version": version}, "edits": edits}]})
}

/// Returns a text as a part of a snippet that has no other meaning.
pub(super) fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for char in text.chars() {
        if matches!(char, '$' | '}' | '\\') {
            escaped.push('\\');
        }
        escaped.push(char);
    }
    escaped
}
