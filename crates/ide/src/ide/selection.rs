//! `textDocument/selectionRange`: word, field, line, block, move, variation, event.

use super::cursor::{self, Cursor};
use crate::document::Snapshot;
use ishi_record::record::{DatumKind, MoveId, Owner, SequenceId, Step};
use ishi_record::syntax::{Field, FieldKind, Keyword, Line, LineKind};
use ishi_text::Span;

/// How many steps a selection has at most before it includes the whole event. A variation takes three steps, and users
/// do not press a key that often. LSP nests the steps, and client and server read nested values recursively, so without
/// a limit a deeply nested record would cause a deep recursion.
const MOST: usize = 100;

/// The spans that an editor selects at `offset`, step by step (`textDocument/selectionRange`): each span contains the
/// previous span and is larger, all spans contain `offset`, and the last span is the whole text.
///
/// In a line of data: the part of a mark (its label or its target), the field, all fields, the line; then the block,
/// the move or diagram with its own data, the moves of the variation, the variation from VAR to ENDVAR, the replaced
/// move with all its variations, and so on outwards; the event and the file. In prose, the first spans are the word,
/// the line, the text of the block, and the block with its delimiters.
///
/// A span of several lines begins with the first byte of its first line and ends before the line end of its last, as a
/// person would select them.
pub fn selection(snapshot: &Snapshot, offset: usize) -> Vec<Span> {
    let whole = Span::new(0, snapshot.text().len_bytes());
    let mut growing = cursor::at(snapshot, offset, |cursor| Some(of_place(cursor))).unwrap_or_default();
    if growing.last() != Some(&whole) {
        growing.push(whole);
    }
    growing
}

fn of_place(cursor: &Cursor<'_>) -> Vec<Span> {
    let mut growing = Growing { cursor, spans: Vec::new() };
    if let Some(line) = cursor.line() {
        growing.within_line(line);
        growing.within_event();
    }
    let start = cursor.view.start();
    growing.spans.into_iter().map(|span| span.shifted(start)).collect()
}

struct Growing<'p, 'a> {
    cursor: &'p Cursor<'a>,
    spans: Vec<Span>,
}

impl Growing<'_, '_> {
    /// Adds a span if it is a step outwards.
    fn push(&mut self, span: Span) {
        let offset = self.cursor.offset as u32;
        let holds = |outer: Span, inner: Span| outer.start <= inner.start && inner.end <= outer.end;
        let last = self.spans.last().copied();
        let is_larger = last.is_none_or(|last| holds(span, last) && span != last);
        if !span.is_empty() && holds(span, Span { start: offset, end: offset }) && is_larger {
            self.spans.push(span);
        }
    }

    /// Adds lines up to and including `last`, without blank lines at the end.
    fn push_lines(&mut self, first: u32, last: u32) {
        let lines = &self.cursor.source.lines;
        let Some(selected) = lines.get(first as usize..=(last as usize).min(lines.len().saturating_sub(1))) else {
            return;
        };
        let filled = selected.iter().rev().find(|line| !self.trimmed(line).is_empty());
        if let (Some(first), Some(last)) = (selected.first(), filled) {
            self.push(first.span.to(last.span));
        }
    }

    fn trimmed(&self, line: &Line) -> Span {
        let text = self.cursor.source.str(line.span);
        let start = line.span.start as usize + (text.len() - text.trim_start().len());
        Span::new(start, (line.span.start as usize + text.trim_end().len()).max(start))
    }

    fn within_line(&mut self, line: &Line) {
        let fields = self.cursor.source.fields(line);
        if matches!(line.kind, LineKind::Text(_)) {
            self.push(self.prose_word(line.span));
        } else if let Some(field) = self.cursor.field() {
            self.push(self.part(field));
            self.push(field.span);
        } else if self.cursor.is_on(line.word) {
            self.push(line.word);
        }
        if let (Some(first), Some(last)) = (fields.first(), fields.last()) {
            self.push(first.span.to(last.span));
        }
        self.push(self.trimmed(line));
        self.push(line.span);
    }

    /// The part of a field at the cursor: the label of a mark or the stones that it names, the word of a text.
    fn part(&self, field: Field) -> Span {
        match field.kind {
            FieldKind::Mark(_) => {
                let text = self.cursor.source.str(field.span);
                // A label can be an `@` itself; none stands after the one that ends it.
                let Some(at) = text.rfind('@') else { return field.span };
                let at = field.span.start + at as u32;
                let label = Span { start: field.span.start, end: at };
                if self.cursor.is_on(label) { label } else { Span { start: at + 1, end: field.span.end } }
            }
            FieldKind::Text | FieldKind::Ignored => self.prose_word(field.span),
            _ => field.span,
        }
    }

    /// The word at the place: letters and digits, also those of an abbreviation such as `isn't`.
    fn prose_word(&self, span: Span) -> Span {
        let is_letter = |character: char| character.is_alphanumeric() || character == '\'' || character == '_';
        let text = self.cursor.source.str(span);
        let Some((before, after)) =
            self.cursor.offset.checked_sub(span.start as usize).and_then(|at| text.split_at_checked(at))
        else {
            return span;
        };
        let start = self.cursor.offset - (before.len() - before.trim_end_matches(is_letter).len());
        let end = self.cursor.offset + (after.len() - after.trim_start_matches(is_letter).len());
        Span::new(start, end)
    }

    fn within_event(&mut self) {
        let event = self.cursor.event;
        let line = self.cursor.line;
        let data = event.data.partition_point(|datum| datum.line <= line);
        let datum = data.checked_sub(1).map(|last| &event.data[last]).filter(|datum| line < datum.end);
        if let Some(datum) = datum {
            if matches!(datum.kind, DatumKind::Comment | DatumKind::User) {
                let is_text = |line: u32| matches!(self.cursor.source.lines[line as usize].kind, LineKind::Text(_));
                let last_text = if is_text(datum.end - 1) { datum.end - 1 } else { datum.end.saturating_sub(2) };
                if is_text(line) {
                    self.push_lines(datum.line + 1, last_text);
                }
            }
            self.push_lines(datum.line, datum.end - 1);
        }
        self.within_tree();
        if event.definition.is_none_or(|definition| definition <= line)
            && let Some(tree) = event.tree().filter(|&tree| line < tree)
        {
            self.push_lines(0, tree - 1);
        }
        self.push_lines(0, event.filled_lines.saturating_sub(1));
        self.push(Span::new(0, self.cursor.source.text.len()));
    }

    /// Adds the spans from the item at the place outwards, from variation to variation.
    fn within_tree(&mut self) {
        let event = self.cursor.event;
        let line = self.cursor.line;
        // A remark belongs to what follows it, and the line of a variation to the variation.
        let remark = event.remarks.binary_search_by_key(&line, |remark| remark.line).ok();
        let line = remark.and_then(|index| event.remarks[index].on).unwrap_or(line);
        let ended = event.sequences.iter().position(|sequence| sequence.end == Some(line));
        let mut sequence = match (event.owner_at(line), ended) {
            (_, Some(ended)) => SequenceId(ended as u32),
            (Owner::Event, None) => return,
            (Owner::Move(id), None) => {
                self.push_lines(self.first_line(event[id].line), self.end_of_item(event[id].line));
                self.with_variations(id)
            }
            (Owner::Diagram(id), None) => {
                self.push_lines(self.first_line(event.diagram(id).line), self.end_of_item(event.diagram(id).line));
                event.diagram(id).sequence
            }
            (Owner::Variation(id), None) => id,
        };
        while self.spans.len() < MOST {
            let current = event.sequence(sequence);
            let last = self.last_line(sequence);
            let Some(begin) = current.line else {
                let first = event.tree().map_or(0, |tree| self.first_line(tree));
                return self.push_lines(first, last);
            };
            let body = if current.end.is_some() { last.saturating_sub(1) } else { last };
            self.push_lines(begin + 1, body);
            self.push_lines(begin, last);
            let Some(replaced) = current.replaces else { return };
            sequence = self.with_variations(replaced);
        }
    }

    /// Adds a move with its data and variations, and returns its sequence.
    fn with_variations(&mut self, id: MoveId) -> SequenceId {
        let event = self.cursor.event;
        let played = &event[id];
        let steps = event.steps(played.sequence);
        let after = steps.partition_point(|&step| self.line_of(step) <= played.line);
        let last = match steps.get(after) {
            Some(&next) => self.first_line(self.line_of(next)).saturating_sub(1),
            None => {
                let is_ended = event.sequence(played.sequence).end.is_some();
                self.last_line(played.sequence).saturating_sub(u32::from(is_ended))
            }
        };
        self.push_lines(self.first_line(played.line), last);
        played.sequence
    }

    fn line_of(&self, step: Step) -> u32 {
        match step {
            Step::Move(id) => self.cursor.event[id].line,
            Step::Diagram(id) => self.cursor.event.diagram(id).line,
        }
    }

    /// The first line of an item: its first remark after the previous item, if any.
    fn first_line(&self, line: u32) -> u32 {
        let remarks = &self.cursor.event.remarks;
        let before = remarks.partition_point(|remark| remark.line < line);
        let first_remark = remarks[..before].iter().rev().take_while(|remark| remark.on == Some(line)).last();
        let Some(first) = first_remark.map(|remark| remark.line) else { return line };
        // Not beyond the line with which the variation begins.
        let lines = &self.cursor.source.lines[first as usize..line as usize];
        let other = lines
            .iter()
            .rposition(|line| !matches!(line.kind, LineKind::Blank) && line.keyword() != Some(Keyword::Remark));
        other.map_or(first, |other| first + other as u32 + 1)
    }

    /// The last line of an item without its variations: the line before the next item, variation or ENDVAR.
    fn end_of_item(&self, line: u32) -> u32 {
        let event = self.cursor.event;
        let moves = event.moves.partition_point(|played| played.line <= line);
        let diagrams = event.diagrams.partition_point(|diagram| diagram.line <= line);
        let sequences = event.sequences.partition_point(|sequence| sequence.line <= Some(line));
        let next_end = event.sequences.iter().filter_map(|sequence| sequence.end).filter(|&end| end > line).min();
        let next = [
            event.moves.get(moves).map(|played| self.first_line(played.line)),
            event.diagrams.get(diagrams).map(|diagram| self.first_line(diagram.line)),
            event.sequences.get(sequences).and_then(|sequence| sequence.line),
            next_end,
        ];
        next.into_iter().flatten().min().unwrap_or(event.filled_lines).saturating_sub(1)
    }

    /// The last line of a sequence: its ENDVAR, or the line before the line that shows its end.
    fn last_line(&self, id: SequenceId) -> u32 {
        let event = self.cursor.event;
        let sequence = event.sequence(id);
        if let Some(end) = sequence.end {
            return end;
        }
        let Some(begin) = sequence.line else { return event.filled_lines.saturating_sub(1) };
        let outer = event.sequences[..id.0 as usize].iter();
        let ends = outer.filter_map(|outer| outer.end).filter(|&end| end > begin);
        let moves = event.moves.partition_point(|played| played.line <= begin);
        let r#move = event.moves[moves..].iter().find(|played| played.sequence < id).map(|played| played.line);
        let diagrams = event.diagrams.partition_point(|diagram| diagram.line <= begin);
        let diagram = event.diagrams[diagrams..].iter().find(|diagram| diagram.sequence < id);
        let next = ends.chain(r#move.map(|line| self.first_line(line))).chain(diagram.map(|diagram| diagram.line));
        next.min().unwrap_or(event.filled_lines).saturating_sub(1)
    }
}
