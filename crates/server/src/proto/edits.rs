//! Edits of a document.

use std::borrow::Cow;
use std::collections::HashMap;

use ropey::Rope;
use tower_lsp::lsp_types as lsp;
use tower_lsp::lsp_types::Url;

use super::Converter;
use crate::capabilities::ClientCapabilities;
use ishi_position::position_at;

use ishi_text::{self as text, Edit};

/// How many edits are sent at most. Each takes a hundred bytes in addition to its text, and takes time in an editor.
const MAX_EDITS: usize = 10_000;

impl Converter<'_> {
    /// Converts edits that are in order and do not overlap. More than [`MAX_EDITS`] become a single edit.
    ///
    /// Lines that are inserted after the last line end are inserted before it instead. The resulting text is the same,
    /// but Neovim has no line after the last line end and would add a blank line.
    ///
    /// If the text has a lone CR, the result is one edit of the whole text, which gives all lines the same line end.
    pub(crate) fn text_edits(&self, mut edits: Vec<Edit>) -> Vec<lsp::TextEdit> {
        if self.lone_cr.is_some() && !edits.is_empty() {
            return vec![self.whole_edit(&edits)];
        }
        let text = self.view.document.text();
        let end = text.len_bytes();
        let line_end = last_line_end(text);
        let is_at_end = |edit: &Edit| edit.span.end as usize == end;
        if let Some(mut last) = edits.pop_if(|edit| is_at_end(edit)) {
            while let Some(before) = edits.pop_if(|edit| is_at_end(edit)) {
                last = Edit::replace(before.span.to(last.span), before.text + &last.text);
            }
            let lines = last.text.strip_suffix(line_end).filter(|_| last.span.is_empty() && !line_end.is_empty());
            edits.push(match lines {
                Some(lines) => Edit::insert(end - line_end.len(), format!("{line_end}{lines}")),
                None => last,
            });
        }
        if edits.len() > MAX_EDITS {
            edits = vec![joined(text, &edits)];
        }
        let edit = |edit: Edit| Some(lsp::TextEdit::new(self.range(edit.span)?, edit.text));
        edits.into_iter().filter_map(edit).collect()
    }

    /// One edit that replaces the whole text by the text after `edits`, with another line end for each lone CR. For a
    /// client that counts fewer lines, the range ends after the end of the text, which LSP reads as the end.
    fn whole_edit(&self, edits: &[Edit]) -> lsp::TextEdit {
        let old = self.view.document.text();
        let new = text::apply(&Cow::from(old), edits);
        let line_end = self.view.content().line_ends().majority_without_cr();
        let new = text::with_line_end_for_lone_cr(&new, line_end);
        self.view.offers.add(&new);
        let ishi_position::Position { line, column } = position_at(old, old.len_bytes(), self.unit);
        lsp::TextEdit::new(lsp::Range::new(lsp::Position::default(), lsp::Position::new(line, column)), new)
    }

    /// Edits of the document `uri` as one step.
    pub(crate) fn workspace_edit(
        &self,
        edits: Vec<Edit>,
        uri: &Url,
        client: &ClientCapabilities,
    ) -> lsp::WorkspaceEdit {
        let edits = self.text_edits(edits);
        if !client.versioned_edits {
            return lsp::WorkspaceEdit::new(HashMap::from([(uri.clone(), edits)]));
        }
        let text_document =
            lsp::OptionalVersionedTextDocumentIdentifier { uri: uri.clone(), version: self.view.version };
        let edits = edits.into_iter().map(lsp::OneOf::Left).collect();
        let changes = lsp::DocumentChanges::Edits(vec![lsp::TextDocumentEdit { text_document, edits }]);
        lsp::WorkspaceEdit { document_changes: Some(changes), ..lsp::WorkspaceEdit::default() }
    }
}

/// Joins several edits, which are in order and do not overlap, into one edit.
fn joined(text: &Rope, edits: &[Edit]) -> Edit {
    let (Some(first), Some(last)) = (edits.first(), edits.last()) else { return Edit::insert(0, "") };
    let mut new = String::new();
    let mut at = first.span.start as usize;
    for edit in edits {
        new.extend(text.byte_slice(at..edit.span.start as usize).chunks());
        new.push_str(&edit.text);
        at = edit.span.end as usize;
    }
    Edit::replace(first.span.to(last.span), new)
}

/// The line end at the end of a text; empty if the text does not end with a line end.
fn last_line_end(text: &Rope) -> &'static str {
    let mut back = text.chars_at(text.len_chars());
    match (back.prev(), back.prev()) {
        (Some('\n'), Some('\r')) => "\r\n",
        (Some('\n'), _) => "\n",
        (Some('\r'), _) => "\r",
        _ => "",
    }
}
