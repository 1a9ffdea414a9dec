//! The moves, variations and diagrams of two copies.

use std::ops::Range;

use super::lines::{after_keyword, indent, texts};
use super::merger::{Contradiction, KeptAs, Merger, NewLines, Order};
use crate::rewrite::original::OriginalEvent;
use crate::rewrite::spelling::Spelling;
use ishi_board::Color;
use ishi_record::record::{DiagramId, Event, Move, MoveId, MoveTarget, Owner, SequenceId, Step};
use ishi_record::syntax::FieldKind;

/// A place between two steps of a sequence.
#[derive(Clone, Copy)]
struct Cursor {
    sequence: SequenceId,
    /// The index of the next step.
    step: usize,
}

/// Equal positions of both copies, from which the games continue.
struct Branching {
    first: Cursor,
    second: Cursor,
    /// The number of a move of the first copy minus the number of the same move of the second copy.
    offset: i64,
}

/// A move that can be played in a position.
#[derive(Clone, Copy)]
struct Alternative {
    id: MoveId,
    /// The variation that begins with it.
    variation: Option<SequenceId>,
    /// The place after the move.
    next: Cursor,
}

impl Merger<'_, '_> {
    /// Merges the moves and diagrams. Returns the items whose data are to be merged.
    pub(super) fn tree(&mut self) -> Vec<(Owner, Owner)> {
        let mut pairs = vec![(Owner::Event, Owner::Event)];
        let start = Cursor { sequence: SequenceId(0), step: 0 };
        let mut waiting = vec![Branching { first: start, second: start, offset: 0 }];
        while let Some(Branching { first, second, offset }) = waiting.pop() {
            let (diagrams, next_of_first) = ahead(&self.first.event, first);
            let (more, next) = ahead(&self.second.event, second);
            self.diagrams(first, &diagrams, &more, &mut pairs);
            let Some(next) = next else { continue };
            let Some(next_of_first) = next_of_first else {
                self.go_on(Cursor { step: first.step + diagrams.len(), ..first }, next, offset);
                continue;
            };
            let offset = self.offset(next_of_first.id, next.id).unwrap_or(offset);
            let mut unmatched: Vec<Option<Alternative>> =
                alternatives(self.first, next_of_first).into_iter().map(Some).collect();
            let alternatives_of_second = alternatives(self.second, next);
            for &one in &alternatives_of_second {
                let is_same = |alternative: &Option<Alternative>| {
                    alternative.is_some_and(|alternative| {
                        key(&self.first.event[alternative.id]) == key(&self.second.event[one.id])
                    })
                };
                // A move that both copies have twice is matched in order.
                let same = unmatched.iter().position(is_same).and_then(|index| unmatched[index].take());
                let is_main = one.variation.is_none() && second.sequence == SequenceId(0);
                let is_first = same.is_some_and(|same| same.id == next_of_first.id);
                if is_main && first.sequence == SequenceId(0) && !is_first {
                    self.diverge(next_of_first.id, one.id);
                }
                match same {
                    Some(same) => {
                        self.identify(same, one, &mut pairs);
                        let offset = self.offset(same.id, one.id).unwrap_or(offset);
                        waiting.push(Branching { first: same.next, second: one.next, offset });
                    }
                    None => self.add_variation(next_of_first.id, one, second.sequence, offset),
                }
            }
            self.add_other_variations(next_of_first, &alternatives_of_second);
        }
        pairs
    }

    /// The number of a move of the first copy minus the number of a move of the second copy.
    fn offset(&self, first: MoveId, second: MoveId) -> Option<i64> {
        let [first, second] = [self.first.event.number(first)?, self.second.event.number(second)?];
        Some(i64::from(first) - i64::from(second))
    }

    /// Notes the contradiction that the main lines continue with different moves.
    fn diverge(&mut self, first: MoveId, second: MoveId) {
        let [first, second] = [&self.first.event[first], &self.second.event[second]];
        let subject = second.number.map_or("a move".to_owned(), |number| format!("move {number}"));
        let place = |played: &Move| {
            let location = played.place.location().unwrap_or("?".to_owned());
            if first.color == second.color { location } else { format!("{} {location}", played.color.letter()) }
        };
        let texts = [place(first), place(second)];
        self.contradictions.push(Contradiction { subject, texts, kept_as: KeptAs::Variation });
    }

    /// Merges the lines of two equal moves, and of the variations that begin with them.
    fn identify(&mut self, first: Alternative, second: Alternative, pairs: &mut Vec<(Owner, Owner)>) {
        let lines = [self.first.event[first.id].line, self.second.event[second.id].line];
        self.same.insert(lines[1], lines[0]);
        self.keep(lines[1]..lines[1] + 1);
        let [text_of_first, text] =
            [(self.first, lines[0]), (self.second, lines[1])].map(|(part, line)| ignored(part, line));
        if !text.is_empty() && text != text_of_first {
            self.remark(lines[0], &text);
        }
        pairs.push((Owner::Move(first.id), Owner::Move(second.id)));
        let Some(variation) = second.variation else { return };
        pairs.push((first.variation.map_or(Owner::Move(first.id), Owner::Variation), Owner::Variation(variation)));
        let ends = |part: &OriginalEvent<'_>, id: SequenceId| {
            let sequence = part.event.sequence(id);
            [sequence.line, sequence.end]
        };
        let lines_of_first = first.variation.map_or([None; 2], |id| ends(self.first, id));
        for (line, line_of_first) in ends(self.second, variation).into_iter().zip(lines_of_first) {
            let Some(line) = line else { continue };
            self.keep(line..line + 1);
            // The text after VAR or ENDVAR, such as a marker.
            let rest = after_keyword(&self.second.source, line);
            let rest_of_first = line_of_first.map_or("", |line| after_keyword(&self.first.source, line));
            if rest.is_empty() || rest_of_first == rest {
                continue;
            }
            let kept = self.text(line).to_owned();
            if rest_of_first.is_empty() {
                self.remark(lines[0], &kept);
            } else {
                let texts = [rest_of_first, rest].map(str::to_owned);
                self.contradict(lines[0], "VAR".to_owned(), texts, &kept);
            }
        }
    }

    /// Adds the rest of a sequence of the second copy to a sequence of the first that ends.
    fn go_on(&mut self, end: Cursor, next: Alternative, offset: i64) {
        let place = end_of_steps(self.first, end);
        let last = self.first.event.steps(end.sequence).last();
        let indent = last.map_or(0, |&last| self.first.indent(self.first.event.line_of(owner(last))));
        let line = self.second.event[next.id].line;
        let shift = indent - self.second.indent(line);
        let sequence = self.second.event[next.id].sequence;
        let lines = self.second.with_remarks(line)..end_of_sequence(self.second, sequence);
        self.number(lines.clone(), offset);
        self.insert(place, Order::Continuation, vec![NewLines::Kept(lines, shift)]);
    }

    /// Adds a move of the second copy with all moves after it as a variation on a move of the first.
    fn add_variation(&mut self, on: MoveId, one: Alternative, sequence: SequenceId, offset: i64) {
        let place = self.first.after_move(on);
        let width = self.first.indent(self.first.event[on].line);
        let second = self.second;
        let line = second.event[one.id].line;
        // The variations on the move are alternatives of their own.
        let others: Vec<Range<u32>> =
            second.event.variations(one.id).filter_map(|variation| second.block(variation)).collect();
        let (lines, shift) = match one.variation.and_then(|id| Some((second.block(id)?, second.event.sequence(id)))) {
            Some((block, sequence)) => {
                let on = sequence.replaces.map_or(0, |id| second.indent(second.event[id].line));
                (block, width - on)
            }
            None => (second.with_remarks(line)..end_of_sequence(second, sequence), width + 2 - second.indent(line)),
        };
        self.number(lines.clone(), offset);
        let kept = without(lines, &others).into_iter().map(|range| NewLines::Kept(range, shift));
        let lines = if one.variation.is_some() {
            kept.collect()
        } else {
            let indent = indent(self.first, self.first.event[on].line);
            let spelling = Spelling::of(&self.first.source, &self.first.event);
            let [begin, end] = ["VAR", "ENDVAR"].map(|word| NewLines::New(format!("{indent}{}", spelling.spell(word))));
            [begin].into_iter().chain(kept).chain([end]).collect()
        };
        self.insert(place, Order::Variation, lines);
    }

    /// Adds the variations that do not begin with a move.
    fn add_other_variations(&mut self, first: Alternative, of_second: &[Alternative]) {
        let others = |part: &OriginalEvent<'_>, ids: &[Alternative]| -> Vec<Range<u32>> {
            let variations = ids.iter().flat_map(|one| part.event.variations(one.id));
            variations.filter(|&id| part.first_move(id).is_none()).filter_map(|id| part.block(id)).collect()
        };
        let missing = others(self.second, of_second);
        if missing.is_empty() {
            return;
        }
        let blocks_of_first: Vec<Vec<&str>> = others(self.first, &alternatives(self.first, first))
            .into_iter()
            .map(|block| texts(&self.first.source, block))
            .collect();
        for block in missing {
            if blocks_of_first.contains(&texts(&self.second.source, block.clone())) {
                self.keep(block);
            } else {
                let place = self.first.after_move(first.id);
                self.insert(place, Order::Variation, vec![NewLines::Kept(block, 0)]);
            }
        }
    }

    fn number(&mut self, lines: Range<u32>, offset: i64) {
        if offset != 0 {
            self.numbers.extend(lines.map(|line| (line, offset)));
        }
    }

    /// Adds the diagrams that the first copy does not have.
    fn diagrams(
        &mut self,
        at: Cursor,
        of_first: &[DiagramId],
        of_second: &[DiagramId],
        pairs: &mut Vec<(Owner, Owner)>,
    ) {
        let mut unmatched = of_first.to_vec();
        let after = Cursor { step: at.step + unmatched.len(), ..at };
        for &id in of_second {
            let lines = diagram_lines(self.second, id);
            let texts_of =
                |part: &OriginalEvent<'_>, id: DiagramId| texts(&part.source, diagram_lines(part, id)).join("\n");
            let text = texts_of(self.second, id);
            match unmatched.iter().position(|&id| texts_of(self.first, id) == text) {
                Some(index) => {
                    let diagram = unmatched.remove(index);
                    self.same.insert(lines.start, self.first.event.diagram(diagram).line);
                    self.keep(lines);
                    pairs.push((Owner::Diagram(diagram), Owner::Diagram(id)));
                }
                None => {
                    let place = end_of_steps(self.first, after);
                    let last = self.first.event.steps(at.sequence).first();
                    let indent = last.map_or(0, |&last| self.first.indent(self.first.event.line_of(owner(last))));
                    let shift = indent - self.second.indent(lines.start);
                    let start = self.second.with_remarks(lines.start);
                    self.insert(place, Order::Diagram, vec![NewLines::Kept(start..lines.end, shift)]);
                }
            }
        }
    }
}

/// The player and the point of a move.
fn key(played: &Move) -> (Color, MoveTarget) {
    (played.color, played.place)
}

/// The diagrams at a place, and the move after them.
fn ahead(event: &Event, at: Cursor) -> (Vec<DiagramId>, Option<Alternative>) {
    let steps = &event.steps(at.sequence)[at.step..];
    let mut diagrams = Vec::new();
    for step in steps {
        match *step {
            Step::Diagram(id) => diagrams.push(id),
            Step::Move(id) => {
                let next = Cursor { step: at.step + diagrams.len() + 1, ..at };
                return (diagrams, Some(Alternative { id, variation: None, next }));
            }
        }
    }
    (diagrams, None)
}

/// The moves that are played in the position before a move: the move itself, and the first moves of the variations on
/// it.
fn alternatives(part: &OriginalEvent<'_>, first: Alternative) -> Vec<Alternative> {
    let mut alternatives = vec![first];
    let mut index = 0;
    while let Some(&one) = alternatives.get(index) {
        index += 1;
        alternatives.extend(part.event.variations(one.id).filter_map(|sequence| {
            let next = Cursor { sequence, step: 1 };
            Some(Alternative { id: part.first_move(sequence)?, variation: Some(sequence), next })
        }));
    }
    alternatives
}

fn owner(step: Step) -> Owner {
    match step {
        Step::Move(id) => Owner::Move(id),
        Step::Diagram(id) => Owner::Diagram(id),
    }
}

/// The line after all that belongs to the steps before a place.
fn end_of_steps(part: &OriginalEvent<'_>, at: Cursor) -> u32 {
    let before = &part.event.steps(at.sequence)[..at.step];
    let last = before.iter().rposition(|step| matches!(step, Step::Move(_))).unwrap_or(0);
    let start = match at.sequence {
        SequenceId(0) => Owner::Event,
        variation => Owner::Variation(variation),
    };
    let ends = before[last..].iter().map(|&step| part.end_of_item(owner(step)));
    ends.max().unwrap_or_else(|| part.end_of_data(start))
}

/// The line after the last step of a sequence.
fn end_of_sequence(part: &OriginalEvent<'_>, sequence: SequenceId) -> u32 {
    part.event
        .sequence(sequence)
        .end
        .unwrap_or_else(|| end_of_steps(part, Cursor { sequence, step: part.event.steps(sequence).len() }))
}

/// The lines of a diagram and its data.
fn diagram_lines(part: &OriginalEvent<'_>, id: DiagramId) -> Range<u32> {
    part.event.diagram(id).line..part.end_of_data(Owner::Diagram(id))
}

/// The lines of a range that are in none of the `others`, which are sorted.
fn without(lines: Range<u32>, others: &[Range<u32>]) -> Vec<Range<u32>> {
    let mut left = Vec::new();
    let mut start = lines.start;
    for other in others {
        left.push(start..other.start);
        start = other.end;
    }
    left.push(start..lines.end);
    left
}

/// The text on the line of a move that is not read.
fn ignored(part: &OriginalEvent<'_>, line: u32) -> String {
    let fields = part.source.fields(&part.source.lines[line as usize]).iter();
    let is_ignored = |kind| matches!(kind, FieldKind::Ignored | FieldKind::Skipped | FieldKind::Bad(_));
    let ignored = fields.filter(|field| is_ignored(field.kind)).map(|field| part.source.str(field.span));
    ignored.collect::<Vec<_>>().join(" ")
}
