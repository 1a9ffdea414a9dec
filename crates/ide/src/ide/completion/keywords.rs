//! Completion of keywords at the beginning of a line.

use super::{Completion, CompletionKind, Subject};
use crate::ide::situation::{EventPart, LineSituation, block_around};
use ishi_board::Color;
use ishi_record::record::Event;
use ishi_record::syntax::{Keyword, KeywordGroup, Source};
use ishi_text::Span;

/// The keywords that are valid here.
pub(super) fn proposals(slot: &KeywordSlot, source: &Source<'_>, event: &Event) -> Vec<Completion> {
    let situation = LineSituation::above(source, slot.line, event);
    let keywords = match block_around(source, slot.line) {
        Some(block) => vec![block.closer()],
        None => situation.keywords(),
    };
    keywords.into_iter().map(|keyword| proposal(keyword, slot, source, &situation)).collect()
}

fn proposal(keyword: Keyword, slot: &KeywordSlot, source: &Source<'_>, situation: &LineSituation) -> Completion {
    let case = |name: &str| if slot.is_lower { name.to_ascii_lowercase() } else { name.to_owned() };
    let name = case(keyword.name());
    // What is typed next is of the block. A client without tab stops would get to the end of it: it gets the first
    // line alone, and its line end from the user.
    let block = |closer: Keyword| (name.clone(), Some(format!("{name}\n$0\n{}", case(closer.name()))));
    // Text is typed into these, and Tab would be a part of it: it leads out of the block instead.
    let text_block = |closer: Keyword| (name.clone(), Some(format!("{name}\n$1\n{}$0", case(closer.name()))));
    let (plain, snippet) = match keyword {
        // What follows on the line, or below it, is the rest already.
        _ if slot.goes_on || situation.is_ended(keyword, source, slot.line) => (name.clone(), None),
        Keyword::Com => text_block(Keyword::Endcom),
        Keyword::User => text_block(Keyword::Enduser),
        Keyword::Var => block(Keyword::Endvar),
        Keyword::B | Keyword::W => {
            // A tab stop on the number would select it, and the point that is typed next would take its place.
            let (number, _) = situation.next_move();
            (format!("{name} {number} "), None)
        }
        Keyword::Setup => (format!("{name} "), Some(format!("{name} ${{1|{}|}} $0", case("B,W")))),
        Keyword::Endcom | Keyword::Enduser | Keyword::Endvar => (name.clone(), None),
        _ => (format!("{name} "), None),
    };
    let kind = match keyword.info().group {
        KeywordGroup::Block if snippet.is_some() => CompletionKind::Snippet,
        _ => CompletionKind::Keyword,
    };
    Completion { plain, snippet, ..Completion::new(kind, name, slot.word) }
        .with_detail(keyword.info().syntax)
        .about(Subject::Keyword(keyword))
}

/// The place of a line where a keyword is being written.
pub(super) struct KeywordSlot {
    /// The index of the line; one past the last line if the cursor is after the last line end.
    line: usize,
    /// The word under the cursor; empty if there is none.
    word: Span,
    /// Whether the typed part of the word, or else the keyword of the previous line, is in lower case, so that the
    /// keyword will be in lower case, too.
    is_lower: bool,
    /// Whether the line continues after the word.
    goes_on: bool,
}

impl KeywordSlot {
    /// The place of the keyword around `offset` in the line with this index; `None` if the cursor is after the first
    /// word of its line.
    pub(super) fn at(source: &Source<'_>, index: usize, offset: usize) -> Option<Self> {
        let span = source.lines.get(index).map_or(Span::empty(source.text.len()), |line| line.span);
        let line = source.str(span);
        let start = span.start as usize;
        let (before, after) = line.split_at_checked(offset.saturating_sub(start).min(line.len()))?;
        let typed = before.trim_start_matches(|character: char| !character.is_ascii_graphic());
        if !typed.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
            return None;
        }
        let rest = after.trim_start_matches(|character: char| character.is_ascii_alphanumeric());
        // Before anything is typed, keywords are written as the last one above is.
        let above = source.lines[..index].iter().rev().find(|line| line.keyword().is_some());
        let model = if typed.is_empty() { above.map_or("", |line| source.str(line.word)) } else { typed };
        Some(Self {
            line: index,
            word: Span::new(start + before.len() - typed.len(), start + line.len() - rest.len()),
            is_lower: !model.bytes().any(|byte| byte.is_ascii_uppercase()) && !model.is_empty(),
            goes_on: !rest.trim().is_empty(),
        })
    }
}

impl LineSituation {
    /// The keywords that are valid here, the most likely first.
    fn keywords(&self) -> Vec<Keyword> {
        let ranked = |&keyword: &Keyword| self.rank(keyword).map(|rank| (rank, keyword));
        let mut ranked: Vec<(u32, Keyword)> = Keyword::ALL.iter().filter_map(ranked).collect();
        ranked.sort_by_cached_key(|&(rank, _)| rank);
        ranked.into_iter().map(|(_, keyword)| keyword).collect()
    }

    /// How unlikely a keyword is here; `None` if this is not a valid place for it.
    fn rank(&self, keyword: Keyword) -> Option<u32> {
        let in_head = self.part <= EventPart::Head;
        let in_diagram = self.part == EventPart::Diagram;
        let is_varied = self.part == EventPart::Varied;
        let has_move = self.level.is_some();
        let of_move = |color| if in_head { 8 } else { 4 } + u32::from(self.next_move().1 != color);
        let header = |rank| if self.given.contains(&keyword) { 21 } else { rank };
        let (fits, rank) = match keyword {
            Keyword::Event => (!self.in_variation(), if self.part == EventPart::Start { 0 } else { 22 }),
            Keyword::Endvar => (self.in_variation(), 1),
            Keyword::Endcom | Keyword::Enduser => (false, 0),
            Keyword::Hide => (in_diagram, 2),
            Keyword::Setup => ((in_head || in_diagram) && !self.is_set_up, if in_diagram { 3 } else { 6 }),
            Keyword::B => (true, of_move(Color::Black)),
            Keyword::W => (true, of_move(Color::White)),
            Keyword::Var => (has_move, 10),
            Keyword::Prisoner => (has_move && self.part == EventPart::Move, 11),
            Keyword::Com => (!is_varied, if in_head { 7 } else { 12 }),
            Keyword::Mark => (!is_varied, 13),
            Keyword::Unmark => (!is_varied, 14),
            Keyword::Diagram => (true, 15),
            Keyword::User => (!is_varied, 16),
            Keyword::Remark => (true, 20),
            Keyword::Boardsize => (in_head, header(5)),
            // All others are headers.
            _ => (in_head, header(4)),
        };
        fits.then_some(rank)
    }
}
