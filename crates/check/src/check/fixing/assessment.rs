//! Assessment of changes of a record: a change must not add errors, and must not lose a move.

use std::collections::HashMap;

use crate::check::{Code, Diagnostic, Findings, LineEnds, Severities, Severity, check_event, check_line_ends};
use ishi_board::{Color, Point};
use ishi_record::record::{self, Event, MoveTarget};
use ishi_record::syntax::Reader;
use ishi_sgf::{self as sgf, Collection};

/// The problems and the moves of some events.
#[derive(Clone, Debug, Default)]
pub struct Assessment {
    problems: Problems,
    /// How often each error is reported.
    errors: HashMap<(Code, String), usize>,
    /// How often each move is played, in any place.
    moves: HashMap<(Color, MoveTarget), usize>,
}

/// The number of problems: errors, warnings, and all others. Compared by errors first, then by warnings, then by
/// others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::check) struct Problems(usize, usize, usize);

impl Problems {
    pub(in crate::check) fn total(self) -> usize {
        self.0 + self.1 + self.2
    }
}

/// The harm that a change does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Harm {
    /// It adds an error with this message.
    Error(String),
    /// A move is no longer read as a move.
    Move,
}

impl Assessment {
    /// Assesses a whole text.
    pub(in crate::check) fn of_text(text: &str, severities: &Severities) -> Self {
        let mut assessment = Self::default();
        let mut line_ends = LineEnds::default();
        for source in Reader::of_file(text) {
            let reading = record::read(&source);
            assessment.add(&reading.event, &check_event(&source, &reading, severities, usize::MAX));
            line_ends += LineEnds::of_event(&source);
        }
        assessment.count(&check_line_ends(text, line_ends, severities));
        assessment
    }

    /// Adds an event and its diagnostics.
    pub fn add(&mut self, event: &Event, findings: &Findings) {
        self.add_findings(findings);
        for played in event.moves.iter().filter(|played| played.place != MoveTarget::Unknown) {
            *self.moves.entry((played.color, played.place)).or_default() += 1;
        }
    }

    /// Adds games in SGF and their diagnostics.
    pub fn add_games(&mut self, games: &Collection<'_>, findings: &Findings) {
        self.add_findings(findings);
        let nodes = (0..games.games().len()).flat_map(|game| games.nodes_of_game(game));
        for property in nodes.flat_map(|node| games.properties(node)) {
            let color = match &*property.name() {
                "B" => Color::Black,
                "W" => Color::White,
                _ => continue,
            };
            let value = property.raw_values().next().unwrap_or_default();
            let target = match sgf::point(value) {
                Some((column, row)) => Point::new(column, row).map(MoveTarget::Point),
                None => value.is_empty().then_some(MoveTarget::Pass),
            };
            if let Some(target) = target {
                *self.moves.entry((color, target)).or_default() += 1;
            }
        }
    }

    /// Adds diagnostics that do not belong to a single event or game.
    pub fn add_findings(&mut self, findings: &Findings) {
        // What is not kept may be errors.
        self.problems.0 += findings.omitted;
        self.count(&findings.diagnostics);
    }

    fn count(&mut self, diagnostics: &[Diagnostic]) {
        for Diagnostic { code, severity, message, .. } in diagnostics {
            match severity {
                Severity::Error => {
                    self.problems.0 += 1;
                    *self.errors.entry((*code, message.clone())).or_default() += 1;
                }
                Severity::Warning => self.problems.1 += 1,
                _ => self.problems.2 += 1,
            }
        }
    }

    /// How many problems there are.
    pub(in crate::check) fn problems(&self) -> Problems {
        self.problems
    }

    /// Returns the harm of a change that leads from `before` to this assessment.
    pub fn harm_since(&self, before: &Self) -> Option<Harm> {
        if self.problems.0 > before.problems.0 {
            let was = |error: &(Code, String)| before.errors.get(error).copied().unwrap_or_default();
            let new = self.errors.iter().filter(|&(error, count)| *count > was(error)).map(|((_, message), _)| message);
            return Some(Harm::Error(new.min().cloned().unwrap_or_else(|| "there are more errors".into())));
        }
        let is_kept =
            |(key, count): (&(Color, MoveTarget), &usize)| self.moves.get(key).is_some_and(|now| now >= count);
        (!before.moves.iter().all(is_kept)).then_some(Harm::Move)
    }

    /// The number of moves that are read with a point or as a pass.
    pub fn moves(&self) -> usize {
        self.moves.values().sum()
    }
}
