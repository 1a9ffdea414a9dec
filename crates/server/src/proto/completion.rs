//! Completions and signatures.

use std::borrow::Cow;

use serde::Serialize;
use serde_json::{Map, Value, json};
use tower_lsp::lsp_types as lsp;

use super::Converter;
use super::hover::markup;
use crate::capabilities::ClientCapabilities;
use crate::lsp_3_18::CompletionList;
use ishi_ide::ide::{self, CompletionKind, Subject};
use ishi_text::Span;

/// The command with which VS Code opens the list of proposals.
const SUGGEST: &str = "editor.action.triggerSuggest";

impl Converter<'_> {
    /// Converts completions at `offset`, in their order. The list is empty if a completion is typed in full, because
    /// Enter then has to end the line and must not replace the word. `typed` is the argument of [`ide::completion`],
    /// which is needed again to resolve a completion.
    pub(crate) fn completions(
        &self,
        completions: Vec<ide::Completion>,
        offset: usize,
        typed: Option<char>,
        client: &ClientCapabilities,
    ) -> Option<CompletionList> {
        let is_typed = |completion: &ide::Completion| {
            completion.replace.end as usize == offset && self.is_written(completion, client)
        };
        if completions.iter().any(is_typed) {
            return None;
        }
        let item = |(nth, completion): (usize, ide::Completion)| {
            if self.is_written(&completion, client) {
                return None;
            }
            let range = self.range(completion.replace)?;
            let data = match completion.subject {
                Subject::Nothing => None,
                _ if client.shares_completion_data => Some(json!({"what": (offset, typed, nth)})),
                _ => self.resolve_data((offset, typed, nth)),
            };
            Some(lsp::CompletionItem {
                // Without this clients sort by the label.
                sort_text: Some(format!("{nth:05}")),
                data,
                ..self.completion(completion, range, offset, client)
            })
        };
        let items: Vec<_> = completions.into_iter().enumerate().filter_map(item).collect();
        // A client that kept the list would go on to offer what has been typed in full since.
        let list = if client.shares_completion_data {
            let document = Map::from_iter([("textDocument".to_owned(), json!(self.version()))]);
            CompletionList::with_common_data(items, &document)
        } else {
            CompletionList::of(items)
        };
        (!list.items.is_empty()).then_some(list)
    }

    /// Whether a completion would insert the text that it replaces. In a name or a title, case is significant.
    fn is_written(&self, completion: &ide::Completion, client: &ClientCapabilities) -> bool {
        let Span { start, end } = completion.replace;
        let written = self.view.document.text().get_byte_slice(start as usize..end as usize);
        let written = written.map(Cow::from).unwrap_or_default();
        let text = completion.snippet.as_ref().filter(|_| client.snippets).unwrap_or(&completion.plain).trim_end();
        match completion.kind {
            CompletionKind::Value => text == written.trim_end(),
            _ => text.eq_ignore_ascii_case(written.trim_end()),
        }
    }

    fn completion(
        &self,
        completion: ide::Completion,
        range: lsp::Range,
        offset: usize,
        client: &ClientCapabilities,
    ) -> lsp::CompletionItem {
        // The meaning of a keyword is short enough for those that can't ask for it later.
        let documentation = match completion.subject {
            Subject::Keyword(_) if !client.completion_resolves => {
                self.view.analysis().documentation(&completion, offset).map(|hover| self.documentation(&hover, client))
            }
            _ => None,
        };
        let (text, format) = match completion.snippet.filter(|_| client.snippets) {
            Some(snippet) => (snippet, lsp::InsertTextFormat::SNIPPET),
            None if client.snippets && is_cut_as_plain_text(&completion.plain) => {
                (completion.plain, lsp::InsertTextFormat::SNIPPET)
            }
            None => (completion.plain, lsp::InsertTextFormat::PLAIN_TEXT),
        };
        // A typed blank opens the list of what follows it; one that is inserted does not.
        let command =
            (text.ends_with(' ') && client.commands.iter().any(|name| name == SUGGEST)).then(|| lsp::Command {
                title: "Suggest".into(),
                command: SUGGEST.into(),
                // Without a message if nothing follows.
                arguments: Some(vec![json!({ "auto": true })]),
            });
        let typed = self.view.document.text().get_byte_slice(completion.replace.start as usize..offset);
        let typed = typed.map(Cow::from).unwrap_or_default();
        let filter_text = filter_text(completion.filter.as_deref().unwrap_or(&completion.label), &typed)
            .or_else(|| completion.filter.clone());
        lsp::CompletionItem {
            label: completion.label,
            kind: Some(match completion.kind {
                CompletionKind::Keyword => lsp::CompletionItemKind::KEYWORD,
                CompletionKind::Snippet => lsp::CompletionItemKind::SNIPPET,
                CompletionKind::Color => lsp::CompletionItemKind::ENUM_MEMBER,
                CompletionKind::Point => lsp::CompletionItemKind::VALUE,
                CompletionKind::Reference => lsp::CompletionItemKind::REFERENCE,
                CompletionKind::Sign => lsp::CompletionItemKind::CONSTANT,
                CompletionKind::Value => lsp::CompletionItemKind::TEXT,
            }),
            detail: (!completion.detail.is_empty()).then_some(completion.detail),
            documentation,
            preselect: completion.preselect.then_some(true),
            filter_text,
            insert_text_format: Some(format),
            text_edit: Some(lsp::CompletionTextEdit::Edit(lsp::TextEdit::new(range, text))),
            command,
            ..lsp::CompletionItem::default()
        }
    }

    /// The proposal that the `data` of a completion names: its place, the typed text, and its index in the list.
    pub(crate) fn proposed(&self, data: Option<&Value>) -> Option<(usize, Option<char>, usize)> {
        self.resolve(data.cloned())
    }

    /// A completion with its documentation.
    pub(crate) fn resolved(
        &self,
        item: lsp::CompletionItem,
        hover: Option<&ide::Hover>,
        client: &ClientCapabilities,
    ) -> lsp::CompletionItem {
        let documentation = hover.map(|hover| self.documentation(hover, client)).or(item.documentation);
        lsp::CompletionItem { documentation, ..item }
    }

    fn documentation(&self, hover: &ide::Hover, client: &ClientCapabilities) -> lsp::Documentation {
        lsp::Documentation::MarkupContent(self.markup(hover, client.completion_markdown, client))
    }
}

/// Whether Neovim 0.11 would insert only a part of this text, up to the first blank. It inserts the whole text of a
/// snippet, so such a text is sent as a snippet without tab stops. A text with a character that has a meaning in the
/// snippets of any client, such as the backquote in Emacs, is still sent as plain text, because it may come from a
/// record that is not trusted.
fn is_cut_as_plain_text(text: &str) -> bool {
    text.contains(' ') && !text.contains(['$', '{', '}', '\\', '`'])
}

/// The text that a client compares with the typed text, if it is not the label. Most clients leave out completions that
/// do not begin with the typed text, in any case. Neovim 0.11 does so only if there is a text to compare, and Neovim
/// 0.12 only in the case of the label.
fn filter_text(compared: &str, typed: &str) -> Option<String> {
    match compared.split_at_checked(typed.len()) {
        Some((start, _)) if start == typed => None,
        Some((start, rest)) if start.eq_ignore_ascii_case(typed) => Some(format!("{typed}{rest}")),
        _ => Some(compared.to_owned()),
    }
}

/// The `SignatureHelp` of LSP 3.18, in which the active parameter may be null.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SignatureHelp {
    signatures: [lsp::SignatureInformation; 1],
    active_signature: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[expect(clippy::option_option, reason = "a field that is left out, and null, have different meanings")]
    active_parameter: Option<Option<usize>>,
}

/// The syntax of a line with the field under the cursor, if it is in one. A client that does not support a signature
/// without an active parameter would show the first one as active, so it gets none then.
pub(crate) fn signature(signature: &ide::Signature, client: &ClientCapabilities) -> SignatureHelp {
    let text = |text: &str| {
        let markup = markup(client.signature_markdown, || text.to_owned(), || text.to_owned());
        lsp::Documentation::MarkupContent(markup)
    };
    let parameter = |parameter: &ide::Parameter| lsp::ParameterInformation {
        // Some versions of Eglot fail at offsets. Each name is found where it stands first.
        label: lsp::ParameterLabel::Simple(parameter.span.of(signature.label).to_owned()),
        documentation: Some(text(parameter.help)),
    };
    let has_parameters = signature.active.is_some() || client.signature_without_active;
    let information = lsp::SignatureInformation {
        label: signature.label.to_owned(),
        documentation: Some(text(signature.help)),
        parameters: has_parameters.then(|| signature.parameters.iter().map(parameter).collect()),
        active_parameter: None,
    };
    let active_parameter = has_parameters.then_some(signature.active);
    SignatureHelp { signatures: [information], active_signature: 0, active_parameter }
}
