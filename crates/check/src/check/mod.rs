//! Diagnostics of a record: the catalogue, the rules by family, the explanation of contradictions, and fixes.
//!
//! The law of recovery: one mistake, one diagnostic.

mod catalogue;
mod diagnostic;
mod error;
mod explanation;
mod families;
mod fence;
mod fixing;
mod import;
mod parts;
mod play;
mod rule_pages;
mod severity;
mod sgf;
mod sink;

pub use catalogue::{Code, Family, Remedy, Row, STANDARD_URL};
pub use diagnostic::{Diagnostic, Fix, FixKind, Related, Selector, Severities};
pub use error::Error;
pub use explanation::corrections::can_correct;
pub use explanation::reuse::ReusableExplanation;
pub use families::copies::{GameKey, check_copies};
pub use families::foreign::check_name;
pub use families::text::{LineEnds, MISREAD_MARK, check_line_ends, check_lone_cr, has_nul, name_of_line_end, not_text};
pub use fence::fence_option;
pub use fixing::assessment::{Assessment, Harm};
pub use fixing::fix::{Fixed, fix};
pub use import::{check_import, in_import};
pub use rule_pages::{example_of, fix_name, remedy_of, rule_page, rules_of, rules_page};
pub use severity::Severity;
pub use sgf::{
    GameFindings, check_collection, check_converted, check_game, check_sgf, fix_sgf, in_game, rules_of_moves,
};
pub use sink::Findings;

use explanation::corrections;
use families::{bare, numbers, text};
use parts::Cuts;
use play::play;
use sink::Sink;

use ishi_record::record::{self, Reading};
use ishi_record::syntax::{Reader, Source};
use ishi_work::parallel;

/// Returns the diagnostics of a whole text, in the order of places. Spans count from its start.
///
/// ```
/// use ishi_check::check::{Severities, check};
///
/// let text = "EVENT x\nB 1 Q16\nW 2 Q16\n";
/// let found = check(text, &Severities::default());
/// assert_eq!(found[0].code.name(), "occupied-point");
/// assert_eq!(found[0].span.of(text), "Q16");
/// ```
pub fn check(text: &str, severities: &Severities) -> Vec<Diagnostic> {
    if has_nul(text) || text.starts_with(MISREAD_MARK) {
        return not_text(text, severities);
    }
    let mut diagnostics = Vec::new();
    let mut line_ends = LineEnds::default();
    let mut games = Vec::new();
    let mut at = 0;
    for source in Reader::of_file(text) {
        let reading = record::read(&source);
        let mut of_event = check_event(&source, &reading, severities, usize::MAX).diagnostics;
        let length = source.text.len();
        line_ends += LineEnds::of_event(&source);
        games.extend(GameKey::of(&source, &reading, severities).map(|key| (at, key)));
        // Each renumbering changes what the ones after it would be, so only the first of an event is of use now.
        if let Some(first) = of_event.iter_mut().find(|diagnostic| diagnostic.can_renumber()) {
            first.add_lazy_fixes(numbers::renumber(source, reading.event, first).into_iter().collect());
        }
        // A text can be a single event with millions of mistakes, which are not copied.
        let mut of_event: Vec<Diagnostic> = of_event.into_iter().map(|diagnostic| diagnostic.shifted(at)).collect();
        if diagnostics.is_empty() {
            diagnostics = of_event;
        } else {
            diagnostics.append(&mut of_event);
        }
        at += length;
    }
    diagnostics.extend(check_copies(games.iter().map(|(at, key)| (*at, key)), severities));
    let conversions = text::check_line_ends(text, line_ends, severities).into_iter().map(|mut diagnostic| {
        diagnostic.fixes = text::conversions(text, line_ends, diagnostic.code);
        diagnostic
    });
    diagnostics.extend(conversions);
    diagnostics.sort_by_key(Diagnostic::order);
    diagnostics
}

/// Checks one event and returns up to `limit` diagnostics. [`check_line_ends`] applies the rules about the file as a
/// whole, and [`lazy_fixes`] returns fixes that take long to compute.
pub fn check_event(source: &Source<'_>, reading: &Reading, severities: &Severities, limit: usize) -> Findings {
    find(source, reading, severities, limit, None).0
}

/// Checks one event like [`check_event`], but does not search again for the causes of mistakes if one of the
/// explanations in `kept` is valid. Also returns the explanation that is valid now, if the event needs one.
pub fn recheck_event(
    source: &Source<'_>,
    reading: &Reading,
    severities: &Severities,
    limit: usize,
    kept: &[ReusableExplanation],
) -> (Findings, Option<ReusableExplanation>) {
    find(source, reading, severities, limit, Some(kept))
}

/// Checks one event. Returns an explanation only if there is a list of those that are kept.
fn find(
    source: &Source<'_>,
    reading: &Reading,
    severities: &Severities,
    limit: usize,
    kept: Option<&[ReusableExplanation]>,
) -> (Findings, Option<ReusableExplanation>) {
    let mut sink = Sink::new(severities, limit);
    let kept = if source.text.len() < parallel::THRESHOLD {
        families::check_lines(source, reading, &mut sink);
        play(source, reading, Cuts::NONE, kept, &mut sink)
    } else {
        let mut played = sink.same();
        let mut explanation = None;
        parallel::join(
            || families::check_lines(source, reading, &mut sink),
            || explanation = play(source, reading, Cuts::of_long(&reading.event), kept, &mut played),
        );
        sink.take_over(played);
        explanation
    };
    families::check_event(source, reading, &mut sink);
    sink.findings.diagnostics.sort_by_key(Diagnostic::order);
    (sink.findings, kept)
}

/// Returns the fixes of a diagnostic of [`check_event`] that change or play the whole event, and are therefore computed
/// only on demand; see [`Diagnostic::add_lazy_fixes`].
pub fn lazy_fixes(source: &Source<'_>, diagnostic: &Diagnostic) -> Vec<Fix> {
    match diagnostic.code {
        Code::BareLocation => bare::lazy_fixes(source, diagnostic),
        code if corrections::can_correct(code) => corrections::corrections(source, diagnostic),
        _ if diagnostic.can_renumber() => {
            numbers::renumber(source.clone(), record::read(source).event, diagnostic).into_iter().collect()
        }
        _ => Vec::new(),
    }
}
