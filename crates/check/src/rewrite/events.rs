//! Splitting an event in two, and merging two events.
//!
//! ```text
//! EVENT Final         EVENT Final
//! BLACK Ada           BLACK Ada
//! B 1 Q16             B 1 Q16
//! W 2 D4
//! B 3 C3              EVENT Final, from move 2
//!                     BLACK Ada
//!                     SETUP B Q16
//!                     W 2 D4
//!                     B 3 C3
//!
//! the original        split_event at W 2, and back by merge_events
//! ```

use std::num::NonZeroU32;

use super::draft::Draft;
use super::numbers::renumbered_with;
use super::original::{Error, Original, OriginalEvent, refuse};
use ishi_board::{BoardSize, Color, Point};
use ishi_record::record::{Datum, DatumKind, Event, MoveId, MoveTarget, Owner, SequenceId, Step};
use ishi_record::replay::{Visit, Walk};
use ishi_record::syntax::{BLANKS, Keyword, LineKind};
use ishi_text::Edit;

/// The headers that the second part of an event gets, too, because it is the same game.
const COPIED: [Keyword; 6] =
    [Keyword::Black, Keyword::White, Keyword::Date, Keyword::Place, Keyword::Rules, Keyword::Komi];

/// How many stones a SETUP line has.
const STONES: usize = 10;

/// Begins a new event with the move at the line, from the position before that move. The new event gets the players,
/// date, place, rules and komi of the old event, and the moves keep their numbers.
///
/// # Errors
/// No move at the line, one of a variation, or the first of its event; a mark after it that shows the number of a
/// move before it, or names one whose stone was taken; a record that has to be fixed first.
pub fn split_event(original: &Original<'_>, line: u32) -> Result<Vec<Edit>, Error> {
    original.all_sound()?;
    let Some(part) = original.part_at(line) else { return refuse("there is no move here") };
    let event = &part.event;
    let Some(id) = part.move_at(line - part.line) else { return refuse("there is no move here") };
    let played = &event[id];
    let at = original.line_number(part.line + played.line);
    if played.sequence != SequenceId(0) {
        return refuse(format!(
            "{played} in line {at} stands in a variation: split the main line, or promote this one first"
        ));
    }
    if event.steps(SequenceId(0)).first() == Some(&Step::Move(id)) {
        return refuse(format!("{played} in line {at} is the first move: there is nothing to split off before it"));
    }
    let start = part.with_remarks(played.line);
    let mut draft = Draft::empty(original);
    draft.keep(0..part.line + start);
    if part.source.lines[start as usize - 1].kind != LineKind::Blank {
        draft.push("");
    }
    draft.push(format!("EVENT {}", continued(&event.title, played.number)));
    for header in event.headers.iter().filter(|header| COPIED.contains(&header.keyword)) {
        draft.push(part.source.str(part.source.lines[header.line as usize].span));
    }
    if event.board_size != BoardSize::STANDARD {
        draft.push(format!("BOARDSIZE {}", event.board_size.get()));
    }
    let position = before(event, id);
    for color in Color::ALL {
        let points: Vec<String> =
            position.iter().filter(|stone| stone.1 == color).map(|stone| stone.0.to_string()).collect();
        for stones in points.chunks(STONES) {
            draft.push(format!("SETUP {} {}", color.letter(), stones.join(" ")));
        }
    }
    draft.keep(part.line + start..original.lines());
    draft.edits()
}

/// The title of an event that continues another event, with the number of its first move.
fn continued(title: &str, number: Option<NonZeroU32>) -> String {
    let from = number.map_or("continued".to_owned(), |number| format!("from move {number}"));
    if title.is_empty() { from } else { format!("{title}, {from}") }
}

/// Appends the second of two events to the main line of the first event, if it begins with the final position of the
/// first. If its numbers would repeat those of the first event, they continue from them. Comments and user data of the
/// second event are moved to the last move of the first. Headers of the second event that differ from those of the
/// first, and a different title, become remarks on its first move.
///
/// # Errors
/// More or fewer than two events; another board or position; marks of the second event on the empty board; a mark
/// that would mean something else; a record that has to be fixed first.
pub fn merge_events(original: &Original<'_>) -> Result<Vec<Edit>, Error> {
    let [first, second] = original.all_sound()? else {
        return refuse(format!("two events become one, and here are {}", original.parts.len()));
    };
    let size = first.event.board_size;
    if size != second.event.board_size {
        return refuse(format!("the first event has a board of {size} and the second of {}", second.event.board_size));
    }
    let Some(tree) = second.event.tree() else {
        return refuse("the second event has no moves that could go on from the first");
    };
    for part in [first, second] {
        let tree = part.event.tree().unwrap_or(u32::MAX);
        let is_late = |datum: &&Datum| datum.is_setup() && datum.line > tree;
        if let Some(late) = part.event.data.iter().find(is_late) {
            let line = original.line_number(part.line + late.line);
            return refuse(format!("a SETUP stands among the moves in line {line}: fix that first"));
        }
    }
    let first_begins = first.event.tree().is_some() || first.event.data.iter().any(Datum::is_setup);
    let (end, begin) = (end_of(&first.event), start_of(&second.event));
    let keeps_setup = end != begin;
    if keeps_setup && first_begins {
        let differs =
            end.iter().find(|stone| !begin.contains(stone)).or(begin.iter().find(|stone| !end.contains(stone)));
        let point = differs.map_or(String::new(), |(point, _)| format!(", at {point} for one"));
        return refuse(format!("the second event begins with another position than the first ends with{point}"));
    }

    // What stands before the tree of the second event: what it continues from, and its data.
    let head = Head::of(original, first, second, tree, keeps_setup)?;
    let last = first.event.moves_of(SequenceId(0)).next_back();
    let filled = first.event.filled_lines;
    let place = match last {
        Some(id) => first.after_data(Owner::Move(id), first.event[id].line),
        None => first.above(first.event.tree().unwrap_or(filled)),
    };
    let headers_end = first.end_of_headers().min(place);
    let mut draft = Draft::empty(original);
    draft.keep(0..headers_end);
    for &line in &head.headers {
        draft.keep(second.line + line..second.line + line + 1);
    }
    draft.keep(headers_end..place);
    for &line in &head.data {
        draft.keep(second.line + line..second.line + line + 1);
    }
    draft.keep(place..filled);
    for line in head.remarks {
        match line {
            HeadLine::Kept(line) => draft.keep(second.line + line..second.line + line + 1),
            HeadLine::Remark(text) => draft.push(format!("REMARK {text}")),
        }
    }
    draft.keep(second.line + tree..original.lines());

    let last_number = first.event.moves_of(SequenceId(0)).filter_map(|id| first.event.number(id)).next_back();
    let next = second.event.moves_of(SequenceId(0)).find_map(|id| Some((id, second.event.number(id)?)));
    if let (Some(last), Some((id, number))) = (last_number, next)
        && number <= last
    {
        for id in renumbered_with(second, id, false) {
            draft.renumber(second, id, i64::from(last) + 1 - i64::from(number))?;
        }
    }
    draft.edits()
}

/// The lines before the tree of the second event, by the place where each goes in the joined event.
#[derive(Default)]
struct Head {
    /// The headers of which the first event has none.
    headers: Vec<u32>,
    /// The lines that go to the data of the first event.
    data: Vec<u32>,
    /// The lines that go before the first move, as remarks or as they are.
    remarks: Vec<HeadLine>,
}

enum HeadLine {
    Kept(u32),
    Remark(String),
}

impl Head {
    fn of(
        original: &Original<'_>,
        first: &OriginalEvent<'_>,
        second: &OriginalEvent<'_>,
        tree: u32,
        keeps_setup: bool,
    ) -> Result<Self, Error> {
        let mut head = Self::default();
        let mut line = 0;
        while line < tree {
            let line_of_second = &second.source.lines[line as usize];
            let data = &second.event.data;
            let datum = data.binary_search_by_key(&line, |datum| datum.line).ok().map(|index| &data[index]);
            let end = datum.map_or(line + 1, |datum| datum.end);
            match (line_of_second.kind, datum.map(|datum| &datum.kind)) {
                (LineKind::Blank, _) => {}
                (_, Some(DatumKind::Comment | DatumKind::User)) => head.data.extend(line..end),
                (_, Some(DatumKind::Setup(_))) if keeps_setup => head.data.push(line),
                (_, Some(DatumKind::Setup(_))) => {}
                // Where there are no moves above them, they go on to be shown on the empty board.
                (_, Some(_)) if first.event.tree().is_none() => head.data.push(line),
                (LineKind::Data(keyword), Some(_)) => {
                    let line = original.line_number(second.line + line);
                    return refuse(format!(
                        "the {keyword} in line {line} is shown on the empty board, and would be shown with a move: \
                         remove it first"
                    ));
                }
                (LineKind::Data(Keyword::Event), _) => {
                    let title = &*second.event.title;
                    let number = second.event.moves_of(SequenceId(0)).next().and_then(|id| second.event[id].number);
                    let is_known = ["", &*first.event.title, &continued(&first.event.title, number)].contains(&title);
                    if !is_known {
                        head.remarks.push(HeadLine::Remark(written(second, line)));
                    }
                }
                (LineKind::Data(keyword), _) if keyword != Keyword::Remark => {
                    if is_new(first, keyword) {
                        head.headers.push(line);
                    } else if !is_said(first, second, line) {
                        head.remarks.push(HeadLine::Remark(written(second, line)));
                    }
                }
                _ => head.remarks.push(HeadLine::Kept(line)),
            }
            line = end;
        }
        Ok(head)
    }
}

/// Whether the first event has no header with this keyword.
fn is_new(first: &OriginalEvent<'_>, keyword: Keyword) -> bool {
    keyword != Keyword::Boardsize && !first.event.headers.iter().any(|header| header.keyword == keyword)
}

/// Whether the first event already has the content of a header line of the second.
fn is_said(first: &OriginalEvent<'_>, second: &OriginalEvent<'_>, line: u32) -> bool {
    let Some(header) = second.event.headers.iter().find(|header| header.line == line) else { return false };
    let is_same = |other: &&ishi_record::record::Header| other.keyword == header.keyword && other.text == header.text;
    header.text.is_empty()
        || header.keyword == Keyword::Boardsize
        || first.event.headers.iter().any(|other| is_same(&other))
}

fn written(part: &OriginalEvent<'_>, line: u32) -> String {
    part.source.str(part.source.lines[line as usize].span).trim_matches(BLANKS).to_owned()
}

/// The position before the first move.
fn start_of(event: &Event) -> Vec<(Point, Color)> {
    Walk::before(event, event.tree().unwrap_or(event.lines)).board().position()
}

/// The position at the end of the main line.
fn end_of(event: &Event) -> Vec<(Point, Color)> {
    let mut end = start_of(event);
    let mut walk = Walk::new(event);
    while let Some(stop) = walk.next() {
        if matches!(stop, Visit::Move(id) if event[id].sequence == SequenceId(0)) {
            end = walk.board().position();
        }
    }
    end
}

/// The position before a move.
fn before(event: &Event, id: MoveId) -> Vec<(Point, Color)> {
    let mut walk = Walk::new(event);
    while walk.next().is_some_and(|stop| stop != Visit::Move(id)) {}
    let mut board = walk.board().clone();
    if matches!(event[id].place, MoveTarget::Point(point) if event.board_size.contains(point)) {
        board.undo();
    }
    board.position()
}
