//! What stands at a place of a document: the event, the line and the field under the cursor, and what they refer to.

use crate::board::{Point, Stone};
use crate::document::{EventView, Snapshot};
use crate::record::{DatumKind, Event, MoveId, Owner};
use crate::replay::{Cause, Stand, Walk};
use crate::syntax::{Field, FieldKind, Line, Source, Target};
use crate::text::Span;

/// A place of a document. Spans and lines count from the start of the event, as those of [`Source`] do.
pub(super) struct Place<'a> {
    pub(super) view: EventView<'a>,
    pub(super) event: &'a Event,
    pub(super) source: &'a Source<'a>,
    /// The byte.
    pub(super) offset: usize,
    /// Its line.
    pub(super) line: u32,
}

/// What a field refers to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Referent {
    /// A move.
    Move(MoveId),
    /// A setup stone, as its index among the stones of the event.
    Setup(u32),
    /// A point without a stone.
    Point(Point),
}

impl Referent {
    pub(super) fn of(stone: Stone) -> Self {
        match Cause::of(stone) {
            Cause::Move(id) => Self::Move(id),
            Cause::Setup(index) => Self::Setup(index),
        }
    }
}

/// Looks at the place `offset`, in bytes from the start of the document.
pub(super) fn at<T>(snapshot: &Snapshot, offset: usize, look: impl FnOnce(&Place<'_>) -> Option<T>) -> Option<T> {
    let view = snapshot.event_at(offset);
    let text = view.text();
    let source = Source::of_event(&text, view.is_last());
    let offset = offset.checked_sub(view.start())?;
    let line = source.line_at(offset) as u32;
    look(&Place { view, event: view.event(), source: &source, offset, line })
}

impl Place<'_> {
    /// The line; none in an event without lines.
    pub(super) fn line(&self) -> Option<&Line> {
        self.source.lines.get(self.line as usize)
    }

    /// Whether the cursor is on these bytes, or just behind them.
    pub(super) fn is_on(&self, span: Span) -> bool {
        !span.is_empty() && span.start as usize <= self.offset && self.offset <= span.end as usize
    }

    /// The field under the cursor. Between two fields it is the one behind the cursor.
    pub(super) fn field(&self) -> Option<Field> {
        self.source.fields(self.line()?).iter().rev().find(|field| self.is_on(field.span)).copied()
    }

    /// What the line belongs to, and so what board it speaks of.
    pub(super) fn owner(&self) -> Owner {
        self.event.owner_at(self.line)
    }

    /// What a field of the cursor's line refers to, in the order of the record: nothing for words that are no
    /// reference, and a single empty point where no stone stands.
    pub(super) fn referents(&self, field: Field) -> Vec<Referent> {
        referents(self.event, self.source, self.line, field)
    }
}

/// What a field of a line refers to.
pub(super) fn referents(event: &Event, source: &Source<'_>, line: u32, field: Field) -> Vec<Referent> {
    if let Ok(index) = event.moves.binary_search_by_key(&line, |found| found.line) {
        return match field.kind {
            FieldKind::Number(_) | FieldKind::Location(_) | FieldKind::Pass => {
                vec![Referent::Move(MoveId(index as u32))]
            }
            _ => Vec::new(),
        };
    }
    let Ok(index) = event.data.binary_search_by_key(&line, |datum| datum.line) else { return Vec::new() };
    let datum = &event.data[index];
    match (field.kind, &datum.kind) {
        (FieldKind::Location(_), DatumKind::Setup(stones)) => {
            let fields = source.fields(&source.lines[line as usize]).iter();
            // Stones without a colour before them are not set up.
            let colored = fields.skip_while(|field| !matches!(field.kind, FieldKind::Color(_)));
            let mut locations = colored.filter(|field| matches!(field.kind, FieldKind::Location(_)));
            let nth = locations.position(|other| other.span == field.span);
            nth.map(|nth| Referent::Setup(stones.start + nth as u32)).into_iter().collect()
        }
        (FieldKind::Mark(mark), kind) => {
            let walk = Walk::before(event, line + 1);
            let stand = Stand::of(&walk);
            let captured = match (kind, walk.played()) {
                (DatumKind::Prisoner(_), Some(played)) => [played.captured, played.self_captured].concat(),
                _ => Vec::new(),
            };
            match mark.target {
                Target::Point(point) => {
                    let stone = captured.into_iter().find(|stone| stone.point == point).or(stand.board.get(point));
                    vec![stone.map_or(Referent::Point(point), Referent::of)]
                }
                Target::Move(number) => walk.numbered(number).map(Referent::Move).into_iter().collect(),
                Target::Moves(from, to) => walk.numbered_in(from, to).map(|(_, id)| Referent::Move(id)).collect(),
                Target::All => stand.stones(Target::All).into_iter().map(Referent::of).collect(),
            }
        }
        _ => Vec::new(),
    }
}
