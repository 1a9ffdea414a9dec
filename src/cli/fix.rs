use std::collections::BTreeMap;

use crate::check::{self, Code, Diagnostic, Fix, FixKind, Severities};
use crate::text::{self, Edit};

/// How often a text is checked and fixed again. Fixes that get in each other's way need a second round; a pair
/// that undid each other would need them for ever.
const ROUNDS: usize = 10;

/// A text after its fixes.
pub(super) struct Fixed {
    /// The text.
    pub(super) text: String,
    /// How often each rule's fix was applied.
    pub(super) applied: BTreeMap<Code, usize>,
    /// What is wrong with the text now.
    pub(super) remaining: Vec<Diagnostic>,
}

/// Applies the fixes of `text` until there are none left.
pub(super) fn fix(text: &str, severities: &Severities, with_unsafe: bool) -> Fixed {
    let mut applied = BTreeMap::new();
    let mut text = text.to_owned();
    let mut remaining = check::check(&text, severities);
    for _ in 0..ROUNDS {
        let fixes = remaining.iter().filter_map(|diagnostic| Some((diagnostic.code, choose(diagnostic, with_unsafe)?)));
        let (edits, codes) = compatible(fixes);
        let next = text::apply(&text, &edits);
        if next == text {
            break;
        }
        for code in codes {
            *applied.entry(code).or_default() += 1;
        }
        text = next;
        remaining = check::check(&text, severities);
    }
    Fixed { text, applied, remaining }
}

/// The fix to apply: the first safe one, or, where that is allowed, the first one.
fn choose(diagnostic: &Diagnostic, with_unsafe: bool) -> Option<&Fix> {
    let safe = diagnostic.fixes.iter().find(|fix| fix.kind == FixKind::Auto);
    safe.or_else(|| diagnostic.fixes.first().filter(|_| with_unsafe))
}

/// The edits of as many fixes as can be applied at once, in order, and whose they are. A fix that touches an
/// earlier one waits for the next round, when its edits are computed anew.
fn compatible<'d>(fixes: impl Iterator<Item = (Code, &'d Fix)>) -> (Vec<Edit>, Vec<Code>) {
    // By place, and within one fix in its own order.
    let mut taken: BTreeMap<(u32, u32, usize), &Edit> = BTreeMap::new();
    let mut codes = Vec::new();
    for (code, fix) in fixes {
        let free = fix.edits.iter().all(|edit| {
            // What is taken does not overlap, so only the last edit that begins before the end of this one can touch it.
            let before = taken.range(..=(edit.span.end, u32::MAX, usize::MAX)).next_back();
            before.is_none_or(|(_, other)| !other.span.touches(edit.span))
        });
        if free && !fix.edits.is_empty() {
            taken.extend(fix.edits.iter().enumerate().map(|(n, edit)| ((edit.span.start, edit.span.end, n), edit)));
            codes.push(code);
        }
    }
    (taken.into_values().cloned().collect(), codes)
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
        let (edits, codes) = compatible(fixes.iter().map(|fix| (Code::MissingMove, fix)));
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
}
