//! The open documents, by their URIs as the client writes them. Two spellings of one URI are two documents, as for the
//! client.

mod offers;

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

pub(super) use offers::Offers;

use ishi_check::check::Severities;
use ishi_config::Config;
use ishi_ide::document::{self, Content, Document, FenceReader, Format, Replacement, Snapshot, Version};
use ishi_ide::ide::{Analysis, SemanticToken};
use ishi_position::{ColumnUnit, LineRule, Position};
use ishi_record::syntax::SGF_EXTENSION;
use ishi_text::Span;

/// A document as a request sees it: as it was when the request arrived. Later edits do not change it.
#[derive(Clone, Debug)]
pub(super) struct DocumentView {
    /// The client's URI of the document.
    pub(super) uri: String,
    /// The path of the document, if it is a file.
    pub(super) path: Option<PathBuf>,
    /// The client's version number of this state.
    pub(super) version: Option<i32>,
    /// The text, which is parsed on demand.
    pub(super) document: Version,
    /// The settings that apply to it.
    pub(super) config: Arc<Config>,
    /// The texts that edits of the server would lead to.
    pub(super) offers: Offers,
    /// The word that is being typed; see [`Document::typed`].
    pub(super) typed: Option<Span>,
    /// Whether its text has another format than its language or its name says.
    pub(super) is_misnamed: bool,
}

impl DocumentView {
    /// Returns the view of a text that no client has open, such as that of a file.
    ///
    /// # Errors
    /// A text that is longer than its format may be.
    pub(super) fn of_closed(name: Name, text: &str, config: Arc<Config>) -> Result<Self, Refusal> {
        let Name { uri, path, format } = name;
        let document = read(text, format, &config, path.as_deref())?.version().clone();
        let is_misnamed = document.format() != format;
        Ok(Self { uri, path, version: None, document, config, offers: Offers::default(), typed: None, is_misnamed })
    }

    /// Returns the parsed and checked document. The first call after an edit takes a while, so the task that receives
    /// messages never calls it.
    pub(super) fn content(&self) -> &Content {
        self.document.content()
    }

    /// The features of an editor for the document; see [`Self::content`] for the time that this takes.
    pub(super) fn analysis(&self) -> Analysis {
        Analysis::new(self.content().clone())
    }

    /// Returns the record, or the record that a game in SGF becomes; see [`Self::content`].
    pub(super) fn snapshot(&self) -> &Snapshot {
        self.document.snapshot()
    }
}

/// The reason why there is no view of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Refusal {
    /// The document is not open.
    NotOpen,
    /// The document is open, but an edit could not be applied. An answer from a text that is not the client's would be
    /// a guess.
    OutOfSync,
    /// The document is open, but an edit came after a CR that is not followed by LF. Where that edit belongs depends on
    /// whether the CR ends a line.
    Ambiguous,
    /// The document is longer than its format may be.
    TooLarge(Format),
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotOpen => f.write_str("the document is not open"),
            Self::OutOfSync => f.write_str("an edit of the document could not be applied: close it and open it again"),
            Self::Ambiguous => f.write_str(
                "the document was edited after a CR without LF, which ends a line for some editors only: \
                 save it, or close it and open it again",
            ),
            Self::TooLarge(format) => {
                let most = format.max_bytes();
                write!(f, "the document is longer than {most} bytes, which is more than can be read")
            }
        }
    }
}

/// An open document.
#[derive(Debug)]
struct Open {
    /// The client's text, or the reason why it is not known.
    document: Result<Document, Refusal>,
    /// The format that its language or its name says. The text decides, and may have another one.
    named: Format,
    /// The path of the document, if it is a file.
    path: Option<PathBuf>,
    version: Option<i32>,
    /// Whether a version came that is not higher than the one before, so that this is logged once.
    is_disordered: bool,
    config: Arc<Config>,
    /// Whether the settings come from an `ishi.toml`, and not from the editor.
    by_file: bool,
    /// The last semantic tokens that were sent, with their id.
    tokens: Option<(String, Arc<[SemanticToken]>)>,
    offers: Offers,
}

/// A document as the client names it.
#[derive(Clone, Debug)]
pub(super) struct Name {
    pub(super) uri: String,
    /// The path of the document, if it is a file.
    pub(super) path: Option<PathBuf>,
    /// The format that its language or its name says.
    pub(super) format: Format,
}

impl Name {
    /// Returns the name of a file with games, whose format its URI says.
    pub(super) fn new(uri: &str, path: Option<PathBuf>) -> Self {
        let format = if has_extension(uri, SGF_EXTENSION) { Format::Sgf } else { Format::Record };
        Self { uri: uri.to_owned(), path, format }
    }

    /// Returns the name of a document, whose format its URI says. It may also be in Markdown.
    pub(super) fn of_document(uri: &str, path: Option<PathBuf>, reader: FenceReader) -> Self {
        let name = Self::new(uri, path);
        let is_markdown = ishi_markdown::EXTENSIONS.iter().any(|extension| has_extension(uri, extension));
        if is_markdown { Self { format: Format::Notes(reader), ..name } } else { name }
    }
}

fn has_extension(uri: &str, extension: &str) -> bool {
    uri.rsplit_once('.').is_some_and(|(_, ending)| ending.eq_ignore_ascii_case(extension))
}

/// One change of a text: a replacement of the text between two positions of the client, or of the whole text.
#[derive(Clone, Debug)]
pub(super) struct TextChange {
    pub(super) range: Option<(Position, Position)>,
    pub(super) text: String,
}

/// A document that has been read and is yet to be opened.
#[derive(Debug)]
pub(super) struct Opened {
    uri: String,
    open: Open,
}

#[derive(Debug, Default)]
struct DocumentsState {
    /// The open documents, by URI.
    entries: HashMap<String, Open>,
    /// The editor's settings.
    config: Arc<Config>,
    /// The number of answers with semantic tokens, which is the id of the last one.
    answers: u64,
}

/// The open documents.
#[derive(Debug, Default)]
pub(super) struct Documents(Mutex<DocumentsState>);

impl Documents {
    /// Locks the state, even if the lock is poisoned. After a panic in an edit the edited document is given up, and all
    /// other documents are intact.
    fn lock(&self) -> MutexGuard<'_, DocumentsState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the document as it is now.
    pub(super) fn view(&self, uri: &str) -> Result<DocumentView, Refusal> {
        let state = self.lock();
        let open = state.entries.get(uri).ok_or(Refusal::NotOpen)?;
        let document = open.document.as_ref().map_err(|refusal| *refusal)?;
        Ok(DocumentView {
            uri: uri.to_owned(),
            path: open.path.clone(),
            version: open.version,
            document: document.version().clone(),
            config: Arc::clone(&open.config),
            offers: open.offers.clone(),
            typed: document.typed(),
            is_misnamed: document.version().format() != open.named,
        })
    }

    /// Reads the text of a document that will be opened, with the settings of its `ishi.toml` or else the editor's.
    /// This takes a while for a long text, so it is done without the lock.
    pub(super) fn read(&self, name: Name, version: Option<i32>, text: &str, by_file: Option<Arc<Config>>) -> Opened {
        let Name { uri, path, format: named } = name;
        let from_file = by_file.is_some();
        let config = by_file.unwrap_or_else(|| self.settings());
        let document = read(text, named, &config, path.as_deref());
        let open = Open {
            document,
            named,
            path,
            version,
            is_disordered: false,
            config,
            by_file: from_file,
            tokens: None,
            offers: Offers::default(),
        };
        Opened { uri, open }
    }

    /// Opens a document that has been read.
    pub(super) fn open(&self, opened: Opened) -> Result<(), Refusal> {
        let Opened { uri, mut open } = opened;
        let mut state = self.lock();
        // The editor's settings may have come while the text was read.
        if !open.by_file {
            open.configure(Arc::clone(&state.config));
        }
        let result = open.document.as_ref().map(drop).map_err(|refusal| *refusal);
        if state.entries.contains_key(&uri) {
            tracing::warn!("{uri} was opened twice: the later text is taken");
        }
        state.entries.insert(uri, open);
        result
    }

    /// Applies edits in their order and returns their effect. If an edit can't be applied, the document is given up
    /// until its whole text is sent again.
    pub(super) fn change(
        &self,
        uri: &str,
        version: Option<i32>,
        unit: ColumnUnit,
        rule: LineRule,
        changes: &[TextChange],
    ) -> Result<Effect, Refusal> {
        let mut state = self.lock();
        let Some(open) = state.entries.get_mut(uri) else {
            tracing::warn!("an edit of {uri}, which is not open, was skipped");
            return Ok(Effect::Nothing);
        };
        if version.is_some() && version <= open.version && !open.is_disordered {
            open.is_disordered = true;
            // What counts is the order of the messages, and in that the edits make sense.
            tracing::warn!("version {version:?} of {uri} came after version {:?}", open.version);
        }
        open.version = version;
        let was_lost = open.document.is_err();
        if was_lost && changes.iter().all(|change| change.range.is_some()) {
            return Ok(Effect::Nothing);
        }
        if let Err(refusal) = open.apply(changes, unit, rule) {
            tracing::error!("an edit of {uri} could not be applied: {refusal}");
            open.document = Err(refusal);
            return Err(refusal);
        }
        Ok(match &open.document {
            _ if was_lost => Effect::Resynced,
            Ok(document) if document.typed().is_some() => Effect::Typed,
            _ => Effect::Edited,
        })
    }

    /// Marks the last typed word as finished, and returns whether there was such a word.
    pub(super) fn rest(&self, uri: &str) -> bool {
        let mut state = self.lock();
        state.entries.get_mut(uri).and_then(|open| open.document.as_mut().ok()).is_some_and(Document::rest)
    }

    /// Takes the whole text of a document that was given up, and returns whether it was given up and is in sync again.
    pub(super) fn resync(&self, uri: &str, text: &str) -> bool {
        let mut state = self.lock();
        let Some(open) = state.entries.get_mut(uri).filter(|open| open.document.is_err()) else { return false };
        open.document = read(text, open.named, &open.config, open.path.as_deref());
        open.document.is_ok()
    }

    /// Closes a document.
    pub(super) fn close(&self, uri: &str) {
        if self.lock().entries.remove(uri).is_none() {
            tracing::warn!("{uri} was closed and is not open");
        }
    }

    /// Gives up an open document, because its text here differs from the client's text. Returns whether the document
    /// was not given up before.
    pub(super) fn give_up(&self, name: Name) -> bool {
        let Name { uri, path, format: named } = name;
        let mut state = self.lock();
        let config = Arc::clone(&state.config);
        let open = state.entries.entry(uri.clone()).or_insert_with(|| Open {
            named,
            path,
            document: Err(Refusal::NotOpen),
            version: None,
            is_disordered: false,
            config,
            by_file: false,
            tokens: None,
            offers: Offers::default(),
        });
        let was_given_up = open.document.as_ref().is_err_and(|&refusal| refusal == Refusal::OutOfSync);
        if !was_given_up {
            tracing::error!("{uri} is out of sync with the client until its whole text comes again");
        }
        // Which version the client has now is not known.
        open.version = None;
        open.document = Err(Refusal::OutOfSync);
        !was_given_up
    }

    /// Keeps the semantic tokens of an answer for a document, instead of earlier ones, and returns the id by which a
    /// client may refer to them; `None` if the document has been closed.
    pub(super) fn keep_tokens(&self, uri: &str, tokens: Arc<[SemanticToken]>) -> Option<String> {
        let mut state = self.lock();
        state.answers += 1;
        let id = state.answers.to_string();
        let open = state.entries.get_mut(uri)?;
        open.tokens = Some((id.clone(), tokens));
        Some(id)
    }

    /// Returns the semantic tokens with this id, if they were the last ones that were sent.
    pub(super) fn kept_tokens(&self, uri: &str, id: &str) -> Option<Arc<[SemanticToken]>> {
        let state = self.lock();
        let (last, tokens) = state.entries.get(uri)?.tokens.as_ref()?;
        (last == id).then(|| Arc::clone(tokens))
    }

    /// Returns the URIs of the open documents.
    pub(super) fn uris(&self) -> Vec<String> {
        self.lock().entries.keys().cloned().collect()
    }

    /// Returns the documents that are in sync, as they are now.
    pub(super) fn views(&self) -> Vec<DocumentView> {
        self.uris().iter().filter_map(|uri| self.view(uri).ok()).collect()
    }

    /// Returns the editor's settings.
    pub(super) fn settings(&self) -> Arc<Config> {
        Arc::clone(&self.lock().config)
    }

    /// Sets the editor's settings, and returns the documents whose settings have changed. These documents are checked
    /// again.
    pub(super) fn configure(&self, config: Config) -> Vec<String> {
        let mut state = self.lock();
        if *state.config == config {
            return Vec::new();
        }
        let config = Arc::new(config);
        state.config = Arc::clone(&config);
        let by_editor = state.entries.iter_mut().filter_map(|(uri, entry)| {
            let open = Some(entry).filter(|open| !open.by_file)?;
            open.configure(Arc::clone(&config)).then(|| uri.clone())
        });
        by_editor.collect()
    }

    /// Sets the settings of a document from its `ishi.toml`, or from the editor if there is none, and returns whether
    /// they have changed.
    pub(super) fn configure_by_file(&self, uri: &str, by_file: Option<Arc<Config>>) -> bool {
        let mut state = self.lock();
        let editors = Arc::clone(&state.config);
        let Some(open) = state.entries.get_mut(uri) else { return false };
        open.by_file = by_file.is_some();
        open.configure(by_file.unwrap_or(editors))
    }
}

/// Returns the severities in the document at `path`.
fn severities_of(config: &Config, path: Option<&Path>) -> Arc<Severities> {
    Arc::new(config.check.severities_in(path).into_owned())
}

impl Open {
    /// Sets the settings, and returns whether they have changed.
    fn configure(&mut self, config: Arc<Config>) -> bool {
        if *config == *self.config {
            return false;
        }
        if let Ok(document) = &mut self.document
            && config.check != self.config.check
        {
            document.set_severities(severities_of(&config, self.path.as_deref()));
        }
        self.config = config;
        self.document.is_ok()
    }

    /// Applies changes in their order, all or none.
    fn apply(&mut self, changes: &[TextChange], unit: ColumnUnit, rule: LineRule) -> Result<(), Refusal> {
        let whole = changes.iter().rposition(|change| change.range.is_none());
        if let Some(whole) = whole {
            self.document = Ok(read(&changes[whole].text, self.named, &self.config, self.path.as_deref())?);
            self.offers = Offers::default();
        }
        let edits: Vec<Replacement<'_>> = changes[whole.map_or(0, |whole| whole + 1)..]
            .iter()
            .filter_map(|change| {
                let range = change.range?;
                let (start, end) = range;
                Some(Replacement { start, end, text: &change.text })
            })
            .collect();
        let document = self.document.as_mut().map_err(|refusal| *refusal)?;
        // Neovim ends lines at CR only, if it has read a text so.
        let has_line_feed = || document.version().text().chunks().any(|chunk| chunk.contains('\n'));
        let is_certain = document.version().lone_cr().is_none() || has_line_feed();
        let rule = if is_certain { rule } else { LineRule::Unknown };
        let mut made = document.edit_all(&edits, unit, rule);
        if made == Err(document::Error::Ambiguous) {
            // What an edit of ours would lead to shows by which rule the client counts.
            let leads_to_offer = |&rule: &LineRule| {
                let after = document.after(&edits, unit, rule);
                after.is_ok_and(|version| self.offers.contain(version.text()))
            };
            if let Some(rule) = [LineRule::Lf, LineRule::Lsp].into_iter().find(leads_to_offer) {
                made = document.edit_all(&edits, unit, rule);
            }
        }
        self.offers = Offers::default();
        made.map_err(|error| Refusal::of(error, document.version().format()))?;
        let text = document.version().text();
        if Format::of_text(text, self.named) != document.version().format() {
            self.document = Ok(read(&Cow::from(text), self.named, &self.config, self.path.as_deref())?);
        }
        Ok(())
    }
}

/// The effect of a message with edits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Effect {
    /// No effect: the document is not open, or was given up before.
    Nothing,
    /// The text has changed.
    Edited,
    /// The text has changed by a word that is still being typed: see [`Document::typed`].
    Typed,
    /// The document was given up, and its whole text was sent again.
    Resynced,
}

/// Reads a text in the format that it has; `named` is the format that its language or its name says.
fn read(text: &str, named: Format, config: &Config, path: Option<&Path>) -> Result<Document, Refusal> {
    let format = Format::of_str(text, named);
    if text.len() > format.max_bytes() {
        return Err(Refusal::TooLarge(format));
    }
    Ok(Document::of_format(text, format, severities_of(config, path)))
}

impl Refusal {
    fn of(error: document::Error, format: Format) -> Self {
        match error {
            document::Error::TooLarge => Self::TooLarge(format),
            document::Error::Ambiguous => Self::Ambiguous,
            document::Error::NoSuchLine | document::Error::Reversed => Self::OutOfSync,
        }
    }
}
