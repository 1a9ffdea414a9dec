use super::assists::{self, Assist, AssistKind};
use crate::check::{self, Code, Diagnostic, FixKind, Severities, Severity, dear_fixes};
use crate::document::{EventView, Snapshot};
use crate::rewrite::{self, Original, Refusal};
use crate::text::{self, Edit, Span};

/// How many diagnostics at one place get their fixes: more would make no menu.
const LIMIT: usize = 20;

/// What an action is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ActionKind {
    /// It mends a diagnostic.
    QuickFix,
    /// It changes the record in some way that is offered at a place.
    Assist(AssistKind),
    /// It applies all fixes of the text that are right in every case.
    FixAll,
    /// It sorts the headers of all events.
    OrganizeHeaders,
}

impl ActionKind {
    /// All of them.
    pub const ALL: [Self; 6] = [
        Self::QuickFix,
        Self::Assist(AssistKind::Rewrite),
        Self::Assist(AssistKind::Move),
        Self::Assist(AssistKind::Surround),
        Self::FixAll,
        Self::OrganizeHeaders,
    ];
}

/// A change that an editor offers for a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Action {
    /// What it does.
    pub title: String,
    /// What it is for.
    pub kind: ActionKind,
    /// The changes.
    pub change: Change,
    /// What it mends.
    pub diagnostic: Option<Diagnostic>,
    /// Whether it is the one to take where an editor takes one unasked.
    pub preferred: bool,
}

/// What an action changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// These places, in order and without overlap.
    Edits(Vec<Edit>),
    /// What [`change`] says for this name: it takes longer to work out, and of a menu only one is chosen.
    Named(&'static str),
}

const FIX_ALL: &str = "fix-all";
const ORGANIZE_HEADERS: &str = "organize-headers";

/// The quick fixes of the diagnostics that touch `span`, and the changes that can be made at `selection`, which lies in it
/// (`textDocument/codeAction`). Of all these only the kinds that are `wanted`.
pub fn actions(snapshot: &Snapshot, selection: Span, span: Span, wanted: impl Fn(ActionKind) -> bool) -> Vec<Action> {
    let mut actions = Vec::new();
    if wanted(ActionKind::QuickFix) {
        let events = snapshot.events_in(span.start as usize, span.end as usize);
        actions.extend(events.flat_map(|event| of_event(event, span)).take(LIMIT));
    }
    let offered = assists::assists(snapshot, selection).into_iter().map(|Assist { id, title, kind }| Action {
        title,
        kind: ActionKind::Assist(kind),
        change: Change::Named(id),
        diagnostic: None,
        preferred: false,
    });
    actions.extend(offered.filter(|action| wanted(action.kind)));
    let of_file = [
        (
            ActionKind::FixAll,
            FIX_ALL,
            "Fix all that can be fixed with certainty",
            has_sure_fix as fn(EventView<'_>) -> bool,
        ),
        (ActionKind::OrganizeHeaders, ORGANIZE_HEADERS, "Put the headers in their usual order", has_disordered_headers),
    ];
    for (kind, name, title, is_needed) in of_file {
        if wanted(kind) && snapshot.events().any(is_needed) {
            let title = title.to_owned();
            actions.push(Action { title, kind, change: Change::Named(name), diagnostic: None, preferred: false });
        }
    }
    actions
}

/// The edits of an action at `span` that has only a name (`codeAction/resolve`); none where it is not offered there.
///
/// # Errors
/// Why it can't be done.
pub fn change(snapshot: &Snapshot, span: Span, name: &str) -> Option<Result<Vec<Edit>, Refusal>> {
    match name {
        FIX_ALL => Some(Ok(fix_all(snapshot))),
        ORGANIZE_HEADERS => Some(Ok(organize_headers(snapshot))),
        _ => assists::make(snapshot, span, name),
    }
}

/// What an editor does not fix unasked: line ends are its own, and a variation that holds nothing is being written.
const NOT_ON_SAVE: [Code; 3] = [Code::LineEnding, Code::MixedLineEndings, Code::EmptyVariation];

/// The edits of all fixes that are right in every case, event by event.
fn fix_all(snapshot: &Snapshot) -> Vec<Edit> {
    let mut severities = Severities::clone(snapshot.severities());
    for code in NOT_ON_SAVE {
        severities.set(code, Severity::Off);
    }
    let edits = snapshot.events().filter(|&event| has_sure_fix(event)).flat_map(|event| {
        let old = event.text();
        let new = check::fix(&old, &severities, false).text;
        text::difference(&old, &new).into_iter().map(move |edit| edit.shifted(event.start()))
    });
    edits.collect()
}

fn has_sure_fix(event: EventView<'_>) -> bool {
    event
        .findings()
        .diagnostics
        .iter()
        .any(|diagnostic| diagnostic.fix_kind() == Some(FixKind::Auto) && !NOT_ON_SAVE.contains(&diagnostic.code))
}

fn organize_headers(snapshot: &Snapshot) -> Vec<Edit> {
    let edits = snapshot.events().filter(|&event| has_disordered_headers(event)).flat_map(|event| {
        let text = event.text();
        let edits = rewrite::organize_headers(&Original::of_event(&text, event.is_last()));
        edits.into_iter().map(move |edit| edit.shifted(event.start()))
    });
    edits.collect()
}

fn has_disordered_headers(event: EventView<'_>) -> bool {
    !rewrite::are_headers_organized(event.event())
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
    let source = event.source(&text);
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
                kind: ActionKind::QuickFix,
                change: Change::Edits(fix.edits),
                diagnostic: Some(diagnostic.clone()),
                preferred: index == 0,
            })
        })
        .collect()
}

fn capitalized(title: &str) -> String {
    let mut letters = title.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
