use crate::check::{Diagnostic, dear_fixes};
use crate::document::{EventView, Snapshot};
use crate::syntax::Source;
use crate::text::{Edit, Span};

/// How many diagnostics at one place get their fixes: more would make no menu.
const LIMIT: usize = 20;

/// A change that an editor offers for a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Action {
    /// What it does.
    pub title: String,
    /// The changes, in order and without overlap.
    pub edits: Vec<Edit>,
    /// What it mends.
    pub diagnostic: Diagnostic,
    /// Whether it is the one to take where an editor takes one unasked.
    pub preferred: bool,
}

/// The quick fixes of the diagnostics that touch `span` (`textDocument/codeAction`).
pub fn actions(snapshot: &Snapshot, span: Span) -> Vec<Action> {
    snapshot
        .events_in(span.start as usize, span.end as usize)
        .flat_map(|event| of_event(event, span))
        .take(LIMIT)
        .collect()
}

fn of_event(event: EventView<'_>, span: Span) -> Vec<Action> {
    let start = event.start();
    let touched: Vec<Diagnostic> = event
        .findings()
        .diagnostics
        .iter()
        .filter(|diagnostic| diagnostic.span.shifted(start).touches(span))
        .take(LIMIT)
        .cloned()
        .collect();
    if touched.is_empty() {
        return Vec::new();
    }
    let text = event.text();
    let source = Source::of_event(&text, event.is_last());
    // A dear fix renumbers all that follows, so of several only the first one has to be worked out.
    let mut has_dear_fix = false;
    let with_fixes = touched.into_iter().map(|mut diagnostic| {
        if !has_dear_fix {
            let dear = dear_fixes(&source, &diagnostic);
            has_dear_fix = !dear.is_empty();
            diagnostic.fixes.extend(dear);
        }
        diagnostic.shifted(start)
    });
    with_fixes
        .flat_map(|mut diagnostic| {
            let fixes = std::mem::take(&mut diagnostic.fixes);
            fixes.into_iter().enumerate().map(move |(index, fix)| Action {
                title: capitalized(&fix.title),
                edits: fix.edits,
                diagnostic: diagnostic.clone(),
                preferred: index == 0,
            })
        })
        .collect()
}

fn capitalized(title: &str) -> String {
    let mut letters = title.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
