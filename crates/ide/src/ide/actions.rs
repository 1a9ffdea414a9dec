//! `textDocument/codeAction`: the fixes of diagnostics, and the assists.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::assists::{self, Assist, AssistId, AssistKind};
use super::file_changes::FileChange;
use super::fixes::{self, FixId};
use super::trial::{self, Effort, Keeps};
use crate::document::Content;
use ishi_check::check::Diagnostic;
use ishi_check::rewrite::Error;
use ishi_text::{Edit, Span};

/// The purpose of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ActionKind {
    /// Fixes a diagnostic.
    QuickFix,
    /// Changes the record in a way that depends on the place.
    Assist(AssistKind),
    /// Applies all fixes of the text that are right in every case.
    FixAll,
    /// Sorts the headers of all events.
    OrganizeHeaders,
    /// Writes all bare locations that are read as moves.
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
    /// The line of the menu: the action in the imperative.
    pub title: String,
    /// The purpose of the action.
    pub kind: ActionKind,
    /// The change that the action makes.
    pub change: Change,
    /// The diagnostic that the action fixes.
    pub diagnostic: Option<Diagnostic>,
    /// Whether an editor may choose this action by itself.
    pub preferred: bool,
}

/// The change that an action makes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// Edits, in order and without overlap.
    Edits(Vec<Edit>),
    /// Edits that take longer to compute. [`Analysis::resolve`](super::Analysis::resolve) computes them for the action
    /// that is chosen from a menu.
    Deferred(ActionId),
}

/// An action whose edits are computed when it is chosen (`codeAction/resolve`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ActionId {
    /// The fix of a diagnostic.
    Fix(FixId),
    /// A change at the selection.
    Assist(AssistId),
    /// A change of the whole text.
    File(FileChange),
}

impl fmt::Display for ActionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fix(id) => id.fmt(f),
            Self::Assist(id) => id.fmt(f),
            Self::File(change) => write!(f, "{change:?}"),
        }
    }
}

/// Returns the quick fixes of the diagnostics that touch `span`, and the changes that can be made at `selection`, which
/// is inside `span` (`textDocument/codeAction`). Only the kinds that are `wanted` are returned.
pub(super) fn actions(
    content: &Content,
    selection: Span,
    span: Span,
    wanted: &dyn Fn(ActionKind) -> bool,
) -> Vec<Action> {
    let mut actions = Vec::new();
    if !content.is_editable() {
        return actions;
    }
    if wanted(ActionKind::QuickFix) {
        actions.extend(quick_fixes(content, span));
    }
    // SGF is changed by commands of a board, and not at a selection of its text.
    if let Content::Record(snapshot) = content {
        let offered = assists::assists(snapshot, selection).into_iter().map(|Assist { id, title, kind }| Action {
            title,
            kind: ActionKind::Assist(kind),
            change: Change::Deferred(ActionId::Assist(id)),
            diagnostic: None,
            preferred: false,
        });
        actions.extend(offered.filter(|action| wanted(action.kind)));
    }
    actions.extend(actions_of_file(content, wanted));
    actions
}

/// Returns the changes of the whole text, which can be made at any place. Only the kinds that are `wanted` are
/// returned.
pub(super) fn actions_of_file(content: &Content, wanted: &dyn Fn(ActionKind) -> bool) -> Vec<Action> {
    let mut actions = Vec::new();
    if !content.is_editable() {
        return actions;
    }
    for (change, kind) in [
        (FileChange::ReplaceLoneCrs, ActionKind::QuickFix),
        (FileChange::RemoveLoneCrs, ActionKind::QuickFix),
        (FileChange::FixAll, ActionKind::FixAll),
        (FileChange::OrganizeHeaders, ActionKind::OrganizeHeaders),
        (FileChange::WriteMoves, ActionKind::WriteMoves),
    ] {
        if wanted(kind) && change.is_offered(content) {
            actions.push(Action {
                title: change.title(content),
                kind,
                change: Change::Deferred(ActionId::File(change)),
                diagnostic: if kind == ActionKind::QuickFix { content.lone_cr_diagnostic() } else { None },
                preferred: change == FileChange::ReplaceLoneCrs,
            });
        }
    }
    actions
}

/// Returns the quick fixes of the diagnostics that touch `span`. Each fix is tried now, or when it is chosen.
fn quick_fixes(content: &Content, span: Span) -> Vec<Action> {
    let mut actions: Vec<Action> = Vec::new();
    for (diagnostic, nth, fix) in fixes::touching(content, span) {
        let is_applicable = fix.is_applicable();
        let change = if trial::is_cheap(content, &fix.edits) {
            if trial::try_edits(content, &fix.edits, Keeps::of(fix.kind)).is_err() {
                continue;
            }
            Change::Edits(fix.edits)
        } else {
            Change::Deferred(ActionId::Fix(FixId { code: diagnostic.code, at: diagnostic.span.start, nth }))
        };
        let is_preferred = |action: &Action| action.preferred && action.diagnostic.as_ref() == Some(&diagnostic);
        let preferred = is_applicable && !actions.iter().any(is_preferred);
        let (title, diagnostic) = (capitalized(&fix.title), Some(diagnostic));
        actions.push(Action { title, kind: ActionKind::QuickFix, change, diagnostic, preferred });
    }
    actions
}

/// Returns the edits of an action that was offered for `span` (`codeAction/resolve`); `None` if it is no longer offered
/// there.
///
/// # Errors
/// Returns the reason why the action can't be done.
pub(super) fn resolve(content: &Content, span: Span, id: ActionId) -> Option<Result<Vec<Edit>, Error>> {
    if !content.is_editable() {
        return None;
    }
    let (edits, keeps) = match id {
        ActionId::Fix(id) => {
            let fix = fixes::find(content, id)?;
            (fix.edits, Keeps::of(fix.kind))
        }
        ActionId::Assist(id) => {
            let Content::Record(snapshot) = content else { return None };
            return assists::make(snapshot, span, id);
        }
        ActionId::File(change) => (change.edits(content), Keeps::Moves),
    };
    Some(trial::try_edits(content, &edits, keeps).map(|_| edits))
}

/// Like [`resolve`], for a menu whose edits are all needed at once. Also returns `None` if too much was already read
/// for this menu.
pub(super) fn resolve_in_menu(
    content: &Content,
    span: Span,
    id: ActionId,
    effort: &mut Effort,
) -> Option<Result<Vec<Edit>, Error>> {
    let bytes = match id {
        ActionId::File(change) => change.bytes(content),
        ActionId::Fix(FixId { at, .. }) => fixes::CheckedPart::at(content, at as usize).len(),
        ActionId::Assist(_) => fixes::CheckedPart::at(content, span.start as usize).len(),
    };
    if effort.take(bytes) { resolve(content, span, id) } else { None }
}

pub(super) fn capitalized(title: &str) -> String {
    let mut letters = title.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::document::{Document, Format};
    use ishi_check::check::Code;

    #[test]
    fn lone_crs_are_replaced_in_both_formats() {
        for (text, format, after) in [
            ("EVENT x\rB 1 A1\nCOM\r\rx\nENDCOM\r", Format::Record, "EVENT x\nB 1 A1\nCOM\n\nx\nENDCOM\n"),
            ("(;FF[4]GM[1]SZ[19]C[x\\\ry\rz]\n;B[aa])\r", Format::Sgf, "(;FF[4]GM[1]SZ[19]C[x\\\ny\nz]\n;B[aa])\n"),
        ] {
            let document = Document::of_format(text, format, Arc::default());
            let id = ActionId::File(FileChange::ReplaceLoneCrs);
            let edits =
                resolve(document.version().content(), Span::default(), id).expect("an action").expect("a change");
            assert_eq!(ishi_text::apply(text, &edits), after);
        }
    }

    #[test]
    fn what_is_read_for_one_menu_has_a_limit() {
        // Events of this many bytes, each with a fix that is right in every case.
        let document = |events: usize, bytes: usize| {
            let event = format!("EVENT x\n\u{feff}B 1 Q16\nREMARK {}\nW 2 D4\n", "x".repeat(bytes));
            Document::new(&event.repeat(events), Arc::default()).snapshot()
        };
        let snapshot = document(100, 40_000);
        let content = Content::from(snapshot.clone());
        let mut effort = Effort::default();
        let offered = (0..100).filter(|&event| {
            let at = snapshot.events().nth(event).map_or(0, |event| event.start() + 8) as u32;
            let id = ActionId::Fix(FixId { code: Code::InvalidCharacter, at, nth: 0 });
            let change = resolve_in_menu(&content, Span { start: at, end: at }, id, &mut effort);
            change.is_some_and(|change| change.is_ok())
        });
        let offered = offered.count();
        assert!((50..55).contains(&offered), "{offered} changes of 40 kB each");
        let fix_all = ActionId::File(FileChange::FixAll);
        let resolve = |content| resolve_in_menu(content, Span::default(), fix_all, &mut Effort::default());
        assert!(resolve(&content).is_none(), "4 MB at once");
        assert!(resolve(&Content::from(document(1, 10))).is_some());
    }
}
