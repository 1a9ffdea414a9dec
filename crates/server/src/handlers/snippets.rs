//! Code actions whose edit is a snippet: a comment to write, and headers to fill in.

use serde_json::{Value, json};

use super::method::RequestContext;
use crate::documents::DocumentView;
use crate::lsp_3_18::{escaped, snippet_edit};
use crate::proto::{self, Converter};
use ishi_ide::document::Format;
use ishi_ide::ide::{ActionKind, AssistKind, BoardCommand};
use ishi_record::syntax::{Keyword, KeywordGroup};

/// The headers that most records have.
const HEADERS: [Keyword; 5] = [Keyword::Black, Keyword::White, Keyword::Date, Keyword::Place, Keyword::Result];

/// Stands for the text of a tab stop, whose number follows. No record has it.
const STOP: &str = "ishi-tab-stop-";

/// Returns the code actions for the cursor at `offset`. They insert text, and change nothing that is there.
pub(super) fn actions(
    cx: &RequestContext,
    view: &DocumentView,
    converter: &Converter<'_>,
    offset: usize,
) -> Vec<Value> {
    let is_possible = cx.client.snippet_edits && cx.client.versioned_edits && converter.is_certain();
    if !is_possible || view.document.format() != Format::Record {
        return Vec::new();
    }
    let comment = ("Write a comment here", vec![""], BoardCommand::Comment(format!("{STOP}0")));
    let texts = HEADERS.iter().enumerate().map(|(stop, keyword)| (*keyword, format!("{STOP}{stop}"))).collect();
    let names = HEADERS.iter().map(|keyword| keyword.info().name).collect();
    let headers = ("Add the missing headers", names, BoardCommand::Headers(texts));
    let is_header = is_in_header(view, offset);
    let possible = [Some(comment), is_header.then_some(headers)];
    possible.into_iter().flatten().filter_map(|action| of_command(view, converter, offset, action)).collect()
}

/// Returns whether the line at `offset` begins an event, or is one of its headers.
fn is_in_header(view: &DocumentView, offset: usize) -> bool {
    let text = view.document.text();
    let line = text.line(text.byte_to_line(offset)).to_string();
    let keyword = line.split_whitespace().next().and_then(Keyword::of);
    keyword.is_some_and(|keyword| keyword == Keyword::Event || keyword.info().group == KeywordGroup::Header)
}

/// Returns the action that inserts what a command of the board inserts, with a tab stop for each of the `labels`.
fn of_command(
    view: &DocumentView,
    converter: &Converter<'_>,
    offset: usize,
    (title, labels, command): (&str, Vec<&str>, BoardCommand),
) -> Option<Value> {
    let revision = view.analysis().run(offset, &command, usize::from(view.config.format.indent)).ok()?;
    // What replaces text is about a header or a comment that is there already.
    let edits = revision.edits.into_iter().filter(|edit| edit.span.is_empty() && edit.text.contains(STOP));
    let edits = converter.text_edits(edits.collect()).into_iter().map(|edit| {
        let mut text = escaped(&edit.new_text);
        for (stop, label) in labels.iter().enumerate() {
            let field = if label.is_empty() { "$0".to_owned() } else { format!("${{{}:{label}}}", stop + 1) };
            text = text.replace(&format!("{STOP}{stop}"), &field);
        }
        (edit.range, text)
    });
    let mut edits = edits.peekable();
    edits.peek()?;
    let kind = proto::action_kind(ActionKind::Assist(AssistKind::Rewrite));
    Some(json!({"title": title, "kind": kind, "edit": snippet_edit(&view.uri, view.version, edits)}))
}
