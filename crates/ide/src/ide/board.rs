//! `ishi/board`: the position at the cursor as data, with its picture.

use super::boardless::why_no_board;
use super::command::ItemCommand;
use super::counted::Counted;
use super::cursor::{self, Cursor};
use super::node;
use crate::document::{EventView, Snapshot};
use ishi_board::{Board, Color, Point};
use ishi_convert::convert;
use ishi_record::record::{self, DatumKind, DiagramId, Event, MoveId, MoveTarget, Owner, Region, SequenceId};
use ishi_record::replay::{Cause, Shown, View};
use ishi_record::syntax::{BLANKS, Keyword, LineKind, Sign, Source};
use ishi_render::{Captures, Colors, Glyph, Note, Picture, Window};
use ishi_rules::ControlSearch;
use ishi_text::clipped;

/// A board for a panel that follows the cursor. Lines count from 0 at the start of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PanelBoard {
    /// Its content in a few words.
    pub title: String,
    /// The board itself.
    pub picture: Picture,
    /// The event, counted from 0, with its title and its first line.
    pub event: (usize, String, u32),
    /// The line of the shown item: of the event, a move, a diagram or a variation.
    pub line: u32,
    /// The node of the shown item in the [tree](super::tree()) of the event.
    pub node: usize,
    /// The most recent move, if there is one.
    pub r#move: Option<BoardMove>,
    /// The number and the player of a move that would be added here.
    pub next: (u32, Color),
    /// The moves that follow in the record: the next one, and the first ones of its variations.
    pub following: Vec<FollowingMove>,
    /// The points of the marks that the record has here, without the numbers that `numbers` adds.
    pub marked: Vec<Point>,
    /// The commands that the item has what they need for.
    pub possible: Vec<ItemCommand>,
    /// The score, at the end of the game, if it is certain.
    pub counted: Option<Counted>,
    /// The comment, without its COM and ENDCOM.
    pub comment: Option<String>,
    /// The texts of the event's headers that are shown around the board.
    pub headers: Vec<(Keyword, String)>,
}

/// An event without a board: its game is not Go, or has a board that a record can't express.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MissingBoard {
    /// The title of the event, or else its players.
    pub title: String,
    /// The reason, as a sentence without its full stop.
    pub reason: String,
    /// The event, counted from 0, with its title and its first line.
    pub event: (usize, String, u32),
    /// The texts of the event's headers that are shown around a board.
    pub headers: Vec<(Keyword, String)>,
}

/// How a board is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardOptions {
    /// The moves that show their numbers, besides the numbers that the record marks.
    pub numbers: Numbers,
    /// Whether the board has coordinates.
    pub coordinates: bool,
    /// The colors of board and stones.
    pub colors: Colors,
}

impl Default for BoardOptions {
    fn default() -> Self {
        Self { numbers: Numbers::None, coordinates: true, colors: Colors::default() }
    }
}

/// Which moves show their numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numbers {
    /// None.
    None,
    /// The most recent one.
    Last,
    /// Those that have led to the position, from this number on.
    From(u32),
}

/// The move that has led to a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardMove {
    /// Its number, where it has one.
    pub number: Option<u32>,
    /// Who has made it.
    pub color: Color,
    /// Where.
    pub place: MoveTarget,
    /// Its line.
    pub line: u32,
}

/// A move that follows a board in the record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FollowingMove {
    /// The move.
    pub r#move: BoardMove,
    /// Whether it continues the line; the others begin variations.
    pub continues: bool,
    /// The marker of the variation that it begins.
    pub marker: Option<String>,
}

/// The position of the item at `offset`, and the player of the next move if there is one.
pub fn position(snapshot: &Snapshot, offset: usize) -> Option<(Board, Option<Color>)> {
    cursor::at(snapshot, offset, |cursor| {
        if why_no_board(cursor.view).is_some() {
            return None;
        }
        let owner = cursor.owner();
        let player = cursor.event.continuation(owner).map(|next| next.color);
        Some((View::of(cursor.event, owner).board, player))
    })
}

/// The event at `offset`, if it has no board.
pub fn missing_board(snapshot: &Snapshot, offset: usize) -> Option<MissingBoard> {
    cursor::at(snapshot, offset, |cursor| {
        let reason = why_no_board(cursor.view)?;
        Some(MissingBoard {
            title: title_of_event(cursor.event),
            reason,
            event: event_place(cursor.view),
            headers: headers(cursor.event),
        })
    })
}

/// The index of an event, its title and its first line.
fn event_place(view: EventView<'_>) -> (usize, String, u32) {
    (view.index(), clipped(&view.event().title, MAX_TITLE).into_owned(), view.first_line())
}

/// The board of the item at `offset` (`ishi/board`), with the points under the cursor highlighted. `None` for an event
/// without a board; see [`missing_board`].
pub fn board(snapshot: &Snapshot, offset: usize, options: BoardOptions) -> Option<PanelBoard> {
    cursor::at(snapshot, offset, |cursor| {
        if why_no_board(cursor.view).is_some() {
            return None;
        }
        let owner = cursor.owner();
        let view = match options.numbers {
            Numbers::From(first) => View::numbered(cursor.event, owner, first..=u32::MAX),
            Numbers::None | Numbers::Last => View::of(cursor.event, owner),
        };
        let marked = match options.numbers {
            Numbers::From(_) => View::of(cursor.event, owner).marks,
            Numbers::None | Numbers::Last => view.marks.clone(),
        };
        let mut picture = picture(cursor.event, cursor.source, &view, cursor.focus());
        picture.style.coordinates = options.coordinates.into();
        picture.style.colors = options.colors;
        let counted = Counted::at(cursor, owner, ControlSearch::NONE);
        let next = next(cursor.event, owner, &view);
        if view.to_play.is_none() && owner == Owner::Event {
            picture.to_play = first_player(cursor, &view).filter(|&color| color == next.1);
        }
        picture.ground = counted.as_ref().map(|counted| counted.ground.clone()).unwrap_or_default();
        if let (Numbers::Last, Some(point)) = (options.numbers, picture.last)
            && let Some(number) = view.last.and_then(|id| cursor.event.number(id))
            && picture.marks.iter().all(|(other, _)| *other != point)
        {
            picture.marks.push((point, Glyph::Number(number)));
        }
        Some(PanelBoard {
            title: title(cursor.event, owner),
            picture,
            line: cursor.view.first_line() + cursor.event.line_of(owner),
            node: node::node_of(cursor.event, owner),
            event: event_place(cursor.view),
            r#move: view.last.map(|id| board_move(cursor.view, id)),
            next,
            following: following(cursor.view, owner),
            marked: marked.into_iter().map(|(point, _)| point).collect(),
            possible: ItemCommand::possible(cursor.event, cursor.line),
            counted,
            comment: comment_of(cursor.event, cursor.source, owner),
            headers: headers(cursor.event),
        })
    })
}

/// How many characters of a title or name are shown at most, because a line of the record may have any length.
pub(super) const MAX_TITLE: usize = 200;

/// How many characters of a comment are shown at most.
const MAX_COMMENT: usize = 100_000;

/// How many points are highlighted at most. Highlighting more would not help to find them.
const MAX_FOCUS: usize = 60;

/// How many of the moves that follow are listed at most; a board has no more points.
const MAX_FOLLOWING: usize = 361;

/// How many moves are listed below the board at most.
pub(super) const MAX_NOTES: usize = 60;

impl Cursor<'_> {
    /// The points of the item under the cursor.
    pub(super) fn focus(&self) -> Vec<Point> {
        let Some(field) = self.field() else { return Vec::new() };
        let mut points: Vec<Point> =
            self.referents(field).into_iter().filter_map(|referent| referent.point(self.event)).collect();
        points.sort_unstable();
        points.dedup();
        if points.len() > MAX_FOCUS {
            points.clear();
        }
        points
    }
}

impl cursor::Referent {
    /// The point of the stone, even of a captured one, or the empty point.
    pub(super) fn point(self, event: &Event) -> Option<Point> {
        match self {
            Self::Move(id) => event[id].place.point(),
            Self::Setup(index) => event.stones(&(index..index + 1)).first().map(|stone| stone.point),
            Self::Point(point) => Some(point),
        }
    }
}

fn board_move(view: EventView<'_>, id: MoveId) -> BoardMove {
    let found = &view.event()[id];
    BoardMove {
        number: view.event().number(id),
        color: found.color,
        place: found.place,
        line: view.first_line() + found.line,
    }
}

/// The moves that follow an item in the record.
fn following(view: EventView<'_>, owner: Owner) -> Vec<FollowingMove> {
    let event = view.event();
    let next = event.continuation(owner).and_then(|found| found.following);
    let moves = next.into_iter().flat_map(|next| event.alternatives(next)).take(MAX_FOLLOWING);
    moves
        .map(|id| {
            let marker = &event.sequence(event[id].sequence).marker;
            let continues = Some(id) == next;
            FollowingMove {
                r#move: board_move(view, id),
                continues,
                marker: (!continues && !marker.is_empty()).then(|| clipped(marker, MAX_TITLE).into_owned()),
            }
        })
        .collect()
}

/// The number and the player of a move that is played at an item.
fn next(event: &Event, owner: Owner, view: &View) -> (u32, Color) {
    let next = event.continuation(owner).map(|found| (found.number, found.color));
    next.unwrap_or((1, view.to_play.unwrap_or(Color::Black)))
}

/// The player who begins an event without moves, unless the record leaves a doubt: Black on an empty board without a
/// handicap, and White after handicap stones.
fn first_player(cursor: &Cursor<'_>, view: &View) -> Option<Color> {
    let Cursor { event, source, .. } = cursor;
    let stones: Vec<Color> = view.board.stones().map(|stone| stone.color).collect();
    let is_read = event.moves.is_empty() && event.lost.is_empty() && !stones.contains(&Color::White);
    let color = match (stones.len() as u32, event.header(Keyword::Handicap).map(record::handicap)) {
        (0, None | Some(Some(0 | 1))) => Color::Black,
        (2.., None) => Color::White,
        (count @ 2.., Some(Some(named))) if named == count => Color::White,
        _ => return None,
    };
    // SGF has a property that names the player of a position.
    let named = convert::kept_value(source, event, "PL");
    let agrees = named.is_none_or(|named| Color::from_letter(named.trim()) == Some(color));
    (is_read && agrees).then_some(color)
}

/// The picture of a view, with some points highlighted. It also has the labels of a game in SGF that the record only
/// keeps, such as `①`.
pub fn picture(event: &Event, source: &Source<'_>, view: &View, focus: Vec<Point>) -> Picture {
    let (size, window) = match view.region {
        Region::Board => (view.board.size(), Window::of(view.board.size())),
        Region::Square(size) => (size, Window::of(size)),
        Region::Corners(one, other) => (view.board.size(), Window::between(one, other)),
    };
    let glyph = |shown: Shown| match shown {
        Shown::Number(number) => Glyph::Number(number),
        Shown::Sign(Sign::Check) => Glyph::Check,
        Shown::Sign(Sign::Diamond) => Glyph::Diamond,
        Shown::Sign(Sign::Square) => Glyph::Square,
        Shown::Sign(Sign::Triangle) => Glyph::Triangle,
        Shown::Sign(sign) => Glyph::Label(sign.label()),
    };
    let notes = view.captured.iter().filter_map(|&id| {
        let found = &event[id];
        match (found.number, found.place) {
            (Some(number), MoveTarget::Point(point)) => Some(Note { number: number.get(), color: found.color, point }),
            _ => None,
        }
    });
    let mut marks: Vec<(Point, Glyph)> = view.marks.iter().map(|&(point, shown)| (point, glyph(shown))).collect();
    let kept = view.owner.map(|owner| convert::kept_labels(source, event, owner));
    for (point, label) in kept.into_iter().flatten() {
        match marks.iter_mut().find(|(other, _)| *other == point) {
            None => marks.push((point, Glyph::Label(label))),
            // As any mark of a node, it takes the place of a number that is asked for.
            Some((_, number @ Glyph::Number(_))) => *number = Glyph::Label(label),
            Some(_) => {}
        }
    }
    Picture {
        window,
        stones: view.board.position(),
        marks,
        // Only a stone that still stands is the last move's.
        last: view
            .last
            .and_then(|id| view.board.stones().find(|&stone| Cause::of(stone) == Cause::Move(id)))
            .map(|stone| stone.point),
        focus,
        notes: notes.take(MAX_NOTES).collect(),
        captures: Captures { black: view.board.prisoners(Color::White), white: view.board.prisoners(Color::Black) },
        to_play: view.to_play,
        ..Picture::of(size)
    }
}

/// The title of the board of an item: the event and the item.
pub fn title(event: &Event, owner: Owner) -> String {
    let item = title_of(event, owner);
    match title_of_event(event) {
        title if title.is_empty() => item,
        title => format!("{title} — {item}"),
    }
}

/// The headers that are shown around a board.
const AROUND: [Keyword; 8] = [
    Keyword::Black,
    Keyword::Date,
    Keyword::Handicap,
    Keyword::Komi,
    Keyword::Place,
    Keyword::Result,
    Keyword::Rules,
    Keyword::White,
];

/// The location of a move beside a board: `None` for a pass, and `?` where it is missing or unreadable, as in titles.
pub fn location(target: MoveTarget) -> Option<String> {
    match target {
        MoveTarget::Point(point) => Some(point.to_string()),
        MoveTarget::Pass => None,
        MoveTarget::Unknown => Some("?".to_owned()),
    }
}

/// The texts of the headers around a board, without empty ones.
fn headers(event: &Event) -> Vec<(Keyword, String)> {
    let text = |keyword| event.header(keyword).map(str::trim).filter(|text| !text.is_empty());
    AROUND.into_iter().filter_map(|keyword| Some((keyword, clipped(text(keyword)?, MAX_TITLE).into_owned()))).collect()
}

/// The title of an event, or else its players; empty if it has neither.
pub(super) fn title_of_event(event: &Event) -> String {
    if event.title.is_empty() { players(event) } else { clipped(&event.title, MAX_TITLE).into_owned() }
}

/// The names of the players; empty if neither is named.
pub(super) fn players(event: &Event) -> String {
    use ishi_record::syntax::Keyword::{Black, White};
    match [Black, White].map(|keyword| event.header(keyword).unwrap_or_default()) {
        ["", ""] => String::new(),
        players => players.map(|name| if name.is_empty() { "?".into() } else { clipped(name, MAX_TITLE) }).join(" – "),
    }
}

/// The name of an item.
pub(super) fn title_of(event: &Event, owner: Owner) -> String {
    match owner {
        Owner::Event => "Before the first move".into(),
        Owner::Move(id) => event[id].to_string(),
        Owner::Diagram(id) => title_of_diagram(event, id),
        Owner::Variation(id) => title_of_variation(event, id),
    }
}

pub(super) fn title_of_diagram(event: &Event, id: DiagramId) -> String {
    match event.diagram(id).region {
        Region::Board => "Diagram".to_owned(),
        Region::Square(size) => format!("Diagram {size}"),
        Region::Corners(from, to) => format!("Diagram {from} {to}"),
    }
}

fn title_of_variation(event: &Event, id: SequenceId) -> String {
    let sequence = event.sequence(id);
    let marker =
        if sequence.marker.is_empty() { String::new() } else { format!(" {}", clipped(&sequence.marker, MAX_TITLE)) };
    let replaced = sequence.replaces.map_or(String::new(), |id| format!(" instead of {}", event[id]));
    format!("Variation{marker}{replaced}")
}

/// The text of an item's comments for a panel, which is cut if it is very long.
pub(super) fn comment_of(event: &Event, source: &Source<'_>, owner: Owner) -> Option<String> {
    comment(event, source, owner).map(|comment| clipped(&comment, MAX_COMMENT).into_owned())
}

/// The text of an item's comments.
pub(super) fn comment(event: &Event, source: &Source<'_>, owner: Owner) -> Option<String> {
    let mut lines = Vec::new();
    for datum in event.data_of(owner).filter(|datum| datum.kind == DatumKind::Comment) {
        let block = &source.lines[datum.line as usize..datum.end as usize];
        let title = source.free_text(&block[0]).trim_end_matches(BLANKS);
        let text = block.iter().filter(|line| matches!(line.kind, LineKind::Text(_)));
        let text = text.map(|line| source.str(line.span).trim_end_matches(BLANKS));
        lines.extend([title].into_iter().filter(|title| !title.is_empty()).chain(text));
    }
    (!lines.is_empty()).then(|| lines.join("\n"))
}
