//! Conversion between ishi's values and those of LSP. Only this module knows both.

mod actions;
mod board;
mod command_names;
mod commands;
mod completion;
mod diagnostics;
mod edits;
mod find;
mod folders;
mod hover;
mod lens;
mod navigation;
mod progress;
mod scene;
mod settings;
mod symbols;
mod tokens;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tower_lsp::lsp_types as lsp;
use tower_lsp::lsp_types::Url;

use super::documents::{DocumentView, TextChange};
use ishi_position::{ColumnUnit, LineRule, byte_at, byte_by_rule, position_at};
use ishi_rpc::{Error, Result};

use ishi_text::Span;

pub(super) use actions::{ActionData, action_kind};
pub(super) use board::{BoardDrawing, board, missing_board, tree};
pub(super) use command_names::BOARD_COMMANDS;
pub(super) use commands::CommandRequest;
pub(super) use completion::signature;
pub(super) use diagnostics::unreadable;
pub(super) use find::{FindAnswer, FoundGame, continuations, found_games, found_line};
pub(super) use folders::{folders, workspace_folders};
pub(super) use lens::{INSERT_PRISONERS, LensData};
pub(super) use progress::{ProgressReport, progress, progress_value};
pub(super) use settings::config_error;
pub(super) use symbols::found;
pub(super) use tokens::{delta, encode, legend};

/// The `source` of diagnostics.
pub(super) const SOURCE: &str = "ishi";

/// The reason why there is no answer for a place without a position.
pub(super) const UNCERTAIN: &str = "this comes after a CR without LF, and editors differ in whether that ends a line: \
                                    replace it first, by the action for line 1";

/// Converts a position of the client.
fn from_position(position: lsp::Position) -> ishi_position::Position {
    ishi_position::Position::new(position.line, position.character)
}

/// Converts one change of a text.
pub(super) fn text_change(change: lsp::TextDocumentContentChangeEvent) -> TextChange {
    let range = change.range.map(|range| (from_position(range.start), from_position(range.end)));
    TextChange { range, text: change.text }
}

/// The name of an encoding in LSP.
pub(super) fn encoding(unit: ColumnUnit) -> lsp::PositionEncodingKind {
    match unit {
        ColumnUnit::Utf8 => lsp::PositionEncodingKind::UTF8,
        ColumnUnit::Utf16 => lsp::PositionEncodingKind::UTF16,
        ColumnUnit::Utf32 => lsp::PositionEncodingKind::UTF32,
    }
}

/// The `data` of an item that a client may resolve later: its content, and the version of the document.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct ResolveData<T> {
    #[serde(rename = "textDocument")]
    document: DocumentId,
    /// The data from which the item is resolved.
    what: T,
}

/// A version of a document. The document is looked up by its URI before a request is handled.
#[derive(Debug, Serialize, Deserialize)]
struct DocumentId {
    uri: String,
    version: Option<i32>,
}

/// Converter between places of one document and positions of LSP.
///
/// LSP ends a line at a CR that is not followed by LF, but several editors do not. So after the first lone CR of a text
/// a position may mean two places. Conversions of such places return `None`, and no answer has such a position.
pub(super) struct Converter<'v> {
    view: &'v DocumentView,
    unit: ColumnUnit,
    /// The byte of the first lone CR.
    lone_cr: Option<usize>,
}

impl<'v> Converter<'v> {
    pub(super) fn new(view: &'v DocumentView, unit: ColumnUnit) -> Self {
        Self { view, unit, lone_cr: view.document.lone_cr() }
    }

    /// The byte at a position, unless the position is ambiguous. A line past the end of the text means the end of the
    /// text, and a column past the end of a line means the end of the line.
    pub(super) fn offset(&self, position: lsp::Position) -> Option<usize> {
        let text = self.view.document.text();
        let byte = match self.lone_cr {
            None => byte_at(text, from_position(position), self.unit),
            lone_cr => byte_by_rule(text, lone_cr, from_position(position), self.unit, LineRule::Unknown).ok()?,
        };
        Some(byte.unwrap_or_else(|| text.len_bytes()))
    }

    /// The bytes of a range. If the range ends before it begins, the bytes between its two ends.
    pub(super) fn span(&self, range: lsp::Range) -> Option<Span> {
        let (one, other) = (self.offset(range.start)?, self.offset(range.end)?);
        Some(Span::new(one.min(other), one.max(other)))
    }

    /// The part of a range in which every place has a position.
    pub(super) fn visible(&self, range: lsp::Range) -> Span {
        let last = self.last();
        let [one, other] = [range.start, range.end].map(|end| self.offset(end).map_or(last, |byte| byte.min(last)));
        Span::new(one.min(other), one.max(other))
    }

    /// Whether every place of the text has a position.
    pub(super) fn is_certain(&self) -> bool {
        self.lone_cr.is_none()
    }

    /// The last byte that has a position.
    fn last(&self) -> usize {
        self.lone_cr.unwrap_or_else(|| self.view.document.text().len_bytes())
    }

    /// The part of the text in which every place has a position.
    pub(super) fn all_visible(&self) -> Span {
        Span::new(0, self.last())
    }

    fn position(&self, byte: u32) -> Option<lsp::Position> {
        let byte = byte as usize;
        if self.lone_cr.is_some_and(|lone_cr| byte > lone_cr) {
            return None;
        }
        let ishi_position::Position { line, column } = position_at(self.view.document.text(), byte, self.unit);
        Some(lsp::Position::new(line, column))
    }

    pub(super) fn range(&self, span: Span) -> Option<lsp::Range> {
        Some(lsp::Range::new(self.position(span.start)?, self.position(span.end)?))
    }

    /// The range of the part of a span that has positions.
    fn visible_range(&self, span: Span) -> Option<lsp::Range> {
        self.range(Span { end: span.end.min(self.last() as u32), ..span })
    }

    /// The `data` of an item of this document that may be resolved later.
    pub(super) fn resolve_data<T: Serialize>(&self, what: T) -> Option<Value> {
        serde_json::to_value(ResolveData { document: self.version(), what }).ok()
    }

    /// Returns an error if a request is about another version of the document. A request without a version means the
    /// current text.
    fn ensure_current(&self, document: &DocumentId) -> Result<()> {
        if document.version.is_some() && document.version != self.view.version {
            return Err(Error::invalid_params("the record has changed since this was offered: try again"));
        }
        Ok(())
    }

    fn version(&self) -> DocumentId {
        DocumentId { uri: self.view.uri.clone(), version: self.view.version }
    }

    /// Returns the data that was sent with [`Self::resolve_data`]; `None` if it is not from this server, or the
    /// document has changed since.
    pub(super) fn resolve<T: DeserializeOwned>(&self, data: Option<Value>) -> Option<T> {
        let ResolveData { document, what } = serde_json::from_value(data?).ok()?;
        (document.version == self.view.version).then_some(what)
    }

    /// A place of the document `uri`.
    pub(super) fn location(&self, span: Span, uri: &Url) -> Option<lsp::Location> {
        Some(lsp::Location::new(uri.clone(), self.range(span)?))
    }
}
