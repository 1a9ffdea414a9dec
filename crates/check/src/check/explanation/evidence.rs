//! Search for the mistakes that explain the contradictions of an event with the board.
//!
//! A mistake, such as a stone on the wrong point, a wrong color, a missing move or a forgotten BOARDSIZE, shows only
//! later, where the record contradicts the board. Such a contradiction is a *symptom*: a wrong list of prisoners, a
//! move on an occupied point. One mistake can cause many symptoms, and is reported once.
//!
//! So if there are symptoms or unreadable moves, the event is played again in ways in which it could have been meant.
//! The first symptom suggests candidates: if a list names a group with one liberty left, a nearby move may have been
//! meant for this liberty. Each candidate is played to the end, and the candidate that leaves the fewest symptoms is
//! assumed for the rest of the event. A symptom that remains is a mistake of its own, and is reported.
//!
//! A fix may offer more than a message names: [`correcting_changes`] also tries likely slips in moves that are related
//! to the symptom. Slips that explain as much are ranked by how usual the resulting play is.
//!
//! The search plays a limited number of moves ([`MAX_PLAYED`]). Events with more than [`MAX_MOVES`] moves are not
//! explained, and the search is given up for events that contradict the board nearly everywhere
//! ([`CauseSearch::should_give_up`]): then each symptom is reported in its own place, without a cause.

use std::cmp::Reverse;

use super::candidates::{Candidate, Candidates, Likelihood};
use super::change::{Change, Claim};
use super::trial::{BeforeSymptom, Limit, Shared, Trial};
use crate::check::families::board_rules::BoardRules;
use crate::check::families::numbers::{SlipKind, survey};
use crate::check::sink::{SYMPTOMS, Sink};
use crate::check::{Code, Diagnostic, Severities, Severity};
use ishi_board::Color;
use ishi_record::record::{Event, Move, MoveId, MoveTarget, Owner, Reading};
use ishi_record::replay::{Assumptions, MissingMove, Visit, Walk};
use ishi_record::syntax::{Fault, Field, FieldKind, Source};
use ishi_text::Span;

/// Symptoms that alone do not show a mistake elsewhere, because the move can be played as it is written.
const BREACHES: [Code; 2] = [Code::SelfCapture, Code::Ko];

/// Symptoms of a move that follow from the position before it and the lines of the move.
const ON_POSITION: [Code; 4] = [Code::OccupiedPoint, Code::SelfCapture, Code::WrongPrisoners, Code::MissingPrisoners];

/// Up to how many moves an event is played again.
const MAX_MOVES: usize = 4000;

/// How many moves are played for one event at most, in total.
const MAX_PLAYED: usize = 40_000;

/// How many moves are played for the corrections of one symptom at most, in total.
const MAX_PLAYED_FOR_CORRECTIONS: usize = 500_000;

/// How many moves are played for the corrections that the messages of one event name, in total.
const MAX_PLAYED_FOR_MESSAGES: usize = 100_000;

/// How many corrections are compared by the resulting play.
const MAX_COMPARED: usize = 60;

/// How many symptoms are explained.
const MAX_SYMPTOMS: usize = 12;

/// How many symptoms are tried without an explanation if there are more than can be explained.
const MAX_IN_VAIN: usize = 3;

/// If more symptoms than this are open, one for fewer than [`MIN_MOVES_BETWEEN`] moves, none is explained.
const MAX_OPEN: usize = 40;
const MIN_MOVES_BETWEEN: usize = 4;

/// How many of the next symptoms are tried to find the point of a misplaced move.
const MAX_NEXT: usize = 3;

/// For how many missing moves in one place the points are searched. If more are missing, the whole position is in
/// doubt.
const MAX_MISSING: u64 = 6;

/// How many moves may be unknown, in total.
const MAX_UNKNOWN: usize = 12;

/// Returns whether an event is short enough to be explained.
pub(in crate::check) fn can_explain(event: &Event) -> bool {
    event.moves.len() <= MAX_MOVES
}

/// Returns whether some moves of the event can't be played as they are written.
pub(in crate::check) fn has_unknown(event: &Event) -> bool {
    let is_unknown = |place| match place {
        MoveTarget::Point(point) => !event.board_size.contains(point),
        MoveTarget::Pass => false,
        MoveTarget::Unknown => true,
    };
    !event.lost.is_empty() || event.moves.iter().any(|played| is_unknown(played.place))
}

/// The best reading of an event that contradicts the board.
#[derive(Clone, Debug, Default)]
pub(in crate::check) struct Explanation {
    /// The assumptions under which the event is checked.
    pub(in crate::check) assumptions: Assumptions,
    /// The number of mistakes under these assumptions: remaining symptoms and assumed mistakes.
    mistakes: usize,
    /// The symptoms that mistakes elsewhere explain.
    pub(super) explained: Vec<ExplainedSymptom>,
}

/// A symptom, and the mistakes elsewhere that would explain it, each on its own.
#[derive(Clone, Debug)]
pub(super) struct ExplainedSymptom {
    pub(super) symptom: Diagnostic,
    /// Whether the cause is assumed, so that the symptom is no longer found.
    pub(super) is_assumed: bool,
    /// The mistakes, the most likely first.
    pub(super) claims: Vec<Claim>,
}

/// Finds the best reading of an event, and plays the event by it for `severities`. Returns the reading and the findings
/// of the play; `None` if too much of the event is unknown.
pub(in crate::check) fn explain<'v>(
    source: &Source<'_>,
    reading: &Reading,
    severities: &'v Severities,
) -> Option<(Explanation, Sink<'v>)> {
    let assumptions = what_is_known(source, reading)?;
    let (of_symptoms, with_symptoms) = (of_symptoms(), with_symptoms(severities));
    let (explanation, played) = CauseSearch::new(source, reading, &of_symptoms).explain(assumptions, &with_symptoms);
    Some((explanation, played.without_symptoms_off(severities)))
}

/// Returns the changes of moves that remove a symptom of the event as it is written, the best first.
pub(super) fn correcting_changes(source: &Source<'_>, reading: &Reading, symptom: &Diagnostic) -> Vec<Change> {
    if !can_explain(&reading.event) || source.foreign.is_some() {
        return Vec::new();
    }
    let assumptions = what_is_known(source, reading).unwrap_or_default();
    let mut limit = MAX_PLAYED_FOR_CORRECTIONS;
    CauseSearch::new(source, reading, &of_symptoms()).correcting_changes(symptom, &assumptions, &mut limit)
}

/// Returns the assumptions that hold before any candidate is tried: moves that are missing, unreadable or in the wrong
/// place.
fn what_is_known(source: &Source<'_>, reading: &Reading) -> Option<Assumptions> {
    let event = &reading.event;
    let mut assumptions = Assumptions::default();
    let mut unknown = event.lost.len();
    for (index, played) in event.moves.iter().enumerate() {
        let is_off_board = matches!(played.place, MoveTarget::Point(point) if !event.board_size.contains(point));
        if is_off_board {
            assumptions.moves.insert(MoveId(index as u32), (played.color, MoveTarget::Unknown));
        }
        unknown += usize::from(is_off_board || played.place == MoveTarget::Unknown);
    }
    survey(source, reading, |slip| match slip.kind {
        SlipKind::Missing { runs, next, .. } if event.number(slip.id) == Some(next) => {
            let next_move = &event[slip.id];
            let count: u64 = runs.iter().map(|&(from, to)| u64::from(to - from) + 1).sum();
            if count > MAX_MISSING {
                assumptions.vague.insert(slip.id);
                return;
            }
            let before = event.moves_of(next_move.sequence).rev().skip_while(|&id| id != slip.id).nth(1);
            assumptions.before_gap.extend(before);
            // Colors alternate backwards from the move that is there.
            let numbers: Vec<u32> = runs.iter().flat_map(|&(from, to)| from..=to).collect();
            for (nth, number) in numbers.iter().enumerate() {
                let is_like = (numbers.len() - nth).is_multiple_of(2);
                let color = if is_like { next_move.color } else { next_move.color.opponent() };
                assumptions.missing.push(MissingMove { before: slip.id, number: *number, color, point: None });
            }
        }
        SlipKind::Displaced { last, before } => {
            let sequence = event.moves_of(event[slip.id].sequence);
            let moved = sequence.skip_while(|&id| id != slip.id).take_while(|&id| id <= last);
            assumptions.early.entry(before).or_default().extend(moved);
        }
        _ => {}
    });
    assumptions.missing.sort_by_cached_key(|missing| missing.before);
    (unknown + assumptions.missing.len() <= MAX_UNKNOWN).then_some(assumptions)
}

struct CauseSearch<'s, 't> {
    source: &'s Source<'t>,
    event: &'s Event,
    /// Severities with which only symptoms are reported.
    severities: &'s Severities,
    board_rules: BoardRules<'s, 't>,
    /// How many more moves may be played.
    left: usize,
}

/// Returns severities with which only symptoms are reported.
fn of_symptoms() -> Severities {
    let mut severities = Severities::default();
    for &code in Code::ALL {
        severities.set(code, if SYMPTOMS.contains(&code) { Severity::Warning } else { Severity::Off });
    }
    severities
}

/// Returns severities with which symptoms are reported even if they are turned off.
fn with_symptoms(severities: &Severities) -> Severities {
    let mut with_symptoms = severities.clone();
    for code in SYMPTOMS.into_iter().filter(|&code| severities.of(code) == Severity::Off) {
        with_symptoms.set(code, Severity::Hint);
    }
    with_symptoms
}

impl<'s, 't> CauseSearch<'s, 't> {
    fn new(source: &'s Source<'t>, reading: &'s Reading, severities: &'s Severities) -> Self {
        let board_rules = BoardRules::new(source, reading);
        Self { source, event: &reading.event, severities, board_rules, left: MAX_PLAYED }
    }

    /// Explains the symptoms, with misspelt locations read as the locations that they resemble. If that leaves
    /// mistakes, explains them with these points unknown. Returns the explanation that leaves fewer mistakes, or the
    /// first one if both leave as many, and the play by it with all findings for `severities`.
    fn explain<'v>(&mut self, assumptions: Assumptions, severities: &'v Severities) -> (Explanation, Sink<'v>) {
        let misspelt = self.misspelt();
        let mut as_read = assumptions;
        for &(id, color) in &self.on_stones(&as_read, &misspelt) {
            as_read.moves.insert(id, (color, MoveTarget::Unknown));
        }
        let mut open = as_read.clone();
        open.moves.extend(misspelt.iter().map(|&(id, color)| (id, (color, MoveTarget::Unknown))));
        let has_choice = open != as_read;
        let best = self.run(as_read, severities);
        if best.0.mistakes == 0 || !has_choice {
            return best;
        }
        let other = self.run(open, severities);
        if other.0.mistakes < best.0.mistakes { other } else { best }
    }

    /// The moves with misspelt locations, with their colors.
    fn misspelt(&self) -> Vec<(MoveId, Color)> {
        let is_slip = |field: &Field| matches!(field.kind, FieldKind::Bad(Fault::LocationLike(Some(_))));
        let is_misspelt = |played: &Move| {
            let line = self.source.lines.get(played.line as usize);
            line.is_some_and(|line| self.source.fields(line).iter().any(is_slip))
        };
        let moves = (0u32..).map(MoveId).zip(&self.event.moves).filter(|(_, played)| is_misspelt(played));
        moves.map(|(id, played)| (id, played.color)).take(MAX_UNKNOWN).collect()
    }

    /// The moves among `moves` that are played on an occupied point.
    fn on_stones(&mut self, assumptions: &Assumptions, moves: &[(MoveId, Color)]) -> Vec<(MoveId, Color)> {
        if moves.is_empty() {
            return Vec::new();
        }
        self.left = self.left.saturating_sub(self.event.moves.len() + 1);
        let mut on_stones = Vec::new();
        let mut walk = Walk::assuming(self.event, assumptions, 0..u32::MAX);
        while let Some(stop) = walk.next() {
            if let Visit::Move(id) = stop
                && walk.played().is_some_and(|played| played.overwritten.is_some())
            {
                on_stones.extend(moves.iter().filter(|&&(other, _)| other == id));
            }
        }
        on_stones
    }

    fn run<'v>(&mut self, assumptions: Assumptions, severities: &'v Severities) -> (Explanation, Sink<'v>) {
        let mut explanation = Explanation { assumptions, mistakes: 0, explained: Vec::new() };
        // Symptoms that nothing explains better than a mistake in their own place.
        let mut settled: Vec<(Code, Span)> = Vec::new();
        // How many mistakes elsewhere are assumed.
        let mut assumed = 0;
        let mut left_for_corrections = MAX_PLAYED_FOR_MESSAGES;
        let mut played = self.play(&explanation.assumptions, severities);
        let mut symptoms = symptoms_of(&played);
        for tried in 0..MAX_SYMPTOMS {
            let is_open = |symptom: &&Diagnostic| !settled.contains(&(symptom.code, symptom.span));
            let open = symptoms.iter().filter(is_open).count();
            let contradicts = |symptom: &&Diagnostic| is_open(symptom) && !BREACHES.contains(&symptom.code);
            explanation.mistakes = assumed + symptoms.len();
            let Some(first) = symptoms.iter().find(contradicts) else { break };
            if self.should_give_up(open, tried, settled.len()) {
                break;
            }
            let best = self.best_candidates(first, &explanation.assumptions, &settled, open);
            let Some((cost, candidate)) = best.first().map(|(cost, candidate)| (*cost, candidate)) else {
                settled.push((first.code, first.span));
                continue;
            };
            let is_assumed = cost < open;
            if !candidate.is_free() {
                let mut claims: Vec<Claim> = best.iter().filter_map(|(_, candidate)| candidate.claim()).collect();
                let is_vague = candidate.is_vague() && (best.len() == 1 || candidate.likelihood != Likelihood::Near);
                let mut corrections = Vec::new();
                if is_vague && left_for_corrections > 0 {
                    corrections = self.correcting_changes(first, &explanation.assumptions, &mut left_for_corrections);
                }
                if let Some(correction) =
                    corrections.into_iter().next().map(Claim::Change).filter(|best| !claims.contains(best))
                {
                    claims = vec![correction];
                }
                explanation.explained.push(ExplainedSymptom { symptom: first.clone(), is_assumed, claims });
            }
            if is_assumed {
                assumed += usize::from(!candidate.is_free());
                explanation.assumptions = candidate.apply(self.event, &explanation.assumptions);
                played = self.play(&explanation.assumptions, severities);
                symptoms = symptoms_of(&played);
            } else {
                settled.push((first.code, first.span));
            }
        }
        (explanation, played)
    }

    /// Returns whether an event contradicts the board so often that a search for causes can't pay, after some symptoms
    /// were tried, `in_vain` of them without a cause. A mistake that causes many symptoms explains one of the first.
    fn should_give_up(&self, open: usize, tried: usize, in_vain: usize) -> bool {
        let is_everywhere = open > MAX_OPEN && open * MIN_MOVES_BETWEEN > self.event.moves.len();
        is_everywhere || open > MAX_SYMPTOMS && tried >= MAX_IN_VAIN && tried == in_vain
    }

    /// Plays the event, and returns all findings for `severities`.
    fn play<'v>(&mut self, assumptions: &Assumptions, severities: &'v Severities) -> Sink<'v> {
        self.left = self.left.saturating_sub(self.event.moves.len() + 1);
        let mut played = Sink::new(severities, usize::MAX);
        self.board_rules.clone().play(Walk::assuming(self.event, assumptions, 0..u32::MAX), false, &mut played);
        played
    }

    /// Plays the event, and returns the places of its symptoms in the order of the file.
    fn symptoms(&mut self, assumptions: &Assumptions) -> Vec<Diagnostic> {
        let trial = Trial::new(self.event, assumptions, &self.board_rules, self.severities);
        self.play_on(trial, Limit::NONE)
    }

    /// Plays on up to a limit, and returns the symptoms of the whole play.
    fn play_on(&mut self, mut trial: Trial<'_, '_, '_>, limit: Limit) -> Vec<Diagnostic> {
        self.left = self.left.saturating_sub(trial.play(u32::MAX, limit) + 1);
        trial.into_symptoms()
    }

    /// The most likely candidates among those that leave the fewest mistakes, each with the number of mistakes. Empty
    /// if they leave more mistakes than the `open` symptoms.
    fn best_candidates(
        &mut self,
        symptom: &Diagnostic,
        assumptions: &Assumptions,
        settled: &[(Code, Span)],
        open: usize,
    ) -> Vec<(usize, Candidate)> {
        let mut best: Vec<(usize, Candidate)> = Vec::new();
        let mut shared = self.shared(assumptions);
        let candidates = self.candidates(symptom, assumptions, &mut shared).likely();
        let before = self.before(symptom, assumptions, &mut shared);
        for candidate in candidates {
            if self.left == 0 {
                break;
            }
            let assumed = usize::from(!candidate.is_free());
            let least = best.first().map_or(open, |(cost, _)| *cost);
            // What explains no more than a mistake in the symptom's own place is mentioned only where it is likely.
            let is_likely = symptom.code == Code::WrongPrisoners && candidate.likelihood <= Likelihood::Near;
            let enough = if is_likely { least } else { least.min(open - 1) };
            if assumed > enough {
                continue;
            }
            if self.rejects(before.as_ref(), &candidate, assumptions) {
                continue;
            }
            // Where a move is that is somewhere else may still explain other symptoms.
            let most = if candidate.likelihood == Likelihood::Elsewhere { least - assumed } else { enough - assumed };
            let Some(left) = self.left_with(&candidate, assumptions, &mut shared, symptom, settled.len() + most) else {
                continue;
            };
            let is_open = |left: &&Diagnostic| !settled.contains(&(left.code, left.span));
            let mut cost = assumed + left.iter().filter(is_open).count();
            // Where the move is instead may show in one of the next symptoms.
            if candidate.likelihood == Likelihood::Elsewhere && cost <= open {
                let with = candidate.apply(self.event, assumptions);
                let next = left.iter().filter(is_open).take(MAX_NEXT);
                let line = candidate.first_line(self.event, assumptions);
                let mut shared = shared.under(&with, line, &mut self.left);
                let gained =
                    next.map(|next| self.gained_by_placing(next, &with, &mut shared, settled, cost - assumed)).max();
                cost -= gained.unwrap_or_default();
            }
            if cost > enough {
                continue;
            }
            if cost < least {
                best.clear();
            }
            best.push((cost, candidate));
        }
        // They come by their likelihood.
        let likelihood = best.first().map(|(_, candidate)| candidate.likelihood);
        best.retain(|(_, candidate)| Some(candidate.likelihood) == likelihood);
        best
    }

    /// Returns the place before a symptom, if it is one of a move and does not depend on how the moves came about.
    fn before<'w>(
        &mut self,
        symptom: &Diagnostic,
        assumptions: &'w Assumptions,
        shared: &mut Shared<'w, 's, 't>,
    ) -> Option<BeforeSymptom<'w, 's, 't>> {
        let Owner::Move(id) = self.owner(symptom) else { return None };
        if !ON_POSITION.contains(&symptom.code) || !assumptions.early.is_empty() {
            return None;
        }
        let event = self.event;
        let line = event[id].line;
        let last = event.data_of(Owner::Move(id)).map(|datum| datum.line).max().unwrap_or(line);
        let is_between = |begin: u32| (line..=last).contains(&begin);
        if event.sequences.iter().any(|sequence| sequence.line.is_some_and(is_between)) {
            return None;
        }
        let trial = shared.before(line, &mut self.left).clone();
        Some(BeforeSymptom::new(trial, (symptom.code, symptom.span), last + 1))
    }

    /// Returns whether a candidate certainly leaves the symptom.
    fn rejects(
        &mut self,
        before: Option<&BeforeSymptom<'_, 's, 't>>,
        candidate: &Candidate,
        assumptions: &Assumptions,
    ) -> bool {
        let Some((before, changed)) = before.zip(candidate.changed(self.event)) else { return false };
        self.left = self.left.saturating_sub(1);
        before.remains(&candidate.apply(self.event, assumptions), &changed)
    }

    /// Returns the item to which a symptom belongs.
    fn owner(&self, symptom: &Diagnostic) -> Owner {
        self.event.owner_at(self.source.line_at(symptom.span.start as usize) as u32)
    }

    /// Returns the symptoms that a candidate leaves, or some of them if there are more than `most`; `None` if `symptom`
    /// is among them.
    fn left_with(
        &mut self,
        candidate: &Candidate,
        assumptions: &Assumptions,
        shared: &mut Shared<'_, 's, 't>,
        symptom: &Diagnostic,
        most: usize,
    ) -> Option<Vec<Diagnostic>> {
        let with = candidate.apply(self.event, assumptions);
        let this = (symptom.code, symptom.span);
        let trial = shared.fork(candidate.first_line(self.event, assumptions), &with, &mut self.left);
        let left = self.play_on(trial, Limit { most, unless: Some(this) });
        left.iter().all(|left| (left.code, left.span) != this).then_some(left)
    }

    /// Returns the changes of moves that remove a symptom and leave the fewest symptoms. Likelier slips and more usual
    /// plays come first. Up to `limit` moves are played, and subtracted from it.
    fn correcting_changes(&self, symptom: &Diagnostic, assumptions: &Assumptions, limit: &mut usize) -> Vec<Change> {
        let mut search = Self { left: *limit, board_rules: self.board_rules.clone(), ..*self };
        let owner = self.owner(symptom);
        let now = search.symptoms(assumptions);
        let (Owner::Move(id), Some(symptom)) = (owner, now.iter().find(|other| self.owner(other) == owner)) else {
            return Vec::new();
        };
        let line = |candidate: &Candidate| candidate.first_line(self.event, assumptions);
        let mut shared = self.shared(assumptions);
        let mut most = now.len() - 1;
        let before = search.before(symptom, assumptions, &mut shared);
        // The sooner a good one is found, the sooner the play of others ends, so the likeliest are tried first.
        let candidates = search.candidates(symptom, assumptions, &mut shared).writable(id);
        let mut played: Vec<(usize, (Change, Candidate))> = Vec::new();
        for (change, candidate) in candidates {
            if search.left == 0 {
                break;
            }
            if search.rejects(before.as_ref(), &candidate, assumptions) {
                continue;
            }
            let left = search.left_with(&candidate, assumptions, &mut shared, symptom, most);
            if let Some(left) = left.filter(|left| left.len() <= most) {
                most = left.len();
                played.push((most, (change, candidate)));
            }
        }
        // Of two that are as likely, the one nearer to the symptom comes first.
        let rank = |(_, candidate): &(Change, Candidate)| (candidate.cost, Reverse(line(candidate)));
        let mut best: Vec<(Change, Candidate)> =
            played.into_iter().filter(|(left, _)| *left <= most).map(|(_, change)| change).collect();
        best.sort_by_cached_key(rank);
        best.truncate(MAX_COMPARED);
        let from = best.iter().map(|(_, candidate)| line(candidate)).min().unwrap_or_default();
        for (_, candidate) in &mut best {
            let with = candidate.apply(self.event, assumptions);
            candidate.cost += shared.fork(from, &with, &mut search.left).oddness();
        }
        best.sort_by_cached_key(rank);
        *limit = search.left;
        best.into_iter().map(|(change, _)| change).collect()
    }

    /// Returns the candidates to which a symptom points.
    fn candidates<'w>(
        &mut self,
        symptom: &Diagnostic,
        assumptions: &'w Assumptions,
        shared: &mut Shared<'w, 's, 't>,
    ) -> Candidates<'w>
    where
        's: 'w,
    {
        let line = self.source.line_at(symptom.span.start as usize) as u32;
        let owner = self.event.owner_at(line);
        let (line, after) = match (symptom.code, owner) {
            (Code::NoStone, _) => (line, line),
            (_, Owner::Move(id)) => (self.event[id].line, self.event[id].line + 1),
            _ => (0, 0),
        };
        let mut walk = |line: u32| shared.before(line, &mut self.left).walk().clone();
        let (before, after) = (walk(line), walk(after));
        Candidates::of(self.source, assumptions, symptom, owner, before, after)
    }

    /// Returns the shared beginnings of plays under assumptions.
    fn shared<'w>(&self, assumptions: &'w Assumptions) -> Shared<'w, 's, 't>
    where
        's: 'w,
    {
        Shared::new(Trial::new(self.event, assumptions, &self.board_rules, self.severities))
    }

    /// How many of the `open` symptoms would be removed by the best place for an unknown move, which the first symptom
    /// suggests.
    fn gained_by_placing<'w>(
        &mut self,
        symptom: &Diagnostic,
        assumptions: &'w Assumptions,
        shared: &mut Shared<'w, 's, 't>,
        settled: &[(Code, Span)],
        open: usize,
    ) -> usize
    where
        's: 'w,
    {
        let mut least = open;
        let candidates = self.candidates(symptom, assumptions, shared).likely();
        for candidate in candidates.iter().filter(|candidate| candidate.is_free()) {
            if self.left == 0 || least == 0 {
                break;
            }
            let with = candidate.apply(self.event, assumptions);
            let trial = shared.fork(candidate.first_line(self.event, assumptions), &with, &mut self.left);
            let left = self.play_on(trial, Limit { most: settled.len() + least - 1, unless: None });
            let is_open = |left: &&Diagnostic| !settled.contains(&(left.code, left.span));
            least = least.min(left.iter().filter(is_open).count());
        }
        open - least
    }
}

/// Returns the symptoms among the findings of a play, in the order of the file.
fn symptoms_of(played: &Sink<'_>) -> Vec<Diagnostic> {
    let findings = played.findings.diagnostics.iter();
    let mut symptoms: Vec<Diagnostic> = findings.filter(|found| SYMPTOMS.contains(&found.code)).cloned().collect();
    symptoms.sort_by_key(Diagnostic::order);
    symptoms
}

#[cfg(test)]
mod tests {
    use std::fmt::Write;

    use proptest::prelude::*;

    use super::*;
    use crate::check::explanation::trial::tests::text;
    use ishi_board::Point;
    use ishi_record::record;

    proptest! {
        #![proptest_config(ProptestConfig { cases: 8 * ProptestConfig::default().cases, ..ProptestConfig::default() })]
        /// A candidate that is rejected without playing leaves the symptom when it is played.
        #[test]
        fn what_is_rejected_before_a_symptom_leaves_it(
            text in text(),
            changes in prop::collection::vec((any::<prop::sample::Index>(), 0u8..5, 0u8..4), 1..12),
        ) {
            let source = Source::of_event(&text, true);
            let reading = record::read(&source);
            let event = &reading.event;
            prop_assume!(!event.moves.is_empty());
            let severities = of_symptoms();
            let mut search = CauseSearch::new(&source, &reading, &severities);
            let assumptions = Assumptions::default();
            for symptom in search.symptoms(&assumptions) {
                let mut shared = search.shared(&assumptions);
                let before = search.before(&symptom, &assumptions, &mut shared);
                for (id, column, row) in &changes {
                    let id = MoveId(id.index(event.moves.len()) as u32);
                    let claim = match Point::new(*column, *row) {
                        Some(point) if *column < 4 => Claim::Change(Change::Point(id, point)),
                        _ => [
                            Claim::Elsewhere(id),
                            Claim::Change(Change::Pass(id)),
                            Claim::Change(Change::Color(id)),
                            Claim::Change(Change::Swap(id, MoveId(event.moves.len() as u32 - 1))),
                        ][usize::from(*row)],
                    };
                    let candidate = Candidate::of_claim(claim);
                    if search.rejects(before.as_ref(), &candidate, &assumptions) {
                        let left = search.symptoms(&candidate.apply(event, &assumptions));
                        let remains = left.iter().any(|left| (left.code, left.span) == (symptom.code, symptom.span));
                        prop_assert!(remains, "{claim:?} removes {symptom:?}");
                    }
                }
            }
        }
    }

    /// Runs a search, and returns how many moves it plays, and how many symptoms it explains.
    fn played(text: &str) -> (usize, usize) {
        let source = Source::of_event(text, true);
        let reading = record::read(&source);
        let severities = of_symptoms();
        let mut search = CauseSearch::new(&source, &reading, &severities);
        let (explanation, _) = search.run(Assumptions::default(), &severities);
        (MAX_PLAYED - search.left, explanation.explained.len())
    }

    #[test]
    fn a_candidate_far_from_a_symptom_is_not_played() {
        let text = "EVENT x\nB 1 A1\nW 2 T19\nB 3 B1\nW 4 S19\nB 5 C1\nW 6 B1\n";
        let source = Source::of_event(text, true);
        let reading = record::read(&source);
        let severities = of_symptoms();
        let mut search = CauseSearch::new(&source, &reading, &severities);
        let assumptions = Assumptions::default();
        let symptoms = search.symptoms(&assumptions);
        let mut shared = search.shared(&assumptions);
        let before = search.before(&symptoms[0], &assumptions, &mut shared);
        let mut is_rejected = |id: u32, column: u8, row: u8| {
            let point = Point::new(column, row).unwrap();
            let candidate = Candidate::of_claim(Claim::Change(Change::Point(MoveId(id), point)));
            search.rejects(before.as_ref(), &candidate, &assumptions)
        };
        assert!(is_rejected(0, 0, 4), "B1 stays occupied");
        assert!(!is_rejected(2, 0, 4), "B1 becomes empty");
    }

    #[test]
    fn the_search_is_given_up_where_nearly_everything_contradicts() {
        let mut text = "EVENT x\n".to_owned();
        for number in 1..=200_usize {
            let color = if number % 2 == 1 { 'B' } else { 'W' };
            let (column, row) = (&"ABCDE"[number * 7 % 5..][..1], number * 3 % 4 + 1);
            let _ = writeln!(text, "{color} {number} {column}{row}");
        }
        let (played, explained) = played(&text);
        assert_eq!(explained, 0);
        assert!(played <= 201, "{played} moves: the event is played once");
    }
}
