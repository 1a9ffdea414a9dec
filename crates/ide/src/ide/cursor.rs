//! The event, the line and the field under the cursor, and the moves and stones that they refer to.

use crate::document::{EventView, Snapshot};
use ishi_board::{Point, Stone};
use ishi_record::record::{DatumKind, Event, MoveId, Owner};
use ishi_record::replay::{Cause, Stand, Walk};
use ishi_record::syntax::{Field, FieldKind, Line, LineKind, Mark, Source, Target};
use ishi_text::Span;

/// A position in a document. Spans and lines count from the start of the event, as those of [`Source`] do.
pub(super) struct Cursor<'a> {
    pub(super) view: EventView<'a>,
    pub(super) event: &'a Event,
    pub(super) source: &'a Source<'a>,
    /// The position, in bytes.
    pub(super) offset: usize,
    /// The line of the position, from 0.
    pub(super) line: u32,
}

/// A thing that a field refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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

/// Returns the cursor at `offset`, in bytes from the start of the document.
pub(super) fn at<T>(snapshot: &Snapshot, offset: usize, look: impl FnOnce(&Cursor<'_>) -> Option<T>) -> Option<T> {
    let view = snapshot.event_at(offset);
    let text = view.text();
    let source = view.source(&text);
    let offset = offset.checked_sub(view.start())?;
    let line = source.line_at(offset) as u32;
    if source.lines.get(line as usize).is_some_and(|line| line.kind == LineKind::Foreign) {
        // Nothing is known of text of another kind.
        return None;
    }
    look(&Cursor { view, event: view.event(), source: &source, offset, line })
}

impl Cursor<'_> {
    /// The line; `None` in an event without lines.
    pub(super) fn line(&self) -> Option<&Line> {
        self.source.lines.get(self.line as usize)
    }

    /// Whether the cursor is inside these bytes, or at their end.
    pub(super) fn is_on(&self, span: Span) -> bool {
        !span.is_empty() && span.start as usize <= self.offset && self.offset <= span.end as usize
    }

    /// The field under the cursor. Between two fields, the field after the cursor.
    pub(super) fn field(&self) -> Option<Field> {
        self.source.fields(self.line()?).iter().rev().find(|field| self.is_on(field.span)).copied()
    }

    /// The item that the line belongs to, which decides on the board.
    pub(super) fn owner(&self) -> Owner {
        self.event.owner_at(self.line)
    }

    /// The words under the cursor that name stones, and these stones: a move, a setup stone or a reference. `ALL` names
    /// no stone.
    pub(super) fn named(&self) -> Option<(Span, Vec<Referent>)> {
        if let Ok(index) = self.event.moves.binary_search_by_key(&self.line, |played| played.line) {
            let referent = Referent::Move(MoveId(index as u32));
            let span = origin(self.event, self.source, referent)?;
            return self.is_on(span).then(|| (span, vec![referent]));
        }
        let field = self.field()?;
        if matches!(field.kind, FieldKind::Mark(Mark { target: Target::All, .. })) {
            return None;
        }
        let mut referents = self.referents(field);
        referents.retain(|referent| !matches!(referent, Referent::Point(_)));
        (!referents.is_empty()).then_some((field.span, referents))
    }

    /// The places that put the referents of a field on the board, counted from the start of the document.
    pub(super) fn origins(&self, referents: &[Referent]) -> Vec<Span> {
        let spans = referents.iter().filter_map(|&referent| origin(self.event, self.source, referent));
        spans.map(|span| span.shifted(self.view.start())).collect()
    }

    /// The referents of a field of the cursor's line, in the order of the record: none for words that do not refer to
    /// anything, and a single point for an empty point.
    pub(super) fn referents(&self, field: Field) -> Vec<Referent> {
        referents(self.event, self.source, self.line, field)
    }
}

/// The referents of a field of a line.
pub(super) fn referents(event: &Event, source: &Source<'_>, line: u32, field: Field) -> Vec<Referent> {
    if let Ok(index) = event.moves.binary_search_by_key(&line, |played| played.line) {
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
            let nth = setup_locations(source, line).position(|other| other.span == field.span);
            nth.map(|nth| Referent::Setup(stones.start + nth as u32)).into_iter().collect()
        }
        (FieldKind::Mark(mark), kind) => meant(&Walk::before(event, line + 1), kind, mark.target),
        _ => Vec::new(),
    }
}

/// The referents of a target in a datum of this kind, at the current place of the walk.
pub(super) fn meant(walk: &Walk<'_>, kind: &DatumKind, target: Target) -> Vec<Referent> {
    let stand = Stand::of(walk);
    match target {
        Target::Point(point) => {
            let captured = match (kind, walk.played()) {
                (DatumKind::Prisoner(_), Some(played)) => [played.captured, played.self_captured].concat(),
                _ => Vec::new(),
            };
            let stone = captured.into_iter().find(|stone| stone.point == point).or(stand.board.get(point));
            vec![stone.map_or(Referent::Point(point), Referent::of)]
        }
        Target::Move(number) => walk.numbered(number).map(Referent::Move).into_iter().collect(),
        Target::Moves(from, to) => walk.numbered_in(from, to).map(|(_, id)| Referent::Move(id)).collect(),
        Target::All => stand.stones(Target::All).into_iter().map(Referent::of).collect(),
    }
}

/// The words that put a stone on the board: all fields of a move, or the location of a setup stone.
pub(super) fn origin(event: &Event, source: &Source<'_>, referent: Referent) -> Option<Span> {
    match referent {
        Referent::Move(id) => {
            let line = &source.lines[event[id].line as usize];
            let needed = source.fields(line).iter().filter(|field| field.number().is_some() || field.place().is_some());
            Some(needed.fold(line.word, |span, field| span.to(field.span)))
        }
        Referent::Setup(index) => setup_field(event, source, index).map(|(_, field)| field.span),
        Referent::Point(_) => None,
    }
}

/// The line that sets a stone up, and its location there.
pub(super) fn setup_field<'s>(event: &Event, source: &'s Source<'_>, index: u32) -> Option<(u32, &'s Field)> {
    let (line, nth) = event.data.iter().find_map(|datum| match &datum.kind {
        DatumKind::Setup(stones) if stones.contains(&index) => Some((datum.line, index - stones.start)),
        _ => None,
    })?;
    setup_locations(source, line).nth(nth as usize).map(|field| (line, field))
}

/// The locations of a SETUP line, in the order of the event's stones. Locations without a color before them are not set
/// up.
fn setup_locations<'s>(source: &'s Source<'_>, line: u32) -> impl Iterator<Item = &'s Field> {
    let fields = source.fields(&source.lines[line as usize]).iter();
    let colored = fields.skip_while(|field| !matches!(field.kind, FieldKind::Color(_)));
    colored.filter(|field| matches!(field.kind, FieldKind::Location(_)))
}
