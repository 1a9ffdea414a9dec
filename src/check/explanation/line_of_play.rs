//! One line of play of an event, which can be played again at little cost with one thing in it changed.
//!
//! It knows less than a [`Walk`](crate::replay::Walk): there are no variations besides it, and it does not say what is
//! wrong, but only how often the record contradicts the board. So many changes can be tried, and only the best few have
//! to be played in full.

use std::collections::HashMap;

use super::change::Change;
use crate::board::{Board, BoardSize, Color, Origin, Point, Stone};
use crate::record::{DatumKind, Event, MoveId, MoveTarget, Owner, SequenceId};
use crate::rules::Ruleset;
use crate::syntax::Target;

/// A move of the line.
#[derive(Debug)]
pub(super) struct LineStep {
    pub(super) id: MoveId,
    pub(super) color: Color,
    pub(super) place: MoveTarget,
    /// The stones that are set up before it.
    setup: Vec<Stone>,
    prisoners: ListedPrisoners,
}

/// Prisoners that the lines after a move list.
#[derive(Debug)]
enum ListedPrisoners {
    Unlisted,
    /// Something that can't be read, or that may not be meant for this move.
    Unknown,
    Listed(Vec<Target>),
}

/// A line of play, and the board on it.
#[derive(Debug)]
pub(super) struct LineOfPlay {
    pub(super) steps: Vec<LineStep>,
    size: BoardSize,
    is_suicide_allowed: bool,
    are_listed: bool,
    board: Board,
    /// Of the line as it is written, before each step and at the end.
    written: Vec<Checkpoint>,
    /// The step before which the board is now.
    at: usize,
    /// How many more steps may be played.
    left: usize,
}

#[derive(Clone, Copy, Debug, Default)]
struct Checkpoint {
    /// How many steps the board had, those of the setup before this step not among them.
    board_steps: usize,
    /// The hash of the board, with that setup.
    hash: u64,
    /// How many contradictions there were.
    contradictions: usize,
}

/// Result of playing one step.
#[derive(Default)]
struct PlayedStep {
    /// The hash of the board before it.
    before: u64,
    point: Option<Point>,
    contradictions: usize,
    captures: usize,
    /// Whether it was played between stones of its own color only.
    is_eye: bool,
    /// How odd it is to play as far from the moves before.
    distance: i32,
}

impl LineOfPlay {
    /// The line through a move to the end of its sequence, of which at most `limit` steps will be played. `None` for a
    /// variation that replaces no move.
    pub(super) fn through(event: &Event, id: MoveId, limit: usize) -> Option<Self> {
        let path = path(event, event[id].sequence)?;
        let rules = Ruleset::of(event);
        let is_list = |kind: &DatumKind| matches!(kind, DatumKind::Prisoner(_));
        let mut setup = event.data.iter().filter(|datum| datum.is_setup() && datum.owner == Owner::Event).peekable();
        let mut steps: Vec<LineStep> = Vec::new();
        // The last step with each number.
        let mut numbered: HashMap<u32, u32> = HashMap::new();
        for id in path {
            let found = &event[id];
            let mut step = LineStep {
                id,
                color: found.color,
                place: match found.place {
                    MoveTarget::Point(point) if !event.board_size.contains(point) => MoveTarget::Unknown,
                    place => place,
                },
                setup: Vec::new(),
                prisoners: ListedPrisoners::Unlisted,
            };
            while let Some(datum) = setup.next_if(|datum| datum.line < found.line) {
                if let DatumKind::Setup(range) = &datum.kind {
                    let stones = event.stones(range).iter();
                    step.setup.extend(stones.map(|stone| Stone {
                        point: stone.point,
                        color: stone.color,
                        origin: Origin::default(),
                    }));
                }
            }
            let lists = event.data_of(Owner::Move(id)).filter_map(|datum| match &datum.kind {
                DatumKind::Prisoner(range) => Some(event.marks(range)),
                _ => None,
            });
            for list in lists {
                let targets = list.iter().map(|mark| mark.target);
                match &mut step.prisoners {
                    ListedPrisoners::Listed(listed) => listed.extend(targets),
                    _ => step.prisoners = ListedPrisoners::Listed(targets.collect()),
                }
            }
            if let ListedPrisoners::Listed(targets) = &mut step.prisoners {
                // From here on a number means a step.
                let is_known = targets.iter_mut().all(|target| {
                    let Target::Move(number) = target else { return true };
                    let step = numbered.get(number).copied();
                    *number = step.unwrap_or_default();
                    step.is_some()
                });
                // More than there are points is right with no change, and would be compared at each try.
                if !is_known || targets.len() > MAX_LISTED {
                    step.prisoners = ListedPrisoners::Unknown;
                }
            }
            if let Some(number) = event.number(id) {
                numbered.insert(number, steps.len() as u32);
            }
            steps.push(step);
        }
        let mut line = Self {
            steps,
            size: event.board_size,
            is_suicide_allowed: rules.is_some_and(|rules| rules.suicide),
            are_listed: event.data.iter().any(|datum| is_list(&datum.kind) && matches!(datum.owner, Owner::Move(_))),
            board: Board::new(event.board_size),
            written: Vec::new(),
            at: 0,
            left: limit,
        };
        line.play_as_written();
        Some(line)
    }

    /// The step that is this move.
    pub(super) fn position_of(&self, id: MoveId) -> Option<usize> {
        self.steps.iter().position(|step| step.id == id)
    }

    /// How many contradictions the line has as it is written.
    pub(super) fn contradictions(&self) -> usize {
        self.written.last().map_or(0, |mark| mark.contradictions)
    }

    /// Whether the step contradicts the board as it is written.
    pub(super) fn is_contradiction(&self, step: usize) -> bool {
        self.written[step + 1].contradictions > self.written[step].contradictions
    }

    pub(super) fn size(&self) -> BoardSize {
        self.size
    }

    /// Whether there is nothing left to spend.
    pub(super) fn is_spent(&self) -> bool {
        self.left == 0
    }

    /// The board before a step, as the line is written.
    pub(super) fn board_before(&mut self, step: usize) -> &Board {
        self.go_to(step);
        &self.board
    }

    fn play_as_written(&mut self) {
        let mut contradictions = 0;
        for index in 0..self.steps.len() {
            let board_steps = self.board.steps();
            let played = self.play(index, None, self.hash_before_previous(index));
            self.written.push(Checkpoint { board_steps, hash: played.before, contradictions });
            contradictions += played.contradictions;
        }
        self.written.push(Checkpoint { board_steps: self.board.steps(), hash: self.board.hash(), contradictions });
        self.at = self.steps.len();
    }

    /// Brings the board to where it is before a step as the line is written.
    fn go_to(&mut self, step: usize) {
        for index in self.at..step {
            self.play(index, None, None);
        }
        while self.board.steps() > self.written[step].board_steps {
            self.board.undo();
        }
        self.at = step;
    }

    /// The hash of the board before the step before this one, as the line is written.
    fn hash_before_previous(&self, step: usize) -> Option<u64> {
        step.checked_sub(1).map(|previous| self.written[previous].hash)
    }

    /// How many contradictions there are with a change, if `symptom` is none of them and they are at most `most`.
    pub(super) fn try_change(&mut self, change: Change<usize>, symptom: usize, most: usize) -> Option<usize> {
        let first = change.first();
        let mut contradictions = self.written[first].contradictions;
        let mut is_good = contradictions <= most;
        self.play_on(first, Some(change), |index, _, played| {
            contradictions += played.contradictions;
            is_good = contradictions <= most && (index != symptom || played.contradictions == 0);
            is_good
        });
        (is_good && !self.is_spent()).then_some(contradictions)
    }

    /// How unlikely the play is with a change from step `from` on, in hundredths of a natural logarithm.
    pub(super) fn oddness(&mut self, change: Option<Change<usize>>, from: usize) -> i32 {
        let mut oddness = 0;
        self.play_on(from, change, |_, line, played| {
            oddness += played.distance;
            if played.captures == 0 {
                oddness += if played.is_eye { ODD_EYE } else { 0 };
                let is_self_atari = played.point.is_some_and(|point| line.board.is_short_of_liberties::<2>(point));
                oddness += if is_self_atari { ODD_SELF_ATARI } else { 0 };
            }
            true
        });
        oddness
    }

    /// Plays the line with a change, as long as `look` returns true after a step, and takes it back.
    fn play_on(
        &mut self,
        first: usize,
        change: Option<Change<usize>>,
        mut look: impl FnMut(usize, &mut Self, &PlayedStep) -> bool,
    ) {
        self.go_to(first);
        let mut before_previous = self.hash_before_previous(first);
        for index in first..self.steps.len() {
            let Some(left) = self.left.checked_sub(1) else { break };
            self.left = left;
            let played = self.play(index, change, before_previous);
            before_previous = Some(played.before);
            if !look(index, self, &played) {
                break;
            }
        }
        while self.board.steps() > self.written[first].board_steps {
            self.board.undo();
        }
    }

    /// How unlikely it is that a step is played as far from the two before it as it is.
    fn distance_from_play(&self, index: usize, change: Option<Change<usize>>) -> i32 {
        let MoveTarget::Point(point) = self.step(index, change).1 else { return 0 };
        let before = (1..=3).filter_map(|back| self.step(index.checked_sub(back)?, change).1.point());
        let apart = before.map(|other| {
            i32::from(point.column().abs_diff(other.column())) + i32::from(point.row().abs_diff(other.row()))
        });
        apart.min().map_or(0, |apart| ODD_DISTANCE * apart.min(MAX_DISTANCE))
    }

    /// Whose a step is with a change, and where.
    fn step(&self, index: usize, change: Option<Change<usize>>) -> (Color, MoveTarget) {
        let LineStep { color, place, .. } = self.steps[index];
        match change {
            Some(Change::Point(step, point)) if step == index => (color, MoveTarget::Point(point)),
            Some(Change::Pass(step)) if step == index => (color, MoveTarget::Pass),
            Some(Change::Color(step)) if step == index => (color.opponent(), place),
            Some(Change::Swap(one, other)) if one == index => (color, self.steps[other].place),
            Some(Change::Swap(one, other)) if other == index => (color, self.steps[one].place),
            Some(Change::MissingPass(step)) if step <= index => (color.opponent(), place),
            _ => (color, place),
        }
    }

    /// Plays a step; `before_previous` is the hash of the board before the step before it.
    fn play(&mut self, index: usize, change: Option<Change<usize>>, before_previous: Option<u64>) -> PlayedStep {
        let (color, place) = self.step(index, change);
        let distance = self.distance_from_play(index, change);
        let Self { steps, board, size, .. } = self;
        let step = &steps[index];
        for &stone in &step.setup {
            board.add(stone);
        }
        let before = board.hash();
        let MoveTarget::Point(point) = place else {
            let is_wrong = place == MoveTarget::Pass && matches!(step.prisoners, ListedPrisoners::Listed(_));
            return PlayedStep { before, contradictions: usize::from(is_wrong), ..PlayedStep::default() };
        };
        let is_own = |beside: Point| board.get(beside).is_some_and(|stone| stone.color == color);
        let is_eye = point.neighbours().filter(|&beside| size.contains(beside)).all(is_own);
        board.play(Stone { point, color, origin: Origin(index as u32 + 1) });
        let outcome = board.outcome();
        let mut contradictions = usize::from(outcome.overwritten.is_some());
        contradictions += usize::from(!outcome.self_captured.is_empty() && !self.is_suicide_allowed);
        let is_after_pass = matches!(change, Some(Change::MissingPass(at)) if at == index);
        let is_ko = outcome.captured.len() == 1 && !is_after_pass && before_previous == Some(board.hash());
        contradictions += usize::from(is_ko);
        let is_named = |stone: &Stone, target: &Target| match *target {
            Target::Point(point) => stone.point == point,
            Target::Move(step) => stone.origin == Origin(step + 1),
            Target::All | Target::Moves(..) => false,
        };
        let taken = || outcome.captured.iter().chain(outcome.self_captured);
        let is_wrong_list = match &step.prisoners {
            ListedPrisoners::Listed(targets) => {
                taken().any(|stone| !targets.iter().any(|target| is_named(stone, target)))
                    || targets.iter().any(|target| !taken().any(|stone| is_named(stone, target)))
            }
            ListedPrisoners::Unlisted => self.are_listed && !outcome.captured.is_empty(),
            ListedPrisoners::Unknown => false,
        };
        contradictions += usize::from(is_wrong_list);
        let captures = outcome.captured.len();
        PlayedStep { before, point: Some(point), contradictions, captures, is_eye, distance }
    }

    /// Marks the points with which a contradiction at a step has to do: the groups that it is about, those beside
    /// them, and their liberties.
    pub(super) fn surroundings(&mut self, step: usize) -> [bool; 361] {
        let mut seeds: Vec<Point> = Vec::new();
        if let MoveTarget::Point(point) = self.steps[step].place {
            seeds.push(point);
            seeds.extend(point.neighbours());
        }
        if let ListedPrisoners::Listed(targets) = &self.steps[step].prisoners {
            seeds.extend(targets.iter().filter_map(|target| match *target {
                Target::Point(point) => Some(point),
                Target::Move(step) => self.steps[step as usize].place.point(),
                Target::All | Target::Moves(..) => None,
            }));
        }
        let size = self.size;
        let board = self.board_before(step);
        let mut near = [false; 361];
        for _ in 0..ROUNDS {
            let mut next: Vec<Point> = Vec::new();
            for point in seeds {
                if std::mem::replace(&mut near[point.index()], true) || !size.contains(point) {
                    continue;
                }
                let Some(group) = board.group(point) else { continue };
                for &stone in &group.stones {
                    near[stone.index()] = true;
                    next.extend(stone.neighbours().filter(|&beside| board.get(beside).is_some()));
                }
                group.liberties.iter().for_each(|liberty| near[liberty.index()] = true);
            }
            seeds = next;
        }
        near
    }
}

/// A list of more prisoners than a board has points is not compared with the board.
const MAX_LISTED: usize = 361;

/// How many rings of groups around a contradiction are taken to have to do with it.
const ROUNDS: usize = 3;

/// How odd it is, in hundredths of a natural logarithm, that a player fills an eye, or leaves the own group with one
/// liberty, and each step away from the moves before.
const ODD_EYE: i32 = 200;
const ODD_SELF_ATARI: i32 = 130;
const ODD_DISTANCE: i32 = 22;

/// Farther away than so many steps is as odd as this.
const MAX_DISTANCE: i32 = 10;

/// The moves of a sequence and those that lead to it.
fn path(event: &Event, sequence: SequenceId) -> Option<Vec<MoveId>> {
    let mut parts: Vec<Vec<MoveId>> = vec![event.moves_of(sequence).collect()];
    let mut sequence = sequence;
    while sequence != SequenceId(0) {
        let replaced = event.sequence(sequence).replaces?;
        sequence = event[replaced].sequence;
        parts.push(event.moves_of(sequence).take_while(|&id| id != replaced).collect());
    }
    parts.reverse();
    Some(parts.concat())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::Source;

    /// The list of the last move of a record.
    fn listed(count: usize) -> ListedPrisoners {
        let list = " #2".repeat(count);
        let text = format!("B 1 A2\nW 2 A1\nB 3 B1\nPRISONER{list}\n");
        let event = crate::record::read(&Source::of_event(&text, true)).event;
        let line = LineOfPlay::through(&event, MoveId(2), 100).expect("a line");
        line.steps.into_iter().next_back().expect("a move").prisoners
    }

    #[test]
    fn a_list_that_no_board_can_fill_is_not_compared() {
        assert!(
            matches!(listed(361), ListedPrisoners::Listed(targets) if targets.iter().all(|to| *to == Target::Move(1)))
        );
        assert!(matches!(listed(362), ListedPrisoners::Unknown));
    }
}
