//! `textDocument/codeAction`: the fixes of diagnostics, and the assists.

use std::borrow::Cow;
use std::fmt;

use ropey::Rope;

use super::assists::{self, Assist, AssistKind};
use super::trial::{self, Effort, Keeps};
use crate::check::{self, Code, Diagnostic, Fix, FixKind, LineEnds, Severities, Severity, lazy_fixes};
use crate::document::{EventView, Snapshot};
use crate::rewrite::{self, Original};
use crate::text::{self, Edit, Span};

/// How many diagnostics at one place get their fixes: more would make no menu.
const LIMIT: usize = 20;

/// What an action is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ActionKind {
    /// It fixes a diagnostic.
    QuickFix,
    /// It changes the record in some way that is offered at a place.
    Assist(AssistKind),
    /// It applies all fixes of the text that are right in every case.
    FixAll,
    /// It sorts the headers of all events.
    OrganizeHeaders,
    /// It writes all bare locations that are read as moves.
    WriteMoves,
}

impl ActionKind {
    /// All of them.
    pub const ALL: [Self; 7] = [
        Self::QuickFix,
        Self::Assist(AssistKind::Rewrite),
        Self::Assist(AssistKind::Move),
        Self::Assist(AssistKind::Surround),
        Self::FixAll,
        Self::OrganizeHeaders,
        Self::WriteMoves,
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
    /// The diagnostics that it fixes.
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
    Named(Cow<'static, str>),
}

/// How much text of events is read to find out whether the headers of one of them can be sorted.
const MAX_BYTES_READ: usize = 256 << 10;

pub(super) const FIX_ALL: &str = "fix-all";
const ORGANIZE_HEADERS: &str = "organize-headers";
const WRITE_MOVES: &str = "write-moves";
pub(super) const REPLACE_LONE_CRS: &str = "replace-lone-crs";
pub(super) const REMOVE_LONE_CRS: &str = "remove-lone-crs";

/// The quick fixes of the diagnostics that touch `span`, and the changes that can be made at `selection`, which lies in
/// it (`textDocument/codeAction`). Of all these only the kinds that are `wanted`.
pub fn actions(snapshot: &Snapshot, selection: Span, span: Span, wanted: impl Fn(ActionKind) -> bool) -> Vec<Action> {
    let mut actions = Vec::new();
    if !snapshot.is_text() {
        return actions;
    }
    if wanted(ActionKind::QuickFix) {
        actions.extend(quick_fixes(snapshot, span));
    }
    let offered = assists::assists(snapshot, selection).into_iter().map(|Assist { id, title, kind }| Action {
        title,
        kind: ActionKind::Assist(kind),
        change: Change::Named(id.into()),
        diagnostic: None,
        preferred: false,
    });
    actions.extend(offered.filter(|action| wanted(action.kind)));
    actions.extend(actions_of_file(snapshot, &wanted));
    actions
}

/// The changes that have to do with no place in the text, and so can be made anywhere in it. Of these only the kinds
/// that are `wanted`.
pub fn actions_of_file(snapshot: &Snapshot, wanted: &impl Fn(ActionKind) -> bool) -> Vec<Action> {
    let mut actions = Vec::new();
    if wanted(ActionKind::QuickFix) {
        actions.extend(of_lone_crs(snapshot.text(), snapshot.line_ends(), || snapshot.lone_cr_diagnostic()));
    }
    let of_file = [
        (ActionKind::FixAll, FIX_ALL, "Fix all that can be fixed with certainty", can_fix_all as fn(&Snapshot) -> bool),
        (ActionKind::OrganizeHeaders, ORGANIZE_HEADERS, "Put the headers in their usual order", can_organize_headers),
        (ActionKind::WriteMoves, WRITE_MOVES, "Write locations as moves with color and number", can_write_moves),
    ];
    for (kind, name, title, is_needed) in of_file {
        if wanted(kind) && is_needed(snapshot) {
            let (title, change) = (title.to_owned(), Change::Named(name.into()));
            actions.push(Action { title, kind, change, diagnostic: None, preferred: false });
        }
    }
    actions
}

/// The same as [`change`] for an action of a menu that needs all edits at once; none also where too much has been read
/// for that menu already.
pub fn change_of_menu(
    snapshot: &Snapshot,
    span: Span,
    name: &str,
    effort: &mut Effort,
) -> Option<Result<Vec<Edit>, rewrite::Error>> {
    let bytes_of = |is_changed: fn(EventView<'_>) -> bool| {
        snapshot.events().filter(|&event| is_changed(event)).map(|event| event.end() - event.start()).sum()
    };
    let bytes = match name {
        FIX_ALL => bytes_of(has_sure_fix),
        ORGANIZE_HEADERS => bytes_of(has_disordered_headers),
        WRITE_MOVES => bytes_of(|event| bare_moves(event).next().is_some()),
        REPLACE_LONE_CRS | REMOVE_LONE_CRS => snapshot.text().len_bytes(),
        _ => {
            let event = snapshot.event_at(FixName::parse(name).map_or(span.start, |name| name.at) as usize);
            event.end() - event.start()
        }
    };
    if effort.take(bytes) { change(snapshot, span, name) } else { None }
}

/// The edits of an action at `span` that has only a name (`codeAction/resolve`); `None` if it is not offered there.
///
/// # Errors
/// Why it can't be done.
pub fn change(snapshot: &Snapshot, span: Span, name: &str) -> Option<Result<Vec<Edit>, rewrite::Error>> {
    match name {
        FIX_ALL => Some(trial::hold(snapshot, fix_all(snapshot, MAX_BYTES_FIXED), Keeps::Moves)),
        ORGANIZE_HEADERS => Some(trial::hold(snapshot, organize_headers(snapshot), Keeps::Moves)),
        WRITE_MOVES => Some(trial::hold(snapshot, write_moves(snapshot), Keeps::Moves)),
        REPLACE_LONE_CRS => Some(Ok(edits_of_lone_crs(snapshot.text(), snapshot.line_ends().majority_without_cr()))),
        REMOVE_LONE_CRS => Some(trial::hold(snapshot, edits_of_lone_crs(snapshot.text(), ""), Keeps::Moves)),
        _ => match FixName::parse(name) {
            Some(name) => {
                let fix = name.find(snapshot)?;
                Some(trial::hold(snapshot, fix.edits, Keeps::of(fix.kind, &fix.title)))
            }
            None => assists::make(snapshot, span, name),
        },
    }
}

fn can_fix_all(snapshot: &Snapshot) -> bool {
    snapshot.events().any(has_sure_fix)
}

/// What an editor does not fix unasked: line ends are its own, and a variation that holds nothing is being written.
const NOT_ON_SAVE: [Code; 3] = [Code::LineEnding, Code::MixedLineEndings, Code::EmptyVariation];

/// How many bytes of events are fixed at once: those of all events up to the one that reaches so far. Fixing the rest
/// takes another time.
const MAX_BYTES_FIXED: usize = 16 << 20;

/// The edits of all fixes that are right in every case, event by event, until `most` bytes have been read.
fn fix_all(snapshot: &Snapshot, most: usize) -> Vec<Edit> {
    let mut severities = Severities::clone(snapshot.severities());
    for code in NOT_ON_SAVE {
        severities.set(code, Severity::Off);
    }
    let mut read = 0;
    let within = |event: &EventView<'_>| {
        let is_within = read < most;
        read += event.end() - event.start();
        is_within
    };
    let edits = snapshot.events().filter(|&event| has_sure_fix(event)).take_while(within).flat_map(|event| {
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
    !event.has_foreign_text() && !rewrite::are_headers_organized(event.event())
}

/// Returns whether the headers of an event can be sorted, which the event alone does not show.
fn can_organize_headers(snapshot: &Snapshot) -> bool {
    let mut read = 0;
    for event in snapshot.events().filter(|&event| has_disordered_headers(event)) {
        let text = event.text();
        if !rewrite::organize_headers(&Original::of_event(&text, event.is_last())).is_empty() {
            return true;
        }
        read += text.len();
        if read > MAX_BYTES_READ {
            break;
        }
    }
    false
}

fn can_write_moves(snapshot: &Snapshot) -> bool {
    snapshot.events().any(|event| bare_moves(event).next().is_some())
}

fn write_moves(snapshot: &Snapshot) -> Vec<Edit> {
    let edits = snapshot.events().flat_map(|event| {
        let edits = bare_moves(event).flat_map(|fix| fix.edits.clone());
        edits.map(move |edit| edit.shifted(event.start()))
    });
    edits.collect()
}

/// The fixes that write bare locations as the moves that they are read as. An editor applies these unasked, so none is
/// among them whose moves have an error of their own, or that may stand in a comment that is still being written.
fn bare_moves(event: EventView<'_>) -> impl Iterator<Item = &Fix> {
    let all = &event.findings().diagnostics;
    let is_error = |found: &&Diagnostic| found.severity == Severity::Error;
    let unclosed = |found: &&Diagnostic| matches!(found.code, Code::UnclosedCom | Code::UnclosedUser);
    let open = all.iter().find(unclosed).map_or(u32::MAX, |found| found.span.start);
    let own = all.iter().filter(move |found| found.code == Code::BareLocation && found.span.start < open);
    let alone = own.filter(move |found| {
        let mut others = all.iter().filter(is_error).filter(|other| other.code != Code::BareLocation);
        !others.any(|other| other.span.touches(found.span))
    });
    alone.filter_map(|found| found.fixes.first().filter(|fix| fix.kind == FixKind::Suggested))
}

/// The quick fixes of the diagnostics that touch `span`. Each of them is tried, or will be when it is chosen.
fn quick_fixes(snapshot: &Snapshot, span: Span) -> Vec<Action> {
    let mut actions: Vec<Action> = Vec::new();
    let events = snapshot.events_in(span.start as usize, span.end as usize);
    let fixes =
        events.flat_map(|event| of_event(event, span).map(move |(diagnostic, nth, fix)| (event, diagnostic, nth, fix)));
    for (event, diagnostic, nth, fix) in fixes.take(LIMIT) {
        let is_applicable = fix.is_applicable();
        let title = capitalized(&fix.title);
        let change = if trial::is_cheap(snapshot, event) {
            match trial::hold(snapshot, fix.edits, Keeps::of(fix.kind, &title)) {
                Ok(edits) => Change::Edits(edits),
                Err(_) => continue,
            }
        } else {
            Change::Named(FixName { code: diagnostic.code, at: diagnostic.span.start, nth }.to_string().into())
        };
        let is_preferred = |action: &Action| action.preferred && action.diagnostic.as_ref() == Some(&diagnostic);
        let preferred = is_applicable && !actions.iter().any(is_preferred);
        let diagnostic = Some(diagnostic);
        actions.push(Action { title, kind: ActionKind::QuickFix, change, diagnostic, preferred });
    }
    actions
}

/// What can be done about each CR that no LF follows. Where there is none but before CR LF, as when the line ends of a
/// text were converted twice, they can go as well.
pub(super) fn of_lone_crs(
    text: &Rope,
    line_ends: LineEnds,
    diagnostic: impl FnOnce() -> Option<Diagnostic>,
) -> Vec<Action> {
    if line_ends.cr == 0 {
        return Vec::new();
    }
    let diagnostic = diagnostic();
    let action = |name: &'static str, title, preferred| Action {
        title,
        kind: ActionKind::QuickFix,
        change: Change::Named(name.into()),
        diagnostic: diagnostic.clone(),
        preferred,
    };
    let end = check::name_of_line_end(line_ends.majority_without_cr());
    let mut actions = vec![action(REPLACE_LONE_CRS, format!("Replace each CR without LF by {end}"), true)];
    let mut places = text::lone_crs(text, 0..text.len_bytes());
    if places.all(|at| text.get_byte(at + 1) == Some(b'\r')) {
        actions.push(action(REMOVE_LONE_CRS, "Remove each CR before CR LF".to_owned(), false));
    }
    actions
}

/// Puts `end` in place of each CR that no LF follows.
pub(super) fn edits_of_lone_crs(text: &Rope, end: &str) -> Vec<Edit> {
    let places = text::lone_crs(text, 0..text.len_bytes());
    places.map(|at| Edit::replace(Span::new(at, at + 1), end)).collect()
}

/// The fixes of the diagnostics of an event that touch `span`, each with its diagnostic and its place among the fixes
/// of that.
fn of_event(event: EventView<'_>, span: Span) -> impl Iterator<Item = (Diagnostic, usize, Fix)> {
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
        return Vec::new().into_iter();
    }
    let text = event.text();
    let source = event.source(&text);
    // A lazy fix renumbers all that follows, so only the first one of several is computed.
    let mut has_lazy_fix = false;
    let with_fixes = touched.into_iter().map(|mut diagnostic| {
        if !has_lazy_fix {
            let lazy = lazy_fixes(&source, &diagnostic);
            has_lazy_fix = !lazy.is_empty();
            diagnostic.add_lazy_fixes(lazy);
        }
        diagnostic.shifted(start)
    });
    let fixes = with_fixes.flat_map(|mut diagnostic| {
        let fixes = std::mem::take(&mut diagnostic.fixes);
        fixes.into_iter().enumerate().map(move |(nth, fix)| (diagnostic.clone(), nth, fix))
    });
    fixes.collect::<Vec<_>>().into_iter()
}

/// A fix by its diagnostic and its place among the fixes of that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct FixName {
    code: Code,
    /// Where the diagnostic begins in the text.
    at: u32,
    nth: usize,
}

impl fmt::Display for FixName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "fix {} {} {}", self.code, self.at, self.nth)
    }
}

impl FixName {
    fn parse(name: &str) -> Option<Self> {
        let mut words = name.strip_prefix("fix ")?.split(' ');
        let (code, at, nth) = (words.next()?, words.next()?, words.next()?);
        Some(Self { code: Code::of(code)?, at: at.parse().ok()?, nth: nth.parse().ok()? })
    }

    fn find(self, snapshot: &Snapshot) -> Option<Fix> {
        let event = snapshot.event_at(self.at as usize);
        let is_meant = |diagnostic: &&Diagnostic| {
            diagnostic.code == self.code && diagnostic.span.shifted(event.start()).start == self.at
        };
        let mut diagnostic = event.findings().diagnostics.iter().find(is_meant)?.clone();
        let text = event.text();
        let lazy = lazy_fixes(&event.source(&text), &diagnostic);
        diagnostic.add_lazy_fixes(lazy);
        diagnostic.shifted(event.start()).fixes.into_iter().nth(self.nth)
    }
}

pub(super) fn capitalized(title: &str) -> String {
    let mut letters = title.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::document::Document;

    /// Events of this many bytes, each with a fix that is right in every case.
    fn document(events: usize, bytes: usize) -> Snapshot {
        let event = format!("EVENT x\n\u{feff}B 1 Q16\nREMARK {}\nW 2 D4\n", "x".repeat(bytes));
        Document::new(&event.repeat(events), Arc::new(Severities::default())).snapshot()
    }

    #[test]
    fn what_is_read_for_one_menu_has_a_limit() {
        let snapshot = document(100, 40_000);
        let mut effort = Effort::default();
        let offered = (0..100).filter(|&event| {
            let at = snapshot.events().nth(event).map_or(0, |event| event.start() + 8) as u32;
            let name = FixName { code: Code::InvalidCharacter, at, nth: 0 }.to_string();
            let change = change_of_menu(&snapshot, Span { start: at, end: at }, &name, &mut effort);
            change.is_some_and(|change| change.is_ok())
        });
        let offered = offered.count();
        assert!((50..55).contains(&offered), "{offered} changes of 40 kB each");
        assert!(change_of_menu(&snapshot, Span::default(), FIX_ALL, &mut Effort::default()).is_none(), "4 MB at once");
        assert!(change_of_menu(&document(1, 10), Span::default(), FIX_ALL, &mut Effort::default()).is_some());
    }

    #[test]
    fn fixing_all_stops_after_an_event_and_goes_on_from_there() {
        let snapshot = document(10, 1000);
        assert_eq!(fix_all(&snapshot, usize::MAX).len(), 10);
        let edits = fix_all(&snapshot, 2500);
        assert_eq!(edits.len(), 3);
        let fixed = snapshot.edited(&edits).expect("a text");
        assert_eq!(fix_all(&fixed, usize::MAX).len(), 7);
    }
}
