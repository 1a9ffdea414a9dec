//! What can be wrong with a record: the catalogue of diagnostics and the rules behind it, one file for each family.
//!
//! The law of recovery: one mistake, one diagnostic.

mod blocks;
mod catalogue;
mod claims;
mod diagnostic;
mod fields;
mod fix;
mod numbers;
mod order;
mod prisoners;
mod references;
mod replay;
mod suppression;
mod text;

pub use catalogue::{Code, Family, Remedy, Row, STANDARD_URL};
pub use diagnostic::{Diagnostic, Fix, FixKind, Related, Severities, Severity};
pub use fix::{Fixed, fix};
pub use text::{LineEnds, check_line_ends};

use prisoners::Prisoners;
use references::References;
use replay::Replay;

use crate::record::{self, Reading};
use crate::replay::Walk;
use crate::syntax::{After, Reader, Source};
use crate::text::Span;

/// Everything that is wrong with a whole text, in the order of places; spans count from its start.
///
/// ```
/// use ishi::check::{Severities, check};
///
/// let text = "EVENT x\nB 1 Q16\nW 2 Q16\n";
/// let found = check(text, &Severities::default());
/// assert_eq!(found[0].code.name(), "occupied-point");
/// assert_eq!(found[0].span.of(text), "Q16");
/// ```
pub fn check(text: &str, severities: &Severities) -> Vec<Diagnostic> {
    let mut all = Vec::new();
    let mut line_ends = LineEnds::default();
    let mut at = 0;
    for source in Reader::new(text, After::NOTHING) {
        let reading = record::read(&source);
        let mut found = check_event(&source, &reading, severities, usize::MAX).diagnostics;
        // Each renumbering changes what the ones behind it would be, so only the first of an event is of use now.
        if let Some(first) = found.iter_mut().find(|diagnostic| numbers::can_renumber(diagnostic.code)) {
            first.fixes.extend(dear_fixes(&source, first));
        }
        // A text can be a single event with millions of mistakes, which are not copied.
        let mut found: Vec<Diagnostic> = found.into_iter().map(|diagnostic| diagnostic.shifted(at)).collect();
        if all.is_empty() {
            all = found;
        } else {
            all.append(&mut found);
        }
        line_ends += LineEnds::of(source.text);
        at += source.text.len();
    }
    let conversions = text::check_line_ends(text, line_ends, severities).into_iter().map(|mut diagnostic| {
        diagnostic.fixes = text::conversions(text, line_ends, diagnostic.code);
        diagnostic
    });
    all.extend(conversions);
    all.sort_by_key(Diagnostic::order);
    all
}

/// What is wrong with one event.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Findings {
    /// In the order of places; spans count from the start of the event.
    pub diagnostics: Vec<Diagnostic>,
    /// How many more there would be beyond the limit.
    pub omitted: usize,
}

/// From how many bytes on an event is played out on another core than the one that looks at the rest of it.
const WORTH_SHARING: usize = 1 << 17;

/// What is wrong with one event, up to `limit` diagnostics. Only what the file as a whole decides is left to
/// [`check_line_ends`], and fixes that take long to work out to [`dear_fixes`].
pub fn check_event(source: &Source<'_>, reading: &Reading, severities: &Severities, limit: usize) -> Findings {
    let mut sink = Sink { severities, limit, findings: Findings::default() };
    if source.text.len() < WORTH_SHARING {
        look(source, reading, &mut sink);
        play(source, reading, &mut sink);
    } else {
        let mut played = Sink { severities, limit, findings: Findings::default() };
        rayon::join(|| look(source, reading, &mut sink), || play(source, reading, &mut played));
        sink.take_over(played.findings);
    }
    claims::check(source, reading, &mut sink);
    suppression::apply(source, reading, &mut sink);
    sink.findings.diagnostics.sort_by_key(Diagnostic::order);
    sink.findings
}

/// The rules that need no board.
fn look(source: &Source<'_>, reading: &Reading, sink: &mut Sink<'_>) {
    text::check(source, sink);
    fields::check(source, reading, sink);
    blocks::check(source, reading, sink);
    order::check(source, reading, sink);
    numbers::check(source, reading, sink);
}

/// Plays the event out for the rules that look at the board.
fn play(source: &Source<'_>, reading: &Reading, sink: &mut Sink<'_>) {
    let mut references = References::new(source, reading);
    let mut replay = Replay::new(source, reading);
    let mut prisoners = Prisoners::new(source, reading);
    let mut walk = Walk::new(&reading.event);
    while let Some(stop) = walk.next() {
        references.at(stop, &walk, sink);
        replay.at(stop, &walk, sink);
        prisoners.at(stop, &walk, sink);
    }
    replay.end(sink);
    prisoners.end(sink);
}

/// Fixes of a diagnostic of [`check_event`] that change the whole event, and so are worked out only when they
/// are asked for.
pub fn dear_fixes(source: &Source<'_>, diagnostic: &Diagnostic) -> Vec<Fix> {
    numbers::renumber(source, diagnostic).into_iter().collect()
}

/// Takes what the rules find.
struct Sink<'s> {
    severities: &'s Severities,
    limit: usize,
    findings: Findings,
}

impl Sink<'_> {
    /// Whether anybody wants to hear of this rule.
    fn wants(&self, code: Code) -> bool {
        self.severities.of(code) != Severity::Off
    }

    /// Reports a finding, unless its rule is off. `tell` fills in the message and what else there is to say.
    fn report(&mut self, code: Code, span: Span, tell: impl FnOnce(&mut Diagnostic)) {
        self.report_as(code, self.severities.of(code), span, tell);
    }

    /// Takes over what another sink with the same limit has found, as if it had been found here.
    fn take_over(&mut self, mut found: Findings) {
        let room = self.limit - self.findings.diagnostics.len();
        self.findings.omitted += found.omitted + found.diagnostics.len().saturating_sub(room);
        found.diagnostics.truncate(room);
        self.findings.diagnostics.append(&mut found.diagnostics);
    }

    fn report_as(&mut self, code: Code, severity: Severity, span: Span, tell: impl FnOnce(&mut Diagnostic)) {
        if severity == Severity::Off {
            return;
        }
        if self.findings.diagnostics.len() >= self.limit {
            self.findings.omitted += 1;
            return;
        }
        let mut diagnostic =
            Diagnostic { code, severity, span, message: String::new(), related: Vec::new(), fixes: Vec::new() };
        tell(&mut diagnostic);
        debug_assert!(!diagnostic.message.is_empty(), "{code} says nothing");
        self.findings.diagnostics.push(diagnostic);
    }
}
