//! The search of one event: a walk that compares each position with the pattern.

use super::matching::Matching;
use super::placement::{PlacementClass, Placements};
use super::places::{Next, Place};
use super::query::Query;
use crate::board::{Color, Point};
use crate::record::{Event, MoveId, MoveTarget, Owner, SequenceId};
use crate::replay::{Visit, Walk};

/// The event of a part of a game.
#[derive(Clone, Copy, Debug)]
pub struct PartEvent<'e> {
    /// The event.
    pub event: &'e Event,
    /// How many moves of its main line are on that of the game, which may leave it for a position that is set up. None
    /// if the part belongs to a variation.
    pub main_moves: Option<usize>,
}

/// A place, and whether it is on the main line, which comes first.
pub(super) struct Found {
    pub(super) place: Place,
    is_main_line: bool,
}

impl Found {
    pub(super) fn is_on_main_line(&self) -> bool {
        self.is_main_line
    }
}

/// Finds the places of a part of a game in the order of the file: all, or the first one on the main line and the first
/// one on a variation.
pub(super) fn run(query: &Query, placements: &Placements, (index, part): (usize, PartEvent<'_>)) -> Vec<Found> {
    let PartEvent { event, main_moves } = part;
    let mut run = Run {
        query,
        placements,
        event,
        main_moves,
        played: 0,
        matching: Matching::new(placements),
        line: Line::default(),
        path: Vec::new(),
        frames: Vec::new(),
        candidates: Vec::new(),
        runs: 0,
    };
    run.walk();
    let mut found: Vec<Found> = Vec::new();
    for candidate in run.candidates.into_iter().filter(|candidate| candidate.is_found) {
        let is_main_line = candidate.is_on_main_line;
        if query.all || found.iter().all(|found| found.is_main_line != is_main_line) {
            found.push(Found { place: candidate.into_place(index, placements), is_main_line });
        }
    }
    found
}

/// A position in which the pattern stands, and which may be a place.
struct Candidate {
    class: u16,
    owner: Owner,
    sequence: SequenceId,
    is_on_main_line: bool,
    number: u32,
    /// Whether the moves that have to follow do.
    is_found: bool,
    /// The next moves, each with whether it is on the line of the candidate itself.
    next: Vec<(bool, Next)>,
}

/// A placement in which the pattern stands at present.
#[derive(Clone, Copy, Debug)]
struct Standing {
    class: u16,
    /// The number of this time that it stands there.
    run: u32,
    /// Whether a place of this time was found.
    is_found: bool,
}

/// A candidate that waits for moves in the pattern.
#[derive(Clone, Copy, Debug)]
struct Waiting {
    candidate: usize,
    class: u16,
    run: u32,
    /// How many of the moves that have to follow were played.
    played: usize,
    /// How many moves were played elsewhere since.
    elsewhere: u32,
}

/// State of a line of play at a position.
#[derive(Clone, Debug, Default)]
struct Line {
    /// The number of the last move.
    number: u32,
    /// Sorted by their classes.
    standing: Vec<Standing>,
    waiting: Vec<Waiting>,
    /// The item that has changed the position, if this is not compared yet.
    changed: Option<Owner>,
}

/// A variation that has begun.
struct Frame {
    /// The line of play and its moves to go on with after the variation.
    line: Line,
    undone: Vec<(MoveId, Line)>,
    /// How long the path was where it began.
    base: usize,
}

struct Run<'s> {
    query: &'s Query,
    placements: &'s Placements,
    event: &'s Event,
    main_moves: Option<usize>,
    /// How many moves of the main line of the event were played.
    played: usize,
    matching: Matching<'s>,
    line: Line,
    /// The moves that have led here, each with the line before it. Empty if variations are not searched.
    path: Vec<(MoveId, Line)>,
    frames: Vec<Frame>,
    candidates: Vec<Candidate>,
    runs: u32,
}

impl Run<'_> {
    fn walk(&mut self) {
        let mut walk = Walk::new(self.event);
        let with_variations = self.query.variations && self.event.sequences.len() > 1;
        // How many variations have begun that are not searched.
        let mut skipped = 0;
        let mut steps = 0;
        self.line.changed = Some(Owner::Event);
        while let Some(visit) = walk.next() {
            match visit {
                Visit::Begin(_) if !with_variations => skipped += 1,
                Visit::End(_) if !with_variations => skipped -= 1,
                _ if skipped > 0 => {}
                Visit::Move(id) => {
                    self.compare();
                    if self.is_done() {
                        return;
                    }
                    self.played += usize::from(self.event[id].sequence == SequenceId(0));
                    if !self.query.variations && !self.is_on_main_line(SequenceId(0)) {
                        return;
                    }
                    if with_variations {
                        self.path.push((id, self.line.clone()));
                    }
                    let changed = self.follow(&walk, steps, self.event[id].place.point());
                    self.play(id, &changed);
                }
                Visit::Datum(index) => self.set_up(&walk, steps, index),
                Visit::Begin(id) => {
                    self.compare();
                    self.begin(id);
                    self.matching.update_all(walk.game_board());
                }
                Visit::End(_) => {
                    self.compare();
                    self.end();
                    self.matching.update_all(walk.game_board());
                }
                Visit::Diagram(_) => {}
            }
            if skipped == 0 {
                steps = walk.game_board().steps();
            }
        }
        self.compare();
    }

    /// Whether nothing that is still to come matters: the first place of the main line was found, and its next move.
    fn is_done(&self) -> bool {
        let is_first = !self.query.all && !self.query.variations;
        is_first && self.line.waiting.is_empty() && self.candidates.iter().any(|candidate| candidate.is_found)
    }

    /// Whether the position is on the main line of the game, if its last item is in this sequence.
    fn is_on_main_line(&self, sequence: SequenceId) -> bool {
        sequence == SequenceId(0) && self.main_moves.is_some_and(|count| self.played <= count)
    }

    /// Takes over the points that have changed since the board had `steps` steps: those that were captured, and some
    /// others. Returns the points that are different now.
    fn follow(&mut self, walk: &Walk<'_>, steps: usize, points: impl IntoIterator<Item = Point>) -> Vec<Point> {
        let board = walk.game_board();
        let mut changed: Vec<Point> = Vec::new();
        let taken = (steps..board.steps()).flat_map(|step| {
            let outcome = board.outcome_of(step);
            outcome.captured.iter().chain(outcome.self_captured).map(|stone| stone.point)
        });
        for point in points.into_iter().filter(|&point| board.size().contains(point)).chain(taken) {
            if self.matching.update(board, point) {
                changed.push(point);
            }
        }
        changed
    }

    /// Takes over a datum, which may be setup.
    fn set_up(&mut self, walk: &Walk<'_>, steps: usize, index: usize) {
        let datum = &self.event.data[index];
        if !datum.is_setup() {
            return;
        }
        let changed = self.follow(walk, steps, self.event.stones_of(datum).iter().map(|stone| stone.point));
        self.line.changed = Some(datum.owner);
        let classes = &self.placements.classes;
        self.line.waiting.retain(|waiting| !reaches(&classes[usize::from(waiting.class)], &changed));
    }

    /// Takes over a move. The candidates that wait for it go on, or end.
    fn play(&mut self, id: MoveId, changed: &[Point]) {
        let played = &self.event[id];
        self.line.changed = Some(Owner::Move(id));
        self.line.number = self.event.number(id).unwrap_or(self.line.number.saturating_add(1));
        let mut found: Vec<Waiting> = Vec::new();
        let mut waiting = std::mem::take(&mut self.line.waiting);
        waiting.retain_mut(|waiting| {
            let class = &self.placements.classes[usize::from(waiting.class)];
            let is_inside = match played.place {
                MoveTarget::Point(point) => class.contains(point),
                MoveTarget::Pass | MoveTarget::Unknown => class.is_whole,
            };
            if !is_inside {
                waiting.elsewhere += 1;
                return !reaches(class, changed);
            }
            let Some(&(color, point)) = class.then.get(waiting.played) else {
                let candidate = &mut self.candidates[waiting.candidate];
                let next = next(self.query, class, played.color, played.place, waiting.elsewhere);
                candidate.next.push((played.sequence == candidate.sequence, next));
                return false;
            };
            (waiting.played, waiting.elsewhere) = (waiting.played + 1, 0);
            let goes_on = (played.color, played.place) == (color, MoveTarget::Point(point));
            if goes_on && waiting.played == class.then.len() {
                found.push(*waiting);
            }
            goes_on
        });
        self.line.waiting = waiting;
        for waiting in found {
            self.find(waiting.candidate, waiting.run);
        }
    }

    /// Compares the position that a move or setup has left, which is complete.
    fn compare(&mut self) {
        let Some(owner) = self.line.changed.take() else { return };
        for (class, matches) in self.matching.take_touched() {
            match (self.line.standing.binary_search_by_key(&class, |standing| standing.class), matches) {
                (Err(index), true) => {
                    self.runs += 1;
                    self.line.standing.insert(index, Standing { class, run: self.runs, is_found: false });
                }
                (Ok(index), false) => {
                    self.line.standing.remove(index);
                }
                _ => {}
            }
        }
        if self.line.standing.is_empty() || !self.query.moves.contains(&self.line.number) {
            return;
        }
        let sequence = self.event.sequence_of(owner);
        let is_late =
            !self.query.all && self.candidates.iter().any(|other| other.is_found && other.sequence == sequence);
        if is_late {
            return;
        }
        let player = self.query.to_play.and_then(|_| player_after(self.event, owner));
        for index in 0..self.line.standing.len() {
            let Standing { class, run, is_found } = self.line.standing[index];
            let PlacementClass { to_play, then, .. } = &*self.placements.classes[usize::from(class)];
            // One that waits for the first move already is a candidate for the same moves.
            let waits = |waiting: &Waiting| waiting.run == run && waiting.played == 0;
            if is_found || to_play.is_some() && *to_play != player || self.line.waiting.iter().any(waits) {
                continue;
            }
            let candidate = self.candidates.len();
            let (number, is_on_main_line) = (self.line.number, self.is_on_main_line(sequence));
            self.candidates.push(Candidate {
                class,
                owner,
                sequence,
                is_on_main_line,
                number,
                is_found: false,
                next: Vec::new(),
            });
            self.line.waiting.push(Waiting { candidate, class, run, played: 0, elsewhere: 0 });
            if then.is_empty() {
                self.find(candidate, run);
            }
        }
    }

    /// Notes that a candidate is a place, and drops others of the same time.
    fn find(&mut self, candidate: usize, run: u32) {
        self.candidates[candidate].is_found = true;
        if let Some(standing) = self.line.standing.iter_mut().find(|standing| standing.run == run) {
            standing.is_found = true;
        }
        self.line.waiting.retain(|waiting| waiting.run != run || waiting.candidate == candidate);
    }

    /// Begins a variation: the line of play is again as it was before the move that it replaces.
    fn begin(&mut self, id: SequenceId) {
        let line = self.line.clone();
        let replaced = self.event.sequence(id).replaces;
        let place = self.path.iter().rposition(|(played, _)| Some(*played) == replaced);
        let base = place.unwrap_or(self.path.len());
        let undone = self.path.split_off(base);
        if let Some((_, before)) = undone.first() {
            self.line = before.clone();
        }
        self.frames.push(Frame { line, undone, base });
    }

    /// Ends a variation: the line of play goes on after the move that it replaced.
    fn end(&mut self) {
        if let Some(Frame { line, undone, base }) = self.frames.pop() {
            self.line = line;
            self.path.truncate(base);
            self.path.extend(undone);
        }
    }
}

impl Candidate {
    fn into_place(self, part: usize, placements: &Placements) -> Place {
        let class = &placements.classes[usize::from(self.class)];
        let mut next = self.next;
        next.sort_by_key(|(is_own, _)| !is_own);
        let first = class.first();
        Place {
            part,
            owner: self.owner,
            number: self.number,
            variation: (self.sequence != SequenceId(0)).then_some(self.sequence.0),
            orientation: first.orientation,
            swapped: first.swapped,
            region: class.region,
            next: next.into_iter().map(|(_, next)| next).collect(),
        }
    }
}

/// Whether one of the points lies in the pattern.
fn reaches(class: &PlacementClass, points: &[Point]) -> bool {
    points.iter().any(|&point| class.contains(point))
}

/// The next move of a candidate, as it is reported.
fn next(query: &Query, class: &PlacementClass, color: Color, played: MoveTarget, elsewhere: u32) -> Next {
    let (row, row_swapped) = class.row(&query.pattern, played);
    let location = class.location(&query.pattern, played);
    Next { location, color: class.first().color(color), played, elsewhere, row, row_swapped }
}

/// The player of the move after an item.
fn player_after(event: &Event, owner: Owner) -> Option<Color> {
    let (sequence, current) = event.sequence_at(owner);
    match (event.move_after(sequence, current), current) {
        (Some(id), _) => Some(event[id].color),
        (None, Some(id)) => Some(event[id].color.opponent()),
        (None, None) => event.next_move(sequence, None).map(|(_, color)| color),
    }
}
