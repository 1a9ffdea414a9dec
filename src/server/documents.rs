//! The open texts, by their URIs as the client writes them: two spellings of one file are two documents, as they are
//! for the client.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tower_lsp::jsonrpc;
use tower_lsp::lsp_types::{SemanticToken, TextDocumentContentChangeEvent};

use super::convert;
use crate::config::Config;
use crate::document::{Document, EditError, MAX_BYTES, Replacement, Snapshot, Version};
use crate::text::ColumnUnit;

/// A document as a request sees it: as it was when the request came in, whatever happens to it afterwards.
#[derive(Clone, Debug)]
pub(super) struct View {
    /// The client's name for it.
    pub(super) uri: String,
    /// The client's number of this state.
    pub(super) version: Option<i32>,
    /// The text, and what is known of it once somebody asks.
    pub(super) document: Version,
    /// The settings that apply to it.
    pub(super) config: Arc<Config>,
}

impl View {
    /// All that is known of the document. The first time after an edit this takes a while, so it is nothing for the task
    /// that takes in messages.
    pub(super) fn snapshot(&self) -> &Snapshot {
        self.document.snapshot()
    }
}

/// Why there is nothing to see.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Refusal {
    /// The document is not open.
    NotOpen,
    /// It is open, but an edit could not be applied, and an answer from any other text than the client's would be a guess.
    OutOfStep,
    /// It is longer than [`MAX_BYTES`].
    TooLarge,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotOpen => f.write_str("the document is not open"),
            Self::OutOfStep => f.write_str("an edit of the document could not be applied: close it and open it again"),
            Self::TooLarge => {
                write!(f, "the document is longer than {MAX_BYTES} bytes, which is more than can be read")
            }
        }
    }
}

impl From<Refusal> for jsonrpc::Error {
    fn from(refusal: Refusal) -> Self {
        let code = match refusal {
            Refusal::NotOpen => jsonrpc::ErrorCode::InvalidParams,
            // `RequestFailed` of LSP: the request was right, and still there is no answer.
            Refusal::OutOfStep | Refusal::TooLarge => jsonrpc::ErrorCode::ServerError(-32803),
        };
        Self { code, message: refusal.to_string().into(), data: None }
    }
}

#[derive(Debug)]
struct Open {
    document: Document,
    version: Option<i32>,
    config: Arc<Config>,
    /// The settings are those of an `ishi.toml`, not the editor's.
    by_file: bool,
    /// The semantic tokens that were answered last, by their id.
    tokens: Option<(String, Arc<[SemanticToken]>)>,
}

#[derive(Debug, Default)]
struct State {
    /// What the client has open; the reason for what it has open and we do not.
    entries: HashMap<String, Result<Open, Refusal>>,
    /// The editor's settings.
    config: Arc<Config>,
    /// How many answers with semantic tokens have got an id.
    answers: u64,
}

/// The open documents.
#[derive(Debug, Default)]
pub(super) struct Documents(Mutex<State>);

impl Documents {
    /// A panic while an edit is applied leaves the lock poisoned, and the document it was in is given up then. All others
    /// are whole, so the lock is taken all the same.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The document as it is now.
    pub(super) fn view(&self, uri: &str) -> Result<View, Refusal> {
        match self.lock().entries.get(uri) {
            Some(Ok(open)) => Ok(View {
                uri: uri.to_owned(),
                version: open.version,
                document: open.document.version().clone(),
                config: Arc::clone(&open.config),
            }),
            Some(Err(refusal)) => Err(*refusal),
            None => Err(Refusal::NotOpen),
        }
    }

    /// Opens a document, with the settings of its `ishi.toml` or else the editor's.
    pub(super) fn open(
        &self,
        uri: &str,
        version: Option<i32>,
        text: &str,
        by_file: Option<Arc<Config>>,
    ) -> Result<(), Refusal> {
        let from_file = by_file.is_some();
        let config = by_file.unwrap_or_else(|| Arc::clone(&self.lock().config));
        let entry = if text.len() > MAX_BYTES {
            Err(Refusal::TooLarge)
        } else {
            let document = Document::new(text, Arc::new(config.check.clone()));
            Ok(Open { document, version, config, by_file: from_file, tokens: None })
        };
        let result = entry.as_ref().map(drop).map_err(|refusal| *refusal);
        if self.lock().entries.insert(uri.to_owned(), entry).is_some() {
            tracing::warn!("{uri} was opened twice: the later text is taken");
        }
        result
    }

    /// Applies edits in their order; false where there is no text to apply them to, which has been told before. Where one can't be applied, the document is given up until it is opened again.
    pub(super) fn change(
        &self,
        uri: &str,
        version: Option<i32>,
        unit: ColumnUnit,
        changes: &[TextDocumentContentChangeEvent],
    ) -> Result<bool, Refusal> {
        let mut state = self.lock();
        let open = match state.entries.get_mut(uri) {
            Some(Ok(open)) => open,
            Some(Err(_)) => return Ok(false),
            None => {
                tracing::warn!("an edit of {uri}, which is not open, was skipped");
                return Ok(false);
            }
        };
        if version.is_some() && version <= open.version {
            // What counts is the order of the messages, and in that the edits make sense.
            tracing::warn!("version {version:?} of {uri} came after version {:?}", open.version);
        }
        open.version = version;
        if let Err(refusal) = open.apply(changes, unit) {
            tracing::error!("an edit of {uri} could not be applied: {refusal}");
            state.entries.insert(uri.to_owned(), Err(refusal));
            return Err(refusal);
        }
        Ok(true)
    }

    /// Closes a document.
    pub(super) fn close(&self, uri: &str) {
        if self.lock().entries.remove(uri).is_none() {
            tracing::warn!("{uri} was closed and is not open");
        }
    }

    /// Gives up a document that the client has open: what we have of it, if anything, is not the client's text.
    pub(super) fn give_up(&self, uri: &str) {
        tracing::error!("{uri} is out of step with the client until it is opened again");
        self.lock().entries.insert(uri.to_owned(), Err(Refusal::OutOfStep));
    }

    /// Keeps the semantic tokens that are answered for a document, in place of those kept before, and gives the id under
    /// which a client may name them; none where the document is closed by now.
    pub(super) fn keep_tokens(&self, uri: &str, tokens: Arc<[SemanticToken]>) -> Option<String> {
        let mut state = self.lock();
        state.answers += 1;
        let id = state.answers.to_string();
        let Some(Ok(open)) = state.entries.get_mut(uri) else { return None };
        open.tokens = Some((id.clone(), tokens));
        Some(id)
    }

    /// The semantic tokens that were answered with this id, if they were the last ones.
    pub(super) fn kept_tokens(&self, uri: &str, id: &str) -> Option<Arc<[SemanticToken]>> {
        let state = self.lock();
        let Some(Ok(Open { tokens: Some((last, tokens)), .. })) = state.entries.get(uri) else { return None };
        (last == id).then(|| Arc::clone(tokens))
    }

    /// The documents that are open.
    pub(super) fn uris(&self) -> Vec<String> {
        self.lock().entries.keys().cloned().collect()
    }

    /// The documents that are in step, as they are now.
    pub(super) fn views(&self) -> Vec<View> {
        self.uris().iter().filter_map(|uri| self.view(uri).ok()).collect()
    }

    /// Takes other settings of the editor, checks again what they apply to, and gives the documents for which that is
    /// something new.
    pub(super) fn configure(&self, config: Config) -> Vec<String> {
        let mut state = self.lock();
        if *state.config == config {
            return Vec::new();
        }
        let config = Arc::new(config);
        state.config = Arc::clone(&config);
        let by_editor = state.entries.iter_mut().filter_map(|(uri, entry)| {
            let open = entry.as_mut().ok().filter(|open| !open.by_file)?;
            open.configure(Arc::clone(&config)).then(|| uri.clone())
        });
        by_editor.collect()
    }

    /// Takes the settings of the `ishi.toml` of a document, or the editor's where it has none, and says whether that is
    /// something new.
    pub(super) fn configure_by_file(&self, uri: &str, by_file: Option<Arc<Config>>) -> bool {
        let mut state = self.lock();
        let editors = Arc::clone(&state.config);
        let Some(Ok(open)) = state.entries.get_mut(uri) else { return false };
        open.by_file = by_file.is_some();
        open.configure(by_file.unwrap_or(editors))
    }
}

impl Open {
    /// Takes other settings, and says whether anything is different in them.
    fn configure(&mut self, config: Arc<Config>) -> bool {
        if *config == *self.config {
            return false;
        }
        if config.check != self.config.check {
            self.document.set_severities(Arc::new(config.check.clone()));
        }
        self.config = config;
        true
    }

    /// Applies changes in their order, all or none.
    fn apply(&mut self, changes: &[TextDocumentContentChangeEvent], unit: ColumnUnit) -> Result<(), Refusal> {
        let whole = changes.iter().rposition(|change| change.range.is_none());
        if let Some(whole) = whole {
            let text = &changes[whole].text;
            if text.len() > MAX_BYTES {
                return Err(Refusal::TooLarge);
            }
            self.document = Document::new(text, Arc::new(self.config.check.clone()));
        }
        let edits: Vec<Replacement<'_>> = changes[whole.map_or(0, |whole| whole + 1)..]
            .iter()
            .filter_map(|change| {
                let range = change.range?;
                let (start, end) = (convert::from_position(range.start), convert::from_position(range.end));
                Some(Replacement { start, end, text: &change.text })
            })
            .collect();
        Ok(self.document.edit_all(&edits, unit)?)
    }
}

impl From<EditError> for Refusal {
    fn from(error: EditError) -> Self {
        match error {
            EditError::TooLarge => Self::TooLarge,
            EditError::NoSuchLine | EditError::Reversed => Self::OutOfStep,
        }
    }
}
