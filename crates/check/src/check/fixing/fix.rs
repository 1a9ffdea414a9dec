//! Applies the fixes of a text until none is left, and never a set of fixes that does harm.

use std::collections::{BTreeMap, HashSet};

use super::assessment::{Assessment, Problems};
use crate::check::{Code, Diagnostic, Family, Fix, FixKind, Severities, check};
use ishi_record::syntax::Reader;
use ishi_text::{self as text, Edit};

/// How often a text is checked and fixed again at most. Two rounds are usual, and one more for each further renumbering
/// in an event.
const ROUNDS: usize = 25;

/// How many sets of fixes are tried at most, and how many bytes are read for that. A set that does harm is divided, to
/// find the harmful fix.
const MAX_TRIALS: usize = 1000;
const MAX_TRIED_BYTES: usize = 1 << 29;

/// A text after its fixes.
#[derive(Clone, Debug)]
pub struct Fixed {
    /// The text after all edits.
    pub text: String,
    /// The edits of the original text that give this text.
    pub edits: Vec<Edit>,
    /// How often each rule's fix was applied.
    pub applied: BTreeMap<Code, usize>,
    /// The diagnostics of the fixed text.
    pub remaining: Vec<Diagnostic>,
}

/// Applies the fixes of `text` until none is left: those that are right in every case, and with `with_unsafe` also the
/// most likely fix of each other diagnostic. Each round leaves fewer problems, adds no error, and loses no move.
pub fn fix(text: &str, severities: &Severities, with_unsafe: bool) -> Fixed {
    fix_with(text, with_unsafe, &|text| check(text, severities), &|text| Assessment::of_text(text, severities))
}

/// Applies the fixes of a text of any format: `check` returns its diagnostics, and `assess` counts problems and moves.
pub(in crate::check) fn fix_with(
    text: &str,
    with_unsafe: bool,
    check: &dyn Fn(&str) -> Vec<Diagnostic>,
    assess: &dyn Fn(&str) -> Assessment,
) -> Fixed {
    let mut applied = BTreeMap::new();
    let mut all_edits = Vec::new();
    let mut text = text.to_owned();
    let mut remaining = check(&text);
    let mut trials = MAX_TRIALS.min(MAX_TRIED_BYTES / text.len().max(1)).max(ROUNDS);
    for _ in 0..ROUNDS {
        let applicable = |fix: &&Fix| fix.kind == FixKind::Auto || with_unsafe && fix.kind == FixKind::Suggested;
        if !remaining.iter().flat_map(|diagnostic| &diagnostic.fixes).any(|fix| applicable(&fix)) {
            break;
        }
        let mut round = Round::new(&text, assess, trials);
        // Where the most likely fix of a diagnostic does harm, the next one may not.
        for choice in 0.. {
            let candidates: Vec<Candidate<'_>> = remaining
                .iter()
                .filter(|diagnostic| !round.has(diagnostic))
                .filter_map(|diagnostic| {
                    Candidate::of(diagnostic, diagnostic.fixes.iter().filter(applicable).nth(choice)?)
                })
                .collect();
            if candidates.is_empty() {
                break;
            }
            round.take(&candidates);
        }
        trials = round.trials;
        let Some(Best { next, edits, codes }) = round.best else { break };
        for code in codes {
            *applied.entry(code).or_default() += 1;
        }
        all_edits = text::compose(&all_edits, &edits);
        text = next;
        remaining = check(&text);
    }
    Fixed { text, edits: all_edits, applied, remaining }
}

/// The fixes that are applied to a text at once.
struct Round<'r> {
    text: &'r str,
    assess: &'r dyn Fn(&str) -> Assessment,
    before: Assessment,
    /// The problems that are left after the chosen fixes.
    left: Problems,
    taken: Vec<Candidate<'r>>,
    /// The text after the chosen fixes.
    best: Option<Best>,
    /// How many more sets may be tried.
    trials: usize,
}

/// A text after some fixes, the edits, and the rules of these fixes.
struct Best {
    next: String,
    edits: Vec<Edit>,
    codes: Vec<Code>,
}

impl<'r> Round<'r> {
    fn new(text: &'r str, assess: &'r dyn Fn(&str) -> Assessment, trials: usize) -> Self {
        let before = assess(text);
        let left = before.problems();
        Self { text, assess, before, left, taken: Vec::new(), best: None, trials }
    }

    /// Whether a fix of the diagnostic is chosen.
    fn has(&self, diagnostic: &Diagnostic) -> bool {
        let place = |candidate: &Candidate<'_>| (candidate.at, candidate.code);
        let wanted = (diagnostic.span.start, diagnostic.code);
        self.taken.binary_search_by_key(&wanted, place).is_ok()
    }

    /// Chooses all candidates that do no harm: all at once, or else those of each half separately.
    fn take(&mut self, candidates: &[Candidate<'r>]) {
        let Some(left) = self.trials.checked_sub(1).filter(|_| !candidates.is_empty()) else { return };
        self.trials = left;
        let mut chosen = [&self.taken[..], candidates].concat();
        chosen.sort_by_cached_key(|candidate| (candidate.at, candidate.code));
        let (edits, codes) = compatible(self.text, &chosen);
        let next = text::apply(self.text, &edits);
        let after = (self.assess)(&next);
        // Each fix is to take away its own problem. Where one does less, the others of its set would hide it.
        let applied = codes.len().saturating_sub(self.best.as_ref().map_or(0, |best| best.codes.len()));
        let is_good = match applied {
            // All of them wait for others.
            0 => return,
            1 => after.problems() < self.left,
            _ => after.problems().total() + applied <= self.left.total() && after.problems() < self.left,
        };
        if is_good && after.harm_since(&self.before).is_none() {
            self.left = after.problems();
            self.taken = chosen;
            self.best = Some(Best { next, edits, codes });
        } else if let (one, other @ [_, ..]) = candidates.split_at(candidates.len() / 2)
            && !one.is_empty()
        {
            self.take(one);
            self.take(other);
        }
    }
}

/// A fix that could be applied.
#[derive(Clone, Copy)]
struct Candidate<'d> {
    code: Code,
    /// The start of its diagnostic.
    at: u32,
    fix: &'d Fix,
}

impl<'d> Candidate<'d> {
    fn of(diagnostic: &Diagnostic, fix: &'d Fix) -> Option<Self> {
        (!fix.edits.is_empty()).then_some(Self { code: diagnostic.code, at: diagnostic.span.start, fix })
    }

    /// Whether the fix is about move numbers, and so depends on every earlier move.
    fn is_of_numbers(&self) -> bool {
        self.code.row().family == Family::Numbers
    }
}

/// The edits of as many fixes as can be applied at once, in order, with their rules. Other fixes are computed again in
/// the next round: a fix that touches another fix, and a fix of move numbers in an event with any other fix, because a
/// number depends on all earlier moves.
fn compatible<'d>(text: &str, fixes: &[Candidate<'d>]) -> (Vec<Edit>, Vec<Code>) {
    // By place, and within one fix in its own order.
    let mut taken: BTreeMap<(u32, u32, usize), &Edit> = BTreeMap::new();
    let mut codes = Vec::new();
    let mut take = |candidate: &Candidate<'d>| {
        let edits = &candidate.fix.edits;
        let is_free = edits.iter().all(|edit| {
            // What is taken does not overlap, so only the last edit that begins before the end of this one can touch
            // it.
            let before = taken.range(..=(edit.span.end, u32::MAX, usize::MAX)).next_back();
            before.is_none_or(|(_, other)| !other.span.touches(edit.span))
        });
        if is_free {
            taken.extend(edits.iter().enumerate().map(|(n, edit)| ((edit.span.start, edit.span.end, n), edit)));
            codes.push(candidate.code);
        }
    };

    let (of_numbers, others): (Vec<&Candidate<'_>>, Vec<_>) =
        fixes.iter().partition(|candidate| candidate.is_of_numbers());
    for candidate in others.iter().copied() {
        take(candidate);
    }
    if !of_numbers.is_empty() {
        let events = event_starts(text);
        let event_of = |candidate: &Candidate<'_>| events.partition_point(|start| *start <= candidate.at);
        let mut settled: HashSet<usize> = others.iter().map(|candidate| event_of(candidate)).collect();
        for candidate in of_numbers {
            if settled.insert(event_of(candidate)) {
                take(candidate);
            }
        }
    }
    (taken.into_values().cloned().collect(), codes)
}

/// The start of each event of a text.
fn event_starts(text: &str) -> Vec<u32> {
    let lengths = Reader::of_file(text).map(|event| event.text.len() as u32);
    lengths
        .scan(0, |next, length| {
            let start = *next;
            *next += length;
            Some(start)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use ishi_text::Span;

    fn fix_of(edits: &[(usize, usize, &str)]) -> Fix {
        let edits = edits.iter().map(|&(start, end, text)| Edit::replace(Span::new(start, end), text)).collect();
        Fix { title: String::new(), kind: FixKind::Auto, edits }
    }

    fn apply(text: &str, fixes: &[Fix]) -> (String, usize) {
        let candidates: Vec<_> = fixes.iter().map(|fix| Candidate { code: Code::InvalidMark, at: 0, fix }).collect();
        let (edits, codes) = compatible(text, &candidates);
        (text::apply(text, &edits), codes.len())
    }

    #[test]
    fn fixes_apart_are_applied_together_in_any_order() {
        let fixes = [fix_of(&[(8, 9, "X"), (9, 9, "+")]), fix_of(&[(0, 1, ""), (4, 5, "Y")])];
        assert_eq!(apply("0123456789", &fixes), ("123Y567X+9".to_owned(), 2));
    }

    #[test]
    fn a_fix_in_the_way_of_another_waits_as_a_whole() {
        for second in [[(2, 3, "Y"), (7, 8, "Z")], [(0, 4, "Y"), (7, 8, "Z")], [(4, 4, "Y"), (7, 8, "Z")]] {
            let fixes = [fix_of(&[(2, 4, "X")]), fix_of(&second)];
            assert_eq!(apply("0123456789", &fixes), ("01X456789".to_owned(), 1));
        }
    }

    #[test]
    fn a_fix_around_others_waits() {
        let fixes = [fix_of(&[(4, 5, "X")]), fix_of(&[(1, 2, "Y")]), fix_of(&[(0, 9, "")])];
        assert_eq!(apply("0123456789", &fixes), ("0Y23X56789".to_owned(), 2));
    }

    #[test]
    fn numbers_are_fixed_one_at_a_time_and_last() {
        let fixed = |text: &str| {
            let Fixed { text, remaining, .. } = fix(text, &Severities::default(), true);
            assert!(remaining.is_empty(), "{remaining:?}");
            text
        };
        let before = "B 15 D4\nW 14 C3\nB 15 C4\nW 16 C5\nBB 17 D5\n";
        let after = "B 15 D4\nW 16 C3\nB 17 C4\nW 18 C5\nB 19 D5\n";
        assert_eq!(fixed(before), after);
        assert_eq!(fixed(&format!("EVENT\n{before}EVENT\n{before}")), format!("EVENT\n{after}EVENT\n{after}"));
    }
}
