use std::num::NonZeroU32;

use super::hover;
use crate::board::Color;
use crate::document::Snapshot;
use crate::record::{self, Event};
use crate::syntax::{Block, Group, Keyword, Line, LineKind, Source};
use crate::text::Span;

/// What a completion stands for, which decides its icon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CompletionKind {
    /// A keyword alone.
    Keyword,
    /// A block with places to fill in.
    Snippet,
}

/// One proposal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completion {
    /// What the list shows.
    pub label: String,
    /// The icon.
    pub kind: CompletionKind,
    /// The syntax, shown beside the label.
    pub detail: String,
    /// What it means, in Markdown.
    pub documentation: String,
    /// What it replaces.
    pub replace: Span,
    /// The text to insert, for a client without snippets. Lines end with `\n`.
    pub plain: String,
    /// The same with tab stops in LSP's snippet syntax, where it has any.
    pub snippet: Option<String>,
}

/// The proposals at `offset`, the fittest first (`textDocument/completion`): the keywords that fit the place.
///
/// The line under the cursor is half typed, so what fits there is decided by the lines above it. Those below only
/// say which ends and headers are there already.
pub fn completion(snapshot: &Snapshot, offset: usize) -> Vec<Completion> {
    let view = snapshot.event_at(offset);
    let text = view.text();
    let source = Source::of_event(&text, view.is_last());
    let Some(slot) = Slot::at(&source, offset.saturating_sub(view.start())) else { return Vec::new() };
    let situation = Situation::above(&source, slot.line, view.event());
    let keywords = match block_around(&source, slot.line) {
        Some(block) => vec![block.closer()],
        None => situation.keywords(),
    };
    let base = view.start();
    keywords.into_iter().map(|keyword| proposal(keyword, &slot, &source, &situation).shifted(base)).collect()
}

impl Completion {
    fn shifted(mut self, by: usize) -> Self {
        self.replace = self.replace.shifted(by);
        self
    }
}

fn proposal(keyword: Keyword, slot: &Slot, source: &Source<'_>, situation: &Situation) -> Completion {
    let case = |name: &str| if slot.is_lower { name.to_ascii_lowercase() } else { name.to_owned() };
    let name = case(keyword.name());
    let block = |closer: Keyword, title: &str| {
        let closer = case(closer.name());
        (format!("{name}\n\n{closer}"), Some(format!("{name}{title}\n$0\n{closer}")))
    };
    let (plain, snippet) = match keyword {
        // What follows on the line, or below it, is the rest already.
        _ if slot.goes_on || situation.is_ended(keyword, source, slot.line) => (name.clone(), None),
        Keyword::Com => block(Keyword::Endcom, "${1: title}"),
        Keyword::User => block(Keyword::Enduser, "${1: data}"),
        Keyword::Var => block(Keyword::Endvar, ""),
        Keyword::B | Keyword::W => {
            let (number, _) = situation.next_move();
            (format!("{name} {number} "), Some(format!("{name} ${{1:{number}}} $0")))
        }
        Keyword::Setup => (format!("{name} "), Some(format!("{name} ${{1|{}|}} $0", case("B,W")))),
        Keyword::Endcom | Keyword::Enduser | Keyword::Endvar => (name.clone(), None),
        _ => (format!("{name} "), None),
    };
    let kind = match keyword.info().group {
        Group::Block if snippet.is_some() => CompletionKind::Snippet,
        _ => CompletionKind::Keyword,
    };
    Completion {
        label: name,
        kind,
        detail: keyword.info().syntax.to_owned(),
        documentation: hover::describe(keyword),
        replace: slot.word,
        plain,
        snippet,
    }
}

/// The place of a line where a keyword is being written.
struct Slot {
    /// The index of the line; one past the last where nothing stands yet behind the last line end.
    line: usize,
    /// The word that the cursor is in or at; empty where there is none.
    word: Span,
    /// Whether what is typed of the word is in lower case, so that the keyword will be too.
    is_lower: bool,
    /// Whether the line goes on behind the word.
    goes_on: bool,
}

impl Slot {
    /// The place of the keyword around `offset`; none where the cursor is behind the first word of its line.
    fn at(source: &Source<'_>, offset: usize) -> Option<Self> {
        let index = source.lines.partition_point(|line| line.end as usize <= offset);
        let is_open = |line: &Line| line.span.end == line.end;
        // The end of the text belongs to the last line, unless a line end stands there.
        let index = if source.lines.last().is_some_and(is_open) { index.min(source.lines.len() - 1) } else { index };
        let span = source.lines.get(index).map_or(Span::empty(source.text.len()), |line| line.span);
        let line = source.str(span);
        let start = span.start as usize;
        let (before, behind) = line.split_at_checked(offset.saturating_sub(start).min(line.len()))?;
        let typed = before.trim_start_matches(|character: char| !character.is_ascii_graphic());
        if !typed.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
            return None;
        }
        let rest = behind.trim_start_matches(|character: char| character.is_ascii_alphanumeric());
        Some(Self {
            line: index,
            word: Span::new(start + before.len() - typed.len(), start + line.len() - rest.len()),
            is_lower: !typed.is_empty() && !typed.bytes().any(|byte| byte.is_ascii_uppercase()),
            goes_on: !rest.trim().is_empty(),
        })
    }
}

/// The block in whose text a line stands, or would stand if it were not half typed.
fn block_around(source: &Source<'_>, index: usize) -> Option<Block> {
    if let Some(LineKind::Text(block)) = source.lines.get(index).map(|line| line.kind) {
        return Some(block);
    }
    let above = source.lines[..index].last()?;
    match (above.kind, above.keyword()) {
        (LineKind::Text(block), _) => Some(block),
        (_, Some(Keyword::Com)) => Some(Block::Com),
        (_, Some(Keyword::User)) => Some(Block::User),
        _ => None,
    }
}

/// A sequence that is open where a line is to be written: the number and the colour of its current move.
type Level = Option<(u32, Color)>;

/// The part of an event that a line is to be written in, by the order of the parts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Part {
    /// Nothing but remarks stands above.
    Start,
    /// What is said of the event as a whole.
    Head,
    /// A variation before its first move, or a move with what is said of it.
    Move,
    /// A diagram with what is said of it.
    Diagram,
    /// Behind a variation. All else that is said of the current move stands before its variations.
    Varied,
}

/// Where in the structure of an event a line is to be written.
struct Situation {
    part: Part,
    /// The innermost sequence that is open.
    level: Level,
    /// Those around it, the main line first; none where it is the main line itself.
    outer: Vec<Level>,
    /// Whether the setup of the event or diagram is complete, because something else stands behind it.
    is_set_up: bool,
    /// The headers on other lines.
    given: Vec<Keyword>,
    /// Who makes the first move.
    first: Color,
}

impl Situation {
    fn above(source: &Source<'_>, index: usize, event: &Event) -> Self {
        let headers = event.headers.iter().filter(|header| header.line as usize != index);
        let handicap = event.header(Keyword::Handicap).and_then(record::handicap);
        let mut situation = Self {
            part: Part::Start,
            level: None,
            outer: Vec::new(),
            is_set_up: false,
            given: headers.map(|header| header.keyword).collect(),
            first: if handicap.is_some_and(|stones| stones > 1) { Color::White } else { Color::Black },
        };
        let mut moves = event.moves.iter();
        let mut has_setup = false;
        for keyword in source.lines[..index].iter().filter_map(Line::keyword) {
            situation.part = match keyword {
                Keyword::B | Keyword::W => {
                    let (expected, _) = situation.next_move();
                    let number = |found: Option<NonZeroU32>| found.map_or(expected, NonZeroU32::get);
                    situation.level = moves.next().map(|found| (number(found.number), found.color));
                    Part::Move
                }
                Keyword::Diagram => Part::Diagram,
                Keyword::Var => {
                    situation.outer.push(std::mem::take(&mut situation.level));
                    Part::Move
                }
                Keyword::Endvar if situation.in_variation() => {
                    situation.level = situation.outer.pop().flatten();
                    Part::Varied
                }
                _ => {
                    match keyword {
                        Keyword::Setup => has_setup = true,
                        Keyword::Mark | Keyword::Unmark | Keyword::Com | Keyword::User | Keyword::Remark => {
                            situation.is_set_up = has_setup;
                        }
                        _ => {}
                    }
                    if keyword != Keyword::Remark {
                        situation.part = situation.part.max(Part::Head);
                    }
                    continue;
                }
            };
            has_setup = false;
            situation.is_set_up = false;
        }
        situation
    }

    fn in_variation(&self) -> bool {
        !self.outer.is_empty()
    }

    /// The number and colour of the next move: those that follow the current one, or in a variation that has no
    /// move yet those of the move that it replaces.
    fn next_move(&self) -> (u32, Color) {
        match (self.level, self.outer.last().copied().flatten()) {
            (Some((number, color)), _) => (number.saturating_add(1), color.opponent()),
            (None, Some(replaced)) => replaced,
            (None, None) => (1, self.first),
        }
    }

    /// The keywords that fit, the most likely first.
    fn keywords(&self) -> Vec<Keyword> {
        let ranked = |&keyword: &Keyword| self.rank(keyword).map(|rank| (rank, keyword));
        let mut ranked: Vec<(u8, Keyword)> = Keyword::ALL.iter().filter_map(ranked).collect();
        ranked.sort_by_key(|&(rank, _)| rank);
        ranked.into_iter().map(|(_, keyword)| keyword).collect()
    }

    /// How unlikely a keyword is here; none where it would stand in the wrong place.
    fn rank(&self, keyword: Keyword) -> Option<u8> {
        let in_head = self.part <= Part::Head;
        let in_diagram = self.part == Part::Diagram;
        let is_varied = self.part == Part::Varied;
        let has_move = self.level.is_some();
        let of_move = |color| if in_head { 8 } else { 4 } + u8::from(self.next_move().1 != color);
        let header = |rank| if self.given.contains(&keyword) { 21 } else { rank };
        let (fits, rank) = match keyword {
            Keyword::Event => (!self.in_variation(), if self.part == Part::Start { 0 } else { 22 }),
            Keyword::Endvar => (self.in_variation(), 1),
            Keyword::Endcom | Keyword::Enduser => (false, 0),
            Keyword::Hide => (in_diagram, 2),
            Keyword::Setup => ((in_head || in_diagram) && !self.is_set_up, if in_diagram { 3 } else { 6 }),
            Keyword::B => (true, of_move(Color::Black)),
            Keyword::W => (true, of_move(Color::White)),
            Keyword::Var => (has_move, 10),
            Keyword::Prisoner => (has_move && self.part == Part::Move, 11),
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

    /// Whether what `keyword` begins in the line with this index has its end below already.
    fn is_ended(&self, keyword: Keyword, source: &Source<'_>, index: usize) -> bool {
        let mut below = source.lines.iter().skip(index + 1).filter_map(Line::keyword);
        let mut ends_next = |opener, closer| {
            below.find(|&keyword| keyword == opener || keyword == closer).is_some_and(|keyword| keyword == closer)
        };
        match keyword {
            Keyword::Com => ends_next(Keyword::Com, Keyword::Endcom),
            Keyword::User => ends_next(Keyword::User, Keyword::Enduser),
            Keyword::Var => {
                // The variations that are open here need an end each.
                let mut needed = self.outer.len();
                below.any(|keyword| {
                    match keyword {
                        Keyword::Var => needed += 1,
                        Keyword::Endvar if needed == 0 => return true,
                        Keyword::Endvar => needed -= 1,
                        _ => {}
                    }
                    false
                })
            }
            _ => false,
        }
    }
}
