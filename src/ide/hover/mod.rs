//! `textDocument/hover`: what is known of the thing under the cursor, with the board. One file for each kind of line.

mod comment;
mod diagram;
mod event;
mod header;
mod moves;
mod output;
mod references;
mod setup;
mod variation;

use super::board::{picture, title_of};
use super::place::{self, Place};
use crate::board::Point;
use crate::document::Snapshot;
use crate::record::Owner;
use crate::render::Picture;
use crate::replay::View;
use crate::syntax::{Block, Keyword, LineKind};
use crate::text::Span;

pub(super) use moves::takes;

/// What is shown for the thing under the cursor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hover {
    /// The thing.
    pub span: Span,
    /// What it is, in a few words; may be empty.
    heading: String,
    /// What it has to say besides, a sentence each.
    facts: Vec<String>,
    /// The board that it speaks of.
    picture: Option<Picture>,
    /// Names with what belongs to them.
    table: Vec<(String, String)>,
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

/// What there is to say about the place `offset` (`textDocument/hover`).
pub fn hover(snapshot: &Snapshot, offset: usize) -> Option<Hover> {
    place::at(snapshot, offset, |place| {
        let mut hover = of_line(place)?;
        hover.span = hover.span.shifted(place.view.start());
        Some(hover)
    })
}

/// What is said in the line of the cursor.
fn of_line(place: &Place<'_>) -> Option<Hover> {
    let line = place.line()?;
    if line.kind == LineKind::Text(Block::Com) {
        return Some(comment::hover(place, line.span));
    }
    let keyword = line.keyword()?;
    // The indentation counts as part of the first word: in an editor of lines the cursor often rests in it.
    let on_word = place.is_on(line.word) || place.offset < line.word.start as usize;
    let field = place.field().filter(|_| !on_word);
    let span = if on_word { line.word } else { field?.span };
    let mut hover = Hover { keyword: on_word.then_some(keyword), ..Hover::of_heading(span, String::new()) };
    match keyword {
        Keyword::B | Keyword::W => moves::fill(place, &mut hover),
        Keyword::Mark | Keyword::Unmark | Keyword::Hide | Keyword::Prisoner => match field {
            Some(field) => references::fill(place, keyword, field, &mut hover)?,
            None => show(place, place.owner(), Vec::new(), &mut hover),
        },
        Keyword::Setup => setup::fill(place, field, &mut hover),
        Keyword::Diagram => diagram::fill(place, &mut hover),
        Keyword::Var | Keyword::Endvar => variation::fill(place, &mut hover),
        Keyword::Event => event::fill(place, &mut hover),
        Keyword::Com => return Some(Hover { keyword: hover.keyword, ..comment::hover(place, span) }),
        Keyword::Endcom | Keyword::User | Keyword::Enduser | Keyword::Remark => {}
        _ => header::fill(place, keyword, &mut hover),
    }
    let says_anything = !hover.heading.is_empty() || hover.picture.is_some() || hover.keyword.is_some();
    (says_anything || !hover.facts.is_empty()).then_some(hover)
}

/// Puts the board of an item into a hover, with the stones of `focus` highlighted.
fn show(place: &Place<'_>, owner: Owner, focus: Vec<Point>, hover: &mut Hover) {
    let view = View::of(place.event, owner);
    hover.picture = Some(picture(place.event, &view, focus));
    if hover.heading.is_empty() {
        hover.heading = title_of(place.event, owner);
    }
}

impl Hover {
    /// What a keyword means.
    pub(super) fn of_keyword(span: Span, keyword: Keyword) -> Self {
        Self { keyword: Some(keyword), ..Self::of_heading(span, String::new()) }
    }

    /// A board, what it is and a sentence on it.
    pub(super) fn of_board(span: Span, heading: String, fact: Option<String>, picture: Picture) -> Self {
        Self { facts: fact.into_iter().collect(), picture: Some(picture), ..Self::of_heading(span, heading) }
    }

    /// Only a heading, which may be empty.
    fn of_heading(span: Span, heading: String) -> Self {
        Self { span, heading, facts: Vec::new(), picture: None, table: Vec::new(), keyword: None }
    }
}
