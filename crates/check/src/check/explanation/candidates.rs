//! The candidates for the cause of a symptom: other places, colors or board sizes with which the record would agree
//! with the board.

use std::collections::HashSet;

use super::change::{Change, Claim};
use super::slips::{COST_OF_COLOR, COST_OF_MISSING_PASS, COST_OF_PASS, SWAPS, cost_of_slip, distance, slips};
use crate::check::{Code, Diagnostic};
use ishi_board::{Board, BoardSize, Color, Origin, Point, Stone};
use ishi_record::record::{DatumKind, Event, MoveId, MoveTarget, Owner, SequenceId};
use ishi_record::replay::{Assumptions, Cause, UnknownMove, Walk};
use ishi_record::syntax::{FieldKind, Keyword, Source, Target};

/// How many candidates are tried for a symptom.
const MAX_CANDIDATES: usize = 60;

/// How many unknown stones may be missing around a group.
const MAX_FILLED: usize = 6;

/// For how many moves the other color is tried.
const MAX_FLIPPED: usize = 4;

/// The largest cost of slips that are tried for a move on an occupied point: adjacent, mirrored and similar-looking
/// points.
const MAX_COST_BESIDE: i32 = 120;

/// How many liberties of a group are tried as the intended point of a move.
const MAX_LIBERTIES: usize = 3;

/// How many moves before a symptom are searched for a slip that a fix could correct.
const MAX_BACK: usize = 400;

/// The cost of a quite different location, compared with the costs of locations that are easily confused.
const COST_OF_FAR: i32 = 300;

/// The largest cost of slips that are tried for a move in each ring of groups around a symptom. Moves farther away are
/// assumed to be unrelated.
const MAX_COST_IN_RINGS: [i32; 2] = [i32::MAX, 0];

/// The likelihood of a candidate compared with others that explain as much, the most likely first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Likelihood {
    /// The candidate only places moves whose points are unknown.
    Unknown,
    /// The record also shows the mistake in another way: colors that do not alternate, a board that is too large for
    /// all moves.
    Shown,
    /// The location is similar to the written one.
    Near,
    /// A move is somewhere else.
    Elsewhere,
    /// The location is quite different.
    Far,
}

/// A reading that could explain a symptom.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Premise {
    /// Moves whose points are not known are played here.
    Placed(Vec<(UnknownMove, Color, Point)>),
    /// There is a mistake elsewhere.
    Claim(Claim),
}

/// A candidate for the cause of a symptom.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Candidate {
    pub(super) premise: Premise,
    pub(super) likelihood: Likelihood,
    /// The cost of the candidate compared with others of the same likelihood: the cost of the slip, or the distance of
    /// the points.
    pub(super) cost: i32,
}

impl Candidate {
    /// Returns the assumed mistake; `None` if the candidate assumes no mistake.
    pub(super) fn claim(&self) -> Option<Claim> {
        match self.premise {
            Premise::Claim(claim) => Some(claim),
            Premise::Placed(_) => None,
        }
    }

    /// Returns a candidate for a test.
    #[cfg(test)]
    pub(super) fn of_claim(claim: Claim) -> Self {
        Self { premise: Premise::Claim(claim), likelihood: Likelihood::Elsewhere, cost: 0 }
    }

    /// Returns whether the candidate assumes no further mistake.
    pub(super) fn is_free(&self) -> bool {
        self.claim().is_none()
    }

    /// Returns whether the candidate names a move without its intended point, or is an unlikely slip.
    pub(super) fn is_vague(&self) -> bool {
        match self.likelihood {
            Likelihood::Elsewhere => true,
            Likelihood::Near => self.cost > MAX_COST_BESIDE,
            Likelihood::Unknown | Likelihood::Shown | Likelihood::Far => false,
        }
    }

    /// Returns the moves that are played differently; `None` if the whole play is different.
    pub(super) fn changed(&self, event: &Event) -> Option<Vec<UnknownMove>> {
        match &self.premise {
            Premise::Claim(Claim::Size(_)) => None,
            Premise::Claim(claim) => {
                Some(claim.moves(event).into_iter().map(|(id, _)| UnknownMove::Move(id)).collect())
            }
            Premise::Placed(places) => Some(places.iter().map(|&(unknown, ..)| unknown).collect()),
        }
    }

    /// Returns the first line of the event at which the play with this candidate differs from the play without it.
    pub(super) fn first_line(&self, event: &Event, assumptions: &Assumptions) -> u32 {
        let line = |id: MoveId| {
            let earlier = assumptions.early.iter().find(|(_, early)| early.contains(&id));
            event[earlier.map_or(id, |(&before, _)| before)].line
        };
        let first = match &self.premise {
            &Premise::Claim(Claim::Change(Change::MissingPass(id))) if assumptions.early.is_empty() => Some(line(id)),
            Premise::Claim(claim) => claim.moves(event).into_iter().map(|(id, _)| line(id)).min(),
            Premise::Placed(places) => {
                let lines = places.iter().map(|&(unknown, ..)| match unknown {
                    UnknownMove::Move(id) => line(id),
                    UnknownMove::Missing(index) => line(assumptions.missing[index].before),
                    UnknownMove::Lost(index) => event.lost[index],
                });
                lines.min()
            }
        };
        first.unwrap_or_default()
    }

    /// Returns the assumptions extended by this candidate.
    pub(super) fn apply(&self, event: &Event, assumptions: &Assumptions) -> Assumptions {
        let mut with = assumptions.clone();
        match &self.premise {
            &Premise::Claim(Claim::Size(size)) => with.size = Some(size),
            // A map is made and joined faster than it takes moves one by one, and a missing pass changes hundreds.
            Premise::Claim(claim) => with.moves.append(&mut claim.moves(event).into_iter().collect()),
            Premise::Placed(places) => {
                for &(unknown, color, point) in places {
                    match unknown {
                        UnknownMove::Move(id) => drop(with.moves.insert(id, (color, MoveTarget::Point(point)))),
                        UnknownMove::Missing(index) => with.missing[index].point = Some(point),
                        UnknownMove::Lost(index) => drop(with.lost.insert(index, (color, point))),
                    }
                }
            }
        }
        with
    }
}

/// A generator of candidates for the cause of a symptom.
pub(super) struct Candidates<'s> {
    event: &'s Event,
    assumptions: &'s Assumptions,
    /// Stands before the move that has the symptom.
    before: Walk<'s>,
    /// Stands after this move.
    walk: Walk<'s>,
    unknown: Vec<UnknownMove>,
    /// The moves of the sequence that was asked for last.
    sequence: Option<(SequenceId, Vec<MoveId>)>,
    collected: Vec<Candidate>,
}

impl<'s> Candidates<'s> {
    /// Collects the candidates to which the symptom of an item points. The walks under the assumptions stand before and
    /// after the line of the item; only a mark on a stone that is not there may be a symptom of another item than a
    /// move.
    pub(super) fn of(
        source: &Source<'_>,
        assumptions: &'s Assumptions,
        symptom: &Diagnostic,
        owner: Owner,
        before: Walk<'s>,
        walk: Walk<'s>,
    ) -> Self {
        let event = walk.event();
        let unknown = walk.unknown_moves();
        let mut candidates = Self { event, assumptions, before, walk, unknown, sequence: None, collected: Vec::new() };
        if symptom.code != Code::NoStone && !matches!(owner, Owner::Move(_)) {
            return candidates;
        }
        candidates.sizes();
        candidates.colors();
        match (symptom.code, owner) {
            (Code::NoStone, _) => {
                let line = source.line_at(symptom.span.start as usize);
                let field = source.fields(&source.lines[line]).iter().find(|field| field.span == symptom.span);
                if let Some(FieldKind::Mark(mark)) = field.map(|field| field.kind)
                    && let Target::Point(point) = mark.target
                {
                    for color in Color::ALL {
                        candidates.fill(color, &[point]);
                    }
                }
            }
            (Code::OccupiedPoint, Owner::Move(id)) => candidates.occupied(id),
            (Code::SelfCapture, Owner::Move(id)) => candidates.self_capture(id),
            (Code::WrongPrisoners | Code::MissingPrisoners, Owner::Move(id)) => candidates.prisoners(id),
            (Code::Ko, Owner::Move(id)) => {
                let taking = candidates.walk.played().and_then(|played| played.ko);
                taking.into_iter().chain([id]).for_each(|id| candidates.lift(id));
            }
            _ => {}
        }
        candidates
    }

    /// Returns the candidates that are tried for a message, the most likely first.
    pub(super) fn likely(mut self) -> Vec<Candidate> {
        self.collected.sort_by_cached_key(|candidate| (candidate.likelihood, candidate.cost));
        let mut likely: Vec<Candidate> = Vec::new();
        for candidate in self.collected {
            if likely.len() < MAX_CANDIDATES && likely.iter().all(|other| other.premise != candidate.premise) {
                likely.push(candidate);
            }
        }
        likely
    }

    /// Returns the changes that can be written as fixes of a symptom of a move, the least costly first: those that the
    /// symptom suggests, and slips of all related moves.
    pub(super) fn writable(mut self, id: MoveId) -> Vec<(Change, Candidate)> {
        self.around(id);
        let changes = self.collected.into_iter().filter_map(|mut candidate| {
            let Premise::Claim(Claim::Change(change)) = candidate.premise else { return None };
            candidate.cost += if candidate.likelihood == Likelihood::Far { COST_OF_FAR } else { 0 };
            Some((change, candidate))
        });
        let mut writable: Vec<(Change, Candidate)> = changes.collect();
        writable.sort_by_cached_key(|(_, candidate)| candidate.cost);
        let mut seen = HashSet::new();
        writable.retain(|(change, _)| seen.insert(*change));
        writable
    }

    fn push(&mut self, likelihood: Likelihood, cost: i32, premise: Premise) {
        self.collected.push(Candidate { premise, likelihood, cost });
    }

    fn change(&mut self, likelihood: Likelihood, cost: i32, change: Change) {
        self.push(likelihood, cost, Premise::Claim(Claim::Change(change)));
    }

    fn place(&mut self, places: Vec<(UnknownMove, Color, Point)>) {
        self.push(Likelihood::Unknown, 0, Premise::Placed(places));
    }

    /// Returns the position before the move that has the symptom.
    fn board_before(&self) -> Board {
        let board = self.before.game_board();
        board.enlarged(board.size())
    }

    /// Returns whether a move is played as it is written.
    fn is_written(&self, id: MoveId) -> bool {
        !self.assumptions.moves.contains_key(&id)
    }

    /// A move is played on another point.
    fn play(&mut self, id: MoveId, point: Point) {
        let (color, place) = self.walk.played_as(id);
        let MoveTarget::Point(written) = place else {
            if self.unknown.contains(&UnknownMove::Move(id)) {
                self.place(vec![(UnknownMove::Move(id), color, point)]);
            }
            return;
        };
        if written == point || !self.is_written(id) {
            return;
        }
        let (likelihood, cost) = match cost_of_slip(written, point, self.walk.game_board().size()) {
            Some(cost) => (Likelihood::Near, cost),
            None => (Likelihood::Far, distance(written, point)),
        };
        self.change(likelihood, cost, Change::Point(id, point));
        self.swap(id, Some(point));
    }

    /// A move is not played where it is written.
    fn lift(&mut self, id: MoveId) {
        if self.walk.played_as(id).1.point().is_some() && self.is_written(id) {
            self.push(Likelihood::Elsewhere, 0, Premise::Claim(Claim::Elsewhere(id)));
        }
    }

    /// A move and a nearby move have exchanged locations. With a `point`, only nearby moves on this point are tried.
    fn swap(&mut self, id: MoveId, point: Option<Point>) {
        let sequence = self.event[id].sequence;
        if self.sequence.as_ref().is_none_or(|(listed, _)| *listed != sequence) {
            self.sequence = Some((sequence, self.event.moves_of(sequence).collect()));
        }
        let Some((at, (_, moves))) =
            self.sequence.as_ref().and_then(|listed| Some((listed.1.binary_search(&id).ok()?, listed)))
        else {
            return;
        };
        let beside = |apart: usize| [at.checked_sub(apart), Some(at + apart)].into_iter().flatten();
        let others = SWAPS.iter().flat_map(|&(apart, cost)| beside(apart).map(move |other| (other, cost)));
        let others: Vec<(MoveId, i32)> = others.filter_map(|(other, cost)| Some((*moves.get(other)?, cost))).collect();
        for (other, cost) in others {
            let [place, other_place] = [id, other].map(|id| self.walk.played_as(id).1);
            let is_written = self.is_written(id) && self.is_written(other);
            let is_meant = point.is_none_or(|point| other_place == MoveTarget::Point(point));
            if is_written && is_meant && place != other_place && other_place != MoveTarget::Unknown {
                self.change(Likelihood::Near, cost, Change::Swap(id.min(other), id.max(other)));
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
                self.place(vec![(unknown, color, point)]);
            }
        } else if unknown.len() >= points.len() {
            let places = unknown.iter().rev().zip(points);
            self.place(places.map(|(&unknown, &point)| (unknown, color, point)).collect());
        }
    }

    /// An earlier move of a color was meant to be on a point.
    fn meant(&mut self, color: Color, point: Point) {
        let moves: Vec<MoveId> = self.walk.moves().filter(|&id| self.walk.played_as(id).0 == color).collect();
        for id in moves {
            self.play(id, point);
        }
    }

    /// An earlier move of a color was meant to be on an empty point, where the last move would have captured it. Most
    /// wrong lists name stones that would live there, and then no such move explains the list.
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

    /// The moves that played the stones on some points.
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
        causes.truncate(MAX_CANDIDATES / 4);
        causes
    }

    /// A board that is large enough for all moves, and smaller than the board that is assumed without BOARDSIZE.
    fn sizes(&mut self) {
        let event = self.event;
        let is_named = event.headers.iter().any(|header| header.keyword == Keyword::Boardsize);
        if is_named || self.assumptions.size.is_some() || event.moves.len() < 4 {
            return;
        }
        let setup = event.data.iter().flat_map(|datum| event.stones_of(datum));
        let points = event.moves.iter().filter_map(|played| played.place.point());
        let points = points.chain(setup.map(|stone| stone.point));
        let Some(last) = points.map(|point| point.column().max(point.row())).max() else { return };
        let least = u32::from(last) + 1;
        let usual = [9, 13].into_iter().filter(|&size| size > least);
        let sizes: Vec<u32> = [least].into_iter().chain(usual).filter(|&size| (5..19).contains(&size)).collect();
        for size in sizes.into_iter().filter_map(BoardSize::new) {
            self.push(Likelihood::Shown, 0, Premise::Claim(Claim::Size(size)));
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
        if self.is_written(id) {
            self.change(likelihood, cost, Change::Color(id));
        }
    }

    /// A move is on an occupied point: one of the two stones is somewhere else, or the earlier stone was captured.
    fn occupied(&mut self, id: MoveId) {
        let (_, MoveTarget::Point(point)) = self.walk.played_as(id) else { return };
        let board = self.board_before();
        let Some((stone, group)) = board.get(point).zip(board.group(point)) else { return };
        self.surround(stone.color, &group.liberties);
        let mut beside = slips(point, board.size());
        beside.retain(|slip| slip.cost <= MAX_COST_BESIDE && board.get(slip.point).is_none());
        for id in Self::causes(&board, [point]).into_iter().chain([id]) {
            self.lift(id);
            for slip in &beside {
                self.play(id, slip.point);
            }
        }
    }

    /// A move captures its own group: an adjacent enemy should have been captured or is somewhere else, or the move is
    /// somewhere else.
    fn self_capture(&mut self, id: MoveId) {
        let (color, MoveTarget::Point(point)) = self.walk.played_as(id) else { return };
        let taken: Vec<Point> =
            self.walk.played().into_iter().flat_map(|played| played.self_captured).map(|stone| stone.point).collect();
        let board = self.board_before();
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
        for id in Self::causes(&board, enemies).into_iter().chain([id]) {
            self.lift(id);
        }
    }

    /// The list of prisoners of a move differs from its captures.
    fn prisoners(&mut self, id: MoveId) {
        let (color, place) = self.walk.played_as(id);
        let enemy = color.opponent();
        let taken: Vec<Point> =
            self.walk.played().into_iter().flat_map(|played| played.captured).map(|stone| stone.point).collect();
        let board = self.walk.game_board().enlarged(self.walk.game_board().size());
        let targets = self.listed(id);
        let mut named: Vec<Point> = Vec::new();
        for &target in &targets {
            let (point, capturing) = match target {
                Target::Point(point) => (Some(point), None),
                Target::Move(number) => {
                    let numbered = self.walk.numbered(number);
                    (numbered.and_then(|id| self.walk.played_as(id).1.point()), numbered)
                }
                _ => continue,
            };
            named.extend(point);
            if point.is_some_and(|point| taken.contains(&point)) {
                continue;
            }
            if let Some(id) = capturing {
                for around in Self::beside(place, enemy, &board) {
                    self.play(id, around);
                }
            } else if let Target::Move(number) = target
                && let Some(index) = self.walk.missing(number)
            {
                for around in Self::beside(place, enemy, &board) {
                    self.place(vec![(UnknownMove::Missing(index), enemy, around)]);
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

    /// The stones that the PRISONER lines of a move list.
    fn listed(&self, id: MoveId) -> Vec<Target> {
        let lists = self.event.data_of(Owner::Move(id)).filter_map(|datum| match &datum.kind {
            DatumKind::Prisoner(range) => Some(self.event.marks(range)),
            _ => None,
        });
        lists.flatten().map(|mark| mark.target).collect()
    }

    /// A list of the move `id` names the stone on a point, but the move does not capture this stone.
    fn not_taken(&mut self, id: MoveId, color: Color, point: Point, board: &Board) {
        let enemy = color.opponent();
        let Some(stone) = board.get(point) else {
            self.fill(enemy, &[point]);
            self.meant_to_be_taken(enemy, point, board);
            return;
        };
        if stone.color == color {
            if let Cause::Move(cause) = Cause::of(stone) {
                self.flip(cause, Likelihood::Near, COST_OF_COLOR);
                self.swap(cause, None);
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

    /// Adds the slips of the moves that are related to a symptom of the move `id`.
    fn around(&mut self, id: MoveId) {
        let lifted = self.collected.iter().filter_map(|candidate| match candidate.premise {
            Premise::Claim(Claim::Elsewhere(id)) => Some((id, self.event[id].place.point()?)),
            _ => None,
        });
        for (id, point) in lifted.collect::<Vec<_>>() {
            self.slip(id, point, i32::MAX);
        }
        self.change(Likelihood::Near, COST_OF_PASS, Change::Pass(id));
        let rings = self.rings(id);
        let moves: Vec<MoveId> = self.walk.moves().take(MAX_BACK).collect();
        for id in moves {
            if let Some(point) = self.walk.played_as(id).1.point()
                && let Some(ring) = rings[point.index()]
            {
                self.slip(id, point, MAX_COST_IN_RINGS[ring]);
                self.flip(id, Likelihood::Near, COST_OF_COLOR);
                self.swap(id, None);
            }
            if self.event.sequences.len() == 1 {
                self.change(Likelihood::Near, COST_OF_MISSING_PASS, Change::MissingPass(id));
            }
        }
    }

    /// A move was meant to be on a point that is easily confused with its written point.
    fn slip(&mut self, id: MoveId, point: Point, max_cost: i32) {
        let slips = slips(point, self.walk.game_board().size()).into_iter();
        for slip in slips.filter(|slip| slip.cost <= max_cost) {
            self.change(Likelihood::Near, slip.cost, Change::Point(id, slip.point));
        }
    }

    /// Returns the points that are related to a symptom of a move, each with its ring: first the groups of the symptom
    /// with their liberties, then the adjacent groups.
    fn rings(&self, id: MoveId) -> [Option<usize>; 361] {
        let before = &self.before;
        let board = before.game_board();
        let target = self.walk.played_as(id).1.point();
        let listed = self.listed(id).into_iter().filter_map(|target| match target {
            Target::Point(point) => Some(point),
            Target::Move(number) => before.played_as(before.numbered(number)?).1.point(),
            Target::All | Target::Moves(..) => None,
        });
        let mut seeds: Vec<Point> =
            target.into_iter().flat_map(|point| point.neighbours().chain([point])).chain(listed).collect();
        let mut rings = [None; 361];
        for ring in 0..MAX_COST_IN_RINGS.len() {
            let mut next: Vec<Point> = Vec::new();
            for point in seeds {
                if rings[point.index()].is_some() || !board.size().contains(point) {
                    continue;
                }
                let Some(group) = board.group(point) else {
                    rings[point.index()] = Some(ring);
                    continue;
                };
                for &stone in &group.stones {
                    rings[stone.index()] = Some(ring);
                    next.extend(stone.neighbours().filter(|&beside| board.get(beside).is_some()));
                }
                for liberty in &group.liberties {
                    rings[liberty.index()].get_or_insert(ring);
                }
            }
            seeds = next;
        }
        rings
    }

    /// The points on which a move could capture an enemy stone: points next to the move, and liberties of groups there.
    fn beside(place: MoveTarget, enemy: Color, board: &Board) -> Vec<Point> {
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
