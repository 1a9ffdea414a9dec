//! The words in which a message names the cause of a symptom, and the fixes that belong to them.

use super::alternatives::Assumption;
use super::change::{Change, Writer};
use super::evidence::{Cause, Explanation};
use crate::board::{Color, Point};
use crate::check::families::replay::location;
use crate::check::{Diagnostic, Fix, FixKind, Related, Sink};
use crate::record::Event;
use crate::syntax::Source;
use crate::text::{Edit, Span};

/// How many moves a message names as those that may be wrong.
const MAX_NAMED: usize = 3;

/// A change in words: what fits with it, where that is, and the title and edit of its fix.
type Wording = (String, Option<Span>, Option<(String, Edit)>);

/// The cause of a symptom in words, with fixes.
struct CauseNote {
    hint: String,
    related: Vec<Related>,
    fixes: Vec<Fix>,
}

impl Explanation {
    /// Adds what was found out about symptoms to what was found with the assumptions.
    pub(in crate::check) fn report(&self, source: &Source<'_>, event: &Event, sink: &mut Sink<'_>) {
        let writer = Writer { source, event };
        for cause @ Cause { symptom, is_assumed, .. } in &self.causes {
            let Some(CauseNote { hint, related, fixes }) = note(writer, cause) else { continue };
            let extend = |diagnostic: &mut Diagnostic| {
                diagnostic.message = format!("{}; {hint}", diagnostic.message);
                diagnostic.related.extend(related);
                diagnostic.fixes.extend(fixes);
            };
            if *is_assumed {
                let severity = sink.severities.of(symptom.code);
                sink.report_as(symptom.code, severity, symptom.span, |diagnostic| {
                    diagnostic.message.clone_from(&symptom.message);
                    diagnostic.related.clone_from(&symptom.related);
                    extend(diagnostic);
                });
                continue;
            }
            let is_symptom = |found: &&mut Diagnostic| (found.code, found.span) == (symptom.code, symptom.span);
            if let Some(found) = sink.findings.diagnostics.iter_mut().find(is_symptom) {
                extend(found);
            }
        }
    }
}

/// Puts into words that any of some changes explains a symptom.
fn note(writer: Writer<'_, '_>, cause: &Cause) -> Option<CauseNote> {
    let Cause { is_assumed, changes, .. } = cause;
    let (mut related, mut fixes, mut hints) = (Vec::new(), Vec::new(), Vec::new());
    // Only the user can decide between several alternatives, or between one and a mistake in this place.
    // What the record says of a location is replaced only if the user chooses that.
    let is_clear = *is_assumed && changes.len() == 1;
    let kind = |edit: &Edit| match edit.span.is_empty() {
        true if is_clear => FixKind::Suggested,
        true => FixKind::Manual,
        false => FixKind::Correction,
    };
    for (hint, span, fix) in changes.iter().take(MAX_NAMED).filter_map(|&change| words(writer, change)) {
        related.extend(span.map(|span| Related { span, message: hint.clone() }));
        fixes.extend(fix.map(|(title, edit)| Fix { title, kind: kind(&edit), edits: vec![edit] }));
        hints.push(hint);
    }
    let hint = match (common_point(writer.event, changes), &hints[..]) {
        (_, []) => return None,
        (_, [hint]) => hint.clone(),
        (Some((color, point)), _) => {
            let moves = changes.iter().filter_map(|change| change.number(writer.event));
            let numbers: Vec<String> = moves.take(MAX_NAMED).map(|number| number.to_string()).collect();
            let (such, or) = if changes.len() > MAX_NAMED { (" such as", "") } else { ("", "one of ") };
            format!("it fits if {or}{color}'s moves{such} {} is on {point} instead", numbers.join(", "))
        }
        (None, _) if changes.len() > MAX_NAMED => format!("{}, …", hints.join(", or ")),
        (None, _) => hints.join(", or "),
    };
    Some(CauseNote { hint, related, fixes })
}

/// Returns the point on which all of some changes have a move, and whose it is.
fn common_point(event: &Event, changes: &[Assumption]) -> Option<(Color, Point)> {
    let point = |change: &Assumption| match *change {
        Assumption::Play(id, color, place) => {
            let is_number = event.number(id).is_some();
            place.point().filter(|_| is_number).map(|point| (color, point))
        }
        Assumption::Place(..) | Assumption::Size(_) => None,
    };
    let first = point(changes.first()?)?;
    changes.iter().all(|change| point(change) == Some(first)).then_some(first)
}

/// Returns the words for an assumption, its place, and the change of the text if it is in one place.
fn words(writer: Writer<'_, '_>, assumption: Assumption) -> Option<Wording> {
    match assumption {
        Assumption::Size(size) => {
            let hint = format!("it fits a board of {0}×{0}; BOARDSIZE is missing", size.get());
            Some((hint, None, Some((format!("insert BOARDSIZE {}", size.get()), writer.board_size(size)))))
        }
        Assumption::Play(id, color, place) => {
            let found = &writer.event[id];
            let name = writer.name(id);
            let span = location(writer.source, writer.event, id);
            let written = found.place.point().map_or(String::new(), |point| point.to_string());
            let (hint, change) = match place.point() {
                Some(_) if color != found.color => (format!("it fits if {name} is {color}'s"), Change::Color(id)),
                Some(point) => (format!("it fits if {name} is {point} instead of {written}"), Change::Point(id, point)),
                None => {
                    let hint = format!("it fits if {name} is not {written} but another point");
                    return Some((hint, Some(span), None));
                }
            };
            let edits = writer.edits(change, std::iter::empty());
            let edit = edits.and_then(|mut edits| edits.pop());
            let fix = edit.map(|edit| (writer.title(change), edit));
            Some((hint, Some(span), fix))
        }
        Assumption::Place(..) => None,
    }
}
