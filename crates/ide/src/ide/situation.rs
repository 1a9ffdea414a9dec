//! The place of a new line in the structure of an event, determined by the lines before it.

use std::num::NonZeroU32;

use ishi_board::Color;
use ishi_record::record::{self, Event};
use ishi_record::syntax::{Block, Keyword, Line, LineKind, Source};

/// The index of the line of a byte; one past the last line for a byte after the last line end.
pub(super) fn line_at(source: &Source<'_>, offset: usize) -> usize {
    let index = source.lines.partition_point(|line| line.end as usize <= offset);
    let is_open = |line: &Line| line.span.end == line.end;
    // The end of the text belongs to the last line, unless a line end stands there.
    if source.lines.last().is_some_and(is_open) { index.min(source.lines.len() - 1) } else { index }
}

/// The block whose text includes a line, or would include it if the line were complete.
pub(super) fn block_around(source: &Source<'_>, index: usize) -> Option<Block> {
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

/// An open sequence: the number and the color of its current move.
pub(super) type Level = Option<(u32, Color)>;

/// The part of an event in which a new line is written, in the order of the parts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum EventPart {
    /// Only remarks come before the line.
    Start,
    /// The data of the event as a whole.
    Head,
    /// A variation before its first move, or a move with its data.
    Move,
    /// A diagram with its data.
    Diagram,
    /// After a variation. All other data of the current move comes before its variations.
    Varied,
}

/// The place of a new line in the structure of an event.
pub(super) struct LineSituation {
    pub(super) part: EventPart,
    /// The innermost sequence that is open.
    pub(super) level: Level,
    /// The sequences around it, the main line first.
    pub(super) outer: Vec<Level>,
    /// Whether the setup of the event or diagram is complete, because something else follows it.
    pub(super) is_set_up: bool,
    /// The headers on other lines.
    pub(super) given: Vec<Keyword>,
    /// The player of the first move.
    first: Color,
}

impl LineSituation {
    pub(super) fn above(source: &Source<'_>, index: usize, event: &Event) -> Self {
        let headers = event.headers.iter().filter(|header| header.line as usize != index);
        let handicap = event.header(Keyword::Handicap).and_then(record::handicap);
        let mut situation = Self {
            part: EventPart::Start,
            level: None,
            outer: Vec::new(),
            is_set_up: false,
            given: headers.map(|header| header.keyword).collect(),
            first: if handicap.is_some_and(|stones| stones > 1) { Color::White } else { Color::Black },
        };
        let mut moves = event.moves.iter().peekable();
        let mut has_setup = false;
        for (line, content) in source.lines[..index].iter().enumerate() {
            let Some(keyword) = content.keyword() else {
                // Bare locations are moves too.
                while let Some(played) = moves.next_if(|played| played.line as usize == line) {
                    let (expected, _) = situation.next_move();
                    situation.level = Some((played.number.map_or(expected, NonZeroU32::get), played.color));
                    situation.part = EventPart::Move;
                    has_setup = false;
                    situation.is_set_up = false;
                }
                continue;
            };
            situation.part = match keyword {
                Keyword::B | Keyword::W => {
                    let (expected, _) = situation.next_move();
                    let number = |written: Option<NonZeroU32>| written.map_or(expected, NonZeroU32::get);
                    situation.level = moves.next().map(|played| (number(played.number), played.color));
                    EventPart::Move
                }
                Keyword::Diagram => EventPart::Diagram,
                Keyword::Var => {
                    situation.outer.push(std::mem::take(&mut situation.level));
                    EventPart::Move
                }
                Keyword::Endvar if situation.in_variation() => {
                    situation.level = situation.outer.pop().flatten();
                    EventPart::Varied
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
                        situation.part = situation.part.max(EventPart::Head);
                    }
                    continue;
                }
            };
            has_setup = false;
            situation.is_set_up = false;
        }
        situation
    }

    pub(super) fn in_variation(&self) -> bool {
        !self.outer.is_empty()
    }

    /// The number and color of the next move: those after the current move, or in a variation without moves those of
    /// the replaced move.
    pub(super) fn next_move(&self) -> (u32, Color) {
        match (self.level, self.outer.last().copied().flatten()) {
            (Some((number, color)), _) => (number.saturating_add(1), color.opponent()),
            (None, Some(replaced)) => replaced,
            (None, None) => (1, self.first),
        }
    }

    /// Whether a later line already ends the block that `keyword` begins on the line with this index.
    pub(super) fn is_ended(&self, keyword: Keyword, source: &Source<'_>, index: usize) -> bool {
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
