//! Changes of a record that an editor offers at a place, whatever is right or wrong there. What they do is in
//! [`crate::rewrite`]; here is where each is offered, and under which title.

use std::ops::Range;

use super::place::{self, Place};
use crate::document::Snapshot;
use crate::record::{MoveId, Owner, SequenceId, Step};
use crate::rewrite::{self, Numbering, Original, Refusal};
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

/// A place where something may be changed.
struct Site<'p> {
    place: &'p Place<'p>,
    /// The lines that are selected, counted from the start of the event; the cursor's own where nothing is.
    lines: Range<u32>,
    /// Whether anything is selected.
    is_selection: bool,
}

/// A row of the table.
struct Row {
    id: &'static str,
    kind: AssistKind,
    /// The title, where the change is offered.
    title: fn(&Site<'_>) -> Option<String>,
    change: fn(&Site<'_>, &Original<'_>) -> Result<Vec<Edit>, Refusal>,
}

/// All of them, in the order of the menu.
const TABLE: &[Row] = &[
    Row {
        id: "promote",
        kind: AssistKind::Move,
        title: |site| Some(format!("Make {} the main line", site.variation()?)),
        change: |site, original| rewrite::promote(original, site.line()),
    },
    Row {
        id: "demote",
        kind: AssistKind::Move,
        title: |site| {
            let (id, variation) = site.move_with_variation()?;
            let name = site.name_of_variation(variation);
            Some(format!("Make {} a variation, and {name} the line that goes on", site.name_of(id)))
        },
        change: |site, original| rewrite::demote(original, site.line()),
    },
    Row {
        id: "variation-up",
        kind: AssistKind::Move,
        title: |site| {
            let (above, _) = site.siblings()?;
            Some(format!("Move {} before {}", site.variation()?, site.name_of_variation(above?)))
        },
        change: |site, original| rewrite::move_up(original, site.line()),
    },
    Row {
        id: "variation-down",
        kind: AssistKind::Move,
        title: |site| {
            let (_, below) = site.siblings()?;
            Some(format!("Move {} behind {}", site.variation()?, site.name_of_variation(below?)))
        },
        change: |site, original| rewrite::move_down(original, site.line()),
    },
    Row {
        id: "delete-variation",
        kind: AssistKind::Rewrite,
        title: |site| Some(format!("Delete {}", site.variation()?)),
        change: |site, original| rewrite::delete(original, site.line()),
    },
    Row {
        id: "turn-rest",
        kind: AssistKind::Rewrite,
        title: |site| {
            let id = site.own_move()?;
            let event = site.place.event;
            let steps = &event.sequence(event.r#move(id).sequence).steps;
            let is_last = steps.last() == Some(&Step::Move(id));
            (!is_last).then(|| format!("Turn what follows {} into a variation", site.name_of(id)))
        },
        change: |site, original| rewrite::turn_rest(original, site.line()),
    },
    Row {
        id: "renumber-from-here",
        kind: AssistKind::Rewrite,
        title: |site| {
            let id = site.own_move()?;
            site.has_gap_behind(id).then(|| format!("Renumber the moves that follow {}", site.name_of(id)))
        },
        change: |site, original| rewrite::renumber_from(original, site.line()),
    },
    Row {
        id: "renumber-going-on",
        kind: AssistKind::Rewrite,
        title: |site| {
            (site.has_variations() && !site.are_numbered(Numbering::GoingOn))
                .then(|| "Number each variation like the move it replaces".to_owned())
        },
        change: |_, original| rewrite::renumber(original, Numbering::GoingOn),
    },
    Row {
        id: "renumber-from-one",
        kind: AssistKind::Rewrite,
        title: |site| {
            (site.has_variations() && !site.are_numbered(Numbering::FromOne))
                .then(|| "Number each variation from 1".to_owned())
        },
        change: |_, original| rewrite::renumber(original, Numbering::FromOne),
    },
];

/// The changes that can be made at the selection `span`.
pub(super) fn assists(snapshot: &Snapshot, span: Span) -> Vec<Assist> {
    let found = at(snapshot, span, |site| {
        let offered =
            TABLE.iter().filter_map(|row| Some(Assist { id: row.id, title: (row.title)(site)?, kind: row.kind }));
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
        (row.title)(site)?;
        let view = site.place.view;
        let text = view.text();
        let original = Original::of_event(&text, view.is_last()).placed(view.first_line());
        let edits = (row.change)(site, &original);
        Some(edits.map(|edits| edits.into_iter().map(|edit| edit.shifted(view.start())).collect()))
    })
}

fn at<T>(snapshot: &Snapshot, span: Span, look: impl FnOnce(&Site<'_>) -> Option<T>) -> Option<T> {
    place::at(snapshot, span.start as usize, |place| {
        place.line()?;
        let end = (span.end as usize).saturating_sub(place.view.start());
        // A selection that ends where a line begins does not mean that line.
        let last = place.source.line_at(if span.is_empty() { end } else { end - 1 }) as u32;
        look(&Site { place, lines: place.line..last + 1, is_selection: !span.is_empty() })
    })
}

impl Site<'_> {
    fn line(&self) -> u32 {
        self.place.line
    }

    /// The name of the innermost variation around the line.
    fn variation(&self) -> Option<String> {
        Some(self.name_of_variation(self.variation_id()?))
    }

    fn variation_id(&self) -> Option<SequenceId> {
        let line = self.line();
        let sequences = &self.place.event.sequences;
        let around = |index: &usize| sequences[*index].line <= Some(line) && Some(line) <= sequences[*index].end;
        // One without ENDVAR is not moved about, so it is not offered.
        (1..sequences.len()).rfind(around).map(|index| SequenceId(index as u32))
    }

    /// The variations before and behind that around the line.
    fn siblings(&self) -> Option<(Option<SequenceId>, Option<SequenceId>)> {
        let id = self.variation_id()?;
        let event = self.place.event;
        let all: Vec<SequenceId> = event.variations(event.sequence(id).replaces?).collect();
        let place = all.iter().position(|&other| other == id)?;
        Some((place.checked_sub(1).map(|above| all[above]), all.get(place + 1).copied()))
    }

    /// The move on the line, or to which what stands there belongs.
    fn own_move(&self) -> Option<MoveId> {
        match self.place.owner() {
            Owner::Move(id) => Some(id),
            Owner::Event | Owner::Diagram(_) | Owner::Variation(_) => None,
        }
    }

    /// That move and the first variation on it.
    fn move_with_variation(&self) -> Option<(MoveId, SequenceId)> {
        let id = self.own_move()?;
        Some((id, self.place.event.variations(id).next()?))
    }

    fn name_of(&self, id: MoveId) -> String {
        self.place.event.r#move(id).to_string()
    }

    /// A variation by its marker and its first move.
    fn name_of_variation(&self, id: SequenceId) -> String {
        let event = self.place.event;
        let sequence = event.sequence(id);
        let marker = if sequence.marker.is_empty() { String::new() } else { format!(" {}", sequence.marker) };
        let first = event.moves_of(id).next().map(|id| format!(" ({})", self.name_of(id)));
        format!("variation{marker}{}", first.unwrap_or_default())
    }

    fn has_gap_behind(&self, id: MoveId) -> bool {
        let Some(first) = self.place.event.number(id) else { return false };
        let follow = self.place.event.moves_of(self.place.event.r#move(id).sequence).skip_while(|&other| other != id);
        follow.zip(first..).any(|(id, number)| self.place.event.number(id) != Some(number))
    }

    /// Whether this is a place to change the numbers of all variations: a line that begins or ends one, or the head of the event.
    fn has_variations(&self) -> bool {
        let at = Some(self.line());
        let sequences = &self.place.event.sequences;
        sequences.len() > 1
            && (self.is_head() || sequences[1..].iter().any(|sequence| sequence.line == at || sequence.end == at))
    }

    fn are_numbered(&self, numbering: Numbering) -> bool {
        (1..self.place.event.sequences.len() as u32).map(SequenceId).all(|id| {
            let first = match numbering {
                Numbering::FromOne => Some(1),
                Numbering::GoingOn => self.place.event.sequence(id).replaces.and_then(|id| self.place.event.number(id)),
            };
            first.is_none_or(|first| {
                self.place
                    .event
                    .moves_of(id)
                    .zip(first..)
                    .all(|(id, number)| self.place.event.number(id) == Some(number))
            })
        })
    }

    /// Whether the line stands above the moves and diagrams of its event, where what is offered changes all of it. Where
    /// nothing stands above them, the first of them is such a line.
    fn is_head(&self) -> bool {
        let event = self.place.event;
        let is_bare = event.definition.is_none() && event.headers.is_empty() && event.data.is_empty();
        event.tree().is_none_or(|tree| self.line() < tree || is_bare && self.line() == tree)
    }
}
