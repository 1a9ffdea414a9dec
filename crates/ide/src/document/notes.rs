//! A text in Markdown as a document: its code blocks with games, each of which is read and checked by itself.
//!
//! The code block is the unit of recomputation. Blocks that an edit does not change are shared between versions.

use std::borrow::Cow;
use std::sync::Arc;

use ropey::Rope;

use super::changes::Changes;
use super::fence::{Fence, FenceReader, FenceReading, Language};
use super::games::{Games, difference};
use super::reading::IsCancelled;
use super::snapshot::Snapshot;
use ishi_check::check::{self, Diagnostic, Severities};
use ishi_convert::import;
use ishi_text::Span;
use ishi_work::cancel::checkpoint;
use ishi_work::parallel;

/// A text in Markdown at one moment, whose code blocks are read and checked.
#[derive(Clone, Debug)]
pub struct Notes {
    text: Rope,
    entries: Arc<Vec<FenceEntry>>,
    reader: FenceReader,
    /// The record of the text as a whole, which is empty: what is asked about a record has an answer in no code block.
    record: Snapshot,
    severities: Arc<Severities>,
}

/// A code block with its position.
#[derive(Clone, Debug, PartialEq)]
struct FenceEntry {
    fence: Fence,
    unit: Arc<FenceUnit>,
}

/// A code block that was read and checked. Nothing in it depends on the position of the block in the text.
#[derive(Debug, PartialEq)]
struct FenceUnit {
    language: Language,
    /// The words after the opening fence.
    info: String,
    text: String,
    /// The diagnostic of the words after the opening fence, counted from their start.
    fault: Option<Diagnostic>,
    content: FenceContent,
}

/// The content of a code block.
#[derive(Debug, PartialEq)]
enum FenceContent {
    /// A record.
    Record(Snapshot),
    /// Games in SGF.
    Games(Games),
    /// A game that is only read, by its diagnostics.
    Import(Vec<Diagnostic>),
    /// None: the game is in another file.
    Elsewhere,
}

/// A place in a code block of a text.
pub(crate) enum NotePlace<'n> {
    /// A place in a record, in bytes of the record.
    Record(&'n Fence, &'n Snapshot, usize),
    /// A place in games in SGF, in bytes of the games.
    Games(&'n Fence, &'n Games, usize),
    /// A place in the words after the opening fence, or after them on their line; the span is that of these words.
    Info(Span),
}

impl Notes {
    /// Reads the code blocks of a text. Given those of an earlier text, reads only changed blocks. Returns `None` if
    /// `stop` returns true in the meantime.
    pub(super) fn read(
        text: &Rope,
        reader: FenceReader,
        before: Option<&Self>,
        severities: &Arc<Severities>,
        stop: IsCancelled<'_>,
    ) -> Option<Self> {
        let whole = Cow::from(text);
        let fences = reader.0.fences(&whole);
        let old: &[FenceEntry] = before.map_or(&[], |before| &before.entries);
        let is_same = |(fence, entry): &(&Fence, &FenceEntry)| entry.unit.is_of(fence, &whole);
        let first = fences.iter().zip(old).take_while(is_same).count();
        let following = fences[first..].iter().rev().zip(old[first..].iter().rev()).take_while(is_same).count();
        // If no block was added or removed, a block that differs is an edited one.
        let edited = if fences.len() == old.len() { Some(&old[first..old.len() - following]) } else { None };
        let changed = &fences[first..fences.len() - following];
        let numbers = 0..changed.len();
        let read = |index: usize| {
            checkpoint();
            let earlier = edited.map(|edited| &*edited[index].unit);
            FenceUnit::read(&changed[index], &whole, reader, earlier, severities, stop).map(Arc::new)
        };
        let new = if whole.len() < parallel::THRESHOLD {
            numbers.map(read).collect::<Option<Vec<_>>>()?
        } else {
            parallel::try_map_iter(numbers, read)?
        };
        let kept = |entries: &[FenceEntry]| entries.iter().map(|entry| Arc::clone(&entry.unit)).collect::<Vec<_>>();
        let units = [kept(&old[..first]), new, kept(&old[old.len() - following..])].concat();
        let entries = fences.into_iter().zip(units).map(|(fence, unit)| FenceEntry { fence, unit }).collect();
        let record = match before {
            Some(before) => before.record.clone(),
            None => Snapshot::read(Rope::new(), None, Arc::clone(severities), stop)?,
        };
        let severities = Arc::clone(severities);
        Some(Self { text: text.clone(), entries: Arc::new(entries), reader, record, severities })
    }

    /// The record of the text as a whole, which is empty.
    pub(super) fn record(&self) -> &Snapshot {
        &self.record
    }

    /// The text in Markdown.
    pub(crate) fn text(&self) -> &Rope {
        &self.text
    }

    /// The severity of each rule.
    pub(super) fn severities(&self) -> &Severities {
        &self.severities
    }

    /// The reader of the text.
    pub(crate) fn reader(&self) -> FenceReader {
        self.reader
    }

    /// Up to `limit` diagnostics in the order of their places, and the number of further ones.
    pub(super) fn diagnostics(&self, limit: usize) -> (Vec<Diagnostic>, usize) {
        let mut shown = Vec::new();
        let mut omitted = 0;
        for FenceEntry { fence, unit } in &*self.entries {
            checkpoint();
            let fault = unit.fault.iter().map(|fault| fault.clone().shifted(fence.info.start as usize));
            let room = limit.saturating_sub(shown.len());
            shown.extend(fault.clone().take(room));
            omitted += fault.count().saturating_sub(room);
            let room = limit.saturating_sub(shown.len());
            let (mut found, more) = match &unit.content {
                FenceContent::Record(record) => record.diagnostics(room),
                FenceContent::Games(games) => games.diagnostics(room),
                FenceContent::Import(found) => {
                    (found.iter().take(room).cloned().collect(), found.len().saturating_sub(room))
                }
                FenceContent::Elsewhere => (Vec::new(), 0),
            };
            omitted += more;
            for diagnostic in &mut found {
                fence.place_diagnostic(diagnostic);
            }
            shown.append(&mut found);
        }
        (shown, omitted)
    }

    /// Returns the place in a code block for a byte of the text; `None` outside of all blocks.
    pub(crate) fn place(&self, byte: usize) -> Option<NotePlace<'_>> {
        let following = self.entries.partition_point(|entry| entry.fence.span.start as usize <= byte);
        let FenceEntry { fence, unit } = &self.entries[following.checked_sub(1)?];
        if let Some(offset) = fence.to_content(byte) {
            return match &unit.content {
                FenceContent::Record(record) => Some(NotePlace::Record(fence, record, offset)),
                FenceContent::Games(games) => Some(NotePlace::Games(fence, games, offset)),
                FenceContent::Import(_) | FenceContent::Elsewhere => None,
            };
        }
        let info = fence.info;
        let is_after = || self.text.byte_slice(info.end as usize..byte).chars().all(|c| c == ' ' || c == '\t');
        let is_in_info = info.start as usize <= byte && (byte <= info.end as usize || is_after());
        is_in_info.then_some(NotePlace::Info(info))
    }
}

impl PartialEq for Notes {
    /// Whether both have the same text, with the same results.
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text && self.entries == other.entries
    }
}

impl FenceUnit {
    /// Reads a code block, reusing the block that it was before an edit, if there is one.
    fn read(
        fence: &Fence,
        markdown: &str,
        reader: FenceReader,
        earlier: Option<&Self>,
        severities: &Arc<Severities>,
        stop: IsCancelled<'_>,
    ) -> Option<Self> {
        let (language, info, text) = (fence.language, fence.info.of(markdown), fence.content(markdown));
        let FenceReading { fault, has_source } = reader.0.examine(language, info, &text);
        let fault = fault.and_then(|fault| check::fence_option(fault.span, fault.message, severities));
        let earlier = earlier.filter(|earlier| earlier.language == language);
        let mut changes = Changes::default();
        if let Some(edit) = earlier.and_then(|earlier| difference(&earlier.text, &text)) {
            changes.add(edit.span.range(), edit.text.len());
        }
        let earlier = earlier.map(|earlier| &earlier.content);
        let content = match language {
            _ if has_source => FenceContent::Elsewhere,
            Language::Ishi => {
                let from = match earlier {
                    Some(FenceContent::Record(record)) => Some((record, &changes)),
                    _ => None,
                };
                FenceContent::Record(Snapshot::read(Rope::from_str(&text), from, Arc::clone(severities), stop)?)
            }
            Language::Sgf => {
                let from = match earlier {
                    Some(FenceContent::Games(games)) => Some((games, &changes)),
                    _ => None,
                };
                FenceContent::Games(Games::read(&Rope::from_str(&text), from, severities, stop)?)
            }
            Language::Goban => {
                let game = import::read_diagram(&text);
                FenceContent::Import(game.map(|game| check::check_import(&game, severities)).unwrap_or_default())
            }
        };
        Some(Self { language, info: info.to_owned(), text, fault, content })
    }

    /// Whether a code block is this one, at any position.
    fn is_of(&self, fence: &Fence, markdown: &str) -> bool {
        fence.language == self.language
            && fence.info.of(markdown) == self.info
            && fence.has_content(markdown, &self.text)
    }
}
