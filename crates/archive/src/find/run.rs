//! The search of one event: a walk that compares each position with the pattern.

use std::collections::HashMap;
use std::sync::Arc;

use super::matching::Matching;
use super::placement::{PlacementClass, Placements};
use super::places::{Next, Place};
use super::query::Query;
use crate::PartEvent;
use ishi_board::{Color, Point};
use ishi_record::record::{Event, MoveId, MoveTarget, Owner, SequenceId};
use ishi_record::replay::{Visit, Walk};

/// A place that was found, and whether it is on the main line.
pub(super) struct Found {
    pub(super) place: Place,
    is_main_line: bool,
    /// The number of the position in the order in which positions are compared.
    position: usize,
}

impl Found {
    pub(super) fn is_on_main_line(&self) -> bool {
        self.is_main_line
    }
}

/// The maximum number of standing placements and waiting candidates that are kept for all moves to which a variation
/// may return. If there would be more, the placements are searched in two halves, one after the other.
const MAX_KEPT: usize = 1 << 20;

/// The maximum number of places of a part.
const MAX_PLACES: usize = 1 << 18;

/// The maximum number of next moves of all places of a part together.
const MAX_NEXT: usize = 1 << 20;

/// Finds the places of a part of a game in the order of the file: all, or the first one on the main line and the first
/// one on a variation.
pub(super) fn run(query: &Query, placements: &Placements, part: (usize, PartEvent<'_>)) -> Vec<Found> {
    run_within(MAX_KEPT, query, placements, part)
}

fn run_within(max_kept: usize, query: &Query, placements: &Placements, part: (usize, PartEvent<'_>)) -> Vec<Found> {
    let count = placements.classes.len();
    let mut within_limit =
        Run::new(query, placements, part.1).found(part.0, if count > 1 { max_kept } else { usize::MAX });
    if within_limit.is_none() {
        let (low, high) = placements.classes.split_at(count / 2);
        let half = |classes: &[Arc<PlacementClass>]| {
            run_within(max_kept, query, &Placements::of_classes(classes.to_vec()), part)
        };
        let mut places = half(low);
        places.extend(half(high));
        // Places in one position stay in the order of the placements.
        places.sort_by_cached_key(|place| place.position);
        within_limit = Some(places);
    }
    let mut places = within_limit.unwrap_or_default();
    if query.all {
        places.truncate(MAX_PLACES);
    } else {
        let mut is_known = [false; 2];
        places.retain(|place| !std::mem::replace(&mut is_known[usize::from(place.is_main_line)], true));
    }
    places
}

/// A position in which the pattern stands, and which may be a place.
struct Candidate {
    class: u16,
    position: usize,
    owner: Owner,
    sequence: SequenceId,
    is_on_main_line: bool,
    number: u32,
    /// Whether the moves that have to follow were played.
    is_found: bool,
    /// The next moves, each with whether it is on the line of the candidate itself.
    next: Vec<(bool, Next)>,
}

/// A placement in which the pattern is on the board at present.
#[derive(Clone, Copy, Debug)]
struct Standing {
    class: u16,
    /// The number of this occurrence, which lasts from when the pattern appears until it disappears.
    run: u32,
    /// Whether a place was found in this occurrence.
    is_found: bool,
}

/// A candidate that waits for moves in the pattern.
#[derive(Clone, Copy, Debug)]
struct Waiting {
    candidate: usize,
    class: u16,
    run: u32,
    /// The number of moves that have to follow and were played.
    played: usize,
    /// The number of moves that were played elsewhere since then.
    elsewhere: u32,
}

/// The state of a line of play at a position.
#[derive(Clone, Debug, Default)]
struct Line {
    /// The number of the last move.
    number: u32,
    /// The standing placements, sorted by class.
    standing: Vec<Standing>,
    waiting: Vec<Waiting>,
    /// The item that has changed the position, if the new position was not compared yet.
    changed: Option<Owner>,
}

impl Line {
    fn size(&self) -> usize {
        1 + self.standing.len() + self.waiting.len()
    }
}

/// A variation that has begun.
struct Frame {
    /// The line of play that continues after the variation, and the part of the path that belongs to it.
    line: Line,
    undone: Vec<(MoveId, Line)>,
    /// The length of the path at the beginning of the variation.
    base: usize,
}

struct Run<'s> {
    query: &'s Query,
    placements: &'s Placements,
    event: &'s Event,
    main_moves: Option<usize>,
    /// The number of moves of the main line of the event that were played.
    played: usize,
    matching: Matching<'s>,
    line: Line,
    /// For each move that variations replace, the number of these variations that are still to come; empty if
    /// variations are not searched.
    branches: HashMap<MoveId, u32>,
    /// The moves with branches that led to the position, each with the line of play before the move.
    path: Vec<(MoveId, Line)>,
    frames: Vec<Frame>,
    /// The size of all lines of the path and the frames.
    kept: usize,
    candidates: Vec<Candidate>,
    /// The number of the next moves of all candidates.
    nexts: usize,
    /// Whether a place was found in a variation, and on the main line.
    has_found: [bool; 2],
    /// The number of positions that were compared.
    positions: usize,
    runs: u32,
}

impl<'s> Run<'s> {
    fn new(query: &'s Query, placements: &'s Placements, part: PartEvent<'s>) -> Self {
        let PartEvent { event, main_moves } = part;
        let mut branches = HashMap::new();
        if query.variations {
            event
                .sequences
                .iter()
                .filter_map(|sequence| sequence.replaces)
                .for_each(|id| *branches.entry(id).or_default() += 1);
        }
        Self {
            query,
            placements,
            event,
            main_moves,
            played: 0,
            matching: Matching::new(placements),
            line: Line::default(),
            branches,
            path: Vec::new(),
            frames: Vec::new(),
            kept: 0,
            candidates: Vec::new(),
            nexts: 0,
            has_found: [false; 2],
            positions: 0,
            runs: 0,
        }
    }

    /// Finds the places; `None` if more than `max_kept` would have to be kept.
    fn found(mut self, part: usize, max_kept: usize) -> Option<Vec<Found>> {
        self.walk(max_kept)?;
        let placements = self.placements;
        let places = self.candidates.into_iter().filter(|candidate| candidate.is_found).map(|candidate| {
            let Candidate { position, is_on_main_line: is_main_line, .. } = candidate;
            Found { place: candidate.into_place(part, placements), is_main_line, position }
        });
        Some(places.collect())
    }

    /// Visits the whole event; `None` if more than `max_kept` would have to be kept.
    fn walk(&mut self, max_kept: usize) -> Option<()> {
        let mut walk = Walk::new(self.event);
        let with_variations = self.query.variations && self.event.sequences.len() > 1;
        // The number of open variations that are not searched.
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
                        return Some(());
                    }
                    self.played += usize::from(self.event[id].sequence == SequenceId(0));
                    if !self.query.variations && !self.is_on_main_line(SequenceId(0)) {
                        return Some(());
                    }
                    if self.branches.contains_key(&id) {
                        self.kept += self.line.size();
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
            if self.kept > max_kept {
                return None;
            }
        }
        self.compare();
        Some(())
    }

    /// Whether the rest of the event can't change the result, because the first place of the main line and its next
    /// move were found.
    fn is_done(&self) -> bool {
        let is_first = !self.query.all && !self.query.variations;
        is_first && self.line.waiting.is_empty() && self.has_found != [false; 2]
    }

    /// Whether the position is on the main line of the game, if its last item is in this sequence.
    fn is_on_main_line(&self, sequence: SequenceId) -> bool {
        sequence == SequenceId(0) && self.main_moves.is_some_and(|count| self.played <= count)
    }

    /// Updates the points that may have changed since the board had `steps` steps: those of captured stones, and
    /// `points`. Returns the points whose content has changed.
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

    /// Updates the position after a datum, if the datum is setup.
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

    /// Updates the position after a move. The candidates that wait for a move continue or end.
    fn play(&mut self, id: MoveId, changed: &[Point]) {
        let played = &self.event[id];
        self.line.changed = Some(Owner::Move(id));
        self.line.number = self.event.number(id).unwrap_or(self.line.number.saturating_add(1));
        let mut completed: Vec<Waiting> = Vec::new();
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
                if self.nexts < MAX_NEXT {
                    self.nexts += 1;
                    let next = next(self.query, class, played.color, played.place, waiting.elsewhere);
                    candidate.next.push((played.sequence == candidate.sequence, next));
                }
                return false;
            };
            (waiting.played, waiting.elsewhere) = (waiting.played + 1, 0);
            let goes_on = (played.color, played.place) == (color, MoveTarget::Point(point));
            if goes_on && waiting.played == class.then.len() {
                completed.push(*waiting);
            }
            goes_on
        });
        self.line.waiting = waiting;
        for waiting in completed {
            self.find(waiting.candidate, waiting.run);
        }
    }

    /// Compares the position after a move or setup, once the position is complete.
    fn compare(&mut self) {
        let Some(owner) = self.line.changed.take() else { return };
        self.positions += 1;
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
        let is_on_main_line = self.is_on_main_line(sequence);
        // A candidate of the main line also waits for the moves of a variation, and meanwhile there is no other
        // candidate in the variation.
        let has_found = if self.query.variations {
            self.has_found == [true; 2]
        } else {
            self.has_found[usize::from(is_on_main_line)]
        };
        let is_late = has_found && !self.query.all;
        if is_late || self.candidates.len() >= MAX_PLACES {
            return;
        }
        let player = self.query.to_play.and_then(|_| player_after(self.event, owner));
        // An occurrence that waits for its first move already has a candidate for the same moves.
        let mut waiting: Vec<u32> =
            self.line.waiting.iter().filter(|waiting| waiting.played == 0).map(|waiting| waiting.run).collect();
        waiting.sort_unstable();
        // Of several placements that are found in one position, the first is reported.
        let is_first_enough = !self.query.all && !self.query.variations;
        for standing in &mut self.line.standing {
            let Standing { class, run, is_found } = *standing;
            let PlacementClass { to_play, then, .. } = &*self.placements.classes[usize::from(class)];
            if is_found || to_play.is_some() && *to_play != player || waiting.binary_search(&run).is_ok() {
                continue;
            }
            let candidate = self.candidates.len();
            let (number, position) = (self.line.number, self.positions);
            self.candidates.push(Candidate {
                class,
                position,
                owner,
                sequence,
                is_on_main_line,
                number,
                is_found: then.is_empty(),
                next: Vec::new(),
            });
            self.line.waiting.push(Waiting { candidate, class, run, played: 0, elsewhere: 0 });
            if then.is_empty() {
                standing.is_found = true;
                self.has_found[usize::from(is_on_main_line)] = true;
                if is_first_enough {
                    return;
                }
            }
        }
    }

    /// Marks a candidate as a place whose moves were played, and drops the other candidates of the same occurrence.
    fn find(&mut self, candidate: usize, run: u32) {
        let place = &mut self.candidates[candidate];
        place.is_found = true;
        self.has_found[usize::from(place.is_on_main_line)] = true;
        if let Some(standing) = self.line.standing.iter_mut().find(|standing| standing.run == run) {
            standing.is_found = true;
        }
        self.line.waiting.retain(|waiting| waiting.run != run || waiting.candidate == candidate);
    }

    /// Begins a variation: restores the line of play before the move that the variation replaces.
    fn begin(&mut self, id: SequenceId) {
        let replaced = self.event.sequence(id).replaces;
        let place = replaced.and_then(|id| self.path.iter().rposition(|&(played, _)| played == id));
        let base = place.unwrap_or(self.path.len());
        let mut undone = self.path.split_off(base);
        let is_last = replaced.and_then(|id| self.branches.get_mut(&id)).is_some_and(|left| {
            *left = left.saturating_sub(1);
            *left == 0
        });
        let before = match undone.first_mut() {
            Some((_, before)) if is_last => {
                self.kept -= before.size() - Line::default().size();
                std::mem::take(before)
            }
            Some((_, before)) => before.clone(),
            None => self.line.clone(),
        };
        let line = std::mem::replace(&mut self.line, before);
        self.kept += line.size();
        self.frames.push(Frame { line, undone, base });
    }

    /// Ends a variation: continues the line of play after the move that the variation replaced.
    fn end(&mut self) {
        if let Some(Frame { line, undone, base }) = self.frames.pop() {
            self.kept -= line.size() + self.path.drain(base..).map(|(_, line)| line.size()).sum::<usize>();
            self.line = line;
            self.path.extend(undone);
        }
    }
}

impl Candidate {
    fn into_place(self, part: usize, placements: &Placements) -> Place {
        let class = &placements.classes[usize::from(self.class)];
        let mut next = self.next;
        next.sort_by_cached_key(|(is_own, _)| u32::from(!is_own));
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::find::parse_pattern;
    use crate::find::placement::AllPlacements;
    use ishi_record::record;
    use ishi_record::syntax::Reader;

    /// A search in halves finds the same places in the same order.
    #[test]
    fn a_bound_on_the_memory_changes_no_place() {
        let mut random = fastrand::Rng::with_seed(7);
        for _ in 0..60 {
            let mut text = "EVENT x\nBOARDSIZE 5\n".to_owned();
            let moves = |random: &mut fastrand::Rng, from: u32, to: u32| -> String {
                let point = |random: &mut fastrand::Rng| {
                    format!("{}{}", ["A", "B", "C", "D", "E"][random.usize(..5)], random.u8(1..6))
                };
                let lines =
                    (from..to).map(|n| format!("{} {n} {}\n", if n % 2 == 1 { "B" } else { "W" }, point(random)));
                lines.collect::<Vec<_>>().concat()
            };
            text += &moves(&mut random, 1, 20);
            // Variations at the end, from anywhere, and some inside others.
            for _ in 0..8 {
                let from = random.u32(1..20);
                let (outer, inner) = (moves(&mut random, from, from + 4), moves(&mut random, from + 1, from + 3));
                text.extend(["VAR\n", &outer, "VAR\n", &inner, "ENDVAR\nENDVAR\n"]);
            }
            let source = Reader::of_file(&text).next().unwrap();
            let event = record::read(&source).event;
            assert!(event.sequences.len() > 10, "{text}");
            let drawn = ["*X\n.*\n", "X*\n*O\n", ".\n", "xX\n"][random.usize(..4)];
            for (all, then) in [(false, false), (true, false), (false, true), (true, true)] {
                let pattern = parse_pattern(drawn).unwrap().anywhere();
                let location = pattern.location((0, 0)).unwrap();
                let then =
                    if then && drawn.starts_with(['*', '.']) { vec![(Color::Black, location)] } else { Vec::new() };
                let query = Query { variations: true, all, then, ..Query::of(pattern) };
                let placements = AllPlacements::new(&query, event.board_size);
                let part = (0, PartEvent { event: &event, main_moves: Some(19) });
                let find = |max_kept| -> Vec<_> {
                    let places = run_within(max_kept, &query, placements.all(), part);
                    places.into_iter().map(|one| (one.is_main_line, one.place)).collect()
                };
                assert_eq!(find(20), find(usize::MAX), "{drawn}{text}");
            }
        }
    }
}
