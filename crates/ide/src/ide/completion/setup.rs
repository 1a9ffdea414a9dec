//! The colors and the points of setup stones.

use super::moves::by_likelihood;
use super::{Completion, CompletionKind, Spot, Subject};
use ishi_board::{Color, Point};
use ishi_record::record::{self, Owner};
use ishi_record::replay::Walk;
use ishi_record::syntax::{Field, FieldKind, Keyword};

pub(super) fn proposals(spot: &Spot<'_>) -> Vec<Completion> {
    let fields = spot.source.fields(spot.line);
    let others = || fields.iter().filter(|field| field.span != spot.word);
    let before = || others().filter(|field| (field.span.end as usize) < spot.offset);
    let color = before().filter_map(color_of).next_back();
    let stones: Vec<Point> = others().filter_map(point_of).collect();
    let walk = Walk::before(spot.event, spot.index);
    let board = walk.board();
    let is_first = stones.is_empty() && board.stones().next().is_none();
    let is_event = spot.event.owner_at(spot.index) == Owner::Event;

    let colors = Color::ALL.into_iter().filter(|&other| color != Some(other)).map(|other| {
        let mut item = spot.proposal(CompletionKind::Color, spot.cased(&other.letter().to_string()));
        item.plain.push(' ');
        item.with_detail(format!("{other} stones follow"))
    });
    // A handicap comes before everything else that is set up.
    let handicaps =
        if is_first && is_event && color != Some(Color::White) { handicaps(spot, color.is_none()) } else { Vec::new() };
    let mut items: Vec<Completion> = match color {
        None => colors.chain(handicaps).collect(),
        Some(color) => {
            let near: Vec<Point> = before().filter_map(point_of).next_back().into_iter().collect();
            let points = by_likelihood(board.size(), &near, is_event).into_iter();
            let points = points.filter(|&point| board.get(point).is_none() && !stones.contains(&point)).map(|point| {
                let label = spot.cased(&point.to_string());
                spot.proposal(CompletionKind::Point, label).about(Subject::Setup(color, vec![point]))
            });
            handicaps.into_iter().chain(points).chain(colors).collect()
        }
    };
    items.retain(|item| spot.begins(item.filter.as_deref().unwrap_or(&item.label)));
    items
}

fn color_of(field: &Field) -> Option<Color> {
    match field.kind {
        FieldKind::Color(color) => Some(color),
        _ => None,
    }
}

fn point_of(field: &Field) -> Option<Point> {
    match field.kind {
        FieldKind::Location(point) => Some(point),
        _ => None,
    }
}

/// The usual handicaps on the event's board: the one that HANDICAP names, or all of them without HANDICAP.
fn handicaps(spot: &Spot<'_>, with_color: bool) -> Vec<Completion> {
    let stated = spot.event.header(Keyword::Handicap).map(record::handicap);
    let counts = match stated {
        None | Some(None) => 2..=9,
        Some(Some(stones)) => stones..=stones,
    };
    let handicap = |stones: u32| {
        let points = spot.event.board_size.handicap(stones)?;
        let color = with_color.then(|| "B".to_owned());
        let words: Vec<String> = color.into_iter().chain(points.iter().map(Point::to_string)).collect();
        let text = spot.cased(&words.join(" "));
        let mut item = spot.proposal(CompletionKind::Point, text).with_detail(format!("{stones} handicap stones"));
        // Who types a digit means the number of stones.
        item.filter = spot.typed.starts_with(|first: char| first.is_ascii_digit()).then(|| item.detail.clone());
        item.preselect = stated.flatten() == Some(stones);
        Some(item.about(Subject::Setup(Color::Black, points)))
    };
    counts.filter_map(handicap).collect()
}
