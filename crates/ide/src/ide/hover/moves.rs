//! The hover of a move: its effect on the board.

use super::super::board::picture;
use super::super::counted::Counted;
use super::super::cursor::Cursor;
use super::Hover;
use ishi_board::{Point, Stone};
use ishi_record::record::{MoveTarget as Played, Owner};
use ishi_record::replay::{Earlier, View, Walk};
use ishi_rules::ControlSearch;

/// Adds the move, with its stone highlighted, and for the last move the count of the final position.
pub(super) fn fill(cursor: &Cursor<'_>, search: ControlSearch<'_>, hover: &mut Hover) {
    let Owner::Move(id) = cursor.owner() else { return };
    let played = &cursor.event[id];
    hover.heading = played.to_string();
    let focus = match played.place {
        Played::Point(point) => vec![point],
        Played::Pass | Played::Unknown => Vec::new(),
    };
    let walk = Walk::before(cursor.event, played.line + 1);
    hover.facts = facts(&walk);
    let mut picture = picture(cursor.event, cursor.source, &View::of_walk(&walk, Owner::Move(id)), focus);
    if let Some(counted) = Counted::at(cursor, Owner::Move(id), search) {
        hover.facts.push(format!("The end of the main line counts {}.", counted.text));
        picture.ground = counted.ground;
    }
    hover.picture = Some(picture);
}

/// The points of stones, in the order of columns.
fn points(stones: &[Stone]) -> String {
    let mut points: Vec<Point> = stones.iter().map(|stone| stone.point).collect();
    points.sort_unstable_by_key(|point| (point.column(), point.row()));
    points.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// Names the stones that a move takes; `None` if it takes none.
pub(in crate::ide) fn takes(captured: &[Stone]) -> Option<String> {
    match captured {
        [] => None,
        [one] => Some(format!("Takes {}.", one.point)),
        stones => Some(format!("Takes {} stones: {}.", stones.len(), points(stones))),
    }
}

/// The effects of the last move of the walk, in words.
fn facts(walk: &Walk<'_>) -> Vec<String> {
    let mut facts = Vec::new();
    let Some(played) = walk.played() else { return facts };
    if let Some(stone) = played.overwritten {
        facts.push(format!("There was a stone of {} on {}.", stone.color, stone.point));
    }
    facts.extend(takes(played.captured));
    if !played.self_captured.is_empty() {
        facts.push(format!("Takes its own last liberty and dies: {}.", points(played.self_captured)));
    }
    if played.ko.is_some() {
        facts.push("Retakes the ko at once.".into());
    }
    match played.repeats {
        Some(_) if played.ko.is_some() => {}
        Some(Earlier::Start) => facts.push("The position is that before the first move again.".into()),
        Some(Earlier::After(id)) => {
            facts.push(format!("The position is that after {} again.", walk.event()[id]));
        }
        None => {}
    }
    let threatened = walk.in_atari();
    if !threatened.is_empty() {
        facts.push(format!(
            "Atari on {}.",
            threatened.iter().map(ToString::to_string).collect::<Vec<_>>().join(" and ")
        ));
    }
    if played.in_doubt {
        facts.push("A move before it could not be played as it is written, so the position is in doubt.".into());
    }
    facts
}
