//! Completion, from the record and the replay: one file for each kind of place.
//!
//! The line under the cursor is incomplete, so the lines before it decide which proposals are valid. The lines after it
//! only show which ends of blocks and which headers already exist.

mod comment;
mod documentation;
mod keywords;
mod moves;
mod references;
mod setup;
mod values;
mod variation;

use super::cursor;
use super::situation::{block_around, line_at};
use crate::document::Snapshot;
use ishi_board::{Color, Point};
use ishi_record::record::{Event, Region};
use ishi_record::syntax::{Block, Keyword, Line, Source, Words};
use ishi_text::Span;

/// The kind of a proposal, which decides its icon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CompletionKind {
    /// A keyword alone.
    Keyword,
    /// A block with places to fill in.
    Snippet,
    /// A color.
    Color,
    /// A point of the board, several of them, or a move.
    Point,
    /// A move or a stone of the record.
    Reference,
    /// A sign, a label or a marker.
    Sign,
    /// The value of a header, a title or a region.
    Value,
}

/// One proposal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completion {
    /// The text that the list shows.
    pub label: String,
    /// The kind of proposal, for which an editor has an icon.
    pub kind: CompletionKind,
    /// The text beside the label; may be empty.
    pub detail: String,
    /// The span that it replaces.
    pub replace: Span,
    /// The text to insert, for a client without snippets. Lines end with `\n`.
    pub plain: String,
    /// The text in LSP's snippet syntax, if it has tab stops.
    pub snippet: Option<String>,
    /// The text that is compared with the typed text, if it is not the label.
    pub filter: Option<String>,
    /// Whether the proposal is so likely that the list may preselect it.
    pub preselect: bool,
    /// The subject of its documentation.
    pub subject: Subject,
}

/// The subject of a proposal, which [`Completion::documentation`] describes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subject {
    /// Nothing beyond the label.
    Nothing,
    /// A keyword.
    Keyword(Keyword),
    /// A move that would be played.
    Play(Color, Point),
    /// Stones that would be set up.
    Setup(Color, Vec<Point>),
    /// The stones on these points.
    Points(Vec<Point>),
    /// The region that a diagram would show.
    Region(Region),
}

/// The values of a header, or the titles of events, that are used elsewhere than in the document. See [`completion`].
pub type Used<'u> = &'u dyn Fn(Keyword) -> Vec<String>;

/// Returns the proposals at `offset` (`textDocument/completion`), the best first. Some lists are limited, and show
/// other proposals when more is typed.
///
/// `typed` is the character that triggered the request, if it is not part of a word: after a space no keywords are
/// proposed. `used` returns the values of headers in other files, with EVENT for titles.
pub fn completion(snapshot: &Snapshot, offset: usize, typed: Option<char>, used: Used<'_>) -> Vec<Completion> {
    let proposals = cursor::at(snapshot, offset, |cursor| {
        let index = line_at(cursor.source, cursor.offset);
        if let Some(slot) = keywords::KeywordSlot::at(cursor.source, index, cursor.offset) {
            return typed.is_none().then(|| keywords::proposals(&slot, cursor.source, cursor.event));
        }
        if let Some(block) = block_around(cursor.source, index) {
            let in_comment = block == Block::Com;
            return in_comment.then(|| comment::proposals(cursor.source, cursor.event, index, cursor.offset)).flatten();
        }
        let spot = Spot::at(snapshot, cursor, index)?;
        Some(match spot.keyword {
            Keyword::B | Keyword::W => moves::proposals(&spot),
            Keyword::Mark | Keyword::Unmark | Keyword::Hide | Keyword::Prisoner => references::proposals(&spot),
            Keyword::Setup => setup::proposals(&spot),
            Keyword::Var => variation::proposals(&spot),
            Keyword::Com | Keyword::User | Keyword::Endcom | Keyword::Enduser | Keyword::Endvar | Keyword::Remark => {
                return None;
            }
            _ => values::proposals(&spot, used),
        })
    });
    let mut proposals = proposals.unwrap_or_default();
    let base = snapshot.event_at(offset).start();
    for proposal in &mut proposals {
        proposal.replace = proposal.replace.shifted(base);
    }
    proposals
}

/// A place of a line after its keyword. Spans count from the start of the event.
struct Spot<'a> {
    snapshot: &'a Snapshot,
    /// The index of the event.
    number: usize,
    event: &'a Event,
    source: &'a Source<'a>,
    /// The index of the line.
    index: u32,
    line: &'a Line,
    keyword: Keyword,
    offset: usize,
    /// The word that the cursor is in or at; empty where there is none.
    word: Span,
    /// The part of it before the cursor.
    typed: &'a str,
    /// The words between the keyword and this one.
    before: Vec<&'a str>,
    /// The words after it.
    after: Vec<&'a str>,
}

impl<'a> Spot<'a> {
    fn at(snapshot: &'a Snapshot, cursor: &cursor::Cursor<'a>, index: usize) -> Option<Self> {
        let cursor::Cursor { event, source, offset, .. } = *cursor;
        let line = source.lines.get(index)?;
        let keyword = line.keyword()?;
        let after_word = line.after_word();
        if offset <= after_word.start as usize || offset > after_word.end as usize {
            return None;
        }
        let mut word = Span::empty(offset);
        let (mut before, mut after) = (Vec::new(), Vec::new());
        for (span, text) in Words::new(source.text, after_word) {
            if (span.end as usize) < offset {
                before.push(text);
            } else if offset < span.start as usize {
                after.push(text);
            } else {
                word = span;
            }
        }
        let typed = source.text.get(word.start as usize..offset)?;
        let number = cursor.view.index();
        Some(Self {
            snapshot,
            number,
            event,
            source,
            index: index as u32,
            line,
            keyword,
            offset,
            word,
            typed,
            before,
            after,
        })
    }

    /// A text in the case of the typed letters of the word, or else of the keyword.
    fn cased(&self, text: &str) -> String {
        let letters = |word: &str| word.bytes().any(|byte| byte.is_ascii_alphabetic());
        // A label has a case of its own.
        let typed = self.typed.rsplit('@').next().unwrap_or_default();
        let word = if letters(typed) { typed } else { self.source.str(self.line.word) };
        if word.bytes().any(|byte| byte.is_ascii_uppercase()) { text.to_owned() } else { text.to_ascii_lowercase() }
    }

    /// Whether a proposal begins with the typed part of the word, in any case.
    fn begins(&self, text: &str) -> bool {
        begins(text, self.typed)
    }

    /// A proposal for the word.
    fn proposal(&self, kind: CompletionKind, label: impl Into<String>) -> Completion {
        Completion::new(kind, label, self.word)
    }
}

fn begins(text: &str, typed: &str) -> bool {
    text.get(..typed.len()).is_some_and(|beginning| beginning.eq_ignore_ascii_case(typed))
}

impl Completion {
    /// A proposal that inserts its label.
    pub(in crate::ide) fn new(kind: CompletionKind, label: impl Into<String>, replace: Span) -> Self {
        let label = label.into();
        Self {
            plain: label.clone(),
            label,
            kind,
            detail: String::new(),
            replace,
            snippet: None,
            filter: None,
            preselect: false,
            subject: Subject::Nothing,
        }
    }

    pub(in crate::ide) fn with_detail(mut self, detail: impl Into<String>) -> Self {
        self.detail = detail.into();
        self
    }

    fn about(mut self, subject: Subject) -> Self {
        self.subject = subject;
        self
    }
}
