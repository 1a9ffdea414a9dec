//! Plays of an event that look only for symptoms, and share their common beginnings.

use super::oddness::oddness;
use crate::check::families::board_rules::BoardRules;
use crate::check::{Code, Diagnostic, Severities, Sink};
use ishi_record::record::Event;
use ishi_record::replay::{Assumptions, Rearranged, UnknownMove, Visit, Walk};
use ishi_text::Span;

/// How many beginnings are kept at most. Each has a board and the moves that lead to it.
const MAX_BEGINNINGS: usize = 64;

/// The findings that end a play early, because they are enough to reject its assumptions.
#[derive(Clone, Copy)]
pub(super) struct Limit {
    /// More symptoms than this.
    pub(super) most: usize,
    /// The symptom that the play would have to remove.
    pub(super) unless: Option<(Code, Span)>,
}

impl Limit {
    pub(super) const NONE: Self = Self { most: usize::MAX, unless: None };

    /// Returns whether the symptoms from index `seen` on, which are new, reach the limit.
    fn is_reached(self, symptoms: &[Diagnostic], seen: usize) -> bool {
        symptoms.len() > self.most
            || symptoms[seen..].iter().any(|symptom| self.unless == Some((symptom.code, symptom.span)))
    }
}

/// A play of an event under assumptions, with the rules whose diagnostics are symptoms.
#[derive(Clone)]
pub(super) struct Trial<'w, 's, 't> {
    walk: Walk<'w>,
    board_rules: BoardRules<'s, 't>,
    sink: Sink<'w>,
}

impl<'w, 's, 't> Trial<'w, 's, 't> {
    /// Creates a play at the start of the event, whose symptoms have no messages. `severities` turns off all rules
    /// except those of symptoms.
    pub(super) fn new(
        event: &'w Event,
        assumptions: &'w Assumptions,
        board_rules: &BoardRules<'s, 't>,
        severities: &'w Severities,
    ) -> Self {
        Self {
            walk: Walk::assuming(event, assumptions, 0..0).without_repetitions(),
            board_rules: board_rules.clone(),
            sink: Sink::of_places(severities),
        }
    }

    /// Returns the walk as it stands.
    pub(super) fn walk(&self) -> &Walk<'w> {
        &self.walk
    }

    /// Plays on to a line, or to the limit. Returns how many moves were played.
    pub(super) fn play(&mut self, line: u32, limit: Limit) -> usize {
        self.walk.extend_to(line);
        let mut seen = self.sink.findings.diagnostics.len();
        let mut played = 0;
        while let Some(stop) = self.walk.next() {
            played += usize::from(matches!(stop, Visit::Move(_)));
            self.board_rules.at(stop, &self.walk, &mut self.sink);
            let symptoms = &self.sink.findings.diagnostics;
            if symptoms.len() > seen && limit.is_reached(symptoms, seen) {
                break;
            }
            seen = symptoms.len();
        }
        played
    }

    /// Returns a copy that continues under other assumptions. They must agree with the current assumptions on all lines
    /// played so far.
    fn fork<'f>(&self, assumptions: &'f Assumptions) -> Trial<'f, 's, 't>
    where
        'w: 'f,
    {
        Trial { walk: self.walk.fork(assumptions), board_rules: self.board_rules.clone(), sink: self.sink.clone() }
    }

    /// Returns how unusual the play of the rest of the event is.
    pub(super) fn oddness(mut self) -> i32 {
        self.walk.extend_to(u32::MAX);
        oddness(self.walk)
    }

    /// Returns the symptoms in the order of the file.
    pub(super) fn into_symptoms(mut self) -> Vec<Diagnostic> {
        self.board_rules.end(&mut self.sink);
        self.sink.findings.diagnostics.sort_by_key(Diagnostic::order);
        self.sink.findings.diagnostics
    }
}

/// The place before a symptom of a move, where most assumptions can be rejected without playing up to it.
pub(super) struct BeforeSymptom<'w, 's, 't> {
    position: Rearranged<'w>,
    board_rules: BoardRules<'s, 't>,
    severities: &'w Severities,
    symptom: (Code, Span),
    /// The line up to which the symptom is found.
    end: u32,
}

impl<'w, 's, 't> BeforeSymptom<'w, 's, 't> {
    /// Takes a play that stands before the move of the symptom, and the line up to which the symptom is found.
    pub(super) fn new(Trial { walk, board_rules, sink }: Trial<'w, 's, 't>, symptom: (Code, Span), end: u32) -> Self {
        Self { position: Rearranged::new(walk), board_rules, severities: sink.severities, symptom, end }
    }

    /// Returns whether the symptom certainly remains under other assumptions, which differ in the moves `changed`.
    pub(super) fn remains(&self, assumptions: &Assumptions, changed: &[UnknownMove]) -> bool {
        let Some(walk) = self.position.under(assumptions, changed) else { return false };
        let sink = Sink::of_places(self.severities);
        let mut trial = Trial { walk, board_rules: self.board_rules.clone(), sink };
        trial.play(self.end, Limit { most: usize::MAX, unless: Some(self.symptom) });
        trial.into_symptoms().iter().any(|symptom| (symptom.code, symptom.span) == self.symptom)
    }
}

/// The common beginnings of plays under similar assumptions, so that lines before the first difference are played once.
pub(super) struct Shared<'w, 's, 't> {
    /// Plays without a difference, each with the line up to which it was played, in order.
    beginnings: Vec<(u32, Box<Trial<'w, 's, 't>>)>,
}

impl<'w, 's, 't> Shared<'w, 's, 't> {
    /// Creates the shared beginnings from a play at the start of the event.
    pub(super) fn new(start: Trial<'w, 's, 't>) -> Self {
        Self { beginnings: vec![(0, Box::new(start))] }
    }

    /// Returns the shared beginnings under other assumptions, which differ from `line` on. Subtracts the moves that had
    /// to be played up to this line from `left`.
    pub(super) fn under<'f>(&mut self, assumptions: &'f Assumptions, line: u32, left: &mut usize) -> Shared<'f, 's, 't>
    where
        'w: 'f,
    {
        let mut shared = Shared::new(self.beginnings[0].1.fork(assumptions));
        if line > 0 {
            shared.beginnings.push((line, Box::new(self.fork(line, assumptions, left))));
        }
        shared
    }

    /// Returns a play under other assumptions, which differ from `line` on, positioned before this line. Subtracts the
    /// moves that had to be played for this from `left`.
    pub(super) fn fork<'f>(&mut self, line: u32, assumptions: &'f Assumptions, left: &mut usize) -> Trial<'f, 's, 't>
    where
        'w: 'f,
    {
        self.before(line, left).fork(assumptions)
    }

    /// Returns the play up to a line.
    pub(super) fn before(&mut self, line: u32, left: &mut usize) -> &Trial<'w, 's, 't> {
        let index = self.beginnings.partition_point(|(from, _)| *from <= line) - 1;
        let (from, before) = &self.beginnings[index];
        if *from == line {
            return &self.beginnings[index].1;
        }
        let mut trial = before.clone();
        *left = left.saturating_sub(trial.play(line, Limit::NONE));
        let index = if index > 0 && self.beginnings.len() == MAX_BEGINNINGS {
            self.beginnings[index] = (line, trial);
            index
        } else {
            self.beginnings.insert(index + 1, (line, trial));
            index + 1
        };
        &self.beginnings[index].1
    }
}

#[cfg(test)]
pub(super) mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::check::Severity;
    use crate::check::explanation::candidates::{Candidate, Likelihood, Premise};
    use crate::check::explanation::change::{Change, Claim};
    use ishi_board::Point;
    use ishi_record::record::{self, MoveId};
    use ishi_record::syntax::Source;

    /// An event with captures, variations and lines that are wrong on a board of 4×4.
    pub(in crate::check::explanation) fn text() -> impl Strategy<Value = String> {
        prop::collection::vec((0u8..16, 0u8..4, 1u8..5), 1..40).prop_map(|lines| {
            let mut text = "EVENT x\nBOARDSIZE 4\n".to_owned();
            let mut number = 0;
            for (kind, column, row) in lines {
                let point = format!("{}{row}", char::from(b'A' + column));
                let line = match kind {
                    0 => "VAR".to_owned(),
                    1 => "ENDVAR".to_owned(),
                    2 => format!("PRISONER {point}"),
                    3 => format!("MARK {point}"),
                    4 => format!("SETUP W {point}"),
                    5 => format!("X {point}"),
                    _ => {
                        number += 1;
                        format!("{} {number} {point}", if number % 2 == 1 { 'B' } else { 'W' })
                    }
                };
                text.push_str(&line);
                text.push('\n');
            }
            text
        })
    }

    proptest! {
        #[test]
        fn a_play_that_shares_its_beginning_finds_what_one_from_the_start_does(
            text in text(),
            changes in prop::collection::vec((any::<prop::sample::Index>(), 0u8..5, 0u8..4), 1..12),
        ) {
            let source = Source::of_event(&text, true);
            let reading = record::read(&source);
            let event = &reading.event;
            prop_assume!(!event.moves.is_empty());
            let mut severities = Severities::default();
            for &code in Code::ALL {
                severities.set(code, Severity::Warning);
            }
            let board_rules = BoardRules::new(&source, &reading);
            let assumptions = Assumptions::default();
            let mut shared = Shared::new(Trial::new(event, &assumptions, &board_rules, &severities));
            for (id, column, row) in changes {
                let id = MoveId(id.index(event.moves.len()) as u32);
                let claim = match Point::new(column, row) {
                    Some(point) if column < 4 => Claim::Change(Change::Point(id, point)),
                    _ => [
                        Claim::Elsewhere(id),
                        Claim::Change(Change::Pass(id)),
                        Claim::Change(Change::Color(id)),
                        Claim::Change(Change::MissingPass(id)),
                    ][usize::from(row)],
                };
                let change = Candidate { premise: Premise::Claim(claim), likelihood: Likelihood::Elsewhere, cost: 0 };
                let with = change.apply(event, &assumptions);
                let mut left = usize::MAX;
                let mut forked = shared.fork(change.first_line(event, &assumptions), &with, &mut left);
                forked.play(u32::MAX, Limit::NONE);
                let mut fresh = Trial::new(event, &with, &board_rules, &severities);
                fresh.play(u32::MAX, Limit::NONE);
                prop_assert_eq!(forked.into_symptoms(), fresh.into_symptoms());
            }
        }
    }
}
