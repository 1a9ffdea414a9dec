//! The numbers of moves.

use std::collections::{BTreeSet, HashMap};

use super::{Code, Diagnostic, Fix, FixKind, Related, Sink};
use crate::record::{Event, Move, MoveId, Reading, SequenceId};
use crate::replay::Runs;
use crate::rewrite::lines::insert;
use crate::rewrite::{Mended, Original, mend_number, passes};
use crate::syntax::{Field, FieldKind, Source};
use crate::text::Span;

/// How many runs of missing moves a message names.
const NAMED_RUNS: usize = 4;

pub(super) fn check(source: &Source<'_>, reading: &Reading, sink: &mut Sink<'_>) {
    let event = &reading.event;
    let mut strays = reading.stray_numbers.clone();
    strays.sort_unstable();
    strays.dedup();
    // Variations can be many and short, and one list does for all of them.
    let mut moves: Vec<MoveId> = Vec::new();
    for index in 0..event.sequences.len() {
        let id = SequenceId(index as u32);
        moves.clear();
        moves.extend(event.moves_of(id));
        first_of_variation(source, event, id, &moves, sink);
        walk(source, event, &moves, &strays, sink);
        if sink.wants(Code::SameColorTwice) {
            same_color_twice(source, event, &moves, sink);
        }
    }
}

/// Where the number of a move stands; its keyword where it has none.
fn number_span(source: &Source<'_>, found: &Move) -> Span {
    let line = &source.lines[found.line as usize];
    let number = source.fields(line).iter().find(|field| matches!(field.kind, FieldKind::Number(_)));
    number.map_or(line.word, |field| field.span)
}

fn first_of_variation(source: &Source<'_>, event: &Event, id: SequenceId, moves: &[MoveId], sink: &mut Sink<'_>) {
    let (Some(&first), Some(replaced)) = (moves.first(), event.sequence(id).replaces) else { return };
    let (Some(number), Some(wanted)) = (event.number(first), event.number(replaced)) else { return };
    if number != wanted {
        sink.report(Code::VariationNumber, number_span(source, event.r#move(first)), |diagnostic| {
            diagnostic.message = format!("this variation replaces move {wanted} and begins with number {number}");
            diagnostic.related.push(Related {
                span: number_span(source, event.r#move(replaced)),
                message: "the move that it replaces".into(),
            });
        });
    }
}

/// Walks along a sequence and reports where its numbers do not go on as they should.
fn walk(source: &Source<'_>, event: &Event, moves: &[MoveId], strays: &[u32], sink: &mut Sink<'_>) {
    let mut used = Runs::default();
    // Filled when it is first needed: most sequences have no duplicates.
    let mut first_uses: Option<HashMap<u32, MoveId>> = None;
    let mut previous: Option<u32> = None;
    // Moves without a number since then. Each of them may be one that seems to be missing.
    let mut unnumbered = 0;
    // The last number of a run of duplicates.
    let mut repeating: Option<u32> = None;
    // The numbers that slips wrote: not used up by that, and not missing either.
    let mut slips = BTreeSet::new();
    for (index, &id) in moves.iter().enumerate() {
        let Some(number) = event.number(id) else {
            unnumbered += 1;
            continue;
        };
        // A move that is being typed above the one that has its number, as `B 3`: it is reported as incomplete.
        let follower = moves.get(index + 1).and_then(|&next| event.number(next));
        if follower == Some(number) && is_half_typed(source, event.r#move(id)) {
            continue;
        }
        let Some(before) = previous else {
            used.insert(number);
            previous = Some(number);
            unnumbered = 0;
            continue;
        };
        // Nearly every move just goes on from the one before.
        if before.checked_add(1) == Some(number) && used.insert(number) {
            repeating = None;
            previous = Some(number);
            unnumbered = 0;
            continue;
        }
        let span = || number_span(source, event.r#move(id));
        let wanted = before.saturating_add(1);
        // A wrong number that the next move does not go on from is a slip in one place: the next move goes on as
        // if the right number stood here, or as if this move were not there.
        let next = moves[index + 1..].iter().find_map(|&id| event.number(id));
        let slip = match next {
            Some(next) if number != wanted && next == wanted => Some(before),
            Some(next) if number != wanted && Some(next) == wanted.checked_add(1) => Some(wanted),
            _ => None,
        };
        let advice = || match slip {
            Some(slip) if slip == before => "the moves before and after it follow each other".to_owned(),
            _ if !used.contains(wanted) => format!("number this move {wanted}"),
            _ => "renumber the moves around it".to_owned(),
        };
        if used.contains(number) {
            let runs_on = repeating.is_some() && repeating == number.checked_sub(1);
            if !runs_on {
                let uses = first_uses.get_or_insert_with(|| {
                    let numbered = moves.iter().rev().filter_map(|&id| Some((event.number(id)?, id)));
                    numbered.collect()
                });
                sink.report(Code::DuplicateMove, span(), |diagnostic| {
                    diagnostic.message = format!("move {number} is already there in this sequence; {}", advice());
                    if let Some(&first) = uses.get(&number).filter(|&&first| first != id) {
                        let message = format!("the first move {number}");
                        diagnostic.related.push(Related { span: number_span(source, event.r#move(first)), message });
                    }
                });
            }
            repeating = Some(number);
        } else {
            repeating = None;
            if number < before {
                sink.report(Code::OutOfSequence, span(), |diagnostic| {
                    diagnostic.message = format!("move {number} comes after move {before}; {}", advice());
                });
            } else if number > wanted {
                let to = if slip == Some(wanted) { wanted } else { number - 1 };
                gap(source, event, id, (&used, strays, &slips, unnumbered), wanted..=to, sink);
            }
        }
        // The number that a slip wrote may still come where it belongs. Twice running it is a duplicate in any case.
        if slip.is_none() || next == Some(number) {
            used.insert(number);
        } else {
            slips.insert(number);
        }
        if let Some(slip) = slip {
            used.insert(slip);
            repeating = None;
        }
        previous = Some(slip.unwrap_or(number));
        unnumbered = 0;
    }
}

/// Whether a move has a number and nothing else.
fn is_half_typed(source: &Source<'_>, found: &Move) -> bool {
    matches!(source.fields(&source.lines[found.line as usize]), [Field { kind: FieldKind::Number(_), .. }])
}

/// Reports the numbers of a gap that are really missing, if any.
fn gap(
    source: &Source<'_>,
    event: &Event,
    id: MoveId,
    (used, strays, slips, unnumbered): (&Runs, &[u32], &BTreeSet<u32>, u64),
    range: std::ops::RangeInclusive<u32>,
    sink: &mut Sink<'_>,
) {
    let runs: Vec<(u32, u32)> = used.gaps(*range.start(), *range.end()).take(NAMED_RUNS + 1).collect();
    let count: u64 = runs.iter().map(|&(from, to)| u64::from(to - from) + 1).sum();
    let below = |number: u64| strays.partition_point(|&stray| u64::from(stray) < number);
    let on_bad_lines: usize = runs.iter().map(|&(from, to)| below(u64::from(to) + 1) - below(u64::from(from))).sum();
    // A gap is hardly ever made of slips, and in a large one they need not be counted.
    let slipped = runs.iter().map(|&(from, to)| slips.range(from..=to).take(NAMED_RUNS).count()).sum::<usize>();
    if count <= (on_bad_lines + slipped) as u64 + unnumbered {
        return;
    }
    let found = event.r#move(id);
    sink.report(Code::MissingMove, number_span(source, found), |diagnostic| {
        let named: Vec<String> = runs
            .iter()
            .take(NAMED_RUNS)
            .map(|&(from, to)| if from == to { from.to_string() } else { format!("{from}–{to}") })
            .collect();
        let more = if runs.len() > NAMED_RUNS { " and more" } else { "" };
        let (moves, are) = if count == 1 { ("move", "is") } else { ("moves", "are") };
        diagnostic.message = format!(
            "{moves} {}{more} {are} missing before move {}; add {}, or renumber from here",
            named.join(", "),
            range.end() + 1,
            if count == 1 { "it" } else { "them" }
        );
        let own = found.number.map(std::num::NonZeroU32::get);
        if own == range.end().checked_add(1) && count <= u64::from(passes::MOST) {
            diagnostic.fixes.push(insert_passes(source, found, &runs));
        }
    });
}

/// Inserts a PASS for each missing move.
fn insert_passes(source: &Source<'_>, found: &Move, runs: &[(u32, u32)]) -> Fix {
    let numbers: Vec<u32> = runs.iter().flat_map(|&(from, to)| from..=to).collect();
    let (before, lines) = passes::passes(source, found, &numbers);
    Fix {
        title: format!("insert PASS for {}", if numbers.len() == 1 { "the missing move" } else { "the missing moves" }),
        kind: FixKind::Suggested,
        edits: vec![insert(source, before, &lines)],
    }
}

fn same_color_twice(source: &Source<'_>, event: &Event, moves: &[MoveId], sink: &mut Sink<'_>) {
    for pair in moves.windows(2) {
        let (earlier, later) = (event.r#move(pair[0]), event.r#move(pair[1]));
        if earlier.color == later.color {
            sink.report(Code::SameColorTwice, source.lines[later.line as usize].word, |diagnostic| {
                diagnostic.message = format!("{} plays twice running", later.color);
                diagnostic.related.push(Related {
                    span: source.lines[earlier.line as usize].word,
                    message: "the move before".into(),
                });
            });
        }
    }
}

/// Whether a diagnostic with this code has the fix "renumber from here".
pub(super) fn can_renumber(code: Code) -> bool {
    matches!(code, Code::DuplicateMove | Code::OutOfSequence | Code::MissingMove)
}

/// The fix "renumber from here" of a diagnostic on the number of a move: this move and all that follow it in its
/// sequence go up or down by the same amount, with their variations and with every `#n` that means one of them.
/// A number that only this move has wrong is changed alone.
pub(super) fn renumber(source: &Source<'_>, diagnostic: &Diagnostic) -> Option<Fix> {
    if !can_renumber(diagnostic.code) {
        return None;
    }
    let line = source.line_at(diagnostic.span.start as usize) as u32;
    let original = Original::of_event(source.text, source.last);
    let Mended { number, alone, edits } = mend_number(&original, line).ok()?;
    let title =
        if alone { format!("renumber this move: {number}") } else { format!("renumber from here: {number}, …") };
    Some(Fix { title, kind: FixKind::Suggested, edits })
}
