//! The play of an event for the rules that need the board: as it is written, or under its best explanation.

use std::ops::Range;

use super::explanation::evidence;
use super::explanation::reuse::PlayLines;
use super::families::board_rules::BoardRules;
use super::parts::{Cuts, parts_of};
use super::{ReusableExplanation, Sink};
use ishi_record::record::Reading;
use ishi_record::replay::{Assumptions, Walk};
use ishi_record::syntax::Source;
use ishi_work::parallel;

/// Plays the event for the rules that need the board, in parts in parallel. If a diagnostic may follow from a mistake
/// elsewhere, plays the event again under its best explanation. Returns it if the caller keeps explanations; `kept` are
/// those of the last version.
pub(super) fn play(
    source: &Source<'_>,
    reading: &Reading,
    cuts: Cuts,
    kept: Option<&[ReusableExplanation]>,
    sink: &mut Sink<'_>,
) -> Option<ReusableExplanation> {
    let parts = parts_of(reading, cuts);
    // Nearly all events need no explanation, and so no lines to compare.
    let lines = kept.is_some_and(|kept| !kept.is_empty()).then(|| PlayLines::of(source));
    let find = |lines| kept.into_iter().flatten().find_map(|kept| Some((kept, kept.of(lines)?)));
    let reusable = lines.as_ref().and_then(find);
    if let Some((kept, explanation)) = reusable {
        let mut played = play_as(source, reading, PlayedAs::Assumed(&explanation.assumptions), &parts, sink);
        explanation.report(source, &reading.event, &mut played);
        sink.take_over(played);
        return Some(kept.clone());
    }
    let can_explain = evidence::can_explain(&reading.event);
    if can_explain && !evidence::has_unknown(&reading.event) {
        let played = play_as(source, reading, PlayedAs::WrittenUntilSymptom, &parts, sink);
        if !played.may_follow {
            sink.take_over(played);
            return None;
        }
    }
    let explain = || evidence::explain(source, reading, sink.severities);
    if let Some((explanation, mut played)) = can_explain.then(explain).flatten() {
        explanation.report(source, &reading.event, &mut played);
        sink.take_over(played);
        let lines = || lines.unwrap_or_else(|| PlayLines::of(source));
        return kept.map(|_| ReusableExplanation::new(&lines(), &explanation));
    }
    let played = play_as(source, reading, PlayedAs::Written, &parts, sink);
    sink.take_over(played);
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
    let board_rules = BoardRules::new(source, reading);
    let play_part = |board_rules: BoardRules<'_, '_>, lines: Range<u32>| {
        let walk = match way {
            PlayedAs::Assumed(assumptions) => Walk::assuming(event, assumptions, lines),
            PlayedAs::Written | PlayedAs::WrittenUntilSymptom => Walk::between(event, lines),
        };
        let mut sink = sink.same();
        board_rules.play(walk, matches!(way, PlayedAs::WrittenUntilSymptom), &mut sink);
        sink
    };
    if let [whole] = parts {
        return play_part(board_rules, whole.clone());
    }
    let sinks: Vec<Sink<'_>> = parallel::map(parts, |lines| play_part(board_rules.clone(), lines.clone()));
    let mut joined = sink.same();
    for part in sinks {
        joined.take_over(part);
    }
    joined
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::{Diagnostic, Findings, Severities};
    use ishi_record::record;
    use ishi_record::syntax::{Following, Reader};
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
                let find = |parts: usize, limit: usize, kept: &[ReusableExplanation]| {
                    let mut sink = Sink::new(&severities, limit);
                    let kept = play(&source, &reading, cuts(parts), Some(kept), &mut sink);
                    sink.findings.diagnostics.sort_by_key(Diagnostic::order);
                    (sink.findings, kept)
                };
                let (whole, kept) = find(1, usize::MAX, &[]);
                let kept = kept.as_slice();
                prop_assert_eq!(&find(most, usize::MAX, kept).0, &whole);
                let Findings { diagnostics, omitted } = find(most, limit, kept).0;
                prop_assert_eq!(diagnostics.len(), limit.min(whole.diagnostics.len()));
                prop_assert_eq!(diagnostics.len() + omitted, whole.diagnostics.len());
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
