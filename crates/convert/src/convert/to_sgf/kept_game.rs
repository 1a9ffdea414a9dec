//! Changes of the headers of an event that keeps a game, in the SGF text of the game.

use super::event::headers;
use crate::convert::block::SgfBlock;
use crate::convert::boardless::{KIND, KeptGame, REMARK, head, place};
use crate::convert::lines::RecordLines;
use crate::convert::names::LongNames;
use crate::convert::node::{GroupContent, LineItem, Plan, merge};
use crate::convert::property::Prop;
use ishi_record::record::{Event, read};
use ishi_record::syntax::{Keyword, Line, LineKind, Reader, Source};
use ishi_sgf::{self as sgf, Collection};
use ishi_text::Span;

/// A line of an event that its kept game has no place for.
pub(super) struct Unapplied {
    /// The number of the line in the event.
    pub(super) line: u32,
    /// Why the game has no place for the line, in words for the user.
    pub(super) why: &'static str,
}

impl KeptGame {
    /// Returns the SGF text with the headers of the event. `None` if the text can't be read.
    pub(super) fn with_headers(&self, event: &Event) -> Option<String> {
        let games = sgf::parse(&self.text);
        let [root] = *games.games() else { return None };
        let wanted = without_size(headers(event));
        if are_equal(&wanted, &converted_headers(&games)?) {
            return Some(self.text.clone());
        }
        let properties = games.properties(root);
        let span = properties.map(|property| property.span()).reduce(Span::to);
        let end = games.span(root).end as usize;
        let span = span.map_or(end..end, Span::range);
        let mut new = String::new();
        for property in root_with(&games, wanted) {
            property.write(&mut new);
        }
        Some(format!("{}{new}{}", &self.text[..span.start], &self.text[span.end..]))
    }

    /// The lines of the event that are neither headers nor the kept game itself, and headers that SGF can't express.
    pub(super) fn unapplied(&self, source: &Source<'_>, event: &Event) -> Vec<Unapplied> {
        let mut has_remark = false;
        let lines = source.lines.iter().zip(0..).filter(|&(line, number)| {
            let is_remark = line.keyword() == Some(Keyword::Remark) && source.free_text(line).starts_with(REMARK);
            let is_first = is_remark && !std::mem::replace(&mut has_remark, true);
            !is_first && !self.has_place_for(event, line, number)
        });
        let lines = lines.map(|(_, line)| Unapplied { line, why: NO_BOARD });
        let headers = headers(event).into_iter().filter_map(|content| match &content {
            GroupContent::Header(Keyword::Event, _) => None,
            GroupContent::Header(keyword, text) if !text.is_empty() && content.properties(place()).is_empty() => {
                event.headers.iter().rfind(|header| header.keyword == *keyword)
            }
            _ => None,
        });
        let headers = headers.map(|header| Unapplied { line: header.line, why: NO_PROPERTY });
        let block = self.has_properties.then_some(Unapplied { line: self.block.0, why: IN_TEXT });
        let mut unapplied: Vec<Unapplied> = lines.chain(headers).chain(block).collect();
        unapplied.sort_by_cached_key(|one| one.line);
        unapplied
    }

    fn has_place_for(&self, event: &Event, line: &Line, number: u32) -> bool {
        line.kind == LineKind::Blank
            || (self.block.0..self.block.1).contains(&number)
            || event.definition == Some(number)
            || event.headers.iter().any(|header| header.line == number && header.keyword != Keyword::Boardsize)
    }
}

/// The reason why a line of such an event is not applied.
const NO_BOARD: &str = "the game is kept in SGF, because it has no board here, and only its headers can be changed";

/// The reason why a header of such an event is not applied.
const NO_PROPERTY: &str = "SGF has no value for this text";

/// The reason why properties beside the text of a game are not applied.
const IN_TEXT: &str = "the game is kept in SGF as a whole, so its properties are in this text";

/// Headers without the size of the board, which stays as it is.
fn without_size(mut headers: Vec<GroupContent>) -> Vec<GroupContent> {
    headers.retain(|content| !matches!(content, GroupContent::Header(Keyword::Boardsize, _)));
    headers
}

/// The headers of the record to which a game is converted.
fn converted_headers(games: &Collection<'_>) -> Option<Vec<GroupContent>> {
    let mut lines = RecordLines::default();
    lines.unreadable(games, 0, None, "");
    let source = Reader::of_file(&lines.record.text).next()?;
    Some(without_size(headers(&read(&source).event)))
}

/// Whether two lists of headers have the same properties.
fn are_equal(some: &[GroupContent], others: &[GroupContent]) -> bool {
    let are_in = |one: &[GroupContent], other: &[GroupContent]| {
        let has = |content: &GroupContent| {
            other.iter().any(|theirs| theirs == content || theirs.properties(place()) == content.properties(place()))
        };
        one.iter().all(has)
    };
    are_in(some, others) && are_in(others, some)
}

/// The properties of the root of a game with other headers, with the names that the game uses.
fn root_with(games: &Collection<'_>, headers: Vec<GroupContent>) -> Vec<Prop<'static>> {
    let names = LongNames::of_game(games, 0);
    let (properties, Plan { items, listed, .. }) = head(games, 0);
    let is_header = |item: &LineItem<(GroupContent, u32)>| matches!(item.group(), Some((GroupContent::Header(..), _)));
    let others = items.into_iter().filter(|item| !is_header(item)).map(|item| match item {
        LineItem::Group((content, _)) => LineItem::Group(content),
        LineItem::Block => LineItem::Block,
    });
    let items = headers.into_iter().map(LineItem::Group).chain(others).collect();
    let block = SgfBlock { listed, ..SgfBlock::default() };
    let (mut merged, _) = merge(items, Some(&block), KIND, place());
    let sizes = properties.iter().enumerate().filter(|(_, property)| property.is("SZ"));
    for (index, size) in sizes {
        let values = size.values.iter().map(|value| value.clone().into_owned().into()).collect();
        merged.insert(index.min(merged.len()), Prop { id: size.id.clone().into_owned().into(), values });
    }
    merged.iter().map(|property| names.spelled(property)).collect()
}
