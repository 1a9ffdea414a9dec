//! The number and the point of a move.

use super::{Completion, CompletionKind, Spot, Subject};
use crate::ide::situation::LineSituation;
use ishi_board::{BoardSize, Color, Origin, Point, Stone};
use ishi_record::record::Move;
use ishi_record::replay::Walk;
use ishi_record::syntax::{Keyword, location};

pub(super) fn proposals(spot: &Spot<'_>) -> Vec<Completion> {
    let color = if spot.keyword == Keyword::B { Color::Black } else { Color::White };
    let is_digits = |word: &str| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    let is_place = |word: &&str| location(word).is_some() || word.eq_ignore_ascii_case("PASS");
    let has_place = spot.after.first().is_some_and(is_place);
    match spot.before[..] {
        [] => {
            let (next, _) = LineSituation::above(spot.source, spot.index as usize, spot.event).next_move();
            let number = next.to_string();
            if is_digits(spot.typed) && !number.starts_with(spot.typed) {
                return Vec::new();
            }
            // Who begins with a letter wants a point, and gets its number with it.
            let in_letters = spot.typed.starts_with(|first: char| first.is_ascii_alphabetic());
            let mut items = Vec::new();
            if !in_letters {
                let mut item = spot.proposal(CompletionKind::Point, number.as_str()).with_detail("the next number");
                if spot.after.is_empty() {
                    item.plain.push(' ');
                }
                items.push(item);
            }
            if !has_place {
                items.extend(points(spot, color, next).into_iter().map(|mut item| {
                    let point = std::mem::replace(&mut item.label, format!("{number} {}", item.plain));
                    item.plain.clone_from(&item.label);
                    item.filter = in_letters.then_some(point);
                    item
                }));
            }
            items
        }
        [number] if is_digits(number) && !has_place => points(spot, color, number.parse().unwrap_or(u32::MAX)),
        _ => Vec::new(),
    }
}

/// The points where the player may play a move with this number, the likeliest first, and PASS.
fn points(spot: &Spot<'_>, color: Color, number: u32) -> Vec<Completion> {
    let walk = Walk::before(spot.event, spot.index);
    // Moves that stand below by mistake, with a smaller number, are played before this one.
    let moves = &spot.event.moves;
    let sequence = moves.iter().find(|played| played.line == spot.index).map(|played| played.sequence);
    let is_earlier = |other: &&Move| other.number.is_some_and(|other| other.get() < number);
    let misplaced = moves.iter().filter(|other| other.line > spot.index && Some(other.sequence) == sequence);
    let taken: Vec<Point> = misplaced.filter(is_earlier).filter_map(|other| other.place.point()).collect();
    let mut items: Vec<_> = legal(&walk, color)
        .into_iter()
        .filter(|point| !taken.contains(point))
        .map(|point| {
            let label = spot.cased(&point.to_string());
            spot.proposal(CompletionKind::Point, label).about(Subject::Play(color, point))
        })
        .collect();
    items.push(spot.proposal(CompletionKind::Point, spot.cased("PASS")));
    items.retain(|item| spot.typed.starts_with(|first: char| first.is_ascii_digit()) || spot.begins(&item.label));
    items
}

/// The empty points where a player may play under any rules. Excluded are self-capture and the immediate recapture of a
/// ko.
fn legal(walk: &Walk<'_>, color: Color) -> Vec<Point> {
    let board = walk.game_board();
    let event = walk.event();
    let mut last = walk.moves().filter_map(|id| event[id].place.point());
    let near: Vec<Point> = last.by_ref().take(2).collect();
    let retaken = walk.last_move().filter(|&id| event[id].color != color).and_then(|_| walk.ko());
    // A copy that does not remember how it came about.
    let mut trial = board.enlarged(board.size());
    let mut may_play = |point: Point| {
        if board.get(point).is_some() || retaken == Some(point) {
            return false;
        }
        let is_open = |beside: Point| board.size().contains(beside) && board.get(beside).is_none();
        if point.neighbours().any(is_open) {
            return true;
        }
        trial.play(Stone { point, color, origin: Origin::default() });
        let is_legal = trial.outcome().self_captured.is_empty();
        trial.undo();
        is_legal
    };
    let is_early = board.stones().count() < usize::from(board.size().get());
    let mut points = by_likelihood(board.size(), &near, is_early);
    points.retain(|&point| may_play(point));
    points
}

/// All points of a board: first the points next to those in `near`, in their order, then the star points if they are
/// wanted, then all other points by column and row.
pub(super) fn by_likelihood(size: BoardSize, near: &[Point], stars: bool) -> Vec<Point> {
    let mut points: Vec<Point> = size.points().collect();
    points.sort_by_cached_key(|&point| {
        let close = near.iter().enumerate().find_map(|(index, &other)| Some((index, closeness(point, other)?)));
        let (class, distance) = match close {
            Some(close) => close,
            None if stars && size.is_star(point) => (near.len(), 0),
            None => (near.len() + 1, 0),
        };
        (class, distance, point.column(), point.row())
    });
    points
}

/// How near two points are: adjacent, diagonal, or with one point between them; `None` if they are farther apart.
fn closeness(one: Point, other: Point) -> Option<u8> {
    match (one.column().abs_diff(other.column()), one.row().abs_diff(other.row())) {
        (0, 0) => Some(0),
        (0, 1) | (1, 0) => Some(1),
        (1, 1) => Some(2),
        (0, 2) | (2, 0) => Some(3),
        _ => None,
    }
}
