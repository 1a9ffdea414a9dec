//! `textDocument/hover`: facts about the item under the cursor, with the board. One file for each kind of line.

mod comment;
mod corrections;
mod diagram;
mod event;
mod header;
mod moves;
mod output;
mod references;
mod setup;
mod variation;

use super::board::{missing_board, picture, title_of};
use super::boardless::why_no_board;
use super::cursor::{self, Cursor};
use crate::document::Snapshot;
use ishi_board::Point;
use ishi_record::record::Owner;
use ishi_record::replay::View;
use ishi_record::syntax::{Block, Keyword, LineKind};
use ishi_render::Picture;
use ishi_rules::ControlSearch;
use ishi_text::Span;

use corrections::Proposal;
pub(super) use moves::takes;

/// The hover of the item under the cursor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hover {
    /// The span of the item that is explained, in bytes from the start of the document.
    pub span: Span,
    /// Its name in a few words; may be empty.
    heading: String,
    /// Facts about it, a sentence each.
    facts: Vec<String>,
    /// The board that it refers to.
    picture: Option<Picture>,
    /// Names with their values.
    table: Vec<(String, String)>,
    /// The corrections of a contradiction.
    proposals: Vec<Proposal>,
    /// The keyword to explain.
    keyword: Option<Keyword>,
}

/// How a hover shows its board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardStyle {
    /// As an SVG picture within the Markdown.
    Picture,
    /// As Unicode text.
    Text,
    /// As text in ASCII.
    Ascii,
    /// Not at all.
    Off,
}

/// How many positions a hover visits to decide who controls each point, which takes a second or two.
const NODES: u64 = 2_000_000;

/// Returns the hover at `offset` (`textDocument/hover`).
pub fn hover(snapshot: &Snapshot, offset: usize) -> Option<Hover> {
    hover_unless(snapshot, offset, &|| false)
}

/// Like [`hover`], without the count of the final position if `stop` returns true before the count is computed. Under
/// rules of control the count needs a search.
pub(crate) fn hover_unless(snapshot: &Snapshot, offset: usize, stop: &(dyn Fn() -> bool + Sync)) -> Option<Hover> {
    let hover = without_corrections(snapshot, offset, stop)?;
    let proposals = cursor::at(snapshot, offset, |cursor| Some(corrections::proposals(cursor)));
    Some(Hover { proposals: proposals.unwrap_or_default(), ..hover })
}

/// Like [`hover`], without corrections, which are not offered for a game in SGF.
pub(super) fn without_corrections(
    snapshot: &Snapshot,
    offset: usize,
    stop: &(dyn Fn() -> bool + Sync),
) -> Option<Hover> {
    let search = ControlSearch { marked: &[], nodes: NODES, memory: ControlSearch::MEMORY, is_stopped: stop };
    cursor::at(snapshot, offset, |cursor| {
        let mut hover = of_line(cursor, search)?;
        hover.span = hover.span.shifted(cursor.view.start());
        Some(hover)
    })
}

/// The hover with the reason why the event at `offset` has no board; `None` if it has one.
pub(super) fn without_board(snapshot: &Snapshot, offset: usize) -> Option<Hover> {
    let missing = missing_board(snapshot, offset)?;
    let facts = vec![format!("{}.", missing.reason)];
    Some(Hover { facts, ..Hover::of_heading(Span::empty(offset), missing.title) })
}

/// The text of the hover in the line of the cursor.
fn of_line(cursor: &Cursor<'_>, search: ControlSearch<'_>) -> Option<Hover> {
    let line = cursor.line()?;
    if line.kind == LineKind::Text(Block::Com) {
        return Some(comment::hover(cursor, line.span));
    }
    let keyword = line.keyword()?;
    // The indentation counts as part of the first word: in an editor of lines the cursor often rests in it.
    let on_word = cursor.is_on(line.word) || cursor.offset < line.word.start as usize;
    let field = cursor.field().filter(|_| !on_word);
    let span = if on_word { line.word } else { field?.span };
    let mut hover = Hover { keyword: on_word.then_some(keyword), ..Hover::of_heading(span, String::new()) };
    if let Some(reason) = why_no_board(cursor.view) {
        match keyword {
            Keyword::Event => event::fill_headers(cursor, &mut hover),
            _ => header::fill_value(cursor, keyword, &mut hover),
        }
        hover.facts.push(format!("{reason}."));
        return Some(hover);
    }
    match keyword {
        Keyword::Event => event::fill(cursor, &mut hover),
        Keyword::B | Keyword::W => moves::fill(cursor, search, &mut hover),
        Keyword::Mark | Keyword::Unmark | Keyword::Hide | Keyword::Prisoner => match field {
            Some(field) => references::fill(cursor, keyword, field, &mut hover)?,
            None => show(cursor, cursor.owner(), Vec::new(), &mut hover),
        },
        Keyword::Setup => setup::fill(cursor, field, &mut hover),
        Keyword::Diagram => diagram::fill(cursor, &mut hover),
        Keyword::Var | Keyword::Endvar => variation::fill(cursor, &mut hover),
        Keyword::Com => return Some(Hover { keyword: hover.keyword, ..comment::hover(cursor, span) }),
        Keyword::Endcom | Keyword::User | Keyword::Enduser | Keyword::Remark => {}
        _ => header::fill(cursor, keyword, search, &mut hover),
    }
    let says_anything = !hover.heading.is_empty() || hover.picture.is_some() || hover.keyword.is_some();
    (says_anything || !hover.facts.is_empty()).then_some(hover)
}

/// Puts the board of an item into a hover, with the stones of `focus` highlighted.
fn show(cursor: &Cursor<'_>, owner: Owner, focus: Vec<Point>, hover: &mut Hover) {
    let view = View::of(cursor.event, owner);
    hover.picture = Some(picture(cursor.event, cursor.source, &view, focus));
    if hover.heading.is_empty() {
        hover.heading = title_of(cursor.event, owner);
    }
}

impl Hover {
    /// The hover of a keyword.
    pub(super) fn of_keyword(span: Span, keyword: Keyword) -> Self {
        Self { keyword: Some(keyword), ..Self::of_heading(span, String::new()) }
    }

    /// A heading with a sentence.
    pub(super) fn of_fact(span: Span, heading: String, fact: String) -> Self {
        Self { facts: vec![fact], ..Self::of_heading(span, heading) }
    }

    /// A board with its heading and a sentence.
    pub(super) fn of_board(span: Span, heading: String, fact: Option<String>, picture: Picture) -> Self {
        Self { facts: fact.into_iter().collect(), picture: Some(picture), ..Self::of_heading(span, heading) }
    }

    /// The hover of a place in SGF: the hover of the record that the game is converted to, with the meaning of the
    /// property.
    pub(super) fn in_game(of_record: Option<Self>, span: Span, meaning: Option<String>) -> Self {
        let hover = of_record.unwrap_or_else(|| Self::of_heading(span, String::new()));
        let facts = meaning.into_iter().chain(hover.facts).collect();
        Self { span, facts, keyword: None, ..hover }
    }

    /// Whether it shows a board.
    pub fn has_board(&self) -> bool {
        self.picture.is_some()
    }

    /// The hover with more names and values at its end.
    #[must_use]
    pub fn with_rows(mut self, rows: impl IntoIterator<Item = (String, String)>) -> Self {
        self.table.extend(rows);
        self
    }

    /// Only a heading, which may be empty.
    fn of_heading(span: Span, heading: String) -> Self {
        Self {
            span,
            heading,
            facts: Vec::new(),
            picture: None,
            table: Vec::new(),
            proposals: Vec::new(),
            keyword: None,
        }
    }
}
