//! Collector of diagnostics: filters by severity and limits their number.

use super::{Code, Diagnostic, Severities, Severity};
use ishi_text::Span;

/// Rules that report a contradiction with the board, which may come from a stone on the wrong point.
pub(super) const SYMPTOMS: [Code; 6] =
    [Code::OccupiedPoint, Code::SelfCapture, Code::Ko, Code::WrongPrisoners, Code::MissingPrisoners, Code::NoStone];

/// Returns whether a diagnostic with this code may be a consequence of a mistake in another place.
fn may_follow(code: Code) -> bool {
    SYMPTOMS.contains(&code) || matches!(code, Code::UnknownMove | Code::RepeatedPosition)
}

/// Diagnostics of one event.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Findings {
    /// The diagnostics in the order of places. Spans count from the start of the event.
    pub diagnostics: Vec<Diagnostic>,
    /// The number of further diagnostics beyond the limit.
    pub omitted: usize,
}

/// A collector to which rules report.
#[derive(Clone)]
pub(super) struct Sink<'s> {
    pub(super) severities: &'s Severities,
    pub(super) limit: usize,
    pub(super) findings: Findings,
    /// Whether diagnostics have only a rule and a place. Messages and fixes take longer than the rest.
    is_brief: bool,
    /// Whether a diagnostic was found, omitted or not, that may be a consequence of a mistake elsewhere.
    pub(super) may_follow: bool,
}

impl<'s> Sink<'s> {
    pub(super) fn new(severities: &'s Severities, limit: usize) -> Self {
        Self { severities, limit, findings: Findings::default(), is_brief: false, may_follow: false }
    }

    /// Creates a collector of the rules and places of all findings, without messages and fixes.
    pub(super) fn of_places(severities: &'s Severities) -> Self {
        Self { is_brief: true, ..Self::new(severities, usize::MAX) }
    }

    /// Returns whether the rule is on.
    pub(super) fn wants(&self, code: Code) -> bool {
        self.severities.of(code) != Severity::Off
    }

    /// Reports a finding, unless its rule is off. `fill` sets the message and the other fields.
    pub(super) fn report(&mut self, code: Code, span: Span, fill: impl FnOnce(&mut Diagnostic)) {
        self.report_as(code, self.severities.of(code), span, fill);
    }

    /// Returns an empty sink with the same severities and limit.
    pub(super) fn same(&self) -> Self {
        Self::new(self.severities, self.limit)
    }

    /// Returns the findings as a sink with other severities would have them, which differ only in the symptoms that
    /// they turn off.
    pub(super) fn without_symptoms_off(mut self, severities: &Severities) -> Sink<'_> {
        let is_off = |code: Code| SYMPTOMS.contains(&code) && severities.of(code) == Severity::Off;
        self.findings.diagnostics.retain(|diagnostic| !is_off(diagnostic.code));
        Sink { severities, ..self }
    }

    /// Adds the findings of another sink, up to the limit.
    pub(super) fn take_over(&mut self, Self { findings: mut added, may_follow, .. }: Self) {
        self.may_follow |= may_follow;
        let room = self.limit - self.findings.diagnostics.len();
        self.findings.omitted += added.omitted + added.diagnostics.len().saturating_sub(room);
        added.diagnostics.truncate(room);
        self.findings.diagnostics.append(&mut added.diagnostics);
    }

    pub(super) fn report_as(&mut self, code: Code, severity: Severity, span: Span, fill: impl FnOnce(&mut Diagnostic)) {
        // This is compiled once for each place that reports something, so the rest of the work is elsewhere.
        if let Some(mut diagnostic) = self.admit(code, severity, span) {
            if self.is_brief {
                self.findings.diagnostics.push(diagnostic);
                return;
            }
            fill(&mut diagnostic);
            self.add(diagnostic);
        }
    }

    /// Counts a finding. If it is within the limit, returns its diagnostic, still without a message.
    fn admit(&mut self, code: Code, severity: Severity, span: Span) -> Option<Diagnostic> {
        if severity == Severity::Off {
            return None;
        }
        self.may_follow |= may_follow(code);
        if self.findings.diagnostics.len() >= self.limit {
            self.findings.omitted += 1;
            return None;
        }
        Some(Diagnostic { code, severity, span, message: String::new(), related: Vec::new(), fixes: Vec::new() })
    }

    fn add(&mut self, mut diagnostic: Diagnostic) {
        diagnostic.fixes.sort_by_cached_key(|fix| u32::from(!fix.is_applicable()));
        debug_assert!(!diagnostic.message.is_empty(), "{} says nothing", diagnostic.code);
        diagnostic.bound();
        self.findings.diagnostics.push(diagnostic);
    }
}
