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

use super::change::{Change, Writer};
use super::evidence::count_symptoms;
use super::line_of_play::LineOfPlay;
use super::slips::{COST_OF_COLOR, COST_OF_MISSING_PASS, COST_OF_PASS, LocationSlip, SWAPS, slips};
use crate::check::{Code, Diagnostic, Fix, FixKind};
use crate::record::{self, MoveId, MoveTarget, Owner, Reading};
use crate::syntax::Source;
use crate::text::{Edit, apply};

/// How many repairs of one contradiction are offered.
const MAX_OFFERED: usize = 5;

/// How many repairs are compared by the play that they lead to, and how many of them are played in full.
const MAX_COMPARED: usize = 60;
const MAX_PLAYED_IN_FULL: usize = 12;

/// Events with more moves have no repairs.
const MAX_MOVES: usize = 4000;

/// How many steps are played in all for one contradiction.
const MAX_STEPS: usize = 2_000_000;

/// The rules that report a contradiction that can be repaired.
const REPAIRED: [Code; 5] =
    [Code::OccupiedPoint, Code::SelfCapture, Code::Ko, Code::WrongPrisoners, Code::MissingPrisoners];

/// A repair that takes a contradiction away.
#[derive(Clone, Copy, Debug)]
struct RankedRepair {
    change: Change<usize>,
    /// How many contradictions are left.
    left: usize,
    /// How unlikely the slip is.
    cost: i32,
}

/// Returns whether a diagnostic may have repairs among its [`lazy_fixes`](crate::check::lazy_fixes).
pub fn can_repair(code: Code) -> bool {
    REPAIRED.contains(&code)
}

/// Returns what is offered for a contradiction, the best first. Corrections that the message names come before others.
pub(in crate::check) fn repairs(source: &Source<'_>, diagnostic: &Diagnostic) -> Vec<Fix> {
    let reading = record::read(source);
    let writer = Writer { source, event: &reading.event };
    let ranked = ranked(source, &reading, diagnostic).into_iter();
    let found = ranked.map(|(change, edits)| Fix { title: writer.title(change), kind: FixKind::Correction, edits });
    let named: Vec<Fix> = diagnostic.fixes.iter().filter(|fix| fix.kind == FixKind::Correction).cloned().collect();
    let is_in = |fixes: &[Fix], fix: &Fix| fixes.iter().any(|other| other.edits == fix.edits);
    let (confirmed, others): (Vec<Fix>, Vec<Fix>) = found.partition(|fix| is_in(&named, fix));
    let unconfirmed: Vec<Fix> = named.into_iter().filter(|fix| !is_in(&confirmed, fix)).collect();
    confirmed.into_iter().chain(unconfirmed).chain(others).take(MAX_OFFERED).collect()
}

/// Returns the changes that take a contradiction away, with their edits, the best first.
pub(super) fn ranked(
    source: &Source<'_>,
    reading: &Reading,
    diagnostic: &Diagnostic,
) -> Vec<(Change<MoveId>, Vec<Edit>)> {
    let event = &reading.event;
    let line = source.line_at(diagnostic.span.start as usize) as u32;
    let Owner::Move(id) = event.owner_at(line) else { return Vec::new() };
    if !can_repair(diagnostic.code) || event.moves.len() > MAX_MOVES || source.foreign.is_some() {
        return Vec::new();
    }
    let Some(mut play) = LineOfPlay::through(event, id, MAX_STEPS) else { return Vec::new() };
    let Some(symptom) = play.position_of(id).filter(|&step| play.is_contradiction(step)) else { return Vec::new() };
    let mut candidates = candidates(&mut play, symptom);
    compare(&mut play, &mut candidates);
    let writer = Writer { source, event };
    let now = count_symptoms(source, reading);
    let in_full = candidates.iter().take(MAX_PLAYED_IN_FULL).filter_map(|candidate| {
        let change = candidate.change.map(|step| play.steps[step].id);
        let edits = writer.edits(change)?;
        let text = apply(source.text, &edits);
        let changed = Source::of_event(&text, source.last);
        let left = count_symptoms(&changed, &record::read(&changed));
        (left < now).then_some((left, change, edits))
    });
    let mut ranked: Vec<(usize, Change<MoveId>, Vec<Edit>)> = in_full.collect();
    ranked.sort_by_cached_key(|(left, ..)| *left);
    ranked.into_iter().map(|(_, change, edits)| (change, edits)).take(MAX_OFFERED).collect()
}

/// The repairs that take the contradiction at a step away, and leave the fewest.
fn candidates(play: &mut LineOfPlay, symptom: usize) -> Vec<RankedRepair> {
    let near = play.surroundings(symptom);
    let is_near = |place: MoveTarget| place.point().is_some_and(|point| near[point.index()]);
    let mut found: Vec<RankedRepair> = Vec::new();
    let mut most = play.contradictions().saturating_sub(1);
    // The nearer ones first, where not all can be tried.
    for step in (0..=symptom).rev() {
        let mut tried: Vec<(Change<usize>, i32)> = Vec::new();
        let place = play.steps[step].place;
        if let MoveTarget::Point(point) = place {
            let points = slips(point, play.size()).into_iter();
            let points = points.filter(|slip| is_near(place) || near[slip.point.index()]);
            tried.extend(points.map(|LocationSlip { point, cost }| (Change::Point(step, point), cost)));
        }
        if is_near(place) {
            tried.push((Change::Color(step), COST_OF_COLOR));
        }
        for (other, cost) in SWAPS.map(|(apart, cost)| (step + apart, cost)) {
            if let Some(later) = play.steps.get(other)
                && (is_near(place) || is_near(later.place))
                && later.place != place
            {
                tried.push((Change::Swap(step, other), cost));
            }
        }
        if step == symptom {
            tried.push((Change::Pass(step), COST_OF_PASS));
        }
        tried.push((Change::MissingPass(step), COST_OF_MISSING_PASS));
        for (change, cost) in tried {
            if let Some(left) = play.try_change(change, symptom, most) {
                most = most.min(left);
                found.push(RankedRepair { change, left, cost });
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
    let from = candidates.iter().map(|candidate| candidate.change.first()).min().unwrap_or_default();
    for candidate in candidates.iter_mut() {
        candidate.cost += play.oddness(Some(candidate.change), from);
    }
    candidates.sort_by_cached_key(|candidate| candidate.cost);
}
