//! All placements of a pattern on boards of one size.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use super::pattern::{Allowed, Pattern};
use super::presence::{PointSet, Presence, Times};
use super::query::Query;
use ishi_board::{BoardSize, Color, Point, Symmetry};
use ishi_record::record::{Event, MoveTarget};

/// A way in which a pattern can lie on a board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Placement {
    pub(super) orientation: Symmetry,
    pub(super) swapped: bool,
    /// The lower left corner on the board.
    corner: (u8, u8),
}

/// Placements with the same conditions on a game, because a symmetry of the pattern exchanges them.
#[derive(Debug)]
pub(super) struct PlacementClass {
    /// The placements, of which there is at least one. Placements without an exchange of the colors come first.
    members: Vec<Placement>,
    /// The lower left and the upper right corner of the points that the pattern covers.
    pub(super) region: (Point, Point),
    /// Whether the pattern covers the whole board.
    pub(super) is_whole: bool,
    pub(super) to_play: Option<Color>,
    pub(super) then: Vec<(Color, Point)>,
    /// The points whose content matters, each with the contents that are allowed there.
    points: Vec<(Point, Allowed)>,
    /// The points that need a stone, by color, and those that have to be empty.
    pub(super) needs: [PointSet; 2],
    empty: PointSet,
}

/// The placements of one orientation, by their corners.
#[derive(Debug, Default)]
struct Alignment {
    corners: PointSet,
    /// The points that need a stone, as differences of their index from that of the corner.
    stones: Vec<(usize, Color)>,
    /// The class of the placement at each corner.
    classes: Vec<u16>,
}

/// The conditions of a placement on a game. Placements with equal conditions are one class.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Demands {
    region: (Point, Point),
    points: Vec<(Point, Allowed)>,
    to_play: Option<Color>,
    then: Vec<(Color, Point)>,
}

/// The contents that a class of placements allows on a point.
#[derive(Clone, Copy, Debug)]
pub(super) struct Demand {
    pub(super) class: u16,
    pub(super) allowed: Allowed,
}

/// All placements of a pattern on boards of one size.
#[derive(Debug)]
pub(super) struct AllPlacements {
    all: Placements,
    /// The placements of each class alone, computed when they are first needed.
    alone: Vec<OnceLock<Placements>>,
    /// The placements by orientation; empty if each orientation has at most one placement.
    alignments: Vec<Alignment>,
    /// The maximum number of placements that are checked one by one.
    most_checked: usize,
}

/// Placements of a pattern on boards of one size.
#[derive(Clone, Debug)]
pub(super) struct Placements {
    pub(super) classes: Vec<Arc<PlacementClass>>,
    /// The number of points of each class that differ from the empty board.
    pub(super) mismatches: Vec<u16>,
    /// The demands on each point, one point after the other in the order of [`Point::index`].
    demands: Vec<Demand>,
    /// The index at which the demands on each point begin, and at the end the number of all demands.
    starts: Vec<u32>,
}

/// The maximum number of placements that are checked one by one before a game is played; a fifth of all placements if
/// that is more. If more placements are possible, the pattern has so few conditions that it is found early, and
/// checking the placements would take longer.
const MAX_CHECKED: usize = 200;

impl Placement {
    /// The location on the board of a column and row of the pattern.
    pub(super) fn on_board(self, pattern: &Pattern, inner: (u8, u8)) -> Option<Point> {
        let (column, row) = self.orientation.turn(inner, pattern.sides);
        Point::new(self.corner.0 + column, self.corner.1 + row)
    }

    /// Whether the pattern lies on the points that its own locations name.
    pub(super) fn is_as_drawn(self, pattern: &Pattern) -> bool {
        self.orientation == Symmetry::Identity && !self.swapped && self.corner == pattern.corner
    }

    /// The location in the pattern of a point of the board that lies in it.
    fn in_pattern(self, pattern: &Pattern, point: Point) -> Option<Point> {
        let inner = (point.column().checked_sub(self.corner.0)?, point.row().checked_sub(self.corner.1)?);
        let sides = self.orientation.sides(pattern.sides);
        let is_inside = inner.0 < sides.0 && inner.1 < sides.1;
        is_inside.then(|| self.orientation.inverse().turn(inner, sides)).and_then(|inner| pattern.location(inner))
    }

    /// The location in the pattern of a move of the game.
    fn target(self, pattern: &Pattern, played: MoveTarget) -> MoveTarget {
        let point = played.point().and_then(|point| self.in_pattern(pattern, point));
        point.map_or(played, MoveTarget::Point)
    }

    /// Converts a color of the pattern to a color of the game, and the reverse.
    pub(super) fn color(self, color: Color) -> Color {
        if self.swapped { color.opponent() } else { color }
    }
}

impl PlacementClass {
    fn new(placement: Placement, demands: Demands, is_whole: bool) -> Self {
        let Demands { region, points, to_play, then } = demands;
        let (mut needs, mut empty) = ([PointSet::default(); 2], PointSet::default());
        for &(point, allowed) in &points {
            match allowed.stone() {
                Some(color) => needs[color as usize].insert(point),
                None if allowed == Allowed::EMPTY => empty.insert(point),
                None => {}
            }
        }
        Self { members: vec![placement], region, is_whole, to_play, then, points, needs, empty }
    }

    /// Whether a game with this presence may have all stones of the pattern.
    pub(super) fn may_match(&self, presence: &Presence) -> bool {
        presence.ever.iter().zip(&self.needs).all(|(ever, needs)| ever.includes(needs))
    }

    /// Returns the last number of moves after which the pattern may be on the board; `None` if it can't arise. This is
    /// for the main line of a game with this presence that begins with `opening`. An entry `None` of `opening` is an
    /// item that is not a move, after which the pattern may always arise.
    fn last_move(
        &self,
        presence: &Presence,
        opening: impl Iterator<Item = Option<(Color, MoveTarget)>>,
    ) -> Option<usize> {
        let mut missing: usize = self.needs.iter().map(|needs| needs.len()).sum();
        let mut seen = PointSet::default();
        for (before, played) in opening.enumerate() {
            let Some((color, target)) = played else { return Some(usize::MAX) };
            let MoveTarget::Point(point) = target else { continue };
            if seen.contains(point) {
                continue;
            }
            seen.insert(point);
            let is_vacated = presence.vacated.contains(point);
            if self.needs[color as usize].contains(point)
                || is_vacated && self.needs[color.opponent() as usize].contains(point)
            {
                missing -= 1;
            } else if !is_vacated
                && (self.empty.contains(point) || self.needs[color.opponent() as usize].contains(point))
            {
                // From this move on, a point that has to be empty has a stone, or a stone has the wrong color.
                return (missing == 0).then_some(before);
            }
        }
        (missing == 0).then_some(usize::MAX)
    }

    /// The placement that is reported.
    pub(super) fn first(&self) -> Placement {
        self.members[0]
    }

    /// The placements of the class. Placements without an exchange of the colors come first.
    pub(super) fn members(&self) -> &[Placement] {
        &self.members
    }

    /// Whether a point lies in the pattern.
    pub(super) fn contains(&self, point: Point) -> bool {
        let (low, high) = self.region;
        (low.column()..=high.column()).contains(&point.column()) && (low.row()..=high.row()).contains(&point.row())
    }

    /// The location of a move in the pattern.
    pub(super) fn location(&self, pattern: &Pattern, played: MoveTarget) -> MoveTarget {
        self.first().target(pattern, played)
    }

    /// Returns the uppermost, and then the rightmost, of the locations of a move that are equal by symmetry, and
    /// whether the colors are exchanged in the placement with this location.
    pub(super) fn row(&self, pattern: &Pattern, played: MoveTarget) -> (MoveTarget, bool) {
        let rows = self.members.iter().map(|member| (member.target(pattern, played), member.swapped));
        let rank = |(target, swapped): &(MoveTarget, bool)| (target.point().map(Point::index), !swapped);
        // Of equal locations the first is taken, because its placement is the simplest.
        rows.reduce(|best, one| if rank(&one) > rank(&best) { one } else { best }).unwrap_or((played, false))
    }
}

impl AllPlacements {
    /// Lists all placements on boards of a size.
    pub(super) fn new(query: &Query, size: BoardSize) -> Self {
        let pattern = &query.pattern;
        let mut classes: Vec<PlacementClass> = Vec::new();
        let mut class_of_demands: HashMap<Demands, usize> = HashMap::new();
        let mut alignments = Vec::new();
        let orientations = if query.symmetry { &Symmetry::ALL[..] } else { &Symmetry::ALL[..1] };
        let colors = if query.color_swap { &[false, true][..] } else { &[false] };
        for (&swapped, &orientation) in
            colors.iter().flat_map(|swapped| orientations.iter().map(move |one| (swapped, one)))
        {
            let mut alignment = Alignment::default();
            for corner in pattern.corners(orientation, size) {
                let placement = Placement { orientation, swapped, corner };
                let Some(demands) = Demands::of(query, placement) else { continue };
                let class = match class_of_demands.get(&demands) {
                    Some(&class) => {
                        classes[class].members.push(placement);
                        class
                    }
                    None => {
                        class_of_demands.insert(demands.clone(), classes.len());
                        let side = usize::from(size.get());
                        let is_whole = pattern.cells.len() == side * side;
                        classes.push(PlacementClass::new(placement, demands, is_whole));
                        classes.len() - 1
                    }
                };
                alignment.add(class, &classes[class]);
            }
            alignments.push(alignment);
        }
        let counts = || alignments.iter().map(|alignment| alignment.corners.len());
        let most_checked = MAX_CHECKED.max(counts().sum::<usize>() / 5);
        if counts().all(|count| count <= 1) {
            alignments.clear();
        }
        let all = Placements::of_classes(classes.into_iter().map(Arc::new).collect());
        let alone = all.classes.iter().map(|_| OnceLock::new()).collect();
        Self { all, alone, alignments, most_checked }
    }

    /// All placements.
    pub(super) fn all(&self) -> &Placements {
        &self.all
    }

    /// Whether each orientation has at most one placement, as for a whole board or a corner.
    fn is_pinned(&self) -> bool {
        self.alignments.is_empty()
    }

    /// Returns the last number of moves after which the pattern may be on the board; `None` if it can't arise. This is
    /// for the main line of a game with this presence that begins with `opening`.
    pub(super) fn last_move(
        &self,
        presence: &Presence,
        opening: &(impl Iterator<Item = Option<(Color, MoveTarget)>> + Clone),
    ) -> Option<usize> {
        if !self.is_pinned() {
            // Too many placements would have to be compared.
            return Some(usize::MAX);
        }
        let possible = self.all.classes.iter().filter(|class| class.may_match(presence));
        possible.filter_map(|class| class.last_move(presence, opening.clone())).max()
    }

    /// Returns the placements that are possible in an event of a game with this presence, or all placements if many are
    /// possible. The caller has checked with [`last_move`](Self::last_move) that the pattern may arise. `is_linear`
    /// says that only the main line matters.
    pub(super) fn narrowed(&self, presence: &Presence, event: &Event, is_linear: bool) -> Cow<'_, Placements> {
        let Some(mut classes) = self.possible(presence) else { return Cow::Borrowed(&self.all) };
        let every_class = &self.all.classes;
        // For a pinned pattern, the times at which points get their stones were already compared in the first moves.
        let asks_for_times = is_linear && !self.is_pinned();
        if let Some(times) = asks_for_times.then(|| Times::of(presence, event)).flatten() {
            classes.retain(|&class| times.may_match(&every_class[usize::from(class)].points));
        }
        if classes.len() == every_class.len() {
            return Cow::Borrowed(&self.all);
        }
        if let [only] = classes[..] {
            let class = usize::from(only);
            let alone = self.alone[class].get_or_init(|| Placements::of_classes(vec![Arc::clone(&every_class[class])]));
            return Cow::Borrowed(alone);
        }
        let possible = classes.into_iter().map(|class| Arc::clone(&every_class[usize::from(class)]));
        Cow::Owned(Placements::of_classes(possible.collect()))
    }

    /// The classes that may match in a game with this presence, in ascending order; `None` if there are too many to be
    /// checked.
    fn possible(&self, presence: &Presence) -> Option<Vec<u16>> {
        if self.is_pinned() {
            let classes = (0..).zip(&self.all.classes);
            return Some(classes.filter(|(_, class)| class.may_match(presence)).map(|(index, _)| index).collect());
        }
        let corners: Vec<PointSet> = self.alignments.iter().map(|alignment| alignment.possible(presence)).collect();
        if corners.iter().map(|corners| corners.len()).sum::<usize>() > self.most_checked {
            return None;
        }
        let mut classes: Vec<u16> = Vec::new();
        for (alignment, corners) in self.alignments.iter().zip(corners) {
            classes.extend(corners.indices().map(|corner| alignment.classes[corner]));
        }
        classes.sort_unstable();
        classes.dedup();
        Some(classes)
    }
}

impl Alignment {
    fn add(&mut self, class: usize, class_added: &PlacementClass) {
        let corner = class_added.region.0;
        if self.corners.is_empty() {
            let stones = class_added.points.iter().filter_map(|&(point, allowed)| Some((point, allowed.stone()?)));
            self.stones = stones.map(|(point, color)| (point.index() - corner.index(), color)).collect();
            self.classes = vec![0; 361];
        }
        self.corners.insert(corner);
        self.classes[corner.index()] = class as u16;
    }

    /// The corners at which a game with this presence may have all stones of the pattern.
    fn possible(&self, presence: &Presence) -> PointSet {
        let mut corners = self.corners;
        for &(distance, color) in &self.stones {
            if corners.is_empty() {
                break;
            }
            corners.retain_before(distance, &presence.ever[color as usize]);
        }
        corners
    }
}

impl Placements {
    pub(super) fn of_classes(classes: Vec<Arc<PlacementClass>>) -> Self {
        let differs = |(_, allowed): &&(Point, Allowed)| !allowed.permits(Allowed::EMPTY);
        let mismatches = classes.iter().map(|class| class.points.iter().filter(differs).count() as u16).collect();
        let mut starts = vec![0; 362];
        for (point, _) in classes.iter().flat_map(|class| &class.points) {
            starts[point.index() + 1] += 1;
        }
        for index in 1..starts.len() {
            starts[index] += starts[index - 1];
        }
        let demand_count = starts[361] as usize;
        let (mut next, mut demands) = (starts.clone(), vec![Demand { class: 0, allowed: Allowed::ANY }; demand_count]);
        for (class, content) in classes.iter().enumerate() {
            for &(point, allowed) in &content.points {
                let place = &mut next[point.index()];
                demands[*place as usize] = Demand { class: class as u16, allowed };
                *place += 1;
            }
        }
        Self { classes, mismatches, demands, starts }
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
