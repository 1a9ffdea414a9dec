//! Rules for references: `#n`, and locations of stones.

use std::collections::HashSet;

use crate::check::{Code, Fix, Sink};
use ishi_record::record::{Datum, DatumKind, Event, MoveTarget, Owner, Reading};
use ishi_record::replay::{Marks, Stand, Visit, Walk};
use ishi_record::syntax::{Field, FieldKind, Mark, Sign, Source, Target};
use ishi_text::{Edit, Span};

/// The rules, carried along a walk.
#[derive(Clone)]
pub(in crate::check) struct References<'s, 't> {
    source: &'s Source<'t>,
    reading: &'s Reading,
    /// The marks of the item with the last UNMARK. Only UNMARK needs them.
    marks: Option<(Owner, Marks)>,
    /// The numbers on lines that would be moves without a mistake.
    strays: HashSet<u32>,
}

impl<'s, 't> References<'s, 't> {
    pub(in crate::check) fn new(source: &'s Source<'t>, reading: &'s Reading) -> Self {
        let strays = reading.stray_numbers.iter().copied().collect();
        Self { source, reading, marks: None, strays }
    }

    pub(in crate::check) fn at(&mut self, stop: Visit, walk: &Walk<'_>, sink: &mut Sink<'_>) {
        let Visit::Datum(index) = stop else { return };
        let datum = &self.reading.event.data[index];
        let stand = Stand::of(walk);
        match datum.kind {
            DatumKind::Mark(_) => {
                for (span, mark) in self.fields(datum) {
                    let is_known = !self.unknown(span, mark.target, stand, sink);
                    let is_bare = mark.sign == Sign::Number && matches!(mark.target, Target::Point(_));
                    if is_known && is_bare && stand.stones(mark.target).is_empty() {
                        no_stone(span, mark.target, stand, sink, |what| format!("{what} whose number could be shown"));
                    }
                    if let Some((_, marks)) = self.marks.as_mut().filter(|(owner, _)| *owner == datum.owner) {
                        marks.mark(mark, stand);
                    }
                }
            }
            DatumKind::Unmark(_) if sink.wants(Code::IdleUnmark) || sink.wants(Code::UnknownMove) => {
                for (span, Mark { target, .. }) in self.fields(datum) {
                    let is_known = !self.unknown(span, target, stand, sink);
                    let idle = !self.marks_before(index, stand).unmark(target, stand);
                    let is_on_board = match target {
                        Target::Point(point) => stand.board.size().contains(point),
                        _ => true,
                    };
                    if is_known && idle && is_on_board && !is_behind_variations(&self.reading.event, datum) {
                        self.idle(datum, span, sink);
                    }
                }
            }
            DatumKind::Hide(_) if matches!(datum.owner, Owner::Diagram(_)) => {
                // What is hidden are stones of the game: the diagram's own are put on the board after that.
                let board = walk.game_board().enlarged(walk.board().size());
                let stand = Stand { walk, board: &board };
                for (span, Mark { target, .. }) in self.fields(datum) {
                    if !self.unknown(span, target, stand, sink) && stand.stones(target).is_empty() {
                        no_stone(span, target, stand, sink, |what| format!("{what}, so there is nothing to hide"));
                    }
                }
            }
            _ => {}
        }
    }

    fn fields(&self, datum: &Datum) -> impl Iterator<Item = (Span, Mark)> + use<'s, 't> {
        let fields = self.source.fields(&self.source.lines[datum.line as usize]);
        fields.iter().filter_map(|&Field { span, kind }| match kind {
            FieldKind::Mark(mark) => Some((span, mark)),
            _ => None,
        })
    }

    /// The marks of an item before its datum with this index.
    fn marks_before(&mut self, index: usize, stand: Stand<'_, '_>) -> &mut Marks {
        let event = &self.reading.event;
        let owner = event.data[index].owner;
        if self.marks.as_ref().is_none_or(|(unmarked, _)| *unmarked != owner) {
            let mut marks = Marks::default();
            let before = event.data_of(owner).take_while(|datum| datum.line < event.data[index].line);
            for datum in before {
                let DatumKind::Mark(range) = &datum.kind else { continue };
                for &mark in event.marks(range) {
                    marks.mark(mark, stand);
                }
            }
            self.marks = Some((owner, marks));
        }
        &mut self.marks.get_or_insert_with(|| (owner, Marks::default())).1
    }

    /// Reports numbers that no move has. Returns whether the field has such numbers.
    fn unknown(&self, span: Span, target: Target, stand: Stand<'_, '_>, sink: &mut Sink<'_>) -> bool {
        let (from, to) = match target {
            Target::Move(number) => (number, number),
            Target::Moves(from, to) => (from, to),
            Target::All | Target::Point(_) => return false,
        };
        // A line that would be the move but for a mistake has its own diagnostic.
        if stand.walk.has_unnumbered() {
            return false;
        }
        let is_stray = |number: u32| self.strays.contains(&number) || stand.walk.missing(number).is_some();
        // What is missing between moves that exist has a diagnostic of its own, so only the ends of a range count.
        let existing = match target {
            Target::Moves(from, to) => stand.walk.numbers_within(from, to),
            _ => stand.walk.numbered(from).map(|_| (from, from)),
        };
        let mut missing: Vec<(u32, u32)> = match existing {
            None => vec![(from, to)],
            Some((first, last)) => {
                let below = (from < first).then(|| (from, first - 1));
                let above = (last < to).then(|| (last + 1, to));
                [below, above].into_iter().flatten().collect()
            }
        };
        // A number between those that are there is missing, and one that comes up where moves are numbered twice
        // would be there: both have a diagnostic of their own.
        let sequence = |number: u32| stand.walk.numbered(number).map(|id| self.reading.event[id].sequence);
        let is_due_to_others = |first: u32, last: u32| {
            let Some((_, below)) = stand.walk.numbers_within(1, first) else { return false };
            match stand.walk.numbers_within(last, u32::MAX) {
                Some((above, _)) => sequence(below) == sequence(above),
                None => last <= below.saturating_add(stand.walk.misnumbered()),
            }
        };
        missing.retain(|&(first, last)| last - first > 100 || !(first..=last).all(is_stray));
        missing.retain(|&(first, last)| !is_due_to_others(first, last));
        if missing.is_empty() {
            return false;
        }
        sink.report(Code::UnknownMove, span, |diagnostic| {
            let is_whole_field = missing == [(from, to)];
            let name = |&(first, last): &(u32, u32)| {
                if first == last { format!("#{first}") } else { format!("#{first}-{last}") }
            };
            let names: Vec<String> = missing.iter().map(name).collect();
            let names = names.join(", ");
            diagnostic.message = match stand.walk.last_move() {
                None => format!("{names} refers to no move: none comes before this line"),
                Some(_) if is_whole_field => format!("no move up to here has the number {names}"),
                Some(_) => format!("no move up to here has the numbers {names} of this range"),
            };
        });
        true
    }

    fn idle(&self, datum: &Datum, span: Span, sink: &mut Sink<'_>) {
        sink.report(Code::IdleUnmark, span, |diagnostic| {
            diagnostic.message = "no earlier line marks it here, so there is nothing to take away".into();
            let line = &self.source.lines[datum.line as usize];
            let is_only = self.source.fields(line).len() == 1;
            let before = self.source.text[..span.start as usize].trim_end_matches([' ', '\t']).len();
            let removed = if is_only { line.whole() } else { Span::new(before, span.end as usize) };
            let what = if is_only { "the line" } else { "it" };
            diagnostic.fixes.push(Fix::removal(what, vec![Edit::delete(removed)]));
        });
    }
}

/// Reports a reference to a stone that is not on the board, unless the position is in doubt.
fn no_stone(
    span: Span,
    target: Target,
    stand: Stand<'_, '_>,
    sink: &mut Sink<'_>,
    message: impl FnOnce(String) -> String,
) {
    let is_elsewhere =
        |number| stand.walk.numbered(number).is_some_and(|id| stand.walk.played_as(id).1 == MoveTarget::Unknown);
    if stand.walk.is_in_doubt() || matches!(target, Target::Move(number) if is_elsewhere(number)) {
        return;
    }
    let what = match target {
        Target::Point(point) if !stand.board.size().contains(point) => return,
        Target::Point(point) => format!("there is no stone on {point}"),
        Target::Move(number) => format!("the stone of move {number} is not on the board any more"),
        Target::All | Target::Moves(..) => "none of these stones is on the board any more".to_owned(),
    };
    sink.report(Code::NoStone, span, |diagnostic| diagnostic.message = message(what));
}

/// Whether a datum of a move comes after the variations on the move, where it is misplaced.
fn is_behind_variations(event: &Event, datum: &Datum) -> bool {
    let Owner::Move(id) = datum.owner else { return false };
    event.variations(id).next().and_then(|id| event.sequence(id).line).is_some_and(|line| line < datum.line)
}
