//! The alternatives to what is written that could explain a symptom: what other place, color or size would make the
//! record fit the board.

use super::slips::{COST_OF_COLOR, SWAPS, cost_of_slip, slips};
use crate::board::{Board, BoardSize, Color, Origin, Point, Stone};
use crate::check::{Code, Diagnostic};
use crate::record::{DatumKind, Event, MoveId, MoveTarget, Owner, SequenceId};
use crate::replay::{Assumptions, Cause, UnknownMove, Walk};
use crate::syntax::{FieldKind, Keyword, Source, Target};

/// How many alternatives are tried for a symptom.
const MAX_ALTERNATIVES: usize = 60;

/// How many stones that are unknown may be missing around a group.
const MAX_FILLED: usize = 6;

/// Of how many moves the other color is tried.
const MAX_FLIPPED: usize = 4;

/// How unlikely the slips are, at most, that are tried for a move on a stone: the points around it and those that are
/// mirrored or look alike.
const MAX_COST_BESIDE: i32 = 120;

/// How many liberties of a group are tried as the point that a move was meant to be on.
const MAX_LIBERTIES: usize = 3;

/// One thing that is assumed to be otherwise than it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Assumption {
    /// A move is played otherwise.
    Play(MoveId, Color, MoveTarget),
    /// A move whose point is not known is played here.
    Place(UnknownMove, Color, Point),
    /// The board has another size.
    Size(BoardSize),
}

/// How likely an alternative is beside others that explain as much, the most likely first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Likelihood {
    /// It places moves that are unknown anyway.
    Unknown,
    /// The record shows it in another way too: colors that do not alternate, a board that is too large for all its
    /// moves.
    Shown,
    /// The location is much like the one that is written.
    Near,
    /// A move is somewhere else.
    Elsewhere,
    /// The location is quite different.
    Far,
}

/// A set of assumptions that could explain a symptom.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Alternative {
    pub(super) changes: Vec<Assumption>,
    pub(super) likelihood: Likelihood,
    /// How unlikely it is beside others of the same likelihood: the cost of the slip, or how far the points are apart.
    pub(super) cost: i32,
}

impl Alternative {
    /// Whether it takes no further mistake.
    pub(super) fn is_free(&self) -> bool {
        self.likelihood == Likelihood::Unknown
    }

    /// Whether it names a move and not how that was meant, or is a slip that is not easily made.
    pub(super) fn is_vague(&self) -> bool {
        match self.likelihood {
            Likelihood::Elsewhere => true,
            Likelihood::Near => self.cost > MAX_COST_BESIDE,
            Likelihood::Unknown | Likelihood::Shown | Likelihood::Far => false,
        }
    }

    /// Returns the first line of the event at which a play with it differs from one without.
    pub(super) fn first_line(&self, event: &Event, assumptions: &Assumptions) -> u32 {
        let line = |id: MoveId| {
            let earlier = assumptions.early.iter().find(|(_, early)| early.contains(&id));
            event[earlier.map_or(id, |(&before, _)| before)].line
        };
        let lines = self.changes.iter().map(|change| match *change {
            Assumption::Play(id, ..) | Assumption::Place(UnknownMove::Move(id), ..) => line(id),
            Assumption::Place(UnknownMove::Missing(index), ..) => line(assumptions.missing[index].before),
            Assumption::Place(UnknownMove::Lost(index), ..) => event.lost[index],
            Assumption::Size(_) => 0,
        });
        lines.min().unwrap_or_default()
    }

    pub(super) fn apply(&self, assumptions: &Assumptions) -> Assumptions {
        let mut with = assumptions.clone();
        for &change in &self.changes {
            match change {
                Assumption::Play(id, color, place) => {
                    with.moves.insert(id, (color, place));
                }
                Assumption::Place(UnknownMove::Move(id), color, point) => {
                    with.moves.insert(id, (color, MoveTarget::Point(point)));
                }
                Assumption::Place(UnknownMove::Missing(index), _, point) => with.missing[index].point = Some(point),
                Assumption::Place(UnknownMove::Lost(index), color, point) => {
                    with.lost.insert(index, (color, point));
                }
                Assumption::Size(size) => with.size = Some(size),
            }
        }
        with
    }
}

/// Returns the alternatives that could explain a symptom, the most likely first.
pub(super) fn alternatives<'s>(
    source: &Source<'_>,
    event: &'s Event,
    assumptions: &'s Assumptions,
    symptom: &Diagnostic,
) -> Vec<Alternative> {
    let line = source.line_at(symptom.span.start as usize) as u32;
    let owner = event.owner_at(line);
    let after = match (symptom.code, owner) {
        (Code::NoStone, _) => line,
        (_, Owner::Move(id)) => event[id].line + 1,
        _ => return Vec::new(),
    };
    let walk = Walk::assuming(event, assumptions, after..after);
    let unknown = walk.unknown_moves();
    let mut alternatives = Alternatives { event, assumptions, walk, unknown, sequence: None, found: Vec::new() };
    alternatives.sizes();
    alternatives.colors();
    match (symptom.code, owner) {
        (Code::NoStone, _) => {
            let field = source.fields(&source.lines[line as usize]).iter().find(|field| field.span == symptom.span);
            if let Some(FieldKind::Mark(mark)) = field.map(|field| field.kind)
                && let Target::Point(point) = mark.target
            {
                for color in Color::ALL {
                    alternatives.fill(color, &[point]);
                }
            }
        }
        (Code::OccupiedPoint, Owner::Move(id)) => alternatives.occupied(id),
        (Code::SelfCapture, Owner::Move(id)) => alternatives.self_capture(id),
        (Code::WrongPrisoners | Code::MissingPrisoners, Owner::Move(id)) => alternatives.prisoners(id),
        _ => {}
    }
    let mut found = alternatives.found;
    found.sort_by_cached_key(|alternative| (alternative.likelihood, alternative.cost));
    found.truncate(MAX_ALTERNATIVES);
    found
}

/// The alternatives that could explain a symptom, while they are collected.
struct Alternatives<'s> {
    event: &'s Event,
    assumptions: &'s Assumptions,
    walk: Walk<'s>,
    unknown: Vec<UnknownMove>,
    /// The moves of the sequence that was last asked for.
    sequence: Option<(SequenceId, Vec<MoveId>)>,
    found: Vec<Alternative>,
}

impl Alternatives<'_> {
    fn push(&mut self, likelihood: Likelihood, changes: Vec<Assumption>) {
        self.push_with_cost(likelihood, 0, changes);
    }

    fn push_with_cost(&mut self, likelihood: Likelihood, cost: i32, changes: Vec<Assumption>) {
        if !self.found.iter().any(|found| found.changes == changes) {
            self.found.push(Alternative { changes, likelihood, cost });
        }
    }

    /// A move is played on another point.
    fn play(&mut self, id: MoveId, point: Point) {
        let (color, place) = self.walk.played_as(id);
        let MoveTarget::Point(written) = place else {
            if self.unknown.contains(&UnknownMove::Move(id)) {
                self.push(Likelihood::Unknown, vec![Assumption::Place(UnknownMove::Move(id), color, point)]);
            }
            return;
        };
        if written == point || self.assumptions.moves.contains_key(&id) {
            return;
        }
        let (likelihood, cost) = match cost_of_slip(written, point, self.walk.game_board().size()) {
            Some(cost) => (Likelihood::Near, cost),
            None => (Likelihood::Far, distance(written, point)),
        };
        self.push_with_cost(likelihood, cost, vec![Assumption::Play(id, color, MoveTarget::Point(point))]);
        self.swap(id, Some(point));
    }

    /// A move is not played where it is written.
    fn lift(&mut self, id: MoveId) {
        let (color, place) = self.walk.played_as(id);
        if place.point().is_some() && !self.assumptions.moves.contains_key(&id) {
            self.push(Likelihood::Elsewhere, vec![Assumption::Play(id, color, MoveTarget::Unknown)]);
        }
    }

    /// A move and one near it have each other's location; with a `point`, only where this is the other one's.
    fn swap(&mut self, id: MoveId, point: Option<Point>) {
        let sequence = self.event[id].sequence;
        if self.sequence.as_ref().is_none_or(|(known, _)| *known != sequence) {
            self.sequence = Some((sequence, self.event.moves_of(sequence).collect()));
        }
        let Some((at, (_, moves))) =
            self.sequence.as_ref().and_then(|found| Some((found.1.binary_search(&id).ok()?, found)))
        else {
            return;
        };
        let beside = |apart: usize| [at.checked_sub(apart), Some(at + apart)].into_iter().flatten();
        let others = SWAPS.iter().flat_map(|&(apart, cost)| beside(apart).map(move |other| (other, cost)));
        let others: Vec<(MoveId, i32)> = others.filter_map(|(other, cost)| Some((*moves.get(other)?, cost))).collect();
        for (other, cost) in others {
            let [(color, place), (other_color, other_place)] = [id, other].map(|id| self.walk.played_as(id));
            let is_written = [id, other].iter().all(|id| !self.assumptions.moves.contains_key(id));
            let is_meant = point.is_none_or(|point| other_place == MoveTarget::Point(point));
            if is_written && is_meant && place != other_place && other_place != MoveTarget::Unknown {
                let mut changes = [(id, color, other_place), (other, other_color, place)];
                changes.sort_by_key(|(id, ..)| *id);
                let changes = changes.map(|(id, color, place)| Assumption::Play(id, color, place));
                self.push_with_cost(Likelihood::Near, cost, changes.to_vec());
            }
        }
    }

    /// Stones of a color stand on some points.
    fn fill(&mut self, color: Color, points: &[Point]) {
        let has_color = |unknown: &&UnknownMove| match **unknown {
            UnknownMove::Move(id) => self.walk.played_as(id).0 == color,
            UnknownMove::Missing(index) => self.assumptions.missing[index].color == color,
            UnknownMove::Lost(_) => true,
        };
        let unknown: Vec<UnknownMove> = self.unknown.iter().filter(has_color).copied().collect();
        if let [point] = *points {
            for unknown in unknown {
                self.push(Likelihood::Unknown, vec![Assumption::Place(unknown, color, point)]);
            }
        } else if unknown.len() >= points.len() {
            let places = unknown.iter().rev().zip(points);
            let changes = places.map(|(&unknown, &point)| Assumption::Place(unknown, color, point)).collect();
            self.push(Likelihood::Unknown, changes);
        }
    }

    /// Some earlier move of a color was meant to be on a point.
    fn meant(&mut self, color: Color, point: Point) {
        let moves: Vec<MoveId> = self.walk.moves().filter(|&id| self.walk.played_as(id).0 == color).collect();
        for id in moves {
            self.play(id, point);
        }
    }

    /// Some earlier move of a color was meant to be on an empty point, where the last move would have taken it. Most
    /// lists that do not fit name stones that would live, and then no such move explains them.
    fn meant_to_be_taken(&mut self, color: Color, point: Point, board: &Board) {
        let mut with = board.enlarged(board.size());
        with.add(Stone { point, color, origin: Origin::default() });
        // Another stone beside it may be somewhere else, too.
        if with.group(point).is_some_and(|group| group.liberties.len() <= 1) {
            self.meant(color, point);
        }
    }

    /// A group lacks enemies on all its liberties.
    fn surround(&mut self, color: Color, liberties: &[Point]) {
        if liberties.len() <= MAX_FILLED {
            self.fill(color.opponent(), liberties);
        }
        if let [last] = *liberties {
            self.meant(color.opponent(), last);
        }
    }

    /// The moves that have put some stones on the board.
    fn causes(board: &Board, points: impl IntoIterator<Item = Point>) -> Vec<MoveId> {
        let mut causes: Vec<MoveId> = points
            .into_iter()
            .filter_map(|point| match Cause::of(board.get(point)?) {
                Cause::Move(id) => Some(id),
                Cause::Setup(_) => None,
            })
            .collect();
        causes.sort_unstable();
        causes.dedup();
        // Of a large group any stone would do, and all would take too long.
        causes.truncate(MAX_ALTERNATIVES / 4);
        causes
    }

    /// A board that is large enough for all moves and smaller than the one that is assumed where none is named.
    fn sizes(&mut self) {
        let event = self.event;
        let is_named = event.headers.iter().any(|header| header.keyword == Keyword::Boardsize);
        if is_named || self.assumptions.size.is_some() || event.moves.len() < 4 {
            return;
        }
        let setup = event.data.iter().filter_map(|datum| match &datum.kind {
            DatumKind::Setup(stones) => Some(event.stones(stones)),
            _ => None,
        });
        let points = event.moves.iter().filter_map(|found| found.place.point());
        let points = points.chain(setup.flatten().map(|stone| stone.point));
        let Some(last) = points.map(|point| point.column().max(point.row())).max() else { return };
        let least = u32::from(last) + 1;
        let usual = [9, 13].into_iter().filter(|&size| size > least);
        let sizes: Vec<u32> = [least].into_iter().chain(usual).filter(|&size| (5..19).contains(&size)).collect();
        for size in sizes.into_iter().filter_map(BoardSize::new) {
            self.push(Likelihood::Shown, vec![Assumption::Size(size)]);
        }
    }

    /// Moves between two of the same color.
    fn colors(&mut self) {
        let ids: Vec<MoveId> = self.walk.moves().collect();
        let color = |id: MoveId| self.walk.played_as(id).0;
        let odd = ids
            .windows(3)
            .filter(|three| color(three[0]) == color(three[1]) && color(three[1]) == color(three[2]))
            .map(|three| three[1]);
        // Of the last move it is not known yet who plays after it.
        let last = ids.windows(2).take(1).filter(|two| color(two[0]) == color(two[1])).map(|two| two[0]);
        let odd: Vec<MoveId> = last.chain(odd).take(MAX_FLIPPED).collect();
        for id in odd {
            self.flip(id, Likelihood::Shown, 0);
        }
    }

    /// A move is one of the other color.
    fn flip(&mut self, id: MoveId, likelihood: Likelihood, cost: i32) {
        let (color, place) = self.walk.played_as(id);
        if !self.assumptions.moves.contains_key(&id) {
            self.push_with_cost(likelihood, cost, vec![Assumption::Play(id, color.opponent(), place)]);
        }
    }

    /// A move stands on a stone: one of the two is somewhere else, or the stone was taken.
    fn occupied(&mut self, id: MoveId) {
        let line = self.event[id].line;
        let (_, MoveTarget::Point(point)) = self.walk.played_as(id) else { return };
        let before = Walk::assuming(self.event, self.assumptions, line..line);
        let Some((stone, group)) = before.game_board().get(point).zip(before.game_board().group(point)) else { return };
        self.surround(stone.color, &group.liberties);
        for id in Self::causes(before.game_board(), [point]).into_iter().chain([id]) {
            self.lift(id);
            let board = before.game_board();
            let beside = slips(point, board.size()).into_iter().filter(|slip| slip.cost <= MAX_COST_BESIDE);
            for slip in beside.filter(|slip| board.get(slip.point).is_none()) {
                self.play(id, slip.point);
            }
        }
    }

    /// A move takes its own group: an enemy beside it should have been taken, or is somewhere else, or the move is.
    fn self_capture(&mut self, id: MoveId) {
        let line = self.event[id].line;
        let (color, MoveTarget::Point(point)) = self.walk.played_as(id) else { return };
        let taken: Vec<Point> =
            self.walk.played().into_iter().flat_map(|played| played.self_captured).map(|stone| stone.point).collect();
        let before = Walk::assuming(self.event, self.assumptions, line..line);
        let board = before.game_board();
        let enemies: Vec<Point> = taken
            .iter()
            .flat_map(|stone| stone.neighbours())
            .filter(|&beside| board.get(beside).is_some_and(|stone| stone.color != color))
            .collect();
        for &enemy in &enemies {
            if let Some(group) = board.group(enemy) {
                let liberties: Vec<Point> = group.liberties.into_iter().filter(|&liberty| liberty != point).collect();
                self.surround(color.opponent(), &liberties);
            }
        }
        for id in Self::causes(board, enemies).into_iter().chain([id]) {
            self.lift(id);
        }
    }

    /// The list of a move is not what it takes.
    fn prisoners(&mut self, id: MoveId) {
        let (color, place) = self.walk.played_as(id);
        let enemy = color.opponent();
        let taken: Vec<Point> =
            self.walk.played().into_iter().flat_map(|played| played.captured).map(|stone| stone.point).collect();
        let board = self.walk.game_board().clone();
        let lists = self.event.data_of(Owner::Move(id)).filter_map(|datum| match &datum.kind {
            DatumKind::Prisoner(range) => Some(self.event.marks(range)),
            _ => None,
        });
        let targets: Vec<Target> = lists.flatten().map(|mark| mark.target).collect();
        let mut named: Vec<Point> = Vec::new();
        for &target in &targets {
            let (point, known) = match target {
                Target::Point(point) => (Some(point), None),
                Target::Move(number) => {
                    let known = self.walk.numbered(number);
                    (known.and_then(|id| self.walk.played_as(id).1.point()), known)
                }
                _ => continue,
            };
            named.extend(point);
            if point.is_some_and(|point| taken.contains(&point)) {
                continue;
            }
            if let Some(id) = known {
                for around in Self::around(place, enemy, &board) {
                    self.play(id, around);
                }
            } else if let Target::Move(number) = target
                && let Some(index) = self.walk.missing(number)
            {
                for around in Self::around(place, enemy, &board) {
                    self.push(Likelihood::Unknown, vec![Assumption::Place(UnknownMove::Missing(index), enemy, around)]);
                }
            }
            if let Some(point) = point {
                self.not_taken(id, color, point, &board);
            }
        }
        if taken.iter().any(|point| !named.contains(point)) {
            let beside = taken.iter().flat_map(|point| point.neighbours());
            let attackers = beside.filter(|&point| board.get(point).is_some_and(|stone| stone.color == color));
            for id in Self::causes(&board, attackers).into_iter().chain([id]) {
                self.lift(id);
            }
        }
    }

    /// A list of the move `id` names the stone on a point, and it is not taken.
    fn not_taken(&mut self, id: MoveId, color: Color, point: Point, board: &Board) {
        let enemy = color.opponent();
        let Some(stone) = board.get(point) else {
            self.fill(enemy, &[point]);
            self.meant_to_be_taken(enemy, point, board);
            return;
        };
        if stone.color == color {
            if let Cause::Move(own) = Cause::of(stone) {
                self.flip(own, Likelihood::Near, COST_OF_COLOR);
                self.swap(own, None);
            }
            return;
        }
        let Some(group) = board.group(point) else { return };
        self.surround(enemy, &group.liberties);
        if let [last] = *group.liberties {
            self.meant(enemy, last);
        }
        for &liberty in group.liberties.iter().take(MAX_LIBERTIES) {
            self.play(id, liberty);
        }
        for id in Self::causes(board, group.stones) {
            self.lift(id);
        }
    }

    /// The points where a stone of the enemy could be taken by a move: those beside it, and the liberties of groups
    /// there.
    fn around(place: MoveTarget, enemy: Color, board: &Board) -> Vec<Point> {
        let MoveTarget::Point(point) = place else { return Vec::new() };
        let mut around: Vec<Point> = Vec::new();
        for beside in point.neighbours().filter(|&point| board.size().contains(point)) {
            match board.get(beside) {
                None => around.push(beside),
                Some(stone) if stone.color == enemy => {
                    around.extend(board.group(beside).into_iter().flat_map(|group| group.liberties).take(4));
                }
                Some(_) => {}
            }
        }
        around.sort_unstable();
        around.dedup();
        around
    }
}

/// How many steps two points are apart.
fn distance(one: Point, other: Point) -> i32 {
    i32::from(one.column().abs_diff(other.column()) + one.row().abs_diff(other.row()))
}
