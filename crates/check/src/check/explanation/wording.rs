//! The wording with which a message names the cause of a symptom, and the corresponding fixes.

use super::change::{Change, Claim, Writer};
use super::evidence::{ExplainedSymptom, Explanation};
use crate::check::families::replay::location;
use crate::check::{Diagnostic, Fix, FixKind, Related, Sink};
use ishi_board::{Color, Point};
use ishi_record::record::{Event, MoveId};
use ishi_record::syntax::Source;
use ishi_text::{Edit, Span};

/// How many possibly wrong moves a message names at most.
const MAX_NAMED: usize = 3;

/// A claim in words, with its related places and its fix.
struct Wording {
    hint: String,
    places: Vec<Span>,
    fix: Option<(String, Vec<Edit>)>,
}

/// The cause of a symptom in words, with fixes.
struct Note {
    hint: String,
    related: Vec<Related>,
    fixes: Vec<Fix>,
}

impl Explanation {
    /// Adds the explanations of symptoms to the diagnostics that were found under the assumptions.
    pub(in crate::check) fn report(&self, source: &Source<'_>, event: &Event, sink: &mut Sink<'_>) {
        let writer = Writer { source, event };
        for ExplainedSymptom { symptom, is_assumed, claims, .. } in &self.explained {
            let Some(Note { hint, related, fixes }) = note(writer, claims, *is_assumed) else { continue };
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
            let is_symptom =
                |diagnostic: &&mut Diagnostic| (diagnostic.code, diagnostic.span) == (symptom.code, symptom.span);
            if let Some(diagnostic) = sink.findings.diagnostics.iter_mut().find(is_symptom) {
                extend(diagnostic);
            }
        }
    }
}

/// Writes a note that each of some claims would explain a symptom. `is_assumed` says whether one of the claims is
/// assumed.
fn note(writer: Writer<'_, '_>, claims: &[Claim], is_assumed: bool) -> Option<Note> {
    let (mut related, mut fixes, mut hints) = (Vec::new(), Vec::new(), Vec::new());
    // Only the user can decide between several claims, or between one and a mistake in this place.
    // What the record says of a location is replaced only if the user chooses that.
    let is_clear = is_assumed && claims.len() == 1;
    for &claim in claims.iter().take(MAX_NAMED) {
        let Wording { hint, places, fix } = words(writer, claim);
        related.extend(places.into_iter().map(|span| Related { span, message: hint.clone() }));
        let kind = match claim {
            Claim::Change(_) | Claim::Elsewhere(_) => FixKind::Correction,
            Claim::Size(_) if is_clear => FixKind::Suggested,
            Claim::Size(_) => FixKind::Manual,
        };
        fixes.extend(fix.map(|(title, edits)| Fix { title, kind, edits }));
        hints.push(hint);
    }
    let hint = match (common_point(writer.event, claims), &hints[..]) {
        (_, []) => return None,
        (_, [hint]) => hint.clone(),
        (Some((color, point)), _) => {
            let moves = claims.iter().filter_map(|claim| writer.event.number(claim.single_move()?));
            let numbers: Vec<String> = moves.take(MAX_NAMED).map(|number| number.to_string()).collect();
            let (such, or) = if claims.len() > MAX_NAMED { (" such as", "") } else { ("", "one of ") };
            format!("it fits if {or}{color}'s moves{such} {} is on {point} instead", numbers.join(", "))
        }
        (None, _) if claims.len() > MAX_NAMED => format!("{}, …", hints.join(", or ")),
        (None, _) => hints.join(", or "),
    };
    Some(Note { hint, related, fixes })
}

/// Returns the point on which all of some claims have a move, and the color of the move.
fn common_point(event: &Event, claims: &[Claim]) -> Option<(Color, Point)> {
    let point = |claim: &Claim| match *claim {
        Claim::Change(Change::Point(id, point)) => event.number(id).map(|_| (event[id].color, point)),
        _ => None,
    };
    let first = point(claims.first()?)?;
    claims.iter().all(|claim| point(claim) == Some(first)).then_some(first)
}

/// Returns the words for a claim.
fn words(writer: Writer<'_, '_>, claim: Claim) -> Wording {
    let event = writer.event;
    let place = |id: MoveId| location(writer.source, event, id);
    let written = |id: MoveId| event[id].place.point().map_or(String::new(), |point| point.to_string());
    let change = match claim {
        Claim::Change(change) => change,
        Claim::Elsewhere(id) => {
            let hint = format!("it fits if {} is not {} but another point", writer.name(id), written(id));
            return Wording { hint, places: vec![place(id)], fix: None };
        }
        Claim::Size(size) => {
            let hint = format!("it fits a board of {0}×{0}; BOARDSIZE is missing", size.get());
            let fix = (format!("insert BOARDSIZE {}", size.get()), vec![writer.board_size(size)]);
            return Wording { hint, places: Vec::new(), fix: Some(fix) };
        }
    };
    let name = |id: MoveId| writer.name(id);
    let (hint, places) = match change {
        Change::Point(id, point) => (format!("{} is {point} instead of {}", name(id), written(id)), vec![place(id)]),
        Change::Pass(id) => (format!("{} is a pass", name(id)), vec![place(id)]),
        Change::Color(id) => (format!("{} is {}'s", name(id), event[id].color.opponent()), vec![place(id)]),
        Change::Swap(one, other) => {
            (format!("{} are exchanged", writer.names(one, other)), vec![place(one), place(other)])
        }
        Change::MissingPass(id) => (format!("a pass before {} is missing", name(id)), vec![place(id)]),
    };
    let fix = writer.edits(change).map(|edits| (writer.title(change), edits));
    Wording { hint: format!("it fits if {hint}"), places, fix }
}
