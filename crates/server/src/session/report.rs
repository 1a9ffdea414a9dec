//! The diagnostics of one document or file as they are sent, with the id that is equal for equal reports.

use std::borrow::Cow;
use std::hash::{DefaultHasher, Hash, Hasher};

use serde::Serialize;
use serde_json::json;
use serde_json::value::{RawValue, to_raw_value};

use crate::documents::DocumentView;
use crate::proto::{self, Converter};
use ishi_check::check::{self, Code};
use ishi_ide::document::Content;
use ishi_position::ColumnUnit;
use ishi_rpc::{Answer, Spelling};

/// How many diagnostics of a document are sent at most. Editors become slow with more, and users do not read them.
const MAX_DIAGNOSTICS: usize = 1000;

/// The beginning of a text, in bytes, by which a diagnostic names its format.
const NAMED_BYTES: usize = 1 << 14;

/// The diagnostics of a document.
#[derive(Debug)]
pub(crate) struct DocumentReport {
    /// At most [`MAX_DIAGNOSTICS`] diagnostics, and one more that counts the rest, as they are sent.
    pub(super) json: Box<RawValue>,
    /// The result id, which is equal for equal reports.
    pub(super) id: String,
}

impl DocumentReport {
    pub(crate) fn new(view: &DocumentView, unit: ColumnUnit) -> Self {
        Self::of(view, view.content(), unit)
    }

    /// Reads a document for its report; `None` if `stop` returns true on the way.
    pub(super) fn unless(view: &DocumentView, unit: ColumnUnit, stop: &(dyn Fn() -> bool + Sync)) -> Option<Self> {
        view.document.content_unless(stop).map(|content| Self::of(view, content, unit))
    }

    fn of(view: &DocumentView, content: &Content, unit: ColumnUnit) -> Self {
        let (mut diagnostics, more) = content.diagnostics(MAX_DIAGNOSTICS);
        if view.document.lone_cr().is_some() {
            // Of line ends, what matters then stands on a line that all clients count in the same way.
            diagnostics.retain(|one| !matches!(one.code, Code::LineEnding | Code::MixedLineEndings));
            diagnostics.splice(0..0, content.lone_cr_diagnostic());
        }
        if view.is_misnamed {
            let has_record_name = content.games().is_some();
            let text = content.text();
            let head = text.char_to_byte(text.byte_to_char(NAMED_BYTES.min(text.len_bytes())));
            let head = Cow::from(text.byte_slice(..head));
            diagnostics.splice(0..0, check::check_name(&head, has_record_name, content.severities()));
        }
        if let Some(word) = view.typed {
            diagnostics.retain(|one| one.span.start < word.start || word.end < one.span.end);
        }
        let items = Converter::new(view, unit).diagnostics(&diagnostics, more);
        Self::written(match Spelling::of(&view.uri) {
            Some(spelling) => {
                let mut items = json!(items);
                spelling.restore(&mut items);
                json_of(&items)
            }
            None => json_of(&items),
        })
    }

    /// Returns the report on a file that can't be read.
    pub(super) fn unreadable(reason: &str) -> Self {
        Self::written(json_of(&[proto::unreadable(reason)]))
    }

    fn written(json: Box<RawValue>) -> Self {
        let mut hasher = DefaultHasher::new();
        json.get().hash(&mut hasher);
        Self { json, id: format!("{:016x}", hasher.finish()) }
    }

    /// Returns the report without diagnostics.
    pub(crate) fn nothing() -> Self {
        Self::written(json_of(&[(); 0]))
    }

    /// The length in bytes.
    pub(super) fn length(&self) -> usize {
        self.json.get().len()
    }

    /// Whether there are no diagnostics.
    pub(super) fn is_empty(&self) -> bool {
        self.json.get() == "[]"
    }

    /// The answer to a pull of a client that has the report with the id `previous`.
    pub(crate) fn answer(&self, previous: Option<&str>) -> Answer {
        #[derive(Serialize)]
        #[serde(tag = "kind", rename_all = "camelCase")]
        enum Pulled<'r> {
            #[serde(rename_all = "camelCase")]
            Full { result_id: &'r str, items: &'r RawValue },
            #[serde(rename_all = "camelCase")]
            Unchanged { result_id: &'r str },
        }
        let result_id = &*self.id;
        Answer::of(&if previous == Some(result_id) {
            Pulled::Unchanged { result_id }
        } else {
            Pulled::Full { result_id, items: &self.json }
        })
    }
}

/// A list of diagnostics may have a thousand items, so it is written once.
pub(super) fn json_of(diagnostics: &(impl Serialize + ?Sized)) -> Box<RawValue> {
    to_raw_value(diagnostics).unwrap_or_else(|error| {
        tracing::error!("diagnostics can't be written: {error}");
        RawValue::NULL.to_owned()
    })
}
