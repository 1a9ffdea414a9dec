//! Changes of a record that an editor offers at a place, independent of diagnostics. [`ishi_check::rewrite`] makes the
//! changes; this module decides where each is offered, and under which title, in one file for each family.

mod board;
mod comments;
mod dead;
mod events;
mod id;
mod labels;
mod numbering;
mod prisoners;
mod setup;
mod site;
mod surround;
mod variations;

use site::{AssistSite, at};

pub use id::AssistId;

use super::trial::{self, Keeps};
use crate::document::Snapshot;
use ishi_check::rewrite::{self, Original};
use ishi_text::{Edit, Span};

/// The kind of an assist, which decides where an editor lists it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AssistKind {
    /// Writes the same content in another way.
    Rewrite,
    /// Moves something to another place.
    Move,
    /// Puts something around lines.
    Surround,
}

/// A change that can be made. [`make`] computes its edits when it is chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Assist {
    /// The identity with which an editor resolves it.
    pub id: AssistId,
    /// Its title, which names the lines or stones that it changes.
    pub title: String,
    /// Its kind.
    pub kind: AssistKind,
}

/// A row of the table.
struct AssistRow {
    /// The name in documents and in the data of an editor; it never changes.
    name: &'static str,
    kind: AssistKind,
    title: Title,
    change: RowChange,
    /// Whether the change is offered only if it can be made. Otherwise, choosing it shows why it can't be made, and how
    /// to proceed.
    is_tried: bool,
    /// The moves that it keeps.
    keeps: Keeps,
}

/// The places at which a change is offered, and its title there.
enum Title {
    /// At places for which this function returns a title.
    Of(fn(&AssistSite<'_>) -> Option<String>),
    /// At the head of any event.
    AtHead(&'static str),
}

/// How a change is made.
enum RowChange {
    /// In the event.
    Of(Of),
    /// In the event and the previous event, as one text.
    WithEventBefore(fn(&Original<'_>) -> Result<Vec<Edit>, rewrite::Error>),
}

type Of = fn(&AssistSite<'_>, &Original<'_>) -> Result<Vec<Edit>, rewrite::Error>;

const fn row(
    name: &'static str,
    kind: AssistKind,
    title: fn(&AssistSite<'_>) -> Option<String>,
    change: Of,
) -> AssistRow {
    AssistRow {
        name,
        kind,
        title: Title::Of(title),
        change: RowChange::Of(change),
        is_tried: false,
        keeps: Keeps::Count,
    }
}

/// A change that is offered only if it can be made.
const fn tried(
    name: &'static str,
    kind: AssistKind,
    title: fn(&AssistSite<'_>) -> Option<String>,
    change: Of,
) -> AssistRow {
    AssistRow { is_tried: true, ..row(name, kind, title, change) }
}

/// A change that removes something, as its title says.
const fn removal(
    name: &'static str,
    kind: AssistKind,
    title: fn(&AssistSite<'_>) -> Option<String>,
    change: Of,
) -> AssistRow {
    AssistRow { keeps: Keeps::Some, ..row(name, kind, title, change) }
}

/// A change that can be made in any event.
const fn of_event(name: &'static str, title: &'static str, change: Of) -> AssistRow {
    let (title, change) = (Title::AtHead(title), RowChange::Of(change));
    AssistRow { name, kind: AssistKind::Rewrite, title, change, is_tried: false, keeps: Keeps::Count }
}

/// All assists, in the order of the menu.
static FAMILIES: &[&[AssistRow]] = &[
    variations::ROWS,
    numbering::ROWS,
    events::ROWS,
    comments::ROWS,
    labels::ROWS,
    surround::ROWS,
    prisoners::ROWS,
    setup::ROWS,
    dead::ROWS,
    board::ROWS,
];

fn rows() -> impl Iterator<Item = &'static AssistRow> {
    FAMILIES.iter().copied().flatten()
}

/// The changes that can be made at the selection `span`.
pub(super) fn assists(snapshot: &Snapshot, span: Span) -> Vec<Assist> {
    let assists = at(snapshot, span, |site| {
        let offered = rows().filter_map(|row| {
            let title = row.title.at(site)?;
            let can_be_made =
                || row.try_at(snapshot, site, trial::is_event_cheap(snapshot, site.cursor.view.start())).is_ok();
            (!row.is_tried || can_be_made()).then_some(Assist { id: AssistId::of(row), title, kind: row.kind })
        });
        Some(offered.collect())
    });
    assists.unwrap_or_default()
}

/// The edits of the change `id` at the selection `span`; `None` if it is not offered there.
///
/// # Errors
/// Returns the reason why the change can't be made.
pub(super) fn make(snapshot: &Snapshot, span: Span, id: AssistId) -> Option<Result<Vec<Edit>, rewrite::Error>> {
    at(snapshot, span, |site| {
        let row = id.row();
        row.title.at(site)?;
        Some(row.try_at(snapshot, site, true))
    })
}

impl AssistRow {
    /// Returns the edits of the whole text, after a trial, which is complete if `in_full` is true.
    fn try_at(&self, snapshot: &Snapshot, site: &AssistSite<'_>, in_full: bool) -> Result<Vec<Edit>, rewrite::Error> {
        let edits = self.change.edits(snapshot, site)?;
        if edits.is_empty() {
            return Err(rewrite::Error("this would change nothing".into()));
        }
        if in_full {
            trial::hold(snapshot, &edits, self.keeps)?;
        }
        Ok(edits)
    }
}

impl Title {
    fn at(&self, site: &AssistSite<'_>) -> Option<String> {
        match self {
            Self::Of(title) => title(site),
            Self::AtHead(title) => (site.is_head() && !site.cursor.event.moves.is_empty()).then(|| (*title).to_owned()),
        }
    }
}

impl RowChange {
    /// The edits of the whole text.
    fn edits(&self, snapshot: &Snapshot, site: &AssistSite<'_>) -> Result<Vec<Edit>, rewrite::Error> {
        let view = site.cursor.view;
        let (first, edits) = match self {
            Self::Of(change) => {
                let text = view.text();
                (view, change(site, &Original::of_event(&text, view.is_last()).placed(view.first_line()))?)
            }
            Self::WithEventBefore(change) => {
                let before = snapshot.event_at(view.start().saturating_sub(1));
                let text = [before.text(), view.text()].concat();
                (before, change(&Original::read(&text, view.is_last()).placed(before.first_line()))?)
            }
        };
        Ok(edits.into_iter().map(|edit| edit.shifted(first.start())).collect())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::{AssistId, rows};

    #[test]
    fn every_row_has_a_name_of_its_own_that_leads_to_it() {
        assert_eq!(rows().map(|row| row.name).collect::<HashSet<_>>().len(), rows().count());
        for row in rows() {
            let id: AssistId = serde_json::from_value(row.name.into()).expect("the name of a row");
            assert!(std::ptr::eq(id.row(), row) && serde_json::to_value(id).expect("a name") == row.name, "{id}");
        }
        let error = serde_json::from_value::<AssistId>("no-row".into()).expect_err("no row has this name");
        assert_eq!(error.to_string(), "unknown change `no-row`");
    }
}
