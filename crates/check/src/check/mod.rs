//! Diagnostics of a record: the catalogue, the rules by family, the explanation of contradictions, and fixes.
//!
//! The law of recovery: one mistake, one diagnostic.

mod catalogue;
mod diagnostic;
mod error;
mod explanation;
mod families;
mod fixing;
mod import;
mod severity;
mod sgf;
mod sink;

pub use catalogue::{Code, Family, Remedy, Row, STANDARD_URL};
pub use diagnostic::{Diagnostic, Fix, FixKind, Related, Selector, Severities};
pub use error::Error;
pub use explanation::repairs::can_repair;
pub use explanation::reuse::ReusableExplanation;
pub use families::copies::{GameKey, check_copies};
pub use families::foreign::check_name;
pub use families::text::{LineEnds, MISREAD_MARK, check_line_ends, check_lone_cr, has_nul, name_of_line_end, not_text};
pub use fixing::assessment::{Assessment, Harm};
pub use fixing::fix::{Fixed, fix};
pub use import::{check_import, in_import};
pub use severity::Severity;
pub use sgf::{
    GameFindings, check_collection, check_converted, check_game, check_sgf, fix_sgf, in_game, rules_of_moves,
};
pub use sink::Findings;

use std::ops::Range;

use explanation::evidence::{self, Explanation};
use explanation::repairs;
use explanation::reuse::PlayLines;
use families::players::Players;
use families::{bare, numbers, text};
use sink::Sink;

use ishi_record::record::{self, DatumKind, Event, Misfit, Reading, Sequence, SequenceId, Step};
use ishi_record::replay::{Assumptions, Walk};
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
    let mut all = Vec::new();
    let mut line_ends = LineEnds::default();
    let mut games = Vec::new();
    let mut at = 0;
    for source in Reader::of_file(text) {
        let reading = record::read(&source);
        let mut found = check_event(&source, &reading, severities, usize::MAX).diagnostics;
        // Each renumbering changes what the ones after it would be, so only the first of an event is of use now.
        if let Some(first) = found.iter_mut().find(|diagnostic| diagnostic.can_renumber()) {
            first.add_lazy_fixes(lazy_fixes(&source, first));
        }
        // A text can be a single event with millions of mistakes, which are not copied.
        let mut found: Vec<Diagnostic> = found.into_iter().map(|diagnostic| diagnostic.shifted(at)).collect();
        if all.is_empty() {
            all = found;
        } else {
            all.append(&mut found);
        }
        line_ends += LineEnds::of_event(&source);
        games.extend(GameKey::of(&source, &reading, severities).map(|key| (at, key)));
        at += source.text.len();
    }
    all.extend(check_copies(games.iter().map(|(at, key)| (*at, key)), severities));
    let conversions = text::check_line_ends(text, line_ends, severities).into_iter().map(|mut diagnostic| {
        diagnostic.fixes = text::conversions(text, line_ends, diagnostic.code);
        diagnostic
    });
    all.extend(conversions);
    all.sort_by_key(Diagnostic::order);
    all
}

/// Limits for cutting an event into parts that are played in parallel.
#[derive(Clone, Copy)]
struct Cuts {
    parts: usize,
    /// How many moves may lead to the beginning of a part. These moves are played again.
    path: usize,
}

impl Cuts {
    const NONE: Self = Self { parts: 1, path: 0 };

    /// The limits for a long event. They are the same on all machines, so that all machines find the same diagnostics
    /// if there are more than the limit. The moves that are played again have to be few compared with the rest.
    fn of_long(event: &Event) -> Self {
        const PARTS: usize = 8;
        Self { parts: PARTS, path: event.moves.len() / (4 * PARTS) }
    }
}

/// The largest number of places that are tried as cuts.
const MAX_TRIES: usize = 1000;

/// How many nested variations, and diagrams after a move, are visited at most for each place.
const MAX_DEPTH: usize = 100;

/// Checks one event and returns up to `limit` diagnostics. [`check_line_ends`] applies the rules about the file as a
/// whole, and [`lazy_fixes`] returns fixes that take long to compute.
pub fn check_event(source: &Source<'_>, reading: &Reading, severities: &Severities, limit: usize) -> Findings {
    recheck_event(source, reading, severities, limit, &[]).0
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

/// Plays the event for the rules that need the board, in parts in parallel. If a diagnostic may follow from a mistake
/// elsewhere, plays the event again under its best explanation, which is returned.
fn play(
    source: &Source<'_>,
    reading: &Reading,
    cuts: Cuts,
    kept: &[ReusableExplanation],
    sink: &mut Sink<'_>,
) -> Option<ReusableExplanation> {
    let parts = parts_of(reading, cuts);
    let play_explained = |explanation: &Explanation, sink: &mut Sink<'_>| {
        let mut found = play_as(source, reading, PlayedAs::Assumed(&explanation.assumptions), &parts, sink);
        explanation.report(source, &reading.event, &mut found);
        sink.take_over(found);
    };
    // Nearly all events need no explanation, and so no lines to compare.
    let lines = (!kept.is_empty()).then(|| PlayLines::of(source));
    let known = lines.iter().find_map(|lines| kept.iter().find_map(|kept| Some((kept, kept.of(lines)?))));
    if let Some((kept, explanation)) = known {
        play_explained(&explanation, sink);
        return Some(kept.clone());
    }
    let can_explain = evidence::can_explain(&reading.event);
    if can_explain && !evidence::has_unknown(&reading.event) {
        let found = play_as(source, reading, PlayedAs::WrittenUntilSymptom, &parts, sink);
        if !found.may_follow {
            sink.take_over(found);
            return None;
        }
    }
    if let Some(explanation) = can_explain.then(|| evidence::explain(source, reading)).flatten() {
        play_explained(&explanation, sink);
        let lines = lines.unwrap_or_else(|| PlayLines::of(source));
        return Some(ReusableExplanation::new(&lines, &explanation));
    }
    let found = play_as(source, reading, PlayedAs::Written, &parts, sink);
    sink.take_over(found);
    None
}

/// The way in which an event is played out.
#[derive(Clone, Copy)]
enum PlayedAs<'a> {
    /// As it is written.
    Written,
    /// As it is written, up to the first diagnostic that may follow from a mistake elsewhere.
    WrittenUntilSymptom,
    /// Under assumptions.
    Assumed(&'a Assumptions),
}

/// Plays the event out in parts.
fn play_as<'s>(
    source: &Source<'_>,
    reading: &Reading,
    way: PlayedAs<'_>,
    parts: &[Range<u32>],
    sink: &Sink<'s>,
) -> Sink<'s> {
    let event = &reading.event;
    let players = Players::new(source, reading);
    let play_part = |players: Players<'_, '_>, lines: Range<u32>| {
        let walk = match way {
            PlayedAs::Assumed(assumptions) => Walk::assuming(event, assumptions, lines),
            PlayedAs::Written | PlayedAs::WrittenUntilSymptom => Walk::between(event, lines),
        };
        let mut sink = sink.same();
        players.play(walk, matches!(way, PlayedAs::WrittenUntilSymptom), &mut sink);
        sink
    };
    if let [all] = parts {
        return play_part(players, all.clone());
    }
    let found: Vec<Sink<'_>> = parallel::map(parts, |lines| play_part(players.clone(), lines.clone()));
    let mut all = sink.same();
    for found in found {
        all.take_over(found);
    }
    all
}

/// Cuts an event into ranges of lines that the rules can check independently of each other. Each part but the first
/// begins with a variation, because only the moves that lead to the variation are needed for its position.
fn parts_of(reading: &Reading, cuts: Cuts) -> Vec<Range<u32>> {
    let event = &reading.event;
    let mut starts = vec![0];
    if cuts.parts > 1 && !lists_after_variations(reading) {
        let mut tries = MAX_TRIES;
        for variation in &event.sequences[1..] {
            let is_far = |line: &u32| *line as usize * cuts.parts >= event.lines as usize * starts.len();
            let Some(line) = variation.line.filter(is_far) else { continue };
            if tries == 0 || starts.len() == cuts.parts {
                break;
            }
            tries -= 1;
            if can_begin(event, variation, cuts.path) {
                starts.push(line);
            }
        }
    }
    let ends = starts.iter().skip(1).copied().chain([u32::MAX]);
    starts.iter().copied().zip(ends).map(|(start, end)| start..end).collect()
}

/// Whether the list of prisoners of a move continues after variations on the move.
fn lists_after_variations(reading: &Reading) -> bool {
    let data = &reading.event.data;
    reading.misfits.iter().any(|misfit| match *misfit {
        Misfit::AfterVariation(line, ..) => data
            .binary_search_by_key(&line, |datum| datum.line)
            .is_ok_and(|index| matches!(data[index].kind, DatumKind::Prisoner(_))),
        _ => false,
    })
}

/// Whether a part can begin with a variation to which up to `path` moves lead.
fn can_begin(event: &Event, variation: &Sequence, path: usize) -> bool {
    let mut sequence = variation;
    let mut moves = 0;
    for _ in 0..MAX_DEPTH {
        // Around a variation on nothing it is not known what has come before.
        let Some(replaced) = sequence.replaces else { return false };
        let own = event[replaced].sequence;
        let steps = event.steps(own);
        let line_of = |step: &Step| match *step {
            Step::Move(id) => event[id].line,
            Step::Diagram(id) => event.diagram(id).line,
        };
        let (before, after) = steps.split_at(steps.partition_point(|step| line_of(step) <= event[replaced].line));
        moves += before.len();
        let next = after.iter().take(MAX_DEPTH).find_map(|step| match *step {
            Step::Move(id) => Some(id),
            Step::Diagram(_) => None,
        });
        if next.is_none() && after.len() > MAX_DEPTH {
            return false;
        }
        // The list of prisoners after a move that stands there twice is that of the first.
        if moves > path || next.is_some_and(|next| event.say_the_same(replaced, next)) {
            return false;
        }
        if own == SequenceId(0) {
            return true;
        }
        sequence = event.sequence(own);
    }
    false
}

/// Returns the fixes of a diagnostic of [`check_event`] that change or play the whole event, and are therefore computed
/// only on demand; see [`Diagnostic::add_lazy_fixes`].
pub fn lazy_fixes(source: &Source<'_>, diagnostic: &Diagnostic) -> Vec<Fix> {
    match diagnostic.code {
        Code::BareLocation => bare::lazy_fixes(source, diagnostic),
        code if repairs::can_repair(code) => repairs::repairs(source, diagnostic),
        _ => numbers::renumber(source, diagnostic).into_iter().collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ishi_record::syntax::Following;
    use proptest::prelude::*;

    /// Moves on a small board, which capture stones and repeat positions, with all kinds of lines between them.
    fn text() -> impl Strategy<Value = String> {
        let line = (0u8..24, 1u32..4, 1u32..4, any::<bool>());
        prop::collection::vec(line, 0..60).prop_map(|lines| {
            let mut text = "EVENT x\nBOARDSIZE 3\n".to_owned();
            let mut number = 0;
            for (what, column, row, other) in lines {
                let point = format!("{}{row}", char::from(b'A' + column as u8 - 1));
                let line = match what {
                    0 => "VAR".to_owned(),
                    1 | 2 => "ENDVAR".to_owned(),
                    3 => format!("PRISONER {point}"),
                    4 => format!("PRISONER #{row}"),
                    5 => format!("MARK #{row}"),
                    6 => format!("UNMARK {point}"),
                    7 => format!("SETUP B {point}"),
                    8 => "DIAGRAM".to_owned(),
                    9 => format!("HIDE {point}"),
                    10 => format!("{} {number} {point}", if other { 'B' } else { 'W' }),
                    11 => format!("B 1x {point}"),
                    12 => format!("{} {} PASS", if other { 'B' } else { 'W' }, number + 1),
                    _ => {
                        number += 1;
                        format!("{} {number} {point}", if number % 2 == 1 { 'B' } else { 'W' })
                    }
                };
                text.extend([&line, "\n"]);
            }
            text
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 12 * ProptestConfig::default().cases, ..ProptestConfig::default() })]
        /// The diagnostics do not depend on the number of parts. Explanations are left out: they do not depend on the
        /// parts, and take far longer than all the plays.
        #[test]
        fn parts_find_what_the_whole_does(text in text(), most in 2usize..9, limit in 0usize..9) {
            let severities = Severities::default();
            for source in Reader::new(&text, Following::NOTHING) {
                let reading = record::read(&source);
                let cuts = |parts: usize| Cuts { parts, path: usize::MAX };
                let found = |parts: usize, limit: usize, kept: &[ReusableExplanation]| {
                    let mut sink = Sink::new(&severities, limit);
                    let kept = play(&source, &reading, cuts(parts), kept, &mut sink);
                    sink.findings.diagnostics.sort_by_key(Diagnostic::order);
                    (sink.findings, kept)
                };
                let (all, kept) = found(1, usize::MAX, &[]);
                let kept = kept.as_slice();
                prop_assert_eq!(&found(most, usize::MAX, kept).0, &all);
                let Findings { diagnostics, omitted } = found(most, limit, kept).0;
                prop_assert_eq!(diagnostics.len(), limit.min(all.diagnostics.len()));
                prop_assert_eq!(diagnostics.len() + omitted, all.diagnostics.len());
                // Whether it is explained at all.
                let may_follow = |parts: usize, limit: usize| {
                    let parts = parts_of(&reading, cuts(parts));
                    play_as(&source, &reading, PlayedAs::WrittenUntilSymptom, &parts, &Sink::new(&severities, limit))
                        .may_follow
                };
                prop_assert_eq!(may_follow(most, limit), may_follow(1, usize::MAX));
            }
        }
    }
}
