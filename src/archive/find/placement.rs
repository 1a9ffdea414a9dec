//! All the ways in which a pattern can lie on a board of one size.

use std::collections::HashMap;

use super::pattern::{Allowed, Pattern};
use super::query::Query;
use crate::board::{BoardSize, Color, Point, Symmetry};
use crate::record::MoveTarget;

/// A way in which a pattern can lie on a board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Placement {
    pub(super) orientation: Symmetry,
    pub(super) swapped: bool,
    /// The lower left corner.
    corner: (u8, u8),
}

/// Placements that ask the same of a game, because a symmetry of the pattern exchanges them.
#[derive(Debug)]
pub(super) struct PlacementClass {
    /// The placements, the most plain first. There is at least one.
    members: Vec<Placement>,
    /// The lower left and the upper right corner of what the pattern covers.
    pub(super) region: (Point, Point),
    /// Whether it covers the whole board.
    pub(super) is_whole: bool,
    pub(super) to_play: Option<Color>,
    pub(super) then: Vec<(Color, Point)>,
}

/// Everything that makes a difference between placements.
#[derive(PartialEq, Eq, Hash)]
struct Demands {
    region: (Point, Point),
    points: Vec<(Point, Allowed)>,
    to_play: Option<Color>,
    then: Vec<(Color, Point)>,
}

/// A point of a class of placements.
#[derive(Clone, Copy, Debug)]
pub(super) struct Demand {
    pub(super) class: u16,
    pub(super) allowed: Allowed,
}

/// All placements of a pattern on boards of one size.
#[derive(Debug)]
pub(super) struct Placements {
    pub(super) classes: Vec<PlacementClass>,
    /// How many points of each class differ on the empty board.
    pub(super) mismatches: Vec<u16>,
    /// The demands on each point, one point after the other in the order of [`Point::index`].
    demands: Vec<Demand>,
    /// Where the demands on each point begin, and at last where all end.
    starts: Vec<u32>,
}

impl Placement {
    /// The location on the board of a column and row of the pattern.
    fn on_board(self, pattern: &Pattern, inner: (u8, u8)) -> Option<Point> {
        let (column, row) = self.orientation.turn(inner, pattern.sides);
        Point::new(self.corner.0 + column, self.corner.1 + row)
    }

    /// The location in the pattern of a point of the board that lies in it.
    fn in_pattern(self, pattern: &Pattern, point: Point) -> Option<Point> {
        let inner = (point.column().checked_sub(self.corner.0)?, point.row().checked_sub(self.corner.1)?);
        let sides = self.orientation.sides(pattern.sides);
        let is_inside = inner.0 < sides.0 && inner.1 < sides.1;
        is_inside.then(|| self.orientation.inverse().turn(inner, sides)).and_then(|inner| pattern.location(inner))
    }

    /// Where a move of the game lies in the pattern.
    fn target(self, pattern: &Pattern, played: MoveTarget) -> MoveTarget {
        let point = played.point().and_then(|point| self.in_pattern(pattern, point));
        point.map_or(played, MoveTarget::Point)
    }

    /// A color of the pattern in the game, and a color of the game in the pattern.
    pub(super) fn color(self, color: Color) -> Color {
        if self.swapped { color.opponent() } else { color }
    }
}

impl PlacementClass {
    /// The placement that is reported.
    pub(super) fn first(&self) -> Placement {
        self.members[0]
    }

    /// Whether a point lies in the pattern.
    pub(super) fn contains(&self, point: Point) -> bool {
        let (low, high) = self.region;
        (low.column()..=high.column()).contains(&point.column()) && (low.row()..=high.row()).contains(&point.row())
    }

    /// Where a move lies in the pattern.
    pub(super) fn location(&self, pattern: &Pattern, played: MoveTarget) -> MoveTarget {
        self.first().target(pattern, played)
    }

    /// Of the locations of a move that are equal by symmetry, the uppermost and then the rightmost; and whether the
    /// colors are exchanged where the move is seen there.
    pub(super) fn row(&self, pattern: &Pattern, played: MoveTarget) -> (MoveTarget, bool) {
        let rows = self.members.iter().map(|member| (member.target(pattern, played), member.swapped));
        let rank = |(target, swapped): &(MoveTarget, bool)| (target.point().map(Point::index), !swapped);
        // Of equal ones the first, as it is the most plain.
        rows.reduce(|best, one| if rank(&one) > rank(&best) { one } else { best }).unwrap_or((played, false))
    }
}

impl Placements {
    pub(super) fn new(query: &Query, size: BoardSize) -> Self {
        let pattern = &query.pattern;
        let mut classes: Vec<PlacementClass> = Vec::new();
        let mut known: HashMap<Demands, usize> = HashMap::new();
        let mut by_point: Vec<Vec<Demand>> = vec![Vec::new(); 361];
        let mut mismatches = Vec::new();
        let orientations = if query.symmetry { &Symmetry::ALL[..] } else { &Symmetry::ALL[..1] };
        let colors = if query.color_swap { &[false, true][..] } else { &[false] };
        for (&swapped, &orientation) in
            colors.iter().flat_map(|swapped| orientations.iter().map(move |one| (swapped, one)))
        {
            for corner in pattern.corners(orientation, size) {
                let placement = Placement { orientation, swapped, corner };
                let Some(demands) = Demands::of(query, placement) else { continue };
                if let Some(&class) = known.get(&demands) {
                    classes[class].members.push(placement);
                    continue;
                }
                for &(point, allowed) in &demands.points {
                    by_point[point.index()].push(Demand { class: classes.len() as u16, allowed });
                }
                let differs = |(_, allowed): &&(Point, Allowed)| !allowed.permits(Allowed::EMPTY);
                mismatches.push(demands.points.iter().filter(differs).count() as u16);
                let side = usize::from(size.get());
                classes.push(PlacementClass {
                    members: vec![placement],
                    region: demands.region,
                    is_whole: pattern.cells.len() == side * side,
                    to_play: demands.to_play,
                    then: demands.then.clone(),
                });
                known.insert(demands, classes.len() - 1);
            }
        }
        let lengths = by_point.iter().map(|demands| demands.len() as u32);
        let starts = std::iter::once(0).chain(lengths.scan(0, |end, length| {
            *end += length;
            Some(*end)
        }));
        Self { classes, mismatches, starts: starts.collect(), demands: by_point.concat() }
    }

    /// The demands on a point.
    pub(super) fn demands(&self, point: Point) -> &[Demand] {
        let index = point.index();
        &self.demands[self.starts[index] as usize..self.starts[index + 1] as usize]
    }
}

impl Demands {
    fn of(query: &Query, placement: Placement) -> Option<Self> {
        let pattern = &query.pattern;
        let (columns, rows) = placement.orientation.sides(pattern.sides);
        let low = Point::new(placement.corner.0, placement.corner.1)?;
        let high = Point::new(placement.corner.0 + columns - 1, placement.corner.1 + rows - 1)?;
        let turned = |allowed: Allowed| if placement.swapped { allowed.swapped() } else { allowed };
        let asked = pattern.points().filter(|(_, allowed)| *allowed != Allowed::ANY);
        let points = asked.map(|(inner, allowed)| Some((placement.on_board(pattern, inner)?, turned(allowed))));
        let mut points = points.collect::<Option<Vec<_>>>()?;
        points.sort_unstable_by_key(|(point, _)| *point);
        let then = query
            .then
            .iter()
            .map(|&(color, point)| Some((placement.color(color), placement.on_board(pattern, pattern.inner(point)?)?)));
        Some(Self {
            region: (low, high),
            points,
            to_play: query.to_play.map(|color| placement.color(color)),
            then: then.collect::<Option<_>>()?,
        })
    }
}
