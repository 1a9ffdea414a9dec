//! Repairs of a record that contradicts the board: what one change of a move would make all that follows legal.
//!
//! Records differ from the game by one point, or by two moves that are exchanged. That shows where a later move is on a
//! stone, retakes a ko, takes its own group, or does not take what its list names. So for every move up to there the
//! points that are easily written for its own are tried, and exchanges, another color, and a missing pass.
//! [`LineOfPlay`] finds those that take the contradiction away. They are ranked by the contradictions that they leave,
//! then by how easily the slip is made and how usual the play is with them. The best are played in full, as
//! they would be written.
//!
//! Only a user can decide whether one is right: a list of prisoners may be wrong as well.

use super::evidence::{cased, count_symptoms, keyword};
use super::line_of_play::{LineOfPlay, Repair};
use super::slips::{LocationSlip, slips};
use crate::check::families::replay::location;
use crate::check::{Code, Diagnostic, Fix, FixKind};
use crate::record::{self, Event, MoveId, MoveTarget, Owner};
use crate::rewrite::{Original, insert_pass};
use crate::syntax::{LineKind, Source};
use crate::text::{Edit, apply, compose};

/// How many repairs of one contradiction are offered.
const MAX_OFFERED: usize = 5;

/// How many repairs are compared by the play that they lead to, and how many of them are played in full.
const MAX_COMPARED: usize = 60;
const MAX_PLAYED_IN_FULL: usize = 12;

/// Events with more moves have no repairs.
const MAX_MOVES: usize = 4000;

/// How many steps are played in all for one contradiction.
const MAX_STEPS: usize = 2_000_000;

/// How unlikely a repair is beside that of a location, in hundredths of a natural logarithm.
const COST_OF_SWAP: i32 = 0;
const COST_OF_LATER_SWAP: i32 = 120;
const COST_OF_COLOR: i32 = 150;
const COST_OF_PASS: i32 = 400;
const COST_OF_MISSING_PASS: i32 = 100;

const PASS: &str = "PASS";

/// The rules that report a contradiction that can be repaired.
const REPAIRED: [Code; 5] =
    [Code::OccupiedPoint, Code::SelfCapture, Code::Ko, Code::WrongPrisoners, Code::MissingPrisoners];

/// A repair that takes a contradiction away.
#[derive(Clone, Copy, Debug)]
struct RankedRepair {
    repair: Repair,
    /// How many contradictions are left.
    left: usize,
    /// How unlikely the slip is.
    cost: i32,
}

/// Returns whether a diagnostic may have repairs among its [`lazy_fixes`](crate::check::lazy_fixes).
pub fn can_repair(code: Code) -> bool {
    REPAIRED.contains(&code)
}

/// The repairs of a contradiction, the best first.
pub(in crate::check) fn repairs(source: &Source<'_>, diagnostic: &Diagnostic) -> Vec<Fix> {
    let reading = record::read(source);
    let event = &reading.event;
    let line = source.line_at(diagnostic.span.start as usize) as u32;
    let Owner::Move(id) = event.owner_at(line) else { return Vec::new() };
    if event.moves.len() > MAX_MOVES || source.foreign.is_some() {
        return Vec::new();
    }
    let Some(mut play) = LineOfPlay::through(event, id, MAX_STEPS) else { return Vec::new() };
    let Some(symptom) = play.position_of(id).filter(|&step| play.is_contradiction(step)) else { return Vec::new() };
    let mut candidates = candidates(&mut play, symptom);
    compare(&mut play, &mut candidates);
    let writing = Writing { source, event, play: &play };
    let now = count_symptoms(source, &reading);
    let in_full = candidates.iter().take(MAX_PLAYED_IN_FULL).filter_map(|candidate| {
        let edits = writing.edits(candidate.repair)?;
        let text = apply(source.text, &edits);
        let changed = Source::of_event(&text, source.last);
        let left = count_symptoms(&changed, &record::read(&changed));
        let title = writing.title(candidate.repair);
        (left < now).then_some((left, Fix { title, kind: FixKind::Correction, edits }))
    });
    let mut ranked: Vec<(usize, Fix)> = in_full.collect();
    ranked.sort_by_cached_key(|(left, _)| *left);
    ranked.into_iter().map(|(_, fix)| fix).take(MAX_OFFERED).collect()
}

/// The repairs that take the contradiction at a step away, and leave the fewest.
fn candidates(play: &mut LineOfPlay, symptom: usize) -> Vec<RankedRepair> {
    let near = play.surroundings(symptom);
    let is_near = |place: MoveTarget| place.point().is_some_and(|point| near[point.index()]);
    let mut found: Vec<RankedRepair> = Vec::new();
    let mut most = play.contradictions().saturating_sub(1);
    // The nearer ones first, where not all can be tried.
    for step in (0..=symptom).rev() {
        let mut tried: Vec<(Repair, i32)> = Vec::new();
        let place = play.steps[step].place;
        if let MoveTarget::Point(point) = place {
            let points = slips(point, play.size()).into_iter();
            let points = points.filter(|slip| is_near(place) || near[slip.point.index()]);
            tried.extend(points.map(|LocationSlip { point, cost }| (Repair::Point(step, point), cost)));
        }
        if is_near(place) {
            tried.push((Repair::Color(step), COST_OF_COLOR));
        }
        for (other, cost) in [(step + 1, COST_OF_SWAP), (step + 2, COST_OF_LATER_SWAP)] {
            if let Some(later) = play.steps.get(other)
                && (is_near(place) || is_near(later.place))
                && later.place != place
            {
                tried.push((Repair::Swap(step, other), cost));
            }
        }
        if step == symptom {
            tried.push((Repair::Pass(step), COST_OF_PASS));
        }
        tried.push((Repair::MissingPass(step), COST_OF_MISSING_PASS));
        for (repair, cost) in tried {
            if let Some(left) = play.try_repair(repair, symptom, most) {
                most = most.min(left);
                found.push(RankedRepair { repair, left, cost });
            }
        }
        if play.is_spent() {
            break;
        }
    }
    found.retain(|candidate| candidate.left <= most);
    found.sort_by_cached_key(|candidate| candidate.cost);
    found
}

/// Puts the repairs in order: the slip that is easier to make, and the play that is more usual, first.
fn compare(play: &mut LineOfPlay, candidates: &mut Vec<RankedRepair>) {
    candidates.truncate(MAX_COMPARED);
    let from = candidates.iter().map(|candidate| candidate.repair.first()).min().unwrap_or_default();
    for candidate in candidates.iter_mut() {
        candidate.cost += play.oddness(Some(candidate.repair), from);
    }
    candidates.sort_by_cached_key(|candidate| candidate.cost);
}

/// How repairs are written.
struct Writing<'s, 't> {
    source: &'s Source<'t>,
    event: &'s Event,
    play: &'s LineOfPlay,
}

impl Writing<'_, '_> {
    fn id(&self, step: usize) -> MoveId {
        self.play.steps[step].id
    }

    fn name(&self, step: usize) -> String {
        match self.event.number(self.id(step)) {
            Some(number) => format!("move {number}"),
            None => format!("the move {}", self.event[self.id(step)]),
        }
    }

    fn title(&self, repair: Repair) -> String {
        match repair {
            Repair::Point(step, point) => format!("change {} to {point}", self.name(step)),
            Repair::Pass(step) => format!("change {} to PASS", self.name(step)),
            Repair::Color(step) => format!("give {} to {}", self.name(step), self.play.steps[step].color.opponent()),
            Repair::Swap(one, other) => match [one, other].map(|step| self.event.number(self.id(step))) {
                [Some(one), Some(other)] => format!("exchange the locations of moves {one} and {other}"),
                _ => format!("exchange the locations of {} and {}", self.name(one), self.name(other)),
            },
            Repair::MissingPass(step) => {
                format!("insert a PASS before {} and change the colors after it", self.name(step))
            }
        }
    }

    /// The edits of a repair; `None` where the lines are not written as usual.
    fn edits(&self, repair: Repair) -> Option<Vec<Edit>> {
        match repair {
            Repair::Point(step, point) => Some(vec![self.place(step, &point.to_string())?]),
            Repair::Pass(step) => Some(vec![self.place(step, PASS)?]),
            Repair::Color(step) => Some(vec![self.color(step)?]),
            Repair::Swap(one, other) => Some(vec![
                self.place(one, &place_name(self.play.steps[other].place)?)?,
                self.place(other, &place_name(self.play.steps[one].place)?)?,
            ]),
            Repair::MissingPass(step) => self.missing_pass(step),
        }
    }

    /// Writes another location of a move.
    fn place(&self, step: usize, name: &str) -> Option<Edit> {
        let id = self.id(step);
        let span = location(self.source, self.event, id);
        let is_place = span != self.source.lines[self.event[id].line as usize].word;
        is_place.then(|| Edit::replace(span, cased(name, self.source.str(span))))
    }

    /// Gives a move to the other player.
    fn color(&self, step: usize) -> Option<Edit> {
        let found = &self.event[self.id(step)];
        let line = self.source.lines[found.line as usize];
        let letter = found.color.opponent().letter().to_string();
        let is_plain = line.kind == LineKind::Data(keyword(found.color));
        is_plain.then(|| Edit::replace(line.word, cased(&letter, self.source.str(line.word))))
    }

    /// Writes a pass before a move, and gives it and all that follow to the other player.
    fn missing_pass(&self, step: usize) -> Option<Vec<Edit>> {
        if self.event.sequences.len() > 1 || step == 0 {
            return None;
        }
        let colors = (step..self.play.steps.len()).map(|step| self.color(step)).collect::<Option<Vec<Edit>>>()?;
        let text = apply(self.source.text, &colors);
        let original = Original::of_event(&text, self.source.last);
        let pass = insert_pass(&original, self.event[self.id(step - 1)].line).ok()?;
        Some(compose(&colors, &pass.edits))
    }
}

fn place_name(place: MoveTarget) -> Option<String> {
    match place {
        MoveTarget::Point(point) => Some(point.to_string()),
        MoveTarget::Pass => Some(PASS.to_owned()),
        MoveTarget::Unknown => None,
    }
}
