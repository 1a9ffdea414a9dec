//! Changes of a record that an editor offers at a place, whatever is right or wrong there. What they do is in
//! [`crate::rewrite`]; here is where each is offered, and under which title.

mod site;

use site::{Site, at};

use super::trial::{self, Keeps};
use crate::board::BoardSize;
use crate::document::Snapshot;
use crate::record::{Datum, DatumKind, SequenceId, Step};
use crate::rewrite::{self, Labels, Numbering, Original, Refusal, Symmetry};
use crate::syntax::Keyword;
use crate::text::{Edit, Span};

/// What becomes of a record, which decides where an editor lists a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AssistKind {
    /// It is written in another way.
    Rewrite,
    /// Something is moved to another place.
    Move,
    /// Something is put around lines.
    Surround,
}

/// A change that can be made. What it does in full is worked out by [`make`] when it is chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Assist {
    /// Its name, by which it is asked for.
    pub id: &'static str,
    /// What it does, with what it does it to.
    pub title: String,
    /// What becomes of the record.
    pub kind: AssistKind,
}

/// A row of the table.
struct Row {
    id: &'static str,
    kind: AssistKind,
    title: Title,
    change: Change,
    /// Whether it is offered only where it can be made. Otherwise whoever chooses it reads why it can't, and what to do.
    is_tried: bool,
}

/// Where a change is offered, and under which title.
enum Title {
    /// Where this gives one.
    Of(fn(&Site<'_>) -> Option<String>),
    /// At the head of any event.
    AtHead(&'static str),
}

/// How a change is made.
enum Change {
    /// In the event.
    Of(Of),
    /// In the event and the one before it, as one text.
    WithEventBefore(fn(&Original<'_>) -> Result<Vec<Edit>, Refusal>),
}

type Of = fn(&Site<'_>, &Original<'_>) -> Result<Vec<Edit>, Refusal>;

const fn row(id: &'static str, kind: AssistKind, title: fn(&Site<'_>) -> Option<String>, change: Of) -> Row {
    Row { id, kind, title: Title::Of(title), change: Change::Of(change), is_tried: false }
}

/// A change that is offered only where it can be made.
const fn tried(id: &'static str, kind: AssistKind, title: fn(&Site<'_>) -> Option<String>, change: Of) -> Row {
    Row { is_tried: true, ..row(id, kind, title, change) }
}

/// A change that any event can undergo.
const fn of_event(id: &'static str, title: &'static str, change: Of) -> Row {
    let (title, change) = (Title::AtHead(title), Change::Of(change));
    Row { id, kind: AssistKind::Rewrite, title, change, is_tried: false }
}

use AssistKind::{Move, Rewrite, Surround};

/// All of them, in the order of the menu.
const TABLE: &[Row] = &[
    row(
        "promote",
        Rewrite,
        |site| {
            let first = site.place.event.steps(site.variation_id()?).first();
            matches!(first, Some(Step::Move(_)))
                .then(|| format!("Make {} the main line", site.variation().unwrap_or_default()))
        },
        |site, original| rewrite::promote(original, site.line()),
    ),
    row(
        "demote",
        Rewrite,
        |site| {
            let (id, variation) = site.move_with_variation()?;
            let name = site.name_of_variation(variation);
            Some(format!("Make {} a variation, and {name} the line that goes on", site.name_of(id)))
        },
        |site, original| rewrite::demote(original, site.line()),
    ),
    row(
        "variation-up",
        Move,
        |site| {
            let (above, _) = site.siblings()?;
            Some(format!("Move {} before {}", site.variation()?, site.name_of_variation(above?)))
        },
        |site, original| rewrite::move_up(original, site.line()),
    ),
    row(
        "variation-down",
        Move,
        |site| {
            let (_, below) = site.siblings()?;
            Some(format!("Move {} behind {}", site.variation()?, site.name_of_variation(below?)))
        },
        |site, original| rewrite::move_down(original, site.line()),
    ),
    row(
        "delete-variation",
        Rewrite,
        |site| Some(format!("Delete {}", site.variation()?)),
        |site, original| rewrite::delete(original, site.line()),
    ),
    row(
        "turn-rest",
        Rewrite,
        |site| {
            let id = site.own_move()?;
            let steps = site.place.event.steps(site.place.event.r#move(id).sequence);
            let is_last = steps.last() == Some(&Step::Move(id));
            (!is_last).then(|| format!("Turn what follows {} into a variation", site.name_of(id)))
        },
        |site, original| rewrite::turn_rest(original, site.line()),
    ),
    row(
        "renumber-from-here",
        Rewrite,
        |site| {
            let id = site.own_move()?;
            site.has_gap_behind(id).then(|| format!("Renumber the moves that follow {}", site.name_of(id)))
        },
        |site, original| rewrite::renumber_from(original, site.line()),
    ),
    row(
        "renumber-going-on",
        Rewrite,
        |site| {
            (site.has_variations() && !site.are_numbered(Numbering::GoingOn))
                .then(|| "Number each variation like the move it replaces".into())
        },
        |_, original| rewrite::renumber(original, Numbering::GoingOn),
    ),
    row(
        "renumber-from-one",
        Rewrite,
        |site| {
            (site.has_variations() && !site.are_numbered(Numbering::FromOne))
                .then(|| "Number each variation from 1".into())
        },
        |_, original| rewrite::renumber(original, Numbering::FromOne),
    ),
    row(
        "split-event",
        Rewrite,
        |site| {
            let (id, event) = (site.own_move()?, site.place.event);
            let main = SequenceId(0);
            let is_inside = event.r#move(id).sequence == main && event.moves_of(main).next() != Some(id);
            is_inside.then(|| format!("Begin a new event with {}", site.name_of(id)))
        },
        |site, original| {
            let own = site.own_move().map(|id| site.place.event.r#move(id).line);
            rewrite::split_event(original, own.unwrap_or(site.line()))
        },
    ),
    Row {
        id: "merge-events",
        kind: Rewrite,
        title: Title::Of(|site| {
            let is_begin = site.place.event.definition == Some(site.line()) && site.place.view.index() > 0;
            is_begin.then(|| "Append this event to the one before".into())
        }),
        change: Change::WithEventBefore(rewrite::merge_events),
        is_tried: false,
    },
    tried(
        "remark-to-comment",
        Rewrite,
        |site| {
            // A remark that the checker heeds would lose its effect.
            let text = site.place.source.free_text(site.place.line()?).trim_start();
            (site.is_on(Keyword::Remark) && !text.starts_with("ishi:")).then(|| "Turn the remark into a comment".into())
        },
        |site, original| rewrite::remark_to_comment(original, site.line()),
    ),
    tried(
        "comment-to-remark",
        Rewrite,
        |site| {
            let line = site.line();
            let is_around = |datum: &Datum| datum.kind == DatumKind::Comment && (datum.line..datum.end).contains(&line);
            site.place.event.data.iter().any(is_around).then(|| "Turn the comment into remarks".into())
        },
        |site, original| rewrite::comment_to_remark(original, site.line()),
    ),
    tried(
        "labels-lower-case",
        Rewrite,
        |site| site.labels("a, b, c, …"),
        |site, original| rewrite::convert_labels(original, site.line(), Labels::LowerCase),
    ),
    tried(
        "labels-upper-case",
        Rewrite,
        |site| site.labels("A, B, C, …"),
        |site, original| rewrite::convert_labels(original, site.line(), Labels::UpperCase),
    ),
    tried(
        "labels-digits",
        Rewrite,
        |site| site.labels("1, 2, 3, …"),
        |site, original| rewrite::convert_labels(original, site.line(), Labels::Digits),
    ),
    tried(
        "labels-triangles",
        Rewrite,
        |site| site.labels("triangles"),
        |site, original| rewrite::convert_labels(original, site.line(), Labels::Triangles),
    ),
    tried(
        "labels-squares",
        Rewrite,
        |site| site.labels("squares"),
        |site, original| rewrite::convert_labels(original, site.line(), Labels::Squares),
    ),
    tried(
        "comment",
        Surround,
        |site| site.is_selection.then(|| "Put the lines into a comment".into()),
        |site, original| rewrite::wrap_in_comment(original, site.lines.clone()),
    ),
    tried(
        "user-data",
        Surround,
        |site| site.is_selection.then(|| "Put the lines into a block of user data".into()),
        |site, original| rewrite::wrap_in_user(original, site.lines.clone()),
    ),
    tried(
        "variation",
        Surround,
        |site| site.is_selection.then(|| "Put the moves into a variation".into()),
        |site, original| rewrite::wrap_in_variation(original, site.lines.clone()),
    ),
    row(
        "insert-prisoners",
        Rewrite,
        |site| {
            let untold = site.is_about(Keyword::Prisoner).then(|| rewrite::count_untold(site.place.event))?;
            (untold > 0).then(|| format!("Insert all PRISONER lines ({untold})"))
        },
        |_, original| rewrite::insert_prisoners(original),
    ),
    row(
        "remove-prisoners",
        Rewrite,
        |site| {
            let is_list = |datum: &Datum| matches!(datum.kind, DatumKind::Prisoner(_));
            (site.is_about(Keyword::Prisoner) && site.place.event.data.iter().any(is_list))
                .then(|| "Remove the PRISONER lines that say what the board shows".into())
        },
        |_, original| rewrite::remove_prisoners(original),
    ),
    row(
        "insert-passes",
        Rewrite,
        |site| (site.is_head() && site.has_gaps()).then(|| "Insert PASS for all missing moves".into()),
        |_, original| rewrite::insert_passes(original),
    ),
    row(
        "add-handicap",
        Rewrite,
        |site| Some(format!("Set up the {} handicap stones", site.handicap()?)),
        |site, original| rewrite::add_handicap(original, site.handicap().unwrap_or_default()),
    ),
    row("board-size-9", Rewrite, |site| site.other_size(9), |_, original| set_board_size(original, 9)),
    row("board-size-13", Rewrite, |site| site.other_size(13), |_, original| set_board_size(original, 13)),
    row("board-size-19", Rewrite, |site| site.other_size(19), |_, original| set_board_size(original, 19)),
    of_event("rotate-right", "Turn the board to the right", |_, original| {
        rewrite::transform(original, Symmetry::RotateRight)
    }),
    of_event("rotate-left", "Turn the board to the left", |_, original| {
        rewrite::transform(original, Symmetry::RotateLeft)
    }),
    of_event("rotate-180", "Turn the board upside down", |_, original| {
        rewrite::transform(original, Symmetry::Rotate180)
    }),
    of_event("mirror-left-right", "Mirror the board from left to right", |_, original| {
        rewrite::transform(original, Symmetry::MirrorLeftRight)
    }),
    of_event("mirror-top-bottom", "Mirror the board from top to bottom", |_, original| {
        rewrite::transform(original, Symmetry::MirrorTopBottom)
    }),
    of_event("swap-colors", "Let the players change colours", |_, original| rewrite::swap_colors(original)),
];

fn set_board_size(original: &Original<'_>, size: u32) -> Result<Vec<Edit>, Refusal> {
    rewrite::set_board_size(original, BoardSize::new(size).unwrap_or_default())
}

/// The names of all changes that [`actions`](super::actions) may offer, in the order of the menu.
pub fn assist_names() -> impl Iterator<Item = &'static str> {
    TABLE.iter().map(|row| row.id)
}

/// The changes that can be made at the selection `span`.
pub(super) fn assists(snapshot: &Snapshot, span: Span) -> Vec<Assist> {
    let found = at(snapshot, span, |site| {
        let offered = TABLE.iter().filter_map(|row| {
            let title = row.title.at(site)?;
            let can_be_made = || row.try_at(snapshot, site, &title, trial::is_cheap(snapshot, site.place.view)).is_ok();
            (!row.is_tried || can_be_made()).then_some(Assist { id: row.id, title, kind: row.kind })
        });
        Some(offered.collect())
    });
    found.unwrap_or_default()
}

/// The edits of the change `id` at the selection `span`; none where it is not offered there.
///
/// # Errors
/// Why it can't be made.
pub(super) fn make(snapshot: &Snapshot, span: Span, id: &str) -> Option<Result<Vec<Edit>, Refusal>> {
    at(snapshot, span, |site| {
        let row = TABLE.iter().find(|row| row.id == id)?;
        let title = row.title.at(site)?;
        Some(row.try_at(snapshot, site, &title, true))
    })
}

impl Row {
    /// The edits of the whole text; they are tried in full where `in_full` says so.
    fn try_at(&self, snapshot: &Snapshot, site: &Site<'_>, title: &str, in_full: bool) -> Result<Vec<Edit>, Refusal> {
        let edits = self.change.edits(snapshot, site)?;
        if edits.is_empty() {
            return Err(Refusal("this would change nothing".into()));
        }
        if in_full { trial::hold(snapshot, edits, Keeps::Count.unless_removed(title)) } else { Ok(edits) }
    }
}

impl Title {
    fn at(&self, site: &Site<'_>) -> Option<String> {
        match self {
            Self::Of(title) => title(site),
            Self::AtHead(title) => (site.is_head() && !site.place.event.moves.is_empty()).then(|| (*title).to_owned()),
        }
    }
}

impl Change {
    /// The edits of the whole text.
    fn edits(&self, snapshot: &Snapshot, site: &Site<'_>) -> Result<Vec<Edit>, Refusal> {
        let view = site.place.view;
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
