use std::collections::{BTreeMap, HashSet};

use super::{Code, Diagnostic, Family, Fix, FixKind, Severities, check};
use crate::syntax::{After, Reader};
use crate::text::{self, Edit};

/// How often a text is checked and fixed again at most. Two rounds are the rule, one more for each further
/// renumbering in an event; fixes that undid each other would go on for ever.
const ROUNDS: usize = 25;

/// A text after its fixes.
#[derive(Clone, Debug)]
pub struct Fixed {
    /// The text.
    pub text: String,
    /// How often each rule's fix was applied.
    pub applied: BTreeMap<Code, usize>,
    /// What is wrong with the text now.
    pub remaining: Vec<Diagnostic>,
}

/// Applies the fixes of `text` until there are none left: those that are right in every case, and with `with_unsafe` for each other
/// diagnostic the most likely one.
pub fn fix(text: &str, severities: &Severities, with_unsafe: bool) -> Fixed {
    let mut applied = BTreeMap::new();
    let mut text = text.to_owned();
    let mut remaining = check(&text, severities);
    for _ in 0..ROUNDS {
        let fixes: Vec<Candidate<'_>> = remaining
            .iter()
            .filter_map(|diagnostic| {
                let fix = choose(diagnostic, with_unsafe)?;
                Some(Candidate { code: diagnostic.code, at: diagnostic.span.start, fix })
            })
            .collect();
        let (edits, codes) = compatible(&text, &fixes);
        let next = text::apply(&text, &edits);
        if next == text {
            break;
        }
        for code in codes {
            *applied.entry(code).or_default() += 1;
        }
        text = next;
        remaining = check(&text, severities);
    }
    Fixed { text, applied, remaining }
}

/// A fix that could be applied.
struct Candidate<'d> {
    code: Code,
    /// Where its diagnostic begins.
    at: u32,
    fix: &'d Fix,
}

impl Candidate<'_> {
    /// Whether it is about the numbers of moves, and so depends on every move before it.
    fn is_of_numbers(&self) -> bool {
        self.code.row().family == Family::Numbers
    }
}

/// The fix to apply: the first safe one, or, where that is allowed, the first one.
fn choose(diagnostic: &Diagnostic, with_unsafe: bool) -> Option<&Fix> {
    let safe = diagnostic.fixes.iter().find(|fix| fix.kind == FixKind::Auto);
    safe.or_else(|| diagnostic.fixes.first().filter(|_| with_unsafe))
}

/// The edits of as many fixes as can be applied at once, in order, and whose they are. The others wait for the next
/// round, when they are worked out anew: a fix that touches another one, and a fix of move numbers in an event in
/// which anything else is fixed, since a number follows from all moves before it.
fn compatible<'d>(text: &str, fixes: &[Candidate<'d>]) -> (Vec<Edit>, Vec<Code>) {
    // By place, and within one fix in its own order.
    let mut taken: BTreeMap<(u32, u32, usize), &Edit> = BTreeMap::new();
    let mut codes = Vec::new();
    let mut take = |candidate: &Candidate<'d>| {
        let edits = &candidate.fix.edits;
        let is_free = edits.iter().all(|edit| {
            // What is taken does not overlap, so only the last edit that begins before the end of this one can touch it.
            let before = taken.range(..=(edit.span.end, u32::MAX, usize::MAX)).next_back();
            before.is_none_or(|(_, other)| !other.span.touches(edit.span))
        });
        if is_free {
            taken.extend(edits.iter().enumerate().map(|(n, edit)| ((edit.span.start, edit.span.end, n), edit)));
            codes.push(candidate.code);
        }
    };

    let (of_numbers, others): (Vec<_>, Vec<_>) = fixes.iter().partition(|candidate| candidate.is_of_numbers());
    for candidate in &others {
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

/// Where each event of a text begins.
fn event_starts(text: &str) -> Vec<u32> {
    let lengths = Reader::new(text, After::NOTHING).map(|event| event.text.len() as u32);
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
    use crate::text::Span;

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
